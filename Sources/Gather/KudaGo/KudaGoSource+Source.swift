import Addresses
import FeedParser
import Values

extension KudaGoSource: ItemSource {
    package var host: String { WebAddress.host(of: baseURL) }
    /// One search answers for all of a city's events.
    package var searchID: String { SourceKind.kudago.sourcePrefix + location }

    package func ask(on visit: Visit, record: SourceRecord) async -> (Gathered, ClosedAccount?) {
        (await visit.ask(self, record: record), nil)
    }

    package func check(on visit: Visit) async -> SourceCheck {
        var source = self
        source.limit = 20
        return SourceCheck(await visit.ask(source, record: SourceRecord()))
    }

    package func search(_ search: Search, on visit: Visit) async -> Gathered {
        await visit.search(search.query, in: self, limit: search.limit)
    }

    /// KudaGo's categories and cities.
    package func names(on visit: Visit) async throws(Failure) -> [NameGroup] {
        do throws(KudaGoFault) {
            return [
                NameGroup("KudaGo's categories now", try await visit.names("/event-categories/", of: self)),
                NameGroup("KudaGo's cities (location under [kudago])", try await visit.names("/locations/", of: self)),
            ]
        } catch {
            throw Failure(.gather, name, "\(error)")
        }
    }
}

extension Visit {
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
        let items = city.items(from: events, now: now)
        let failure = (fault ?? later).map { Failure(.gather, city.name, "\($0)") }
        return Gathered(
            sourceID: city.id, name: city.name, items: items,
            status: failure.map { items.isEmpty ? .failed($0) : .partial($0) } ?? .fresh, record: SourceRecord())
    }

    fileprivate func names(_ path: String, of city: KudaGoSource) async throws(KudaGoFault) -> [NameGroup.Row] {
        let url = WebAddress.with(city.baseURL, path: path, query: [("lang", city.language), ("fields", "slug,name")])
        let found: Lossy<KudaGoCategory> = try await kudaGoAnswer(at: url, of: city)
        return found.elements.map { NameGroup.Row($0.slug, $0.name) }
    }
}
