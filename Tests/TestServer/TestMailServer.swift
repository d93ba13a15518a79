import Foundation

/// A loopback SMTP server for tests (RFC 5321, without TLS). It accepts or refuses mail by its rules.
public final class TestMailServer: Sendable {
    /// The answers that are not the usual ones.
    public struct Rules: Sendable {
        public var greeting = "220 test.example ESMTP"
        /// Replies to `RCPT TO`, by address.
        public var recipients: [String: String] = [:]
        public var sender: String?
        /// The reply to the end of the message.
        public var message = "250 2.0.0 Ok: queued as TEST1"
        /// Such replies to mails for some recipients, by address. After a 421 the connection is closed.
        public var messages: [String: String] = [:]
        /// How this reply is sent. The mail is accepted in any case.
        public var receipt = Receipt.given
        /// The user and password for `AUTH PLAIN` and `AUTH LOGIN`; nil for no authentication.
        public var login: (user: String, password: String)?
        public var refusedLogin = "535 5.7.8 Authentication credentials invalid"
        /// Offers STARTTLS, and closes the connection if the client uses it.
        public var offersTLS = false
        /// Sends nothing from this command on, such as `DATA`.
        public var silentAt: String?
        /// After so many mails over one connection, ends it with this reply to the next command.
        public var endsAfter: (mails: Int, reply: String)?
        /// Replies to the first `MAIL` commands of all connections, one for each.
        public var firstSenders: [String] = []
        /// Closes the connection at this command.
        public var closesAt: String?
        /// Closes the connection when one of these recipients is named.
        public var closesFor: Set<String> = []
        /// For so many seconds after `DATA`, it reads nothing.
        public var readsAfter = 0.0

        public init() {}
    }

    public enum Receipt: Sendable {
        case given
        case late(seconds: Double)
        /// The connection is closed and no reply is sent.
        case closed
        /// The reply has a line every tenth of a second, for so many seconds.
        case dripping(seconds: Int)
        /// Only the beginning of the reply's line is sent, after a moment.
        case half
    }

    /// A mail that was accepted.
    public struct Mail: Sendable {
        public var sender: String
        public var recipients: [String]
        /// The message as it was sent, after dots are unstuffed.
        public var message: [UInt8]
        public var text: String { String(decoding: message, as: UTF8.self) }
    }

    public let port: Int
    private let listener: Listener
    private let inbox = Inbox()

    public init(_ rules: Rules = Rules()) throws {
        let inbox = inbox
        listener = try Listener(.ipv4) { descriptor in
            MailSession(descriptor, rules: rules, inbox: inbox).run()
        }
        port = listener.port
    }

    deinit {
        listener.stop()
    }

    /// The server's address, such as `smtp://127.0.0.1:40125`.
    public var url: String { "smtp://127.0.0.1:\(port)" }

    /// The mails that were accepted so far.
    public var mails: [Mail] { inbox.mails }

    /// The commands that arrived so far, with passwords.
    public var commands: [String] { inbox.commands }

    /// The number of connections so far.
    public var connections: Int { inbox.connections }

    /// Whether all connections have ended.
    public var isIdle: Bool { inbox.open == 0 }

    /// The greatest number of mails that waited for their late receipts at the same time.
    public var mostAtOnce: Int { inbox.mostAtOnce }

    public func stop() { listener.stop() }
}

/// The mails and commands that arrived. Many sessions write to it.
final class Inbox: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [TestMailServer.Mail] = []
    private var lines: [String] = []
    private var (sessions, ended) = (0, 0)
    private var senders = 0
    private var (held, mostHeld) = (0, 0)

    var connections: Int { lock.withLock { sessions } }
    var open: Int { lock.withLock { sessions - ended } }
    func begin() { lock.withLock { sessions += 1 } }
    func end() { lock.withLock { ended += 1 } }

    var mostAtOnce: Int { lock.withLock { mostHeld } }

    func holding(_ wait: () -> Void) {
        lock.withLock {
            held += 1
            mostHeld = max(mostHeld, held)
        }
        wait()
        lock.withLock { held -= 1 }
    }

    /// The reply to the next `MAIL` command.
    func reply(of replies: [String]) -> String? {
        lock.withLock {
            defer { senders += 1 }
            return senders < replies.count ? replies[senders] : nil
        }
    }

    var mails: [TestMailServer.Mail] { lock.withLock { all } }
    var commands: [String] { lock.withLock { lines } }

    func take(_ mail: TestMailServer.Mail) { lock.withLock { all.append(mail) } }
    func log(_ command: String) { lock.withLock { lines.append(command) } }
}

/// One session, over a connection or a replacement for one.
final class MailSession {
    private let descriptor: Int32
    private let rules: TestMailServer.Rules
    private let inbox: Inbox
    private var pending: [UInt8] = []
    private var sender = ""
    private var recipients: [String] = []
    private var mails = 0

    init(_ descriptor: Int32, rules: TestMailServer.Rules, inbox: Inbox) {
        self.descriptor = descriptor
        self.rules = rules
        self.inbox = inbox
    }

    func run() {
        inbox.begin()
        defer { inbox.end() }
        reply(rules.greeting)
        while let line = readLine() {
            inbox.log(line)
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            let command = words.first?.uppercased() ?? ""
            if command == rules.closesAt { return }
            if let end = rules.endsAfter, mails >= end.mails {
                reply(end.reply)
                return
            }
            if command == rules.silentAt {
                while readLine() != nil {}
                return
            }
            guard answer(command, words.count > 1 ? words[1] : "") else { return }
        }
    }

    /// False when the session is over.
    private func answer(_ command: String, _ argument: String) -> Bool {
        switch command {
        case "EHLO":
            reply("250-test.example")
            if rules.offersTLS { reply("250-STARTTLS") }
            if rules.login != nil { reply("250-AUTH PLAIN LOGIN") }
            reply("250 8BITMIME")
        case "STARTTLS" where rules.offersTLS:
            reply("220 2.0.0 Ready to start TLS")
            return false
        case "AUTH": authenticate(argument)
        case "MAIL":
            sender = address(argument)
            recipients = []
            reply(inbox.reply(of: rules.firstSenders) ?? rules.sender ?? "250 2.1.0 Ok")
        case "RSET":
            recipients = []
            reply("250 2.0.0 Ok")
        case "RCPT":
            if rules.closesFor.contains(address(argument)) { return false }
            let verdict = rules.recipients[address(argument)] ?? "250 2.1.5 Ok"
            if verdict.hasPrefix("2") { recipients.append(address(argument)) }
            reply(verdict)
        case "DATA": return takeMessage()
        case "QUIT":
            reply("221 Bye")
            return false
        default: reply("502 5.5.2 Command not recognized")
        }
        return true
    }

    private func authenticate(_ argument: String) {
        func decoded(_ text: String) -> String {
            String(decoding: Data(base64Encoded: text) ?? Data(), as: UTF8.self)
        }
        var given: [String] = []
        if argument.hasPrefix("PLAIN") {
            let initial = argument.split(separator: " ").dropFirst().first.map(String.init)
            if initial == nil { reply("334 ") }
            given = decoded(initial ?? readLine() ?? "").split(separator: "\0").map(String.init)
        } else {
            for prompt in ["VXNlcm5hbWU6", "UGFzc3dvcmQ6"] {
                reply("334 \(prompt)")
                given.append(decoded(readLine() ?? ""))
            }
        }
        let isWelcome = rules.login.map { given == [$0.user, $0.password] } ?? false
        reply(isWelcome ? "235 2.7.0 Authentication successful" : rules.refusedLogin)
    }

    /// False when the session is over.
    private func takeMessage() -> Bool {
        guard !recipients.isEmpty else {
            reply("554 5.5.1 No valid recipients")
            return true
        }
        reply("354 End data with <CR><LF>.<CR><LF>")
        Thread.sleep(forTimeInterval: rules.readsAfter)
        var lines: [String] = []
        while let line = readLine() {
            guard line != "." else {
                let text = lines.map { $0 + "\r\n" }.joined()
                let message = recipients.lazy.compactMap { self.rules.messages[$0] }.first ?? rules.message
                if message.hasPrefix("2") {
                    mails += 1
                    inbox.take(.init(sender: sender, recipients: recipients, message: Array(text.utf8)))
                }
                if case .closed = rules.receipt { return false }
                if case .half = rules.receipt {
                    Thread.sleep(forTimeInterval: 0.2)
                    _ = sendAll(Array(message.utf8.prefix(6)), to: descriptor)
                    return readLine() != nil
                }
                if case .late(let seconds) = rules.receipt {
                    inbox.holding { Thread.sleep(forTimeInterval: seconds) }
                }
                if case .dripping(let seconds) = rules.receipt {
                    for _ in 0..<10 * seconds where sendAll(Array("250-wait\r\n".utf8), to: descriptor) {
                        Thread.sleep(forTimeInterval: 0.1)
                    }
                }
                reply(message)
                return !message.hasPrefix("421")
            }
            lines.append(line.hasPrefix(".") ? String(line.dropFirst()) : line)
        }
        return false
    }

    private func address(_ argument: String) -> String {
        String(argument.drop { $0 != "<" }.dropFirst().prefix { $0 != ">" })
    }

    private func reply(_ line: String) {
        _ = sendAll(Array((line + "\r\n").utf8), to: descriptor)
    }

    /// A line without its CR LF; nil at the end of the connection.
    private func readLine() -> String? {
        while true {
            if let end = pending.firstRange(of: [13, 10]) {
                defer { pending.removeSubrange(..<end.upperBound) }
                return String(decoding: pending[..<end.lowerBound], as: UTF8.self)
            }
            var buffer = [UInt8](repeating: 0, count: 16384)
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return nil }
            pending += buffer[..<count]
        }
    }
}
