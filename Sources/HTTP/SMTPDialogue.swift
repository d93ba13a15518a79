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
