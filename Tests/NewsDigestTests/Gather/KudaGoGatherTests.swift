import Foundation
import TestServer
import Testing

@testable import Gather

@Suite struct KudaGoGatherTests {
    @Test func `events are asked for with all their fields, expanded, from the start of the city's day`() async throws {
        let server = try stand(KudaGoStandIn(events: [concert(7)]))
        let source = KudaGoSource(
            baseURL: server.url(KudaGoStandIn.root), categories: ["concert", "-kids"], days: 3, freeOnly: false,
            limit: 30)
        let result = try await gathered([source])[0]
        #expect(result.items.map(\.event?.place) == ["Клуб"])
        let request = try #require(server.requests.first)
        #expect(request.path == "/public-api/v1.4/events/")
        #expect(request.parameter("actual_since") == "1795208400")
        #expect(request.parameter("actual_until") == "\(1_795_208_400 + 4 * 86_400)")
        #expect(request.parameter("categories") == "concert,-kids")
        #expect(request.parameter("expand") == "place,dates,location")
        #expect(request.parameter("page_size") == "30")
        #expect(request.parameter("lang") == "ru")
    }

    @Test func `all pages are read up to the limit`() async throws {
        let server = try stand(KudaGoStandIn(events: (1...250).map { concert($0) }))
        let source = KudaGoSource(baseURL: server.url(KudaGoStandIn.root), limit: 1000)
        let whole = try await gathered([source])[0]
        #expect(whole.items.count == 250 && whole.record.reach != nil)
        #expect(server.requests.map { $0.parameter("page") } == ["1", "2", "3"])
        let bounded = KudaGoSource(baseURL: server.url(KudaGoStandIn.root), limit: 120)
        let part = try await gathered([bounded])[0]
        #expect(part.items.count == 120 && part.record.reach == nil)
    }

    @Test func `of one city, the profiles that want most decide`() async throws {
        let server = try stand(KudaGoStandIn(events: (1...40).map { concert($0) }))
        let sources = [(3, 10), (9, 20), (5, 30)].map {
            KudaGoSource(baseURL: server.url(KudaGoStandIn.root), days: $0, maxPrice: 0, limit: $1)
        }
        #expect(try await gathered(sources).map(\.items.count) == [30])
        #expect(server.requests.map { $0.parameter("actual_until") } == ["\(1_795_208_400 + 10 * 86_400)"])
    }

    @Test func `a page after the last one ends the requests`() async throws {
        let service = KudaGoStandIn(events: (1...100).map { concert($0) })
        let server = try TestServer { request in
            guard request.parameter("page") == "1" else { return service.reply(to: request)! }
            let events = service.events.joined(separator: ",")
            return .json(#"{"count":101,"next":"https://kudago.com/?page=2","results":[\#(events)]}"#)
        }
        let source = KudaGoSource(baseURL: server.url(KudaGoStandIn.root), limit: 200)
        let result = try await gathered([source])[0]
        #expect(result.status == .fresh)
        #expect(result.items.count == 100)
        #expect(server.requests.count == 2)
    }

    @Test func `free_only is part of the request, and the answer is checked`() async throws {
        let server = try TestServer { _ in .json(#"{"next":null,"results":[\#(concert(1)),\#(concert(2))]}"#) }
        let source = KudaGoSource(baseURL: server.url(KudaGoStandIn.root), freeOnly: true)
        #expect(try await gathered([source])[0].items.isEmpty)
        #expect(server.requests.first?.parameter("is_free") == "1")
    }

    @Test func `the picks of the day are completed by their numbers`() async throws {
        let server = try stand(KudaGoStandIn(events: (1...9).map { concert($0) }, picks: [4, 2]))
        let source = KudaGoSource(selection: .eventsOfTheDay, baseURL: server.url(KudaGoStandIn.root))
        let result = try await gathered([source])[0]
        #expect(result.items.map(\.guid) == ["4", "2"])
        #expect(server.requests.first?.parameter("date") == "2026-11-21")
        #expect(server.requests.last?.parameter("ids") == "4,2")
    }

    @Test(arguments: [
        (Reply.json(#"{"detail":"Не найдено."}"#, status: 404), "answered 404: Не найдено.; check location"),
        (.status(500), "answered 500"), (.json(#"{"results":[{"id":1,"#), "perhaps cut off"),
        (.json("[]"), "not its JSON"), (.json(#"{"next":null}"#), "not its JSON"),
    ])
    func `an answer that is not a list of events is one failure`(reply: Reply, words: String) async throws {
        let server = try TestServer { _ in reply }
        let result = try await gathered([KudaGoSource(baseURL: server.url(KudaGoStandIn.root))])[0]
        #expect(result.failure?.reason.contains(words) == true)
        #expect(result.record.streak == 1)
    }

    @Test(arguments: [
        ([], "its server got too many requests"), ([("Retry-After", "7200")], "its server asked to wait"),
    ])
    func `a pause after 429 is explained by what the server said`(headers: [(String, String)], words: String)
        async throws
    {
        let server = try TestServer { _ in .status(429, headers) }
        let source = KudaGoSource(baseURL: server.url(KudaGoStandIn.root))
        let first = try await gathered([source])
        let second = try await gathered([source], records: records(first), now: noon.addingTimeInterval(1800))
        let end = noon.addingTimeInterval(headers.isEmpty ? 3600 : 7200)
        #expect(second[0].status == .waiting(until: end, why: "\(words); there is no earlier answer"))
        #expect(server.requests.count == 1)
    }

    private func stand(_ service: KudaGoStandIn) throws -> TestServer {
        try TestServer { service.reply(to: $0) ?? .status(404) }
    }
}
