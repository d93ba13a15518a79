import Foundation
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
    /// - Returns: also the account, if no more requests may be sent to it in this run.
    func ask(on visit: Visit, record: SourceRecord) async -> (Gathered, ClosedAccount?)
    /// Requests the source now, whatever waiting time is stored.
    func check(on visit: Visit) async -> SourceCheck
    /// Fetches what the source has on a text.
    func search(_ search: Search, on visit: Visit) async -> Gathered
    /// The names that the service has now.
    /// - Throws: the failure of the request.
    func names(on visit: Visit) async throws(Failure) -> [NameGroup]
}

/// The number of requests that a service allows to an account in 24 hours.
package struct RequestQuota: Sendable, Equatable {
    /// Identifies the key without revealing it.
    package var account: String
    package var dailyRequests: Int

    /// The time in which the requests are counted, in seconds.
    package static let window: TimeInterval = 86_400
}

extension ItemSource {
    package var shownAddress: String { id }
    package var isService: Bool { true }
    package var quota: RequestQuota? { nil }
    package var isOrderedByRelevance: Bool { false }

    package func shownName(_ record: SourceRecord) -> String { name }
    package func applied(to item: Item, title: String?) -> Item { item }
    package func names(on visit: Visit) async throws(Failure) -> [NameGroup] { [] }
}
