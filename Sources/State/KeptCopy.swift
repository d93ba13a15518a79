import Files
import Foundation
import GRDB
import InFlight
import Values

/// `state.sqlite.kept`: the state as the last finished run left it, in case the file itself is damaged or lost.
///
/// Copying a state of a million items at every run would cost more than the run. What a run changed is all in
/// SQLite's write-ahead log until the log is folded in, so the copy takes the same log and folds it in too
/// (https://sqlite.org/fileformat2.html#walformat). That is right as long as the copy equals the state below the
/// log; as with rsync, equal size and modification time say so. Otherwise the file is copied whole.
struct KeptCopy {
    package let path: String
    private let state: String

    init(of state: String) {
        self.state = state
        path = state + ".kept"
    }

    package var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Closes the state and has the copy follow it.
    package func follow(closing queue: DatabaseQueue) -> Failure? {
        do {
            var isCurrent = FileStamp(path) != nil && FileStamp(path) == FileStamp(state)
            // Whatever is in the way of taking the log, the whole file may still be taken.
            let takesLog = isCurrent && hasLog && ((try? takeLog()) ?? false)
            isCurrent = isCurrent && takesLog == hasLog
            failpoint(.shipped)
            if !fold(queue, andOwnLog: takesLog) { isCurrent = false }
            failpoint(.folded)
            try queue.close()
            guard !hasLog else { return nil }
            if !isCurrent { try takeAll() }
            try stamp()
            return nil
        } catch {
            try? queue.close()
            return Failure(
                .remember, path,
                "the backup copy of the state could not be updated: \(Self.fact(of: error))")
        }
    }
}

/// A file's size and modification time.
struct FileStamp: Equatable {
    package var size: Int
    package var seconds: Int
    var nanoseconds: Int

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        #if canImport(Darwin)
            seconds = status.st_mtimespec.tv_sec
            nanoseconds = status.st_mtimespec.tv_nsec
        #else
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        #endif
    }
}

extension KeptCopy {
    private var hasLog: Bool { FileStamp(state + "-wal").map { $0.size > 0 } ?? false }

    /// Log and index beside the copy: there only while somebody has it open, or since a run was killed.
    private var isOpen: Bool { ["-wal", "-shm"].contains { FileStamp(path + $0) != nil } }

    /// - Returns: false when somebody has the copy open, and with it the log that this one would take the place of.
    private func takeLog() throws -> Bool {
        // One that a killed run left goes before.
        try foldLog()
        if isOpen { return false }
        try copyFile(state + "-wal", to: path + "-wal")
        return true
    }

    /// Folds the log into the state and, from a log of its own, into the copy: at the same time, as to fold is mostly to
    /// wait for the disk. Both logs are on it by now, and each stays there until its file is.
    /// - Returns: false when the copy could not fold in its log.
    private func fold(_ queue: DatabaseQueue, andOwnLog takesLog: Bool) -> Bool {
        // Written by one of the two, and read when both are over.
        nonisolated(unsafe) var isFolded = true
        DispatchQueue.concurrentPerform(iterations: 2) { part in
            switch part {
            case 0:
                if takesLog { isFolded = (try? foldLog()) != nil }
                failpoint(.copied)
            // A reader at work may keep part of the log alive; the stamps then differ for the next run.
            default: _ = try? queue.inDatabase { try $0.checkpoint(.truncate) }
            }
        }
        return isFolded
    }

    /// Lets SQLite fold in the copy's own log.
    private func foldLog() throws {
        guard isOpen else { return }
        let queue = try DatabaseQueue(path: path)
        try queue.inDatabase { _ = try $0.checkpoint(.truncate) }
        try queue.close()
    }

    private func takeAll() throws {
        try checkState()
        if exists { try? foldLog() }
        try copyFile(state, to: path) {
            // A log left beside the copy would be folded into its successor, but as long as there is none it belongs
            // to the copy.
            for ending in ["-wal", "-shm"] { unlink(path + ending) }
        }
    }

    /// What is in the state's place may be damaged, and then the copy is what there is to go on from.
    private func checkState() throws {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        let name = URL(fileURLWithPath: state).absoluteString + "?immutable=1"
        let queue = try DatabaseQueue(path: name, configuration: configuration)
        let verdict = try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        guard verdict == "ok" else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT, message: "the state is damaged (\(verdict ?? "it says nothing"))")
        }
    }

    private static func fact(of error: any Error) -> String {
        switch error {
        case let error as DatabaseError: error.message ?? "\(error.resultCode)"
        default: error.localizedDescription
        }
    }

    /// By rename, so that there is a whole copy at any instant.
    private func copyFile(_ source: String, to target: String, beforeRename: () -> Void = {}) throws {
        let partial = target + ".new"
        unlink(partial)
        do {
            try Self.copyBytes(of: source, to: partial)
            beforeRename()
            guard rename(partial, target) == 0 else { throw Self.error() }
        } catch {
            unlink(partial)
            throw error
        }
        syncFolder(of: target)
    }

    /// With its rights, and on the disk.
    private static func copyBytes(of source: String, to target: String) throws {
        let input = Foundation.open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw error() }
        defer { Foundation.close(input) }
        var status = stat()
        guard fstat(input, &status) == 0 else { throw error() }
        let output = Foundation.open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, status.st_mode & 0o777)
        guard output >= 0, fchmod(output, status.st_mode & 0o777) == 0 else { throw error() }
        defer { Foundation.close(output) }
        try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
            while true {
                let count = read(input, buffer.baseAddress!, buffer.count)
                guard count != 0 else { break }
                guard count > 0 else { throw error() }
                var written = 0
                while written < count {
                    let more = write(output, buffer.baseAddress! + written, count - written)
                    guard more > 0 else { throw error() }
                    written += more
                }
            }
        }
        guard fsync(output) == 0 else { throw error() }
    }

    private static func error() -> POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }

    /// Gives the copy the state's modification time, where it is equal to the state.
    private func stamp() throws {
        guard let original = FileStamp(state), original.size == FileStamp(path)?.size else { return }
        let time = timespec(tv_sec: original.seconds, tv_nsec: original.nanoseconds)
        guard utimensat(AT_FDCWD, path, [time, time], 0) == 0 else { throw Self.error() }
    }
}
