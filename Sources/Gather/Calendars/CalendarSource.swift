import Addresses
import Calendars
import FeedParser
import Files
import Foundation
import HTTP
import InFlight
import Settings
import Texts
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

    package var path: String? { FeedSource(url: url).path }

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

    package func fetch(with fetcher: Fetcher, record: SourceRecord) async -> Gathered {
        await fetcher.fetch(self, record: record)
    }

    package func check(with fetcher: Fetcher) async -> SourceCheck {
        var answer = await fetcher.fetch(self, record: SourceRecord())
        answer.past = []
        return SourceCheck(answer)
    }

    /// The events that contain the words.
    package func search(_ search: Search, with fetcher: Fetcher) async -> Gathered {
        var found = await fetcher.fetch(self, for: search)
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

extension Fetcher {
    func fetch(_ source: CalendarSource, record: SourceRecord) async -> Gathered {
        var gathered = Gathered(source, record: record)
        if let path = source.path {
            await read(bytes: FileStamp(path)?.size ?? 0) { gathered.read(fileAt: path, of: source, by: self) }
        } else if let since = record.pausedSince {
            gathered.status = .paused(since: since)
        } else if let until = record.waiting(at: now), record.isAskedToWait || record.isEnough(for: source, at: now) {
            gathered.wait(until: until, now: now)
        } else {
            do throws(HTTPError) {
                let response = try await client.send(HTTPRequest(source, record: record, now: now))
                await read(bytes: response.body.count) { gathered.receive(response, of: source, by: self) }
            } catch {
                gathered.fail(error, now: now)
            }
        }
        // A new address would be a secret, too.
        gathered.record.moved = nil
        return gathered
    }
}

extension SourceRecord {
    /// Whether the last answer that was read has all that the calendar is asked for now. Time brings new occurrences, even
    /// if the calendar stays the same.
    fileprivate func isEnough(for source: CalendarSource, at now: Date) -> Bool {
        reach.map { $0 >= now + Double(source.settings.days) * 86_400 } ?? false
    }
}

extension HTTPRequest {
    fileprivate init(_ source: CalendarSource, record: SourceRecord, now: Date) {
        let isEnough = record.isEnough(for: source, at: now)
        self.init(
            url: source.url, configuredURL: source.url,
            headers: [HTTPHeader("Accept", "text/calendar, */*;q=0.1")] + (isEnough ? record.conditions(at: now) : []),
            secrets: [WebAddress.target(of: source.url)], lastSent: record.lastSent(at: now))
        self.source = Quarantine.subject(ofSource: source.id)
        // Without the time zone: the answer is the same in all.
        alias = source.id.split(separator: ":").prefix(2).joined(separator: ":")
    }
}

extension Gathered {
    fileprivate mutating func receive(_ response: HTTPResponse, of source: CalendarSource, by fetcher: Fetcher) {
        let now = fetcher.now
        switch response.status {
        case 304 where record.isEnough(for: source, at: now):
            status = .notModified
            record.remember(notModified: response, at: now)
        case 200..<300:
            read(response.body, of: source, by: fetcher)
            switch status {
            case .fresh: record.remember(body: response, at: now)
            case .notModified: record.remember(notModified: response, at: now)
            default: break
            }
        default:
            fail(response, of: "calendar", at: "its server", step: Self.step(response.status), now: now)
        }
    }

    fileprivate mutating func fail(_ error: HTTPError, now: Date) {
        if postpone(after: error, now: now) { return }
        var shown = HTTPError(url: "its server", error.reason)
        if case .refusedRedirect(_, let why) = error.reason {
            shown.reason = .refusedRedirect(to: "another address", why)
        }
        fail("\(shown)", error.cause, now)
    }

    fileprivate mutating func read(fileAt path: String, of source: CalendarSource, by fetcher: Fetcher) {
        guard let bytes = bytes(ofFileAt: path, named: "its file", now: fetcher.now) else { return }
        read(bytes, of: source, by: fetcher)
        if status == .fresh { record.lastBody = fetcher.now }
        if failure == nil, status != .unasked { record.succeeded(at: fetcher.now) }
    }

    /// Reads a document, unless it is the one that was read last and nothing new is near. If its reading takes too long,
    /// the events before that point are used.
    private mutating func read(_ document: some ContiguousBytes, of source: CalendarSource, by fetcher: Fetcher) {
        let now = fetcher.now
        let answer = source.hash(of: document)
        guard !record.isLast(answer, at: now) || !record.isEnough(for: source, at: now) else {
            status = .notModified
            return
        }
        record.lastAnswer = nil
        record.reach = nil
        InFlight.during(.reading, ofSource: sourceID) {
            let content = CalendarContent(
                document, from: now, until: now + source.reach, home: source.zone, isOver: fetcher.readingBudget.begin()
            )
            let own = OwnSecret(source)
            if let title = own.shown(content.name) { record.title = title.bounded(Bounds.name) }
            name = source.shownName(record)
            items = content.events.enumerated().map { Item($1, from: source, name: name, own: own, position: $0) }
            past = content.past.enumerated().map {
                Item($1, from: source, name: name, own: own, position: items.count + $0)
            }
            guard let error = content.error else {
                reportLosses(of: content, until: now + source.reach)
                record.lastAnswer = answer
                record.reach = content.reach
                return
            }
            if error == .tooSlow, fetcher.readingBudget.isOutOfTime {
                status = .unasked
            } else {
                fail("\(error)", .unreadable, now)
            }
        }
    }

    private mutating func reportLosses(of content: CalendarContent, until end: Date) {
        var losses: [(name: String, sentence: String)] = []
        if content.untitled > 0 {
            let events = content.untitled.counted("event has", "events have")
            losses.append(("untitled", "\(events) no title, and cannot be shown"))
        }
        if content.reach < end {
            losses.append(
                (
                    "occurrences",
                    "has more than \(CalendarContent.most) occurrences, or rules that recur too often; those after "
                        + "\(content.reach.formatted(.iso8601)) are left out"
                ))
        }
        report(losses: losses)
    }

    private static func step(_ status: Int) -> String {
        switch status {
        case 401, 403, 404: "; copy the calendar's address again, because it may have a new secret part"
        default: ""
        }
    }
}

extension CalendarSource {
    /// The hash of an answer together with what decides how it is read, in hexadecimal digits.
    fileprivate func hash(of document: some ContiguousBytes) -> String {
        StableHash.of(document, with: [Self.reading, section, settings.name, url])
    }

    /// The version of reading. A change of what it makes of an answer raises it.
    private static let reading = "3"
}

/// The part of the calendar's address that must not reach a reader, in the texts of the calendar itself.
private struct OwnSecret {
    private var index = SecretIndex()

    init(_ source: CalendarSource) {
        let target = source.path ?? WebAddress.target(of: source.url)
        // A shorter one may also be a word of a text.
        if target.utf8.count >= 8 { index.insert(target) }
    }

    /// The text on one line; nil if nothing is left of it.
    func shown(_ text: String?) -> String? {
        text.flatMap { index.hide(inVisible: $0, with: "…").cleanLine.nonEmpty }
    }

    /// The description, with its paragraphs. Some programs write it as HTML.
    func shown(description: String) -> String {
        let isHTML = ["</", "<br", "<p>"].contains(where: description.contains)
        let text = isHTML ? HTMLText.plain(description.replacing("\n", with: "<br>")) : description
        return index.hide(inVisible: text, with: "…")
    }

    /// The id, or its hash if it has a secret in it: the state keeps ids, and some servers make them of the address.
    func kept(id: String) -> String {
        index.hide(in: id.withoutSecrets) == id ? id : "#\(Identity.id(of: id))"
    }

    /// An address that can be opened and is not that of the calendar.
    func shown(address: String?) -> String {
        guard let address = WebAddress.absolute(address), address.utf8.count <= Bounds.address,
            index.hide(in: address) == address
        else { return "" }
        return address
    }
}

extension Item {
    fileprivate init(_ event: CalendarEvent, from source: CalendarSource, name: String, own: OwnSecret, position: Int) {
        self.init(
            kind: .event, sourceID: source.id, source: name, guid: own.kept(id: event.id),
            url: own.shown(address: event.url),
            title: own.shown(event.title) ?? "…", summary: own.shown(description: event.text),
            category: source.section, tags: event.categories.compactMap { own.shown($0) },
            event: Event(
                occurrences: [.init(starts: event.starts, ends: event.ends, isAllDay: event.isAllDay)],
                place: own.shown(event.place), isCancelled: event.isCancelled),
            position: position)
    }
}
