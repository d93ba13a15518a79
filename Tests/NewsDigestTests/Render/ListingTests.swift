import Foundation
import StateTestSupport
import Testing

@testable import Platform
@testable import Render
@testable import Texts
@testable import Values

@Suite struct ListingTests {
    private let entries = [
        HistoryEntry(
            digest: "d2", sent: morning + day, profile: "anna", category: "science", id: "7k2m9qx",
            title: "=HYPERLINK(\"x\") <b>Чипы</b>, |и| ёлки\u{1B}[31m", url: "https://example.org/a?b=1&c=\"2\"",
            source: "Наука"),
        HistoryEntry(
            digest: "d1", sent: morning, profile: "default", category: "technology", id: "abc", title: "Plain",
            url: "javascript:alert(1)", source: "BBC"),
        HistoryEntry(
            digest: "d1", sent: morning, profile: "default", category: "technology", id: "abd", title: "Second",
            url: "https://example.org/2", source: "The Longest Paper"),
    ]

    private func render(_ format: ListingFormat, language: String = "en") throws -> String {
        try Listing(history: entries, language: language, timeZone: "Europe/Moscow", now: morning + day)
            .rendered(as: format)
    }

    @Test func `a table has days, and columns that line up, the reader's where there are several`() throws {
        #expect(
            try render(.table) == """
                Sunday, 22 November 2026
                  11:00  d2  anna     7k2m9qx  science     Наука              =HYPERLINK("x") <b>Чипы</b>, |и| ёлки[31m

                Saturday, 21 November 2026
                  11:00  d1  default  abc      technology  BBC                Plain
                  11:00  d1  default  abd      technology  The Longest Paper  Second

                """)
        let one = Listing(history: [entries[1]], language: "en", timeZone: "UTC", now: morning)
        #expect(
            try one.rendered(as: .table) == "Saturday, 21 November 2026\n  08:00  d1  abc  technology  BBC  Plain\n")
    }

    @Test func `on a terminal the digests are headings, so that a narrow one shows their ids`() throws {
        let list = Listing(history: entries, language: "en", timeZone: "Europe/Moscow", now: morning + day)
        let screen = Screen(columns: 40, rows: 24, environment: ["TERM": "xterm"])
        #expect(
            try list.rendered(as: .table, on: screen) == """
                Sunday, 22 November 2026
                11:00, digest d2 for anna
                  =HYPERLINK("x") <b>Чипы</b>,…  7k2m9qx

                Saturday, 21 November 2026
                11:00, digest d1 for default
                  Plain                          abc
                  Second                         abd

                """)
    }

    @Test func `JSON has the keys of the contract`() throws {
        let list = try #require(
            try JSONSerialization.jsonObject(with: Data(render(.json).utf8)) as? [[String: String]])
        #expect(
            list[2] == [
                "digest": "d1", "sent": "2026-11-21T08:00:00Z", "profile": "default", "category": "technology",
                "id": "abd", "title": "Second", "url": "https://example.org/2", "source": "The Longest Paper",
            ])
        let none = Listing(history: [], language: "en", timeZone: "UTC", now: morning)
        #expect(try JSONSerialization.jsonObject(with: Data(none.rendered(as: .json).utf8)) as? [String] == [])
    }

    @Test func `CSV quotes what needs it and gives no formula to a spreadsheet`() throws {
        let lines = try render(.csv).components(separatedBy: "\r\n")
        #expect(lines[0] == "sent,digest,profile,category,id,title,url,source")
        #expect(lines[1].contains(#","'=HYPERLINK(""x"") <b>Чипы</b>, |и| ёлки[31m",https://"#))
        #expect(lines[2] == "2026-11-21T08:00:00Z,d1,default,technology,abc,Plain,,BBC")
        #expect(lines.count == 5 && lines[4].isEmpty)
    }

    @Test func `Markdown lists digests under their days and escapes what they contain`() throws {
        let text = try render(.markdown)
        #expect(text.hasPrefix("## Sunday, 22 November 2026\n\n### 11:00, `d2`, anna\n\n- [\\=HYPERLINK"))
        #expect(text.contains("\\<b\\>Чипы\\</b\\>, \\|и\\| ёлки\\[31m]("))
        #expect(text.contains("- [Second](<https://example.org/2>) The Longest Paper, Technology, `abd`\n"))
    }

    @Test func `the page is whole in itself, in the reader's language, and safe`() throws {
        let page = try render(.html, language: "ru")
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        for part in [
            "<html lang=\"ru\">", "<h1>История дайджестов</h1>", "id=\"search\"", "&lt;b&gt;Чипы&lt;/b&gt;",
            "<h3>11:00, выпуск d2, anna</h3>", "<li dir=\"auto\">Plain <span", "href=\"https://example.org/2\"",
        ] { #expect(page.contains(part), "\(part)") }
        for part in ["<b>", "javascript:", "src=", "url(", "@import", "\u{1B}"] {
            #expect(!page.contains(part), "\(part)")
        }
    }

    @Test func `the page shows what stood under a story, with its titles`() throws {
        let entry = HistoryEntry(
            digest: "d1", sent: morning, profile: "default", category: "science", id: "abc", title: "Third charge",
            url: "https://example.org/3", source: "Paper")
        let notes = StoryNotes(
            also: [
                .init(id: "b", source: "Own <b>", title: "Same", url: "https://b.example/1", isSameArticle: true),
                .init(id: "c", source: "Post", title: "A & B", url: "javascript:alert(1)", isSameArticle: false),
            ],
            earlier: [.init(id: "e", title: "First charge", url: "https://example.org/1", sent: morning - day)])
        let listing = Listing(history: [entry], notes: [notes], language: "en", timeZone: "UTC", now: morning)
        let page = try listing.rendered(as: .html)
        #expect(
            page.contains(
                """
                Also in: <a href="https://b.example/1" rel="noopener noreferrer" dir="auto">Own &lt;b&gt;</a> · \
                <bdi>Post</bdi> <i dir="auto">A &amp; B</i></span> <span class="meta">Earlier: \
                <a href="https://example.org/1" rel="noopener noreferrer" dir="auto">First charge</a>, <bdi>20 Nov</bdi></span></li>
                """), "\(page)")
        #expect(!page.contains("javascript:"))
        let plain = Listing(history: [entry], language: "en", timeZone: "UTC", now: morning)
        #expect(try listing.rendered(as: .json) == plain.rendered(as: .json))
    }

    @Test func `a story without a title is shown with its address, or else with its source`() throws {
        let link = HistoryEntry(
            digest: "d", sent: morning, profile: "default", category: "science", id: "a", title: "\u{200B}",
            url: "https://example.org/a", source: "BBC")
        var none = link
        none.url = "javascript:alert(1)"
        let listing = Listing(history: [link, none], language: "en", timeZone: "UTC", now: morning)
        let markdown = try listing.rendered(as: .markdown)
        #expect(markdown.contains("- [https://example.org/a](<https://example.org/a>) BBC"))
        #expect(markdown.contains("- BBC BBC"))
        #expect(try listing.rendered(as: .table).contains("BBC  https://example.org/a\n"))
        #expect(try listing.rendered(as: .html).contains(">https://example.org/a</a>"))
        #expect(try listing.rendered(as: .csv).contains(",a,,https://example.org/a,BBC\r\n"))
    }

    @Test func `saved items are listed by the day they were saved`() throws {
        let stored = StoredItem(id: "abc", item: storyItem("a"), firstSeen: morning, lastSeen: morning)
        let listing = Listing(
            saved: [SavedItem(item: stored, saved: morning)], language: "en", timeZone: "UTC", now: morning)
        #expect(
            try listing.rendered(as: .table)
                == "Saturday, 21 November 2026\n  08:00  abc  technology  Paper of feed:a  Title of a\n")
        let list = try JSONSerialization.jsonObject(with: Data(listing.rendered(as: .json).utf8)) as? [[String: String]]
        #expect(list?.first?["saved"] == "2026-11-21T08:00:00Z")
        #expect(try listing.rendered(as: .html).contains("<h1>Saved</h1>"))
    }

    @Test func `an event is shown with its times, place and price`() throws {
        var item = storyItem("concert", title: "Концерт", summary: "Первый абзац.\nВторой.", published: morning)
        item.kind = .event
        item.image = "https://example.org/a.jpg"
        item.event = Event(
            occurrences: [
                .init(starts: morning - day, ends: morning - day + 60),
                .init(starts: morning + 8 * 3600, ends: morning + 10 * 3600),
            ],
            place: "Дом музыки", address: "Космодамианская, 52", price: "от 500 рублей", age: "6+")
        let stored = StoredItem(id: "abc", item: item, firstSeen: morning, lastSeen: morning)
        #expect(
            ItemPage(stored, article: nil, language: "en", timeZone: "Europe/Moscow", now: morning).text == """
                Концерт

                Paper of feed:a · Saturday, 21 November 2026, 11:00

                Sat, 21 November, 19:00–21:00
                Дом музыки, Космодамианская, 52
                от 500 рублей
                6+

                Первый абзац.

                Второй.

                https://example.org/a.jpg
                https://example.org/concert
                abc

                """)
    }

    @Test func `an item without a date is shown without one`() throws {
        let item = Sample.article("A", published: nil)
        let stored = StoredItem(id: "abc", item: item, firstSeen: morning, lastSeen: morning)
        let page = ItemPage(stored, article: nil, language: "en", timeZone: "UTC", now: morning)
        #expect(page.text == "A\n\nGazette\n\nhttps://example.org/story\nabc\n")
    }

    @Test func `why hides the key in the address of a feed`() {
        var item = storyItem("a")
        item.sourceID = "feed:https://a.example/rss?private_token=n0-reader"
        let stored = StoredItem(id: "abc", item: item, firstSeen: morning, lastSeen: morning)
        let text = Why(item: stored, sourceName: "Paper", digests: [], decisions: []).text(
            timeZone: "UTC", now: morning)
        #expect(text.contains("from Paper (feed:https://a.example/rss?private_token=<hidden>)"))
    }

    @Test(arguments: [(12, false), (13, true)])
    func `why says that more was cleaned away than it names`(count: Int, isSaid: Bool) {
        var item = storyItem("a")
        item.removals = (1...count).map { Removal(rule: "phrase", text: "Part \($0)") }
        let stored = StoredItem(id: "abc", item: item, firstSeen: morning, lastSeen: morning)
        let text = Why(item: stored, sourceName: "Paper", digests: [], decisions: []).text(
            timeZone: "UTC", now: morning)
        #expect(text.contains("\"Part 12\" (phrase)\n") && !text.contains("Part 13"))
        #expect(text.contains("cleaned away: more than these parts\n") == isSaid)
    }

    @Test func `why puts runs that said the same on one line`() {
        let stored = StoredItem(id: "abc", item: storyItem("a"), firstSeen: morning, lastSeen: morning + day)
        let decisions = [Decision.muted(by: "x"), .muted(by: "x"), .past].enumerated().map {
            RunDecision(run: Int64($0), time: morning + Double($0) * 3600, profile: "default", decision: $1)
        }
        let why = Why(
            item: stored, sourceName: "Paper", failure: .init(source: "Paper", since: morning, reason: "answered 503"),
            digests: [], decisions: decisions)
        #expect(
            why.text(timeZone: "UTC", now: morning) == """
                Title of a
                https://example.org/a
                item abc, from Paper (feed:a)
                first seen 21 Nov 2026, 08:00; last seen 22 Nov 2026, 08:00
                its source has failed since 21 Nov 2026, 08:00: answered 503
                run of 21 Nov 2026, 08:00 to 21 Nov 2026, 09:00, default: muted by 'x'
                run of 21 Nov 2026, 10:00, default: already in its feed before the feed was first read

                """)
    }
}
