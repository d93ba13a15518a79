import Foundation
import Gather
import Languages
import Settings
import Values

/// The names that `--category` and the configuration accept, for the command `categories`.
package struct CategoryList: Sendable, Equatable, Encodable {
    package var groups: [NameGroup]

    /// The built-in and configured names: newsapi.org's seven, KudaGo's, and the user's own.
    package init(_ configuration: Configuration) {
        let words = Language(code: configuration.language)
        let wordsOfEvents = Language(code: configuration.kudago?.language ?? "ru")
        let news = Category.news + [.other]
        // KudaGo's own `other` stays with the events.
        let events = [.events] + Category.kudago.filter { $0 != .other }
        let own = configuration.ownSections.filter { !(news + events).contains(Category($0)) }
        groups = [
            NameGroup("newsapi.org and feeds", news.map { configuration.row(of: $0, in: words) }),
            NameGroup("KudaGo", events.map { configuration.row(of: $0, in: wordsOfEvents) }),
        ]
        guard !own.isEmpty else { return }
        groups.append(NameGroup("your own", own.map { configuration.row(of: Category($0), in: words) }))
    }
}

extension Configuration {
    /// The section with the title that a digest gives it, and with its other names.
    fileprivate func row(of section: Category, in words: Language) -> NameGroup.Row {
        let own = categories[section.name]
        let names = sectionNames
        let aliases = ((own?.aliases ?? []) + section.otherForms).filter { names.section(named: $0) == section }
        return NameGroup.Row(
            section.name, own?.title ?? words.title(ofCategory: section.name), aliases: aliases)
    }
}

extension Visit {
    /// newsapi.org's publishers and KudaGo's categories and cities, as the services list them now.
    func categories(of sources: [any ItemSource]) async -> ([NameGroup], [Failure]) {
        var groups: [NameGroup] = []
        var failures: [Failure] = []
        for source in sources.oneForEachService() {
            do throws(Failure) {
                groups += try await source.names(on: self)
            } catch {
                failures.append(error)
            }
        }
        return (groups, failures)
    }
}

extension [any ItemSource] {
    /// One query for each service, instead of all queries.
    fileprivate func oneForEachService() -> [any ItemSource] {
        var hosts = Set<String>()
        return filter { source in
            source.isService && hosts.insert(source.id.prefix { $0 != ":" } + source.host).inserted
        }
    }
}
