import Foundation
import HTTP
import Synchronization
import TestServer
import Testing

@testable import Gather
@testable import Settings

@Suite struct GatherTests {
    @Test func `all sources are asked and one that fails leaves the others complete`() async throws {
        let newsAPI = NewsAPIStandIn(headlines: ["technology": [.init("A chip", url: "https://a.example/chip")]])
        let kudaGo = KudaGoStandIn(events: [concert(7)])
        let server = try TestServer { request in
            newsAPI.reply(to: request) ?? kudaGo.reply(to: request)
                ?? (request.path == "/rss" ? FeedStandIn(feed).reply(to: request) : .status(503))
        }
        let results = try await gathered([
            FeedSource(url: server.url("/broken"), givenName: "Broken"),
            NewsAPISource(baseURL: server.url("/v2"), key: Secret("test-key"), category: "technology"),
            FeedSource(url: server.url("/rss")),
            KudaGoSource(baseURL: server.url(KudaGoStandIn.root)),
        ])
        #expect(results.map(\.name) == ["Broken", "newsapi.org technology", "Example Daily", "KudaGo"])
        #expect(results.map { $0.items.map(\.title) } == [[], ["A chip"], ["One", "Two"], ["Концерт 7"]])
        #expect(
            results.map { $0.failure?.description } == [
                "gather 'Broken': \(server.url("/broken")) answered 503", nil, nil, nil,
            ])
        #expect(results.map(\.record.streak) == [1, 0, 0, 0])
    }

    @Test func `a source that is given twice is asked once`() async throws {
        let server = try TestServer(["/rss": .ok(feed)])
        let source = FeedSource(url: server.url("/rss"))
        #expect(try await gathered([source, source]).count == 1)
        #expect(server.requests.count == 1)
    }

    @Test func `progress tells of each start and end`() async throws {
        let server = try TestServer(["/rss": .ok(feed)])
        let steps = Mutex<[GatherProgress]>([])
        let source = FeedSource(url: server.url("/rss"))
        let client = try HTTPClient(.init(userAgent: "newsdigest/test"))
        let all = Fetcher(client: client, now: noon).gather([source], records: [:]) { step in
            steps.withLock { $0.append(step) }
        }
        for await _ in all {}
        let host = "127.0.0.1"
        #expect(
            steps.withLock(\.self) == [
                .started(sourceID: source.id, host: host), .finished(sourceID: source.id, host: host),
            ])
    }

    @Test func `each of more feeds than may wait at a time is asked`() async throws {
        let server = try TestServer { _ in .ok(FeedStandIn.rss("Example Daily", [])) }
        let sources = (0..<600).map { FeedSource(url: server.url("/\($0)")) }
        #expect(try await gathered(sources).count == sources.count)
        #expect(Set(server.requests.map(\.path)).count == sources.count)
    }

    @Test func `many feeds of one host let the others begin`() {
        let urls = (0..<20).map { "http://many.example/\($0)" } + (0..<2).map { "http://other.example/\($0)" }
        let queues = urls.map { [FeedSource(url: $0)] as [any ItemSource] }.spreadOverHosts
        let hosts = queues.map { $0[0].host }
        #expect(hosts.prefix(10).count { $0 == "other.example" } == 2)
        #expect(Set(queues.map { $0[0].id }).count == urls.count)
        let firstOnes = queues.filter { $0[0].host == "many.example" }.prefix(3).map { $0[0].id }
        #expect(firstOnes == urls.prefix(3).map { FeedSource(url: $0).id })
    }

    private let feed = FeedStandIn.rss(
        "Example Daily", [("One", "https://daily.example/1", nil), ("Two", "https://daily.example/2", nil)])
}

/// An event on the evening of the next day.
func concert(_ id: Int, _ fields: String = "") -> String {
    #"{"id":\#(id),"title":"концерт \#(id)","slug":"c\#(id)","publication_date":1794000000,"#
        + #""dates":[{"start":1795363200,"end":1795363200,"start_time":"19:00:00","end_time":null}],"#
        + #""place":{"id":3,"title":"Клуб"},"location":{"slug":"msk"},"categories":["concert"],"is_free":false,"#
        + fields + #""site_url":"https://kudago.com/msk/event/c\#(id)/"}"#
}
