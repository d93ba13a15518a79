import CCurl
import Foundation

/// One transfer of libcurl: its handle, its limits, and what has arrived so far.
///
/// It is `Sendable`, because one thread uses it at a time: the caller's task makes it, then only the thread of the
/// transfer loop uses it, until the loop returns it.
final class Transfer: @unchecked Sendable {
    typealias Instant = ContinuousClock.Instant

    /// Nil until the transfer starts: handles for a thousand queued transfers would need much memory.
    private(set) var handle: UnsafeMutableRawPointer?
    /// The name of its queue.
    let queue: String
    /// The host and the port for the connection.
    let endpoint: String
    /// Whether it is a GET or HEAD. Such a transfer is stopped if an earlier one of the same queue got 429.
    let isPaced: Bool
    /// Whether it belongs to a mail. The next mail over the same connection waits for no gap.
    var isMail = false
    /// Whether the next request of its queue waits for the gap.
    var hasGap = true
    /// Whether its body counts as unread until the caller drops it.
    var isReadAtOnce = false
    var unread: UnreadBody?
    let limits: HTTPLimits
    let permit: AddressPermit
    let created = ContinuousClock.now
    /// The number of retries for a host that was not reached.
    var connectRetries: Int
    /// When the first transfer of the request began: an earlier transfer, if this one is for a redirect or a retry.
    var began: Instant?
    let turn: HostQueue.Turn

    var headers = ResponseHeaders()
    var body: [UInt8] = []
    /// The bytes to upload, and how many of them are sent.
    var upload: [UInt8] = []
    var uploaded = 0
    var dialogue = SMTPDialogue()
    /// When the last byte of a mail was sent. From then on, `receiptTimeout` limits the transfer, and
    /// `idleTimeout` after the first bytes of the reply.
    var messageEnd: Instant?
    /// Whether the server then sent something.
    var isAnswering = false
    /// The port of this end of the connection, and that of the server.
    var ports: [UInt16] = []
    /// libcurl's code for the end of the transfer.
    var code = CURLE_OK
    /// The reason, if a callback ended the transfer.
    var failure: HTTPError.Reason?
    /// An address that the permit did not allow.
    var forbidden: IPAddress?

    var started: Instant?
    var lastActivity: Instant?
    var isCancelled = false
    var continuation: CheckedContinuation<Result<Transfer, HTTPError.Reason>, Never>?

    private let prepare: (Transfer) -> Void
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    static let maxHeaders = 256 << 10

    /// - Parameter prepare: sets the options of the handle, once it is made.
    init(
        queue: String, endpoint: String, isPaced: Bool, limits: HTTPLimits, permit: AddressPermit,
        connectRetries: Int = 0, began: Instant? = nil, lastSent: Date? = nil, prepare: @escaping (Transfer) -> Void
    ) {
        self.queue = queue
        self.endpoint = endpoint
        self.isPaced = isPaced
        self.limits = limits
        self.permit = permit
        self.connectRetries = connectRetries
        self.began = began
        turn = began == nil ? HostQueue.Turn(lastSent) : .goingOn
        self.prepare = prepare
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    /// Makes the handle; false when there is not enough memory.
    func open() -> Bool {
        handle = curl_easy_init()
        guard handle != nil else { return false }
        setUp()
        prepare(self)
        return true
    }

    deinit {
        if let handle { curl_easy_cleanup(handle) }
        lists.forEach(curl_slist_free_all)
        message.deallocate()
    }

    func set(_ option: CURLoption, _ value: Int) { newsdigest_setopt_long(handle, option, value) }
    func set(_ option: CURLoption, _ value: Bool) { newsdigest_setopt_long(handle, option, value ? 1 : 0) }
    func set(_ option: CURLoption, _ value: String) { newsdigest_setopt_string(handle, option, value) }

    func set(_ option: CURLoption, _ values: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for value in values { list = curl_slist_append(list, value) }
        guard let list else { return }
        lists.append(list)
        newsdigest_setopt_list(handle, option, list)
    }

    func number(_ info: CURLINFO) -> Int {
        var value = 0
        newsdigest_getinfo_long(handle, info, &value)
        return value
    }

    /// A time of libcurl (microseconds), converted to seconds.
    func seconds(_ info: CURLINFO) -> Double {
        Double(size(info)) / 1_000_000
    }

    func size(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        newsdigest_getinfo_size(handle, info, &value)
        return Int(value)
    }

    /// Notes that bytes came or went. The reply to a mail must come in time as a whole, also if it comes in many pieces.
    func noteActivity() { if !isAnswering { lastActivity = .now } }

    /// The longest time without data that is allowed now.
    var silence: Duration { messageEnd == nil || isAnswering ? limits.idleTimeout : limits.receiptTimeout }

    /// Removes the traces of a failed connection, so that the transfer can start again.
    func rewind() {
        code = CURLE_OK
        forbidden = nil
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    func text(_ info: CURLINFO) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        newsdigest_getinfo_string(handle, info, &value)
        return value.map { String(cString: $0) }
    }

    /// Why the transfer got no answer; nil when it got one.
    var problem: HTTPError.Reason? {
        if let failure { return failure }
        if let forbidden, code == CURLE_COULDNT_CONNECT || code == CURLE_ABORTED_BY_CALLBACK {
            let kind = forbidden.kind?.rawValue ?? "a forbidden"
            return .forbiddenAddress("its host is at \(forbidden), \(kind) address")
        }
        return HTTPError.Reason(self)
    }

    /// libcurl's own explanation of the error, in one line.
    var explanation: String {
        String(cString: message).split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}

extension Transfer {
    private func setUp() {
        let me = Unmanaged.passUnretained(self).toOpaque()
        newsdigest_setopt_pointer(handle, CURLOPT_PRIVATE, me)
        newsdigest_setopt_pointer(handle, CURLOPT_ERRORBUFFER, message)
        // The process handles signals itself, and a thread that waits for DNS must not block the others.
        set(CURLOPT_NOSIGNAL, true)
        set(CURLOPT_QUICK_EXIT, true)
        set(CURLOPT_CONNECTTIMEOUT_MS, limits.connectTimeout.milliseconds)
        set(CURLOPT_TIMEOUT_MS, limits.totalTimeout.milliseconds)
        set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))

        newsdigest_setopt_pointer(handle, CURLOPT_HEADERDATA, me)
        newsdigest_setopt_data(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, me in
            Transfer.at(me).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        newsdigest_setopt_pointer(handle, CURLOPT_WRITEDATA, me)
        newsdigest_setopt_data(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, me in
            Transfer.at(me).receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        newsdigest_setopt_pointer(handle, CURLOPT_OPENSOCKETDATA, me)
        newsdigest_setopt_opensocket(handle) { me, _, address in
            Transfer.at(me).openSocket(to: address!)
        }
        newsdigest_setopt_pointer(handle, CURLOPT_PREREQDATA, me)
        newsdigest_setopt_prereq(handle) { me, address, _, remotePort, localPort in
            let text = address.map { String(cString: $0) } ?? ""
            Transfer.at(me).ports = [UInt16(clamping: localPort), UInt16(clamping: remotePort)]
            return Transfer.at(me).mayUseConnection(to: text) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }

    /// The transfer whose pointer was given to libcurl. The pointer is valid as long as the handle exists.
    static func at(_ pointer: UnsafeMutableRawPointer?) -> Transfer {
        Unmanaged<Transfer>.fromOpaque(pointer!).takeUnretainedValue()
    }

    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
        noteActivity()
        headers.add(line)
        guard headers.size <= Self.maxHeaders else {
            failure = .headersTooLarge(limit: Self.maxHeaders)
            return 0
        }
        return line.count
    }

    /// Counts decoded bytes, so that a compression bomb is stopped at the limit.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        noteActivity()
        guard body.count + bytes.count <= limits.maxBody else {
            failure = .bodyTooLarge(limit: limits.maxBody)
            body = []
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    /// Checks the address to which libcurl is about to connect.
    private func openSocket(to address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr)!
        let socketAddress = UnsafeRawPointer(address).advanced(by: offset).assumingMemoryBound(to: sockaddr.self)
        guard let ip = IPAddress(socketAddress), permit.allows(ip) else {
            forbidden = IPAddress(socketAddress)
            return CURL_SOCKET_BAD
        }
        let descriptor = socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
        // A command that delivers a digest must not inherit this connection.
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }

    /// Checks again before the request is sent, because a connection of another request may be used without a new
    /// socket.
    private func mayUseConnection(to text: String) -> Bool {
        noteActivity()
        guard let address = IPAddress(text) else { return permit.isUsersOwnWay }
        guard !permit.allows(address) else { return true }
        forbidden = address
        return false
    }
}

/// The header fields of an answer, read line by line. Fields of earlier, informational answers are dropped.
struct ResponseHeaders {
    private(set) var fields: [HTTPHeader] = []
    /// The bytes of all lines so far.
    private(set) var size = 0

    mutating func add(_ line: UnsafeRawBufferPointer) {
        size += line.count
        var text = String(decoding: line, as: UTF8.self)
        while let last = text.last, last.isNewline { text.removeLast() }
        if text.hasPrefix("HTTP/") {
            fields = []
        } else if let first = text.first, first == " " || first == "\t", let last = fields.indices.last {
            fields[last].value += " " + text.trimmingCharacters(in: .whitespaces)
        } else if let colon = text.firstIndex(of: ":"), colon != text.startIndex {
            let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            fields.append(HTTPHeader(String(text[..<colon]), value))
        }
    }

    /// The names and values of the cookies that the answer sets, without their attributes (RFC 6265, section 4.1).
    var cookies: [(String, String)] {
        fields.filter { $0.name.lowercased() == "set-cookie" }.compactMap { field in
            let pair = field.value.prefix { $0 != ";" }.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isClean = pair.joined().utf8.allSatisfy { (0x21...0x7E).contains($0) }
            return pair.count == 2 && !pair[0].isEmpty && isClean ? (String(pair[0]), String(pair[1])) : nil
        }
    }
}

extension Duration {
    /// The duration in milliseconds. If it is too long, the greatest possible number.
    var milliseconds: Int {
        let (whole, isTooLong) = Int(components.seconds).multipliedReportingOverflow(by: 1000)
        let (all, isOver) = whole.addingReportingOverflow(Int(components.attoseconds / 1_000_000_000_000_000))
        return isTooLong || isOver ? .max : all
    }

    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
