import Foundation

/// A listening socket on loopback, and a thread for each connection.
final class Listener: @unchecked Sendable {
    let port: Int
    private let socket: Int32
    private let serve: @Sendable (Int32) -> Void
    private let lock = NSLock()
    private var open: Set<Int32> = []
    private var isStopped = false

    /// Each connection is closed when `serve` returns.
    init(_ family: TestServer.Family, serve: @escaping @Sendable (Int32) -> Void) throws {
        (socket, port) = try Self.openListener(family)
        self.serve = serve
        Self.inBackground { self.acceptAll() }
    }

    var openConnections: Int { lock.withLock { open.count } }

    func stop() {
        lock.withLock {
            guard !isStopped else { return }
            isStopped = true
            // This ends the waiting `accept` and each waiting read. Their threads close the sockets.
            shutdown(socket, Int32(SHUT_RDWR))
            for connection in open { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    private func acceptAll() {
        while true {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { break }
            let isWelcome = lock.withLock {
                if !isStopped { open.insert(connection) }
                return !isStopped
            }
            guard isWelcome else {
                close(connection)
                break
            }
            Self.inBackground {
                self.serve(connection)
                self.lock.withLock { _ = self.open.remove(connection) }
                close(connection)
            }
        }
        close(socket)
    }

    private static func inBackground(_ work: @escaping @Sendable () -> Void) {
        let thread = Thread { work() }
        thread.stackSize = 1 << 19
        thread.start()
    }

    private static func openListener(_ family: TestServer.Family) throws -> (Int32, Int) {
        let descriptor = try openSocket(family)
        guard family == .ipv4 ? bindV4(descriptor) : bindV6(descriptor), listen(descriptor, 512) == 0 else {
            close(descriptor)
            throw POSIXError(.EADDRNOTAVAIL)
        }
        return (descriptor, portNumber(of: descriptor))
    }
}

/// Opens a stream socket that commands of a test do not inherit.
public func openSocket(_ family: TestServer.Family) throws -> Int32 {
    let descriptor = socket(family == .ipv4 ? AF_INET : AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw POSIXError(.EAFNOSUPPORT) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
}

/// Binds to a port of 127.0.0.1; 0 for a free one.
public func bindV4(_ descriptor: Int32, port: Int = 0) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafeBytes(of: &address) { bytes in
        bind(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
    }
}

/// Binds to a free port of ::1.
func bindV6(_ descriptor: Int32) -> Bool {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    return withUnsafeBytes(of: &address) { bytes in
        bind(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
    }
}

/// The port of a socket. It is at the same place in both kinds of address.
public func portNumber(of descriptor: Int32) -> Int {
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    withUnsafeMutableBytes(of: &address) { bytes in
        _ = getsockname(descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self), &length)
    }
    return Int(UInt16(bigEndian: address.sin6_port))
}

/// False if the other side has left. That must not end the tests by a signal.
func sendAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress!, $0.count, Int32(MSG_NOSIGNAL)) }
        guard count > 0 else { return false }
        sent += count
    }
    return true
}
