import Foundation
import Settings
import State
import Values

/// A source of items: a plain value with everything that is needed to fetch it. Each kind of source is a type.
package protocol ItemSource: Sendable {
    /// The stable id of the source in the state, such as `feed:https://example.org/rss`. It never contains a secret.
    var id: String { get }
    var name: String { get }
    /// The section for its items.
    var section: String { get }
    /// The host that is requested, for the progress display; empty for a file.
    var host: String { get }
    /// The path of the file, if the source is one. Reading a file burdens nobody.
    var path: String? { get }
    /// What lists of sources show besides the name.
    var shownAddress: String { get }
    /// Whether it is a service and not a feed. A service may refuse configured values, and it has its own names.
    var isService: Bool { get }
    /// The account whose requests are counted; nil if they are not counted.
    var quota: RequestQuota? { get }
    /// Whether its answer is ordered by relevancy or popularity, and not by time.
    var isOrderedByRelevance: Bool { get }
    /// Equal for sources that give the same answer to a search.
    var searchID: String { get }

    /// The name that is shown.
    /// - Parameter record: what is remembered of the source.
    func shownName(_ record: SourceRecord) -> String
    /// A stored item with the settings that a profile has for its source now.
    /// - Parameter title: the source's own title.
    func applied(to item: Item, title: String?) -> Item
    /// Fetches the items. A failure is a status of the result.
    func fetch(with fetcher: Fetcher, record: SourceRecord) async -> Gathered
    /// Requests the source now, whatever waiting time is stored.
    func check(with fetcher: Fetcher) async -> SourceCheck
    /// Fetches what the source has on a text.
    func search(_ search: Search, with fetcher: Fetcher) async -> Gathered
    /// The names that the service has now.
    /// - Throws: the failure of the request.
    func names(with fetcher: Fetcher) async throws(Failure) -> [NameGroup]
}

/// The number of requests that a service allows to an account in 24 hours.
package struct RequestQuota: Sendable, Equatable {
    /// Identifies the key without revealing it.
    package var account: String
    package var dailyRequests: Int

    /// The time in which the requests are counted, in seconds.
    package static let window: TimeInterval = 86_400
}

extension State {
    /// What is left of the requests that a service allows to an account in 24 hours.
    package func requestsLeft(of account: String, _ limit: Int, now: Date) throws -> Int {
        max(0, limit - (try used(key: account, window: RequestQuota.window, now: now)))
    }

    /// Counts one more request of an account, if its limit allows it.
    package func allowance(for account: String, _ limit: Int, now: Date) throws -> Allowance {
        try reserve(key: account, limit: limit, window: RequestQuota.window, now: now).map { .spent(until: $0) }
            ?? .granted
    }
}

extension ItemSource {
    package var path: String? { nil }
    package var shownAddress: String { id }
    package var isService: Bool { true }
    package var quota: RequestQuota? { nil }
    package var isOrderedByRelevance: Bool { false }

    package func shownName(_ record: SourceRecord) -> String { name }
    package func applied(to item: Item, title: String?) -> Item { item }
    package func names(with fetcher: Fetcher) async throws(Failure) -> [NameGroup] { [] }
}

extension Gathered {
    /// - Parameter record: what is remembered of the source.
    package init(_ source: any ItemSource, _ status: Status = .fresh, record: SourceRecord = SourceRecord()) {
        self.init(sourceID: source.id, name: source.shownName(record), status: status, record: record)
    }

    /// The same under the name that the source has before its answers are known.
    package init(unanswered source: any ItemSource, _ status: Status, record: SourceRecord) {
        self.init(sourceID: source.id, name: source.name, status: status, record: record)
    }
}

/// Settings that make the sources of their kind.
package protocol SourceMaker: SourceSettings {
    func sources(for request: SourceRequest) async -> SourceList
    /// The account whose requests are counted; nil if they are not counted, or if its key is missing.
    func quota(_ environment: [String: String]) async -> RequestQuota?
}

extension SourceMaker {
    package func quota(_ environment: [String: String]) async -> RequestQuota? { nil }
}

/// Which of the configured sources are wanted.
package struct SourceRequest: Sendable {
    var configuration: Configuration
    /// The wanted sections in their order; empty for all.
    var sections: [Category]
    var isExplicit: Bool
    var isReplay: Bool
    var includesOff: Bool
    var environment: [String: String]

    /// Whether one of these sections is wanted.
    func wants(_ names: Set<String>) -> Bool { sections.isEmpty || sections.contains { names.contains($0.name) } }

    /// The secret. In a replay no server gets it, so any text takes its place.
    func secret(_ reference: SecretReference) async throws(SecretError) -> Secret {
        isReplay ? Secret("replay") : try await reference.resolve(environment: environment)
    }
}

/// The sources of one profile, and failures for sources whose secret is missing.
package struct SourceList: Sendable {
    package var sources: [any ItemSource] = []
    package var failures: [Failure] = []

    /// - Parameters:
    ///   - kinds: the only kinds to use; empty for all kinds in the configuration.
    ///   - sections: the wanted sections in their order; empty for all. A source without a wanted section is not
    ///     requested.
    ///   - isExplicit: whether the sections were named for this run. Then a service is requested for each wanted
    ///     section that it has, and not only for the configured ones.
    ///   - isReplay: whether the answers come from a recording. Then no secret is needed.
    ///   - includesOff: whether sources that are switched off are in the list.
    package init(
        _ configuration: Configuration, kinds: [SourceKind] = [], sections: [Category] = [],
        isExplicit: Bool = false, isReplay: Bool = false, includesOff: Bool = false,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async {
        let request = SourceRequest(
            configuration: configuration, sections: sections, isExplicit: isExplicit, isReplay: isReplay,
            includesOff: includesOff, environment: environment)
        for kind in configuration.sources where kinds.isEmpty || kinds.contains(kind) {
            let settings = configuration.settings(of: kind, isNamed: kinds.contains(kind))
            guard let list = await (settings as? any SourceMaker)?.sources(for: request) else { continue }
            sources += list.sources
            failures += list.failures
        }
    }

    /// The sources that a configuration lets into its digest, whatever the command line says. They cannot be requested.
    package init(shownBy configuration: Configuration, environment: [String: String]) async {
        // As in a replay: the ids need no secret.
        await self.init(
            configuration, sections: configuration.wantedSections, isExplicit: true, isReplay: true,
            environment: environment)
    }

    init(_ sources: [any ItemSource] = [], failures: [Failure] = []) {
        (self.sources, self.failures) = (sources, failures)
    }
}
