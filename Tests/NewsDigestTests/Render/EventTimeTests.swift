import Foundation
import Testing

@testable import Languages
@testable import Render
@testable import Settings
@testable import Values

/// When an event happens, as it is told: in the hours of its city, and the same in every format.
@Suite struct EventTimeTests {
    /// 19:00 to 21:30 in Moscow, which is 11:00 to 13:30 in New York.
    private static let concert = Event(
        occurrences: [
            .init(starts: Sample.instant("2026-11-21T16:00:00Z"), ends: Sample.instant("2026-11-21T18:30:00Z"))
        ], timeZone: "Europe/Moscow")

    @Test(arguments: [
        ("en", "America/New_York", "Sat, 21 November, 19:00–21:30 (Moscow Time)"),
        ("ru", "America/New_York", "сб, 21 ноября, 19:00–21:30 (Москва)"),
        ("tr", "America/New_York", "21 Kasım Cmt, 19:00–21:30 (Moskova Saati)"),
        ("en", "Europe/Moscow", "Sat, 21 November, 19:00–21:30"),
        // Another zone with the same hours on that day.
        ("en", "Europe/Istanbul", "Sat, 21 November, 19:00–21:30"),
    ])
    func `every format tells the hours of the city, and its zone where the reader's is another`(
        language: String, zone: String, time: String
    ) throws {
        let digest = Self.digest(Self.concert, language: language, timeZone: zone)
        var texts = [Format.markdown, .text, .html].map { String(decoding: digest.rendered(as: $0), as: UTF8.self) }
        for service in Webhook.Service.chats {
            let webhook = Webhook(service: service, url: .environment("HOOK"))
            texts.append(
                String(
                    decoding: ChatMessages(digest, for: try #require(webhook.service.chat), webhook).jsonLines,
                    as: UTF8.self))
        }
        texts.append(
            ItemPage(Self.stored(Self.concert), article: nil, language: language, timeZone: zone, now: Sample.now).text)
        for text in texts {
            let plain = text.replacing("\\(", with: "(").replacing("\\)", with: ")").replacing("\\", with: "")
                .replacing("\u{200B}", with: "")
            #expect(plain.contains(time), "\(plain)")
            #expect(!plain.contains("11:00"))
        }
    }

    @Test func `a page gives machines the hour with the offset of the city, and JSON the moment in UTC`() {
        let digest = Self.digest(Self.concert, language: "en", timeZone: "America/New_York")
        let html = String(decoding: digest.rendered(as: .html), as: UTF8.self)
        #expect(html.contains("datetime=\"2026-11-21T19:00:00+03:00\""))
        let json = String(decoding: digest.rendered(as: .json), as: UTF8.self)
        #expect(json.contains("\"starts\" : \"2026-11-21T16:00:00Z\""))
    }

    @Test(arguments: [
        // 04:00 of the 21st in Moscow is the evening of the 20th in New York.
        ("2026-11-21T01:00:00Z", "tomorrow"), ("2026-11-21T06:00:00Z", "today"),
    ])
    func `an event is today or tomorrow by the reader's own date`(now: String, relative: String) {
        let time = LocalTime(language: .english, timeZone: "America/New_York", now: Sample.instant(now))
            .inCity(of: Self.concert)
        #expect(time.relativeDay(Self.concert.occurrences[0]) == relative)
    }

    @Test func `days without hours name no zone`() {
        let fair = Event(
            occurrences: [
                .init(starts: Sample.instant("2026-11-22T07:00:00Z"), ends: Sample.instant("2026-11-25T17:00:00Z"))
            ], timeZone: "Europe/Moscow")
        let time = LocalTime(language: .english, timeZone: "America/New_York", now: Sample.now).inCity(of: fair)
        #expect(time.describe(fair.occurrences[0]) == "Sun, 22 November – Wed, 25 November")
    }

    @Test func `a day that is not clear without its year has it`() {
        func told(_ starts: String, _ ends: String?) -> String {
            LocalTime(language: .english, timeZone: "UTC", now: Sample.now).describe(
                .init(starts: Sample.instant(starts), ends: ends.map(Sample.instant)))
        }
        #expect(told("2028-12-01T18:00:00Z", "2028-12-01T20:00:00Z") == "1 Dec 2028, 18:00–20:00")
        #expect(told("2026-11-01T08:00:00Z", "2027-11-30T20:00:00Z") == "until 30 Nov 2027")
        #expect(told("2026-12-01T08:00:00Z", "2027-11-30T20:00:00Z") == "Tue, 1 December – 30 Nov 2027")
        #expect(told("2027-02-03T18:00:00Z", nil) == "Wed, 3 February, 18:00")
    }

    @Test func `an event stored with an offset for a zone names that`() {
        var concert = Self.concert
        concert.timeZone = "GMT+0300"
        let time = LocalTime(language: .english, timeZone: "America/New_York", now: Sample.now).inCity(of: concert)
        #expect(time.describe(concert.occurrences[0]) == "Sat, 21 November, 19:00–21:30 (GMT+03:00)")
    }

    @Test(
        arguments: [
            // Open since October and without an end: it is on now.
            (
                [("2026-10-01T08:00:00Z", nil), ("2026-11-23T16:00:00Z", "2026-11-23T17:00:00Z")],
                "2026-10-01T08:00:00Z"
            ),
            // Over, on, and to come.
            (
                [
                    ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"), ("2026-11-21T04:00:00Z", "2026-11-21T07:00:00Z"),
                    ("2026-11-23T16:00:00Z", "2026-11-23T17:00:00Z"),
                ], "2026-11-21T04:00:00Z"
            ),
            // All over: the last.
            (
                [("2026-11-19T16:00:00Z", "2026-11-19T17:00:00Z"), ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z")],
                "2026-11-20T16:00:00Z"
            ),
        ] as [([(String, String?)], String)])
    func `all formats tell the same next time of an event`(times: [(String, String?)], next: String) throws {
        let event = Event(
            occurrences: times.map { .init(starts: Sample.instant($0), ends: $1.map(Sample.instant)) },
            timeZone: "Europe/Moscow")
        let digest = Self.digest(event, language: "en", timeZone: "UTC")
        let json = String(decoding: digest.rendered(as: .json), as: UTF8.self)
        #expect(json.contains("\"starts\" : \"\(next)\""))
        let moscow = Date.ISO8601FormatStyle(
            timeZoneSeparator: .colon, timeZone: try #require(TimeZone(identifier: "Europe/Moscow")))
        let html = String(decoding: digest.rendered(as: .html), as: UTF8.self)
        #expect(html.contains("datetime=\"\(Sample.instant(next).formatted(moscow))\""))
        let time = LocalTime(language: .english, timeZone: "UTC", now: Sample.now).inCity(of: event)
        let shown = try #require(event.occurrences.first { $0.starts == Sample.instant(next) })
        let page = ItemPage(Self.stored(event), article: nil, language: "en", timeZone: "UTC", now: Sample.now)
        #expect(page.text.contains(time.describe(shown)))
        #expect(try page.rendered(as: .json).contains("\"starts\" : \"\(next)\""))
    }

    private static func digest(_ event: Event, language: String, timeZone: String) -> Digest {
        var item = Sample.article("A concert", source: "KudaGo", category: "events", published: nil)
        item.kind = .event
        item.event = event
        var digest = Sample.digest([Sample.story(item)], language: language)
        digest.timeZone = timeZone
        return digest
    }

    private static func stored(_ event: Event) -> StoredItem {
        var item = Sample.article("A concert", source: "KudaGo", category: "events", published: nil)
        item.kind = .event
        item.event = event
        return StoredItem(id: "s1", item: item, firstSeen: Sample.now, lastSeen: Sample.now)
    }
}
