import Foundation
import Values

/// One `[[deliver]]`: a destination, and what the digest looks like there.
package struct Delivery: Sendable, Equatable {
    /// Stands in failure lines and in the state, so it is unique among a profile's deliveries.
    package var name: String
    var destination: Destination
    package var format: Format
    /// The subject of a mail, a template over the digest; nil for the built-in one.
    var subject: String?
    /// `From` of a mail.
    var from: String?
    /// `To` of a mail, and the envelope's recipients.
    var recipients: [String] = []
    var listID: String?
    var listUnsubscribe: String?
    /// How often to try within one run.
    var attempts = 3
    /// For one try.
    var timeout: TimeInterval = 60

    init(name: String, destination: Destination, format: Format) {
        self.name = name
        self.destination = destination
        self.format = format
    }

    /// The address that a mail comes from: `from`, else the account at the server, else this machine.
    var sender: String {
        if let from { return from }
        if case .smtp(let server) = destination, let username = server.auth?.username, username.contains("@") {
            return username
        }
        return "newsdigest@\(ProcessInfo.processInfo.hostName)"
    }
}

/// Where a digest goes.
enum Destination: Sendable, Equatable {
    case file(path: String)
    case standardOutput
    /// A program and its arguments, which reads the digest on standard input.
    case command([String])
    case smtp(MailServer)
    case webhook(Webhook)
}

struct MailServer: Sendable, Equatable {
    enum Security: String, Sendable, CaseIterable {
        /// Plain connection, encrypted by STARTTLS before anything is said.
        case starttls
        /// Encrypted from the first byte.
        case tls
        /// Never encrypted.
        case none
    }

    var host: String
    var port: Int
    var security: Security = .starttls
    var auth: Configuration.Auth?
}

struct Webhook: Sendable, Equatable {
    enum Service: String, Sendable, CaseIterable { case slack, discord, telegram, ntfy, json }

    var service: Service
    /// Where to post to. Slack's and Discord's carry their key.
    var url: SecretReference
    /// Telegram's bot token, or the bearer token of ntfy or of a JSON receiver.
    var token: SecretReference?
    /// Telegram's chat, such as `@channel` or a number.
    var chat: String?
    /// ntfy's topic.
    var topic: String?

    init(service: Service, url: SecretReference) {
        self.service = service
        self.url = url
    }
}
