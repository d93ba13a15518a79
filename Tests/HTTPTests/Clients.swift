import Foundation
import TestServer
import Testing

@testable import HTTP

extension HTTPClient {
    /// A client for tests: no gap and a short pause before the retry, unless told otherwise.
    static func test(
        maxParallel: Int = 6, gap: Duration = .zero, limits: HTTPLimits = HTTPLimits(), deadline: Duration? = nil,
        retries: Int = 0, retryPause: Duration = .milliseconds(20), mode: Mode = .live,
        network: NetworkPolicy = NetworkPolicy()
    ) throws -> HTTPClient {
        var configuration = Configuration(
            userAgent: "newsdigest/test (+https://example.org)", maxParallel: maxParallel, perHostGap: gap,
            limits: limits, deadline: deadline, mode: mode, network: network)
        configuration.retries = retries
        configuration.retryPause = retryPause
        return try HTTPClient(configuration)
    }

    /// A GET of an address the user configured.
    func get(_ url: String, _ headers: [HTTPHeader] = []) async throws -> HTTPResponse {
        try await send(HTTPRequest(url: url, configuredURL: url, headers: headers))
    }

    /// Why a request to an address the user configured got no answer; nil when it got one.
    func failure(of url: String) async -> HTTPError? {
        await failure(of: HTTPRequest(url: url, configuredURL: url))
    }

    func failure(of request: HTTPRequest) async -> HTTPError? {
        do {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// The seconds a piece of work took.
func seconds(_ work: () async throws -> Void) async rethrows -> Double {
    let start = ContinuousClock.now
    try await work()
    let spent = start.duration(to: .now).components
    return Double(spent.seconds) + Double(spent.attoseconds) / 1e18
}

/// What a shell command writes; nil when it fails or a program it needs is not there.
func shell(_ command: String) async throws -> [UInt8]? {
    try await withTemporaryFolder { folder in
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "(\(command)) > '\(folder)/out'"]
        process.standardError = FileHandle.nullDevice
        let isDone = await withCheckedContinuation { ended in
            process.terminationHandler = { ended.resume(returning: $0.terminationStatus == 0) }
            do {
                try process.run()
            } catch {
                ended.resume(returning: false)
            }
        }
        return isDone ? FileManager.default.contents(atPath: "\(folder)/out").map(Array.init) : nil
    }
}

/// A new folder, removed when the work is done.
func withTemporaryFolder<T>(_ work: (String) async throws -> T) async throws -> T {
    let folder = FileManager.default.temporaryDirectory.appending(path: "newsdigest-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await work(folder.path(percentEncoded: false))
}

extension HTTPError {
    var isOneLine: Bool { !description.contains { $0.isNewline } }
}

extension NetworkPolicy {
    /// - Parameter resolve: entries `host:port:address` that are used like answers of DNS.
    init(resolve: [String], environment: [String: String] = [:]) {
        self.init(environment: environment)
        self.resolve = resolve
    }
}
