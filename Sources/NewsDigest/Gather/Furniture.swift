import Foundation
import Texts
import Values

extension [Item] {
    /// The items of one answer, without what their publishers wrote around the news: additions to the titles, and
    /// sentences that invite, link or repeat.
    var withoutFurniture: [Item] {
        var items = self
        let articles = indices.filter { self[$0].kind == .article }
        for places in Dictionary(grouping: articles, by: { self[$0].source }).values {
            let own = places.map { self[$0] }
            let (endings, cut) = (HeadlineEndings(own), CutTexts(own))
            let texts = own.map { item in
                cut.marked(item.summary).withPlainSpaces.withoutDateline.withSpacesBetweenSentences.sentences
            }
            let repeated = RepeatedSentences(own, texts)
            for (place, text) in zip(places, texts) {
                items[place].title = endings.cleaned(self[place])
                items[place].summary = CleanSummary(text, of: items[place], repeated: repeated).text
            }
        }
        return items
    }
}

/// The ends of headlines that name a publisher, as in "Storm closes harbour - Yahoo Sports".
struct HeadlineEndings {
    private var counts: [String: Int] = [:]
    private var titles = 0

    init(_ items: [Item]) {
        for title in Set(items.map(\.title)) {
            titles += 1
            if let (_, ending) = Self.split(title) { counts[ending, default: 0] += 1 }
        }
    }

    func cleaned(_ item: Item) -> String {
        var title = Self.withoutMark(item.title)
        if let (head, ending) = Self.split(title), isPublisher(ending, of: item) { title = head }
        return Self.withoutCount(title, language: item.language)
    }

    private func isPublisher(_ ending: String, of item: Item) -> Bool {
        let count = counts[ending, default: 0]
        let isRepeated = count >= 3 && count * 2 >= titles && ending.first?.isUppercase == true
        return isRepeated && !ending.contains(where: \.isNumber) || item.isPublisher(ending)
    }

    /// Splits at the last separator, if enough stands before it and the rest is short enough for a name.
    private static func split(_ title: String) -> (head: String, ending: String)? {
        let cuts = separators.compactMap { title[...].lastRange(ofLiteral: $0) }
        guard let cut = cuts.max(by: { $0.lowerBound < $1.lowerBound }) else { return nil }
        let head = title[..<cut.lowerBound].trimmingCharacters(in: .whitespaces)
        let ending = title[cut.upperBound...].trimmingCharacters(in: .whitespaces)
        let words = ending[...].spaced.count
        guard head[...].spaced.count >= 3, 1...5 ~= words, ending.utf8.count <= 90 else { return nil }
        return (head, ending)
    }

    private static let separators = [" - ", " | ", " – ", " — ", " :: ", " // ", " « "]

    /// The title without the marks of a news desk, such as `WRAPUP 1-`.
    private static func withoutMark(_ title: String) -> String {
        guard let dash = title.utf8.prefix(24).firstIndex(of: UInt8(ascii: "-")) else { return title }
        let parts = title[..<dash].split(separator: " ", omittingEmptySubsequences: false)
        let rest = title[title.index(after: dash)...].drop { $0 == " " }
        let isNumbered =
            parts.count == 2 && !parts[1].isEmpty && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard let mark = parts.first, marks.contains(String(mark)), parts.count == 1 || isNumbered,
            rest.spaced.count >= 3
        else { return title }
        return withoutMark(String(rest))
    }

    private static let marks: Set<String> = [
        "WRAPUP", "UPDATE", "RPT", "REFILE", "CORRECTED", "CORRECTION", "ADVISORY",
    ]

    /// The title without the "(2)" of a second version. In some languages such a number is an age.
    private static func withoutCount(_ title: String, language: String?) -> String {
        let bytes = title.utf8.suffix(4)
        guard bytes.count == 4, bytes.starts(with: " (".utf8), bytes.last == UInt8(ascii: ")"),
            let digit = bytes.dropFirst(2).first, (UInt8(ascii: "2")...UInt8(ascii: "9")).contains(digit),
            !ages.contains(String((language ?? "").lowercased().prefix(2))),
            title[...].spaced.count > 3
        else { return title }
        return String(title.dropLast(4))
    }

    private static let ages: Set<String> = ["de", "nl", "da", "nb", "no", "sv", "fi", "pl", "cs", "sk", "hu"]
}

/// The sentences that begin or end several entries of one source.
struct RepeatedSentences {
    private var holders: [[String]: Set<Int>] = [:]
    private var titles: [Set<Substring>] = []
    private var texts = 0
    /// The words of the source's name.
    private var publisher: Set<String> = []

    /// - Parameter summaries: the sentences of each item's summary.
    init(_ items: [Item], _ summaries: [[Sentence]]) {
        publisher = items.first?.publisherWords.filter { $0.utf8.count > 3 } ?? []
        for (index, (item, sentences)) in zip(items, summaries).enumerated() {
            titles.append(Self.stems(FoldedText.words(of: item.title)))
            if sentences.isEmpty { continue }
            texts += 1
            for sentence in sentences.prefix(Self.depth) + sentences.suffix(Self.depth) {
                holders[Self.key(sentence), default: []].insert(index)
            }
        }
    }

    /// Whether the sentence repeats and does not tell what the titles of its entries tell.
    func isFurniture(_ sentence: Sentence) -> Bool {
        let words = Self.key(sentence)
        guard !words.isEmpty, words.count <= Furniture.longest, let holders = holders[words],
            holders.count >= Self.least, !isTopic(words, of: holders)
        else { return false }
        let share = Double(holders.count) / Double(texts)
        if !sentence.isClosed { return share >= (words.count <= 6 ? 0.08 : 0.3) }
        let isOwn = Furniture.addressesReaders(words) || words.contains(where: publisher.contains)
        return share >= (isOwn ? 0.3 : 0.5) && (isOwn || sentence.isParagraph && holders.count > Self.least)
    }

    /// Whether half of the titles have a word of the sentence.
    private func isTopic(_ words: [String], of holders: Set<Int>) -> Bool {
        let stems = Self.stems(words.filter { !publisher.contains($0) })
        return holders.count { !titles[$0].isDisjoint(with: stems) } * 2 >= holders.count
    }

    /// The words. In what is no sentence, such as a line with a date, there is one sign for all numbers.
    private static func key(_ sentence: Sentence) -> [String] {
        if sentence.isClosed { return sentence.words }
        return sentence.words.map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? "#" : $0 }
    }

    private static func stems(_ words: [String]) -> Set<Substring> {
        Set(words.filter { $0.unicodeScalars.count > 3 }.map { $0.prefix(5) })
    }

    /// The number of sentences at each end that are compared.
    private static let depth = 4
    /// The least number of entries with the same sentence.
    private static let least = 3
}

/// The texts that a source cuts after a number of characters without a sign, often inside a word.
struct CutTexts {
    /// The length of these texts, in scalars. Nil if the source has none.
    private let length: Int?

    init(_ items: [Item]) {
        let texts = items.map(\.summary)
        let longest = texts.map(\.unicodeScalars.count).max() ?? 0
        let count = texts.count { Self.isCut($0, at: longest) }
        length = longest >= Self.shortest && count >= Self.least ? longest : nil
    }

    /// The text with "…" in place of its last word, if it was cut.
    func marked(_ text: String) -> String {
        guard let length, Self.isCut(text, at: length) else { return text }
        let end = text.unicodeScalars.lastIndex(where: \.properties.isWhitespace) ?? text.endIndex
        return text[..<end] + "…"
    }

    /// Whether the text is as long as the longest ones, or shorter by a space, and ends without a mark.
    private static func isCut(_ text: String, at length: Int) -> Bool {
        guard length - 1...length ~= text.unicodeScalars.count, let last = text.unicodeScalars.last else {
            return false
        }
        return last.properties.isAlphabetic || last.properties.numericType != nil
            || ",;–—-".unicodeScalars.contains(last)
    }

    private static let shortest = 80
    /// The least number of texts with the same length.
    private static let least = 3
}

/// A summary without furniture.
struct CleanSummary {
    private var sentences: [Sentence]
    private let item: Item
    private let title: [String]
    private let repeated: RepeatedSentences

    init(_ sentences: [Sentence], of item: Item, repeated: RepeatedSentences) {
        self.sentences = sentences
        self.item = item
        self.repeated = repeated
        title = FoldedText.words(of: item.title)
        dropLists()
        while dropEnding() || dropOpening() {}
        dropLink()
        dropBetween()
        dropScrap()
        dropRepetition()
    }

    var text: String { sentences.text.withOneEllipsis }
}

extension CleanSummary {
    /// Removes lists together with the furniture that introduces them, such as `Sponsored by:`.
    private mutating func dropLists() {
        var kept: [Sentence] = []
        var isInList = false
        for sentence in sentences {
            if sentence.beginsParagraph, sentence.isListItem, !isInList, kept.last.map(isListHeading) == true {
                kept.removeLast()
                isInList = true
            } else if sentence.beginsParagraph {
                isInList = isInList && sentence.isListItem
            }
            if !isInList { kept.append(sentence) }
        }
        sentences = kept
    }

    /// One word, such as `More:`, may also introduce news.
    private func isListHeading(_ sentence: Sentence) -> Bool {
        guard sentence.endsParagraph, sentence.text.hasSuffix(":") else { return false }
        let words = sentence.words
        return words.count > 1 && (Furniture.isEnding(words) || Furniture.isEndingLabel(words))
    }

    /// Removes the last sentences if they are furniture.
    private mutating func dropEnding() -> Bool {
        guard let last = sentences.last else { return false }
        let isFurniture =
            last.isEmptyOfWords || last.text.unicodeScalars.first == "©" || repeated.isFurniture(last)
            || last.isListOfTopics && sentences.dropLast().last?.isClosed != false
            || last.label.map { $0.rest.count <= 8 && Furniture.isEndingLabel($0.words) } == true
        if isFurniture { return drop(last: 1) }
        var words: [String] = []
        // A quoted title may contain the ends of sentences.
        for (offset, sentence) in sentences.reversed().prefix(Self.longestPhrase).enumerated() {
            words = sentence.words + words
            if words.count > Furniture.longest { break }
            if Furniture.isEnding(words, areSeveral: offset > 0) || isTitle(words) && sentences.count > offset + 1 {
                return drop(last: offset + 1)
            }
        }
        return false
    }

    /// Removes the link after a text that was cut: `It cost Continue reading Title`.
    private mutating func dropLink() {
        guard let text = sentences.last?.text else { return }
        let longest = 40 + 2 * item.title.unicodeScalars.count
        let start = text.unicodeScalars.index(text.endIndex, offsetBy: -longest, limitedBy: text.startIndex)
        let end = text[(start ?? text.startIndex)...]
        let link = Furniture.links.lazy.compactMap { end.lastRange(ofLiteral: $0) }.first
        guard let link, isTitleOrNothing(text[link.upperBound...]) else { return }
        let head = text[..<link.lowerBound].trimmingCharacters(in: Self.joins)
        if !head.isEmpty { sentences.append(sentences.removeLast().replaced(by: head + "…")) }
    }

    private func isTitleOrNothing(_ rest: Substring) -> Bool {
        let words = FoldedText.words(of: String(rest))
        return words.isEmpty ? !rest.contains { ".!?".contains($0) } : words == title
    }

    /// Removes sentences inside the text that are nothing but furniture.
    private mutating func dropBetween() {
        let last = sentences.count - 1
        sentences = sentences.enumerated().filter { index, sentence in
            let isInside = index > 0 && index < last
            return !(isInside && (sentence.isEmptyOfWords || Furniture.isEnding(sentence.words)))
        }.map(\.element)
    }

    /// Removes the one to three words that a source left of a sentence, as in "It rained. The…".
    private mutating func dropScrap() {
        guard sentences.count > 1, let last = sentences.last, !last.isListItem else { return }
        let isCut = ["…", "...", "]", "…)"].contains { last.text.hasSuffix($0) }
        if isCut, last.text[...].spaced.count <= 3, sentences[sentences.count - 2].isClosed {
            sentences.removeLast()
        }
    }

    /// Whether the paragraph is the entry's author.
    private func isByline(_ sentence: Sentence) -> Bool {
        sentence.isParagraph && item.author.map { FoldedText.words(of: $0) == sentence.words } == true
    }

    /// Removes a short text if each of its words is in the title.
    private mutating func dropRepetition() {
        guard sentences.count <= Self.longestPhrase else { return }
        let words = Set(sentences.flatMap(\.words))
        if !words.isEmpty, words.isSubset(of: title) { sentences = [] }
    }

    /// Removes the first sentences if they are furniture or repeat the title.
    private mutating func dropOpening() -> Bool {
        guard let first = sentences.first else { return false }
        let words = first.words
        let isCredit =
            Furniture.isOpening(words) && (!first.isClosed || first.isParagraph || words.count <= 15)
            || first.label.map { Furniture.isCreditLabel($0.words) && $0.rest.count <= 25 } == true
            || !first.isClosed && words.count <= 12
                && (Furniture.isByline(words) || words.first == "by" && words.count <= 6)
            || sentences.count > 1 && (first.isListOfAuthors || isByline(first))
        if let caption = captionLength {
            sentences.removeFirst(caption)
            return true
        }
        if isListOfHeadlines(first) {
            sentences.removeFirst()
            return true
        }
        if first.isEmptyOfWords || isCredit || repeated.isFurniture(first) {
            sentences.removeFirst()
            return true
        }
        var opening: [String] = []
        for (offset, sentence) in sentences.prefix(Self.longestPhrase).enumerated() {
            opening += sentence.words
            if opening.count > title.count + Self.mostNameWords { break }
            if isTitle(opening) {
                sentences.removeFirst(offset + 1)
                return true
            }
        }
        return dropTitleBeforeColon()
    }

    /// Removes the title where the first sentence goes on after it: `Title: text`, `Title — text`.
    private mutating func dropTitleBeforeColon() -> Bool {
        let first = sentences[0].text.unicodeScalars
        guard title.count > 2, first.starts(with: item.title.unicodeScalars) else { return false }
        let rest = first.dropFirst(item.title.unicodeScalars.count)
        let text = rest.drop { ":–—-|. ".unicodeScalars.contains($0) }
        guard let mark = rest.first(where: { $0 != " " }), ":–—-|.".unicodeScalars.contains(mark), !text.isEmpty else {
            return false
        }
        sentences[0] = sentences[0].replaced(by: String(Substring(text)))
        return true
    }

    private mutating func drop(last count: Int) -> Bool {
        sentences.removeLast(count)
        return true
    }

    /// The number of sentences of the first paragraph, if it ends with the credit of a picture and others follow.
    private var captionLength: Int? {
        guard let end = sentences.firstIndex(where: \.endsParagraph), end > 0, end < sentences.count - 1,
            !sentences[end].isClosed, Furniture.isOpening(sentences[end].words)
        else { return nil }
        return end + 1
    }

    /// Whether it is the title, its publisher, and the titles of others after that, as news.google.com writes it.
    private func isListOfHeadlines(_ first: Sentence) -> Bool {
        let words = first.words
        let isCut = !first.isClosed || first.text.hasSuffix("…")
        guard title.count > 3, isCut, words.starts(with: title) else { return false }
        let rest = words.dropFirst(title.count)
        return (1...Self.mostNameWords).contains {
            $0 < rest.count && item.isPublisher(rest.prefix($0).joined(separator: " "))
        }
    }

    /// Whether the words are the title, the beginning of a long title, or the title with the publisher's name after it.
    private func isTitle(_ words: [String]) -> Bool {
        if words.count > 3, title.starts(with: words) { return true }
        guard !title.isEmpty, words.starts(with: title) else { return false }
        let rest = words.dropFirst(title.count)
        return rest.isEmpty || rest.count <= Self.mostNameWords && item.isPublisher(rest.joined(separator: " "))
    }

    /// The greatest number of sentences that one phrase takes.
    private static let longestPhrase = 4
    private static let mostNameWords = 5
    /// What connects a text with the link after it.
    private static let joins = CharacterSet(charactersIn: " ,;:–—-(…")
}

extension Sentence {
    fileprivate var isListItem: Bool { ["- ", "• ", "* "].contains { text.hasPrefix($0) } }

    /// Whether it is a paragraph `By Anna Lee, Bo Day (harbour desk); and Cy Ames.`: outside the brackets, all words
    /// are names.
    fileprivate var isListOfAuthors: Bool {
        guard isParagraph, text.hasPrefix("By "), text.utf8.count <= 500 else { return false }
        let outside = text.unicodeScalars.split(separator: "(").enumerated().map { index, part in
            Substring(index == 0 ? part : part.split(separator: ")", maxSplits: 1).dropFirst().first ?? part.prefix(0))
        }
        let words = outside.joined(separator: " ").unicodeScalars.split {
            $0.properties.isWhitespace || ",;&".unicodeScalars.contains($0)
        }.map(Substring.init)
        return words.count > 2
            && words.allSatisfy {
                $0.first!.isUppercase || $0.first!.isPunctuation || Self.nameParts.contains(String($0))
            }
    }

    private static let nameParts: Set<String> = [
        "and", "van", "von", "der", "den", "de", "da", "di", "la", "el", "bin",
    ]

    /// Whether it has no words, or is only an address.
    fileprivate var isEmptyOfWords: Bool {
        if words.isEmpty { return !text.unicodeScalars.contains(where: \.properties.isEmojiPresentation) }
        return isAddress || isOnlyTags
    }

    private var isAddress: Bool {
        !text.utf8.contains(UInt8(ascii: " "))
            && (text.hasPrefix("pic.twitter.com/") || text[...].firstRange(ofLiteral: "://") != nil)
    }

    /// Whether all its words are names and topics of a social network: `— @anna #elsom`.
    private var isOnlyTags: Bool {
        guard text.utf8.contains(where: "@#".utf8.contains) else { return false }
        let words = text[...].spaced.filter { $0.contains { $0.isLetter || $0.isNumber } }
        return !words.isEmpty && words.allSatisfy { "@#".contains($0.first!) && $0.dropFirst().first!.isLetter }
    }

    /// Whether it is a list of topics or an agency in brackets, such as `(Lenovo, Business-Notebooks)`.
    fileprivate var isListOfTopics: Bool {
        guard text.hasPrefix("("), text.hasSuffix(")"), text.utf8.count < 120 else { return false }
        let inside = text.dropFirst().dropLast()
        let words = inside.unicodeScalars.split { " ,/".unicodeScalars.contains($0) }.map(Substring.init)
        return 1...6 ~= words.count && !inside.contains { "().:!?".contains($0) || $0.isNumber }
            && words.allSatisfy { $0.first!.isUppercase }
    }

    /// The words before the first colon and after it.
    fileprivate var label: (words: [String], rest: [String])? {
        let colon = text.unicodeScalars.prefix(30).firstIndex { $0 == ":" || $0 == "：" }
        guard let colon else { return nil }
        let words = FoldedText.words(of: String(text[..<colon]))
        return words.count <= 3 ? (words, FoldedText.words(of: String(text[colon...]))) : nil
    }
}

extension String {
    /// The text without the spaces that a source escaped twice.
    fileprivate var withPlainSpaces: String {
        self[...].firstRange(ofLiteral: "&nbsp;") == nil ? self : replacing("&nbsp;", with: " ")
    }

    /// The text without the place, day and agency before its first sentence: `PARIS, Nov 21 (AFP) - `.
    fileprivate var withoutDateline: String {
        let head = String(String.UnicodeScalarView(unicodeScalars.prefix(Self.longestDateline)))
        guard let start = head.afterAgency ?? head.afterPlace, start < head.endIndex else { return self }
        return head[start...] + String(String.UnicodeScalarView(unicodeScalars.dropFirst(Self.longestDateline)))
    }

    private static let longestDateline = 90

    /// The end of a dateline with an agency.
    private var afterAgency: Index? {
        guard let range = Self.agencies.lazy.compactMap({ self[...].firstRange(ofLiteral: $0) }).first,
            self[..<range.lowerBound].spaced.count <= 6,
            !self[..<range.lowerBound].contains(where: { "!?:;\n".contains($0) })
        else { return nil }
        let after = self[range.upperBound...].drop { " .)/".contains($0) }
        let isDash = after.first.map { "-–—:".contains($0) } == true
        let isSlash = self[range].first.map { "/-–—".contains($0) } == true
        return isDash || isSlash ? after.drop { " -–—:".contains($0) }.startIndex : nil
    }

    /// The end of a dateline without one: `Elsom, April 28: ` or `NEW ELSOM — `. A sentence must follow, because a
    /// result may look the same: `ELSOM — Quay 2:1`.
    private var afterPlace: Index? {
        guard let mark = firstIndex(where: { ":–—-\n".contains($0) }), self[mark] != "\n" else { return nil }
        let parts = self[..<mark].split(separator: ",")
        let rest = self[mark...].drop { " -–—:".contains($0) }
        let first = rest[..<(rest.firstRange(ofLiteral: ". ")?.lowerBound ?? rest.endIndex)]
        guard let place = parts.first, place.first!.isUppercase, case let words = place.spaced.count,
            words <= 5, first.spaced.count > 5, rest.first!.isUppercase || rest.first!.isPunctuation
        else { return nil }
        let isDated = parts.count > 1 && Self.isDay(parts[1])
        let isLabel = parts.count == 1 && Self.isInCapitals(place) && self[..<mark].last == " " && self[mark] != ":"
        return isDated || isLabel && (self[mark] == "—" || words > 1) ? rest.startIndex : nil
    }

    /// Whether a text is in capital letters, and longer than most names of firms are.
    private static func isInCapitals(_ text: Substring) -> Bool {
        let letters = text.filter(\.isLetter)
        return letters.count > 4 && letters.allSatisfy(\.isUppercase)
    }

    /// Whether it is a day of a month, such as `April 28` or `9 мая`.
    private static func isDay(_ text: Substring) -> Bool {
        let words = FoldedText.words(of: String(text))
        return words.count == 2 && words.contains { Int($0).map { 1...31 ~= $0 } == true }
            && words.contains { word in months.contains { word.hasPrefix($0) && word.utf8.count < 20 } }
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "янв", "фев", "мар", "апр",
        "мая", "июн", "июл", "авг", "сен", "окт", "ноя", "дек",
    ]

    private static let agencies = [
        "(AP)", "(Reuters)", "(REUTERS)", "(AFP)", "(CNN)", "(CNN Business)", "(UPI)", "(Xinhua)", "(PTI)", "(ANI)",
        "(IANS)", "(dpa)", "(DPA)", "(ANSA)", "(EFE)", "(TASS)", "(Bloomberg)", "(Kyodo)", "(Yonhap)", "(AA)",
        "/ТАСС/", "/TASS/", "- РИА Новости.", "– РИА Новости.", "— РИА Новости.", "/ПРАЙМ/", "(Рейтер)", "/Xinhua/",
    ]

    /// The text with one ellipsis where signs at its end show that it was cut. After a whole sentence there is none.
    fileprivate var withOneEllipsis: String {
        var text = self[...]
        while let sign = Self.cuts.first(where: { text.hasSuffix($0) }) { text = text.dropLast(sign.count) }
        if text.endIndex == endIndex || text.isEmpty { return String(text) }
        return String(text) + (".!?".contains(text.last!) ? "" : "…")
    }

    private static let cuts = ["[...]", "[…]", "(...)", "(…)", "...", "…", " »", " →", " >>", " "]
}
