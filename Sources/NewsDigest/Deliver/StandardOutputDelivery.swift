import Foundation

/// Standard output, or another descriptor in its place.
struct StandardOutputDelivery {
    var descriptor = STDOUT_FILENO

    /// Writes everything at once. Needs SIGPIPE to be ignored.
    func write(_ bytes: [UInt8]) throws(DeliveryFailure) {
        if let code = writeAll(bytes, to: descriptor) {
            throw DeliveryFailure("standard output cannot be written: \(errorText(code))", retry: .nextRun)
        }
        if readerLeft {
            throw DeliveryFailure("standard output was closed before all of it was read", retry: .nextRun)
        }
    }

    /// The other end of a pipe is closed, and bytes are left in it that nobody will read.
    private var readerLeft: Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        guard poll(&state, 1, 0) == 1, state.revents & Int16(POLLERR) != 0 else { return false }
        var unread: Int32 = 0
        return ioctl(descriptor, UInt(FIONREAD), &unread) == 0 && unread > 0
    }
}
