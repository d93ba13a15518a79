import Foundation
import Synchronization

extension FileHandle {
    /// All bytes of a file that the user names; nil if there are more than `limit`.
    ///
    /// It may be a regular file, `/dev/null`, or a descriptor of this process, such as `/dev/stdin` and the `/dev/fd/63`
    /// of a shell's `<(…)`. Another thread reads it, because a file on a server that does not answer blocks its reader.
    /// - Throws: `UnusableKind` for anything else; `POSIXError`, with `ETIMEDOUT` after a minute.
    package static func read(_ path: String, upTo limit: Int) throws -> Data? {
        if let known = known.withLock({ $0[path] }) { return known.count > limit ? nil : known }
        let work = Work()
        Thread.detachNewThread { work.perform { try openedFile(path).readAll(upTo: limit, until: .now + patience) } }
        let data = try work.wait()
        if let data, isOfProcess(path) { known.withLock { $0[path] = data } }
        return data
    }

    /// What the descriptors of this process gave, by their paths. A pipe can be read only once, but the configuration is
    /// read in several places.
    private static let known = Mutex<[String: Data]>([:])

    /// A file that the user names, open for reading, of the same kinds.
    /// - Throws: `UnusableKind` for anything else; `POSIXError`.
    package static func openedFile(_ path: String) throws -> FileHandle {
        let file = try opened(path)
        var status = stat()
        guard fstat(file.fileDescriptor, &status) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        if let kind = UnusableKind(status), !isOfProcess(path) { throw kind }
        return file
    }

    /// Whether the path names a descriptor that the process got from its parent.
    private static func isOfProcess(_ path: String) -> Bool {
        path == "/dev/stdin" || ["/dev/fd/", "/proc/self/fd/"].contains(where: path.hasPrefix)
    }

    /// How long a pipe may take, for example because a program asks the user for a password.
    package static let patience: Duration = .seconds(60)

    /// All bytes of a file, device or pipe; nil if there are more than `limit`.
    /// - Parameter seconds: how long a pipe or a device may take. After that, `POSIXError(.ETIMEDOUT)` is thrown.
    package static func read(_ path: String, upTo limit: Int, within seconds: TimeInterval) throws -> Data? {
        try opened(path).readAll(upTo: limit, until: .now + .seconds(seconds))
    }

    private static func opened(_ path: String) throws -> FileHandle {
        // A named pipe that nobody writes to would otherwise block here.
        let descriptor = Foundation.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// All bytes up to the end; nil if there are more than `limit`. A file is read at once, while Foundation's own
    /// functions read page by page. Throws `POSIXError` when the system reports an error.
    package func readAll(upTo limit: Int) throws -> Data? { try readAll(upTo: limit, until: nil) }

    private func readAll(upTo limit: Int, until deadline: ContinuousClock.Instant?) throws -> Data? {
        // One byte more than the file has, because only a read that returns nothing shows the end.
        var data = Data(count: min(max(FilePieces(self)?.count ?? 0, 1 << 16), limit) + 1)
        var count = 0
        while true {
            let more = try data.withUnsafeMutableBytes {
                try readSome(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]), until: deadline)
            }
            count += more
            if more == 0 { return data.prefix(count) }
            guard count <= limit else { return nil }
            if count == data.count { data.count = min(data.count * 2, limit + 1) }
        }
    }

    /// Reads as many bytes as are available and fit into the buffer, and returns their number; 0 at the end. Throws
    /// `POSIXError`.
    package func readSome(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try readSome(into: buffer, until: nil)
    }

    /// - Parameter deadline: how long a non-blocking descriptor may wait for bytes; nil for no limit.
    package func readSome(
        into buffer: UnsafeMutableRawBufferPointer, until deadline: ContinuousClock.Instant?
    ) throws -> Int {
        while true {
            let count = readOnce(fileDescriptor, buffer)
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: try waitForBytes(until: deadline)
            default: throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        }
    }

    private func waitForBytes(until deadline: ContinuousClock.Instant?) throws {
        let left = deadline.map { Int32(clamping: ($0 - .now).components.seconds * 1000 + 1000) } ?? -1
        guard deadline.map({ $0 > .now }) ?? true else { throw POSIXError(.ETIMEDOUT) }
        var ready = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
        if poll(&ready, 1, left) == 0 { throw POSIXError(.ETIMEDOUT) }
    }
}

/// Why a file is not read: it is a pipe, a device, or the like.
package struct UnusableKind: Error, CustomStringConvertible {
    package let description: String

    /// Nil for a regular file, for `/dev/null`, and for a folder, which the system itself refuses.
    fileprivate init?(_ status: stat) {
        let null = 0x103
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFDIR: return nil
        case S_IFCHR where Int(status.st_rdev) == null: return nil
        case S_IFIFO: description = "it is a named pipe; name a regular file"
        case S_IFSOCK: description = "it is a socket; name a regular file"
        default: description = "it is a device; name a regular file"
        }
    }
}

/// Work of another thread, for which one thread waits.
private final class Work: Sendable {
    private let result = Mutex<Result<Data?, any Error>>(.failure(POSIXError(.ETIMEDOUT)))
    private let isDone = DispatchSemaphore(value: 0)

    func perform(_ read: () throws -> Data?) {
        let outcome = Result { try read() }
        result.withLock { $0 = outcome }
        isDone.signal()
    }

    func wait() throws -> Data? {
        // The reading ends a little earlier by itself, unless the system does not return from it.
        _ = isDone.wait(timeout: .now() + .seconds(Int(FileHandle.patience.components.seconds) + 2))
        return try result.withLock { $0 }.get()
    }
}

/// Calls the system's `read`. Inside `FileHandle`, the name `read` means another function.
private func readOnce(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, bytes.baseAddress, bytes.count)
}

/// A regular file that can be read at any offset, from the present position of its handle to its end when it was
/// opened.
package final class FilePieces {
    /// The number of bytes.
    package let count: Int
    package private(set) var hasFailed = false
    private let file: FileHandle
    private let start: Int

    /// Nil if it is not a regular file.
    package init?(_ file: FileHandle) {
        var status = stat()
        guard fstat(file.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.file = file
        start = Int(lseek(file.fileDescriptor, 0, SEEK_CUR))
        count = max(0, Int(status.st_size) - start)
    }

    /// Returns the number of bytes that were read; 0 at the end.
    package func read(_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let wanted = min(buffer.count, count - offset)
        let read = pread(file.fileDescriptor, buffer.baseAddress, wanted, off_t(start + offset))
        if read < 0 { hasFailed = true }
        return max(0, read)
    }
}

/// A file's size and modification time.
package struct FileStamp: Equatable {
    package var size: Int
    package var seconds: Int
    package var nanoseconds: Int

    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
