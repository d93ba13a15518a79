import Foundation
import HTTP
import TestServer
import Testing

@testable import Render
@testable import Settings
@testable import Values

/// Digests, and a deliverer that waits for nothing and keeps how long it would have waited.
struct DeliveryBench: Sendable {
    final class Waits: @unchecked Sendable {
        private let lock = NSLock()
        private var list: [TimeInterval] = []

        func add(_ seconds: TimeInterval) { lock.withLock { list.append(seconds) } }

        var all: [TimeInterval] { lock.withLock { list } }
    }

    let waits = Waits()

    var deliverer: Deliverer {
        Deliverer(
            environment: [:], pause: { [waits] in waits.add($0) },
            client: { try HTTPClient.test() })
    }

    static let hostile = [
        "*bold* _it_ ~strike~ `code` [link](https://evil.example) <b>tag</b> & \"quote\"",
        "@everyone <!channel> <@U123> #general ||spoiler|| > quote",
        "Тверская — «ёлочки» и эмодзи 👩‍👩‍👧‍👦 \\ backslash",
        "</a><a href=\"javascript:alert(1)\">x",
        "1. not - a + list | table _", "I <3 C:\\temp and C:\\ of quay.example: ~~ a_b_c, \\* [x] [y](z) and (\\[k\\])",
        "magnet:?xt=urn:1 xmpp:anna@host ＃tag :smile: $CASH /start ＠anna",
    ]

    /// Long enough for several messages of each service.
    static func digest(stories count: Int = 50) -> Digest {
        let stories = (0..<count).map { index in
            Sample.story(
                Sample.article(
                    "\(index): \(hostile[index % hostile.count])", source: "Source & <Sons> \(index % 7)",
                    url: "https://example.org/\(index)?a=1&b=%D1%91|(x)"),
                id: "s\(index)",
                also: [.init(id: "x", source: "*Other*", title: "t", url: "https://o.example/", isSameArticle: true)])
        }
        var digest = Sample.digest(Array(stories[..<(count / 2)]), title: "News <today> & *now*")
        digest.sections.append(
            Digest.Section(category: "science", title: "Science_1", stories: Array(stories[(count / 2)...])))
        digest.leftOver = 12
        return digest
    }

    /// A digest that takes several messages of the service.
    static func digest(for service: Webhook.Service) -> Digest { digest(stories: service.standIn.manyStories) }

    static func parcel(_ webhook: Webhook, _ digest: Digest = digest(), accepted: Set<String> = []) -> Parcel {
        let delivery = Delivery(name: "hook", destination: webhook, format: .json)
        return Parcel(
            delivery: delivery, digestID: digest.id, profile: "default", title: digest.title,
            copies: [.init(Composition(Data(digest.rendered(for: delivery))))], accepted: accepted)
    }

    func failure(
        _ parcel: Parcel, by deliverer: Deliverer? = nil,
        took: @escaping @Sendable (String) async throws -> Void = { _ in }
    ) async -> DeliveryFailure? {
        do throws(DeliveryFailure) {
            _ = try await (deliverer ?? self.deliverer).deliver(parcel, took: took)
            return nil
        } catch {
            return error
        }
    }
}

@Suite struct WebhookTests {
    private let bench = DeliveryBench()

    @Test(arguments: Webhook.Service.chats)
    func `a long digest goes out in messages that the service takes, and every title is shown once as it is`(
        service: Webhook.Service
    ) async throws {
        let chat = try ChatServer(service)
        let digest = DeliveryBench.digest(for: service)
        #expect(await bench.failure(DeliveryBench.parcel(chat.webhook, digest)) == nil)
        let shown = chat.shown
        #expect(shown.count > 1)
        let text = shown.joined(separator: "\n")
        for story in digest.stories {
            #expect(text.components(separatedBy: "• \(story.item.title)").count == 2, "\(story.item.title)")
        }
        #expect(text.contains("Science_1"))
        #expect(text.contains("Source & <Sons> 3"))
        #expect(bench.waits.all == Array(repeating: 1, count: shown.count - 1))
    }

    @Test(arguments: Webhook.Service.chats)
    func `the first message has the first stories, also of a section that fills a message`(
        service: Webhook.Service
    ) async throws {
        let chat = try ChatServer(service)
        let stories = DeliveryBench.digest(for: service).stories
        #expect(await bench.failure(DeliveryBench.parcel(chat.webhook, Sample.digest(stories))) == nil)
        #expect(chat.shown.count > 1)
        #expect(try #require(chat.shown.first).contains("• \(stories[0].item.title)"))
    }

    @Test(arguments: Webhook.Service.chats)
    func `one story longer than a message is cut, not lost`(service: Webhook.Service) async throws {
        let chat = try ChatServer(service)
        let long = String(repeating: "ё\u{301}&*👩‍👩‍👧‍👦", count: 400)
        let item = Sample.article(
            "Start \(long)", source: long, url: "https://example.org/" + String(repeating: "a", count: 7000))
        let digest = Sample.digest([Sample.story(item), Sample.story(Sample.article("Next"), id: "s2")], title: long)
        #expect(await bench.failure(DeliveryBench.parcel(chat.webhook, digest)) == nil)
        let text = chat.shown.joined(separator: "\n")
        #expect(text.contains("• Start"))
        #expect(text.contains("• Next"))
    }

    @Test(arguments: Webhook.Service.chats)
    func `short and long addresses fit, also where a service counts each as a longer one or limits their number`(
        service: Webhook.Service
    ) async throws {
        let chat = try ChatServer(service)
        let addresses =
            (0..<150).map { "https://a.b/\($0)" }
            + (0..<60).map { "https://a.b/\($0)?" + String(repeating: "q", count: 300) }
        let stories = addresses.enumerated().map { Sample.story(Sample.article("\($0)", url: $1), id: "s\($0)") }
        #expect(await bench.failure(DeliveryBench.parcel(chat.webhook, Sample.digest(stories))) == nil)
        #expect(chat.shown.joined().count { $0 == "•" } == stories.count)
    }

    @Test(arguments: [
        ("https://quay.elsom/x,@anna@host.example", "https://quay.elsom/x,%40anna@host.example"),
        ("https://quay.elsom/@anna/1", "https://quay.elsom/@anna/1"),
        ("https://quay.elsom/?a=@b", "https://quay.elsom/?a=%40b"),
        ("https://quay.elsom/a@b", "https://quay.elsom/a@b"),
    ])
    func `an address mentions nobody where Mastodon takes it for text`(url: String, shown: String) {
        #expect(Mastodon().address(url) == shown)
    }

    @Test(arguments: Webhook.Service.chats)
    func `a message leads to the page of its digest`(service: Webhook.Service) throws {
        let digest = Sample.digest([Sample.story(Sample.article("Harbour"))])
        let webhook = Webhook(service: service, url: .environment("HOOK"))
        let messages = ChatMessages(
            digest, for: try #require(service.chat), webhook, online: OnlineAddress(text: "https://quay.example/n"))
        let page = "https://quay.example/n/digests/\(digest.id).html"
        let line = String(decoding: messages.jsonLines, as: UTF8.self).replacing("\\/", with: "/")
        #expect(line.components(separatedBy: page).count == (service == .matrix ? 3 : 2), "\(line)")
        // A link of its own, also for those who read only the text.
        if service == .matrix { #expect(line.contains("\\n\(page)\\n")) }
        if [.mastodon, .apprise].contains(service) { #expect(line.contains("View in browser\\n\(page)")) }
    }

    @Test(arguments: [("anna", "anna"), ("..", "%2E%2E"), ("Ж/x%1", "Ж%2Fx%251")])
    func `the address of a page leads to the folder of its reader`(reader: String, folder: String) {
        #expect(OutputPath(written: "n/{profile}").named(for: reader) == "n/\(folder)")
        let site = Site(path: "n/{profile}", baseURL: "https://quay.example/{profile}")
            .filled(for: reader, at: .now, in: .gmt)
        for online in [OnlineAddress(text: "https://quay.example/{profile}"), site.online] {
            let page = online?.address(ofDigest: "1", profile: reader)
            #expect(page?.removingPercentEncoding == "https://quay.example/\(folder)/digests/1.html")
        }
    }

    @Test(arguments: Webhook.Service.chats)
    func `a parenthesis in an address does not end a link`(service: Webhook.Service) async throws {
        let chat = try ChatServer(service)
        let story = Sample.story(Sample.article("Harbour", url: "https://quay.example/a(b)c)d"))
        #expect(await bench.failure(DeliveryBench.parcel(chat.webhook, Sample.digest([story]))) == nil)
        let shown = chat.shown.joined()
        #expect(shown.contains("• Harbour"))
        #expect(!shown.contains("• Harbour]") && !shown.contains("[Harbour"), "\(shown)")
    }

    @Test func `a digest without stories is one message`() async throws {
        let chat = try ChatServer(.telegram)
        #expect(await bench.failure(DeliveryBench.parcel(chat.webhook, Sample.digest([]))) == nil)
        #expect(chat.shown.count == 1)
    }

    @Test func `a text of quotes and backslashes leaves room for the JSON around it`() async throws {
        let chat = try ChatServer(.ntfy)
        let stories = (0..<60).map {
            Sample.story(Sample.article("\($0) " + String(repeating: "\"\\", count: 140)), id: "s\($0)")
        }
        let digest = Sample.digest(stories, title: String(repeating: "\"", count: 2000))
        #expect(await bench.failure(DeliveryBench.parcel(chat.webhook, digest)) == nil)
        #expect(chat.shown.count > 1)
    }

    @Test(arguments: Webhook.Service.chats.flatMap { service in service.standIn.busy.map { (service, $0) } })
    func `a service that asks to wait is given that time, and gets only what it has not taken`(
        service: Webhook.Service, reply: Reply
    ) async throws {
        let chat = try ChatServer(service, replies: [1: reply])
        let parts = Counter()
        let parcel = DeliveryBench.parcel(chat.webhook, DeliveryBench.digest(for: service))
        #expect(await bench.failure(parcel) { _ in parts.next() } == nil)
        #expect(bench.waits.all.filter { (6.9...7.8).contains($0) }.count == 1)
        let bodies = chat.server.requests.map(\.body)
        try #require(bodies.count > 2)
        // The part that was refused came twice, no other.
        #expect(bodies[1] == bodies[2])
        #expect(Set(bodies).count == bodies.count - 1)
        #expect(parts.count == bodies.count - 1)
        // Some services know a repeated message by its id.
        let ids = chat.server.requests.compactMap(chat.standIn.messageID)
        if !ids.isEmpty { #expect(ids[1] == ids[2] && Set(ids).count == bodies.count - 1) }
    }

    @Test func `a service that is asked too often and does not say for how long is asked again a little later`()
        async throws
    {
        let busy = Reply.json(#"{"code":42901,"http":429,"error":"limit reached: too many requests"}"#, status: 429)
        let chat = try ChatServer(.ntfy, replies: [0: busy])
        #expect(await bench.failure(DeliveryBench.parcel(chat.webhook, Sample.digest([]))) == nil)
        #expect(bench.waits.all.count == 1 && (1...3).contains(bench.waits.all[0]))
    }

    @Test func `a service that asks for an hour is left for the next run, which sends the rest`() async throws {
        let chat = try ChatServer(.telegram, replies: [1: .answer(429, [("Retry-After", "3600")])])
        let taken = TakenParts()
        let failure = await bench.failure(DeliveryBench.parcel(chat.webhook)) { taken.add($0) }
        #expect(failure?.reason == "127.0.0.1 answered 429")
        #expect(taken.all.count == 1)
        let before = chat.server.requests.count
        #expect(await bench.failure(DeliveryBench.parcel(chat.webhook, accepted: taken.all)) == nil)
        let bodies = chat.server.requests.map(\.body)
        #expect(!bodies[before...].contains(bodies[0]))
        #expect(bodies[before] == bodies[1])
    }

    @Test(
        arguments: Webhook.Service.allCases.flatMap { service in
            service.standIn.refusals.map { (service, $0.reply, $0.reason) }
        })
    func `a refusal for good is not repeated, and says why without the key`(
        service: Webhook.Service, reply: Reply, reason: String
    ) async throws {
        let chat = try ChatServer(service, replies: [0: reply])
        let failure = await bench.failure(DeliveryBench.parcel(chat.webhook))
        #expect(failure?.reason == reason)
        #expect(failure?.isTemporary == false)
        #expect(chat.server.requests.count == 1)
    }

    @Test func `a server that is down is tried again with growing pauses, then left`() async throws {
        let upset = Reply.answer(500, body: Array("rollup_error".utf8))
        let chat = try ChatServer(.slack, replies: [0: .status(503), 1: .status(521), 2: upset])
        let failure = await bench.failure(DeliveryBench.parcel(chat.webhook))
        #expect(failure?.reason == "127.0.0.1 answered 500: rollup_error")
        #expect(chat.server.requests.count == 3)
        let waits = bench.waits.all
        #expect(waits.count == 2 && (1...3).contains(waits[0]) && (3...9).contains(waits[1]))
    }

    @Test(arguments: Webhook.Service.allCases, [Reply.closed, .reset, .status(504)])
    func `what may have arrived is not sent again in the run`(service: Webhook.Service, fault: Reply) async throws {
        let chat = try ChatServer(service, replies: [0: fault])
        let failure = await bench.failure(DeliveryBench.parcel(chat.webhook))
        #expect(failure?.retry == .nextRun)
        #expect(failure?.reason.hasSuffix("; the digest may have arrived, and the next run sends it again") == true)
        #expect(chat.server.requests.count == 1)
        #expect(bench.waits.all.isEmpty)
    }

    @Test(arguments: Webhook.Service.allCases)
    func `an answer that says yes and breaks off is a yes`(service: Webhook.Service) async throws {
        let cut = Reply.lying(#"{"ok":tr"#, length: 100)
        let chat = try ChatServer(service, replies: [0: cut])
        #expect(await bench.failure(DeliveryBench.parcel(chat.webhook, Sample.digest([]))) == nil)
        #expect(chat.server.requests.count == 1)
    }

    @Test(arguments: Webhook.Service.chats)
    func `a page to log in takes no message, whatever its status says`(service: Webhook.Service) async throws {
        let page = Reply.ok("\n<!DOCTYPE html><title>Log in</title>", type: "text/html")
        let chat = try ChatServer(service, replies: [0: page])
        let failure = await bench.failure(DeliveryBench.parcel(chat.webhook))
        #expect(failure?.reason == "127.0.0.1 answered 200: a web page")
        #expect(failure?.isTemporary == false)
    }

    @Test(arguments: Webhook.Service.chats)
    func `no error shows the token or the secret address`(service: Webhook.Service) async throws {
        // Nobody listens on port 1 (tcpmux).
        var webhook = Webhook(
            service: service, url: .literal(Secret("http://127.0.0.1:1/services/s3cr3t-path")))
        webhook.token = .literal(Secret("123:s3cr3t-token"))
        let failure = await bench.failure(DeliveryBench.parcel(webhook))
        #expect(failure?.isTemporary == true)
        #expect(failure?.reason.contains("s3cr3t") == false, "\(failure?.reason ?? "")")
    }

    @Test func `a receiver of JSON gets the digest itself, under the same key every time`() async throws {
        let chat = try ChatServer(.json, replies: [0: .status(503)])
        let digest = DeliveryBench.digest(stories: 4)
        #expect(await bench.failure(DeliveryBench.parcel(chat.webhook, digest)) == nil)
        let requests = chat.server.requests
        #expect(requests.count == 2)
        #expect(requests.allSatisfy { $0.header("Idempotency-Key") == "\"\(digest.id)\"" && $0.method == "POST" })
        #expect(requests[1].body == digest.rendered(as: .json))
        #expect(requests[1].header("Authorization") == "Bearer 123:s3cr3t-token")
    }
}

/// The parts that were remembered.
final class TakenParts: @unchecked Sendable {
    private let lock = NSLock()
    private var parts: Set<String> = []

    func add(_ part: String) { lock.withLock { _ = parts.insert(part) } }

    var all: Set<String> { lock.withLock { parts } }
}
