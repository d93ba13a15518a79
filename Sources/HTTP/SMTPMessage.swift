import Texts

/// One mail and the server for it (RFC 5321).
package struct SMTPMessage: Sendable, Equatable {
    /// `smtp://host:587` (STARTTLS) or `smtps://host:465` (TLS from the first byte).
    package var server: String
    package var security: Security
    package var credentials: Credentials?
    /// The sender in the envelope, without angle brackets.
    package var sender: String
    /// The recipients in the envelope, without angle brackets.
    package var recipients: [String]
    /// Headers and body (RFC 5322). Lines may end in LF. They are sent with CRLF, and dots are doubled where SMTP needs
    /// it.
    package var message: [UInt8]
    package var limits: HTTPLimits?
    /// Whether another mail waits for the same connection.
    package var isFollowed: Bool

    package enum Security: String, Sendable, Codable {
        /// Nothing is sent without TLS: neither the password nor the mail.
        case required
        /// For a relay on this machine, or if the user says so.
        case plaintext
    }

    package struct Credentials: Sendable, Equatable {
        package var user: String
        package var password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    package init(
        server: String, security: Security = .required, credentials: Credentials? = nil, sender: String,
        recipients: [String], message: [UInt8], limits: HTTPLimits? = nil, isFollowed: Bool = false
    ) {
        self.server = server
        self.security = security
        self.credentials = credentials
        self.sender = sender
        self.recipients = recipients
        self.message = message
        self.limits = limits
        self.isFollowed = isFollowed
    }
}

/// The result for a mail that the server accepted for at least one recipient.
package struct SMTPReceipt: Sendable, Equatable, Codable {
    package var accepted: [String]
    package var refused: [Refusal] = []
    /// The server's answer to the message itself, such as `250 2.0.0 Ok: queued as 4F1A`.
    package var reply: String

    package struct Refusal: Sendable, Equatable, Codable {
        package var recipient: String
        package var reply: SMTPReply
    }
}

/// A server's reply: three digits and a text.
package struct SMTPReply: Sendable, Equatable, Codable, CustomStringConvertible {
    package var code: Int
    package var text: String

    /// Whether the reply is 4yz: the server may accept the same mail later (RFC 5321, section 4.2.1).
    package var isTemporary: Bool { (400..<500).contains(code) }
    package var description: String { text.isEmpty ? "\(code)" : "\(code) \(text)" }
}

/// Why a mail was accepted for no recipient.
package struct SMTPError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The server's address, without userinfo.
    package var server: String
    package var reason: Reason
    /// Whether the whole mail was sent but no reply came. Then the server may have accepted it.
    package var wasSent: Bool
    /// Whether the recipients were named before: the server may take another mail all the same.
    package var isOfMail: Bool

    package enum Reason: Sendable, Equatable, Codable {
        /// The connection failed. The reasons are the same as for HTTP.
        case transport(HTTPError.Reason)
        /// The server has no TLS, so nothing is sent.
        case noTLS
        case authentication(SMTPReply)
        /// The server refused the sender, the message or the session.
        case refused(SMTPReply)
        /// Every recipient was refused.
        case allRecipients([SMTPReceipt.Refusal])
    }

    package init(server: String, _ reason: Reason, wasSent: Bool = false, isOfMail: Bool = false) {
        self.server = server
        self.reason = reason
        self.wasSent = wasSent
        self.isOfMail = isOfMail
    }

    /// Whether the server may accept the same mail later.
    package var isTemporary: Bool {
        switch reason {
        case .transport(let reason): HTTPError(url: server, reason).isTransient
        case .noTLS: false
        case .authentication(let reply), .refused(let reply): reply.isTemporary
        case .allRecipients(let refusals): refusals.contains { $0.reply.isTemporary }
        }
    }

    /// Whether the server ends the connection and knows nothing of the mail.
    var endsConnection: Bool {
        switch reason {
        case .refused(let reply): reply.code == 421
        case .transport(let reason): !wasSent && HTTPError(url: server, reason).isTransient
        case .noTLS, .authentication, .allRecipients: false
        }
    }

    package var description: String { explanation.onOneLine }

    private var explanation: String {
        switch reason {
        case .transport(let reason): "\(HTTPError(url: server, reason))"
        case .noTLS: "\(server) offers no TLS, so nothing was sent; allow plain text if this server is your own"
        case .authentication(let reply): "\(server) refused the user name or password: \(reply)"
        case .refused(let reply): "\(server) refused the mail: \(reply)"
        case .allRecipients(let refusals):
            "\(server) refused every recipient: "
                + refusals.map { "\($0.recipient) (\($0.reply))" }.joined(separator: ", ")
        }
    }
}

/// The dialogue of client and server on one mail, as far as it decides who gets the mail (RFC 5321, section 3.3).
struct SMTPDialogue {
    private enum Step {
        case other
        case recipient(Int)
        case farewell
    }

    private(set) var recipients: [SMTPReply?] = []
    /// The last complete reply, except replies to recipients and to QUIT.
    private(set) var last: SMTPReply?
    private var step = Step.other
    private var lines: [String] = []

    /// Notes a command that was sent. It may contain a password, so its text is not kept.
    mutating func sent(_ command: String) {
        if command.hasPrefix("RCPT TO:") {
            step = .recipient(recipients.count)
            recipients.append(nil)
        } else {
            step = command.hasPrefix("QUIT") ? .farewell : .other
        }
    }

    /// Notes a line of a reply. All lines of a reply except the last have a hyphen after the code.
    mutating func received(_ line: String) {
        guard line.count >= 3, let code = Int(line.prefix(3)) else { return }
        lines.append(String(line.dropFirst(4)))
        guard !line.dropFirst(3).hasPrefix("-") else { return }
        let reply = SMTPReply(code: code, text: lines.joined(separator: " "))
        lines = []
        switch step {
        case .recipient(let index): recipients[index] = reply
        case .other: last = reply
        case .farewell: break
        }
    }
}
