import Foundation
import HTTP
import StateTestSupport
import TestServer
import Testing

@testable import Gather
@testable import Settings
@testable import State
@testable import Texts
@testable import Values

@Suite struct SearchTests {
    @Test func `a query is looked for in newsapi.org, KudaGo and feeds at once`() async throws {
        let newsAPI = NewsAPIStandIn(archive: [
            .init("Rain over Paris", url: "https://a.example/rain"), .init("Sun", url: "https://a.example/sun"),
        ])
        let kudaGo = KudaGoStandIn(events: [concert(1), event("Ночной rain")])
        let feed = FeedStandIn.rss(
            "Daily", [("Rainy days", "https://d.example/1", nil), ("Other", "https://d.example/2", nil)])
        let server = try TestServer { request in
            newsAPI.reply(to: request) ?? kudaGo.reply(to: request) ?? .ok(feed, type: "text/xml")
        }
        let key = Secret("test-key")
        let found = await Fetcher(client: try HTTPClient.test(), now: noon).search(
            try SearchQuery("  rain "),
            in: [
                NewsAPISource(baseURL: server.url("/v2"), key: key, category: "science"),
                NewsAPISource(baseURL: server.url("/v2"), key: key, category: "health"),
                KudaGoSource(baseURL: server.url(KudaGoStandIn.root)),
                FeedSource(url: server.url("/rss")),
            ], records: [:])
        #expect(found.map { $0.items.map(\.title) } == [["Rain over Paris"], ["Rainy days"], ["Ночной rain"]])
        #expect(server.requests.count { $0.path == "/v2/everything" } == 1)
        let asked = try #require(server.requests.first { $0.path.hasSuffix("/search/") })
        #expect(asked.parameter("q") == "rain")
        #expect(asked.parameter("ctype") == "event")
    }

    @Test(arguments: ["", "  ", "a", "\t\n  \n", " b "])
    func `a query of fewer than two characters is refused`(text: String) {
        #expect(throws: RunError.usage("a search needs at least 2 characters")) { try SearchQuery(text) }
    }

    @Test(arguments: [("AI", "AI writes"), ("EU", "the eu."), ("C#", "C# 14"), ("ai", "Über AI")])
    func `two letters are a word, and not the beginning of others`(text: String, title: String) throws {
        #expect(try SearchWords(text).match(title))
        #expect(try !SearchWords(text).match("Aids, Europe and Cairo: aid for euros"))
    }

    @Test(arguments: ["!!!", "...", "🙂🙂🙂", "- — -"]) func `a query without a word is refused`(text: String) {
        #expect(throws: RunError.usage("'\(text)' has no word to look for")) { try SearchQuery(text) }
    }

    @Test(arguments: ["istanbul", "ISTANBUL", "İstanbul", "ısparta", "ISPARTA", "gulu cafe", "GÜLÜ", "café", "O’Brien"])
    func `words match whatever their accents and dots`(text: String) throws {
        for title in ["İSTANBUL’da Isparta gülü, O'Brien Café", "istanbul'da ısparta GÜLÜ, o’brien CAFÉ"] {
            let item = Item(
                sourceID: "s", source: "s", url: "https://a.example/", title: title, category: "general")
            #expect(try SearchQuery(text).matches(item))
        }
    }

    @Test(arguments: [("ёлк", true), ("ЕЛКА МОСКВА", true), ("лка", false), ("ёлка париж", false)])
    func `words match from their beginning whatever their case`(text: String, matches: Bool) throws {
        let item = Item(
            sourceID: "s", source: "s", url: "https://a.example/", title: "Ёлка в Москва-Сити", category: "general")
        #expect(try SearchQuery(text).matches(item) == matches)
    }

    @Test(arguments: [
        "паромный", "паромныи", "Её", "ее", "Їжак", "іжак", "việt", "viet", "Άνοιξη", "ανοιξη", "हिन्दी", "مُحَمَّد", "محمد",
        "e\u{334}x", "istanbul", "ısparta", "café", "cafe", "ŁÓDŹ", "łodz", "strasse", "ß", "ǆ", "日本",
    ]) func `the items of feeds and the stored items are found by the same words`(words: String) throws {
        let folder = try StateFolder()
        let state = try folder.open()
        for title in [
            "Паромный вокзал", "Её дом", "Їжак", "Việt Nam", "Άνοιξη", "हिन्दी समाचार", "كَتَبَ مُحَمَّد", "e\u{334}x a\u{345}b",
            "İstanbul, Isparta, CAFÉ", "Łódź", "Straße ß", "ǆ", "日本語のニュース",
        ] {
            let item = Item(
                sourceID: "feed:a", source: "A", url: "https://a.example/\(StableHash.digits(title.utf8))",
                title: title,
                category: "general")
            let gathered = Gathered(
                sourceID: "feed:a", name: "A", items: [item], status: .fresh, record: SourceRecord())
            _ = try state.remember([gathered], now: noon)
            let isStored = try state.search(words).contains { $0.item.title == title }
            #expect(try SearchWords(words).match(title) == isStored, "\(title)")
        }
        #expect(try SearchWords("паромный").match("Паромный вокзал"))
        #expect(try !SearchWords("паромныи").match("Паромный вокзал"))
    }

    private func event(_ title: String) -> String {
        #"{"id":77,"title":"\#(title)","slug":"x","dates":[{"start":1795363200,"end":1795363200}],"#
            + #""location":{"slug":"msk"},"site_url":"https://kudago.com/msk/event/x/"}"#
    }
}
