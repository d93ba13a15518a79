import FeedParser
import Texts
import Values

extension [Item] {
    /// The items of one answer, without what their publishers wrote around the news: additions to the titles, and
    /// sentences that invite, link or repeat.
    var withoutFurniture: [Item] {
        var items = self
        let articles = indices.filter { self[$0].kind == .article }
        for indices in Dictionary(grouping: articles, by: { self[$0].source }).values {
            let own = indices.map { self[$0] }.decoded
            let (endings, cut, names) = (HeadlineEndings(own), CutTexts(own), InvertedNames(own))
            let texts = own.map { cut.marked($0.summary).sentences(of: $0) }
            let repeated = RepeatedSentences(own, texts)
            for (index, (item, text)) in zip(indices, zip(own, texts)) {
                var item = item
                item.title = endings.cleaned(item).headline(before: text)
                item.author = item.author.map(names.spoken)
                var clean = CleanSummary(text, of: item, repeated: repeated)
                if clean.isScrap, let article = item.beginningOfArticle {
                    clean = CleanSummary(article.sentences(of: item), of: item, repeated: repeated)
                }
                item.summary = clean.text
                item.author = item.author ?? clean.author
                item.summary = item.summaryOfWholeSentences
                items[index] = item
            }
        }
        return items
    }
}

extension [Item] {
    /// The items with the characters that their source escaped or encoded twice.
    fileprivate var decoded: [Item] {
        let unescaped = map { $0.withTexts(\.withoutReferences) }
        let items = unescaped.map { $0.withTexts(\.withoutTwiceEncoded) }
        let isUsual = zip(unescaped, items).count { $0.title != $1.title || $0.summary != $1.summary } >= 2
        return isUsual ? unescaped.map { $0.withTexts { $0.withoutTwiceEncoded(isUsual: true) } } : items
    }
}

extension Item {
    /// The item with its title, summary and author changed.
    fileprivate func withTexts(_ changed: (String) -> String) -> Item {
        var item = self
        item.title = changed(title)
        item.summary = changed(summary)
        item.author = author.map(changed)
        return item
    }
}

extension CleanSummary {
    /// Whether nothing is left, or a few words that the source cut: `Yellow cards: Lee (10)…`.
    fileprivate var isScrap: Bool { text.isEmpty || text.unicodeScalars.count < 60 && text.beforeCutSign != nil }
}

extension Item {
    /// The beginning of the article, if the entry has it besides its excerpt.
    fileprivate var beginningOfArticle: String? {
        html.map { HTMLText.article($0).bounded(Bounds.excerpt) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension String {
    /// The sentences of the excerpt of an item, without its dateline and the captions of its pictures.
    fileprivate func sentences(of item: Item) -> [Sentence] {
        withoutSection.withoutAddressesInBrackets.withoutEmptyBrackets.withoutDatelines(under: item.title)
            .withSpacesBetweenSentences.sentences
            .withoutCaptions(of: item.html)
    }

    /// The text in which characters that a source escaped twice, such as `&#8217;`, are decoded.
    var withoutReferences: String {
        guard hasReference else { return self }
        let lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String($0)! }
        return lines.map { $0.hasReference ? HTMLText.line($0.replacing("<", with: "&lt;")) : $0 }
            .joined(separator: "\n")
    }

    /// Whether it contains a reference to a character: `&`, letters or a number, and `;`.
    private var hasReference: Bool {
        var rest = Substring(self).utf8
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            rest = rest[rest.index(after: start)...]
            let name = rest.prefix(10).prefix { Self.reference.contains($0) }
            if name.count > 1, name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ";") { return true }
        }
        return false
    }

    private static let reference = Set("#0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    /// The text without the section of a site after its end: `It rained. | Elsom News`.
    fileprivate var withoutSection: String {
        guard utf8.contains(UInt8(ascii: "|")), let bar = self[...].lastRange(ofLiteral: " | ") else { return self }
        let section = self[bar.upperBound...]
        let isSection =
            1...4 ~= section.spaced.count && section.first?.isUppercase == true
            && self[..<bar.lowerBound].spaced.count > 7 && !section.contains { ".!?\n".contains($0) }
        return isSection ? String(self[..<bar.lowerBound]) : self
    }

    /// The text without web addresses in brackets: `by Quay (https://quay.example/)`.
    fileprivate var withoutAddressesInBrackets: String {
        guard self[...].firstRange(ofLiteral: "://") != nil else { return self }
        // An address may contain brackets. The space after it goes if a mark follows.
        return replacing(/\ ?\( ?https?:\/\/(?:[^\s()]|\([^\s()]*\))+ ?\)(?: (?=[,.;:!?]))?/, with: "")
    }

    /// The text without the brackets that are left of a link.
    fileprivate var withoutEmptyBrackets: String {
        self[...].firstRange(ofLiteral: " ()") == nil ? self : replacing(" ()", with: "")
    }
}
