import Foundation
import Texts
import Values

/// What one source answers now and what its server allows. For `sources check`.
package struct SourceCheck: Sendable, Equatable {
    package var sourceID: String
    package var name: String
    package var failure: Failure?
    /// Sentences, the most important first.
    package var findings: [String]
    /// The time for which the server asks to wait. Nil after a usable answer.
    package var pause: Pause?
}

extension SourceCheck {
    init(_ gathered: Gathered) {
        let items = gathered.items + gathered.past
        var findings: [String] = []
        let outOfTime = Failure(.gather, gathered.name, "was not requested, because the deadline passed")
        let failure = gathered.failure ?? (gathered.status == .unasked ? outOfTime : nil)
        if failure == nil {
            let newest = items.compactMap(\.published).max().map { ", the newest from \($0.formatted(.iso8601))" }
            findings.append("contains \(items.count.counted("item"))\(newest ?? "")")
        }
        self.init(
            sourceID: gathered.sourceID, name: gathered.name, failure: failure,
            findings: findings + gathered.notices, pause: failure == nil ? nil : gathered.record.pause)
    }
}
