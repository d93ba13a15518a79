import Foundation
import HTTP
import TestServer
import Testing

@testable import Render
@testable import Settings
@testable import Values

/// Mails for many recipients, over real connections on loopback.
@Suite struct MailListTests {
    private let bench = DeliveryBench()

    private func parcel(
        _ server: TestMailServer, to count: Int, accepted: Set<String> = [],
        _ change: (inout Delivery) -> Void = { _ in }
    ) -> Parcel {
        let mailServer = MailServer(host: "127.0.0.1", port: server.port, security: .none)
        var delivery = Delivery(name: "there", destination: mailServer, format: .eml)
        delivery.from = "News <news@example.org>"
        delivery.recipients = (0..<count).map { "r\($0)@example.org" }
        change(&delivery)
        let copies = delivery.recipients.map {
            StoredRendering.Copy(to: $0, Composition(Data("Subject: x\r\n\r\nfor \($0)\r\n".utf8)))
        }
        return Parcel(
            delivery: delivery, digestID: "d1", profile: "anna", title: "Morning", copies: copies, accepted: accepted)
    }

    @Test(arguments: [
        ("anna@example.org", "Anna@Example.org."), ("an\u{200B}na@example.org", "anna@example.org"),
        ("anna@example.org.", "Anna <anna@example.org>"), ("anna@m\u{F6}we.example", "anna@xn--mwe-sna.example"),
        ("anna@XN--MWE-sna.example", "anna@mo\u{308}we.example"), ("anna@exam\u{AD}ple.org", "anna@example.org"),
        ("anna@example.org", "an\u{200B}na@example.org"),
    ])
    func `who unsubscribed gets no mail under another form of the address`(listed: String, recipient: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "unsubscribed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try "boris@example.org\n\(listed)\n".write(to: file, atomically: true, encoding: .utf8)
        #expect(try Unsubscribed(path: file.path).contains(recipient))
        #expect(try !Unsubscribed(path: file.path).contains("anna@example.com"))
    }

    @Test func `what an earlier run delivered is not counted`() throws {
        let server = try TestMailServer()
        #expect(parcel(server, to: 3).size == "3 mails")
        #expect(parcel(server, to: 3, accepted: ["r0@example.org"]).size == "2 mails")
    }

    @Test func `each recipient gets their own mail over one connection`() async throws {
        let server = try TestMailServer()
        #expect(await bench.failure(parcel(server, to: 5)) == nil)
        #expect(server.mails.map(\.recipients) == (0..<5).map { ["r\($0)@example.org"] })
        for (index, mail) in server.mails.enumerated() {
            #expect(mail.text == "Subject: x\r\n\r\nfor r\(index)@example.org\r\n")
        }
        #expect(server.connections == 1)
        #expect(server.commands.count { $0 == "RSET" } == 4)
    }

    @Test(arguments: ["421 4.7.0 Too many messages", "250 OK"])
    func `a server that ends the connection after some mails gets the rest over new ones`(reply: String) async throws {
        var rules = TestMailServer.Rules()
        rules.endsAfter = (3, reply)
        let server = try TestMailServer(rules)
        #expect(await bench.failure(parcel(server, to: 10)) == nil)
        #expect(server.mails.map { $0.recipients[0] } == (0..<10).map { "r\($0)@example.org" })
        #expect(server.connections == 4)
        #expect(bench.waits.all.isEmpty)
    }

    @Test func `a server that is busy for the moment is waited for, and nobody gets a mail twice`() async throws {
        var rules = TestMailServer.Rules()
        rules.firstSenders = ["250 Ok", "421 4.3.2 Try again later", "421 4.3.2 Try again later"]
        let server = try TestMailServer(rules)
        #expect(await bench.failure(parcel(server, to: 4)) == nil)
        #expect(server.mails.map { $0.recipients[0] } == (0..<4).map { "r\($0)@example.org" })
        #expect(bench.waits.all.count == 1)
    }

    @Test func `a recipient whom the server refuses for now does not stop the others`() async throws {
        var rules = TestMailServer.Rules()
        rules.recipients = ["r1@example.org": "450 4.2.0 Greylisted", "r2@example.org": "550 5.1.1 No such user"]
        let server = try TestMailServer(rules)
        let failure = await bench.failure(parcel(server, to: 4))
        #expect(failure?.reason == "127.0.0.1 does not accept mail yet for r1@example.org (450 4.2.0 Greylisted)")
        #expect(server.mails.map(\.recipients) == [["r0@example.org"], ["r3@example.org"]])
        #expect(bench.waits.all.count == 2)
    }

    /// A server that ends the connection when it gets something for `r1@example.org`.
    private func poisoned(atEnd: Bool) throws -> TestMailServer {
        var rules = TestMailServer.Rules()
        if atEnd {
            rules.messages = ["r1@example.org": "421 4.7.0 Unusual mail"]
        } else {
            rules.closesFor = ["r1@example.org"]
        }
        return try TestMailServer(rules)
    }

    @Test(arguments: [true, false])
    func `a recipient for whom the server ends the connection does not stop the others`(atEnd: Bool) async throws {
        let server = try poisoned(atEnd: atEnd)
        #expect(await bench.failure(parcel(server, to: 4))?.isTemporary == true)
        #expect(server.mails.map { $0.recipients[0] } == [0, 2, 3].map { "r\($0)@example.org" })
        #expect(bench.waits.all.count == 2)
    }

    @Test(arguments: [true, false])
    func `a reader for whom the server ends the connection does not stop the others`(atEnd: Bool) async throws {
        let server = try poisoned(atEnd: atEnd)
        let deliverer = bench.deliverer
        for index in 0..<4 {
            let parcel = parcel(server, to: 1) { $0.recipients = ["r\(index)@example.org"] }
            if index == 1 {
                await #expect(throws: DeliveryFailure.self) { try await deliverer.deliver(parcel) }
            } else {
                _ = try await deliverer.deliver(parcel)
            }
        }
        #expect(server.mails.map { $0.recipients[0] } == [0, 2, 3].map { "r\($0)@example.org" })
    }

    @Test func `a server that ends the connection for everybody is given up after some mails`() async throws {
        var rules = TestMailServer.Rules()
        rules.message = "421 4.7.0 Too much mail today"
        let server = try TestMailServer(rules)
        let deliverer = bench.deliverer
        var reasons: [String] = []
        for index in 0..<MailPool.mostFailures + 2 {
            let parcel = parcel(server, to: 1) { ($0.attempts, $0.recipients) = (1, ["p\(index)@example.org"]) }
            await reasons.append(bench.failure(parcel, by: deliverer)?.reason ?? "")
        }
        let reason = "smtp://127.0.0.1:\(server.port)/ refused the mail: 421 4.7.0 Too much mail today"
        #expect(reasons.dropLast(2).allSatisfy { $0 == reason })
        let rest = "no more mails were tried after \(MailPool.mostFailures) failed: \(reason)"
        #expect(reasons.suffix(2) == [rest, rest])
        #expect(server.commands.count { $0 == "DATA" } == MailPool.mostFailures)
        // The same for many recipients of one digest.
        let many = try TestMailServer(rules)
        #expect(await bench.failure(parcel(many, to: MailPool.mostFailures + 2) { $0.attempts = 1 }) != nil)
        #expect(many.commands.count { $0 == "DATA" } == MailPool.mostFailures)
    }

    @Test func `a server that takes no mail at all is tried for one reader`() async throws {
        var rules = TestMailServer.Rules()
        rules.greeting = "421 4.3.2 Closing for today"
        let server = try TestMailServer(rules)
        let deliverer = bench.deliverer
        for index in 0..<3 {
            let parcel = parcel(server, to: 2) { $0.recipients = ["p\(index)@example.org", "q\(index)@example.org"] }
            let failure = await bench.failure(parcel, by: deliverer)
            #expect(failure?.reason.contains("421 4.3.2 Closing for today") == true)
        }
        #expect(server.connections == 3 && bench.waits.all.count == 2)
    }

    @Test func `a server that took a mail between the attempts for another is not given up`() async throws {
        var rules = TestMailServer.Rules()
        rules.firstSenders = ["421 Busy", "250 Ok", "421 Busy", "421 Busy", "421 Busy"]
        let server = try TestMailServer(rules)
        let other = bench.deliverer
        var deliverer = other
        deliverer.pause = { _ in
            if server.mails.isEmpty { _ = try await other.deliver(parcel(server, to: 1)) }
        }
        let late = parcel(server, to: 1) { $0.recipients = ["late@example.org"] }
        #expect(await bench.failure(late, by: deliverer) != nil)
        _ = try await deliverer.deliver(parcel(server, to: 1))
        #expect(server.mails.count == 2)
    }

    @Test func `nobody counts as served while a recipient is refused for ever and another has to wait`() async throws {
        var rules = TestMailServer.Rules()
        rules.recipients = ["r0@example.org": "550 5.1.1 No such user", "r1@example.org": "450 4.2.0 Greylisted"]
        let server = try TestMailServer(rules)
        let taken = TakenParts()
        let failure = await bench.failure(parcel(server, to: 2)) { taken.add($0) }
        #expect(failure?.reason == "127.0.0.1 does not accept mail yet for r1@example.org (450 4.2.0 Greylisted)")
        let notes = ["127.0.0.1 refused r0@example.org (550 5.1.1 No such user)"]
        #expect(failure?.notes == notes && taken.all.isEmpty)
        #expect(server.commands.count { $0.hasPrefix("RCPT TO:<r0@") } == 1)
        // The one who has to wait was removed.
        let alone = await bench.failure(parcel(server, to: 1)) { taken.add($0) }
        #expect(alone?.reason.contains("refused every recipient: r0@example.org") == true && taken.all.isEmpty)
        #expect(alone?.notes == [])

        rules.recipients["r1@example.org"] = nil
        let open = try TestMailServer(rules)
        #expect(try await bench.deliverer.deliver(parcel(open, to: 2)) { taken.add($0) } == notes)
        #expect(taken.all == ["r0@example.org", "r1@example.org"])
    }

    @Test func `who unsubscribed does not count as served while the only other recipient has to wait`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("r0@example.org\n", to: "unsubscribed.txt")
        var rules = TestMailServer.Rules()
        rules.recipients = ["r1@example.org": "450 4.2.0 Greylisted"]
        var deliverer = bench.deliverer
        deliverer.unsubscribed = Unsubscribed(path: path)
        let taken = TakenParts()
        let server = try TestMailServer(rules)
        await #expect(throws: DeliveryFailure.self) {
            try await deliverer.deliver(parcel(server, to: 2)) { taken.add($0) }
        }
        #expect(taken.all.isEmpty && server.commands.contains { $0.hasPrefix("RCPT TO:<r1@") })
        _ = try await deliverer.deliver(parcel(server, to: 1)) { taken.add($0) }
        #expect(taken.all == ["r0@example.org"])
    }

    @Test func `a rate is kept`() async throws {
        let server = try TestMailServer()
        let start = ContinuousClock.now
        #expect(await bench.failure(parcel(server, to: 6) { $0.mailGap = 0.1 }) == nil)
        #expect(start.duration(to: .now) >= .milliseconds(500))
        #expect(server.mails.count == 6)
    }

    @Test func `those who unsubscribed get no mail, also while the mails are being sent`() async throws {
        let folder = try TemporaryFolder()
        let path = folder("unsubscribed.txt")
        try Data("R1@example.org\n\n".utf8).write(to: URL(filePath: path))
        let server = try TestMailServer()
        var deliverer = bench.deliverer
        deliverer.unsubscribed = Unsubscribed(path: path)
        _ = try await deliverer.deliver(parcel(server, to: 5)) { recipient in
            guard recipient == "r2@example.org" else { return }
            try Data("r1@example.org\nAnna <r3@example.org>\n".utf8).write(to: URL(filePath: path))
        }
        #expect(server.mails.map { $0.recipients[0] } == [0, 2, 4].map { "r\($0)@example.org" })
    }

    @Test func `a list of those who unsubscribed that cannot be read stops the mails`() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder("list"), withIntermediateDirectories: true)
        let server = try TestMailServer()
        var deliverer = bench.deliverer
        deliverer.unsubscribed = Unsubscribed(path: folder("list"))
        await #expect(throws: DeliveryFailure.self) { try await deliverer.deliver(parcel(server, to: 2)) }
        #expect(server.mails.isEmpty)
    }

    /// A server that got mails of as many digests at the same time.
    /// - Parameter seconds: how long it takes for each.
    private func server(taking seconds: Double, for count: Int) async throws -> TestMailServer {
        var rules = TestMailServer.Rules()
        rules.receipt = .late(seconds: seconds)
        let server = try TestMailServer(rules)
        let deliverer = bench.deliverer
        let parcels = (0..<count).map { index in
            parcel(server, to: 1) { $0.recipients = ["p\(index)@example.org"] }
        }
        await withTaskGroup(of: Void.self) { group in
            for parcel in parcels { group.addTask { _ = try? await deliverer.deliver(parcel) } }
        }
        #expect(server.mails.count == count)
        return server
    }

    @Test func `a slow server gets mails over several connections, and no more than the limit`() async throws {
        let server = try await server(taking: 0.5, for: 8)
        #expect((2...MailPool.mostConnections).contains(server.connections))
        #expect(server.mostAtOnce >= 2)
    }

    @Test func `a server is asked whether it is there between mails, and not after the last one`() async throws {
        let server = try await server(taking: 0.01, for: 8)
        let commands = server.commands
        // On a busy machine the server may seem slow, and get a second connection, which may be asked or not.
        #expect((8 - server.connections...7).contains(commands.count { $0 == "RSET" }))
        #expect(commands.last { $0 == "RSET" || $0.hasPrefix("MAIL") }?.hasPrefix("MAIL") == true)
    }

    /// With several connections, one of them is free more often than a mail takes. The server is slow all the same.
    @Test func `a server that takes as long as the limit for each mail gets all connections`() async throws {
        #expect(try await server(taking: 0.2, for: 24).connections == MailPool.mostConnections)
    }

    @Test func `an address for unsubscribing is the recipient's own`() {
        let link = { (text: String, secret: String?) in
            UnsubscribeLink(text: text, secret: secret).address(recipient: "anna@example.org", reader: "r1")
        }
        let token = "ZwWme_1ym69ZrZkCOzZ9owxS4nCJVCM_mbz3izkcrZM"
        #expect(UnsubscribeLink.token(recipient: "anna@example.org", reader: "r1", secret: "s3cret key") == token)
        #expect(
            link("https://example.org/u?r={{recipient}}&i={{ reader }}&t={{token}}", "s3cret key")
                == "https://example.org/u?r=anna%40example.org&i=r1&t=\(token)")
        #expect(link("https://example.org/{{{reader}}}/{{a}b}}/{{", nil) == "https://example.org/{r1}/{{a}b}}/{{")
        #expect(link("https://example.org/u", nil) == "https://example.org/u?recipient=anna%40example.org")
        #expect(
            link("https://example.org/u?list=1#top", "s3cret key")
                == "https://example.org/u?list=1&recipient=anna%40example.org&token=\(token)#top")
        #expect(link("mailto:out@example.org", "s3cret key") == "mailto:out@example.org?subject=anna%40example.org")
    }

    @Test func `an address for unsubscribing in any letters is in ASCII in the header`() {
        let own = UnsubscribeLink(text: "https://bücher.example/ü", secret: nil)
        #expect(
            own.address(recipient: "anna@example.org", reader: "r1")
                == "https://xn--bcher-kva.example/%C3%BC?recipient=anna%40example.org")
        #expect(own.commonAddress == "https://xn--bcher-kva.example/%C3%BC")
        #expect(UnsubscribeLink(text: "https://example.org/{{token}}", secret: nil).commonAddress == nil)
    }

    @Test func `a digest for many recipients names each alone and differs in nothing else`() throws {
        var delivery = Delivery(
            name: "mail", destination: MailServer(host: "mx.example", port: 25, security: .none), format: .eml)
        delivery.from = "digest@example.org"
        delivery.listUnsubscribe = "https://example.org/u?t={{token}}"
        let digest = Sample.digest([
            Sample.story(Sample.article("A chip")), Sample.story(Sample.article("Чип"), id: "s2"),
        ])
        var mails: [String] = []
        for recipient in ["Anna <anna@example.org>", "boris@example.org"] {
            let header = delivery.mailHeader(to: recipient, reader: "default", secret: "key")
            mails.append(String(decoding: digest.rendered(as: .eml, RenderOptions(mail: header)), as: UTF8.self))
        }
        #expect(mails[0].contains("\r\nTo: \"Anna\" <anna@example.org>\r\n"))
        #expect(mails[1].contains("\r\nTo: boris@example.org\r\n"))
        let ids = mails.compactMap { $0.firstMatch(of: /Message-ID: <(.*?)>/)?.1 }
        #expect(Set(ids).count == 2)
        for mail in mails {
            #expect(mail.contains("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"))
            let links = Set(
                mail.replacing("=\r\n", with: "").matches(of: /example\.org\/u\?t=(?:3D)?([\w-]+)/).map { $0.1 })
            #expect(links.count == 1)
        }
        #expect(!mails[1].contains("anna"))
    }
}
