import Foundation
import NewsDigest
import Render
import State
import Values

/// Fills a state with a history, by the same calls that a run makes: months of digests, all delivered.
///
///     StateGenerator STATE ITEMS DIGESTS END [SOURCE…]
///
/// `END` (RFC 3339) is when the last digest went out; three a day did before it. Every SOURCE is the id of a source;
/// the items are spread over them. Of a hundred items that a run gathers, 40 lead a story, 20 stand under one as told
/// by others, 10 are the same article from elsewhere, and 30 are too old to be sent.
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

    func run() throws {
        var text = Text(seed: 1)
        let state = try State.open(path, .readWrite)
        for number in 0..<digests {
            let run = try state.begin(at: time(of: number))
            let gathered = gather(number, text: &text)
            let stored = try state.remember(gathered, now: time(of: number))
            try send(stored, number: number, run: run, in: state)
            try state.prune(after: gathered, now: time(of: number))
            try state.end(
                run, summary: ["delivered": "g\(number)"], counting: wordTallies, now: time(of: number))
        }
        if let failure = state.close() { throw failure }
    }
}

extension StateGenerator {
    private func time(of digest: Int) -> Date { end - Double(digests - 1 - digest) * 8 * 3600 }

    private func gather(_ digest: Int, text: inout Text) -> [Gathered] {
        let items = (0..<perDigest).map { item(digest * perDigest + $0, digest: digest, text: &text) }
        return Dictionary(grouping: items, by: \.sourceID).sorted { $0.key < $1.key }.map {
            Gathered(sourceID: $0.key, name: $0.key, items: $0.value, status: .fresh, record: SourceRecord())
        }
    }

    private func item(_ number: Int, digest: Int, text: inout Text) -> Item {
        let isRussian = number % 3 == 0
        let summary = text.words(30, isRussian: isRussian)
        let host = "www.publisher\(number % 97).example"
        return Item(
            sourceID: sources[number % sources.count], source: "Publisher \(number % 97)",
            guid: "https://\(host)/?p=\(number)",
            url: "https://\(host)/2026/11/\(text.slug())-\(number).html", title: text.words(9, isRussian: isRussian),
            summary: summary, html: "<p>\(summary)</p>", author: text.words(2, isRussian: false),
            image: "https://img.\(host)/2026/\(text.slug())-\(number).jpg",
            published: time(of: digest) - (Self.isOld(number) ? 5 * 86_400 : Double(number % 7) * 1800),
            category: ["technology", "science", "business", "general"][number % 4],
            tags: [text.words(1, isRussian: false)],
            position: number % perDigest)
    }

    private static func isOld(_ number: Int) -> Bool { number / 7 % 10 < 3 }

    private func send(_ gathered: [StoredItem], number: Int, run: Int64, in state: State) throws {
        let now = time(of: number)
        let items = gathered.filter { now.timeIntervalSince($0.item.published!) < 86_400 }.mixed
        let leads = items.prefix(perDigest * 4 / 10)
        let others = items.dropFirst(leads.count).prefix(perDigest * 2 / 10)
        let copies = items.dropFirst(leads.count + others.count)
        var decisions = Dictionary(uniqueKeysWithValues: gathered.map { ($0.id, Decision.tooOld($0.item.published!)) })
        for lead in leads { decisions[lead.id] = .shown(Score([.init("fresh", 0.48), .init("place", 0.25)])) }
        var stories = leads.map { Story(id: $0.id, item: $0.item, url: $0.item.url) }
        for (index, other) in others.enumerated() {
            stories[index].also = [
                Story.Telling(
                    id: other.id, source: other.item.source, title: other.item.title, url: other.item.url,
                    isSameArticle: false)
            ]
            decisions[other.id] = .sameStory(as: stories[index].id)
        }
        let members = Dictionary(uniqueKeysWithValues: zip(leads, copies).map { ($0.id, [$0.id, $1.id]) })
        for (lead, copy) in zip(leads, copies) { decisions[copy.id] = .duplicate(of: lead.id) }
        let sections = Dictionary(grouping: stories, by: \.item.category).sorted { $0.key < $1.key }.map {
            Digest.Section(category: $0.key, title: $0.key, stories: $0.value)
        }
        let digest = Digest(
            id: "g\(number)", profile: "default", title: "Digest \(number)", created: now, language: "en",
            timeZone: "UTC", sections: sections)
        let page = Data(digest.rendered(as: .html))
        let renderings = [StoredRendering(destination: "file", format: .html, bytes: page)]
        let reasons = Reasons(of: "default", decisions: decisions, items: gathered.map(\.name))
        try state.store(
            [StoredDigest(digest, renderings: renderings, members: members)], reasons: [reasons], run: run)
        try state.markDelivered(digest.id, to: "file", now: now)
        try state.finish(digest.id, now: now)
    }
}

extension [StoredItem] {
    /// The same order every time, in which sources and categories are mixed.
    fileprivate var mixed: [StoredItem] {
        sorted { $0.id.reversed().lexicographicallyPrecedes($1.id.reversed()) }
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
