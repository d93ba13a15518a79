import Addresses
import Values

extension FeedSource: ItemSource {
    package var section: String { category }
    package var host: String { WebAddress.host(of: url) }
    package var shownAddress: String { shownURL }
    package var isService: Bool { false }
    package var searchID: String { id }

    package func shownName(_ record: SourceRecord) -> String { shownName(title: record.title) }

    package func ask(on visit: Visit, record: SourceRecord) async -> (Gathered, ClosedAccount?) {
        (await visit.ask(self, record: record), nil)
    }

    /// The items of the feed that contain the words.
    package func search(_ search: Search, on visit: Visit) async -> Gathered {
        var found = await visit.ask(self, for: search)
        let title = found.record.title
        found.items = (found.items + found.past).filter(search.query.matches).map { applied(to: $0, title: title) }
        found.past = []
        return found
    }

    package func names(on visit: Visit) async throws(Failure) -> [NameGroup] { [] }
}
