import Files
import Foundation
import HTTP
import Texts
import Values

extension [Gathered] {
    /// The failures, each once. If a host was not reached or a key was refused, that is one failure for all sources
    /// that need it.
    /// - Parameter heldBack: the ids of sources whose failures are left out.
    package func failures(without heldBack: Set<String> = []) -> [Failure] {
        var sources: [String: [Failure]] = [:]
        for answer in self {
            if let host = answer.unreachableHost, let failure = answer.failure {
                sources[host, default: []].append(failure)
            }
        }
        var seen = Set<Failure>()
        return compactMap { answer -> Failure? in
            guard let failure = answer.failure, !heldBack.contains(answer.sourceID) else { return nil }
            guard let host = answer.unreachableHost, let all = sources[host], Set(all).count > 1 else { return failure }
            return Failure(.gather, host, "\(all[0].reason); \(all.count) sources are affected")
        }.filter { seen.insert($0).inserted }
    }
}

/// A sentence that says how many sources of which hosts had to wait, because the deadline of the run passed. Nil if
/// there are none.
package func sentence(aboutUnasked sources: [any ItemSource]) -> String? {
    guard !sources.isEmpty else { return nil }
    let hosts = Dictionary(grouping: sources) { $0.host.isEmpty ? $0.name : $0.host }.mapValues(\.count)
        .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var parts = hosts.prefix(mostHosts).map { "\($0.value.counted("source")) of \($0.key)" }
    let others = hosts.dropFirst(mostHosts)
    if !others.isEmpty {
        let count = others.reduce(0) { $0 + $1.value }
        parts.append("\(count.counted("source")) of \(others.count.counted("other host"))")
    }
    return "gather: \(parts.joined(separator: ", ")) waited, because the run's deadline passed; the next run requests "
        + "them first; a higher 'deadline' under [network] gives more time"
}

/// The number of hosts that the sentence names.
private let mostHosts = 5

extension Gathered {
    /// The result of the gathering in a few words.
    package var summary: String {
        switch status {
        case .fresh: "\(count) items"
        case .notModified: "not modified"
        case .waiting(_, let why): "not requested: \(why)"
        case .paused(let since): "not requested since \(since.formatted(.iso8601)), when it answered 410"
        case .backingOff(let until):
            "not requested before \(until.formatted(.iso8601)), because it failed \(record.failures); "
                + "--ask-all requests it"
        case .unasked: "not requested: the run's deadline passed"
        case .partial: "\(count) items, not all"
        case .failed: "failed"
        }
    }
}

/// What the answers of feeds and calendars have in common: both are documents, on the web or in a file.
extension Gathered {
    /// The greatest size of a local document in bytes.
    package static let maxFile = 64 << 20
    /// The longest time for reading a pipe or a device, in seconds.
    package static let longestReading: TimeInterval = 5

    /// Reads a local file. Each run opens it, because this burdens no server.
    /// - Parameter shown: how the failure names the file.
    /// - Returns: nil if it cannot be read. Then the failure is recorded.
    mutating func bytes(ofFileAt path: String, named shown: String, now: Date) -> Data? {
        do {
            if let bytes = try FileHandle.read(path, upTo: Self.maxFile, within: Self.longestReading) { return bytes }
            fail("\(shown) is larger than the limit of \(Self.maxFile) bytes", .tooLarge, now)
        } catch POSIXError.ETIMEDOUT {
            fail(
                "\(shown) is a pipe or a device that did not end within \(Int(Self.longestReading)) seconds",
                .unreadable, now)
        } catch {
            fail("\(shown) cannot be read: \(errorText(of: error))", .unreadable, now)
        }
        return nil
    }

    /// Records the failure. If a new address was used and failed, the configured address is used again.
    mutating func fail(_ reason: String, _ cause: FailureCause, _ now: Date) {
        let kept = items.count == 1 ? "item" : "\(items.count) items"
        let failure = Failure(.gather, name, items.isEmpty ? reason : "\(reason); kept the first \(kept)")
        status = items.isEmpty ? .failed(failure) : .partial(failure)
        record.failed(failure.reason, cause, at: now)
        if record.believedMove != nil { record.moved = nil }
    }

    /// Records an answer without a document.
    /// - Parameters:
    ///   - kind: `feed` or `calendar`.
    ///   - place: how the failure names what has answered.
    ///   - step: what the user can do if the server asks for no pause.
    mutating func fail(_ response: HTTPResponse, of kind: String, at place: String, step: String, now: Date) {
        let pause = Pause(status: response.status, response.retryAfter, from: now)
        var next = pause.map { "; requested again after \($0.until.formatted(.iso8601))" } ?? step
        if response.status == 410 {
            record.pausedSince = now
            next = ": the \(kind) is gone and is no longer requested; remove it from the configuration"
        }
        fail("\(place) answered \(response.status)\(next)", .answered(status: response.status), now)
        if let pause { record.waits(pause) }
    }

    /// If no answer arrived because the time was over or the host stopped the requests, a later run asks again.
    /// - Returns: whether this is so. If not, the source has failed.
    mutating func postpone(after error: HTTPError, now: Date) -> Bool {
        if error.reason == .outOfTime {
            status = .unasked
        } else if let pause = Pause(error, from: now) {
            record.waits(pause)
            wait(until: pause.until, now: now)
        } else {
            return false
        }
        return true
    }

    /// Tells the user once what was left out, and not again while the source still has it.
    mutating func report(losses: [(name: String, sentence: String)]) {
        let said = Set(record.passedLimits ?? [])
        notices += losses.filter { !said.contains($0.name) }.map(\.sentence)
        record.passedLimits = losses.nonEmpty?.map(\.name)
    }
}

extension StableHash {
    /// The hash of a document together with what decides how it is read, in hexadecimal digits.
    static func of(_ document: some ContiguousBytes, with reading: [String?]) -> String {
        let start = fnv1a(reading.map { $0 ?? "" }.joined(separator: "\n").utf8)
        return String(document.withUnsafeBytes { ofBlocks($0, from: start) }, radix: 16)
    }
}
