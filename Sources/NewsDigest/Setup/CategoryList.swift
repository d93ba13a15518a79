import Foundation
import Gather
import Languages
import Settings
import Values

/// The names that `--category` and the configuration accept, for the command `categories`.
package struct CategoryList: Sendable, Equatable, Encodable {
    package var groups: [NameGroup]

    /// The built-in names, by the kinds of source that have them, and the user's own.
    package init(_ configuration: Configuration) {
        let builtIn = Configuration.kindsOfSource.compactMap { $0.sectionGroup(in: configuration) }
        let known = builtIn.flatMap(\.sections)
        let own = configuration.ownSections.map { Category($0) }.filter { !known.contains($0) }
        let all = builtIn + (own.isEmpty ? [] : [("your own", configuration.language, own)])
        groups = all.map { title, language, sections in
            let words = Language(code: language)
            return NameGroup(title, sections.map { configuration.row(of: $0, in: words) })
        }
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

extension Fetcher {
    /// The names of publishers, categories and cities, as the services list them now.
    func categories(of sources: [any ItemSource]) async -> ([NameGroup], [Failure]) {
        var groups: [NameGroup] = []
        var failures: [Failure] = []
        // One query for each service, instead of all queries.
        var hosts = Set<String>()
        for source in sources
        where source.isService && hosts.insert(source.id.prefix { $0 != ":" } + source.host).inserted {
            do throws(Failure) {
                groups += try await source.names(with: self)
            } catch {
                failures.append(error)
            }
        }
        return (groups, failures)
    }
}
