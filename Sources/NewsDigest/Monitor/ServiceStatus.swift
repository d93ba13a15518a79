import Foundation

/// Tells systemd what the service does, for `systemctl status` (sd_notify(3)).
package struct ServiceStatus: Sendable {
    /// The path of systemd's socket. A leading `@` stands for the NUL of an abstract socket.
    private let path: String

    /// Nil if systemd does not wait for messages.
    package init?(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@"),
            path.utf8.count < 108
        else { return nil }
        self.path = path
    }

    /// Sends one line. A message that does not arrive is lost: it is only for people who look.
    package func show(_ line: String) {
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { field in
            field.copyBytes(from: path.utf8)
            if path.hasPrefix("@") { field[0] = 0 }
        }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path)! + path.utf8.count
        let message = Array("STATUS=\(line)\n".utf8)
        _ = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket, message, message.count, Int32(MSG_DONTWAIT), $0, socklen_t(length))
            }
        }
    }
}
