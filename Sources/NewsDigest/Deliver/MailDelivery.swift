import Foundation
import HTTP
import Texts
import Values

/// Mails that are sent to a server over SMTP.
struct MailDelivery {
    /// What became of one mail.
    enum Outcome: Sendable, Equatable {
        case accepted
        /// The server does not take mail for this recipient: for ever, or for now.
        case refused(SMTPReply)
        /// The mail was not sent, or it is not known whether it was. Mails to others may succeed.
        case failed(DeliveryFailure)
    }

    var server: MailServer
    /// The sender in the envelope.
    var sender: String
    var timeout: TimeInterval
    /// The longest time from the end of the mail to the server's reply.
    var receiptTimeout: Duration
    var environment: [String: String]

    /// The server and the account, by which connections are shared.
    var name: String { "\(address) \(server.security) \(server.auth?.username ?? "")" }

    /// Sends one mail to one recipient.
    /// - Parameter isFollowed: whether another mail waits for the same connection.
    /// - Throws: `DeliveryFailure` if no mail can be sent to this server now.
    func send(
        _ bytes: [UInt8], to recipient: String, over client: HTTPClient, isFollowed: Bool
    ) async throws(DeliveryFailure) -> Outcome {
        let message = SMTPMessage(
            server: address, security: server.security == .none ? .plaintext : .required,
            credentials: try await credentials, sender: Mailbox.address(in: sender),
            recipients: [Mailbox.address(in: recipient)], message: bytes,
            limits: HTTPLimits(
                totalTimeout: .seconds(timeout), idleTimeout: .seconds(timeout), receiptTimeout: receiptTimeout),
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
        // 421: the server ends the session. It would not take another mail either (RFC 5321, section 3.8).
        case .refused(let reply) where reply.code != 421:
            return .failed(DeliveryFailure(oneLine("\(error)"), retry: error.isTemporary ? .soon : .nextRun))
        case .refused, .transport, .noTLS, .authentication:
            let key = error.reason == .noTLS ? " (security = \"none\")" : ""
            var failure = DeliveryFailure(oneLine("\(error)") + key, retry: error.isTemporary ? .soon : .nextRun)
            failure.mailServer = name
            throw failure
        }
    }

    private var address: String {
        let scheme = server.security == .tls ? "smtps" : "smtp"
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        return "\(scheme)://\(host):\(server.port)"
    }

    private var credentials: SMTPMessage.Credentials? {
        get async throws(DeliveryFailure) {
            guard let auth = server.auth else { return nil }
            let password = try await secret(auth.password, environment)
            Redactor.current?.learn(auth, password, isPublic: Mailbox.address(in: sender) == auth.username)
            return SMTPMessage.Credentials(user: auth.username, password: password.reveal())
        }
    }
}

/// Reads a secret at the moment when it is needed.
func secret(_ reference: SecretReference, _ environment: [String: String]) async throws(DeliveryFailure) -> Secret {
    do {
        return try await reference.resolve(environment: environment)
    } catch {
        throw DeliveryFailure(error.description, retry: .nextRun)
    }
}
