import Foundation
import Texts

/// What publishers add to their headlines: their names, as in "Storm closes harbour - Yahoo Sports", sections, as in
/// "Politics › Storm closes harbour", times, and calls to look at something.
struct HeadlineBoilerplate {
    /// The ends that the source adds to titles.
    private let ends: Set<String>
    /// The words with a colon or a bar that it writes before titles.
    private let labels: Set<String>
    /// The titles that several items have after different days.
    private let onlyDated: Set<String>
    private let areAfterName: Bool
    private let haveSections: Bool

    init(_ items: [Draft], _ profile: inout SourceProfile) {
        let source = items.first?.source ?? ""
        let titles = Set(items.map { Self.withoutPost($0.title) })
        let endings = titles.compactMap { title in
            Self.ending(of: title).map { head, ending in
                Addition(text: ending, mark: title.dropFirst(head.count).dropLast(ending.count), rest: head)
            }
        }
        // What tells titles apart must not become a habit, which outlasts this answer.
        let tellingApart = endings.tellingApart.union(endings.severalOften)
        let ends = endings.map(\.text).filter { !tellingApart.contains($0) }.filter {
            $0.first?.isUppercase == true && !$0.contains(where: \.isNumber)
        }
        let beginnings = titles.compactMap { title in
            Self.label(of: title).map { label, rest in
                Addition(
                    text: String(label), mark: title.dropFirst(label.count).dropLast(rest.count), rest: String(rest))
            }
        }
        let labelsApart = beginnings.tellingApart
        let labels = beginnings.map(\.text).filter { !labelsApart.contains($0) }
        let afterName = titles.count { Self.start(of: $0, after: source) != nil }
        let withSection = titles.count { $0.contains(Self.sectionMark) }
        let count = titles.count
        onlyDated = Set(
            titles.compactMap { Self.afterDay($0).map { String($0.rest) } }.counts.filter { $0.value > 1 }.keys)
        self.ends = Set(profile.values(of: .endOfTitle, ends.counts, in: count, least: 3, share: 0.5).keys)
            .subtracting(tellingApart)
        self.labels = Set(profile.values(of: .labelOfTitle, labels.counts, in: count, least: 4, share: 0.8).keys)
            .subtracting(labelsApart)
        areAfterName = profile.has(.nameBeforeTitle, afterName, in: count, least: 3, share: 0.5)
        haveSections = profile.has(.sectionOfTitle, withSection, in: count, least: 3, share: 1)
    }

    func cleaned(_ item: Draft) -> String {
        var title = item.title.withSpacesBetweenSentences
        // What one step removes may have hidden something from an earlier step.
        for _ in 0..<Self.mostRounds {
            let shorter = shortened(title, of: item)
            if shorter == title || !shorter.contains(where: { $0.isLetter || $0.isNumber }) { break }
            title = shorter
        }
        return title
    }

    private static let mostRounds = 4

    private func shortened(_ title: String, of item: Draft) -> String {
        var title = withoutDay(Self.withoutPost(title), of: item)
        if let (head, ending) = Self.ending(of: title), isPublisher(ending, of: item) || Boilerplate.isCall(ending) {
            title = head
        }
        if areAfterName, let start = Self.start(of: title, after: item.source) { title = String(title[start...]) }
        if let (label, rest) = Self.label(of: title), Boilerplate.isCall(String(label)) { title = String(rest) }
        if let (label, rest) = Self.label(of: title),
            labels.contains(String(label)) || label.contains(".") && item.publisher.isNamed(byWhole: String(label))
        {
            title = String(rest)
        }
        title = Self.withoutCategory(title, item.tags)
        if haveSections, let mark = title[...].lastRange(ofLiteral: Self.sectionMark) {
            title = String(title[mark.upperBound...])
        }
        title = Self.withoutAuthor(Self.withoutCount(title, language: item.language), item.author)
        title = Self.withoutLastSentence(Self.withoutCallInBrackets(title)) {
            Boilerplate.isCall($0) || item.publisher.isNamed(byWhole: $0)
        }
        // What stood after the separator was left out: `Storm closes the harbour -`.
        let end = [" -", " |", " –", " —"].first(where: title.hasSuffix)
        return String(title.dropLast(end?.count ?? 0))
    }

    /// The title without what comes from its publication: the marks of a news desk, the time, who posted it again, and
    /// hashtags.
    private static func withoutPost(_ title: String) -> String {
        withoutTags(withoutRepost(withoutTime(withoutMark(title))))
    }

    private func isPublisher(_ ending: String, of item: Draft) -> Bool {
        if ends.contains(ending) || Self.isEnd(ending, ofName: item.source) { return true }
        // One word of the name may be a place or a team: `Explosion in a plant - Elsom`.
        let publisher = item.publisher
        return ending.utf8.contains(UInt8(ascii: " "))
            ? publisher.isNamed(by: ending) : publisher.isNamed(byWhole: ending)
    }

    /// Whether a word is the end of a name that is one word: `Mint` for `Livemint`.
    private static func isEnd(_ ending: String, ofName name: String) -> Bool {
        let (words, name) = (FoldedText.words(of: ending), FoldedText.words(of: name))
        guard words.count == 1, name.count == 1, name[0].hasSuffix(words[0]) else { return false }
        return words[0].utf8.count >= 4 && name[0].utf8.count >= words[0].utf8.count + 3
    }

    /// The ending, if enough words are before it.
    private static func ending(of title: String) -> (head: String, ending: String)? {
        split(title, at: TitleSeparators.spaced).flatMap { $0.head[...].spaced.count >= 3 ? $0 : nil }
    }

    /// Splits at the last of these separators, if the rest is short enough for a name.
    static func split(_ title: String, at separators: [String]) -> (head: String, ending: String)? {
        let cuts = separators.compactMap { title[...].lastRange(ofLiteral: $0) }
        guard let cut = cuts.max(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
        let head = title[..<cut.lowerBound].trimmingCharacters(in: .whitespaces)
        let ending = title[cut.upperBound...].trimmingCharacters(in: .whitespaces)
        let words = ending[...].spaced.count
        let isInBrackets = head.hasOpenBracket || ending.hasOpenBracket
        guard !head.isEmpty, 1...6 ~= words, ending.utf8.count <= 90, !isInBrackets else { return nil }
        return (head, ending)
    }

    /// The title without one of its own categories before it, as a forum writes it: `Help: Boats • Colour of the boat`.
    /// Before a colon, a category is often the one who speaks, or what the title is about.
    private static func withoutCategory(_ title: String, _ tags: [String]) -> String {
        let starts = tags.lazy.filter { !$0.isEmpty && title.hasPrefix($0) }.flatMap { tag in
            [" • ", " | "].map { tag + $0 }
        }
        guard let start = starts.first(where: title.hasPrefix) else { return title }
        let rest = title.dropFirst(start.count)
        return rest.spaced.count >= 2 ? String(rest) : title
    }

    private static let sectionMark = " › "

    /// Where the headline begins after the source's name and a separator.
    private static func start(of title: String, after source: String) -> String.Index? {
        guard !source.isEmpty, title.hasPrefix(source) else { return nil }
        let rest = title.dropFirst(source.count)
        let mark = ([": "] + TitleSeparators.spaced).first { rest.hasPrefix($0) && rest.count > $0.count }
        return mark.map { rest.index(rest.startIndex, offsetBy: $0.count) }
    }

    /// The title without the time in square brackets before it: `[16.08.2026 - 16:30 Uhr] Storm`.
    private static func withoutTime(_ title: String) -> String {
        guard title.hasPrefix("["), let end = title.firstIndex(of: "]") else { return title }
        let time = title[..<end].dropFirst()
        let rest = title[end...].dropFirst().drop { $0 == " " }
        let words = time.split { !$0.isLetter && !$0.isNumber }
        let isTime =
            words.count >= 3 && words.count { $0.allSatisfy(\.isNumber) } >= 3 && words.allSatisfy { $0.count <= 4 }
        return isTime && !rest.isEmpty ? String(rest) : title
    }

    /// What follows a day in numbers and a dash, if it is a headline: `16/08/2026 16:30 - Storm closes the harbour`.
    private static func afterDay(_ title: String) -> (year: Int, rest: Substring)? {
        // The expression is dear, and most titles that begin with a number go on with a word.
        guard case let number = title.utf8.prefix(5).prefix(while: \.isDigit), !number.isEmpty,
            title[number.endIndex...].first.map({ "./-".contains($0) }) == true,
            let day = title.prefixMatch(
                of: #/[0-9]{1,4}([.\/\-])[0-9]{1,2}\1[0-9]{1,4}(?:,? [0-9]{1,2}[:h][0-9]{2})? [\-–—] /#),
            case let numbers = day.output.0.prefix(while: { !" ,".contains($0) }),
            let year = Int(numbers.prefix(4)) ?? Int(numbers.suffix(4)),
            case let rest = title[day.range.upperBound...], rest.spaced.count >= 3
        else { return nil }
        return (year, rest)
    }

    /// The title without its day, unless this is what it tells: that of another year, or what differs from another
    /// title.
    private func withoutDay(_ title: String, of item: Draft) -> String {
        guard let (year, rest) = Self.afterDay(title), !onlyDated.contains(String(rest)),
            item.published.map({ abs($0.timeIntervalSince1970 / 31_556_952 + 1970 - Double(year)) < 2 }) ?? true
        else { return title }
        return String(rest)
    }

    /// One or two words before a colon or a bar, or words in brackets, and what follows: the place or the section, as
    /// in `Harbour: Storm`.
    private static func label(of title: String) -> (label: Substring, rest: Substring)? {
        if let open = title.first, let close = Boilerplate.brackets[open], let end = title.firstIndex(of: close),
            title[..<end].lastIndex(of: open) == title.startIndex
        {
            let rest = title[end...].dropFirst().drop { $0 == " " }
            return rest.isEmpty ? nil : (title[...end], rest)
        }
        let marks = [": ", " | "].compactMap { title[...].firstRange(ofLiteral: $0) }
        guard let mark = marks.min(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
        let (label, rest) = (title[..<mark.lowerBound], title[mark.upperBound...])
        return 1...2 ~= label.spaced.count && rest.spaced.count >= 3 ? (label, rest) : nil
    }

    /// The title without the hashtags at its end: `Boat race #elsom #harbour`. A single one may belong to the sentence.
    private static func withoutTags(_ title: String) -> String {
        guard title.utf8.contains(UInt8(ascii: "#")) else { return title }
        let words = title[...].spaced
        let tags = words.reversed().prefix { $0.hasPrefix("#") && $0.dropFirst().first?.isLetter == true }
        guard tags.count > 1 || tags.first?.lowercased() == "#shorts", words.count >= tags.count + 3 else {
            return title
        }
        return words.dropLast(tags.count).joined(separator: " ")
    }

    /// The title of a post without who posted it again: `RT by @anna: Storm`.
    private static func withoutRepost(_ title: String) -> String {
        guard title.hasPrefix("RT by @"), let colon = title[...].firstRange(ofLiteral: ": ") else { return title }
        return String(title[colon.upperBound...])
    }

    /// The title without the marks of a news desk, such as `WRAPUP 1-`.
    private static func withoutMark(_ title: String) -> String {
        guard let dash = title.utf8.prefix(24).firstIndex(of: UInt8(ascii: "-")) else { return title }
        let parts = title[..<dash].split(separator: " ", omittingEmptySubsequences: false)
        let rest = title[title.utf8.index(after: dash)...].unicodeScalars.drop { $0 == " " }
        let isNumbered = parts.count == 2 && !parts[1].isEmpty && parts[1].utf8.areDigits
        let isKind = kinds.contains(String(title[..<dash])) && title[dash...].dropFirst().first?.isUppercase == true
        guard let mark = parts.first, isKind || marks.contains(String(mark)), parts.count == 1 || isNumbered,
            Substring(rest).spaced.count >= 3
        else { return title }
        return withoutMark(String(rest))
    }

    /// Kinds of articles that an agency writes before a title, without a space: `Analysis-Storm`.
    private static let kinds: Set<String> = [
        "Analysis", "ANALYSIS", "Exclusive", "EXCLUSIVE", "Explainer", "EXPLAINER", "Factbox", "FACTBOX", "Focus",
    ]
    private static let marks: Set<String> = [
        "WRAPUP", "UPDATE", "RPT", "REFILE", "CORRECTED", "CORRECTION", "ADVISORY",
    ]

    /// The title without the author at its end: `A bridge opens, by Anna Lee`.
    private static func withoutAuthor(_ title: String, _ author: String?) -> String {
        let end = title.hasSuffix(".") ? title.dropLast() : title[...]
        guard let author, !author.isEmpty, end.hasSuffix(" " + author) else { return title }
        let head = end.dropLast(author.count + 1)
        guard let by = head.spaced.last, AuthorWords.isPreposition(String(by)), head.spaced.count > 3 else {
            return title
        }
        let rest = head.dropLast(by.count).trimmingCharacters(in: .whitespaces)
        return rest.hasSuffix(",") ? String(rest.dropLast()) : rest
    }

    /// The title without `[Video]` at its end.
    private static func withoutCallInBrackets(_ title: String) -> String {
        let scalars = title.unicodeScalars
        guard scalars.last == "]" || scalars.last == ")",
            let open = scalars.lastIndex(where: { $0 == "[" || $0 == "(" }),
            Boilerplate.isCall(String(title[open...])), title[..<open].spaced.count >= 3
        else { return title }
        return title[..<open].trimmingCharacters(in: .whitespaces)
    }

    /// The title without its last sentence if that is no news: `Storm closes the harbour. Watch`.
    private static func withoutLastSentence(_ title: String, if isBoilerplate: (String) -> Bool) -> String {
        let scalars = title.unicodeScalars
        guard let mark = scalars.suffix(30).lastIndex(where: { ".!?".unicodeScalars.contains($0) }),
            case let end = scalars.index(after: mark), end < scalars.endIndex, scalars[end] == " ",
            title[..<mark].spaced.count >= 3, isBoilerplate(String(title[end...]))
        else { return title }
        return String(scalars[mark] == "." ? title[..<mark] : title[..<end])
    }

    /// The title without the "(2)" of a second version. In some languages such a number is an age.
    private static func withoutCount(_ title: String, language: String?) -> String {
        let bytes = title.utf8.suffix(4)
        guard bytes.count == 4, bytes.starts(with: " (".utf8), bytes.last == UInt8(ascii: ")"),
            let digit = bytes.dropFirst(2).first, (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(digit),
            let language, !ages.contains(LanguageTag.primary(language)),
            title[...].spaced.count > 3
        else { return title }
        return String(title.dropLast(4))
    }

    private static let ages: Set<String> = ["de", "nl", "da", "nb", "no", "sv", "fi", "pl", "cs", "sk", "hu"]
}

/// What may be added to a title, before or after it.
private struct Addition {
    let text: String
    /// What separates it from the title.
    let mark: Substring
    /// The title without it.
    let rest: String
}

extension [Addition] {
    /// Those that tell titles apart: others of the same form stand at the same place (`Line 4: …` and `Line 6: …`), or
    /// nothing else differs between two titles.
    fileprivate var tellingApart: Set<String> {
        several { addition in
            let first = FoldedText.words(of: addition.text).first { !Boilerplate.wordsBeforeOthers.contains($0) }
            return first.map { "\(addition.mark)\($0.utf8.areDigits ? "#" : $0)" }
        }.union(several { "\($0.mark)\n\($0.rest)" })
    }

    /// Those that several titles have, if there are two or more after the same separator, such as the names of places.
    fileprivate var severalOften: Set<String> {
        let counts = map(\.text).counts
        return filter { counts[$0.text, default: 0] > 1 }.several { String($0.mark) }
    }

    /// The texts that share their key with another text.
    private func several(_ key: (Addition) -> String?) -> Set<String> {
        var texts: [String: Set<String>] = [:]
        for addition in self { key(addition).map { _ = texts[$0, default: []].insert(addition.text) } }
        return texts.values.reduce(into: []) { if $1.count > 1 { $0.formUnion($1) } }
    }
}

extension String {
    /// Whether it has not as many closing brackets as opening ones.
    fileprivate var hasOpenBracket: Bool {
        let depth = unicodeScalars.reduce(0) {
            $0 + ("([".unicodeScalars.contains($1) ? 1 : ")]".unicodeScalars.contains($1) ? -1 : 0)
        }
        return depth != 0
    }
}
