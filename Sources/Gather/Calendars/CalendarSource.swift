import Addresses
import Foundation
import Settings
import Values

/// The events of one iCalendar document, on the web or in a file.
package struct CalendarSource: Sendable, Equatable {
    package var id: String
    /// Its scheme is `http`, `https` or `file`. It stands in no message and in no recording. Empty in a replay that does
    /// not know it.
    var url: String
    var settings: Configuration.Calendar
    /// The zone of times without a zone, and of days.
    var zone: TimeZone

    /// The path of the file, if the calendar is one.
    var path: String? { FeedSource(url: url).path }

    /// Until when the occurrences of rules are calculated, in seconds from now. The days beyond `days` let the next runs
    /// take the answer "not modified".
    var reach: TimeInterval { Double(settings.days + 7) * 86_400 }
}

extension CalendarSource: ItemSource {
    package var name: String { settings.name ?? (host.isEmpty ? "calendar" : WebAddress.withoutPrefixes(host)) }
    package var section: String { settings.category }
    package var host: String { WebAddress.host(of: url) }
    package var shownAddress: String { host.isEmpty ? "a calendar" : host }
    package var isService: Bool { false }
    package var searchID: String { id }

    package func shownName(_ record: SourceRecord) -> String { settings.name ?? record.title ?? name }

    package func applied(to item: Item, title: String?) -> Item {
        var item = item
        item.source = settings.name ?? title ?? name
        item.category = settings.category
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
}

extension CalendarList: SourceMaker {
    package func sources(for request: SourceRequest) async -> SourceList {
        var list = SourceList()
        let configuration = request.configuration
        for calendar in calendars where request.includesOff || !calendar.isOff {
            guard request.wants(configuration.sections(of: calendar)) else { continue }
            var source = CalendarSource(
                id: calendar.sourceID(in: configuration.timeZone), url: "", settings: calendar,
                zone: TimeZone(identifier: configuration.timeZone) ?? .gmt)
            do {
                source.url = try await calendar.url.address(for: request)
                list.sources.append(source)
            } catch {
                list.failures.append(Failure(.gather, source.name, "was not requested: \(error)"))
            }
        }
        return list
    }
}

extension SecretReference {
    /// The address of a calendar. A replay finds the answer without it, unless it is that of a file.
    fileprivate func address(for request: SourceRequest) async throws(SecretError) -> String {
        if request.isReplay, case .file = self { return "" }
        if request.isReplay, case .command = self { return "" }
        let text = CalendarAddress.requested(try await resolve(environment: request.environment).reveal())
        if let fault = CalendarAddress.fault(in: text) { throw SecretError(description: "its address \(fault)") }
        return text
    }
}
