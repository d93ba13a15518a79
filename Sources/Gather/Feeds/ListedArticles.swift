import Addresses
import Cleaning
import FeedParser
import Foundation
import Texts
import Values

extension FeedParser.Entry {
    /// The title of the feed from which the entry was taken, if this feed and the article belong to another site than
    /// the list, as in a planet of blogs and in Google News. A publisher may name its own feed there, and a forum the
    /// thread.
    func publisher(at url: String, listedBy page: String) -> String? {
        guard let name = source?.title?.cleanLine.nonEmpty,
            let list = Publisher.mainLabel(of: WebAddress.host(of: page))
        else { return nil }
        let host = WebAddress.host(of: url)
        let own = Publisher.mainLabel(of: host)
        let site = source?.url.flatMap { Publisher.mainLabel(of: WebAddress.host(of: $0)) } ?? own
        return site != list && (own != list || Publisher.carriesMany(host)) ? name : nil
    }
}

extension String {
    /// The headline without the name of its publisher after a dash, as Google News and newsapi.org write it.
    func without(publisher name: String) -> String {
        guard !name.isEmpty, hasSuffix(" - " + name) else { return self }
        return dropLast(name.count + 3).trimmingCharacters(in: .whitespaces).nonEmpty ?? self
    }
}

extension Item {
    /// Notes the publisher of an article that is in a list. Google News writes its name after the title, and has
    /// headlines with their publishers instead of a text.
    /// - Parameter url: the address of its feed.
    mutating func note(publisher name: String, of url: String) {
        listedPublisher = (name.asSourceName(of: url) ?? name).bounded(Bounds.name)
        let headline = title.without(publisher: name)
        removals = Removal("publisher after a title", from: title, to: headline).map { [$0] }
        title = headline
        let lines = summary.split(separator: "\n")
        if let first = lines.first, lines.count == 1 || lines.allSatisfy({ $0.hasPrefix("- ") }),
            FoldedText.words(of: String(first)) == FoldedText.words(of: "\(headline) \(name)")
        {
            (summary, html) = ("", nil)
        }
    }
}

extension FeedSource {
    /// The item with the given name as its source, or else its publisher, or else the feed's own title.
    func named(_ item: Item, title: String?) -> Item {
        var item = item
        item.source = givenName ?? item.listedPublisher ?? shownName(title: title)
        item.list = item.listedPublisher.map { _ in shownName(title: title) }
        return item
    }
}
