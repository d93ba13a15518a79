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
            let named = item.title.withName(of: title ?? item.source, at: item.url)
            if named != item.title { item.title = named.bounded(Bounds.title) }
            return item
        }
    }
}

extension Draft {
    fileprivate init(_ item: Item, _ decoding: TwiceEncoded, article: String?) {
        self.init(
            title: item.title, summary: item.summary, author: item.author, source: item.source, url: item.url,
            language: item.language, published: item.published, captions: item.html.map(Self.captions) ?? [],
            article: { (article ?? item.html.map(HTMLText.article)).map(decoding.decoded) ?? "" })
    }

    /// The captions (`figcaption`) in sanitised HTML, where tags have only one form.
    private static func captions(in html: String) -> [String] {
        guard html[...].firstRange(ofLiteral: "<figcaption") != nil else { return [] }
        return html[...].split(atLiteral: "<figcaption").dropFirst().compactMap { part in
            guard let start = part.firstIndex(of: ">"), let end = part.firstRange(ofLiteral: "</figcaption>"),
                start < end.lowerBound
            else { return nil }
            return HTMLText.plain(String(part[start...].dropFirst()[..<end.lowerBound]))
        }
    }
}
