import Addresses
import Foundation
import HTTP
import Values

/// The names that `--category` and the configuration accept, for the command `categories`.
package struct CategoryList: Sendable, Equatable, Encodable {
    package struct Row: Sendable, Equatable, Encodable {
        package var name: String
        package var title: String

        init(_ name: String, _ title: String) {
            self.name = name
            self.title = title
        }
    }

    package struct Group: Sendable, Equatable, Encodable {
        package var title: String
        package var entries: [Row]

        init(_ title: String, _ entries: [Row]) {
            self.title = title
            self.entries = entries
        }
    }

    package var groups: [Group]

    /// The built-in and configured names: newsapi.org's seven, KudaGo's, and the user's own.
    package init(_ configuration: Configuration) {
        let words = Language(code: configuration.language)
        let wordsOfEvents = Language(code: configuration.kudago?.language ?? "ru")
        let own = configuration.ownCategories.filter { Category(named: $0) == nil }
        groups = [
            Group("newsapi.org and feeds", Category.news.map { Row($0.name, words.title(ofCategory: $0.name)) }),
            Group(
                "KudaGo", ([.events] + Category.kudago).map { Row($0.name, wordsOfEvents.title(ofCategory: $0.name)) }
            ),
        ]
        guard !own.isEmpty else { return }
        groups.append(Group("your own", own.map { Row($0, configuration.categories[$0]?.title ?? $0) }))
    }
}

extension Visit {
    /// newsapi.org's publishers and KudaGo's categories and cities, as the services list them now.
    func categories(of sources: [Source]) async -> ([CategoryList.Group], [Failure]) {
        var groups: [CategoryList.Group] = []
        var failures: [Failure] = []
        for source in sources.oneForEachService() {
            do throws(Failure) {
                groups += try await self.groups(of: source)
            } catch {
                failures.append(error)
            }
        }
        return (groups, failures)
    }

    private func groups(of source: Source) async throws(Failure) -> [CategoryList.Group] {
        switch source {
        case .feed: return []
        case .newsAPI(let api):
            do throws(NewsAPIFault) {
                let entries = try await publishers(api).compactMap { publisher in
                    publisher.id.map { id in
                        let about = [publisher.category, publisher.language, publisher.country].compactMap(\.self)
                        return CategoryList.Row(id, "\(publisher.name ?? id) (\(about.joined(separator: ", ")))")
                    }
                }
                return [CategoryList.Group("newsapi.org's publishers (sources under [newsapi])", entries)]
            } catch {
                throw Failure(.gather, "newsapi.org", error.sentence(url: api.baseURL, key: api.key))
            }
        case .kudaGo(let city):
            do throws(KudaGoFault) {
                return [
                    CategoryList.Group("KudaGo's categories now", try await names("/event-categories/", of: city)),
                    CategoryList.Group(
                        "KudaGo's cities (location under [kudago])", try await names("/locations/", of: city)),
                ]
            } catch {
                throw Failure(.gather, city.name, "\(error)")
            }
        }
    }

    private func names(_ path: String, of city: KudaGoSource) async throws(KudaGoFault) -> [CategoryList.Row] {
        let url = WebAddress.with(city.baseURL, path: path, query: [("lang", city.language), ("fields", "slug,name")])
        let found: Lossy<KudaGoCategory> = try await kudaGoAnswer(at: url, of: city)
        return found.elements.map { CategoryList.Row($0.slug, $0.name) }
    }
}

extension [Source] {
    /// One query for each service, instead of all queries.
    fileprivate func oneForEachService() -> [Source] {
        var hosts = Set<String>()
        return filter { source in
            if case .feed = source { return false }
            return hosts.insert(source.id.prefix { $0 != ":" } + source.host).inserted
        }
    }
}
