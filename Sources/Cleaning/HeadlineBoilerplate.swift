import Foundation
import Texts

/// What publishers add to their headlines: their names, as in "Storm closes harbour - Yahoo Sports", sections, as in
/// "Politics › Storm closes harbour", times, and calls to look at something.
struct HeadlineBoilerplate {
    /// The ends that the source adds to titles, and the words with a colon or a bar that it writes before them.
    private let ends, labels: Set<String>
    /// The titles that several items have after different days.
    private let onlyDated: Set<String>
    private let haveSections: Bool

    init(_ items: [Draft], _ profile: inout SourceProfile) {
        let titles = Set(items.map(\.title))
        let dated = titles.compactMap { Addition(dayOf: $0)?.rest }
        onlyDated = Set(dated.counts.filter { $0.value > 1 }.keys)
        // What fewer titles have may tell them apart.
        func habits(_ habit: SourceProfile.Habit, _ additions: [Addition], least: Int) -> Set<String> {
            let counts = additions.map(\.text).counts
            return Set(profile.values(of: habit, counts, in: titles.count, least: least, share: 0.9).keys)
        }
        ends = habits(.endOfTitle, titles.flatMap(Addition.ends), least: 3)
        labels = habits(.labelOfTitle, titles.compactMap { Addition(labelOf: $0) }, least: 4)
        let withSection = titles.count { $0.contains(Self.sectionMark) }
        haveSections = profile.has(.sectionOfTitle, withSection, in: titles.count, least: 3, share: 1)
    }

    func cleaned(_ item: Draft) -> String {
        var title = item.title.withSpacesBetweenSentences(isTitle: true)
        // What is removed may have hidden something. At least a letter or a number is left.
        for _ in 0..<Self.mostAdditions {
            guard let rest = rest(of: title, item)?.trimmingCharacters(in: .whitespaces),
                rest.contains(where: { $0.isLetter || $0.isNumber })
            else { break }
            title = rest
        }
        return title
    }

    /// The title without one addition; nil if it has none.
    private func rest(of title: String, _ item: Draft) -> Substring? {
        // A news desk counts its versions: `WRAPUP 1-Storm closes the harbour`.
        let mark = title.prefix(while: \.isLetter)
        let number = title[mark.endIndex...].prefix { $0 == " " || $0.isNumber }
        if case let rest = title[number.endIndex...], rest.first == "-", Self.marks.contains(String(mark)),
            number.isEmpty ? rest.dropFirst().first?.isUppercase == true : number.last!.isNumber
        {
            return rest.dropFirst()
        }
        if let head = title.beforeTags { return head }
        // The digest shows the day, unless it is of another year, or what differs from another title.
        let year = item.published.map { $0.timeIntervalSince1970 / 31_556_952 + 1970 }
        if let day = Addition(dayOf: title), !onlyDated.contains(day.rest), abs((year ?? day.year) - day.year) < 2 {
            return day.rest[...]
        }
        if let end = Addition.ends(of: title).first(where: { isEnd($0.text, of: item) }) { return end.rest[...] }
        // It invites, as in `WATCH: Storm closes the harbour`, or stands before all titles.
        if let label = Addition(labelOf: title), labels.contains(label.text) || Boilerplate.isCall(label.text) {
            return label.rest[...]
        }
        if haveSections, let mark = title[...].lastRange(ofLiteral: Self.sectionMark) {
            return title[mark.upperBound...]
        }
        // What stood after it was left out.
        return [" -", " |", " –", " —"].first(where: title.hasSuffix).map { title.dropLast($0.count) }
    }

    private func isEnd(_ text: String, of item: Draft) -> Bool {
        if ends.contains(text) || Boilerplate.isCall(text) { return true }
        // One word of the name may be a place or a team: `Explosion in a plant - Elsom`.
        let publisher = item.publisher
        return text.contains(" ") ? publisher.isNamed(by: text) : publisher.isNamed(byWhole: text)
    }

    private static let mostAdditions = 8
    private static let sectionMark = " › "
    /// Marks of a news desk and kinds of articles that an agency writes before a title.
    private static let marks = Phrases.words("mark of a news desk")
}

/// What may be added to a title, before or after it.
struct Addition {
    let text: String
    /// The title without it.
    let rest: String

    /// What follows the last of these separators, if it is short enough for a name.
    init?(after separators: [String], in title: String) {
        let cuts = separators.compactMap { title[...].lastRange(ofLiteral: $0) }
        guard let cut = cuts.max(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
        rest = title[..<cut.lowerBound].trimmingCharacters(in: .whitespaces)
        text = title[cut.upperBound...].trimmingCharacters(in: .whitespaces)
        guard !rest.isEmpty, 1...6 ~= text[...].spaced.count, text.utf8.count <= 90,
            text.contains("[") == text.contains("]"), text.contains("(") == text.contains(")")
        else { return nil }
    }

    /// What precedes the first of these separators.
    private init?(before separators: [String], in title: String) {
        let cuts = separators.compactMap { title[...].firstRange(ofLiteral: $0) }
        guard let cut = cuts.min(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
        (text, rest) = (String(title[..<cut.lowerBound]), String(title[cut.upperBound...]))
        guard rest[...].spaced.count >= 3 else { return nil }
    }

    /// One or two words before a colon or a bar: the place or the section, as in `Harbour: Storm`.
    fileprivate init?(labelOf title: String) {
        self.init(before: [": ", " | "], in: title)
        guard text[...].spaced.count <= 2 else { return nil }
    }

    /// A day in numbers: `16/08/2026 16:30 - Storm closes the harbour`, `[16.08.2026 - 16:30 Uhr] Storm`.
    fileprivate init?(dayOf title: String) {
        guard title.utf8.first(where: { $0 != UInt8(ascii: "[") })?.isDigit == true else { return nil }
        self.init(before: title.hasPrefix("[") ? ["] "] : TitleSeparators.spaced, in: title)
        let words = FoldedText.words(of: text)
        guard words.count >= 3, year > 999, text.isPartOfDate, !words.indices.contains(where: words.isMonth) else {
            return nil
        }
    }

    /// The greatest number in it.
    fileprivate var year: Double { FoldedText.words(of: text).compactMap { Double($0) }.max() ?? 0 }

    private init(_ text: Substring, after rest: Substring) {
        self.text = text.trimmingCharacters(in: .whitespaces)
        self.rest = String(rest)
    }

    /// What ends a title after a separator, in brackets, or after a whole sentence: `Storm closes the harbour. Watch`.
    fileprivate static func ends(of title: String) -> [Addition] {
        let scalars = title.unicodeScalars
        var ends = [Addition(after: TitleSeparators.spaced, in: title)].compactMap(\.self)
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
