import Foundation
import StateTestSupport
import Testing

@testable import Gather
@testable import HTTP
@testable import Values

@Suite struct SourceRecordTests {
    private let now = Date(timeIntervalSince1970: 1_795_251_600)

    @Test func `validators are kept verbatim, renewed by 304 and dropped after eight days of it`() {
        var record = SourceRecord()
        record.remember(body: answer("ETag: W/\"a b\"|Last-Modified: yesterday, about noon"), at: now)
        let verbatim = [
            HTTPHeader("If-None-Match", "W/\"a b\""), HTTPHeader("If-Modified-Since", "yesterday, about noon"),
        ]
        #expect(record.conditions(at: now) == verbatim)
        record.remember(notModified: answer("etag: \"c\""), at: now.addingTimeInterval(7 * 86_400))
        #expect(record.conditions(at: now.addingTimeInterval(7.9 * 86_400)).first?.value == "\"c\"")
        #expect(record.conditions(at: now.addingTimeInterval(8.1 * 86_400)).isEmpty)
    }

    @Test func `sources that a run did not finish are read alone first, and set aside after two such runs`() {
        let sources: [any ItemSource] = ["a", "b", "c"].map { FeedSource(url: "https://\($0).example/") }
        var record = SourceRecord()
        func groups() -> [[String]] { sources.unfinishedFirst([sources[1].id: record]).map { $0.map(\.id) } }
        #expect(groups() == [sources.map(\.id)])
        record.wasUnfinished(at: now)
        #expect(!record.isBroken && record.backsOffUntil == nil)
        #expect(groups() == [[sources[1].id], [sources[0].id, sources[2].id]])
        record.wasUnfinished(at: now)
        #expect(record.isBroken && record.cause == .endsRuns)
        #expect(record.backingOff(at: now.addingTimeInterval(23 * 3600)) != nil)
        #expect(record.backingOff(at: now.addingTimeInterval(86_400)) == nil)
        record.failed("answered 503", .answered(status: 503), at: now)
        #expect(record.unfinished == 2)
        record.succeeded(at: now)
        #expect(record.unfinished == nil && !record.isBroken)
    }

    @Test func `a body without validators forgets the old ones`() {
        var record = SourceRecord { ($0.etag, $0.lastModified) = ("\"old\"", "old") }
        record.remember(body: answer(), at: now)
        #expect(record.conditions(at: now).isEmpty)
    }

    @Test func `a validator with control characters, with bytes that are no text, or too long is not sent`() {
        let record = SourceRecord { ($0.etag, $0.lastModified) = ("\"a\u{1}b\"", "Sat, 21 Nov 2026 09:00:00 GMT") }
        #expect(record.conditions(at: now).map(\.name) == ["If-Modified-Since"])
        let long = String(repeating: "e", count: 20_000)
        for etag in ["\"caf\u{FFFD}\"", long] {
            let other = SourceRecord { ($0.etag, $0.lastModified) = (etag, "\u{7F}") }
            #expect(other.conditions(at: now).isEmpty)
        }
    }

    @Test(arguments: [
        ("Cache-Control: public, max-age=3600", 3600.0), ("Cache-Control: max-age=3600|Age: 600", 3000),
        ("Cache-Control: max-age=3600|Expires: Sat, 21 Nov 2026 23:00:00 GMT", 3600),
        ("Expires: Sat, 21 Nov 2026 11:00:00 GMT|Date: Sat, 21 Nov 2026 09:00:00 GMT", 7200),
        ("Cache-Control: max-age=31536000", 72_000),
    ])
    func `a source is not requested before the lifetime of its answer ends`(headers: String, seconds: Double) {
        var record = SourceRecord()
        record.remember(body: answer(headers), at: now)
        #expect(record.waiting(at: now.addingTimeInterval(1)) == now.addingTimeInterval(seconds))
        #expect(record.waiting(at: now.addingTimeInterval(seconds)) == nil)
    }

    @Test(arguments: [SourceRecord.Wait.cacheControl, .timeToLive, .retryAfter, .tooManyRequests, .quota])
    func `a wait that is longer than its kind can be comes from a wrong clock`(wait: SourceRecord.Wait) {
        let longest = wait == .cacheControl || wait == .timeToLive ? 72_000.0 : 604_800
        let until = now.addingTimeInterval(longest)
        let record = SourceRecord { ($0.nextAllowed, $0.wait) = (until, wait) }
        #expect(record.waiting(at: now) == until)
        #expect(record.waiting(at: now.addingTimeInterval(-1)) == nil)
    }

    @Test func `what was noted later than now does not keep a source from being requested and read`() {
        let later = now.addingTimeInterval(3600)
        var record = SourceRecord { ($0.etag, $0.lastBody, $0.lastAnswer) = ("\"a\"", later, "answer") }
        #expect(record.conditions(at: now).isEmpty && !record.isLast("answer", at: now))
        #expect(!record.conditions(at: later).isEmpty && record.isLast("answer", at: later))
        record.skipDays = ["Saturday"]
        (record.lastSuccess, record.lastRequest) = (later, later)
        #expect(record.waiting(at: now) == nil && record.waiting(at: later) != nil)
        let sources: [any ItemSource] = ["a", "b"].map { FeedSource(url: "https://\($0).example/") }
        let records = [sources[0].id: SourceRecord { $0.lastRequest = now }, sources[1].id: record]
        #expect(sources.longestUnaskedFirst(records, at: now).map(\.id) == [sources[1].id, sources[0].id])
        #expect(sources.longestUnaskedFirst(records, at: later).map(\.id) == sources.map(\.id))
    }

    @Test(arguments: [
        "Cache-Control: no-cache", "Cache-Control: max-age=0", "Expires: -1", "Date: today",
        "Cache-Control: no-store, max-age=600", "Cache-Control: max-age=soon",
    ])
    func `a source without a lifetime is requested in every run`(header: String) {
        var record = SourceRecord { ($0.nextAllowed, $0.wait) = (now, .cacheControl) }
        record.remember(body: answer(header), at: now)
        #expect(record.waiting(at: now) == nil)
        #expect(record.nextAllowed == nil)
    }

    @Test func `the feed's own ttl counts when it is longer`() {
        var record = SourceRecord { $0.timeToLive = 90 }
        record.remember(body: answer("Cache-Control: max-age=60"), at: now)
        #expect(record.nextAllowed == now.addingTimeInterval(5400))
        #expect(record.wait == .timeToLive)
    }

    @Test func `skipped hours and days are waited out, but not for longer than a day's run can bear`() {
        let nine = Date(timeIntervalSince1970: 1_795_251_600 + 600)
        #expect(SkippedHours(hours: [9, 10], days: []).nextOpen(from: nine) == date("2026-11-21T11:00:00Z"))
        #expect(
            SkippedHours(hours: [], days: ["Saturday", "Sunday"]).nextOpen(from: nine) == date("2026-11-23T00:00:00Z"))
        #expect(SkippedHours(hours: [24], days: []).nextOpen(from: nine) == nine)
        var record = SourceRecord { $0.skipHours = Array(0..<24) }
        #expect(record.waiting(at: nine) == nil)
        record.succeeded(at: nine.addingTimeInterval(-3600))
        record.skipDays = ["Saturday"]
        record.skipHours = []
        #expect(record.waiting(at: nine) == date("2026-11-22T00:00:00Z"))
        record.skipDays = ["Saturday", "Sunday", "Monday"]
        #expect(record.waiting(at: nine) == nine.addingTimeInterval(19 * 3600))
    }

    @Test func `a permanent redirect is believed after three sightings in a row`() {
        var record = SourceRecord()
        let moved = HTTPResponse(
            status: 200, url: "https://new.example/rss", redirects: [.init(status: 301, url: "https://new.example/rss")]
        )
        record.remember(body: moved, at: now)
        record.remember(body: moved, at: now)
        #expect(record.believedMove == nil)
        record.remember(body: answer(), at: now)
        #expect(record.moved == nil)
        for _ in 1...3 { record.remember(body: moved, at: now) }
        #expect(record.believedMove == "https://new.example/rss")
        record.remember(body: answer(), at: now)
        #expect(record.believedMove == "https://new.example/rss")
    }

    @Test func `three failures in a row break a source and one answer heals it`() {
        var record = SourceRecord()
        for _ in 1...3 { record.failed("answered 503", .answered(status: 503), at: now) }
        #expect(record.isBroken)
        #expect(record.failingSince == now)
        record.succeeded(at: now)
        #expect(record == SourceRecord { ($0.started, $0.lastSuccess) = (now, now) })
    }

    @Test func `a stored number of failures of any size leaves a pause of an hour to a day`() {
        for (streak, hours) in [(Int.min, 1.0), (.max, 24)] {
            var record = SourceRecord { $0.streak = streak }
            record.backOff(from: now)
            #expect(record.backingOff(at: now.addingTimeInterval(hours * 3600 * 0.98)) != nil)
            #expect(record.backingOff(at: now.addingTimeInterval(hours * 3600)) == nil)
        }
    }

    @Test func `the pause doubles from an hour to a day, and a run a minute early finds it over`() {
        var record = SourceRecord()
        for hours in [1.0, 2, 4, 8, 16, 24, 24] {
            record.failed("answered 503", .answered(status: 503), at: now)
            record.backOff(from: now)
            #expect(record.backingOff(at: now.addingTimeInterval(hours * 3600 * 0.98)) != nil)
            #expect(record.backingOff(at: now.addingTimeInterval(hours * 3600 - 50)) == nil)
        }
        // A clock that was a year ahead leaves no pause of a year.
        #expect(record.backingOff(at: now.addingTimeInterval(-365 * 86_400)) == nil)
    }

    @Test(arguments: [
        ("120", 120.0), ("0", 60), ("Sat, 21 Nov 2026 10:00:00 GMT", 3600), ("99999999", 604_800), ("soon", 3600),
    ])
    func `Retry-After is honoured in both forms within a minute and a week`(value: String, seconds: Double) {
        #expect(RetryAfter(value).pause(from: now) == now.addingTimeInterval(seconds))
    }

    /// Headers as they stand in an answer, separated by bars.
    private func answer(_ headers: String = "") -> HTTPResponse {
        let fields = headers.split(separator: "|").map { field in
            let parts = field.split(separator: ": ", maxSplits: 1).map(String.init)
            return HTTPHeader(parts[0], parts[1])
        }
        return HTTPResponse(status: 200, headers: fields, url: "https://a.example/rss")
    }

    private func date(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }
}
