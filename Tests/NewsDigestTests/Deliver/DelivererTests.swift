import Foundation
import TestServer
import Testing

@testable import Settings
@testable import Texts
@testable import Values

@Suite struct DelivererTests {
    @Test func `the stored name of a destination has no secret, and is its name for ever`() {
        let names = ["file /srv/s3cret-k3y/0ther-k3y/a.html", "file /srv/a.html?token=s3cret-k3y", "smtp mail.example"]
        let redactor = Redactor()
        redactor.learn("s3cret-k3y")
        let some = Redactor.$ofTask.withValue(redactor) { names.map { DestinationName($0).stored } }
        redactor.learn("0ther-k3y")
        let all = Redactor.$ofTask.withValue(redactor) { names.map { DestinationName($0).stored } }
        #expect(all[0].hasPrefix("file /srv/<hidden>/<hidden>/a.html #") && all[1].hasPrefix("file /srv/a.html?token="))
        #expect(some[0].contains("0ther-k3y") && some[2] == names[2])
        Redactor.$ofTask.withValue(redactor) {
            for stored in [some, all] {
                #expect(stored.map { DestinationName($0).stored } == all)
                for (name, stored) in zip(names, stored) {
                    #expect(DestinationName(name).isStored(as: name) && DestinationName(name).isStored(as: stored))
                }
                #expect(!DestinationName("file /srv/an0ther/0ther-k3y/a.html").isStored(as: stored[0]))
            }
        }
    }

    private let bench = DeliveryBench()
    private let folder: TemporaryFolder

    init() throws {
        brokenPipesAreErrors
        folder = try TemporaryFolder()
    }

    private func parcel(
        _ destination: any Destination, recipients: [String] = [], accepted: Set<String> = [], text: String = "digest"
    ) -> Parcel {
        var delivery = Delivery(name: "there", destination: destination, format: .eml)
        delivery.from = "News <news@example.org>"
        delivery.recipients = recipients
        return Parcel(
            delivery: delivery, digestID: "d1", profile: "anna", title: "Morning",
            copies: [.init(Composition(Data(text.utf8)))], accepted: accepted)
    }

    @Test func `a command that fails for the moment is tried again and told what it gets`() async throws {
        let script = """
            cat > '\(folder("in"))'; echo x >> '\(folder("tries"))'
            test "$(wc -l < '\(folder("tries"))')" -ge 3 || { echo busy >&2; exit 75; }
            echo "$NEWSDIGEST_ID $NEWSDIGEST_PROFILE $NEWSDIGEST_TITLE $NEWSDIGEST_FORMAT" > '\(folder("told"))'
            """
        #expect(await bench.failure(parcel(CommandDestination(["sh", "-c", script]))) == nil)
        #expect(folder.text("in") == "digest")
        #expect(folder.text("told") == "d1 anna Morning eml\n")
        #expect(bench.waits.all.count == 2)
    }

    @Test func `a command that fails for good is run once, and quoted`() async throws {
        let script = "echo x >> '\(folder("tries"))'; echo 'no account' >&2; exit 78"
        let failure = await bench.failure(parcel(CommandDestination(["sh", "-c", script])))
        #expect(failure?.reason == "'sh' ended with status 78: no account")
        #expect(folder.text("tries") == "x\n")
    }

    @Test func `a command that fails for one recipient gets the mails of the others`() async throws {
        let script = """
            case $NEWSDIGEST_RECIPIENT in gone*) exit 67;; late*) exit 75;; esac
            echo $NEWSDIGEST_RECIPIENT >> '\(folder("got"))'
            """
        let taken = TakenParts()
        let recipients = ["gone@example.org", "late@example.org", "anna@example.org", "boris@example.org"]
        let mails = parcel(CommandDestination(["sh", "-c", script]), recipients: recipients)
        let failure = await bench.failure(mails) { taken.add($0) }
        #expect(failure?.reason == "late@example.org: 'sh' ended with status 75")
        #expect(folder.text("got") == "anna@example.org\nboris@example.org\n")
        #expect(taken.all == ["anna@example.org", "boris@example.org"])
        #expect(bench.waits.all.count == 2)
    }

    @Test(arguments: [["slow1", "anna", "slow2", "boris"], ["slow1", "slow2", "anna", "boris"]])
    func `a command that hangs for some gets the mails of the others, unless it hangs twice in a row`(
        names: [String]
    ) async throws {
        let script = """
            echo $NEWSDIGEST_RECIPIENT >> '\(folder("got"))'
            case $NEWSDIGEST_RECIPIENT in slow*) sleep 600;; esac
            """
        var mails = parcel(CommandDestination(["sh", "-c", script]), recipients: names.map { "\($0)@example.org" })
        mails.delivery.timeout = 4
        #expect(await bench.failure(mails)?.reason.contains("slow") == true)
        let served = names[1] == "anna" ? names : Array(names[..<2])
        #expect(folder.text("got") == served.map { "\($0)@example.org\n" }.joined())
    }

    @Test func `a recipient who waits for an earlier digest is not tried for a later one of the run`() async throws {
        let script = """
            echo $NEWSDIGEST_RECIPIENT >> '\(folder("got"))'
            case $NEWSDIGEST_RECIPIENT in late*) exit 75;; esac
            """
        let deliverer = bench.deliverer
        let recipients = ["anna@example.org", "late@example.org", "boris@example.org"]
        for _ in 0..<2 {
            let mails = parcel(CommandDestination(["sh", "-c", script]), recipients: recipients)
            let failure = await bench.failure(mails, by: deliverer)
            #expect(failure?.reason == "late@example.org: 'sh' ended with status 75")
            #expect(deliverer.waiting.areOnlySome(of: mails.delivery, for: "anna"))
        }
        let got = folder.text("got")?.split(separator: "\n").map { $0.prefix { $0 != "@" } }
        #expect(got == ["anna", "late", "boris", "late", "late", "anna", "boris"])
        // Nobody is left.
        let alone = parcel(CommandDestination(["sh", "-c", script]), recipients: ["late@example.org"])
        #expect(await bench.failure(alone, by: deliverer) != nil)
        #expect(!deliverer.waiting.areOnlySome(of: alone.delivery, for: "anna"))
    }

    @Test func `tries end at their number`() async throws {
        let script = "echo x >> '\(folder("tries"))'; exit 75"
        var parcel = parcel(CommandDestination(["sh", "-c", script]))
        parcel.delivery.attempts = 2
        #expect(await bench.failure(parcel)?.isTemporary == true)
        #expect(folder.text("tries") == "x\nx\n")
    }

    @Test func `a mail goes to all recipients, and one refused for good is a note`() async throws {
        var rules = TestMailServer.Rules()
        rules.recipients = ["gone@example.org": "550 5.1.1 No such user"]
        let server = try TestMailServer(rules)
        let notes = try await bench.deliverer.deliver(
            parcel(
                mailServer(server), recipients: ["Anna <anna@example.org>", "gone@example.org", "boris@example.org"],
                text: "Subject: x\r\n\r\ntext\r\n"))
        #expect(notes == ["127.0.0.1 refused gone@example.org (550 5.1.1 No such user)"])
        #expect(server.mails.map(\.recipients) == [["anna@example.org"], ["boris@example.org"]])
        #expect(server.mails.map(\.sender) == ["news@example.org", "news@example.org"])
    }

    @Test(arguments: [TestMailServer.Receipt.closed, .late(seconds: 20)])
    func `a mail that may have arrived is not handed in again in the run`(receipt: TestMailServer.Receipt) async throws
    {
        var rules = TestMailServer.Rules()
        rules.receipt = receipt
        let server = try TestMailServer(rules)
        var deliverer = bench.deliverer
        deliverer.receiptTimeout = .seconds(1)
        let parcel = parcel(mailServer(server), recipients: ["anna@example.org"])
        do throws(DeliveryFailure) {
            _ = try await deliverer.deliver(parcel)
            Issue.record("it was delivered")
        } catch {
            #expect(error.retry == .nextRun)
            #expect(error.reason.hasSuffix("; the digest may have arrived, and the next run sends it again"))
        }
        #expect(server.mails.count == 1)
        #expect(bench.waits.all.isEmpty)
    }

    @Test func `a recipient who has to wait gets the mail alone later, and nobody else again`() async throws {
        var rules = TestMailServer.Rules()
        rules.recipients = ["late@example.org": "451 4.7.1 Greylisted"]
        let server = try TestMailServer(rules)
        let taken = TakenParts()
        let both = parcel(mailServer(server), recipients: ["anna@example.org", "late@example.org"])
        let failure = await bench.failure(both) { taken.add($0) }
        #expect(failure?.reason == "127.0.0.1 does not accept mail yet for late@example.org (451 4.7.1 Greylisted)")
        #expect(failure?.isTemporary == true)
        #expect(taken.all == ["anna@example.org"])
        #expect(server.mails.map(\.recipients) == [["anna@example.org"]])

        let patient = try TestMailServer()
        let rest = parcel(
            mailServer(patient), recipients: ["anna@example.org", "late@example.org"], accepted: taken.all)
        #expect(await bench.failure(rest) == nil)
        #expect(patient.mails.map(\.recipients) == [["late@example.org"]])
    }

    @Test func `a mail that nobody may have is a failure for good`() async throws {
        var rules = TestMailServer.Rules()
        rules.recipients = ["gone@example.org": "550 5.1.1 No such user"]
        let server = try TestMailServer(rules)
        let failure = await bench.failure(parcel(mailServer(server), recipients: ["gone@example.org"]))
        #expect(failure?.reason == "127.0.0.1 refused every recipient: gone@example.org (550 5.1.1 No such user)")
        #expect(failure?.isTemporary == false)
    }

    @Test func `a server without TLS gets nothing, and the key that allows it is named`() async throws {
        let server = try TestMailServer()
        let destination = MailServer(host: "127.0.0.1", port: server.port)
        let failure = await bench.failure(parcel(destination, recipients: ["anna@example.org"]))
        #expect(
            failure?.reason == "smtp://127.0.0.1:\(server.port)/ offers no TLS, so nothing was sent; allow plain text "
                + "if this server is your own (security = \"none\")")
        #expect(failure?.isTemporary == false)
        #expect(server.mails.isEmpty)
    }

    @Test func `a part that cannot be remembered stops the delivery`() async throws {
        struct Full: Error, CustomStringConvertible { var description: String { "the disk is full" } }
        let chat = try ChatServer(.telegram)
        let failure = await bench.failure(DeliveryBench.parcel(chat.webhook)) { _ in throw Full() }
        #expect(failure?.reason == "the delivery could not be stored: the disk is full")
        #expect(chat.server.requests.count == 1)
    }

    private func mailServer(_ server: TestMailServer) -> any Destination {
        MailServer(host: "127.0.0.1", port: server.port, security: .none)
    }
}
