import Files
import Foundation

/// An open descriptor that takes a digest as it is: standard output, a pipe, a socket, a device.
///
/// What a pipe or a socket holds is lost when its reader ends, so it counts as delivered only when it has been read.
struct OpenOutput {
    var descriptor: Int32
    /// How long a reader that is still there may take to read the end; after that it counts as having it.
    var patience: TimeInterval = 60
    /// The longest time in which a pipe that was set not to block takes no byte; nil for no bound.
    var stall: TimeInterval?

    enum Fault: Error, Equatable {
        case system(Int32)
        /// The reader left before it had read everything.
        case readerLeft
    }

    /// Writes everything and waits until it has been read. Needs SIGPIPE to be ignored.
    func write(_ bytes: [UInt8]) throws(Fault) {
        if let code = writeAll(bytes, to: descriptor, stall: stall) { throw .system(code) }
        switch kind {
        case .pipe: try waitUntilRead { count(UInt(FIONREAD)) }
        case .socket: try waitUntilRead { count(UInt(TIOCOUTQ)) }
        case .other: break
        }
    }
}

extension OpenOutput {
    private enum Kind { case pipe, socket, other }

    private var kind: Kind {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .other }
        switch status.st_mode & S_IFMT {
        case S_IFIFO: return .pipe
        case S_IFSOCK: return .socket
        default: return .other
        }
    }

    /// - Parameter unread: the bytes that the other end has not taken yet; nil where the system does not say.
    private func waitUntilRead(_ unread: () -> Int32?) throws(Fault) {
        let end = ContinuousClock.now.advanced(by: .seconds(patience))
        var step: Int32 = 1
        while ContinuousClock.now < end {
            // Asked in this order, as a reader may read the rest and leave between the two.
            let isGone = readerIsGone(within: step)
            guard let unread = unread(), unread > 0 else {
                if wasReset { throw .readerLeft }
                return
            }
            if isGone { throw .readerLeft }
            step = min(2 * step, 50)
        }
    }

    /// Waits for as many milliseconds, or until the other end is closed.
    private func readerIsGone(within milliseconds: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, milliseconds) == 1 && state.revents & Int16(POLLERR | POLLHUP) != 0
    }

    private func count(_ request: UInt) -> Int32? {
        var bytes: Int32 = 0
        return ioctl(descriptor, request, &bytes) == 0 ? bytes : nil
    }

    /// A local socket whose reader leaves forgets what was unread, and keeps an error instead.
    private var wasReset: Bool {
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error != 0
    }
}
