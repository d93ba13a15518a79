import Foundation
import Texts

/// What publishers add to their headlines: their names, as in "Storm closes harbour - Yahoo Sports", sections, as in
/// "Politics › Storm closes harbour", times, and calls to look at something.
struct HeadlineBoilerplate {
    /// The ends that the source adds to titles, and the words with a colon or a bar that it writes before them.
    private let ends, labels: Set<String>
    /// The titles that several items have after different days.
    fileprivate let onlyDated: Set<String>
    fileprivate let haveSections: Bool

    init(_ items: [Draft], _ profile: inout SourceProfile) {
        let titles = Set(items.map(\.title))
        let dated = titles.compactMap { TitleDay(before: $0)?.rest }
        onlyDated = Set(dated.counts.filter { $0.value > 1 }.keys)
        ends = titles.compactMap { Addition(endOf: $0) }
            .habits(.endOfTitle, in: titles.count, least: 3, share: 0.5, &profile)
        labels = titles.compactMap { Addition(labelOf: $0) }
            .habits(.labelOfTitle, in: titles.count, least: 4, share: 0.8, &profile)
        let withSection = titles.count { $0.contains(Self.sectionMark) }
        haveSections = profile.has(.sectionOfTitle, withSection, in: titles.count, least: 3, share: 1)
    }

    func cleaned(_ item: Draft) -> String {
        var title = item.title.withSpacesBetweenSentences(isTitle: true)
        // What one rule removes may have hidden something from an earlier rule.
        for _ in 0..<Self.mostRounds {
            let shorter = TitleRule.all.reduce(title) { $1.shortened($0, item, self) }
            if shorter == title { break }
            title = shorter
        }
        return title
    }

    fileprivate func isEnd(_ text: String, of item: Draft) -> Bool {
        if ends.contains(text) || Boilerplate.isCall(text) { return true }
        // One word of the name may be a place or a team: `Explosion in a plant - Elsom`.
        let publisher = item.publisher
        return text.contains(" ") ? publisher.isNamed(by: text) : publisher.isNamed(byWhole: text)
    }

    fileprivate func isLabel(_ text: String) -> Bool { labels.contains(text) || Boilerplate.isCall(text) }

    private static let mostRounds = 4
    fileprivate static let sectionMark = " › "
}

/// One kind of addition to a title.
struct TitleRule: Sendable {
    /// A title of the `Elsom Gazette` that the rule makes to `Storm closes the harbour`. Empty if only a habit shows what
    /// is added.
    let example: String
    let reason: String
    /// The title without the addition.
    let rest: @Sendable (String, Draft, HeadlineBoilerplate) -> Substring?

    /// The title without what the rule takes. At least a letter or a number is left.
    fileprivate func shortened(_ title: String, _ item: Draft, _ habits: HeadlineBoilerplate) -> String {
        guard let rest = rest(title, item, habits)?.trimmingCharacters(in: .whitespaces),
            rest.contains(where: { $0.isLetter || $0.isNumber })
        else { return title }
        return rest
    }

    static let all = [
        TitleRule(example: "WRAPUP 1-Storm closes the harbour", reason: "a news desk counts its versions") {
            title, _, _ in
            guard let dash = title.utf8.prefix(24).firstIndex(of: UInt8(ascii: "-")) else { return nil }
            let parts = title[..<dash].split(separator: " ", omittingEmptySubsequences: false)
            let rest = title[dash...].dropFirst()
            let isVersion = parts.count == 2 && Int(parts[1]) != nil
            guard isVersion || parts.count == 1 && rest.first?.isUppercase == true else { return nil }
            return parts.first.map { marks.contains(String($0)) } == true ? rest : nil
        },
        TitleRule(example: "Storm closes the harbour #elsom #storm", reason: "a list of tags tells nothing") {
            title, _, _ in title.beforeTags
        },
        TitleRule(example: "16/08/2026 16:30 - Storm closes the harbour", reason: "the digest shows the day") {
            title, item, habits in
            // Unless this is what it tells: the day of another year, or what differs from another title.
            guard let day = TitleDay(before: title), !habits.onlyDated.contains(day.rest),
                item.published.map({ abs($0.timeIntervalSince1970 / 31_556_952 + 1970 - Double(day.year)) < 2 })
                    ?? true
            else { return nil }
            return day.rest[...]
        },
        TitleRule(example: "Storm closes the harbour - Elsom Gazette", reason: "the digest names the publisher") {
            title, item, habits in
            Addition.ends(of: title).first { habits.isEnd($0.text, of: item) }?.rest[...]
        },
        TitleRule(example: "WATCH: Storm closes the harbour", reason: "it invites, or stands before most titles") {
            title, _, habits in
            Addition(labelOf: title).flatMap { habits.isLabel($0.text) ? $0.rest[...] : nil }
        },
        TitleRule(example: "", reason: "a section before all titles: `Town › Storm closes the harbour`") {
            title, _, habits in
            guard habits.haveSections else { return nil }
            return title[...].lastRange(ofLiteral: HeadlineBoilerplate.sectionMark).map { title[$0.upperBound...] }
        },
        TitleRule(example: "Storm closes the harbour -", reason: "what stood after it was left out") { title, _, _ in
            [" -", " |", " –", " —"].first(where: title.hasSuffix).map { title.dropLast($0.count) }
        },
    ]

    /// Marks of a news desk and kinds of articles that an agency writes before a title.
    private static let marks = Phrases.words("mark of a news desk")
}

/// A day in numbers before a headline: `16/08/2026 16:30 - Storm closes the harbour`, `[16.08.2026 - 16:30 Uhr] Storm`.
private struct TitleDay {
    let year: Int
    let rest: String

    init?(before title: String) {
        // The expression is dear, and most titles that begin with a number go on with a word.
        let number = title.utf8.drop { $0 == UInt8(ascii: "[") }.prefix(5).prefix(while: \.isDigit)
        guard !number.isEmpty, title[number.endIndex...].first.map({ "./-".contains($0) }) == true,
            let day = title.prefixMatch(
                of:
                    #/
                    \[? ([0-9]{1,4}) ([.\/\-]) [0-9]{1,2} \2 ([0-9]{1,4})
                    (?: ,?\ (?:-\ )? [0-9]{1,2} [:h] [0-9]{2} (?:\ Uhr)? )?
                    (?: \] | \ [\-–—] ) \u{20}
                    /#
            ), let first = Int(day.output.1), let last = Int(day.output.3),
            case let rest = title[day.range.upperBound...], rest.spaced.count >= 3
        else { return nil }
        (year, self.rest) = (max(first, last), String(rest))
    }
}

/// What may be added to a title, before or after it.
struct Addition {
    let text: String
    /// What separates it from the title.
    let mark: String
    /// The title without it.
    let rest: String

    /// What follows the last of these separators, if it is short enough for a name.
    init?(after separators: [String], in title: String) {
        let cuts = separators.compactMap { title[...].lastRange(ofLiteral: $0) }
        guard let cut = cuts.max(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
        rest = title[..<cut.lowerBound].trimmingCharacters(in: .whitespaces)
        text = title[cut.upperBound...].trimmingCharacters(in: .whitespaces)
        mark = String(title[cut])
        guard !rest.isEmpty, 1...6 ~= text[...].spaced.count, text.utf8.count <= 90,
            text.contains("[") == text.contains("]"), text.contains("(") == text.contains(")")
        else { return nil }
    }

    /// The same after enough words.
    fileprivate init?(endOf title: String) {
        self.init(after: TitleSeparators.spaced, in: title)
        guard rest[...].spaced.count >= 3 else { return nil }
    }

    /// One or two words before a colon or a bar: the place or the section, as in `Harbour: Storm`.
    fileprivate init?(labelOf title: String) {
        let cuts = [": ", " | "].compactMap { title[...].firstRange(ofLiteral: $0) }
        guard let cut = cuts.min(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
        (text, mark) = (String(title[..<cut.lowerBound]), String(title[cut]))
        rest = String(title[cut.upperBound...])
        guard 1...2 ~= text[...].spaced.count, rest[...].spaced.count >= 3 else { return nil }
    }

    private init(_ text: Substring, after rest: Substring) {
        self.text = text.trimmingCharacters(in: .whitespaces)
        (mark, self.rest) = ("", String(rest))
    }

    /// What ends a title after a separator, in brackets, or after a whole sentence: `Storm closes the harbour. Watch`.
    fileprivate static func ends(of title: String) -> [Addition] {
        let scalars = title.unicodeScalars
        var ends = Addition(endOf: title).map { [$0] } ?? []
        if scalars.last == "]" || scalars.last == ")", let open = scalars.lastIndex(where: { $0 == "[" || $0 == "(" }) {
            ends.append(Addition(title[open...], after: title[..<open]))
        }
        if let mark = scalars.suffix(30).lastIndex(where: { ".!?".unicodeScalars.contains($0) }),
            case let end = scalars.index(after: mark), end < scalars.endIndex, scalars[end] == " "
        {
            ends.append(Addition(title[end...], after: scalars[mark] == "." ? title[..<mark] : title[..<end]))
        }
        return ends.filter { $0.rest[...].spaced.count >= 3 }
    }
}

extension [Addition] {
    /// Those that the source adds to titles. What tells titles apart must not become a habit, which outlasts this answer.
    fileprivate func habits(
        _ habit: SourceProfile.Habit, in titles: Int, least: Int, share: Double, _ profile: inout SourceProfile
    ) -> Set<String> {
        let apart = tellingApart
        let texts = map(\.text).filter { text in
            !apart.contains(text) && text.first?.isLowercase == false && !text.contains(where: \.isNumber)
        }
        return Set(profile.values(of: habit, texts.counts, in: titles, least: least, share: share).keys)
            .subtracting(apart)
    }

    /// Those that tell titles apart: others of the same form stand at the same place (`Line 4: …` and `Line 6: …`), nothing
    /// else differs between two titles, or two or more after the same separator are frequent, such as the names of places.
    private var tellingApart: Set<String> {
        let counts = map(\.text).counts
        let sameForm = several { addition in
            let first = FoldedText.words(of: addition.text).first { !Boilerplate.wordsBeforeOthers.contains($0) }
            return first.map { "\(addition.mark)\($0.utf8.areDigits ? "#" : $0)" }
        }
        return sameForm.union(several { "\($0.mark)\n\($0.rest)" })
            .union(filter { counts[$0.text, default: 0] > 1 }.several(\.mark))
    }

    /// The texts that share their key with another text.
    private func several(_ key: (Addition) -> String?) -> Set<String> {
        var texts: [String: Set<String>] = [:]
        for addition in self { key(addition).map { _ = texts[$0, default: []].insert(addition.text) } }
        return texts.values.reduce(into: []) { if $1.count > 1 { $0.formUnion($1) } }
    }
}
