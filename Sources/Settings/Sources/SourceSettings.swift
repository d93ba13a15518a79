import Foundation
import Languages
import Values

/// The settings of a kind of source. All that only this kind has stands in the file of its type and in a folder of
/// `Gather`: its keys, its secrets, what `init` and `check` say of it, its sections, and how it is asked. A new kind
/// needs a place in `Configuration.kindsOfSource`.
package protocol SourceSettings: Sendable, Equatable {
    static var kind: SourceKind { get }
    /// The key of its tables.
    static var root: String { get }
    static var table: InnerTable { get }
    /// The tables that `init` writes.
    static func example(_ wishes: SourceWishes) -> String

    /// Nil if the file has no table of this kind.
    /// - Throws: `RunError.configuration` for a key that is missing or wrong.
    init?(of file: ConfigurationTable) throws
    /// What `check` says of its sources; nil if there are none.
    var summary: String? { get }

    // The following are for some kinds; the others have what the extension below says.

    /// The settings if the file has no table of this kind.
    /// - Parameter isAlone: whether the file has no table of any kind.
    static func builtIn(_ environment: [String: String], isAlone: Bool) -> Self?
    /// The settings if there are no others, and the command line names the kind.
    static var ifNamed: Self? { get }
    /// The built-in sections that its items may have, with a title, and the language in which they are listed.
    static func sectionGroup(in configuration: Configuration) -> SectionGroup?
    /// A warning names the sources of a kind with a lower rank first.
    static var rank: Int { get }
    /// Its secrets, each with the key that sets it.
    var secrets: [(name: String, reference: SecretReference)] { get }
    /// The programs that a run starts for it, except those that print secrets. They end before the run's deadline.
    var programs: [Configuration.Program] { get }
    /// The sections that its tables define.
    var sections: [String] { get }
    /// The sections that its items may have besides those of `sectionedSources`.
    var otherSections: [String] { get }
    /// The number of days ahead of its events, if these are not limited for each source.
    var daysAhead: Int? { get }
    /// The sections that its tables name, with the place of each table in the file.
    /// - Parameter node: the table of the kind, or the array of its tables.
    func sectionOrder(in node: TOMLNode) -> [(order: Int, names: [String])]
    /// The ids of its sources that are switched off.
    func idsOfOff(in configuration: Configuration) -> [String]
    /// Its sources with the sections that their items may have.
    func sectionedSources(in configuration: Configuration) -> [NotShown.Source]
}

extension SourceSettings {
    package static var ifNamed: Self? { nil }
    package static var rank: Int { 1 }
    package static func builtIn(_ environment: [String: String], isAlone: Bool) -> Self? { nil }
    package static func sectionGroup(in configuration: Configuration) -> SectionGroup? { nil }
    package var secrets: [(name: String, reference: SecretReference)] { [] }
    package var programs: [Configuration.Program] { [] }
    package var sections: [String] { [] }
    package var otherSections: [String] { [] }
    package var daysAhead: Int? { nil }
    package func sectionOrder(in node: TOMLNode) -> [(order: Int, names: [String])] { [] }
    package func idsOfOff(in configuration: Configuration) -> [String] { [] }
}

/// A kind with one table.
extension SourceSettings where Self: KeyedSettings {
    package static var table: InnerTable { InnerTable(settings: Self.self) }

    package init?(of file: ConfigurationTable) throws {
        guard let settings = try file.value(Self.root, KeyType<Self>.table) else { return nil }
        self = settings
    }

    package var secrets: [(name: String, reference: SecretReference)] { secrets(in: Self.root) }
}

extension SourceSettings {
    /// The key that reads the tables of this kind.
    static var key: Key<Configuration> {
        Key(root, set: { $0[Self.self] = try Self(of: $1) }, inner: table)
    }
}

package typealias SectionGroup = (title: String, language: String, sections: [Category])

/// What a new user wants of the sources: sections, or none for all; a city as the service for its events names it, or
/// nil for no events; feeds. The environment may have keys of services.
package typealias SourceWishes = (
    sections: [String], city: String?, feeds: [OfferedFeed], environment: [String: String]
)

extension Configuration {
    /// All kinds of source, in the order in which they are read and named.
    package static let kindsOfSource: [any SourceSettings.Type] = [
        NewsAPI.self, FeedList.self, KudaGo.self, CalendarList.self,
    ]

    /// The settings of a kind; nil if it has none.
    package subscript(_ kind: any SourceSettings.Type) -> (any SourceSettings)? {
        get { sourceSettings[kind.root]?.wrappedValue }
        set { sourceSettings[kind.root] = newValue.map(AnyKind.init(wrappedValue:)) }
    }

    package var configuredKinds: [any SourceSettings] { Self.kindsOfSource.compactMap { self[$0] } }

    /// The settings of the kinds that `sources` names.
    package var usedKinds: [any SourceSettings] { configuredKinds.filter { sources.contains(type(of: $0).kind) } }

    /// The settings of a kind; nil if it has none.
    /// - Parameter isNamed: whether the command line names the kind.
    package func settings(of kind: SourceKind, isNamed: Bool) -> (any SourceSettings)? {
        guard let type = Self.kindsOfSource.first(where: { $0.kind == kind }) else { return nil }
        return self[type] ?? (isNamed ? type.ifNamed : nil)
    }

    /// The configuration that is used without a file: public feeds, events in Moscow, and newsapi.org if its key is in
    /// the environment.
    static func builtIn(environment: [String: String] = ProcessInfo.processInfo.environment) -> Configuration {
        var configuration = Configuration()
        configuration.addBuiltInSources(isAlone: true, environment: environment)
        return configuration
    }

    /// Adds the sources that need no table.
    /// - Parameter isAlone: whether the file has no table of any kind.
    mutating func addBuiltInSources(isAlone: Bool, environment: [String: String]) {
        for kind in Self.kindsOfSource where self[kind] == nil {
            self[kind] = kind.builtIn(environment, isAlone: isAlone)
        }
        if isAlone { sectionOrder += feeds.compactMap(\.category) }
    }
}

extension SourceKind: RawRepresentable, CaseIterable {
    package static var allCases: [SourceKind] { Configuration.kindsOfSource.map { $0.kind } }

    package init?(rawValue: String) {
        guard let kind = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = kind
    }
}
