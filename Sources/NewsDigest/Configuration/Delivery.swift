import Foundation
import Values

/// One `[[deliver]]`: a destination, and what the digest looks like there.
package struct Delivery: Sendable, Equatable {
    /// Stands in failure lines and in the state, so it is unique among a profile's deliveries.
    package var name: String
    package var destination: Destination
    package var format: Format
    /// The subject of a mail, a template over the digest; nil for the built-in one.
    package var subject: String?
    /// `From` of a mail.
    package var from: String?
    /// `To` of a mail, and the envelope's recipients.
    package var recipients: [String] = []
    package var listID: String?
    package var listUnsubscribe: String?
    /// How often to try within one run.
    package var attempts = 3
    /// For one try.
    package var timeout: TimeInterval = 60

    package init(name: String, destination: Destination, format: Format) {
        self.name = name
        self.destination = destination
        self.format = format
    }

    /// The address that a mail comes from: `from`, else the account at the server, else this machine.
    package var sender: String {
        if let from { return from }
        if case .smtp(let server) = destination, let username = server.auth?.username, username.contains("@") {
            return username
        }
        return "newsdigest@\(ProcessInfo.processInfo.hostName)"
    }
}

/// Where a digest goes.
package enum Destination: Sendable, Equatable {
    case file(path: String)
    case standardOutput
    /// A program and its arguments, which reads the digest on standard input.
    case command([String])
    case smtp(MailServer)
    case webhook(Webhook)
}

package struct MailServer: Sendable, Equatable {
    package enum Security: String, Sendable, CaseIterable {
        /// Plain connection, encrypted by STARTTLS before anything is said.
        case starttls
        /// Encrypted from the first byte.
        case tls
        /// Never encrypted.
        case none
    }

    package var host: String
    package var port: Int
    package var security: Security
    package var auth: Configuration.Auth?

    package init(host: String, port: Int, security: Security = .starttls, auth: Configuration.Auth? = nil) {
        self.host = host
        self.port = port
        self.security = security
        self.auth = auth
    }
}

package struct Webhook: Sendable, Equatable {
    package enum Service: String, Sendable, CaseIterable { case slack, discord, telegram, ntfy, json }

    package var service: Service
    /// Where to post to. Slack's and Discord's carry their key.
    package var url: SecretReference
    /// Telegram's bot token, or the bearer token of ntfy or of a JSON receiver.
    package var token: SecretReference?
    /// Telegram's chat, such as `@channel` or a number.
    package var chat: String?
    /// ntfy's topic.
    package var topic: String?

    package init(service: Service, url: SecretReference) {
        self.service = service
        self.url = url
    }
}
