import Foundation
import Texts
import Values

/// One `[[deliver]]`: a destination and the format of the digest there.
package struct Delivery: Sendable, Equatable {
    /// The name in failure lines and in the state. It is unique among a profile's deliveries.
    package var name: String
    var destination: Destination
    package var format: Format
    /// The subject of a mail, which is a template for the digest; nil for the built-in one.
    var subject: String?
    /// `From` of a mail.
    var from: String?
    /// The people who get the mail. Each gets a mail of their own, except from a file or standard output.
    var recipients: [String] = []
    /// Whether the recipient is the `email` of the profile or reader.
    var isForEmail = false
    var listID: String?
    var listUnsubscribe: String?
    /// The key that signs each recipient's address for unsubscribing.
    var unsubscribeSecret: SecretReference?
    var viewOnline: OnlineAddress?
    /// The shortest time from one mail to the next in seconds (`rate`); nil for no limit.
    var mailGap: TimeInterval?
    /// For how long a rolling file has what was told, in seconds; nil for the usual time.
    var keep: TimeInterval?
    /// Whether a mail has the events as a calendar, too.
    var hasCalendar = false
    /// The number of attempts in one run.
    var attempts = 3
    /// The limit for one attempt.
    var timeout: TimeInterval = 60

    init(name: String, destination: Destination, format: Format) {
        self.name = name
        self.destination = destination
        self.format = format
    }

    /// Whether each recipient gets a mail of their own: it is sent now, and not only written for somebody to send.
    var isPerRecipient: Bool {
        switch destination {
        case .smtp: true
        case .command: format == .eml && !recipients.isEmpty
        case .file, .site, .standardOutput, .webhook: false
        }
    }

    /// Whether it is a file that also has what earlier digests told.
    var isRolling: Bool {
        if case .file = destination { [.atom, .atomDigests, .ics].contains(format) } else { false }
    }

    /// The sender's address of a mail: `from`, or the account at the server, or this machine.
    var sender: String {
        if let from { return from }
        if case .smtp(let server) = destination, let username = server.auth?.username, username.contains("@") {
            return username
        }
        return "newsdigest@\(ProcessInfo.processInfo.hostName)"
    }
}

/// Outputs that no configuration names: a file of the command line, or standard output. The state keeps their names.
extension Delivery {
    private static let standardOutputName = "standard output"

    package static func name(ofFile path: String) -> String { "file \(path)" }

    /// - Parameter path: nil for standard output.
    init(output path: String?, format: Format) {
        if let path {
            // An absolute path, so that `resend` finds the file from any folder.
            let path = URL(filePath: path).path
            self.init(name: Self.name(ofFile: path), destination: .file(path: path), format: format)
        } else {
            self.init(name: Self.standardOutputName, destination: .standardOutput, format: format)
        }
    }

    /// The output with this name; nil if no output has a name of this form, or if a part of its path is hidden.
    init?(outputNamed name: String, format: Format) {
        if name.contains(Redactor.hidden) { return nil }
        let prefix = Self.name(ofFile: "")
        if name == Self.standardOutputName {
            self.init(output: nil, format: format)
        } else if name.hasPrefix(prefix) {
            self.init(name: name, destination: .file(path: String(name.dropFirst(prefix.count))), format: format)
        } else {
            return nil
        }
    }
}

/// The kind and the place of a destination.
enum Destination: Sendable, Equatable {
    case file(path: String)
    /// A folder of static pages.
    case site(Site)
    case standardOutput
    /// A program and its arguments. The program reads the digest on standard input.
    case command([String])
    case smtp(MailServer)
    case webhook(Webhook)
}

extension Destination {
    /// The file that one digest owns: of a folder of pages, the first page.
    var ownedPath: String? {
        switch self {
        case .file(let path): path
        case .site(let site): site.path + (site.path.hasSuffix("/") ? "" : "/") + "index.html"
        case .standardOutput, .command, .smtp, .webhook: nil
        }
    }
}

/// A folder of static pages.
struct Site: Sendable, Equatable {
    var path: String
    /// The address of the folder on the web.
    var baseURL: String?
    /// For how long digests are kept there, in seconds; nil for ever.
    var keep: TimeInterval?
}

struct MailServer: Sendable, Equatable {
    enum Security: String, Sendable, CaseIterable {
        /// A plain connection that STARTTLS encrypts before anything is sent.
        case starttls
        /// Encrypted from the first byte.
        case tls
        /// Never encrypted.
        case none

        /// The port of the protocol (RFC 6409, RFC 8314, RFC 5321).
        var usualPort: Int {
            switch self {
            case .starttls: 587
            case .tls: 465
            case .none: 25
            }
        }
    }

    var host: String
    var port: Int
    var security: Security = .starttls
    var auth: Configuration.Auth?
}

struct Webhook: Sendable, Equatable {
    var service: Service
    /// The address for requests. For some services it contains the key of the receiver.
    var url: SecretReference
    /// The token with which the service knows the sender.
    var token: SecretReference?
    /// The chat or room, such as Telegram's `@channel`.
    var chat: String?
    /// ntfy's topic.
    var topic: String?

    init(service: Service, url: SecretReference) {
        self.service = service
        self.url = url
    }
}
