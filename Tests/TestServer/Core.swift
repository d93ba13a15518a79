import Foundation

/// The listening socket and its connections. It does not hold the `TestServer`, so that that can go.
final class Core: @unchecked Sendable {
    let port: Int
    let log = RequestLog()
    private let listener: Int32
    private let handler: TestServer.Handler
    private let lock = NSLock()
    private var open: Set<Int32> = []
    private var isStopped = false

    init(_ family: TestServer.Family, _ handler: @escaping TestServer.Handler) throws {
        (listener, port) = try Self.openListener(family)
        self.handler = handler
        let thread = Thread { self.acceptAll() }
        thread.stackSize = 1 << 19
        thread.start()
    }

    func stop() {
        lock.withLock {
            guard !isStopped else { return }
            isStopped = true
            // Ends the waiting `accept` and each waiting read; their threads close the sockets.
            shutdown(listener, Int32(SHUT_RDWR))
            for connection in open { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    private func acceptAll() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            let isWelcome = lock.withLock {
                if !isStopped { open.insert(connection) }
                return !isStopped
            }
            guard isWelcome else {
                close(connection)
                break
            }
            log.connected()
            let thread = Thread { self.serve(connection) }
            thread.stackSize = 1 << 19
            thread.start()
        }
        close(listener)
    }

    private func serve(_ descriptor: Int32) {
        let connection = Connection(descriptor)
        while let request = connection.readRequest() {
            log.begin(request)
            let reply = handler(request)
            let stays = connection.perform(reply, isHead: request.method == "HEAD")
            log.end(request)
            guard stays, !reply.closes else { break }
        }
        lock.withLock { _ = open.remove(descriptor) }
        close(descriptor)
    }

    private static func openListener(_ family: TestServer.Family) throws -> (Int32, Int) {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let descriptor = socket(family == .ipv4 ? AF_INET : AF_INET6, stream, 0)
        guard descriptor >= 0 else { throw POSIXError(.EAFNOSUPPORT) }
        guard family == .ipv4 ? bindV4(descriptor) : bindV6(descriptor), listen(descriptor, 512) == 0 else {
            close(descriptor)
            throw POSIXError(.EADDRNOTAVAIL)
        }
        return (descriptor, port(of: descriptor))
    }

    private static func bindV4(_ descriptor: Int32) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafeBytes(of: &address) { bytes in
            bind(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
        }
    }

    private static func bindV6(_ descriptor: Int32) -> Bool {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        return withUnsafeBytes(of: &address) { bytes in
            bind(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
        }
    }

    /// The port stands at the same place in both kinds of address.
    private static func port(of descriptor: Int32) -> Int {
        var address = sockaddr_in6()
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        withUnsafeMutableBytes(of: &address) { bytes in
            _ = getsockname(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), &length)
        }
        return Int(UInt16(bigEndian: address.sin6_port))
    }
}

/// What came in, written by many connections.
final class RequestLog: @unchecked Sendable {
    private let lock = NSLock()
    private var requests: [Request] = []
    private var running: [String: Int] = [:]
    private var most: [String: Int] = [:]
    private var accepted = 0

    var all: [Request] { lock.withLock { requests } }
    var mostParallel: [String: Int] { lock.withLock { most } }
    var connections: Int { lock.withLock { accepted } }

    func connected() { lock.withLock { accepted += 1 } }

    func begin(_ request: Request) {
        lock.withLock {
            requests.append(request)
            for host in [request.header("Host") ?? "", ""] {
                running[host, default: 0] += 1
                most[host] = max(most[host, default: 0], running[host]!)
            }
        }
    }

    func end(_ request: Request) {
        lock.withLock {
            for host in [request.header("Host") ?? "", ""] { running[host, default: 1] -= 1 }
        }
    }
}
