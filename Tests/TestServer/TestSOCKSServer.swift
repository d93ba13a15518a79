import Foundation
import Synchronization

/// A SOCKS5 proxy (RFC 1928) on loopback that connects to nothing. It answers every request itself.
public final class TestSOCKSServer: Sendable {
    private let listener: Listener
    private let asked: Asked

    private final class Asked: Sendable {
        let targets = Mutex<[String]>([])
    }

    public init(_ reply: @escaping @Sendable (Request) -> Reply) throws {
        let asked = Asked()
        self.asked = asked
        listener = try Listener(.ipv4) { descriptor in
            guard let target = Self.negotiate(descriptor) else { return }
            asked.targets.withLock { $0.append(target) }
            let connection = Connection(descriptor)
            while let request = connection.readRequest(), connection.perform(reply(request).steps[...], isHead: false) {
            }
        }
    }

    deinit { listener.stop() }

    /// `127.0.0.1:PORT`
    public var address: String { "127.0.0.1:\(listener.port)" }

    /// The requested targets: `name host:port`, or `address host:port` if the client had resolved the name.
    public var targets: [String] { asked.targets.withLock(\.self) }

    private static func negotiate(_ descriptor: Int32) -> String? {
        guard let greeting = read(2, descriptor), greeting[0] == 5, read(Int(greeting[1]), descriptor) != nil,
            sendAll([5, 0], to: descriptor), let request = read(4, descriptor)
        else { return nil }
        var target = ""
        switch request[3] {
        case 1:
            guard let bytes = read(4, descriptor) else { return nil }
            target = "address " + bytes.map(String.init).joined(separator: ".")
        case 3:
            guard let length = read(1, descriptor), let name = read(Int(length[0]), descriptor) else { return nil }
            target = "name " + String(decoding: name, as: UTF8.self)
        default: return nil
        }
        guard let port = read(2, descriptor), sendAll([5, 0, 0, 1, 0, 0, 0, 0, 0, 0], to: descriptor) else {
            return nil
        }
        return "\(target):\(Int(port[0]) << 8 | Int(port[1]))"
    }

    private static func read(_ count: Int, _ descriptor: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        guard count == 0 || recv(descriptor, &bytes, count, Int32(MSG_WAITALL)) == count else { return nil }
        return bytes
    }
}
