import Foundation
import Texts

/// What the answers of a source have shown of its habits: what it repeats, what it adds to titles, where it cuts texts.
///
/// A habit begins when enough texts of one answer show it. Then it holds in later answers, too, so that a text is
/// cleaned in the same way whether it comes alone or with others. It ends with an answer of which hardly a text shows
/// it, or if no answer has shown it for half a year.
package struct SourceProfile: Sendable, Equatable {
    package enum Habit: String {
        case endOfTitle, labelOfTitle, sectionOfTitle, suffixOfTitle
        case sentence, labelOfText, valueAsText
        case cutWithoutSign, cutWithSign
        case encodedTwice, onlyDays
    }

    /// How many texts of an answer show a habit.
    struct Evidence: Equatable {
        /// When an answer last showed enough, in days since 1970.
        var day: Int
        var count: Int
        /// The number of all texts in the answer.
        var texts: Int
        var share: Double { Double(count) / Double(max(1, texts)) }
    }

    /// A service brings the texts of many publishers. Each of them has its own habits.
    private struct Key: Hashable {
        var habit: Habit
        var publisher: String
        var value: String

        var line: String { "\(publisher)\t\(value)" }
        /// Whether it is one short line with one tab.
        var isStorable: Bool { line.utf8.count <= 300 && line.utf8.count { $0 < 0x20 } == 1 }
    }

    private var memories: [Key: Evidence] = [:]
    private let today: Int
    /// Whose texts are cleaned. Empty for what all publishers of a service have in common.
    package var publisher = ""

    /// - Parameter lines: the stored form. A line that cannot be read is left out.
    package init(_ lines: String?, now: Date) {
        today = Int(now.timeIntervalSince1970 / 86_400)
        for line in (lines ?? "").split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 6, let habit = Habit(rawValue: String(fields[0])), let day = Int32(fields[1]),
                let count = Int32(fields[2]), let texts = Int32(fields[3]), today - Int(day) <= Self.longestMemory
            else { continue }
            memories[Key(habit: habit, publisher: String(fields[4]), value: String(fields[5]))] = Evidence(
                day: Int(day), count: Int(count), texts: Int(texts))
        }
    }

    /// The stored form, a line for each habit; nil if there is none. The newest and clearest habits are kept.
    package var lines: String? {
        let all = memories.sorted { a, b in
            (b.value.day, b.value.count, a.key.line) < (a.value.day, a.value.count, b.key.line)
        }
        let lines = all.prefix(Self.most).map { key, memory in
            "\(key.habit.rawValue)\t\(memory.day)\t\(memory.count)\t\(memory.texts)\t\(key.line)"
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// The values of a habit that hold, after what the texts of an answer show. It begins with the least number and share
    /// of them.
    /// - Parameter counts: how many of them show each value.
    mutating func values(
        of habit: Habit, _ counts: [String: Int], in texts: Int, least: Int, share: Double = 0
    ) -> [String: Evidence] {
        var values: [String: Evidence] = [:]
        for (key, memory) in memories where key.habit == habit && key.publisher == publisher {
            let count = counts[key.value, default: 0]
            let isOver = texts >= Self.enough && (count == 0 || Double(count) < share * Double(texts) / 4)
            if isOver { memories[key] = nil } else { values[key.value] = memory }
        }
        for (value, count) in counts where count >= least && Double(count) >= share * Double(texts) {
            // Fewer texts than before show the habit no less, as long as it holds.
            var evidence = Evidence(day: today, count: count, texts: texts)
            if let known = values[value], known.share > evidence.share {
                (evidence.count, evidence.texts) = (known.count, known.texts)
            }
            values[value] = evidence
            let key = Key(habit: habit, publisher: publisher, value: value)
            if key.isStorable { memories[key] = evidence }
        }
        return values
    }

    /// Whether a habit without values holds.
    package mutating func has(_ habit: Habit, _ count: Int, in texts: Int, least: Int, share: Double = 0) -> Bool {
        !values(of: habit, ["": count], in: texts, least: least, share: share).isEmpty
    }

    /// The least number of texts that show that a habit is over.
    private static let enough = 8
    /// In days.
    private static let longestMemory = 182
    /// The greatest number of habits.
    private static let most = 64
}

extension Sequence where Element: Hashable {
    var counts: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
