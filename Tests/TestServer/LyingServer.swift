import Foundation

/// A PostgreSQL server on loopback that lets everyone in, and never answers a statement (PostgreSQL's documentation,
/// section 55.7).
public final class LyingServer: Sendable {
    public enum Lie: Sendable, CaseIterable {
        /// It greets, and is silent then.
        case silence
        /// It greets, and sends notices without end then.
        case notices
        /// It sends notices without end, and does not greet.
        case noticesOnly
    }

    public let port: Int
    private let listener: Listener

    public init(_ lie: Lie) throws {
        listener = try Listener(.ipv4) { client in
            var buffer = [UInt8](repeating: 0, count: 4096)
            guard recv(client, &buffer, buffer.count, 0) > 0 else { return }
            let greeting = Self.message("R", [0, 0, 0, 0]) + (lie == .noticesOnly ? [] : Self.message("Z", [0x49]))
            guard sendAll(greeting, to: client) else { return }
            let notices = Array(repeating: Self.message("N", Array("SNOTICE\0C00000\0Mtick\0\0".utf8)), count: 50)
            while lie != .silence, sendAll(notices.flatMap { $0 }, to: client) {}
            while recv(client, &buffer, buffer.count, 0) > 0 {}
        }
        port = listener.port
    }

    deinit { listener.stop() }

    private static func message(_ type: Character, _ body: [UInt8]) -> [UInt8] {
        [type.asciiValue!] + withUnsafeBytes(of: UInt32(body.count + 4).bigEndian, Array.init) + body
    }
}
