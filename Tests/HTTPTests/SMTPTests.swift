import Foundation
import InFlight
import TestServer
import Testing

@testable import HTTP

@Suite struct SMTPTests {
    private func mail(
        to recipients: [String] = ["anna@example.org"], by server: TestMailServer,
        security: SMTPMessage.Security = .plaintext, credentials: SMTPMessage.Credentials? = nil,
        text: String = "Subject: hi\r\n\r\nhello\r\n", limits: HTTPLimits = HTTPLimits()
    ) -> SMTPMessage {
        SMTPMessage(
            server: server.url, security: security, credentials: credentials, sender: "digest@example.org",
            recipients: recipients, message: Array(text.utf8), limits: limits)
    }

    private func failure(of message: SMTPMessage) async throws -> SMTPError? {
        do {
            _ = try await HTTPClient.test().send(message)
            return nil
        } catch let error as SMTPError {
            return error
        }
    }

    @Test func `a mail arrives as it was, for all its recipients`() async throws {
        let server = try TestMailServer()
        let text = "Subject: hi\n\n.\n..dots\nbare\rreturn\n" + String(repeating: "long ", count: 30_000) + "\nend"
        let receipt = try await HTTPClient.test().send(
            mail(to: ["anna@example.org", "boris@example.org"], by: server, text: text))
        #expect(receipt.accepted == ["anna@example.org", "boris@example.org"])
        #expect(receipt.refused.isEmpty)
        #expect(receipt.reply == "250 2.0.0 Ok: queued as TEST1")
        let mail = try #require(server.mails.first)
        #expect(server.mails.count == 1)
        #expect(mail.sender == "digest@example.org")
        #expect(mail.recipients == ["anna@example.org", "boris@example.org"])
        let expected =
            text.replacingOccurrences(of: "\r", with: "\n").replacingOccurrences(of: "\n", with: "\r\n") + "\r\n"
        #expect(mail.text == expected)
    }

    @Test func `a recipient that is refused does not keep the mail from the others`() async throws {
        var rules = TestMailServer.Rules()
        rules.recipients = [
            "gone@example.org": "550-5.1.1 No such\r\n550 5.1.1 user here",
            "full@example.org": "452 4.2.2 Mailbox full",
        ]
        let server = try TestMailServer(rules)
        let message = mail(to: ["gone@example.org", "anna@example.org", "full@example.org"], by: server)
        let receipt = try await HTTPClient.test().send(message)
        #expect(receipt.accepted == ["anna@example.org"])
        #expect(
            receipt.refused == [
                .init(
                    recipient: "gone@example.org", reply: SMTPReply(code: 550, text: "5.1.1 No such 5.1.1 user here")),
                .init(recipient: "full@example.org", reply: SMTPReply(code: 452, text: "4.2.2 Mailbox full")),
            ])
        #expect(receipt.refused.map(\.reply.isTemporary) == [false, true])
        #expect(server.mails.map(\.recipients) == [["anna@example.org"]])
    }

    @Test func `when all recipients are refused nothing is sent`() async throws {
        var rules = TestMailServer.Rules()
        rules.recipients = ["gone@example.org": "550 5.1.1 No such user", "late@example.org": "451 4.7.1 Greylisted"]
        let server = try TestMailServer(rules)
        let gone = try await failure(of: mail(to: ["gone@example.org"], by: server))
        #expect(gone?.isTemporary == false)
        #expect(
            gone?.description == "\(server.url)/ refused every recipient: gone@example.org (550 5.1.1 No such user)")
        let late = try await failure(of: mail(to: ["gone@example.org", "late@example.org"], by: server))
        #expect(late?.isTemporary == true)
        #expect(server.mails.isEmpty)
    }

    @Test(arguments: [
        ("451 4.3.0 Try again later", true), ("552 5.3.4 Message too big", false), ("421 4.3.2 Closing", true),
    ])
    func `a refused message is temporary or permanent as the server says`(reply: String, isTemporary: Bool) async throws
    {
        var rules = TestMailServer.Rules()
        rules.message = reply
        let server = try TestMailServer(rules)
        let error = try await failure(of: mail(by: server))
        #expect(error?.isTemporary == isTemporary)
        #expect(error?.description == "\(server.url)/ refused the mail: \(reply)")
        rules.message = "250 Ok"
        rules.sender = reply
        let strict = try TestMailServer(rules)
        #expect(try await failure(of: mail(by: strict))?.description == "\(strict.url)/ refused the mail: \(reply)")
    }

    @Test func `a greeting that says no is heard`() async throws {
        var rules = TestMailServer.Rules()
        rules.greeting = "554 5.7.1 You are not welcome"
        let server = try TestMailServer(rules)
        let error = try await failure(of: mail(by: server))
        #expect(error?.reason == .refused(SMTPReply(code: 554, text: "5.7.1 You are not welcome")))
    }

    @Test func `without TLS nothing is sent unless the user says so`() async throws {
        var rules = TestMailServer.Rules()
        rules.login = ("anna", "s3cret")
        let server = try TestMailServer(rules)
        let credentials = SMTPMessage.Credentials(user: "anna", password: "s3cret")
        let error = try await failure(of: mail(by: server, security: .required, credentials: credentials))
        #expect(error?.reason == .noTLS)
        #expect(error?.isTemporary == false)
        #expect(server.commands.allSatisfy { !$0.hasPrefix("AUTH") && !$0.hasPrefix("MAIL") })
        let receipt = try await HTTPClient.test().send(mail(by: server, credentials: credentials))
        #expect(receipt.accepted == ["anna@example.org"])
    }

    @Test func `a relay that is to be spoken to in plain text is, whatever it offers`() async throws {
        var rules = TestMailServer.Rules()
        rules.offersTLS = true
        let server = try TestMailServer(rules)
        let receipt = try await HTTPClient.test().send(mail(by: server, security: .plaintext))
        #expect(receipt.accepted == ["anna@example.org"])
        #expect(try await failure(of: mail(by: server, security: .required)) != nil)
    }

    @Test func `a wrong password is reported as such, and not shown`() async throws {
        var rules = TestMailServer.Rules()
        rules.login = ("anna", "right")
        let server = try TestMailServer(rules)
        let error = try await failure(of: mail(by: server, credentials: .init(user: "anna", password: "wr0ng")))
        #expect(
            error?.description
                == "\(server.url)/ refused the user name or password: 535 5.7.8 Authentication credentials invalid")
        #expect(error?.isTemporary == false)
        #expect(server.mails.isEmpty)
    }

    @Test(arguments: ["EHLO", "MAIL", "RCPT", "DATA"])
    func `a server that falls silent or leaves ends as a temporary failure`(command: String) async throws {
        var rules = TestMailServer.Rules()
        rules.silentAt = command
        let silent = try TestMailServer(rules)
        var error: SMTPError?
        let limits = HTTPLimits(totalTimeout: .seconds(3), idleTimeout: .seconds(0.5))
        let spent = try await seconds { error = try await failure(of: mail(by: silent, limits: limits)) }
        #expect(error?.reason == .transport(.timeout(.idle, seconds: 0.5)))
        #expect(error?.isTemporary == true)
        #expect(spent < 20)
        rules.silentAt = nil
        rules.closesAt = command
        let closing = try TestMailServer(rules)
        #expect(try await failure(of: mail(by: closing))?.isTemporary == true)
    }

    @Test func `a server that takes long over a mail it has got is waited for beyond all other limits`() async throws {
        var rules = TestMailServer.Rules()
        rules.receipt = .late(seconds: 4)
        let server = try TestMailServer(rules)
        let client = try HTTPClient.test(deadline: .seconds(3))
        let limits = HTTPLimits(totalTimeout: .seconds(3), idleTimeout: .seconds(2))
        #expect(try await client.send(mail(by: server, limits: limits)).accepted == ["anna@example.org"])
        #expect(server.mails.count == 1)
    }

    @Test func `a server that has a mail and does not answer for it leaves it open whether it took it`() async throws {
        var rules = TestMailServer.Rules()
        rules.receipt = .late(seconds: 20)
        let silent = try TestMailServer(rules)
        let late = try await failure(of: mail(by: silent, limits: HTTPLimits(receiptTimeout: .seconds(1))))
        #expect(late?.reason == .transport(.timeout(.idle, seconds: 1)))
        #expect(late?.wasSent == true)
        rules.receipt = .closed
        let closing = try TestMailServer(rules)
        #expect(try await failure(of: mail(by: closing))?.wasSent == true)
        rules.receipt = .given
        rules.message = "451 4.3.0 Try again later"
        let refusing = try TestMailServer(rules)
        #expect(try await failure(of: mail(by: refusing))?.wasSent == false)
    }

    @Test func `the wait for the reply to a mail is no work without progress`() async throws {
        var rules = TestMailServer.Rules()
        rules.receipt = .late(seconds: 3)
        let server = try TestMailServer(rules)
        async let receipt = HTTPClient.test().send(mail(by: server))
        var overdue: InFlight.Casualty?
        for _ in 0..<35 where overdue == nil {
            try await Task.sleep(for: .milliseconds(100))
            // Other tests of this process may be at another long step.
            if let late = InFlight.tick(limit: 20), late.step == .transferring { overdue = late }
        }
        #expect(overdue == nil)
        #expect(try await receipt.accepted == ["anna@example.org"])
    }

    @Test(arguments: ["hello", "250-2.0.0 Ok", "half", "dripping"])
    func `a server that answers a mail with less than a whole reply is not waited for any longer`(
        line: String
    ) async throws {
        var rules = TestMailServer.Rules()
        switch line {
        case "half": rules.receipt = .half
        case "dripping": rules.receipt = .dripping(seconds: 25)
        default: rules.message = line
        }
        let server = try TestMailServer(rules)
        let limits = HTTPLimits(idleTimeout: .seconds(0.5), receiptTimeout: .seconds(30))
        var error: SMTPError?
        let spent = try await seconds { error = try await failure(of: mail(by: server, limits: limits)) }
        #expect(error?.reason == .transport(.timeout(.idle, seconds: 0.5)) && error?.wasSent == true)
        #expect(spent < 20)
    }

    @Test func `a mail that is cancelled is not sent in part`() async throws {
        var rules = TestMailServer.Rules()
        rules.readsAfter = 2
        let server = try TestMailServer(rules)
        let client = try HTTPClient.test()
        let message = mail(by: server, text: "Subject: hi\n\n" + String(repeating: "many words\n", count: 1_000_000))
        let sending = Task { try await client.send(message) }
        while !server.commands.contains("DATA") { try await Task.sleep(for: .milliseconds(10)) }
        try await Task.sleep(for: .milliseconds(500))
        sending.cancel()
        await #expect(throws: SMTPError.self) { try await sending.value }
        while !server.isIdle { try await Task.sleep(for: .milliseconds(10)) }
        #expect(server.mails.map(\.recipients).isEmpty)
    }

    @Test func `a server that is not there is a temporary failure`() async throws {
        let server = try TestMailServer()
        server.stop()
        let error = try await failure(of: mail(by: server))
        #expect(error?.description == "\(server.url)/ was not reached: connection refused")
        #expect(error?.isTemporary == true)
    }

    @Test(arguments: ["a@b\r\nRCPT TO:<eve@example.org>", "a@b>", "a b@c", "<a@b>", "a@b\0"])
    func `an address that would inject a command is refused`(address: String) async throws {
        let server = try TestMailServer()
        guard case .transport(.invalidRequest) = try await failure(of: mail(to: [address], by: server))?.reason else {
            Issue.record("\(address.debugDescription) was not refused")
            return
        }
        #expect(server.commands.isEmpty)
    }

    @Test func `a mail is recorded and replayed without the network`() async throws {
        try await withTemporaryFolder { folder in
            let server = try TestMailServer()
            let message = mail(by: server)
            let receipt = try await HTTPClient.test(mode: .record(folder)).send(message)
            server.stop()
            #expect(try await HTTPClient.test(mode: .replay(folder)).send(message) == receipt)
            #expect(server.mails.count == 1)
        }
    }
}
