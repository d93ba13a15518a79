import Foundation
import HTTP
import Platform
import State
import Texts
import Values

/// A text to search for. It has at least two characters, at most `longest`, and at least one word.
package struct SearchQuery: Sendable {
    package let text: String
    private let words: SearchWords

    /// The greatest length that newsapi.org accepts.
    static let longest = 500

    /// - Throws: `RunError.usage` that says what is wrong with the text.
    package init(_ text: String) throws {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard text.count >= 2 else { throw RunError.usage("a search needs at least 2 characters") }
        guard text.count <= Self.longest else {
            throw RunError.usage("a search takes \(Self.longest) characters at most")
        }
        guard !FoldedText.words(of: text).isEmpty else {
            throw RunError.usage("'\(text)' has no word to look for")
        }
        self.text = text
        words = try SearchWords(text)
    }

    /// Whether all its words, or words that begin with them, are in the item's title, text, author, place, address or
    /// tags.
    func matches(_ item: Item) -> Bool {
        let all = [item.title, item.summary, item.author ?? "", item.event?.place ?? "", item.url] + item.tags
        return (try? words.match(all.joined(separator: " "))) ?? false
    }
}

/// One search: the text, and how its answers are fetched.
package struct Search: Sendable {
    var query: SearchQuery
    /// The greatest number of items from a service.
    var limit: Int
    var records: [String: SourceRecord]
}

extension Fetcher {
    /// Searches newsapi.org's `/everything`, KudaGo, and the present items of the feeds and calendars.
    ///
    /// The caller must not store the returned records, because the requests differ from those of a run. The caller finds
    /// the items that feeds contained earlier, or do not send again now (304), among the stored items.
    package func search(
        _ query: SearchQuery, in sources: [any ItemSource], records: [String: SourceRecord], limit: Int = 20
    ) async -> [Gathered] {
        let search = Search(query: query, limit: limit, records: records)
        var seen = Set<String>()
        let distinct = sources.filter { seen.insert($0.searchID).inserted }
        // Articles come before events.
        let asked = [false, true].flatMap { isEvents in
            distinct.filter { ($0.section == Category.events.name) == isEvents }
        }
        return await asked.concurrentMap { await $0.search(search, with: self) }
    }
}
