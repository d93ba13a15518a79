import TestServer
import Testing

@testable import Gather
@testable import Settings
@testable import Values

/// What a configuration asks of the services.
@Suite struct SourceListTests {
    @Test func `a search of everything is asked for as configured, beside the headlines`() async throws {
        let article = NewsAPIStandIn.Article("A battery", url: "https://a.example/battery", sourceID: "the-verge")
        let service = NewsAPIStandIn(headlines: ["science": []], archive: [article])
        let server = try TestServer { service.reply(to: $0) ?? .status(404) }
        let list = await sources(
            """
            [newsapi]
            key = "test-key"
            base_url = "\(server.url("/v2"))"
            categories = ["science"]
            [[newsapi.everything]]
            query = "battery"
            search_in = ["title", "description"]
            sources = ["the-verge"]
            domains = ["a.example", "b.example"]
            exclude_domains = ["c.example"]
            language = "en"
            sort_by = "popularity"
            category = "technology"
            """)
        let results = try await gathered(list)
        #expect(results.map(\.name) == ["newsapi.org battery", "newsapi.org science"])
        #expect(results[0].items.map(\.category) == ["technology"])
        let search = try #require(server.requests.first { $0.path == "/v2/everything" })
        let asked = [
            "q": "battery", "searchIn": "title,description", "sources": "the-verge",
            "domains": "a.example,b.example", "excludeDomains": "c.example", "language": "en", "sortBy": "popularity",
        ]
        for (name, value) in asked { #expect(search.parameter(name) == value, "\(name)") }
        #expect(search.parameter("category") == nil)
    }

    @Test func `a feed without its secret has the name that it has with it`() async throws {
        let toml = """
            [[feeds]]
            url = "https://www.a.example/rss"
            [[feeds]]
            url = "https://www.b.example/rss"
            headers = { X-Token = "env:NO_SUCH_VARIABLE" }
            """
        let configuration = try Configuration(toml: toml, file: "config.toml", environment: [:])
        let list = await SourceList(configuration, environment: [:])
        #expect(list.sources.map(\.name) == ["a.example"])
        #expect(list.failures.map(\.subject) == ["b.example"])
    }

    @Test func `a search goes with its section`() async throws {
        let toml = """
            [newsapi]
            key = "test-key"
            [[newsapi.everything]]
            query = "chips"
            category = "technology"
            """
        #expect(await sources(toml, for: [Category("sports")]).map(\.name) == ["newsapi.org sports"])
        #expect(
            await sources(toml, for: [Category("technology")]).map(\.name) == [
                "newsapi.org chips", "newsapi.org technology",
            ])
    }

    @Test func `KudaGo is asked for tags, and for its picks of the day beside the events`() async throws {
        let service = KudaGoStandIn(events: (1...3).map { concert($0) }, picks: [2])
        let server = try TestServer { service.reply(to: $0) ?? .status(404) }
        let list = await sources(
            """
            [kudago]
            base_url = "\(server.url(KudaGoStandIn.root))"
            tags = ["с детьми", "джаз"]
            events_of_the_day = true
            """)
        let results = try await gathered(list)
        #expect(results.map(\.name) == ["KudaGo", "KudaGo's events of the day"])
        #expect(results.map { $0.items.map(\.guid) } == [["1", "2", "3"], ["2"]])
        #expect(server.requests.first { $0.path.hasSuffix("/events/") }?.parameter("tags") == "с детьми,джаз")
        #expect(server.paths.contains { $0.hasSuffix("/events-of-the-day/") })
    }

    @Test func `a feed gives as many as any reader may ask of it`() async throws {
        for (toml, limit) in [("limit = 20", 200), ("limit = 1000", 1000), ("first_items = 300", 300)] {
            let configuration = try Configuration(
                toml: "[[feeds]]\nurl = \"https://a.example/rss\"\n\(toml)", file: "config.toml", environment: [:])
            let list = await SourceList(configuration, environment: [:]).sources
            #expect(list.compactMap { ($0 as? FeedSource)?.limit } == [limit])
        }
    }

    @Test func `the settings of every kind make its sources`() {
        for kind in Configuration.kindsOfSource { #expect(kind is any SourceMaker.Type) }
    }

    private func sources(_ toml: String, for sections: [Category] = []) async -> [any ItemSource] {
        guard let configuration = try? Configuration(toml: toml, file: "config.toml", environment: [:]) else {
            return []
        }
        return await SourceList(configuration, sections: sections, environment: [:]).sources.filter {
            !($0 is FeedSource)
        }
    }
}
