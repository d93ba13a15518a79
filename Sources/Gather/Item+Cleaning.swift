import Cleaning
import FeedParser
import Texts
import Values

extension [Item] {
    /// The items of one answer as they are shown: without what their publishers wrote around the news.
    /// - Parameters:
    ///   - profile: what earlier answers of the source have shown. It learns from this one first.
    ///   - articles: texts of articles by the positions of their items. The others are read from the HTML.
    func withoutBoilerplate(_ profile: inout SourceProfile, articles: [Int: String] = [:]) -> [Item] {
        var items = self
        let cleanable = indices.filter { self[$0].kind == .article }
        for (publisher, indices) in Dictionary(grouping: cleanable, by: { self[$0].source }) {
            profile.publisher = publisher
            let decoding = TwiceEncoded(indices.map { self[$0] }, &profile)
            let drafts = indices.map {
                Draft(decoding.decoded(self[$0]), decoding, article: articles[self[$0].position])
            }
            for (index, clean) in zip(indices, drafts.cleaned(&profile)) {
                (items[index].title, items[index].summary) = (clean.title, clean.summary)
                items[index].author = clean.author
                let removals = (items[index].removals ?? []) + clean.removals
                items[index].removals = removals.isEmpty ? nil : removals
            }
        }
        return items
    }

    /// The items with a name before a title that says nothing alone.
    /// - Parameter title: the feed's own title.
    func withNamesBeforeBareTitles(title: String?) -> [Item] {
        map { item in
            var item = item
            let named = item.title.withName(of: item.listedPublisher ?? title ?? item.source)
            if named != item.title { item.title = named.bounded(Bounds.title) }
            return item
        }
    }
}

extension Draft {
    fileprivate init(_ item: Item, _ decoding: TwiceEncoded, article: String?) {
        self.init(
            title: item.title, summary: item.summary, author: item.author, source: item.source, url: item.url,
            published: item.published,
            article: { (article ?? item.html.map(HTMLText.article)).map(decoding.decoded) ?? "" })
    }
}

/// The characters that a source escaped or encoded twice.
private struct TwiceEncoded {
    /// Whether the source encodes its texts twice, and not only a word or two.
    private let isUsual: Bool

    init(_ items: [Item], _ profile: inout SourceProfile) {
        let changed = items.filter { item in
            [item.title, item.summary].map(\.withoutReferences).contains { $0.withoutTwiceEncoded != $0 }
        }
        isUsual = profile.has(.encodedTwice, changed.count, in: items.count, least: 2)
    }

    /// The item with its title, summary and author decoded.
    func decoded(_ item: Item) -> Item {
        var item = item
        item.title = decoded(item.title)
        item.summary = decoded(item.summary)
        item.author = item.author.map(decoded)
        return item
    }

    func decoded(_ text: String) -> String {
        let text = text.withoutReferences
        return isUsual ? text.withoutUsualTwiceEncoded : text.withoutTwiceEncoded
    }
}

extension String {
    /// The text with the characters that a source encoded twice: `Ã©` as `é`, `â€™` as `’`.
    ///
    /// A run of characters beyond ASCII is read as the bytes of windows-1252 that it is made of. It changes only if
    /// these bytes are UTF-8.
    var withoutTwiceEncoded: String { mayBeEncodedTwice ? self[...].decoded : self }

    /// The same for a text of a source that encodes all texts twice. Each `Ã` and `Â` before a space or at the end of a
    /// line is the first byte of `à` or of a no-break space. In other sources, it may be a letter.
    fileprivate var withoutUsualTwiceEncoded: String {
        guard unicodeScalars.contains(where: Self.first.contains) else { return withoutTwiceEncoded }
        return utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { (Substring($0) + " ").decoded }.map { $0.hasSuffix(" ") ? $0.dropLast() : $0[...] }
            .joined(separator: "\n")
    }

    /// Whether it contains a letter that can be the first byte of a Latin or Cyrillic letter or of a punctuation mark,
    /// and a character beyond ASCII after it. A space after `Ã` or `Â` at the end of a word in lower case is one, too.
    private var mayBeEncodedTwice: Bool {
        var (isLatin, isFirst, isAfterLowercase, wasLowercase) = (false, false, false, false)
        return utf8.contains { byte in
            // Ã, Â, â, Ð and Ñ are C3 with 83, 82, A2, 90 and 91. What follows them is beyond ASCII, too.
            if isFirst, byte >= 0xC2 || byte == 0x20 && isAfterLowercase { return true }
            isFirst = isLatin && (byte == 0x82 || byte == 0x83 || byte == 0x90 || byte == 0x91 || byte == 0xA2)
            isLatin = byte == 0xC3
            if isLatin { isAfterLowercase = wasLowercase }
            if isFirst { isAfterLowercase = isAfterLowercase && byte <= 0x83 }
            wasLowercase = (0x61...0x7A).contains(byte)
            return false
        }
    }

    /// The first bytes of `à`, of a no-break space and of `Р`.
    fileprivate static let first: Set<Unicode.Scalar> = ["Ã", "Â", "Ð"]

    /// The text in which characters that a source escaped twice, such as `&#8217;`, are decoded.
    var withoutReferences: String {
        guard hasReference else { return self }
        let lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { String($0)! }
        return lines.map { $0.hasReference ? HTMLText.line($0.replacing(literal: "<", with: "&lt;")) : $0 }
            .joined(separator: "\n")
    }

    /// Whether it contains a reference to a character: `&`, letters or a number, and `;`.
    private var hasReference: Bool {
        // Most texts have no `&`, and this search is many times faster.
        guard let first = self[...].firstRange(ofLiteral: "&") else { return false }
        var rest = self[first.lowerBound...].utf8
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            rest = rest[rest.index(after: start)...]
            let name = rest.prefix(10).prefix { Self.reference.contains($0) }
            if name.count > 1, name.endIndex < rest.endIndex, rest[name.endIndex] == UInt8(ascii: ";") { return true }
        }
        return false
    }

    private static let reference = Set("#0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
}

extension Substring {
    /// The line with each run of characters decoded whose bytes are UTF-8.
    fileprivate var decoded: String {
        var result = ""
        var run: [Unicode.Scalar] = []
        var isAfterSecondByte = false
        for scalar in unicodeScalars {
            if isAfterSecondByte, result.hasSuffix("à "), Self.closing.contains(scalar) {
                result.unicodeScalars.removeLast()
            }
            // The second byte of `à`, of `Р` and of a no-break space reads as a no-break space. Earlier steps made it a
            // plain space.
            isAfterSecondByte =
                scalar == " " && run.last.map(String.first.contains) == true
                && !(run == ["Ã"] && result.endsInCapitals)
            if !scalar.isASCII || isAfterSecondByte { run.append(isAfterSecondByte ? "\u{A0}" : scalar) }
            guard scalar.isASCII else { continue }
            let decoded = Self.decoded(run)
            run = []
            result += decoded.hasSuffix("\u{A0}") ? decoded.dropLast() : decoded[...]
            // `Р` begins most words that it is in, so the space was only its second byte.
            if isAfterSecondByte, decoded == "Р" {
                isAfterSecondByte = false
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + Self.decoded(run)
    }

    /// The marks that no space precedes.
    private static let closing = Set("”’»)!?.,:;…".unicodeScalars)

    /// The characters whose bytes of windows-1252 these are; the same text if they are none. The quotation marks before
    /// them may be encoded as usual.
    private static func decoded(_ run: [Unicode.Scalar]) -> String {
        if let text = text(ofBytes: run[...]) { return text }
        let marks = run.prefix(while: opening.contains)
        return String(scalars: marks)
            + (text(ofBytes: run[marks.endIndex...]) ?? String(scalars: run[marks.endIndex...]))
    }

    private static func text(ofBytes run: ArraySlice<Unicode.Scalar>) -> String? {
        guard run.count > 1 else { return nil }
        let bytes = run.compactMap(Windows1252.byte)
        guard bytes.count == run.count, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        return text.unicodeScalars.contains { 0x80...0x9F ~= $0.value } ? nil : text
    }

    /// The quotation marks that touch the word after them.
    private static let opening: Set<Unicode.Scalar> = ["’", "‘", "“", "«", "„"]
}

extension String {
    /// Whether the last two characters are capital letters, as before the last letter of `MANHÃ`.
    fileprivate var endsInCapitals: Bool {
        let last = unicodeScalars.suffix(2)
        return last.count == 2 && last.allSatisfy(\.properties.isUppercase)
    }
}
