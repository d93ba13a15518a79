import ArticleText
import FeedParser
import Texts
import Values

/// Whether the article of a page is the article of an item. A server may send a page that asks for consent, the first
/// lines before a paywall, a login, or another article.
enum ArticleMatch {
    /// Why it is not; nil if it is.
    static func objection(to article: Article, of item: Item) -> String? {
        guard article.html.utf8.count <= longest else {
            return "the article of the page is longer than \(longest / 1000) kB, the limit"
        }
        let own = item.html.map(HTMLText.plain).flatMap { $0.count > item.summary.count ? $0 : nil } ?? item.summary
        let length = own.unicodeScalars.count
        guard article.length >= shortest, article.length * 2 >= length * 3 else {
            return "the page has no more text than the feed"
        }
        // Nothing is known of it but its address.
        if item.isSavedPage { return nil }
        // A few words may be common to all pages of a site.
        let wanted = words(of: length >= shortest ? own : own + " " + item.title)
        let found = words(of: article.text)
        guard wanted.isEmpty || wanted.intersection(found).count * 2 >= wanted.count else {
            return "the page has another text than the feed"
        }
        return nil
    }

    /// The words of four letters and more. Texts in scripts without spaces have the pairs of their letters.
    private static func words(of text: String) -> Set<String> {
        var words: Set<String> = []
        for word in FoldedText.folded(text.beginning(20_000)).split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            let letters = Array(word)
            if word.unicodeScalars.contains(where: { $0.value >= 0x3040 && $0.value < 0xD7B0 }) {
                for index in letters.indices.dropLast() { words.insert(String(letters[index...index + 1])) }
            } else if letters.count >= 4 {
                words.insert(String(word))
            }
        }
        return words
    }

    /// In characters.
    private static let shortest = 200
    /// In bytes of HTML.
    private static let longest = 1_000_000
}

extension Item {
    /// The summary with the end that its publisher cut off, from the article of its page. Nil if it is not cut, or if
    /// the article has not the same words.
    package func completedSummary(by article: PageArticle) -> String? {
        guard let start = summary.beforeCutSign else { return nil }
        // The last word may be cut, too.
        let words = start.split(whereSeparator: \.isWhitespace).dropLast()
        guard words.count >= 5 else { return nil }
        let text = article.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let found = text.firstRange(of: words.suffix(5).joined(separator: " ")) else { return nil }
        guard let rest = text[found.upperBound...].prefix(Self.longestCompletion).description.sentences.first,
            rest.isClosed
        else { return nil }
        return words.joined(separator: " ") + " " + rest.text
    }

    /// In characters.
    private static let longestCompletion = 400
}
