import Addresses
import FeedParser
import Foundation
import HTTP
import InFlight
import Texts
import Values

extension Fetcher {
    /// Fetches a city's events or its picks of the day, up to the limit.
    func fetch(_ source: KudaGoSource, record: SourceRecord) async -> Gathered {
        var gathered = Gathered(source, record: record)
        let (events, fault) = await events(of: source)
        gathered.items = InFlight.during(.reading, ofSource: source.id) {
            source.items(from: events, now: now)
        }
        guard let fault else {
            gathered.record.succeeded(at: now)
            let isWhole = source.selection == .events && events.count < source.limit
            gathered.record.reach = isWhole ? source.period(at: now).upperBound : nil
            return gathered
        }
        let failure = Failure(.gather, source.name, fault.sentence)
        gathered.fail(
            fault, failure, remembered: failure.reason, pause: fault.pause(from: now), isEmpty: events.isEmpty, now: now
        )
        return gathered
    }

    private func events(of source: KudaGoSource) async -> ([KudaGoEvent], ServiceFault?) {
        switch source.selection {
        case .events:
            await list(
                KudaGoEvent.self, source, path: "/events/", query: source.eventsQuery(at: now), limit: source.limit)
        case .eventsOfTheDay:
            await eventsOfTheDay(source)
        }
    }

    /// Fetches the picks, and then their events by number, because a pick has only a part of its event.
    private func eventsOfTheDay(_ source: KudaGoSource) async -> ([KudaGoEvent], ServiceFault?) {
        let today = now.formatted(Date.ISO8601FormatStyle(timeZone: source.zone).year().month().day())
        let (picks, fault) = await list(
            KudaGoPick.self, source, path: "/events-of-the-day/",
            query: [("lang", source.language), ("location", source.location), ("date", today)], limit: source.limit)
        if let fault { return (picks.map(\.object), fault) }
        return await complete(picks.map(\.object), from: source)
    }

    /// Fetches the data that a search or the picks of the day omit.
    func complete(_ events: [KudaGoEvent], from source: KudaGoSource) async -> ([KudaGoEvent], ServiceFault?) {
        guard !events.isEmpty else { return ([], nil) }
        let numbers = events.map { "\($0.id)" }.joined(separator: ",")
        let (full, fault) = await list(
            KudaGoEvent.self, source, path: "/events/", query: source.shape + [("ids", numbers)], limit: events.count)
        let byNumber = Dictionary(full.map { ($0.id, $0) }) { first, _ in first }
        return (events.map { byNumber[$0.id] ?? $0 }, fault)
    }

    /// Fetches the results of a list, page by page. A page that does not exist (404) is the end.
    func list<Result: Decodable>(
        _ type: Result.Type, _ source: KudaGoSource, path: String, query: [(name: String, value: String)], limit: Int
    ) async -> ([Result], ServiceFault?) {
        var results: [Result] = []
        let size = min(KudaGoSource.pageSize, max(1, limit))
        for page in 1...max(1, (limit + size - 1) / size) {
            let pages = [("page", "\(page)"), ("page_size", "\(size)")]
            let url = WebAddress.with(source.baseURL, path: path, query: query + pages)
            do {
                let answer: KudaGoPage<Result> = try await kudaGoAnswer(at: url, of: source)
                results += answer.results
                if answer.next == nil || answer.results.isEmpty || results.count >= limit { break }
            } catch {
                if page > 1, case .refused(404, _, _, _) = error { break }
                return (results, error)
            }
        }
        return (Array(results.prefix(limit)), nil)
    }

    func kudaGoAnswer<Body: Decodable>(
        at url: String, of source: KudaGoSource
    ) async throws(ServiceFault) -> Body {
        let headers = [HTTPHeader("Accept", "application/json")]
        let response = try await answer(to: HTTPRequest(url: url, configuredURL: source.baseURL, headers: headers))
        let shown = String(response.url.prefix { $0 != "?" })
        guard response.isSuccess else {
            let detail = response.json(KudaGoError.self, ofSource: source.id)?.detail
            let step = [400, 404].contains(response.status) ? "; check location and categories under [kudago]" : ""
            let text = "\(shown) answered \(response.status)" + (detail.map { ": \($0.clipped(to: 200))" } ?? "") + step
            throw .refused(status: response.status, message: text, response.retryAfter)
        }
        guard let body: Body = response.json(ofSource: source.id) else {
            throw .unreadable("\(shown) \(response.notItsJSON)")
        }
        return body
    }
}

extension ServiceFault {
    /// What happened, and then what the user can do. KudaGo's faults have whole sentences.
    var sentence: String {
        switch self {
        case .refused(_, _, let text, _): text ?? ""
        case .unreadable(let text), .uncounted(let text): text
        case .transport(let error): "\(error)"
        }
    }
}

extension KudaGoSource {
    var zone: TimeZone { Self.zone(ofCity: settings.location) }

    static func zone(ofCity slug: String) -> TimeZone {
        TimeZone(identifier: zones[slug] ?? "Europe/Moscow") ?? .gmt
    }

    /// The time zones of the cities that do not use Moscow's.
    private static let zones = [
        "ekb": "Asia/Yekaterinburg", "krasnoyarsk": "Asia/Krasnoyarsk", "nsk": "Asia/Novosibirsk",
        "mns": "Europe/Minsk", "ufa": "Asia/Yekaterinburg", "smr": "Europe/Samara", "kev": "Europe/Kiev",
        "new-york": "America/New_York",
    ]

    /// The days whose events are asked for, from the beginning of the city's day.
    fileprivate func period(at now: Date) -> Range<Date> {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let since = calendar.startOfDay(for: now)
        return since..<(calendar.date(byAdding: .day, value: settings.days + 1, to: since) ?? now)
    }

    /// The query for events, which stays the same for the whole day.
    fileprivate func eventsQuery(at now: Date) -> [(name: String, value: String)] {
        let period = period(at: now)
        var query =
            shape + [
                ("location", settings.location),
                ("actual_since", "\(Int(period.lowerBound.timeIntervalSince1970))"),
                ("actual_until", "\(Int(period.upperBound.timeIntervalSince1970))"), ("order_by", "-publication_date"),
            ]
        if !settings.categories.isEmpty { query.append(("categories", settings.categories.joined(separator: ","))) }
        if !settings.tags.isEmpty { query.append(("tags", settings.tags.joined(separator: ","))) }
        if settings.freeOnly { query.append(("is_free", "1")) }
        return query
    }

    /// The fields and the language of the events in the answer.
    var shape: [(name: String, value: String)] {
        [
            ("lang", settings.language), ("fields", Self.fields), ("expand", "place,dates,location"),
            ("text_format", "html"),
        ]
    }

    private static let fields =
        "id,publication_date,dates,title,short_title,slug,place,description,body_text,location,categories,tagline,"
        + "age_restriction,price,is_free,images,favorites_count,site_url,tags"

    /// The events that are not over and pass the filters. Each event is taken once, because pages can shift between two
    /// requests.
    func items(from events: [KudaGoEvent], now: Date) -> [Item] {
        var seen = Set<Int>()
        var items: [Item] = []
        for event in events where admits(event) && seen.insert(event.id).inserted {
            if let item = Item(event, from: self, now: now, position: items.count) { items.append(item) }
        }
        return items
    }

    /// Whether an event passes the filters that the request has. Unknown data do not exclude an event.
    func admits(_ event: KudaGoEvent) -> Bool {
        if settings.freeOnly, event.isFree == false { return false }
        let excluded = settings.categories.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
        return !event.categories.contains(where: excluded.contains)
    }
}

/// One pick of the editors: `results[].object`.
private struct KudaGoPick: Decodable { var object: KudaGoEvent }
