import Foundation

/// One `[[deliver]]`: a destination, and what the digest looks like there.
public struct Delivery: Sendable, Equatable {
    /// Stands in failure lines and in the state, so it is unique among a profile's deliveries.
    public var name: String
    public var destination: Destination
    public var format: Format
    /// The subject of a mail, a template over the digest; nil for the built-in one.
    public var subject: String?
    /// `From` of a mail.
    public var from: String?
    /// `To` of a mail, and the envelope's recipients.
    public var recipients: [String] = []
    public var listID: String?
    public var listUnsubscribe: String?
    /// How often to try within one run.
    public var attempts = 3
    /// For one try.
    public var timeout: TimeInterval = 60

    public init(name: String, destination: Destination, format: Format) {
        self.name = name
        self.destination = destination
        self.format = format
    }

    /// The address that a mail comes from: `from`, else the account at the server, else this machine.
    public var sender: String {
        if let from { return from }
        if case .smtp(let server) = destination, let username = server.auth?.username, username.contains("@") {
            return username
        }
        return "newsdigest@\(ProcessInfo.processInfo.hostName)"
    }
}

/// Where a digest goes.
public enum Destination: Sendable, Equatable {
    case file(path: String)
    case standardOutput
    /// A program and its arguments, which reads the digest on standard input.
    case command([String])
    case smtp(MailServer)
    case webhook(Webhook)
}

public struct MailServer: Sendable, Equatable {
    public enum Security: String, Sendable, CaseIterable {
        /// Plain connection, encrypted by STARTTLS before anything is said.
        case starttls
        /// Encrypted from the first byte.
        case tls
        /// Never encrypted.
        case none
    }

    public var host: String
    public var port: Int
    public var security: Security
    public var auth: Configuration.Auth?

    public init(host: String, port: Int, security: Security = .starttls, auth: Configuration.Auth? = nil) {
        self.host = host
        self.port = port
        self.security = security
        self.auth = auth
    }
}

public struct Webhook: Sendable, Equatable {
    public enum Service: String, Sendable, CaseIterable { case slack, discord, telegram, ntfy, json }

    public var service: Service
    /// Where to post to. Slack's and Discord's carry their key.
    public var url: SecretReference
    /// Telegram's bot token, or the bearer token of ntfy or of a JSON receiver.
    public var token: SecretReference?
    /// Telegram's chat, such as `@channel` or a number.
    public var chat: String?
    /// ntfy's topic.
    public var topic: String?

    public init(service: Service, url: SecretReference) {
        self.service = service
        self.url = url
    }
}
