import Files
import Foundation
import GRDB
import InFlight
import Synchronization
import Texts
import Values

/// A state in one SQLite file.
///
/// A process that writes must hold a `StateLock`.
final class SQLiteEngine: Engine {
    let path: String
    let mode: State.Mode
    let queue: DatabaseQueue
    /// The folder of a dry run's copy.
    private let scratch: ScratchFolder?
    /// Whether an error of the state has ended the run.
    private let hasFailed = Atomic(false)

    /// The least free space in bytes. With less, the run stops before anything is delivered.
    static let spaceNeeded = 1 << 20

    /// - Parameters:
    ///   - path: the path of the state file. If there is none, the file and its folder are made, unless `mode` forbids
    ///     it. If it is a symbolic link, its target is used: the log, the lock and the backup copy are next to the
    ///     target.
    /// - Throws: `RunError.state` when the file cannot be read or written, is damaged, is empty, or comes from a newer
    ///   version. Such a file is never treated as a new state.
    init(path: String, mode: State.Mode) throws {
        let path = try Self.file(at: path)
        self.path = path
        self.mode = mode
        var scratch: ScratchFolder?
        if mode == .readWrite { try Self.checkSpace(for: path) }
        queue = try Self.explaining(path) {
            guard try Self.exists(path) else {
                return mode == .readWrite ? try Self.create(path) : try Self.inMemory()
            }
            switch mode {
            case .readWrite: return try Self.open(path)
            case .readOnly: return try Self.openReadOnly(path)
            case .dryRun:
                let (folder, copy) = try Self.copy(path)
                scratch = folder
                do {
                    return try Self.open(copy, as: path)
                } catch {
                    folder.remove()
                    throw error
                }
            }
        }
        self.scratch = scratch
        try Self.explaining(path) {
            guard mode == .readWrite else { return }
            try queue.inDatabase { db in
                try db.beginTransaction(.immediate)
                try db.rollback()
            }
        }
        failpoint(.opened)
    }

    /// An empty state in a temporary file, which ends with the process.
    init(temporaryFor address: ServerAddress) throws {
        path = address.name
        mode = .dryRun
        scratch = nil
        queue = try Self.explaining(path) {
            // An empty name means a temporary file (https://sqlite.org/inmemorydb.html).
            let queue = try DatabaseQueue(path: "", configuration: Self.configuration())
            try State.migrate(queue)
            return queue
        }
    }

    /// Closes the state. After a run that changed it, the backup copy is updated.
    /// - Returns: why the log could not be written into the state, or the backup copy could not be updated.
    func close() -> Failure? {
        guard mode == .readWrite else {
            try? queue.close()
            scratch?.remove()
            return nil
        }
        let failure = BackupCopy(of: path).follow(closing: queue)
        // What is wrong with the state itself is said once.
        return hasFailed.load(ordering: .relaxed) && failure?.subject == path.cleanMessage ? nil : failure
    }

    func checkSpace() throws {
        if mode == .readWrite { try Self.checkSpace(for: path) }
    }

    func checkContent() throws {
        try Self.explaining(path) {
            if let fact = try Self.damage(in: queue) { throw DatabaseError.damaged(fact) }
        }
    }

    /// What is wrong with a database; nil if nothing is.
    static func damage(in queue: DatabaseQueue) throws -> String? {
        let verdict = try queue.inDatabase { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        return verdict == "ok" ? nil : verdict ?? "it says nothing"
    }

    func transaction<T>(_ access: Access, _ body: (Database) throws -> T) throws -> T {
        do {
            return try Self.explaining(path) { try execute(access, body) }
        } catch let error as RunError {
            if case .state = error { hasFailed.store(true, ordering: .relaxed) }
            throw error
        }
    }

    private func execute<T>(_ access: Access, _ body: (Database) throws -> T) throws -> T {
        try queue.writeWithoutTransaction { db in
            // With NORMAL, a commit is in the log, but does not wait for the disk. The next commit with FULL brings
            // the whole log to the disk (https://sqlite.org/pragma.html#pragma_synchronous).
            if access == .writingSoon { try db.execute(sql: "PRAGMA synchronous = NORMAL") }
            defer { if access == .writingSoon { try? db.execute(sql: "PRAGMA synchronous = FULL") } }
            var result: T?
            try db.inTransaction(access == .reading ? .deferred : .immediate) {
                result = try body(Database(SQLiteConnection(db)))
                return .commit
            }
            return result!
        }
    }

    static func checkSpace(for path: String) throws {
        guard let free = room(for: path), free < spaceNeeded else { return }
        throw RunError.state(
            path: path,
            reason: "only \(free / 1024) KB are free on its disk, \(spaceNeeded / 1024) KB are needed; free some space")
    }

    /// The free bytes on the disk of the file's folder; nil when there is no such folder yet.
    private static func room(for path: String) -> Int? {
        var room = statvfs()
        guard statvfs(path.folderOfPath, &room) == 0 else { return nil }
        return Int(clamping: room.free)
    }
}

// MARK: - Opening

extension SQLiteEngine {
    private static func configuration() -> GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // The log is written into the file only at the end of the run, after the backup copy has got it.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            // Every commit is on the disk before the next step. This matters most for `pending` before the first
            // delivery.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // What a changed row contained may be a secret, so its bytes are overwritten.
            try db.execute(sql: "PRAGMA secure_delete = ON")
        }
        return configuration
    }

    /// The file to which a path leads. If the target of a symbolic link is gone, perhaps with its disk, that is an
    /// error and not a new state.
    static func file(at path: String) throws -> String {
        guard let file = followingLinks(path) else { return path }
        var status = stat()
        if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, lstat(file, &status) != 0 {
            throw RunError.state(
                path: path,
                reason: "leads to '\(file)', which does not exist; restore that, or remove the link to start empty")
        }
        return file
    }

    /// Whether there is a state. A lost or empty state is an error.
    private static func exists(_ path: String) throws -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else {
                throw RunError.state(path: path, reason: "cannot be read: \(errorText(errno))")
            }
            guard !BackupCopy(of: path).exists else {
                throw RunError.state(
                    path: path,
                    reason: "is missing, but its backup copy exists; restore it with: "
                        + "\(BackupCopy(of: path).restoring) (or remove the copy to start empty)")
            }
            return false
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw RunError.state(path: path, reason: "is not a file but a folder or a device; use another --state")
        }
        try requireFiles(beside: path)
        guard status.st_size > 0 else {
            throw RunError.state(path: path, reason: "is an empty file and not a state; \(recovery(path))")
        }
        guard !isCutInPage(path, size: Int(status.st_size)) else {
            throw RunError.state(path: path, reason: "is damaged (its end is missing); \(recovery(path))")
        }
        return true
    }

    /// Refuses what is no file in the place of one of SQLite's own files. SQLite would wait for ever at a named pipe.
    static func requireFiles(beside path: String) throws {
        for file in ["-wal", "-shm", "-journal"].map({ path + $0 }) {
            var status = stat()
            guard stat(file, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
                throw RunError.state(path: path, reason: "'\(file)' is not a file but a folder or a device; remove it")
            }
        }
    }

    /// Whether the file ends inside a page (SQLite's file format, section 1.2). While there is a log, it may: a disk that
    /// was full stopped SQLite there, and the log has the page.
    private static func isCutInPage(_ path: String, size: Int) -> Bool {
        let file = try? FileHandle(forReadingFrom: URL(filePath: path))
        let head = (try? file?.read(upToCount: 18)).map { [UInt8]($0) }
        guard let head, head.count == 18, head.starts(with: "SQLite format 3\0".utf8) else { return false }
        let page = Int(head[16]) << 8 | Int(head[17])
        return page > 1 && size % page != 0 && !hasLog(path)
    }

    /// Makes a new state under a temporary name and renames it. So the file with the final name is always complete.
    private static func create(_ path: String) throws -> DatabaseQueue {
        let files = FileManager.default
        try files.createFolder(of: path)
        let fresh = path + ".new"
        for ending in ["", "-wal", "-shm"] { try? files.removeItem(atPath: fresh + ending) }
        // SQLite takes an empty file for a new database. It gives its log the same permissions as this file.
        let descriptor = Foundation.open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Foundation.close(descriptor) }
        let queue = try DatabaseQueue(path: fresh, configuration: configuration())
        try queue.inDatabase { _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
        try State.migrate(queue)
        _ = try queue.inDatabase { try $0.checkpoint(.truncate) }
        try queue.close()
        // SQLite would write the log of a lost state into the new one.
        for ending in ["-wal", "-shm"] { unlink(path + ending) }
        guard rename(fresh, path) == 0 else {
            throw RunError.state(path: path, reason: "cannot be created: \(String(cString: strerror(errno)))")
        }
        syncFolder(of: path)
        return try open(path)
    }

    static func unwritable(_ path: String, _ code: Int32) -> RunError {
        .state(path: path, reason: "cannot be written: \(errorText(code))")
    }

    /// - Parameter path: the name of the file in errors, if `file` is a copy.
    private static func open(_ file: String, as path: String? = nil) throws -> DatabaseQueue {
        guard access(file, R_OK | W_OK) == 0 else { throw unwritable(path ?? file, errno) }
        let queue = try DatabaseQueue(path: file, configuration: configuration())
        try refuseForeign(queue, path ?? file)
        if try queue.inDatabase({ try String.fetchOne($0, sql: "PRAGMA journal_mode") }) != "wal" {
            try queue.inDatabase { _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
        }
        try State.migrate(queue)
        return queue
    }

    private static func requireReadable(_ path: String) throws {
        guard access(path, R_OK) != 0 else { return }
        throw RunError.state(path: path, reason: "cannot be read: \(errorText(errno))")
    }

    private static func openReadOnly(_ path: String) throws -> DatabaseQueue {
        try requireReadable(path)
        var configuration = configuration()
        let isWritable = access(path, W_OK) == 0 && access(path.folderOfPath, W_OK) == 0
        var name = path
        if isWritable {
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = 1") }
        } else {
            configuration.readonly = true
            // Without the right to write, SQLite cannot make the shared memory of its log. If there is no log, it needs
            // none.
            if !hasLog(path) { name = URL(fileURLWithPath: path).absoluteString + "?immutable=1" }
        }
        let queue = try DatabaseQueue(path: name, configuration: configuration)
        try refuseForeign(queue, path)
        guard try queue.inDatabase(State.migrator.hasCompletedMigrations) else {
            // A state of an earlier version is read from a copy that is upgraded.
            try queue.close()
            return try inMemory(from: name)
        }
        return queue
    }

    /// A state in memory, which ends with the process.
    /// - Parameter name: the path or address of the file that is copied; nil for an empty state.
    private static func inMemory(from name: String? = nil) throws -> DatabaseQueue {
        let queue: DatabaseQueue
        if let name {
            queue = try DatabaseQueue.inMemoryCopy(fromPath: name, configuration: configuration())
        } else {
            queue = try DatabaseQueue(configuration: configuration())
        }
        try State.migrate(queue)
        return queue
    }

    private static func refuseForeign(_ queue: DatabaseQueue, _ path: String) throws {
        guard try !queue.inDatabase(State.migrator.appliedIdentifiers).isEmpty else {
            throw RunError.state(path: path, reason: "is a database, but not a state of newsdigest; \(recovery(path))")
        }
        guard try queue.inDatabase(State.migrator.hasBeenSuperseded) else { return }
        throw RunError.state(
            path: path,
            reason: "was written by a newer version than this one (\(version)); install the newer version, or use "
                + "another --state")
    }

    static func hasLog(_ path: String) -> Bool { FileStamp(path + "-wal").map { $0.size > 0 } ?? false }

    /// Copies the state and its log, as they are at one moment, into a new folder.
    private static func copy(_ path: String) throws -> (ScratchFolder, path: String) {
        try requireReadable(path)
        let files = FileManager.default
        let folder = try ScratchFolder()
        let copy = folder.path + "/state.sqlite"
        do {
            // The log grows during a run. The state file changes only when a run ends, and a copy made at that moment
            // would be inconsistent.
            for _ in 0..<10 {
                let stamp = FileStamp(path)
                for ending in ["", "-wal"] { unlink(copy + ending) }
                try files.copyItem(atPath: path, toPath: copy)
                if hasLog(path) { try files.copyItem(atPath: path + "-wal", toPath: copy + "-wal") }
                chmod(copy, 0o600)
                if FileStamp(path) == stamp { return (folder, copy) }
            }
            throw RunError.state(path: path, reason: "is being changed all the time; try again later")
        } catch let error as CocoaError {
            folder.remove()
            throw RunError.state(
                path: path,
                reason: "cannot be copied to '\(folder.path)' for the dry run: \(errorText(of: error))")
        } catch {
            folder.remove()
            throw error
        }
    }
}

// MARK: - Errors

extension SQLiteEngine {
    /// Turns each error of SQLite into the one line that ends the run and says what to do.
    static func explaining<T>(_ path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as RunError {
            throw error
        } catch let error as GRDB.DatabaseError {
            throw RunError.state(path: path, reason: reason(error, path))
        } catch let error as DatabaseError {
            throw RunError.state(path: path, reason: damage(error.fact, path))
        } catch is DecodingError {
            throw RunError.state(path: path, reason: damage("a row's JSON is damaged", path))
        } catch {
            throw RunError.state(path: path, reason: oneLine("\(error)"))
        }
    }

    static func reason(_ error: GRDB.DatabaseError, _ path: String) -> String {
        let fact = error.message ?? "\(error.resultCode)"
        switch error.resultCode {
        // If there is no space for the index of a log, SQLite reports an I/O error.
        case .SQLITE_FULL,
            .SQLITE_IOERR where error.resultCode == .SQLITE_FULL || isFull(path):
            return "the disk is full; free some space and run again"
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            return "cannot be written (\(fact)); check the permissions of the file and its folder"
        case .SQLITE_BUSY, .SQLITE_LOCKED: return "another program keeps it locked (\(fact)); close that and run again"
        case .SQLITE_IOERR:
            let reading: [ResultCode] = [.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ, .SQLITE_IOERR_CORRUPTFS]
            if reading.contains(error.extendedResultCode) {
                return "cannot be read (\(fact)); check the disk; \(recovery(path))"
            }
            // The state is whole with its log, and may have more than the backup copy.
            return "cannot be read or written (\(fact)); check the disk, its quota, the limit of file sizes "
                + "(ulimit -f) and the locks of its file system, and run again"
        case .SQLITE_NOMEM: return "needs more memory than there is; close other programs and run again"
        // This includes a missing table, a violated constraint and a wrong index. No run leaves a state like that.
        default: return damage(fact, path)
        }
    }

    private static func damage(_ fact: String, _ path: String) -> String {
        "is damaged (\(fact)); \(recovery(path))"
    }

    private static func isFull(_ path: String) -> Bool { room(for: path).map { $0 < spaceNeeded } ?? false }

    private static func recovery(_ path: String) -> String {
        let kept = BackupCopy(of: path)
        guard kept.exists else {
            guard FileManager.default.fileExists(atPath: path) else { return "nothing was stored yet: run again" }
            return "there is no backup copy: restore a backup of your own, or move the file away to start empty"
        }
        return "restore the backup copy with: mv \(quoted(path)) \(quoted(path + ".broken")) && "
            + "rm -f \(quoted(path + "-wal")) \(quoted(path + "-shm")) && \(kept.restoring)"
    }
}
