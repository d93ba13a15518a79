import Foundation
import HTTP
import Texts
import Values

/// A mail server, which sends each recipient a mail of their own over SMTP.
package struct MailServer: Destination {
    package static let name = "smtp"
    package static let initial = Self(host: "", port: Security.starttls.usualPort)
    package static let keys: [Key<Self>] = [
        Key("host", \.host, .line.required.checked(hostFault)).example(#""smtp.example.org""#),
        Key("port", \.port, .integer(1...65535)),
        Key("security", \.security, .choice).note("starttls, tls, none"),
        Key("username", \.username, .line).example(#""anna@example.org""#),
        Key("password", \.password, .secret)
            .example(#""env:SMTP_PASSWORD""#, passwordFile.inTOML, #"["pass", "show", "smtp"]"#),
    ]
    /// Where `newsdigest init` says to keep the password.
    package static let passwordFile = "~/.config/newsdigest/smtp.password"
    package static let shared = Delivery.ofMail + [Delivery.rate]

    @Sendable private static func hostFault(_ host: String) -> String? {
        guard host.isHostOfMail else { return "is not a host's name" }
        // An IPv6 address has more colons.
        return host.utf8.count { $0 == UInt8(ascii: ":") } == 1 ? "has a port in it; write that as 'port'" : nil
    }

    package static let example = """
        #[[deliver]]
        #to = "smtp"
        \(lines(mark: "#"))
        \(Delivery.lines(but: ["format", "name", "timeout", "attempts"]))
        """

    package enum Security: String, Sendable, CaseIterable {
        /// A plain connection that STARTTLS encrypts before anything is sent.
        case starttls
        /// Encrypted from the first byte.
        case tls
        /// Never encrypted.
        case none

        /// The port of the protocol (RFC 6409, RFC 8314, RFC 5321).
        package var usualPort: Int {
            switch self {
            case .starttls: 587
            case .tls: 465
            case .none: 25
            }
        }
    }

    var host: String
    var port: Int
    var security = Security.starttls
    var username: String?
    var password: SecretReference?
    package var account: Configuration.Auth? {
        username.flatMap { name in password.map { Configuration.Auth(username: name, password: $0) } }
    }

    package var usualName: String { "smtp \(host)" }
    package var usualFormat: Format { .eml }
    package var sendsMails: Bool { true }
    package var distinction: [String] { ["\(port)", username ?? ""] }
    package var secrets: [(key: String, reference: SecretReference)] {
        account.map { [("password", $0.password)] } ?? []
    }
    package var mistakes: [String] {
        password == nil || username != nil ? [] : ["'password' is not used without a 'username'"]
    }
    package var extraTime: TimeInterval { HTTPLimits.usualReceiptTimeout / .seconds(1) }

    package func findings(as format: Format) -> [String] { ["port \(port)", security.rawValue] }

    /// Sends each recipient their mail. A recipient whom the server refuses does not stop the others.
    package func deliver(_ parcel: inout Parcel, by deliverer: Deliverer) async throws(DeliveryFailure) {
        var postponed: DeliveryFailure?
        var failedInRow = 0
        for copy in parcel.open {
            let recipient = copy.recipient ?? ""
            switch try await send(copy, to: recipient, of: parcel, by: deliverer) {
            case .accepted: parcel.accepted.insert(recipient)
            case .unwanted: parcel.unwanted.append(recipient)
            case .refused(let reply) where reply.isTemporary:
                // Without the address, it is one failure for many readers.
                let whom =
                    parcel.copies.count == 1
                    ? "(\(oneLine("\(reply)")))" : "for \(Self.refusal(of: recipient, reply))"
                let reason = "\(host) does not accept mail yet \(whom)"
                postponed = postponed ?? DeliveryFailure(reason, retry: .soon)
            case .refused(let reply):
                parcel.refused.append((recipient, Self.refusal(of: recipient, reply)))
                parcel.notes.append("\(host) refused \(Self.refusal(of: recipient, reply))")
            case .failed(let failure) where failure.isTemporary:
                postponed = postponed ?? failure
                failedInRow += 1
                if failure.mailServer != nil, failedInRow == MailPool.mostFailures { throw failure }
                continue
            case .failed(let failure): parcel.failed.append((recipient, failure))
            }
            failedInRow = 0
        }
        let failure = postponed ?? parcel.failed.first?.failure
        if failure == nil, !parcel.refused.isEmpty, parcel.accepted.isEmpty {
            let all = parcel.refused.map(\.reason).joined(separator: ", ")
            parcel.notes = []
            throw DeliveryFailure("\(host) refused every recipient: \(all)", retry: .nextRun)
        }
        try await parcel.endAttempt(failure)
    }
}

extension MailServer {
    package mutating func finish(_ table: ConfigurationTable) throws {
        if table.node("port") == nil { port = security.usualPort }
        guard username != nil else { return }
        guard security != .none else {
            throw table.error(
                "security",
                "is \"none\", and 'username' needs a password, which would be sent without encryption; write "
                    + "\"starttls\" or \"tls\", or remove 'username'")
        }
        guard password != nil else { throw table.error("password", "is missing") }
    }

    /// What became of one mail.
    private enum Outcome: Sendable, Equatable {
        case accepted
        /// The recipient has unsubscribed, so the mail was not sent.
        case unwanted
        /// The server does not take mail for this recipient: for ever, or for now.
        case refused(SMTPReply)
        /// The mail was not sent, or it is not known whether it was. Mails to others may succeed.
        case failed(DeliveryFailure)
    }

    /// Sends one mail, and stores that it was accepted before the connection sends another.
    private func send(
        _ copy: StoredRendering.Copy, to recipient: String, of parcel: Parcel, by deliverer: Deliverer
    ) async throws(DeliveryFailure) -> Outcome {
        if try deliverer.unsubscribed?.contains(recipient) == true { return .unwanted }
        do throws(DeliveryFailure) {
            return try await deliverer.pool.withConnection(
                to: connection, gap: parcel.delivery.mailGap, newClient: deliverer.client
            ) { client, isFollowed throws(DeliveryFailure) in
                // Much may have changed while the mail waited.
                if !parcel.isOurs() { throw .elsewhere }
                if try deliverer.unsubscribed?.contains(recipient) == true { return .unwanted }
                let outcome = try await send(
                    copy, to: recipient, of: parcel.delivery, by: deliverer, over: client, isFollowed: isFollowed)
                if outcome == .accepted {
                    await deliverer.pool.noteAccepted(by: connection)
                    try await parcel.store(recipient)
                }
                return outcome
            }
        } catch {
            guard error.isOfMail else { throw error }
            return .failed(error)
        }
    }

    /// - Parameter isFollowed: whether another mail waits for the same connection.
    /// - Throws: `DeliveryFailure` if the connection ended.
    private func send(
        _ copy: StoredRendering.Copy, to recipient: String, of delivery: Delivery, by deliverer: Deliverer,
        over client: HTTPClient, isFollowed: Bool
    ) async throws(DeliveryFailure) -> Outcome {
        let sender = Mailbox.address(in: delivery.sender)
        let message = SMTPMessage(
            server: address, security: security == .none ? .plaintext : .required,
            credentials: try await credentials(of: sender, deliverer), sender: sender,
            recipients: [Mailbox.address(in: recipient)], message: Array(copy.text.bytes),
            limits: HTTPLimits(
                totalTimeout: .seconds(delivery.timeout), idleTimeout: .seconds(delivery.timeout),
                receiptTimeout: deliverer.receiptTimeout),
            isFollowed: isFollowed)
        do {
            _ = try await client.send(message)
            return .accepted
        } catch {
            return try outcome(of: error)
        }
    }

    private func outcome(of error: SMTPError) throws(DeliveryFailure) -> Outcome {
        guard !error.wasSent else { return .failed(.unsure(oneLine("\(error)"))) }
        switch error.reason {
        case .allRecipients(let refusals): return .refused(refusals[0].reply)
        // 421: the server ends the session (RFC 5321, section 3.8). Before it knows the recipient, it would not take
        // another mail either.
        case .refused(let reply) where reply.code != 421:
            return .failed(DeliveryFailure(oneLine("\(error)"), retry: error.isTemporary ? .soon : .nextRun))
        case .refused, .transport, .noTLS, .authentication:
            let key = error.reason == .noTLS ? " (security = \"none\")" : ""
            var failure = DeliveryFailure(oneLine("\(error)") + key, retry: error.isTemporary ? .soon : .nextRun)
            failure.mailServer = connection
            failure.isOfMail = error.isOfMail
            throw failure
        }
    }

    private static func refusal(of recipient: String, _ reply: SMTPReply) -> String {
        "\(recipient) (\(oneLine("\(reply)")))"
    }

    /// The server and the account, by which connections are shared.
    private var connection: String { "\(address) \(security) \(account?.username ?? "")" }

    private var address: String {
        let shownHost = host.contains(":") ? "[\(host)]" : host
        return "\(security == .tls ? "smtps" : "smtp")://\(shownHost):\(port)"
    }

    private func credentials(
        of sender: String, _ deliverer: Deliverer
    ) async throws(DeliveryFailure) -> SMTPMessage.Credentials? {
        guard let account else { return nil }
        let password = try await deliverer.secret(account.password)
        Redactor.current?.learn(account, password, isPublic: sender == account.username)
        return SMTPMessage.Credentials(user: account.username, password: password.reveal())
    }
}
