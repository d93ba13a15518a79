import Foundation

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

    /// The heading in `language` (`en`, `ru` or `tr`); a name of the user's own with its first letter in upper case.
    public func title(in language: String) -> String {
        let titles = Self.titles[name]
        switch language.prefix(2) {
        case "ru": return titles?.ru ?? capitalized
        case "tr": return titles?.tr ?? capitalized
        default: return titles?.en ?? capitalized
        }
    }
}

extension Category {
    private static let known = news + [events] + kudago

    private var capitalized: String { name.prefix(1).uppercased() + name.dropFirst() }

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

    private static let titles: [String: (en: String, ru: String, tr: String)] = [
        "business": ("Business", "Бизнес", "İş dünyası"),
        "entertainment": ("Entertainment", "Развлечения", "Eğlence"),
        "general": ("Top news", "Главное", "Gündem"),
        "health": ("Health", "Здоровье", "Sağlık"),
        "science": ("Science", "Наука", "Bilim"),
        "sports": ("Sports", "Спорт", "Spor"),
        "technology": ("Technology", "Технологии", "Teknoloji"),
        "events": ("Events", "События", "Etkinlikler"),
        "business-events": ("Business events", "События для бизнеса", "İş etkinlikleri"),
        "cinema": ("Cinema", "Кинопоказы", "Sinema"),
        "concert": ("Concerts", "Концерты", "Konserler"),
        "education": ("Education", "Обучение", "Eğitim"),
        "exhibition": ("Exhibitions", "Выставки", "Sergiler"),
        "fashion": ("Fashion", "Мода и стиль", "Moda"),
        "festival": ("Festivals", "Фестивали", "Festivaller"),
        "holiday": ("Holidays", "Праздники", "Bayramlar"),
        "kids": ("For children", "Детям", "Çocuklar için"),
        "other": ("Other", "Разное", "Diğer"),
        "party": ("Parties", "Вечеринки", "Partiler"),
        "photo": ("Photography", "Фотография", "Fotoğraf"),
        "quest": ("Quests", "Квесты", "Macera oyunları"),
        "recreation": ("Recreation", "Активный отдых", "Açık hava"),
        "shopping": ("Shopping", "Шопинг", "Alışveriş"),
        "social-activity": ("Charity", "Благотворительность", "Yardım"),
        "stock": ("Offers", "Акции и скидки", "İndirimler"),
        "theater": ("Theatre", "Спектакли", "Tiyatro"),
        "tour": ("Tours", "Экскурсии", "Geziler"),
        "wellness-and-health": ("Wellness", "Красота и здоровье", "Güzellik ve sağlık"),
        "yarmarki-razvlecheniya-yarmarki": ("Fairs", "Ярмарки", "Panayırlar"),
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
