import Addresses
import Foundation
import Values

/// The events of one iCalendar document, on the web or in a file.
package struct CalendarSource: Sendable, Equatable {
    package var id: String
    /// Its scheme is `http`, `https` or `file`. It stands in no message and in no recording. Empty in a replay that does
    /// not know it.
    var url: String
    /// The configured name; nil for the calendar's own.
    var givenName: String?
    var category: String
    /// The number of days ahead.
    var days: Int
    /// The zone of times without a zone, and of days.
    var zone: TimeZone

    /// The path of the file, if the calendar is one.
    var path: String? { FeedSource(url: url).path }

    /// Until when the occurrences of rules are calculated, in seconds from now. The days beyond `days` let the next runs
    /// take the answer "not modified".
    var reach: TimeInterval { Double(days + 7) * 86_400 }
}

extension CalendarSource: ItemSource {
    package var name: String { givenName ?? (host.isEmpty ? "calendar" : WebAddress.withoutPrefixes(host)) }
    package var section: String { category }
    package var host: String { WebAddress.host(of: url) }
    package var shownAddress: String { host.isEmpty ? "a calendar" : host }
    package var isService: Bool { false }
    package var searchID: String { id }

    package func shownName(_ record: SourceRecord) -> String { givenName ?? record.title ?? name }

    package func applied(to item: Item, title: String?) -> Item {
        var item = item
        item.source = givenName ?? title ?? name
        item.category = category
        return item
    }

    package func ask(on visit: Visit, record: SourceRecord) async -> (Gathered, ClosedAccount?) {
        (await visit.ask(self, record: record), nil)
    }

    package func check(on visit: Visit) async -> SourceCheck {
        SourceCheck(await visit.ask(self, record: SourceRecord()))
    }

    /// The events that contain the words.
    package func search(_ search: Search, on visit: Visit) async -> Gathered {
        var found = await visit.ask(self, for: search)
        found.items = found.items.filter(search.query.matches)
        return found
    }

    package func names(on visit: Visit) async throws(Failure) -> [NameGroup] { [] }
}
