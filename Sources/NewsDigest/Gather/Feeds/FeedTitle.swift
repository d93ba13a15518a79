import Texts
import Values

extension String {
    /// The title of a feed as the name of its source: without `RSS` at its end, and without a slogan of four words or more
    /// beside the name of its site: `Elsom Gazette - News, sport and opinion from Elsom`.
    /// - Parameter url: the page of the feed.
    func asSourceName(of url: String) -> String {
        for separator in Self.separators {
            let parts = self[...].split(atLiteral: separator)
            guard let first = parts.first, let last = parts.last, parts.count > 1 else { continue }
            let rest = parts.dropLast().joined(separator: separator)
            if !rest.isEmpty, FoldedText.words(of: String(last)).allSatisfy(Self.formats.contains) {
                return rest.asSourceName(of: url)
            }
            let site = PublisherName(source: "", url: url)
            if first.isName(of: site), parts.dropFirst().isSlogan { return String(first) }
            if last.isName(of: site), parts.dropLast().isSlogan { return String(last) }
        }
        return self
    }

    private static let separators = [" - ", " | ", " – ", " — ", " :: ", ": "]
    /// Words that only say what kind of file a feed is.
    private static let formats: Set<String> = ["rss", "feed", "feeds", "atom", "xml", "public"]
}

extension [Substring].SubSequence {
    fileprivate var isSlogan: Bool { FoldedText.words(of: joined(separator: " ")).count >= 4 }
}

extension Substring {
    /// Whether it names the site, with or without the end of its host: `Elsom.example`.
    fileprivate func isName(of site: PublisherName) -> Bool {
        let text = String(self)
        return site.isNamed(by: text) || lastIndex(of: ".").map { site.isNamed(by: String(text[..<$0])) } == true
    }
}
