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

        /// The entry of a story.
        /// - Parameter html: the story as a page shows it.
        package init(
            story id: String, title: String, url: String?, updated: Date, published: Date?, author: String,
            category: String, html: String
        ) {
            self.init(
                id: "urn:newsdigest:story:\(id)", title: title, url: url, updated: updated, published: published,
                author: author, category: category,
                // The entry's title is the headline.
                content: html.replacing(/<h3.*?<\/h3>\n/.dotMatchesNewlines(), with: "", maxReplacements: 1))
        }
    }

    /// An entry in XML.
    private struct Written {
        var id: Substring
        var updated: Date
        var xml: Substring
    }

    /// An IRI that never changes; nil for that of the earlier feed, or for a new one.
    var id: String?
    var title: String
    var language: String
    var updated: Date
    /// The address of the feed itself and of its page, if they are known.
    var url: String?
    var page: String?
    var entries: [Entry]
    /// Entries of an earlier feed, as they were written.
    private var earlier: [Written] = []

    package init(
        id: String?, title: String, language: String, updated: Date, url: String? = nil, page: String?, entries: [Entry]
    ) {
        (self.id, self.title, self.language, self.updated) = (id, title, language, updated)
        (self.url, self.page, self.entries) = (url, page, entries)
    }

    /// Adds the entries of an earlier feed of this kind, except those that are older.
    package mutating func add(_ feed: String, since: Date) {
        id = id ?? feed.firstMatch(of: /<id>(urn:[a-z0-9:-]+)<\/id>/).map { String($0.1) }
        earlier = Self.entries(of: feed, since: since)
    }

    /// A feed with entries of another feed of this kind, except those that are older. Nothing else of it changes.
    package static func adding(_ other: String, since: Date, to feed: String) -> String {
        let entries = latest(entries(of: feed, since: .distantPast) + entries(of: other, since: since))
        return feed.prefix(upTo: feed.firstRange(of: "<entry>\n")?.lowerBound ?? feed.endIndex)
            .replacing(literal: end, with: "") + xml(of: entries) + end
    }

    private static func entries(of feed: String, since: Date) -> [Written] {
        feed.split(separator: "<entry>\n").dropFirst().compactMap { part in
            guard let end = part.firstRange(of: "</entry>\n"),
                let time = part.firstMatch(of: /<updated>([^<]*)<\/updated>/).flatMap({ Date(rfc3339: String($0.1)) }),
                time >= since
            else { return nil }
            return Written(id: part.prefix { $0 != "\n" }, updated: time, xml: part[..<end.upperBound])
        }
    }

    private var written: [Written] {
        let own = entries.map { entry in
            let xml = Self.xml(of: entry)
            return Written(id: xml.prefix { $0 != "\n" }, updated: entry.updated, xml: xml[...])
        }
        return Self.latest(own + earlier)
    }

    /// The latest first, and of entries with one id only the latest.
    private static func latest(_ entries: [Written]) -> [Written] {
        var ids: Set<Substring> = []
        // A stable order keeps that of the entries of one digest.
        return entries.enumerated()
            .sorted { ($1.element.updated, $0.offset) < ($0.element.updated, $1.offset) }.map(\.element)
            .filter { ids.insert($0.id).inserted }
    }

    package var xml: String {
        let head = [
            "<id>\(Self.escape(id ?? "urn:uuid:\(UUID().uuidString.lowercased())"))</id>",
            "<title>\(Self.escape(title))</title>",
            "<updated>\(Self.time(updated))</updated>", "<generator>newsdigest</generator>",
            url.map { "<link rel=\"self\" type=\"application/atom+xml\" href=\"\(Self.escape($0))\"/>" },
            page.map { "<link rel=\"alternate\" type=\"text/html\" href=\"\(Self.escape($0))\"/>" },
        ]
        return """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xml:lang="\(Self.escape(language))">
            \(head.compactMap(\.self).joined(separator: "\n"))
            \(Self.xml(of: written))\(Self.end)
            """
    }

    private static let end = "</feed>\n"

    private static func xml(of entries: [Written]) -> String { entries.map { "<entry>\n\($0.xml)" }.joined() }

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
        return lines.compactMap(\.self).joined(separator: "\n") + "\n</entry>\n"
    }

    private static func time(_ date: Date) -> String { date.formatted(.iso8601) }

    private static func escape(_ text: String) -> String { text.inXML }
}

extension String {
    /// As text or the value of an attribute in XML.
    var inXML: String { HTMLText.escape(withoutControls.ofXML) }
}
