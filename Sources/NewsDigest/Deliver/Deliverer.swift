import Foundation
import HTTP
import Texts
import Values

/// A rendered digest on its way to one destination.
struct Parcel: Sendable {
    var delivery: Delivery
    var digestID: String
    var profile: String
    var title: String
    /// A copy for each recipient of a mail. Any other destination has one copy.
    var copies: [StoredRendering.Copy]
    /// The parts that the receiver has already accepted: recipients of a mail, or numbers of a chat's messages.
    var accepted: Set<String> = []
    /// What standard output shows instead of the copy, if it is a terminal.
    var page: ScreenPage?
    /// Whether this machine may still deliver it. Is called before each attempt and before each mail.
    var isOurs: @Sendable () -> Bool = { true }
    /// The recipients whom this run does not try again, and why.
    fileprivate var failed: [(recipient: String, failure: DeliveryFailure)] = []

    init(
        delivery: Delivery, digestID: String, profile: String, title: String, copies: [StoredRendering.Copy],
        accepted: Set<String> = []
    ) {
        self.delivery = delivery
        self.digestID = digestID
        self.profile = profile
        self.title = title
        self.accepted = accepted
        guard delivery.isPerRecipient else {
            self.copies = copies
            return
        }
        // An earlier version stored one mail for all recipients. A recipient who was removed since gets none.
        self.copies = copies.flatMap { copy -> [StoredRendering.Copy] in
            guard let recipient = copy.recipient else { return delivery.recipients.map { .init(to: $0, copy.text) } }
            return delivery.recipients.contains(recipient) ? [copy] : []
        }
    }

    /// What is sent, in words.
    var size: String {
        copies.count > 1 ? "\(copies.count) mails" : "\(copies.first?.text.count ?? 0) bytes"
    }

    /// The bytes of the first copy.
    var bytes: [UInt8] { Array(copies.first?.text.bytes ?? Data()) }

    /// The copies that are still to be sent.
    fileprivate var open: [StoredRendering.Copy] {
        let done = accepted.union(failed.map(\.recipient))
        return copies.filter { !done.contains($0.recipient ?? "") }
    }
}

/// Delivers digests to their destinations.
struct Deliverer: Sendable {
    /// A new client for each attempt. A client that got the answer 429 would not send another request to that host.
    var client: @Sendable () throws -> HTTPClient
    var environment: [String: String]
    /// The longest time that the reader of a pipe may take for the last bytes. After that, the digest counts as read.
    var patience: TimeInterval = 60
    /// How long a mail server may take to answer after it has received a mail.
    var receiptTimeout = HTTPLimits.usualReceiptTimeout
    /// The addresses that get no mail.
    var unsubscribed: Unsubscribed?
    /// The connections to mail servers, which all profiles of a run share.
    var pool = MailPool()
    /// Waits for this number of seconds.
    var pause: @Sendable (TimeInterval) async throws -> Void

    init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        pause: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        client: @escaping @Sendable () throws -> HTTPClient
    ) {
        self.client = client
        self.environment = environment
        self.pause = pause
    }

    /// Delivers a digest. After a temporary failure it tries again, as often as the delivery allows.
    ///
    /// - Parameter took: is called after each part that the receiver accepted, so that a later attempt sends only the
    ///   rest.
    /// - Returns: notes for the user about a digest that was delivered, such as an address that was refused
    ///   permanently.
    func deliver(
        _ parcel: Parcel, took: @Sendable (String) async throws -> Void = { _ in }
    ) async throws(DeliveryFailure) -> [String] {
        var parcel = parcel
        var notes: [String] = []
        var attempt = 1
        while true {
            do {
                try await attemptOnce(&parcel, &notes, took: took)
                return notes
            } catch {
                guard attempt < parcel.delivery.attempts, let seconds = Self.wait(after: error, attempt) else {
                    if let server = error.mailServer { await pool.giveUp(server, error) }
                    throw error
                }
                try await wait(seconds)
                attempt += 1
            }
        }
    }
}

extension Deliverer {
    /// The longest pause before another attempt. If a receiver asks for a longer one, the next run tries again.
    static let longestWait: TimeInterval = 60

    /// Seconds until the next attempt: 2, 6, 18 …, each multiplied by a random factor from 0.5 to 1.5.
    private static func wait(after failure: DeliveryFailure, _ attempt: Int) -> TimeInterval? {
        switch failure.retry {
        case .nextRun: nil
        case .soon: min(longestWait, 2 * pow(3, Double(attempt - 1))) * .random(in: 0.5...1.5)
        case .after(let seconds): seconds <= longestWait ? seconds + .random(in: 0...0.5) : nil
        }
    }

    private func wait(_ seconds: TimeInterval) async throws(DeliveryFailure) {
        do {
            try await pause(seconds)
        } catch {
            throw DeliveryFailure("was not finished: the run was cancelled", retry: .nextRun)
        }
    }

    private func attemptOnce(
        _ parcel: inout Parcel, _ notes: inout [String], took: @Sendable (String) async throws -> Void
    ) async throws(DeliveryFailure) {
        let delivery = parcel.delivery
        if !parcel.isOurs() { throw .elsewhere }
        switch delivery.destination {
        case .file(let path):
            let bytes = parcel.bytes
            let (timeout, patience) = (delivery.timeout, patience)
            try await blocking { () throws(DeliveryFailure) in
                try FileDelivery(path: path, timeout: timeout, patience: patience).write(bytes)
            }
        case .site(let site):
            let bytes = parcel.bytes
            try await blocking { () throws(DeliveryFailure) in try SiteDelivery(site: site).write(bytes) }
        case .standardOutput:
            let bytes = parcel.page.map { Array($0.text.utf8) } ?? parcel.bytes
            let output = OpenOutput(descriptor: STDOUT_FILENO, patience: patience)
            let (page, environment) = (parcel.page, environment)
            try await blocking { () throws(DeliveryFailure) in
                if page?.isShownByPager(environment) == true { return }
                try StandardOutputDelivery(output: output).write(bytes)
            }
        case .command(let arguments) where delivery.isPerRecipient:
            for copy in parcel.open {
                let recipient = copy.recipient ?? ""
                if try unsubscribed?.contains(recipient) != true {
                    try await run(arguments, Array(copy.text.bytes), of: parcel, to: recipient)
                }
                try await accept(recipient, &parcel, took)
            }
        case .command(let arguments): try await run(arguments, parcel.bytes, of: parcel)
        case .smtp(let server): try await mail(server, &parcel, &notes, took: took)
        case .webhook(let webhook): try await post(webhook, &parcel, took: took)
        }
    }

    /// Runs work that may block, outside Swift's thread pool. A full pipe or a slow disk may block for any time.
    private func blocking(
        _ work: @escaping @Sendable () throws(DeliveryFailure) -> Void
    ) async throws(DeliveryFailure) {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: Result(catching: work)) }
        }
        try result.get()
    }

    private func run(
        _ arguments: [String], _ bytes: [UInt8], of parcel: Parcel, to recipient: String? = nil
    ) async throws(DeliveryFailure) {
        var variables = [
            "NEWSDIGEST_ID": parcel.digestID, "NEWSDIGEST_PROFILE": parcel.profile, "NEWSDIGEST_TITLE": parcel.title,
            "NEWSDIGEST_FORMAT": parcel.delivery.format.rawValue,
        ]
        variables["NEWSDIGEST_RECIPIENT"] = recipient.map(Mailbox.address(in:))
        let command = Command(
            arguments: arguments,
            environment: environment.forCommands.merging(
                variables.mapValues { $0.replacing(literal: "\0", with: "") }
            ) { $1 },
            timeout: parcel.delivery.timeout, outlivesRun: true)
        try await CommandDelivery(command: command).write(bytes)
    }

    /// Sends each recipient their mail. A recipient whom the server refuses does not stop the others.
    private func mail(
        _ server: MailServer, _ parcel: inout Parcel, _ notes: inout [String],
        took: @Sendable (String) async throws -> Void
    ) async throws(DeliveryFailure) {
        let delivery = parcel.delivery
        let mail = MailDelivery(
            server: server, sender: delivery.sender, timeout: delivery.timeout, receiptTimeout: receiptTimeout,
            environment: environment)
        var refused: [(recipient: String, reply: SMTPReply)] = []
        var postponed: DeliveryFailure?
        for copy in parcel.open {
            let recipient = copy.recipient ?? ""
            let isOurs = parcel.isOurs
            switch try await send(copy, to: recipient, by: mail, gap: delivery.mailGap, isOurs: isOurs, took: took) {
            case .accepted: parcel.accepted.insert(recipient)
            case .refused(let reply) where reply.isTemporary:
                let reason = "\(server.host) does not accept mail yet for \(Self.refusal(of: recipient, reply))"
                postponed = postponed ?? DeliveryFailure(reason, retry: .soon)
            case .refused(let reply): refused.append((recipient, reply))
            case .failed(let failure) where failure.isTemporary: postponed = postponed ?? failure
            case .failed(let failure): parcel.failed.append((recipient, failure))
            }
        }
        let refusals = refused.map { Self.refusal(of: $0.recipient, $0.reply) }
        if !refused.isEmpty, postponed == nil, parcel.accepted.isEmpty, parcel.failed.isEmpty {
            let all = refusals.joined(separator: ", ")
            throw DeliveryFailure("\(server.host) refused every recipient: \(all)", retry: .nextRun)
        }
        notes += refusals.map { "\(server.host) refused \($0)" }
        for (recipient, _) in refused { try await accept(recipient, &parcel, took) }
        if let failure = postponed ?? parcel.failed.first?.failure { throw failure }
    }

    /// Sends one mail, and stores that it was accepted before the connection sends another.
    private func send(
        _ copy: StoredRendering.Copy, to recipient: String, by mail: MailDelivery, gap: TimeInterval?,
        isOurs: @escaping @Sendable () -> Bool, took: @Sendable (String) async throws -> Void
    ) async throws(DeliveryFailure) -> MailDelivery.Outcome {
        let unsubscribed = unsubscribed
        if try unsubscribed?.contains(recipient) == true {
            try await Self.store(recipient, took)
            return .accepted
        }
        return try await pool.withConnection(to: mail.name, gap: gap, newClient: client) {
            client, isFollowed throws(DeliveryFailure) in
            // Much may have changed while the mail waited.
            if !isOurs() { throw .elsewhere }
            let isUnwanted = try unsubscribed?.contains(recipient) == true
            let outcome =
                isUnwanted
                ? .accepted
                : try await mail.send(
                    Array(copy.text.bytes), to: recipient, over: client, isFollowed: isFollowed)
            if outcome == .accepted { try await Self.store(recipient, took) }
            return outcome
        }
    }

    private static func refusal(of recipient: String, _ reply: SMTPReply) -> String {
        "\(recipient) (\(oneLine("\(reply)")))"
    }

    private func post(
        _ webhook: Webhook, _ parcel: inout Parcel, took: (String) async throws -> Void
    ) async throws(DeliveryFailure) {
        let bodies = webhook.service.chat == nil ? [parcel.bytes[...]] : parcel.bytes.split(separator: 0x0A)
        var isFirst = true
        for (offset, body) in bodies.enumerated() {
            let part = "\(offset + 1)/\(bodies.count)"
            guard !parcel.accepted.contains(part) else { continue }
            // Slack and Telegram accept about one message a second.
            if !isFirst { try await wait(1) }
            isFirst = false
            let id = webhook.service.chat == nil ? parcel.digestID : "\(parcel.digestID)-\(offset + 1)"
            let delivery = WebhookDelivery(
                webhook: webhook, messageID: id, timeout: parcel.delivery.timeout, client: try newClient(),
                environment: environment)
            try await delivery.post(Array(body))
            try await accept(part, &parcel, took)
        }
    }

    private func accept(
        _ part: String, _ parcel: inout Parcel, _ took: (String) async throws -> Void
    ) async throws(DeliveryFailure) {
        parcel.accepted.insert(part)
        try await Self.store(part, took)
    }

    private static func store(_ part: String, _ took: (String) async throws -> Void) async throws(DeliveryFailure) {
        do {
            try await took(part)
        } catch {
            throw DeliveryFailure("the delivery could not be stored: \(error)", retry: .nextRun)
        }
    }

    private func newClient() throws(DeliveryFailure) -> HTTPClient {
        do {
            return try client()
        } catch {
            throw DeliveryFailure("\(error)", retry: .nextRun)
        }
    }
}

extension Delivery {
    /// Checks before anything is delivered, and fails if the delivery would surely fail: a missing folder, no
    /// permission, no space.
    func check(size: Int) throws(DeliveryFailure) {
        switch destination {
        case .file(let path): try FileDelivery(path: path).check(size: size)
        case .site(let site): try SiteDelivery(site: site).check()
        case .standardOutput, .command, .smtp, .webhook: break
        }
    }
}
