import Foundation
import StateTestSupport
import Synchronization
import TestServer
import Testing

@testable import Gather
@testable import Settings
@testable import Values

@Suite struct NewsAPIGatherTests {
    @Test func `pages of 20 are asked for up to the limit with the key in its header only`() async throws {
        let server = try stand(NewsAPIStandIn(headlines: ["technology": articles(100)]))
        let result = try await gathered([source(server, limit: 50)])[0]
        #expect(result.items.count == 50)
        #expect(result.items.map(\.position) == Array(0..<50))
        #expect(
            server.requests.map(\.target)
                == (1...3).map {
                    "/v2/top-headlines?category=technology&country=us&pageSize=20&page=\($0)"
                })
        #expect(server.requests.allSatisfy { $0.header("X-Api-Key") == "test-key" && !$0.target.contains("test-key") })
    }

    @Test func `the last page ends the requests`() async throws {
        let server = try stand(NewsAPIStandIn(headlines: ["technology": articles(40)]))
        #expect(try await gathered([source(server, limit: 100)])[0].items.count == 40)
        #expect(server.requests.count == 2)
    }

    @Test func `the last result that the plan allows is an end and no failure`() async throws {
        let server = try stand(NewsAPIStandIn(headlines: ["technology": articles(90)], maxResults: 40))
        let result = try await gathered([source(server, limit: 100)])[0]
        #expect(result.items.count == 40)
        #expect(result.status == .fresh)
        #expect(server.requests.count == 3)
    }

    @Test func `no part of an article contains the key`() async throws {
        let text = "It was test&shy;-<b>k</b>ey again"
        let article = NewsAPIStandIn.Article(
            text, url: "https://a.example/?k=test-key", source: "Elsom test-key", author: "Anna test-key",
            description: text,
            image: "https://a.example/test-key.png")
        let server = try stand(NewsAPIStandIn(headlines: ["technology": [article]]))
        let item = try #require(try await gathered([source(server)])[0].items.first)
        #expect(item.title == "It was … again" && item.author?.hasPrefix("Anna") == true)
        let shown = [item.url, item.source, item.summary, item.author, item.image].compactMap(\.self)
        #expect(shown.filter { $0.contains("key") } == [])
    }

    @Test func `an answer without articles is an answer`() async throws {
        let server = try stand(NewsAPIStandIn())
        let result = try await gathered([source(server)])[0]
        #expect(result.status == .fresh)
        #expect(result.items.isEmpty)
    }

    @Test func `a refused key is offered once, is one failure for all categories and is not shown`() async throws {
        let server = try stand(NewsAPIStandIn(key: "another"))
        let results = try await gathered(
            ["technology", "science", "health"].map { source(server, category: $0) })
        #expect(server.requests.count == 1)
        let failures = Set(results.compactMap { $0.failure?.description })
        #expect(
            failures == [
                "gather 'newsapi.org': \(server.url("/v2/top-headlines")) answered 401 apiKeyInvalid: "
                    + "it does not know the key; check NEWSAPI_KEY or key_file against https://newsapi.org/account"
            ])
        #expect(results.map(\.record.streak) == [1, 1, 1])
    }

    @Test func `429 stops the key, keeps it waiting in the next run and says how old the last answer is`() async throws
    {
        let server = try TestServer { _ in NewsAPIStandIn.rateLimited }
        let source = source(server)
        let known = [source.id: SourceRecord { $0.lastSuccess = noon.addingTimeInterval(-3 * 3600) }]
        let first = try await gathered([source], records: known)
        #expect(first[0].failure?.reason.contains("daily_requests") == true)
        #expect(first[0].failure?.reason.hasSuffix("; the last answer is 3 hours old") == true)
        let second = try await gathered([source], records: records(first), now: noon.addingTimeInterval(1800))
        guard case .waiting(noon.addingTimeInterval(3600), _) = second[0].status else {
            Issue.record("\(second[0].status)")
            return
        }
        #expect(server.requests.count == 1)
    }

    @Test func `a pause of newsapi_org is explained by what it said, also with an error of its own`() async throws {
        let server = try TestServer { _ in
            let body = #"{"status":"error","code":"unexpectedError"}"#
            return .answer(503, [("Retry-After", "7200")], body: Array(body.utf8))
        }
        let source = source(server)
        let first = try await gathered([source])
        let second = try await gathered([source], records: records(first), now: noon.addingTimeInterval(3600))
        #expect(
            second[0].status
                == .waiting(
                    until: noon.addingTimeInterval(7200), why: "its server asked to wait; there is no earlier answer"))
    }

    @Test func `every request is taken out of the allowance first and a spent one is waited out`() async throws {
        let server = try stand(NewsAPIStandIn(headlines: ["technology": articles(60), "science": articles(60)]))
        let left = Mutex(2)
        let midnight = noon.addingTimeInterval(12 * 3600)
        let accounts = Mutex<Set<String>>([])
        let results = try await gathered(
            [source(server, limit: 60), source(server, category: "science")]
        ) { account, limit in
            accounts.withLock { _ = $0.insert(account) }
            #expect(limit == 100)
            return left.withLock { left in
                guard left > 0 else { return .spent(until: midnight) }
                left -= 1
                return .granted
            }
        }
        #expect(server.requests.count == 2)
        #expect(results[0].status == .fresh)
        #expect(results[0].items.count == 40)
        #expect(
            results[1].status
                == .waiting(
                    until: midnight,
                    why: "the 100 daily requests to newsapi.org are used up; there is no earlier answer"))
        #expect(results.map(\.record.streak) == [0, 0])
        #expect(accounts.withLock { $0.allSatisfy { !$0.contains("test-key") } })
    }

    @Test(arguments: [
        (400, "parametersMissing", "set categories, country, sources or query"),
        (400, "parametersIncompatible", "remove one"), (400, "parameterInvalid", "does not accept a setting"),
        (426, "parameterInvalid", "shorter time"), (401, "apiKeyMissing", "set NEWSAPI_KEY"),
        (401, "apiKeyDisabled", "disabled"), (429, "apiKeyExhausted", "no requests left"),
        (429, "rateLimited", "daily_requests"), (400, "pageCannotBeLessThanOne", "from 1"),
        (400, "sourcesTooMany", "20 sources"), (400, "sourceDoesNotExist", "categories --online"),
        (400, "userAgentMissing", "User-Agent"), (426, "corsNotAllowed", "Origin"),
        (500, "unexpectedError", "later run"), (418, "teapot", "As documented."),
    ])
    func `each documented error has its own sentence`(status: Int, code: String, words: String) async throws {
        let server = try TestServer { _ in NewsAPIStandIn.error(status, code) }
        let reason = try #require(try await gathered([source(server)])[0].failure?.reason)
        #expect(reason.hasPrefix("\(server.url("/v2/top-headlines")) answered \(status) \(code): "))
        #expect(reason.contains(words))
    }

    @Test func `a message that echoes the key or moves the cursor is cleaned`() async throws {
        let server = try TestServer { _ in NewsAPIStandIn.error(400, "odd", #"key test-key\u001b[2J\nline"#) }
        let reason = try #require(try await gathered([source(server)])[0].failure?.reason)
        #expect(reason.hasSuffix("odd: key <hidden> [2J line"))
    }

    @Test func `truncated JSON, no JSON and half the pages are failures that keep what came`() async throws {
        let whole = NewsAPIStandIn(headlines: ["technology": articles(60)])
        let server = try TestServer { request in
            if request.parameter("page") == "1" { return whole.reply(to: request)! }
            return .json(#"{"status":"ok","totalResults":60,"articles":[{"title":"cut o"#)
        }
        let result = try await gathered([source(server, limit: 60)])[0]
        #expect(result.items.count == 20)
        guard case .partial(let failure) = result.status else {
            Issue.record("\(result.status)")
            return
        }
        #expect(failure.reason.contains("perhaps cut off"))
        #expect(result.record.streak == 1)
    }

    @Test func `everything and sources are asked with their own parameters`() async throws {
        let server = try stand(NewsAPIStandIn(archive: articles(1)))
        let everything = NewsAPISource(
            endpoint: .everything, baseURL: server.url("/v2"), key: Secret("test-key"), category: "science",
            query: "Headline & more",
            language: "en", searchIn: [.title], domains: ["a.example", "b.example"], excludeDomains: ["c.example"],
            sortBy: .publishedAt)
        let sources = NewsAPISource(
            baseURL: server.url("/v2"), key: Secret("test-key"), sources: ["bbc-news"], query: "x")
        _ = try await gathered([everything, sources])
        #expect(
            Set(server.requests.map(\.target)) == [
                "/v2/everything?q=Headline%20%26%20more&language=en&searchIn=title&domains=a.example,b.example"
                    + "&excludeDomains=c.example&sortBy=publishedAt&pageSize=20&page=1",
                "/v2/top-headlines?sources=bbc-news&q=x&pageSize=20&page=1",
            ])
    }

    private func stand(_ service: NewsAPIStandIn) throws -> TestServer {
        try TestServer { service.reply(to: $0) ?? .status(404) }
    }

    private func articles(_ count: Int) -> [NewsAPIStandIn.Article] {
        (0..<count).map { .init("Headline \($0)", url: "https://a.example/\($0)") }
    }

    private func source(_ server: TestServer, category: String = "technology", limit: Int = 20) -> NewsAPISource {
        NewsAPISource(
            baseURL: server.url("/v2"), key: Secret("test-key"), category: category, country: "us", limit: limit)
    }
}
