import Foundation
import GRDB

/// What newsdigest remembers: one SQLite file with the items seen, the digests sent, and what is known of each source.
///
/// The rules it keeps, and why, stand in `docs/state.md`. Whoever writes holds a `StateLock` first. One run goes
///
///     begin(at:) → pendings(profile:) → remember(…) → candidates(…) → store(_:) → markDelivered(…) → finish(…) → end(…) → close()
///
/// and every step is one transaction, so that a process killed anywhere leaves a state the next run can go on from.
public final class State: Sendable {
    public enum Mode: Sendable, Equatable {
        case readWrite
        /// Everything works as in `readWrite`, in one transaction that is never committed: no file is made, no byte changed.
        case dryRun
        case readOnly
    }

    public let path: String
    public let mode: Mode
    let queue: DatabaseQueue
    /// Where a dry run works on a copy, because opening the file itself would change it.
    private let scratch: String?

    /// Less free space than this, in bytes, stops the run before anything goes out.
    static let spaceNeeded = 1 << 20

    /// - Parameters:
    ///   - path: of the state file; made with its folder when there is none, unless `mode` forbids.
    /// - Throws: `RunError.state` when the file cannot be read or written, is damaged, is empty, or comes from a
    ///   newer version. It is never taken for an empty one.
    public init(path: String, mode: Mode) throws {
        self.path = path
        self.mode = mode
        var scratch: String?
        if mode == .readWrite { try Self.checkRoom(for: path) }
        queue = try Self.explaining(path) {
            guard try Self.exists(path) else {
                return mode == .readWrite ? try Self.create(path) : try Self.inMemory(mode)
            }
            switch mode {
            case .readWrite: return try Self.open(path)
            case .readOnly: return try Self.openReadOnly(path)
            case .dryRun:
                guard try Self.changesWhenOpened(path) else { return try Self.open(path, isDryRun: true) }
                let copy = try Self.copy(path)
                scratch = copy
                return try Self.open(copy, isDryRun: true)
            }
        }
        self.scratch = scratch
        try Self.explaining(path) {
            guard mode != .readOnly else { return }
            try queue.inDatabase { db in
                try db.beginTransaction(.immediate)
                if mode == .readWrite { try db.rollback() }
            }
        }
        failpoint(.opened)
    }

    deinit {
        if let scratch { try? FileManager.default.removeItem(atPath: (scratch as NSString).deletingLastPathComponent) }
    }

    /// Ends the use of the state; after a run that changed it, the kept copy follows.
    /// - Returns: what kept the copy from following. The state itself is whole.
    @discardableResult
    public func close() -> Failure? {
        guard mode == .readWrite else {
            try? queue.close()
            return nil
        }
        return KeptCopy(of: path).follow(closing: queue)
    }

    /// Stops a run that could not write down what it is about to do.
    public func checkRoom() throws {
        if mode == .readWrite { try Self.checkRoom(for: path) }
    }

    private static func checkRoom(for path: String) throws {
        guard let free = room(for: path), free < spaceNeeded else { return }
        throw RunError.state(
            path: path,
            reason: "only \(free / 1024) KB are free on its disk, \(spaceNeeded / 1024) KB are needed; "
                + "nothing was sent, free some space")
    }

    /// Bytes that are free on the disk of the file's folder; nil when there is none yet.
    private static func room(for path: String) -> Int? {
        var room = statvfs()
        guard statvfs(folder(of: path), &room) == 0 else { return nil }
        return Int(room.f_bavail) * Int(room.f_frsize)
    }
}

extension State {
    /// One transaction, or one step of the dry run's.
    func write<T>(_ body: (Database) throws -> T) throws -> T {
        try step(.immediate, body)
    }

    func read<T>(_ body: (Database) throws -> T) throws -> T {
        try step(.deferred, body)
    }

    private func step<T>(_ kind: Database.TransactionKind, _ body: (Database) throws -> T) throws -> T {
        try Self.explaining(path) {
            try queue.writeWithoutTransaction { db in
                var result: T?
                let operations = {
                    result = try body(db)
                    return Database.TransactionCompletion.commit
                }
                if db.isInsideTransaction {
                    try db.inSavepoint(operations)
                } else {
                    try db.inTransaction(kind, operations)
                }
                return result!
            }
        }
    }
}

// MARK: - Opening

extension State {
    private static func configuration(isDryRun: Bool = false) -> GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        configuration.allowsUnsafeTransactions = isDryRun
        configuration.prepareDatabase { db in
            // The log is folded in at the end of the run only, after the kept copy has taken it.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            // Every commit is on the disk before the next step: `pending` before the first delivery most of all.
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // Nothing of a transaction reaches the disk before it is committed, and a dry run's never.
            if isDryRun { try db.execute(sql: "PRAGMA cache_spill = OFF") }
        }
        return configuration
    }

    /// Whether there is a state. A lost or emptied one is not the same as none.
    private static func exists(_ path: String) throws -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else {
                throw RunError.state(path: path, reason: "cannot be read: \(String(cString: strerror(errno)))")
            }
            guard !KeptCopy(of: path).exists else {
                throw RunError.state(
                    path: path,
                    reason: "is gone, but its kept copy is there; go on from it with: "
                        + "cp '\(KeptCopy(of: path).path)' '\(path)' (or remove the copy to start afresh)")
            }
            return false
        }
        guard status.st_size > 0 else {
            throw RunError.state(path: path, reason: "is an empty file and no state; \(recovery(path))")
        }
        return true
    }

    /// A state under its name is always a whole one: it is made beside and renamed.
    private static func create(_ path: String) throws -> DatabaseQueue {
        let files = FileManager.default
        try files.createFolder(of: path)
        let fresh = path + ".new"
        for ending in ["", "-wal", "-shm"] { try? files.removeItem(atPath: fresh + ending) }
        let queue = try DatabaseQueue(path: fresh, configuration: configuration())
        chmod(fresh, 0o600)
        try queue.inDatabase { _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
        try migrator.migrate(queue)
        _ = try queue.inDatabase { try $0.checkpoint(.truncate) }
        try queue.close()
        guard rename(fresh, path) == 0 else {
            throw RunError.state(path: path, reason: "cannot be made: \(String(cString: strerror(errno)))")
        }
        syncFolder(of: path)
        return try open(path)
    }

    private static func open(_ path: String, isDryRun: Bool = false) throws -> DatabaseQueue {
        guard access(path, R_OK | W_OK) == 0 else {
            throw RunError.state(path: path, reason: "cannot be written: \(String(cString: strerror(errno)))")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration(isDryRun: isDryRun))
        try refuseNewer(queue, path)
        if try queue.inDatabase({ try String.fetchOne($0, sql: "PRAGMA journal_mode") }) != "wal" {
            try queue.inDatabase { _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
        }
        try migrator.migrate(queue)
        return queue
    }

    private static func openReadOnly(_ path: String) throws -> DatabaseQueue {
        var configuration = configuration()
        let isWritable = access(path, W_OK) == 0 && access(folder(of: path), W_OK) == 0
        var name = path
        if isWritable {
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA query_only = 1") }
        } else {
            configuration.readonly = true
            // Without rights SQLite cannot make the shared memory of its log; without a log it needs none.
            if !hasLog(path) { name = URL(fileURLWithPath: path).absoluteString + "?immutable=1" }
        }
        let queue = try DatabaseQueue(path: name, configuration: configuration)
        try refuseNewer(queue, path)
        guard try queue.inDatabase(migrator.hasCompletedMigrations) else {
            // An earlier version's state is read through a copy that is brought up to date.
            try queue.close()
            return try inMemory(.readOnly, from: path)
        }
        return queue
    }

    /// A state that vanishes with the process.
    private static func inMemory(_ mode: Mode, from path: String? = nil) throws -> DatabaseQueue {
        let configuration = configuration(isDryRun: mode == .dryRun)
        let queue: DatabaseQueue
        if let path {
            queue = try DatabaseQueue.inMemoryCopy(fromPath: path, configuration: configuration)
        } else {
            queue = try DatabaseQueue(configuration: configuration)
        }
        try migrator.migrate(queue)
        return queue
    }

    private static func refuseNewer(_ queue: DatabaseQueue, _ path: String) throws {
        guard try queue.inDatabase(migrator.hasBeenSuperseded) else { return }
        throw RunError.state(
            path: path,
            reason: "was written by a newer newsdigest than this one (\(version)); use that, or another --state")
    }

    private static func hasLog(_ path: String) -> Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// Whether opening would fold in what a killed run left, or bring an earlier version's state up to date.
    private static func changesWhenOpened(_ path: String) throws -> Bool {
        if hasLog(path) { return true }
        var configuration = configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(
            path: URL(fileURLWithPath: path).absoluteString + "?immutable=1", configuration: configuration)
        try refuseNewer(queue, path)
        return try !queue.inDatabase(migrator.hasCompletedMigrations)
    }

    private static func copy(_ path: String) throws -> String {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "newsdigest-\(UUID().uuidString)")
        try files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let copy = folder.appending(path: "state.sqlite").path
        try files.copyItem(atPath: path, toPath: copy)
        if hasLog(path) { try files.copyItem(atPath: path + "-wal", toPath: copy + "-wal") }
        return copy
    }
}

// MARK: - Errors

extension State {
    /// Turns whatever SQLite says into the one line that stops the run, with the way out.
    static func explaining<T>(_ path: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as RunError {
            throw error
        } catch let error as DatabaseError {
            throw RunError.state(path: path, reason: reason(error, path))
        } catch {
            throw RunError.state(path: path, reason: "\(error)")
        }
    }

    private static func reason(_ error: DatabaseError, _ path: String) -> String {
        let fact = error.message ?? "\(error.resultCode)"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: return "is damaged (\(fact)); \(recovery(path))"
        // A log whose index cannot be made for want of space is an I/O error to SQLite.
        case .SQLITE_FULL,
            .SQLITE_IOERR where error.resultCode == .SQLITE_FULL || isFull(path):
            return "the disk is full; free some space and run again"
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
            return "cannot be written (\(fact)); check the rights of the file and its folder"
        case .SQLITE_BUSY, .SQLITE_LOCKED: return "another program keeps it locked (\(fact)); close that and run again"
        case .SQLITE_IOERR: return "cannot be read or written (\(fact)); check the disk, then \(recovery(path))"
        default: return "\(error)"
        }
    }

    private static func isFull(_ path: String) -> Bool { room(for: path).map { $0 < spaceNeeded } ?? false }

    private static func recovery(_ path: String) -> String {
        let kept = KeptCopy(of: path)
        guard kept.exists else {
            return "no kept copy is there: put a backup in its place, or move it away to start afresh"
        }
        return "go on from the kept copy with: mv '\(path)' '\(path).broken' && rm -f '\(path)-wal' '\(path)-shm' && "
            + "cp '\(kept.path)' '\(path)'"
    }
}

/// The folder that a file stands in; `.` for a mere name.
private func folder(of path: String) -> String {
    let folder = (path as NSString).deletingLastPathComponent
    return folder.isEmpty ? "." : folder
}

/// Makes a rename in the file's folder survive a power failure.
func syncFolder(of path: String) {
    let descriptor = Foundation.open(folder(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    Foundation.close(descriptor)
}
