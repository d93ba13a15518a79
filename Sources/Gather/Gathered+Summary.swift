import Foundation
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
