import Foundation
import Values

/// The decisions of one run in a small form. Each different decision is stored once. Each item is stored as the
/// difference between its number and that of the item before it.
struct DecisionLog {
    private var entries = PackedValues()
    private var count = 0
    private var last: Int64 = 0
    private var different = Data()
    /// The index of each decision, by its packed form.
    private var indices: [Data: Int] = [:]

    /// Items must be added in the order of their numbers.
    mutating func append(_ decision: Decision, on item: Int64) {
        var packed = PackedValues()
        packed.append(decision)
        let index = indices[packed.data] ?? indices.count
        if index == indices.count {
            indices[packed.data] = index
            different += packed.data
        }
        entries.append(UInt64(bitPattern: item &- last))
        entries.append(index)
        count += 1
        last = item
    }

    var packed: Data {
        var head = PackedValues()
        head.append(count)
        return head.data + entries.data + different
    }

    /// A packed log without its decision on an item; nil when the log has no such decision.
    /// - Throws: `PackedValues.Damaged`.
    static func without(_ item: Int64, in packed: Data) throws -> DecisionLog? {
        guard try decision(on: item, in: packed) != nil else { return nil }
        var log = DecisionLog()
        for (other, decision) in try decisions(packed).sorted(by: { $0.key < $1.key }) where other != item {
            log.append(decision, on: other)
        }
        return log
    }

    static func decision(on item: Int64, in packed: Data) throws -> Decision? {
        try decisions(packed, on: [item])[item]
    }

    /// The decisions on some items; nil for all.
    /// - Throws: `PackedValues.Damaged`.
    static func decisions(_ packed: Data, on items: Set<Int64>? = nil) throws -> [Int64: Decision] {
        try packed.withUnsafeBytes { bytes in
            var reader = PackedValues.Reader(bytes)
            var item: Int64 = 0
            var wanted: [Int64: UInt64] = [:]
            for _ in 0..<(try reader.count()) {
                item &+= Int64(bitPattern: try reader.number())
                let index = try reader.number()
                if items?.contains(item) ?? true { wanted[item] = index }
            }
            guard !wanted.isEmpty else { return [:] }
            var different: [Decision] = []
            while !reader.isAtEnd { different.append(try reader.decision()) }
            var decisions: [Int64: Decision] = [:]
            for (item, index) in wanted where index < different.count { decisions[item] = different[Int(index)] }
            return decisions
        }
    }
}

// The numbers of the cases are stored. Never use a number again for another case.

extension PackedValues {
    mutating func append(_ decision: Decision) {
        switch decision {
        case .shown(let score): appendCase(0, score)
        case .duplicate(let id): appendCase(1, id)
        case .sameStory(let id, ""): appendCase(2, id)
        case .sameStory(let id, let reason): appendCase(18, id, reason)
        case .sameAffair(let id, let reason): appendCase(19, id, reason)
        case .alreadySent(let digest, let story, let newPublishers):
            appendCase(3, digest, story)
            append(newPublishers)
        case .queued(let cap, let score):
            appendCase(4, cap.rawValue)
            append(score)
        case .tooOld(let date, .published): appendCase(5, date)
        case .tooOld(let date, let reason):
            appendCase(20, date)
            append(reason.rawValue)
        case .beforeSince(let date): appendCase(6, date)
        case .eventOver: append(7)
        case .eventLater(let date): appendCase(8, date)
        case .otherCategory(let category): appendCase(9, category)
        case .otherLanguage(let language): appendCase(10, language)
        case .notIncluded: append(11)
        case .excluded(let pattern): appendCase(12, pattern)
        case .muted(let pattern): appendCase(13, pattern)
        case .past: append(14)
        case .filteredOut: append(15)
        case .quarantined(let step): appendCase(16, step)
        case .dropped: append(17)
        case .belowScore(let score): appendCase(21, score)
        case .eventCancelled: append(22)
        }
    }

    private mutating func appendCase(_ number: Int, _ texts: String...) {
        append(number)
        for text in texts { append(text) }
    }

    private mutating func appendCase(_ number: Int, _ date: Date) {
        append(number)
        append(date.timeIntervalSinceReferenceDate)
    }

    private mutating func appendCase(_ number: Int, _ score: Score) {
        append(number)
        append(score)
    }

    private mutating func append(_ score: Score) {
        append(score.parts.count)
        for part in score.parts {
            append(part.name)
            append(part.value)
        }
    }
}

extension PackedValues.Reader {
    mutating func decision() throws(PackedValues.Damaged) -> Decision {
        switch try number() {
        case 0: .shown(try score())
        case 1: .duplicate(of: try word())
        case 2: .sameStory(as: try word())
        case 3: .alreadySent(digest: try word(), story: try word(), newPublishers: Int(clamping: try number()))
        case 4: .queued(try cap(), try score())
        case 5: .tooOld(try time())
        case 6: .beforeSince(try time())
        case 7: .eventOver
        case 8: .eventLater(try time())
        case 9: .otherCategory(try word())
        case 10: .otherLanguage(try word())
        case 11: .notIncluded
        case 12: .excluded(by: try word())
        case 13: .muted(by: try word())
        case 14: .past
        case 15: .filteredOut
        case 16: .quarantined(while: try word())
        case 17: .dropped
        case 18: .sameStory(as: try word(), because: try word())
        case 19: .sameAffair(as: try word(), because: try word())
        case 20: .tooOld(try time(), try ageReason())
        case 21: .belowScore(try score())
        case 22: .eventCancelled
        default: throw PackedValues.Damaged()
        }
    }

    private mutating func word() throws(PackedValues.Damaged) -> String { try text() ?? "" }

    private mutating func time() throws(PackedValues.Damaged) -> Date {
        Date(timeIntervalSinceReferenceDate: try double()).bounded
    }

    private mutating func ageReason() throws(PackedValues.Damaged) -> Decision.AgeReason {
        guard let reason = Decision.AgeReason(rawValue: try word()) else { throw PackedValues.Damaged() }
        return reason
    }

    private mutating func cap() throws(PackedValues.Damaged) -> Decision.Cap {
        guard let cap = Decision.Cap(rawValue: try word()) else { throw PackedValues.Damaged() }
        return cap
    }

    private mutating func score() throws(PackedValues.Damaged) -> Score {
        var parts: [Score.Part] = []
        for _ in 0..<(try count()) { parts.append(.init(try word(), try double())) }
        return Score(parts)
    }
}
