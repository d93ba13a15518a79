import Foundation
import Texts

/// A section of the digest that items are sorted into: built in, or a name of the user's own.
package struct Category: Sendable, Hashable, Codable {
    /// The name as in the configuration and on the command line: `technology`, `concert`.
    package var name: String

    package init(_ name: String) {
        self.name = name
    }

    /// The sections of news, in the usual order of a newspaper.
    package static let newspaper = [
        "general", "business", "technology", "science", "health", "sports", "entertainment",
    ].map(Category.init)

    /// The same, sorted by name.
    package static let news = newspaper.sorted { $0.name < $1.name }

    /// All events together.
    package static let events = Category("events")

    /// The items of feeds without a category.
    package static let other = Category("other")

    /// The sections that only events can be in.
    package static let ofEvents = [
        "business-events", "cinema", "concert", "education", "events", "exhibition", "fashion", "festival", "holiday",
        "kids", "party", "photo", "quest", "recreation", "shopping", "social-activity", "stock", "theater", "tour",
        "wellness-and-health", "yarmarki-razvlecheniya-yarmarki",
    ].map(Category.init)

    /// The built-in section for a name as people write it. The name may be in upper or lower case, a short form
    /// (`tech`), or a known synonym in English or Russian. Nil for any other name.
    package init?(named text: String) {
        let folded = Self.folded(text)
        if let known = Self.builtIn.first(where: { $0.name == folded }) {
            self = known
        } else if let name = Self.synonyms[folded] {
            self.init(name)
        } else {
            return nil
        }
    }

    /// The names of the built-in sections and their other forms.
    package static let allForms = builtIn.map(\.name) + synonyms.keys.sorted()

    /// The built-in sections.
    package static let builtIn = Set(news + [other] + ofEvents).sorted { $0.name < $1.name }

    /// The other forms of a built-in name.
    package var otherForms: [String] { Self.synonyms.filter { $0.value == name }.map(\.key).sorted() }

    /// Whether only events can be in this section.
    package var isOnlyForEvents: Bool { Self.ofEvents.contains(self) }

    /// The section for the items of feeds without a category: `other`. If the wanted sections include `general` and
    /// not `other`, it is `general`, as in earlier versions.
    package static func ofFeedsWithoutCategory(among wanted: [Category]) -> Category {
        wanted.contains(newspaper[0]) && !wanted.contains(.other) ? newspaper[0] : .other
    }
}

extension Category {
    /// The names under which filters find an item of this section. If its feed has no category, it was in `general` in
    /// earlier versions, and filters for `general` still find it.
    package func names(hasNoCategory: Bool) -> [String] {
        hasNoCategory && self == .other ? [Self.newspaper[0].name, name] : [name]
    }

    /// The form in which names of sections and tags of sources are compared.
    package static func folded(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().replacingOccurrences(of: "ё", with: "е")
    }

    /// Other names for the sections: from people, from the `<category>` of feeds, and from other services.
    private static let synonyms: [String: String] = [
        "tech": "technology", "technologies": "technology", "it": "technology", "gadgets": "technology",
        "технологии": "technology", "техника": "technology", "гаджеты": "technology",
        "sport": "sports", "спорт": "sports", "футбол": "sports", "хоккей": "sports", "football": "sports",
        "biz": "business", "economy": "business", "economics": "business", "finance": "business", "markets": "business",
        "money": "business", "бизнес": "business", "экономика": "business", "финансы": "business",
        "sci": "science", "space": "science", "наука": "science", "космос": "science",
        "ent": "entertainment", "culture": "entertainment", "showbiz": "entertainment", "arts": "entertainment",
        "movies": "entertainment", "music": "entertainment", "развлечения": "entertainment",
        "культура": "entertainment",
        "med": "health", "medicine": "health", "здоровье": "health", "медицина": "health",
        "news": "general", "top": "general", "world": "general", "politics": "general", "headlines": "general",
        "новости": "general", "мир": "general", "в мире": "general", "политика": "general", "общество": "general",
        "event": "events", "kudago": "events", "afisha": "events", "афиша": "events", "события": "events",
        "concerts": "concert", "концерт": "concert", "концерты": "concert",
        "exhibitions": "exhibition", "выставка": "exhibition", "выставки": "exhibition",
        "film": "cinema", "films": "cinema", "кино": "cinema", "кинопоказы": "cinema",
        "theatre": "theater", "theaters": "theater", "театр": "theater", "спектакли": "theater",
        "festivals": "festival", "фестиваль": "festival", "фестивали": "festival",
        "children": "kids", "детям": "kids", "дети": "kids", "excursion": "tour", "tours": "tour",
        "экскурсия": "tour", "экскурсии": "tour", "parties": "party", "вечеринки": "party",
        "fair": "yarmarki-razvlecheniya-yarmarki", "fairs": "yarmarki-razvlecheniya-yarmarki",
        "ярмарки": "yarmarki-razvlecheniya-yarmarki", "charity": "social-activity",
        "благотворительность": "social-activity", "мода": "fashion", "квесты": "quest", "quests": "quest",
        "обучение": "education", "праздники": "holiday", "holidays": "holiday",
    ]
}

/// Which tags of a source belong to which section. Tags are compared like names of sections.
package struct TagSections: Sendable, Equatable, CustomStringConvertible {
    /// The names of the sections, by the folded tag.
    private var sections: [String: String] = [:]

    /// - Parameter sections: the names of the sections, by tag. If the folded forms of several tags are equal, the
    ///   first tag in the order of the alphabet counts.
    package init(_ sections: [String: String] = [:]) {
        for (tag, section) in sections.sorted(by: { $0.key < $1.key }) { add(tag, to: section) }
    }

    /// A tag that already belongs to a section stays there.
    package mutating func add(_ tag: String, to section: String) {
        let folded = Category.folded(tag)
        if sections[folded] == nil { sections[folded] = section }
    }

    /// The tags with their sections, in the order of the alphabet.
    package var description: String {
        sections.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
    }

    /// The sections of the tags that have one, in the order of the tags. The first is the best.
    package func sections(of tags: [String]) -> [String] {
        sections.isEmpty ? [] : tags.compactMap { sections[Category.folded($0)] }
    }
}
