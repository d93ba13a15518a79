import Addresses
import FeedParser
import Foundation
import Settings
import Texts
import Values

/// The events of one city on KudaGo.
@dynamicMemberLookup struct KudaGoSource: Sendable, Equatable {
    enum EventList: String, Sendable {
        case events
        /// The events that KudaGo's editors pick for each day.
        case eventsOfTheDay = "events-of-the-day"
    }

    var selection = EventList.events
    var settings = KudaGo()
    package var section: String { "events" }
    package var name = "KudaGo"

    /// The id depends on what is requested, not on limits or filters of newsdigest.
    package var id: String {
        let prefix = KudaGo.kind.sourcePrefix
        var parts = ["\(prefix)\(selection.rawValue):\(settings.location):\(settings.language)"]
        if !settings.categories.isEmpty { parts.append(settings.categories.sorted().joined(separator: ",")) }
        if !settings.tags.isEmpty { parts.append("tags=" + settings.tags.sorted().joined(separator: ",")) }
        if settings.freeOnly { parts.append("free") }
        return parts.joined(separator: ":")
    }

    subscript<Value>(dynamicMember setting: WritableKeyPath<KudaGo, Value>) -> Value {
        get { settings[keyPath: setting] }
        set { settings[keyPath: setting] = newValue }
    }

    static let pageSize = 100
}

extension KudaGoSource: ItemSource {
    package var host: String { WebAddress.host(of: settings.baseURL) }
    /// One search answers for all of a city's events.
    package var searchID: String { KudaGo.kind.sourcePrefix + settings.location }

    package func fetch(with fetcher: Fetcher, record: SourceRecord) async -> Gathered {
        await fetcher.fetch(self, record: record)
    }

    package func check(with fetcher: Fetcher) async -> SourceCheck {
        var source = self
        source.limit = 20
        return SourceCheck(await fetcher.fetch(source, record: SourceRecord()))
    }

    package func search(_ search: Search, with fetcher: Fetcher) async -> Gathered {
        await fetcher.search(search.query, in: self, limit: search.limit)
    }

    /// KudaGo's categories and cities.
    package func names(with fetcher: Fetcher) async throws(Failure) -> [NameGroup] {
        do throws(ServiceFault) {
            return [
                NameGroup("KudaGo's categories now", try await fetcher.names("/event-categories/", of: self)),
                NameGroup(
                    "KudaGo's cities (location under [kudago])", try await fetcher.names("/locations/", of: self)),
            ]
        } catch {
            throw Failure(.gather, name, error.sentence)
        }
    }
}

extension Fetcher {
    /// Searches a city's events. The results have only a part of each event. The whole events are requested by number.
    fileprivate func search(_ query: SearchQuery, in city: KudaGoSource, limit: Int) async -> Gathered {
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
        let items = city.items(from: events, now: now).filter { item in
            item.event.flatMap(city.settings.objection) == nil
        }
        let failure = (fault ?? later).map { Failure(.gather, city.name, $0.sentence) }
        var found = Gathered(city, failure.map { items.isEmpty ? .failed($0) : .partial($0) } ?? .fresh)
        found.items = items
        return found
    }

    fileprivate func names(_ path: String, of city: KudaGoSource) async throws(ServiceFault) -> [NameGroup.Row] {
        let url = WebAddress.with(city.baseURL, path: path, query: [("lang", city.language), ("fields", "slug,name")])
        let found: Lossy<KudaGoCategory> = try await kudaGoAnswer(at: url, of: city)
        return found.elements.map { NameGroup.Row($0.slug, $0.name) }
    }
}

extension KudaGo: SourceMaker {
    package func sources(for request: SourceRequest) async -> SourceList {
        // KudaGo's own `other` stays with the events.
        let wanted = request.sections.filter { $0 != .other && Self.slugs.contains($0.name) }
        let wantsAll = request.wants([Category.events.name])
        guard wantsAll || wanted.contains(where: \.isOnlyForEvents) else { return SourceList() }
        var events = KudaGoSource(settings: self)
        if !wantsAll { events.categories = wanted.map(\.name) }
        guard eventsOfTheDay else { return SourceList([events]) }
        var picks = events
        picks.selection = .eventsOfTheDay
        picks.name = "KudaGo's events of the day"
        return SourceList([events, picks])
    }
}

/// A city with events on KudaGo.
package struct KudaGoCity: Sendable, Equatable {
    /// KudaGo's name for it (`location` under `[kudago]`).
    package var location: String
    package var name: String
    private var otherNames: [String]

    /// - Parameter text: the name in a language of the digest, or KudaGo's name. Nil for any other city.
    package init?(named text: String) {
        let wanted = FoldedText.bareWords(of: text)
        let found = Self.all.first { city in
            ([city.location, city.name] + city.otherNames).contains { FoldedText.bareWords(of: $0) == wanted }
        }
        guard let found else { return nil }
        self = found
    }

    /// The name of its time zone.
    package var zone: String { KudaGoSource.zone(ofCity: location).identifier }

    private init(_ location: String, _ name: String, _ otherNames: String...) {
        (self.location, self.name, self.otherNames) = (location, name, otherNames)
    }

    package static let all = [
        KudaGoCity("msk", "Moscow", "Москва", "Moskova", "Moskva"),
        KudaGoCity(
            "spb", "Saint Petersburg", "St. Petersburg", "St Petersburg", "Petersburg", "Санкт-Петербург", "Петербург",
            "Питер"),
        KudaGoCity("nsk", "Novosibirsk", "Новосибирск"),
        KudaGoCity("ekb", "Yekaterinburg", "Ekaterinburg", "Екатеринбург"),
        KudaGoCity("kzn", "Kazan", "Казань"),
        KudaGoCity("nnv", "Nizhny Novgorod", "Nizhniy Novgorod", "Нижний Новгород"),
        KudaGoCity("sochi", "Sochi", "Soçi", "Сочи"),
        KudaGoCity("krasnoyarsk", "Krasnoyarsk", "Красноярск"),
    ]
}
