import CCurl
import Foundation
import InFlight
import Synchronization
import Texts

extension Network {
    /// Sends a mail. The server's texts are returned without secrets.
    func answer(to message: SMTPMessage) async throws(SMTPError) -> SMTPReceipt {
        do {
            return Redaction(message).receipt(try await sendOnOpenConnection(message))
        } catch {
            throw Redaction(message).error(error)
        }
    }

    /// Sends a mail over the connection of the mail before it, if there was one. `RSET` between two mails shows whether
    /// the server still has the connection (RFC 5321, section 4.1.1.5). If the server ends it, a new one is opened at
    /// once. If another mail is waiting, `RSET` is sent while the caller stores that this mail was accepted.
    private func sendOnOpenConnection(_ message: SMTPMessage) async throws(SMTPError) -> SMTPReceipt {
        let connection = mailConnections.take(message.server)
        if let reset = connection?.reset {
            await reset.value
        } else if connection != nil {
            await reset(message)
        }
        let receipt: SMTPReceipt
        do {
            receipt = try await send(message)
        } catch {
            guard connection != nil, error.endsConnection else { throw error }
            receipt = try await send(message, isFirst: true)
        }
        mailConnections.put(message.server, reset: message.isFollowed ? Task { await reset(message) } : nil)
        return receipt
    }

    private func reset(_ message: SMTPMessage) async {
        guard let server = try? RequestAddress(message.server, schemes: ["smtp", "smtps"]) else { return }
        _ = await loop.perform(message.reset(of: server, configuration))
    }

    /// - Parameter isFirst: whether it must not use an open connection, which the server may just be ending.
    private func send(_ message: SMTPMessage, isFirst: Bool = false) async throws(SMTPError) -> SMTPReceipt {
        let server: RequestAddress
        let transfer: Transfer
        do {
            server = try RequestAddress(message.server, schemes: ["smtp", "smtps"])
            try message.check()
            transfer = message.transfer(to: server, configuration, isFirst: isFirst)
        } catch {
            throw SMTPError(server: message.server.withoutUserInfo, .transport(error))
        }
        switch await loop.perform(transfer) {
        case .failure(let reason):
            throw SMTPError(
                server: server.url, .transport(reason), wasSent: transfer.messageEnd != nil,
                isOfMail: !transfer.dialogue.recipients.isEmpty)
        case .success(let transfer): return try SMTPReceipt(transfer, of: message, server: server.url)
        }
    }
}

/// The open connections to mail servers, by server.
final class MailConnections: Sendable {
    struct Connection: Sendable {
        /// The `RSET` after the last mail, if it was sent already.
        var reset: Task<Void, Never>?
    }

    private let connections = Mutex<[String: Connection]>([:])

    func take(_ server: String) -> Connection? { connections.withLock { $0.removeValue(forKey: server) } }

    func put(_ server: String, reset: Task<Void, Never>?) {
        connections.withLock { $0[server] = Connection(reset: reset) }
    }
}

extension SMTPMessage {
    /// Checks that no value can end its command early (RFC 5321, section 4.1.1).
    fileprivate func check() throws(HTTPError.Reason) {
        guard !recipients.isEmpty else { throw .invalidRequest("the mail has no recipient") }
        for address in [sender] + recipients
        where address.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F })
            || address.contains(where: { "<>".contains($0) })
        {
            throw .invalidRequest("'\(address.filter { !$0.isNewline })' is not a mail address")
        }
    }

    fileprivate func transfer(
        to server: RequestAddress, _ configuration: HTTPClient.Configuration, isFirst: Bool
    ) -> Transfer {
        transfer(to: server, configuration) { transfer in
            transfer.set(CURLOPT_FRESH_CONNECT, isFirst)
            transfer.set(CURLOPT_MAIL_FROM, "<\(sender)>")
            transfer.set(CURLOPT_MAIL_RCPT, recipients.map { "<\($0)>" })
            transfer.set(CURLOPT_MAIL_RCPT_ALLLOWFAILS, true)
            transfer.set(CURLOPT_UPLOAD, true)
            transfer.sendUpload(message.withCRLF)
            transfer.followDialogue()
            transfer.limitReceipt()
        }
    }

    /// A transfer that ends what an earlier mail began on the connection.
    fileprivate func reset(of server: RequestAddress, _ configuration: HTTPClient.Configuration) -> Transfer {
        transfer(to: server, configuration) { transfer in
            transfer.set(CURLOPT_CUSTOMREQUEST, "RSET")
            transfer.set(CURLOPT_NOBODY, true)
        }
    }

    private func transfer(
        to server: RequestAddress, _ configuration: HTTPClient.Configuration, prepare: @escaping (Transfer) -> Void
    ) -> Transfer {
        Transfer(
            queue: server.queue, endpoint: server.endpoint, isPaced: false,
            limits: limits ?? configuration.limits, permit: .anywhere
        ) { transfer in
            connect(transfer, to: server, configuration)
            prepare(transfer)
        }
    }

    /// Sets what libcurl compares when it looks for an open connection.
    private func connect(_ transfer: Transfer, to server: RequestAddress, _ configuration: HTTPClient.Configuration) {
        transfer.isMail = true
        transfer.hasGap = false
        transfer.set(CURLOPT_URL, server.url)
        transfer.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        transfer.set(CURLOPT_PROXY, "")
        // A user's own relay often has a certificate that no authority has signed.
        transfer.set(CURLOPT_USE_SSL, Int((security == .required ? CURLUSESSL_ALL : CURLUSESSL_NONE).rawValue))
        if let file = configuration.network.certificates { transfer.set(CURLOPT_CAINFO, file) }
        if let mapping = configuration.network.mapping(of: server) {
            transfer.set(CURLOPT_CONNECT_TO, ["::\(mapping)"])
        }
        if let user = credentials?.user ?? server.user {
            transfer.set(CURLOPT_USERNAME, user)
            transfer.set(CURLOPT_PASSWORD, credentials?.password ?? server.password ?? "")
        }
    }
}

extension Transfer {
    fileprivate func sendUpload(_ bytes: [UInt8]) {
        upload = bytes
        newsdigest_setopt_pointer(handle, CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
        newsdigest_setopt_data(handle, CURLOPT_READFUNCTION) { buffer, size, count, me in
            Transfer.at(me).fill(UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
        }
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        lastActivity = .now
        let part = upload[uploaded...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        uploaded += part.count
        if part.isEmpty, messageEnd == nil { awaitReceipt() }
        return part.count
    }

    /// Waits for the reply after the whole mail was sent. Only the server knows how long it needs to accept it. A
    /// client that stops waiting would send the mail twice (RFC 5321, section 4.5.3.2.6).
    private func awaitReceipt() {
        messageEnd = .now
        let spent = (started ?? created).duration(to: .now)
        set(CURLOPT_TIMEOUT_MS, (spent + limits.receiptTimeout).milliseconds)
        set(CURLOPT_SERVER_RESPONSE_TIMEOUT, max(1, Int(limits.receiptTimeout.inSeconds.rounded(.up))))
    }

    /// libcurl waits for this reply within one step of the loop, and asks once a second whether to go on.
    fileprivate func limitReceipt() {
        set(CURLOPT_NOPROGRESS, false)
        newsdigest_setopt_pointer(handle, CURLOPT_XFERINFODATA, Unmanaged.passUnretained(self).toOpaque())
        newsdigest_setopt_progress(handle) { me, _, _, _, _ in Transfer.at(me).mayGoOn ? 0 : 1 }
    }

    private var mayGoOn: Bool {
        if messageEnd == nil { return true }
        InFlight.goOn()
        if !isAnswering, hasBytesOfReply { (isAnswering, lastActivity) = (true, .now) }
        guard let lastActivity, .now >= lastActivity.advanced(by: silence) else { return true }
        failure = .timeout(.idle, seconds: silence.inSeconds)
        return false
    }

    /// Whether the server has sent something since the end of the mail. libcurl tells only of whole lines.
    private var hasBytesOfReply: Bool {
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.compactMap(Int32.init)
        guard let socket = (open ?? Array(0..<1024)).first(where: { Transfer.ports(of: $0) == ports }) else {
            return false
        }
        var info = tcp_info()
        var size = socklen_t(MemoryLayout<tcp_info>.size)
        // Both are times from then to now.
        return getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0
            && info.tcpi_last_data_recv < info.tcpi_last_data_sent
    }

    private static func ports(of socket: Int32) -> [UInt16] {
        [getsockname, getpeername].compactMap { name in
            // The port stands at the same place in an address of IPv4.
            var address = sockaddr_in6()
            var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
            let isKnown = withUnsafeMutableBytes(of: &address) {
                name(socket, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), &size) == 0
            }
            let isIP = [AF_INET, AF_INET6].contains(Int32(address.sin6_family))
            return isKnown && isIP ? UInt16(bigEndian: address.sin6_port) : nil
        }
    }

    /// Reads the whole dialogue. libcurl tells each recipient's reply only in this way.
    fileprivate func followDialogue() {
        set(CURLOPT_VERBOSE, true)
        newsdigest_setopt_pointer(handle, CURLOPT_DEBUGDATA, Unmanaged.passUnretained(self).toOpaque())
        newsdigest_setopt_debug(handle) { _, kind, bytes, count, me in
            let transfer = Transfer.at(me)
            transfer.noteActivity()
            let line = { String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self) }
            switch kind {
            case CURLINFO_HEADER_OUT: transfer.dialogue.sent(line())
            case CURLINFO_HEADER_IN:
                transfer.dialogue.received(line().trimmingCharacters(in: .newlines))
                if transfer.messageEnd != nil { transfer.isAnswering = true }
            default: break
            }
            return 0
        }
    }
}

extension SMTPReceipt {
    /// Finds which recipients were accepted, and throws when none was.
    fileprivate init(_ transfer: Transfer, of message: SMTPMessage, server: String) throws(SMTPError) {
        let replies = zip(message.recipients, transfer.dialogue.recipients)
        let refused = replies.compactMap { recipient, reply in
            reply.flatMap { $0.code >= 400 ? Refusal(recipient: recipient, reply: $0) : nil }
        }
        if refused.count == message.recipients.count { throw SMTPError(server: server, .allRecipients(refused)) }
        if let problem = transfer.mailProblem {
            var wasSent = false
            if case .transport = problem { wasSent = transfer.messageEnd != nil }
            throw SMTPError(
                server: server, problem, wasSent: wasSent, isOfMail: !transfer.dialogue.recipients.isEmpty)
        }
        let accepted = message.recipients.filter { recipient in !refused.contains { $0.recipient == recipient } }
        self.init(accepted: accepted, refused: refused, reply: transfer.dialogue.last?.description ?? "")
    }
}

extension Transfer {
    fileprivate var mailProblem: SMTPError.Reason? {
        guard code != CURLE_OK || failure != nil else { return nil }
        switch code {
        case CURLE_USE_SSL_FAILED: return .noTLS
        case CURLE_LOGIN_DENIED: return .authentication(dialogue.last ?? SMTPReply(code: 535, text: explanation))
        default:
            if let reply = dialogue.last, reply.code >= 400 { return .refused(reply) }
            return problem.map(SMTPError.Reason.transport)
        }
    }
}

extension [UInt8] {
    /// The text with CR LF at the end of every line. Mail servers disagree on where a mail with a bare LF or CR ends.
    fileprivate var withCRLF: [UInt8] {
        if hasOnlyCRLF { return self }
        var result: [UInt8] = []
        result.reserveCapacity(count + count / 40)
        var last: UInt8 = 0
        for byte in self {
            switch byte {
            case UInt8(ascii: "\r"): result += [13, 10]
            case UInt8(ascii: "\n") where last == UInt8(ascii: "\r"): break
            case UInt8(ascii: "\n"): result += [13, 10]
            default: result.append(byte)
            }
            last = byte
        }
        return result
    }

    private var hasOnlyCRLF: Bool {
        withUnsafeBufferPointer { bytes in
            var last: UInt8 = 0
            for byte in bytes {
                if (byte == UInt8(ascii: "\n")) != (last == UInt8(ascii: "\r")) { return false }
                last = byte
            }
            return last != UInt8(ascii: "\r")
        }
    }
}
