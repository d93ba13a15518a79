import Files
import Foundation
import InFlight
import Values

/// The permission to write to one state. It is a lock on a file next to the state. It is held until this value or the
/// process ends.
///
/// The kernel releases the lock when the process ends, in whatever way, so an old lock file never blocks a run. The
/// file is in the state's own folder, so cron and a login shell exclude each other although their environments differ.
final class StateLock: Sendable {
    let descriptor: Int32

    /// Takes the lock.
    /// - Parameter patience: how long to wait for the process that holds it.
    /// - Throws: `RunError.locked` with the holder's process and start; `RunError.state` when the file cannot be made.
    init(besideState path: String, patience: Duration = .zero, now: Date = Date()) throws {
        let path = try SQLiteEngine.file(at: path)
        let file = path + ".lock"
        try FileManager.default.createFolder(of: path)
        descriptor = try Self.lockedDescriptor(file, ofState: path, patience)
        let text = "process \(getpid()), since \(now.formatted(.iso8601))"
        ftruncate(descriptor, 0)
        _ = text.withCString { pwrite(descriptor, $0, strlen($0), 0) }
        failpoint(.locked)
    }

    /// Fails as a run would, if this user must not make or write the lock, the state or their folder. Makes nothing.
    static func check(besideState path: String) throws {
        let path = try SQLiteEngine.file(at: path)
        let file = path + ".lock"
        var folder = path.folderOfPath
        let files = FileManager.default
        if files.fileExists(atPath: folder) {
            let isOpen = access(folder + "/.", W_OK | X_OK) == 0
            guard isOpen, access(file, R_OK | W_OK) == 0 || errno == ENOENT else { throw unopened(file, path, errno) }
            guard access(path, R_OK | W_OK) == 0 || errno == ENOENT else { throw SQLiteEngine.unwritable(path, errno) }
            return
        }
        while !files.fileExists(atPath: folder) { folder = folder.folderOfPath }
        guard access(folder + "/.", W_OK | X_OK) == 0 else { throw unmade(path, errorText(errno)) }
    }

    deinit {
        // The file is made empty, so that nobody takes the last holder for a running process. The file itself stays: if
        // it were removed, two processes could lock two files of the same name.
        ftruncate(descriptor, 0)
        // A program that is being started has the file open, too, until its own code begins.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

/// The next step when the folder of a state cannot be used.
private let elsewhere = "make its folder writable for this user, or name another file with --state"

private func unopened(_ lock: String, _ path: String, _ code: Int32) -> RunError {
    .state(path: path, reason: "the lock \(lock) cannot be opened: \(errorText(code)); \(elsewhere)")
}

private func unmade(_ path: String, _ cause: String) -> RunError {
    .state(path: path, reason: "its folder cannot be created: \(cause); \(elsewhere)")
}

extension StateLock {
    /// - Returns: an open descriptor of the file, which nobody else has locked.
    private static func lockedDescriptor(
        _ file: String, ofState path: String, _ patience: Duration
    ) throws -> Int32 {
        // The file becomes empty, so it must not be a link to another one.
        let descriptor = open(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unopened(file, path, errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw RunError.state(path: path, reason: "'\(file)' is not a file but a folder or a device; remove it")
        }
        guard !lock(descriptor, patience) else { return descriptor }
        let cause = errno
        defer { close(descriptor) }
        guard cause == EWOULDBLOCK else {
            throw RunError.state(path: path, reason: "the lock \(file) failed: \(errorText(cause))")
        }
        let seconds = patience.components.seconds
        let waited = seconds > 0 ? "; waited \(seconds) seconds" : ""
        throw RunError.locked(path: path, holder: holder(of: descriptor) + waited)
    }

    /// - Returns: false with `errno` when the lock was not free in time.
    private static func lock(_ descriptor: Int32, _ patience: Duration) -> Bool {
        let deadline = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < deadline else { return false }
            usleep(50_000)
        }
        return true
    }

    private static func holder(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return "process unknown" }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

extension FileManager {
    /// Makes the folder that contains `path`, readable by its owner alone.
    func createFolder(of path: String) throws {
        let folder = path.folderOfPath
        guard !fileExists(atPath: folder) else { return }
        do {
            try createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw unmade(path, errorText(of: error))
        }
    }
}
