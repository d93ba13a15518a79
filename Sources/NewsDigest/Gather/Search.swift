import Foundation
import HTTP
import Texts
import Values

/// A text to search for. It has at least three characters and a word.
package struct SearchQuery: Sendable, Equatable {
    package var text: String

    /// The greatest length that newsapi.org accepts.
    static let longest = 500

    /// - Throws: `RunError.usage` that says what is missing in the text.
    package init(_ text: String) throws {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard text.count >= 3 else { throw RunError.usage("a search takes 3 characters at least") }
        guard text.count <= Self.longest else {
            throw RunError.usage("a search takes \(Self.longest) characters at most")
        }
        guard !FoldedText.words(of: text).isEmpty else {
            throw RunError.usage("'\(text)' has no word to look for")
        }
        self.text = text
    }

    /// Whether all its words, or words that begin with them, are in the item's title, text, author, place or address.
    func matches(_ item: Item) -> Bool {
        let all = [item.title, item.summary, item.author ?? "", item.event?.place ?? "", item.url] + item.tags
        let words = FoldedText.bareWords(of: all.joined(separator: " "))
        return FoldedText.bareWords(of: text).allSatisfy { wanted in words.contains { $0.hasPrefix(wanted) } }
    }
}

/// Searches newsapi.org's `/everything`, KudaGo, and the present items of the feeds.
///
/// The caller must not store the returned records, because the requests differ from those of a run. Items that feeds
/// contained earlier, or do not give again now, are found among the stored items.
package func search(
    _ query: SearchQuery, in sources: [Source], records: [String: SourceRecord], over client: HTTPClient, now: Date,
    limit: Int = 20, reserve: @escaping Reserve = { _, _ in .granted },
    progress: @escaping @Sendable (GatherProgress) -> Void = { _ in }
) async -> [Gathered] {
    var questions: [Source] = []
    var cities: [KudaGoSource] = []
    for source in sources {
        switch source {
        case .newsAPI(let api):
            questions.append(.newsAPI(NewsAPISource(everythingAbout: query, from: api, limit: limit)))
        case .feed: questions.append(source)
        case .kudaGo(let city): if !cities.contains(where: { $0.location == city.location }) { cities.append(city) }
        }
    }
    let visit = Visit(client: client, now: now, reserve: reserve)
    async let events = visit.search(query, in: cities, limit: limit)
    var found = await gather(questions, records: records, over: client, now: now, reserve: reserve, progress: progress)
    for case .feed(let feed) in questions {
        guard let index = found.firstIndex(where: { $0.sourceID == feed.id }) else { continue }
        let title = found[index].record.title
        found[index].items = (found[index].items + found[index].past).filter(query.matches)
            .map { feed.applied(to: $0, title: title) }
        found[index].past = []
    }
    return found + (await events)
}

extension NewsAPISource {
    /// A search for the newest articles. It uses the key of `source`, whatever category that source is for.
    fileprivate init(everythingAbout query: SearchQuery, from source: NewsAPISource, limit: Int) {
        self.init(
            .everything, baseURL: source.baseURL, key: source.key, query: query.text, language: source.language,
            sortBy: "publishedAt", limit: limit, dailyRequests: source.dailyRequests, section: "general",
            name: "newsapi.org")
    }
}

extension Visit {
    fileprivate func search(_ query: SearchQuery, in cities: [KudaGoSource], limit: Int) async -> [Gathered] {
        var all: [Gathered] = []
        for city in cities { all.append(await search(query, in: city, limit: limit)) }
        return all
    }

    /// Searches a city's events. The results only name the events; the rest of each event is requested by number.
    private func search(_ query: SearchQuery, in city: KudaGoSource, limit: Int) async -> Gathered {
        var city = city
        city.categories = []
        let (results, fault) = await list(
            KudaGoEvent.self, city, path: "/search/",
            query: [
                ("q", query.text), ("lang", city.language), ("location", city.location), ("ctype", "event"),
                ("expand", "place,dates"),
            ] + (city.freeOnly ? [("is_free", "1")] : []), limit: limit)
        let named = results.filter { $0.kind ?? "event" == "event" }
        let (events, later) = await complete(named, from: city)
        let items = city.items(from: events, now: now)
        let failure = (fault ?? later).map { Failure(.gather, city.name, "\($0)") }
        return Gathered(
            sourceID: city.id, name: city.name, items: items,
            status: failure.map { items.isEmpty ? .failed($0) : .partial($0) } ?? .fresh, record: SourceRecord())
    }
}
