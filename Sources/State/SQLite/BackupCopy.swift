import Files
import Foundation
import GRDB
import InFlight
import Synchronization
import Texts
import Values

/// The backup copy `state.sqlite.kept`: the state as the last finished run left it, in case the state itself is damaged
/// or lost.
///
/// To copy a state of a million items in every run would cost more than the run. All changes of a run are in SQLite's
/// write-ahead log until SQLite writes the log into the file. So the backup copy gets a copy of this log, and SQLite
/// writes it into the backup copy too (https://sqlite.org/fileformat2.html#walformat). This is correct as long as the
/// backup copy equals the state without the log. As in rsync, they count as equal if size and modification time are
/// equal. Otherwise the whole file is copied.
struct BackupCopy {
    let path: String
    private let state: String

    init(of state: String) {
        self.state = state
        path = state + ".kept"
    }

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// The command that copies it over the state. If SQLite could not write its log into it, only both are whole.
    var restoring: String {
        ["", "-wal"].filter { FileStamp(path + $0) != nil }
            .map { "cp \(quoted(path + $0)) \(quoted(state + $0))" }.joined(separator: " && ")
    }

    /// Closes the state and updates the backup copy.
    /// - Returns: why the log could not be written into the state, or the backup copy could not be updated.
    func follow(closing queue: DatabaseQueue) -> Failure? {
        do {
            var isCurrent = FileStamp(path) != nil && FileStamp(path) == FileStamp(state)
            // If the log cannot be copied, the whole file may still be copied.
            let hasNewLog = isCurrent && hasLog && ((try? copyLog()) ?? false)
            isCurrent = isCurrent && hasNewLog == hasLog
            failpoint(.shipped)
            let (isWritten, fault) = checkpoint(queue, andOwnLog: hasNewLog)
            if !isWritten { isCurrent = false }
            failpoint(.folded)
            try queue.close()
            guard !hasLog else { return fault.map { Failure(.remember, state, SQLiteEngine.reason($0, state)) } }
            if !isCurrent { try copyState() }
            try stamp()
            return nil
        } catch let damage as Damage {
            let error = GRDB.DatabaseError(resultCode: .SQLITE_CORRUPT, message: damage.fact)
            return Failure(.remember, state, SQLiteEngine.reason(error, state))
        } catch {
            try? queue.close()
            return Failure(
                .remember, path,
                "the backup copy of the state could not be updated: \(Self.fact(of: error))")
        }
    }
}

extension BackupCopy {
    private var hasLog: Bool { SQLiteEngine.hasLog(state) }

    /// Whether the backup copy has a log or an index. They exist only while another program has the copy open, or after
    /// a run was killed.
    private var isOpen: Bool { ["-wal", "-shm"].contains { FileStamp(path + $0) != nil } }

    /// - Returns: false when another program has the backup copy open. That program uses its own log, which must not be
    ///   replaced.
    private func copyLog() throws -> Bool {
        // First write a log that a killed run left.
        try checkpoint()
        if isOpen { return false }
        try copyFile(state + "-wal", to: path + "-wal")
        return true
    }

    /// Writes the log into the state and, at the same time, the copy of the log into the backup copy. Most of this time
    /// is spent waiting for the disk. Both logs are on the disk by now, and each stays there until its file is on the
    /// disk.
    /// - Returns: whether the log could be written into the backup copy, and why it could not be written into the state.
    private func checkpoint(
        _ queue: DatabaseQueue, andOwnLog hasNewLog: Bool
    ) -> (isWritten: Bool, fault: GRDB.DatabaseError?) {
        // Each of the two parts writes one of these; they are read after both have ended.
        let isWritten = Atomic(true)
        let fault = Mutex<GRDB.DatabaseError?>(nil)
        DispatchQueue.concurrentPerform(iterations: 2) { part in
            switch part {
            case 0:
                if hasNewLog { isWritten.store((try? checkpoint()) != nil, ordering: .relaxed) }
                failpoint(.copied)
            default:
                do {
                    _ = try queue.inDatabase { try $0.checkpoint(.truncate) }
                } catch let error as GRDB.DatabaseError where error.resultCode != .SQLITE_BUSY {
                    fault.withLock { $0 = error }
                } catch {
                    // While a program reads the state, SQLite may leave a part of the log. Then the stamps differ, and
                    // the next run copies the whole file.
                }
            }
        }
        return (isWritten.load(ordering: .relaxed), fault.withLock { $0 })
    }

    /// Lets SQLite write the backup copy's own log into the backup copy.
    private func checkpoint() throws {
        guard isOpen else { return }
        try SQLiteEngine.requireFiles(beside: path)
        let queue = try DatabaseQueue(path: path)
        try queue.inDatabase { _ = try $0.checkpoint(.truncate) }
        try queue.close()
    }

    private func copyState() throws {
        try checkState()
        if exists { try? checkpoint() }
        try copyFile(state, to: path) {
            // SQLite would write a log that is left here into the new copy. Until the rename, the log still belongs to
            // the old copy.
            for ending in ["-wal", "-shm"] { unlink(path + ending) }
        }
    }

    /// Checks that the state is not damaged. If it is, the backup copy is needed and must not be replaced.
    private func checkState() throws {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        let name = URL(fileURLWithPath: state).absoluteString + "?immutable=1"
        let queue = try DatabaseQueue(path: name, configuration: configuration)
        if let fact = try SQLiteEngine.damage(in: queue) { throw Damage(fact: fact) }
    }

    /// What is wrong with the state.
    private struct Damage: Error {
        var fact: String
    }

    private static func fact(of error: any Error) -> String {
        switch error {
        case let error as GRDB.DatabaseError: error.message ?? "\(error.resultCode)"
        default: errorText(of: error)
        }
    }

    /// Copies a file to a temporary file and renames it, so that a whole copy exists at any moment.
    private func copyFile(_ source: String, to target: String, beforeRename: () -> Void = {}) throws {
        let partial = target + ".new"
        unlink(partial)
        do {
            try Files.copyFile(source, toNew: partial)
            beforeRename()
            guard rename(partial, target) == 0 else { throw Self.error() }
        } catch {
            unlink(partial)
            throw error
        }
        syncFolder(of: target)
    }

    private static func error() -> POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }

    /// Gives the backup copy the modification time of the state, if both have the same size.
    private func stamp() throws {
        guard let original = FileStamp(state), original.size == FileStamp(path)?.size else { return }
        let time = timespec(tv_sec: original.seconds, tv_nsec: original.nanoseconds)
        guard utimensat(AT_FDCWD, path, [time, time], 0) == 0 else { throw Self.error() }
    }
}
