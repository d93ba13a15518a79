import Foundation
import Texts

/// A section of the digest that items are sorted into: newsapi.org's, KudaGo's, or a name of the user's own.
public struct Category: Sendable, Hashable, Codable {
    /// As in the configuration and on the command line: `technology`, `concert`.
    public var name: String

    public init(_ name: String) {
        self.name = name
    }

    /// The seven of newsapi.org's top headlines.
    public static let news = [
        "business", "entertainment", "general", "health", "science", "sports", "technology",
    ].map(Category.init)

    /// All events together.
    public static let events = Category("events")

    /// KudaGo's categories of events. `entertainment` is one of newsapi.org's as well.
    public static let kudago = [
        "business-events", "cinema", "concert", "education", "entertainment", "exhibition", "fashion", "festival",
        "holiday", "kids", "other", "party", "photo", "quest", "recreation", "shopping", "social-activity", "stock",
        "theater", "tour", "wellness-and-health", "yarmarki-razvlecheniya-yarmarki",
    ].map(Category.init)

    /// The category for a name as people write it: in any case, a short form (`tech`), a known synonym in English
    /// or Russian, or one of `own`. Nil for a name that is none of these.
    public init?(named text: String, own: [String] = []) {
        let folded = Self.folded(text)
        if let name = own.first(where: { Self.folded($0) == folded }) {
            self.init(name)
        } else if let known = Self.known.first(where: { $0.name == folded }) {
            self = known
        } else if let name = Self.synonyms[folded] {
            self.init(name)
        } else {
            return nil
        }
    }

    /// The known or own name that takes the fewest changes to get to, for "did you mean"; nil when none is near.
    public static func nearest(to text: String, own: [String] = []) -> String? {
        let folded = folded(text)
        let names = known.map(\.name) + own + synonyms.keys.sorted()
        let distances = names.map { (name: $0, distance: editDistance(folded, Self.folded($0))) }
        guard let best = distances.min(by: { $0.distance < $1.distance }),
            best.distance <= max(1, folded.count / 3)
        else { return nil }
        return synonyms[best.name] ?? best.name
    }

    /// Whether only events have it.
    public var isOnlyForEvents: Bool {
        self == .events || (Self.kudago.contains(self) && !Self.news.contains(self))
    }
}

extension Category {
    private static let known = news + [events] + kudago

    private static func folded(_ text: String) -> String {
        text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().replacingOccurrences(of: "ё", with: "е")
    }

    /// What people, feeds' own `<category>` and other services call them.
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

/// The least number of insertions, deletions, replacements and swaps of neighbours that makes `a` of `b`.
func editDistance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    var rows = [Array(0...b.count)]
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
            row.append(least)
        }
        rows.append(row)
    }
    return rows[a.count][b.count]
}
