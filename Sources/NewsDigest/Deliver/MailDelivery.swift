import Foundation
import HTTP
import Texts

/// A mail that is sent to a server over SMTP.
struct MailDelivery {
    /// The result for one recipient. The reply is nil if the server accepted the recipient.
    typealias Answer = (recipient: String, reply: SMTPReply?)

    var server: MailServer
    /// The sender in the envelope.
    var sender: String
    var timeout: TimeInterval
    /// The longest time from the end of the mail to the server's reply.
    var receiptTimeout: Duration
    var client: HTTPClient
    var environment: [String: String]

    /// Sends one mail to these recipients.
    ///
    /// - Returns: an answer for each recipient, in their order.
    func send(_ bytes: [UInt8], to recipients: [String]) async throws(DeliveryFailure) -> [Answer] {
        let scheme = server.security == .tls ? "smtps" : "smtp"
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        let message = SMTPMessage(
            server: "\(scheme)://\(host):\(server.port)",
            security: server.security == .none ? .plaintext : .required,
            credentials: try await credentials, sender: envelopeAddress(sender),
            recipients: recipients.map(envelopeAddress), message: bytes,
            limits: HTTPLimits(
                totalTimeout: .seconds(timeout), idleTimeout: .seconds(timeout), receiptTimeout: receiptTimeout))
        do {
            let receipt = try await client.send(message)
            return recipients.map { recipient in
                (recipient, receipt.refused.first { $0.recipient == envelopeAddress(recipient) }?.reply)
            }
        } catch {
            guard case .allRecipients(let refusals) = error.reason else {
                guard !error.wasSent else { throw .unsure(oneLine("\(error)")) }
                let key = error.reason == .noTLS ? " (security = \"none\")" : ""
                throw DeliveryFailure(oneLine("\(error)") + key, retry: error.isTemporary ? .soon : .nextRun)
            }
            return recipients.map { recipient in
                (recipient, refusals.first { $0.recipient == envelopeAddress(recipient) }?.reply)
            }
        }
    }

    private var credentials: SMTPMessage.Credentials? {
        get async throws(DeliveryFailure) {
            guard let auth = server.auth else { return nil }
            let password = try await secret(auth.password, environment)
            Redactor.current?.learn(auth, password, isPublic: envelopeAddress(sender) == auth.username)
            return SMTPMessage.Credentials(user: auth.username, password: password.reveal())
        }
    }
}

/// The address within `Anna <anna@example.org>`.
func envelopeAddress(_ text: String) -> String {
    guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else { return text }
    return String(text[text.index(after: open)...].dropLast())
}

/// Reads a secret at the moment when it is needed.
func secret(_ reference: SecretReference, _ environment: [String: String]) async throws(DeliveryFailure) -> Secret {
    do {
        return try await reference.resolve(environment: environment)
    } catch {
        throw DeliveryFailure(error.description, retry: .nextRun)
    }
}
