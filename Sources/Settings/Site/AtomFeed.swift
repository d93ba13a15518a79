import FeedParser
import Foundation
import Texts

/// An Atom feed (RFC 4287).
package struct AtomFeed {
    package struct Entry {
        /// An IRI that never changes.
        var id: String
        var title: String
        /// Nil for an entry without an address.
        var url: String?
        var updated: Date
        var published: Date?
        var author: String
        var category: String?
        /// HTML.
        var content: String

        package init(
            id: String, title: String, url: String? = nil, updated: Date, published: Date? = nil, author: String,
            category: String? = nil, content: String
        ) {
            (self.id, self.title, self.url, self.updated) = (id, title, url, updated)
            (self.published, self.author, self.category, self.content) = (published, author, category, content)
        }
    }

    /// An IRI that never changes.
    var id: String
    var title: String
    var language: String
    var updated: Date
    /// The address of the feed itself and of its page, if they are known.
    var url: String?
    var page: String?
    /// The latest first.
    var entries: [Entry]
    /// Entries of an earlier feed, as they were written.
    private var earlier: [Substring] = []

    package init(
        id: String, title: String, language: String, updated: Date, url: String? = nil, page: String?, entries: [Entry]
    ) {
        (self.id, self.title, self.language, self.updated) = (id, title, language, updated)
        (self.url, self.page, self.entries) = (url, page, entries)
    }

    /// Adds the entries of an earlier feed of this kind, except those that are older or that have a newer entry.
    package mutating func add(_ feed: String, since: Date) {
        let ids = Set(entries.map { "<id>\(Self.escape($0.id))</id>" })
        earlier = feed.split(separator: "<entry>\n").dropFirst().compactMap { part in
            guard let end = part.firstRange(of: "</entry>\n"),
                let time = part.firstMatch(of: /<updated>([^<]*)<\/updated>/).flatMap({ Date(rfc3339: String($0.1)) })
            else { return nil }
            let id = String(part.prefix { $0 != "\n" })
            return time < since || ids.contains(id) ? nil : part[..<end.upperBound]
        }
    }

    package var xml: String {
        let head = [
            "<id>\(Self.escape(id))</id>", "<title>\(Self.escape(title))</title>",
            "<updated>\(Self.time(updated))</updated>", "<generator>newsdigest</generator>",
            url.map { "<link rel=\"self\" type=\"application/atom+xml\" href=\"\(Self.escape($0))\"/>" },
            page.map { "<link rel=\"alternate\" type=\"text/html\" href=\"\(Self.escape($0))\"/>" },
        ]
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(Self.escape(language))">
            \(head.compactMap(\.self).joined(separator: "\n"))
            \(entries.map(Self.xml(of:)).joined())\(earlier.map { "<entry>\n\($0)" }.joined())</feed>

            """
    }

    private static func xml(of entry: Entry) -> String {
        let lines = [
            "<id>\(escape(entry.id))</id>", "<title>\(escape(entry.title))</title>",
            "<updated>\(time(entry.updated))</updated>",
            entry.published.map { "<published>\(time($0))</published>" },
            entry.url.map { "<link rel=\"alternate\" href=\"\(escape($0))\"/>" },
            "<author><name>\(escape(entry.author))</name></author>",
            entry.category.map { "<category term=\"\(escape($0))\"/>" },
            "<content type=\"html\">\(escape(entry.content))</content>",
        ]
        return "<entry>\n\(lines.compactMap(\.self).joined(separator: "\n"))\n</entry>\n"
    }

    private static func time(_ date: Date) -> String { date.formatted(.iso8601) }

    private static func escape(_ text: String) -> String { HTMLText.escape(text.withoutControls.ofXML) }
}
