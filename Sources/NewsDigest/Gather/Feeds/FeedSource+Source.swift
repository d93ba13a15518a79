import Addresses
import Values

extension FeedSource: ItemSource {
    var section: String { category }
    var host: String { WebAddress.host(of: url) }
    var shownAddress: String { shownURL }
    var isService: Bool { false }
    var searchID: String { id }

    func shownName(_ record: SourceRecord) -> String { shownName(title: record.title) }

    func ask(on visit: Visit, record: SourceRecord) async -> (Gathered, ClosedAccount?) {
        (await visit.ask(self, record: record), nil)
    }

    /// The items of the feed that contain the words.
    func search(_ search: Search, on visit: Visit) async -> Gathered {
        var found = await visit.ask(.feed(self), for: search)
        let title = found.record.title
        found.items = (found.items + found.past).filter(search.query.matches).map { applied(to: $0, title: title) }
        found.past = []
        return found
    }

    func names(on visit: Visit) async throws(Failure) -> [NameGroup] { [] }
}
