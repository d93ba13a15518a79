import Foundation
import NewsDigest

/// Fills a state with a history, by the same calls that a run makes: years of digests, all delivered.
///
///     StateGenerator STATE ITEMS DIGESTS END [SOURCE…]
///
/// `END` (RFC 3339) is when the last digest went out; three a day did before it. Every SOURCE is the id of a source;
/// the items are spread over them.
@main
struct StateGenerator {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map(\.self)
        guard arguments.count >= 4, let items = Int(arguments[1]), let digests = Int(arguments[2]),
            let end = try? Date(arguments[3], strategy: .iso8601), items >= digests, digests > 0
        else {
            FileHandle.standardError.write(Data("usage: StateGenerator STATE ITEMS DIGESTS END [SOURCE…]\n".utf8))
            exit(64)
        }
        let sources = arguments.count > 4 ? Array(arguments[4...]) : (0..<50).map { "feed:https://s\($0).example/rss" }
        let generator = StateGenerator(
            path: arguments[0], perDigest: items / digests, digests: digests, end: end, sources: sources)
        try generator.run()
    }

    var path: String
    var perDigest: Int
    var digests: Int
    var end: Date
    var sources: [String]

    /// Many digests' items are stored at once, since each commit of scattered keys touches most of the index.
    static let batch = 100

    func run() throws {
        var text = Text(seed: 1)
        for start in stride(from: 0, to: digests, by: Self.batch) {
            let state = try State(path: path, mode: .readWrite)
            let numbers = Array(start..<min(start + Self.batch, digests))
            let stored = try remember(numbers, text: &text, in: state)
            for (index, number) in numbers.enumerated() {
                let own = Array(stored[(index * perDigest)..<((index + 1) * perDigest)])
                try send(own, number: number, in: state)
            }
            if let failure = state.close() { throw failure }
        }
    }
}

extension StateGenerator {
    private func time(of digest: Int) -> Date { end - Double(digests - 1 - digest) * 8 * 3600 }

    /// - Returns: the items, digest by digest.
    private func remember(_ digests: [Int], text: inout Text, in state: State) throws -> [StoredItem] {
        var stored: [StoredItem] = []
        for number in digests {
            let items = (0..<perDigest).map { item(number * perDigest + $0, digest: number, text: &text) }
            let bySource = Dictionary(grouping: items, by: \.sourceID)
            let gathered = bySource.sorted { $0.key < $1.key }.map {
                Gathered(sourceID: $0.key, name: $0.key, items: $0.value, outcome: .fresh, record: SourceRecord())
            }
            stored += try state.remember(gathered, now: time(of: number))
        }
        return stored
    }

    private func item(_ number: Int, digest: Int, text: inout Text) -> Item {
        let isRussian = number % 3 == 0
        let summary = text.words(38, isRussian: isRussian)
        let host = "www.publisher\(number % 97).example"
        return Item(
            sourceID: sources[number % sources.count], source: "Publisher \(number % 97)",
            guid: "https://\(host)/?p=\(number)",
            url: "https://\(host)/news/\(text.slug())-\(number)", title: text.words(9, isRussian: isRussian),
            summary: summary, html: "<p>\(summary)</p>", author: text.words(2, isRussian: false),
            image: "https://img.\(host)/2026/\(text.slug())-\(number).jpg",
            published: time(of: digest) - Double(number % 7) * 1800,
            category: ["technology", "science", "business", "general"][number % 4],
            tags: [text.words(1, isRussian: false)],
            position: number % perDigest)
    }

    private func send(_ items: [StoredItem], number: Int, in state: State) throws {
        let now = time(of: number)
        let stories = items.map { Story(id: $0.id, item: $0.item, url: $0.item.url) }
        let sections = Dictionary(grouping: stories, by: \.item.category).sorted { $0.key < $1.key }.map {
            Digest.Section(category: $0.key, title: $0.key, stories: $0.value)
        }
        let digest = Digest(
            id: "g\(number)", profile: "default", title: "Digest \(number)", created: now, language: "en",
            timeZone: "UTC", sections: sections)
        let run = try state.begin(at: now)
        let page = Data(digest.rendered(as: .html, RenderOptions()))
        let decisions = items.map { ($0.id, Decision.shown(Score([.init("fresh", 0.48), .init("place", 0.25)]))) }
        try state.record(
            Dictionary(decisions) { first, _ in first }, gathered: items.map(\.id), run: run, profile: "default")
        try state.store(digest, renderings: [StoredRendering(destination: "file", format: .html, bytes: page)])
        try state.markDelivered(digest.id, to: "file", now: now)
        try state.finish(digest.id, now: now)
        try state.end(run, summary: ["delivered": digest.id], now: now)
    }
}

/// Words that look like text and compress like it; the same ones every time.
struct Text {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func words(_ count: Int, isRussian: Bool) -> String {
        let syllables = isRussian ? Self.russian : Self.english
        let words = (0..<count).map { _ in
            // The square prefers the first words, as languages do.
            let rank = Int(Double(next() % 1000) / 1000 * Double(next() % 1000) / 1000 * 8000)
            var word = ""
            var rest = rank + 7
            while rest > 0 {
                word += syllables[rest % syllables.count]
                rest /= syllables.count
            }
            return word
        }
        let text = words.joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst() + (count > 20 ? "." : "")
    }

    mutating func slug() -> String {
        words(3, isRussian: false).lowercased().replacing(" ", with: "-")
    }

    /// splitmix64
    private mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ z >> 30) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ z >> 27) &* 0x94d0_49bb_1331_11eb
        return z ^ z >> 31
    }

    private static let english = [
        "re", "in", "ta", "con", "mi", "ter", "lo", "per", "na", "sti", "ver", "ma", "com", "pro", "li", "den",
    ]
    private static let russian = [
        "по", "ра", "ни", "ко", "ва", "сто", "пре", "ли", "на", "го", "те", "рос", "ми", "вы", "де", "ла",
    ]
}
