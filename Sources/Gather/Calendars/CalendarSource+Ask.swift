import Addresses
import Calendars
import FeedParser
import Files
import Foundation
import HTTP
import InFlight
import Texts
import Values

extension Visit {
    func ask(_ source: CalendarSource, record: SourceRecord) async -> Gathered {
        var gathered = Gathered(sourceID: source.id, name: source.shownName(record), status: .fresh, record: record)
        if let path = source.path {
            let bytes = FileStamp(path)?.size ?? 0
            await backlog?.enter(bytes: bytes)
            defer { backlog?.leave(bytes: bytes) }
            gathered.take(fileAt: path, of: source, readingBudget, now: now)
        } else if let since = record.pausedSince {
            gathered.status = .paused(since: since)
        } else if let until = record.waiting(at: now), record.isAskedToWait || record.isEnough(for: source, at: now) {
            gathered.wait(until: until, now: now)
        } else {
            do throws(HTTPError) {
                let response = try await client.send(HTTPRequest(source, record: record, now: now))
                await backlog?.enter(bytes: response.body.count)
                defer { backlog?.leave(bytes: response.body.count) }
                gathered.take(response, of: source, readingBudget, now: now)
            } catch {
                gathered.take(error, now: now)
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
            secrets: [WebAddress.target(of: source.url)], lastSent: record.lastSent)
        self.source = Quarantine.subject(ofSource: source.id)
        // Without the time zone: the answer is the same in all.
        alias = source.id.split(separator: ":").prefix(2).joined(separator: ":")
    }
}

extension Gathered {
    fileprivate mutating func take(
        _ response: HTTPResponse, of source: CalendarSource, _ readingBudget: ReadingBudget, now: Date
    ) {
        switch response.status {
        case 304 where record.isEnough(for: source, at: now):
            status = .notModified
            record.remember(notModified: response, at: now)
        case 200..<300:
            take(response.body, of: source, readingBudget, now: now)
            switch status {
            case .fresh: record.remember(body: response, at: now)
            case .notModified: record.remember(notModified: response, at: now)
            default: break
            }
        case 410:
            record.pausedSince = now
            fail(
                "its server answered 410: the calendar is gone and is no longer requested; remove it from the configuration",
                .answered(status: 410), now)
        case let code:
            let pause = Pause(status: code, response.retryAfter, from: now)
            let step = pause.map { "; requested again after \($0.until.formatted(.iso8601))" } ?? Self.step(code)
            fail("its server answered \(code)\(step)", .answered(status: code), now)
            if let pause { record.waits(pause) }
        }
    }

    fileprivate mutating func take(_ error: HTTPError, now: Date) {
        if error.reason == .outOfTime {
            status = .unasked
        } else if let pause = Pause(error, from: now) {
            record.waits(pause)
            wait(until: pause.until, now: now)
        } else {
            var shown = HTTPError(url: "its server", error.reason)
            if case .refusedRedirect(_, let why) = error.reason {
                shown.reason = .refusedRedirect(to: "another address", why)
            }
            fail("\(shown)", error.cause, now)
        }
    }

    fileprivate mutating func take(
        fileAt path: String, of source: CalendarSource, _ readingBudget: ReadingBudget, now: Date
    ) {
        guard let bytes = bytes(ofFileAt: path, named: "its file", now: now) else { return }
        take(bytes, of: source, readingBudget, now: now)
        if status == .fresh { record.lastBody = now }
        if failure == nil, status != .unasked { record.succeeded(at: now) }
    }

    /// Reads a document, unless it is the one that was read last and nothing new is near. If its reading takes too long,
    /// the events before that point are used.
    private mutating func take(
        _ document: some ContiguousBytes, of source: CalendarSource, _ readingBudget: ReadingBudget, now: Date
    ) {
        let answer = source.hash(of: document)
        guard !record.isLast(answer, at: now) || !record.isEnough(for: source, at: now) else {
            status = .notModified
            return
        }
        record.lastAnswer = nil
        record.reach = nil
        InFlight.during(.reading, ofSource: sourceID) {
            let content = CalendarContent(
                document, from: now, until: now + source.reach, home: source.zone, isOver: readingBudget.begin())
            let own = OwnSecret(source)
            if let title = own.shown(content.name) { record.title = title.bounded(Bounds.name) }
            name = source.shownName(record)
            items = content.events.enumerated().map { Item($1, from: source, name: name, own: own, position: $0) }
            guard let error = content.error else {
                notice(content, until: now + source.reach)
                record.lastAnswer = answer
                record.reach = content.reach
                return
            }
            if error == .tooSlow, readingBudget.isOutOfTime {
                status = .unasked
            } else {
                fail("\(error)", .unreadable, now)
            }
        }
    }

    private mutating func notice(_ content: CalendarContent, until end: Date) {
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
        notice(losses: losses)
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
        let start = StableHash.fnv1a("\(Self.reading)\n\(section)\n\(settings.name ?? "")\n\(url)".utf8)
        return String(document.withUnsafeBytes { StableHash.ofBlocks($0, from: start) }, radix: 16)
    }

    /// The version of reading. A change of what it makes of an answer raises it.
    private static let reading = "1"
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
            kind: .event, sourceID: source.id, source: name, guid: event.id, url: own.shown(address: event.url),
            title: own.shown(event.title) ?? "…", summary: own.shown(description: event.text),
            category: source.section, tags: event.categories,
            event: Event(
                occurrences: [.init(starts: event.starts, ends: event.ends, isAllDay: event.isAllDay)],
                place: own.shown(event.place), isCancelled: event.isCancelled),
            position: position)
    }
}
