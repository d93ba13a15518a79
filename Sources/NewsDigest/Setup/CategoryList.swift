import Foundation
import Values

/// The names that `--category` and the configuration accept, for the command `categories`.
package struct CategoryList: Sendable, Equatable, Encodable {
    package var groups: [NameGroup]

    /// The built-in and configured names: newsapi.org's seven, KudaGo's, and the user's own.
    package init(_ configuration: Configuration) {
        let words = Language(code: configuration.language)
        let wordsOfEvents = Language(code: configuration.kudago?.language ?? "ru")
        let own = configuration.ownCategories.filter { Category(named: $0) == nil }
        groups = [
            NameGroup("newsapi.org and feeds", words.rows(of: Category.news)),
            NameGroup("KudaGo", wordsOfEvents.rows(of: [.events] + Category.kudago)),
        ]
        guard !own.isEmpty else { return }
        groups.append(NameGroup("your own", own.map { NameGroup.Row($0, configuration.categories[$0]?.title ?? $0) }))
    }
}

extension Language {
    fileprivate func rows(of categories: [Category]) -> [NameGroup.Row] {
        categories.map { NameGroup.Row($0.name, title(ofCategory: $0.name)) }
    }
}

extension Visit {
    /// newsapi.org's publishers and KudaGo's categories and cities, as the services list them now.
    func categories(of sources: [Source]) async -> ([NameGroup], [Failure]) {
        var groups: [NameGroup] = []
        var failures: [Failure] = []
        for source in sources.oneForEachService() {
            do throws(Failure) {
                groups += try await source.itemSource.names(on: self)
            } catch {
                failures.append(error)
            }
        }
        return (groups, failures)
    }
}

extension [Source] {
    /// One query for each service, instead of all queries.
    fileprivate func oneForEachService() -> [Source] {
        var hosts = Set<String>()
        return filter { source in
            source.itemSource.isService && hosts.insert(source.id.prefix { $0 != ":" } + source.host).inserted
        }
    }
}
