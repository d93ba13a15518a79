import Foundation

/// A proxy on loopback before a PostgreSQL server. It counts the messages of clients (PostgreSQL's documentation,
/// section 55.7), and cuts the connection at one of them.
public final class CuttingProxy: Sendable {
    /// What becomes of the message at which the connection is cut.
    public enum Fate: Sendable, CaseIterable {
        /// The server does not get it.
        case dropped
        /// The server gets it, and the client gets no answer.
        case unanswered
    }

    public let port: Int
    private let listener: Listener
    private let counter = Counter()

    /// - Parameter target: the port of the server.
    public init(to target: Int) throws {
        let counter = counter
        listener = try Listener(.ipv4) { client in
            counter.connected()
            guard !counter.isSilent, let server = Self.connect(to: target) else {
                var byte: UInt8 = 0
                while recv(client, &byte, 1, 0) > 0 {}
                return
            }
            let session = Session(client: client, server: server)
            let thread = Thread { session.answer(counter) }
            thread.start()
            session.ask(counter)
            session.end()
        }
        port = listener.port
    }

    deinit { listener.stop() }

    /// Counts messages from 1 again, and cuts the connection at one of them; nil for none.
    public func cut(at message: Int?, _ fate: Fate = .dropped) { counter.reset(message, fate) }

    /// From now on, connections are accepted and stay open, and nothing that they send is answered.
    public func silence() { counter.silence() }

    /// The number of messages since `cut`.
    public var messages: Int { counter.messages }

    /// The number of connections since `cut`.
    public var connections: Int { counter.connections }

    private static func connect(to port: Int) -> Int32? {
        guard let descriptor = try? openSocket(.ipv4) else { return nil }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafeBytes(of: &address) { bytes in
            Foundation.connect(
                descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
        }
        return isConnected ? descriptor : nil
    }
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private var connectionCount = 0
    private var place: Int?
    private var fate = CuttingProxy.Fate.dropped
    private var isMute = false

    var messages: Int { lock.withLock { count } }
    var connections: Int { lock.withLock { connectionCount } }
    var isSilent: Bool { lock.withLock { isMute } }

    func reset(_ place: Int?, _ fate: CuttingProxy.Fate) {
        lock.withLock { (count, connectionCount, self.place, self.fate) = (0, 0, place, fate) }
    }

    func connected() { lock.withLock { connectionCount += 1 } }

    func silence() { lock.withLock { isMute = true } }

    /// What becomes of the next message; nil when it is passed on.
    func next() -> CuttingProxy.Fate? {
        lock.withLock {
            count += 1
            return count == place ? fate : nil
        }
    }
}

/// One connection of a client and the one to the server that belongs to it.
private final class Session: @unchecked Sendable {
    private let client: Int32
    private let server: Int32
    private let lock = NSLock()
    private var isMute = false

    /// - Parameter client: a descriptor that the listener closes. The session keeps a copy: a thread that ends late
    ///   must not shut down another connection, which meanwhile has the same number.
    init(client: Int32, server: Int32) {
        self.client = fcntl(client, F_DUPFD_CLOEXEC, 0)
        self.server = server
    }

    deinit {
        close(client)
        close(server)
    }

    func answer(_ counter: Counter) {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = recv(server, &buffer, buffer.count, 0), count > 0 {
            let isMute = counter.isSilent || lock.withLock { self.isMute }
            guard isMute || sendAll(Array(buffer[..<count]), to: client) else { break }
        }
        end()
    }

    /// Passes messages on, until the connection ends or is cut.
    func ask(_ counter: Counter) {
        var bytes: [UInt8] = []
        // The first message has no type.
        var head = 4
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = recv(client, &buffer, buffer.count, 0), count > 0 {
            bytes += buffer[..<count]
            while let length = Self.length(bytes, head: head), bytes.count >= length {
                let message = Array(bytes[..<length])
                bytes.removeFirst(length)
                head = 5
                switch counter.next() {
                case nil: guard sendAll(message, to: server) else { return }
                case .dropped: return
                case .unanswered:
                    lock.withLock { isMute = true }
                    _ = sendAll(message, to: server)
                    // The server gets the time to do what the message asks.
                    Thread.sleep(forTimeInterval: 0.03)
                    return
                }
            }
        }
    }

    func end() {
        for descriptor in [client, server] { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    /// The length of the next message with its type; nil when its beginning has not arrived.
    private static func length(_ bytes: [UInt8], head: Int) -> Int? {
        guard bytes.count >= head else { return nil }
        return bytes[head - 4..<head].reduce(0) { $0 << 8 | Int($1) } + head - 4
    }
}
