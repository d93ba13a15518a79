import Values

/// A public feed that `newsdigest init` offers.
package struct OfferedFeed: Sendable, Equatable {
    package var name: String
    package var category: String
    package var url: String

    package init(name: String, category: String, url: String) {
        (self.name, self.category, self.url) = (name, category, url)
    }

    /// The feeds in a language for these sections, in the order of the sections; for no section, all in this language.
    package static func all(language: String, sections: [String]) -> [OfferedFeed] {
        let feeds = Language(code: language).offeredFeeds
        return sections.isEmpty ? feeds : sections.flatMap { section in feeds.filter { $0.category == section } }
    }

    static func list(_ rows: [(name: String, category: String, url: String)]) -> [OfferedFeed] {
        rows.map { OfferedFeed(name: $0.name, category: $0.category, url: $0.url) }
    }
}

extension [OfferedFeed] {
    /// The feeds with these numbers, counted from 1; all for no number.
    /// - Throws: `RunError.usage` for anything that is not the number of a feed.
    package func numbered(_ words: [String]) throws -> [OfferedFeed] {
        let numbers = try words.map { word in
            guard let number = Int(word), indices.contains(number - 1) else {
                throw RunError.usage("'\(word)' is not a number from 1 to \(count)")
            }
            return number
        }
        return numbers.isEmpty ? self : Set(numbers).sorted().map { self[$0 - 1] }
    }
}
