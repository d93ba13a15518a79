/// What client and server said about one mail, as far as it decides who gets it (RFC 5321, section 3.3).
struct SMTPDialogue {
    private enum Step {
        case other
        case recipient(Int)
    }

    private(set) var recipients: [SMTPReply?] = []
    /// The last complete reply to anything but a recipient.
    private(set) var last: SMTPReply?
    private(set) var didSendData = false
    private var step = Step.other
    private var lines: [String] = []

    /// A command that went out, which may hold a password: nothing of it is kept.
    mutating func sent(_ command: String) {
        if command.hasPrefix("RCPT TO:") {
            step = .recipient(recipients.count)
            recipients.append(nil)
        } else {
            step = .other
            didSendData = didSendData || command.hasPrefix("DATA")
        }
    }

    /// A line of a reply; all but the last of a reply have a hyphen after the code.
    mutating func received(_ line: String) {
        guard line.count >= 3, let code = Int(line.prefix(3)) else { return }
        lines.append(String(line.dropFirst(4)))
        guard !line.dropFirst(3).hasPrefix("-") else { return }
        let reply = SMTPReply(code: code, text: lines.joined(separator: " "))
        lines = []
        if case .recipient(let index) = step { recipients[index] = reply } else { last = reply }
    }
}
