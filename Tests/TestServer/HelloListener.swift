import Foundation

/// Reads what a client sends before it knows the server, and closes the connection without an answer.
public final class HelloListener: @unchecked Sendable {
    public let port: Int
    private let listener: Listener
    private let hellos: Hellos

    public init() throws {
        let hellos = Hellos()
        listener = try Listener(.ipv4) { descriptor in
            var buffer = [UInt8](repeating: 0, count: 16384)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            hellos.append(Array(buffer[..<max(0, count)]))
        }
        self.hellos = hellos
        port = listener.port
    }

    deinit { listener.stop() }

    /// The first bytes of each connection.
    public var first: [[UInt8]] { hellos.all }
}

private final class Hellos: @unchecked Sendable {
    private let lock = NSLock()
    private var bytes: [[UInt8]] = []

    var all: [[UInt8]] { lock.withLock { bytes } }

    func append(_ first: [UInt8]) { lock.withLock { bytes.append(first) } }
}
