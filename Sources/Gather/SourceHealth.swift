import Foundation
import Texts
import Values

/// The state of a source for `sources list`.
package struct SourceHealth: Sendable, Equatable, Encodable {
    package enum Condition: String, Sendable, Encodable, CaseIterable { case new, ok, failing, broken, gone, off }

    package var name: String
    /// The address of a feed, or the query of a service.
    var source: String
    var category: String
    package var condition: Condition
    var lastSuccess: Date?
    /// The number of failures in a row.
    var streak: Int
    var failingSince: Date?
    var reason: String?
    var itemsADay: Double?
    /// The source is not requested before this time.
    var nextRequest: Date?
    /// The address to which it moved permanently.
    var movedTo: String?
    /// Whether a digest shows its section.
    var isShown: Bool

    package init(_ source: any ItemSource, record: SourceRecord?, isShown: Bool = true, isOff: Bool = false, now: Date)
    {
        self.isShown = isShown
        let record = record ?? SourceRecord()
        name = source.shownName(record).cleanSentence
        self.source = source.shownAddress.cleanSentence
        category = source.section
        condition =
            isOff
            ? .off
            : record.pausedSince != nil
                ? .gone : record.isBroken ? .broken : record.streak > 0 ? .failing : record.started == nil ? .new : .ok
        lastSuccess = record.lastSuccess
        streak = record.streak
        failingSince = record.failingSince
        reason = record.reason?.cleanSentence
        itemsADay = record.itemsADay
        nextRequest = [record.waiting(at: now), record.backingOff(at: now)].compactMap(\.self).max()
        movedTo = record.moved?.to.cleanSentence
    }

    /// One line of a table, in the order of `columns`.
    package func cells(now: Date) -> [String] {
        [
            name, category, condition == .failing || condition == .broken ? "\(condition) (\(streak))" : "\(condition)",
            lastSuccess.map { SourceRecord.duration(now.timeIntervalSince($0)) + " ago" } ?? "never",
            itemsADay.map { $0 == 0 ? "0" : String(format: "%.1f", $0) } ?? "",
            next(now: now), source,
        ]
    }

    private func next(now: Date) -> String {
        if condition == .gone || condition == .off { return "never" }
        if !isShown { return "not shown" }
        return nextRequest.map { "in " + SourceRecord.duration($0.timeIntervalSince(now)) } ?? "now"
    }

    package static let columns = ["NAME", "SECTION", "STATE", "LAST ANSWER", "A DAY", "NEXT", "SOURCE"]

    /// Remarks that do not fit into the table.
    /// - Parameter place: where the `categories` stand.
    package func remarks(categories place: String) -> [String] {
        var remarks: [String] = []
        if let reason, streak > 0 {
            let since = failingSince.map { " since \($0.formatted(.iso8601))" } ?? ""
            remarks.append("has failed\(since): \(reason)")
        }
        if let movedTo { remarks.append("has moved to \(movedTo)") }
        if !isShown {
            remarks.append("is not shown: 'categories' \(place) does not name its section '\(category)'")
        }
        return remarks
    }
}

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
