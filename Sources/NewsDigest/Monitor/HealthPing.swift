import Addresses
import Foundation
import Gather
import HTTP
import Settings
import Texts
import Values

/// Tells a monitoring service that a run began, and how it ended.
///
/// A signal that does not arrive never changes how the run ends: the service itself notices that it is missing.
struct HealthPing: Sendable {
    enum Signal: String, CaseIterable { case start, success, failure }

    private let addresses: [Signal: String]
    private let method: HTTPRequest.Method
    private let client: HTTPClient
    private let report: @Sendable (RunMessage) -> Void

    /// Reads the addresses, which may be in files or printed by commands.
    /// - Returns: nil if the configuration names none, or none that can be used.
    init?(
        _ configuration: Configuration, environment: [String: String],
        report: @escaping @Sendable (RunMessage) -> Void
    ) async {
        let health = configuration.health
        guard !health.secrets.isEmpty else { return nil }
        let ping = await Self.address(health.ping, environment, report)
        var addresses: [Signal: String] = [:]
        for (signal, reference) in [
            (Signal.start, health.start), (.success, health.success), (.failure, health.failure),
        ] {
            let address = await Self.address(reference, environment, report)
            addresses[signal] = address ?? ping.map { Self.address($0, of: signal) }
        }
        guard !addresses.isEmpty,
            let client = try? HTTPClient(configuration.network, hasDeadline: false, environment: environment)
        else { return nil }
        self.addresses = addresses
        self.client = client
        self.report = report
        method = health.method == .post ? .post : .get
    }

    /// The address of a signal: `…/start`, `…/fail` or the address itself. The suffix goes before a query
    /// (https://healthchecks.io/docs/http_api/).
    static func address(_ ping: String, of signal: Signal) -> String {
        let suffix =
            switch signal {
            case .start: "/start"
            case .success: ""
            case .failure: "/fail"
            }
        guard !suffix.isEmpty else { return ping }
        let end = ping.firstIndex { $0 == "?" || $0 == "#" } ?? ping.endIndex
        let path = ping[..<end]
        return (path.last == "/" ? path.dropLast() : path) + suffix + ping[end...]
    }

    /// Sends a signal. A signal that ends a run is tried three times.
    /// - Parameter lines: what the run reported. A request with GET has no place for them.
    func send(_ signal: Signal, lines: [String] = []) async {
        guard let address = addresses[signal] else { return }
        let request = HTTPRequest(
            method, url: address, configuredURL: address,
            headers: method == .post ? [HTTPHeader("Content-Type", "text/plain; charset=utf-8")] : [],
            body: method == .post ? Self.body(of: lines) : [], limits: Self.limits)
        for attempt in 1...(signal == .start ? 1 : 3) {
            if attempt > 1 { try? await Task.sleep(for: .seconds(attempt - 1)) }
            guard let fault = await fault(of: request, for: signal) else { return }
            report(fault.isTransient ? .detail(fault.sentence) : .notice(fault.sentence))
            if !fault.isTransient { return }
        }
    }
}

extension HealthPing {
    private static let limits = HTTPLimits(totalTimeout: .seconds(10), idleTimeout: .seconds(10), maxBody: 1 << 16)

    /// The most bytes of a body. healthchecks.io stores 100 kB.
    private static let longestBody = 10_000

    private static func body(of lines: [String]) -> [UInt8] {
        lines.reduce(into: [UInt8]()) { body, line in
            if body.count + line.utf8.count < longestBody { body += Array(line.utf8) + [UInt8(ascii: "\n")] }
        }
    }

    private static func address(
        _ reference: SecretReference?, _ environment: [String: String], _ report: @Sendable (RunMessage) -> Void
    ) async -> String? {
        guard let reference else { return nil }
        do {
            let address = try await reference.resolve(environment: environment).reveal()
            Redactor.current?.learn(address: address)
            guard let fault = urlFault(address, schemes: ["https", "http"]) else { return address }
            report(.notice("health: the address \(fault)"))
        } catch {
            report(.notice("health: \(error)"))
        }
        return nil
    }

    /// Why the service did not take a signal; nil if it did.
    private func fault(of request: HTTPRequest, for signal: Signal) async -> (sentence: String, isTransient: Bool)? {
        let host = WebAddress.host(of: request.url)
        let subject = "health: the signal '\(signal.rawValue)' to \(host.isEmpty ? "the service" : host)"
        do {
            let response = try await client.send(request)
            guard !response.isSuccess else { return nil }
            return ("\(subject) was answered with \(response.status)", response.isBusy)
        } catch {
            return ("\(subject) failed: \(error)", error.isTransient)
        }
    }
}
