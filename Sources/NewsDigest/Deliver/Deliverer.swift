import Foundation
import HTTP
import Texts

/// A rendered digest on its way to one destination.
struct Parcel: Sendable {
    var delivery: Delivery
    var digestID: String
    var profile: String
    var title: String
    var bytes: [UInt8]
    /// The parts that the receiver has already accepted: recipients of a mail, or numbers of a chat's messages.
    var accepted: Set<String> = []
}

/// Delivers digests to their destinations. It contains what it needs from outside.
struct Deliverer: Sendable {
    /// A new client for each attempt. A client that got the answer 429 would not send another request to that host.
    var client: @Sendable () throws -> HTTPClient
    var environment: [String: String]
    var standardOutput: Int32
    /// How long a program that reads a pipe may take to read the end of the digest. After that it counts as read.
    var patience: TimeInterval = 60
    /// How long a mail server may take to answer after it has received a mail.
    var receiptTimeout = Duration.seconds(600)
    /// Waits for this number of seconds.
    var pause: @Sendable (TimeInterval) async throws -> Void

    init(
        environment: [String: String] = ProcessInfo.processInfo.environment, standardOutput: Int32 = STDOUT_FILENO,
        pause: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        client: @escaping @Sendable () throws -> HTTPClient
    ) {
        self.client = client
        self.environment = environment
        self.standardOutput = standardOutput
        self.pause = pause
    }

    /// Checks before anything is delivered, and fails if the delivery would surely fail: a missing folder, no rights,
    /// no space.
    func check(_ delivery: Delivery, size: Int) throws(DeliveryFailure) {
        guard case .file(let path) = delivery.destination else { return }
        try FileDelivery(path: path).check(size: size)
    }

    /// Delivers a digest. After a temporary failure it tries again, as often as the delivery allows.
    ///
    /// - Parameter took: is called after each part that the receiver accepted, so that a later attempt sends only the
    ///   rest.
    /// - Returns: notes for the user about a digest that was delivered, such as an address that was refused
    ///   permanently.
    func deliver(
        _ parcel: Parcel, took: (String) async throws -> Void = { _ in }
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
        _ parcel: inout Parcel, _ notes: inout [String], took: (String) async throws -> Void
    ) async throws(DeliveryFailure) {
        let delivery = parcel.delivery
        switch delivery.destination {
        case .file(let path):
            let bytes = parcel.bytes
            let (timeout, patience) = (delivery.timeout, patience)
            try await blocking { () throws(DeliveryFailure) in
                try FileDelivery(path: path, timeout: timeout, patience: patience).write(bytes)
            }
        case .standardOutput:
            let bytes = parcel.bytes
            let output = OpenOutput(descriptor: standardOutput, patience: patience)
            try await blocking { () throws(DeliveryFailure) in
                try StandardOutputDelivery(output: output).write(bytes)
            }
        case .command(let arguments): try await run(arguments, parcel)
        case .smtp(let server): try await mail(server, &parcel, &notes, took: took)
        case .webhook(let webhook): try await post(webhook, &parcel, took: took)
        }
    }

    /// Runs work that may block on a thread of its own. A full pipe or a slow disk may block for any time.
    private func blocking(
        _ work: @escaping @Sendable () throws(DeliveryFailure) -> Void
    ) async throws(DeliveryFailure) {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: Result(catching: work)) }
        }
        try result.get()
    }

    private func run(_ arguments: [String], _ parcel: Parcel) async throws(DeliveryFailure) {
        let variables = [
            "NEWSDIGEST_ID": parcel.digestID, "NEWSDIGEST_PROFILE": parcel.profile, "NEWSDIGEST_TITLE": parcel.title,
            "NEWSDIGEST_FORMAT": parcel.delivery.format.rawValue,
        ]
        let command = Command(
            arguments: arguments,
            environment: environment.forCommands.merging(variables.mapValues { $0.replacing("\0", with: "") }) { $1 },
            timeout: parcel.delivery.timeout)
        try await CommandDelivery(command: command).write(parcel.bytes)
    }

    private func mail(
        _ server: MailServer, _ parcel: inout Parcel, _ notes: inout [String], took: (String) async throws -> Void
    ) async throws(DeliveryFailure) {
        let delivery = parcel.delivery
        let open = delivery.recipients.filter { !parcel.accepted.contains($0) }
        guard !open.isEmpty else { return }
        let answers = try await MailDelivery(
            server: server, sender: delivery.sender, timeout: delivery.timeout, receiptTimeout: receiptTimeout,
            client: try newClient(), environment: environment
        ).send(parcel.bytes, to: open)
        let refused = answers.filter { $0.reply != nil }
        let postponed = refused.filter { $0.reply?.isTemporary == true }
        if refused.count == answers.count, postponed.isEmpty, parcel.accepted.isEmpty {
            throw DeliveryFailure("\(server.host) refused every recipient: \(list(refused))", retry: .nextRun)
        }
        for (recipient, reply) in answers where reply?.isTemporary != true {
            if let reply { notes.append("\(server.host) refused \(list([(recipient, reply)]))") }
            try await accept(recipient, &parcel, took)
        }
        guard postponed.isEmpty else {
            throw DeliveryFailure("\(server.host) does not yet take mail for \(list(postponed))", retry: .soon)
        }
    }

    private func list(_ refused: [(recipient: String, reply: SMTPReply?)]) -> String {
        refused.map { "\($0.recipient) (\($0.reply.map { oneLine("\($0)") } ?? ""))" }.joined(separator: ", ")
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
            let delivery = WebhookDelivery(
                webhook: webhook, digestID: parcel.digestID, timeout: parcel.delivery.timeout, client: try newClient(),
                environment: environment)
            try await delivery.post(Array(body))
            try await accept(part, &parcel, took)
        }
    }

    private func accept(
        _ part: String, _ parcel: inout Parcel, _ took: (String) async throws -> Void
    ) async throws(DeliveryFailure) {
        parcel.accepted.insert(part)
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
