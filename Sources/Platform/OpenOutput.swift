import Files
import Foundation

/// An open descriptor to which a digest is written: standard output, a pipe, a socket, a device.
///
/// When the reader of a pipe or a socket ends, the unread bytes are lost. So the digest counts as delivered only when
/// it has been read.
package struct OpenOutput {
    var descriptor: Int32
    /// How long the reader may take to read the end. After that the end counts as read, if the reader still exists.
    var patience: TimeInterval
    /// The longest time for which a non-blocking pipe may accept no byte; nil for no limit.
    var stall: TimeInterval?

    package init(descriptor: Int32, patience: TimeInterval = 60, stall: TimeInterval? = nil) {
        (self.descriptor, self.patience, self.stall) = (descriptor, patience, stall)
    }

    package enum Fault: Error, Equatable {
        case system(Int32)
        /// The reader closed its end before it had read everything.
        case readerLeft
    }

    /// Writes everything and waits until it has been read. The process must ignore SIGPIPE.
    package func write(_ bytes: [UInt8]) throws(Fault) {
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

    /// - Parameter unread: returns the number of bytes that the reader has not read yet; nil if the system does not
    ///   say.
    private func waitUntilRead(_ unread: () -> Int32?) throws(Fault) {
        let end = ContinuousClock.now.advanced(by: .seconds(patience))
        var step: Int32 = 1
        while ContinuousClock.now < end {
            // The order matters, because a reader may read the rest and close its end between the two questions.
            let isGone = readerIsGone(within: step)
            guard let unread = unread(), unread > 0 else {
                if wasReset { throw .readerLeft }
                return
            }
            if isGone { throw .readerLeft }
            step = min(2 * step, 50)
        }
    }

    /// Waits for this number of milliseconds, or until the other end is closed.
    private func readerIsGone(within milliseconds: Int32) -> Bool {
        var state = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&state, 1, milliseconds) == 1 && state.revents & Int16(POLLERR | POLLHUP) != 0
    }

    private func count(_ request: UInt) -> Int32? {
        var bytes: Int32 = 0
        return ioctl(descriptor, request, &bytes) == 0 ? bytes : nil
    }

    /// Whether the reader of a local socket closed it before it had read everything. Then the system reports an error
    /// instead of the unread bytes.
    private var wasReset: Bool {
        var error: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error != 0
    }
}
