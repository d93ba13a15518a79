import Files
import Foundation
import Synchronization
import Texts
import Values

/// What newsdigest remembers: the items seen, the digests sent, and a record of each source.
///
/// `docs/state.md` explains its rules. One run calls
///
///     begin(at:) → pendings(profile:) → remember(…) → candidates(…) → store(_:) → markDelivered(…) → finish(…) →
///     end(…) → close()
///
/// Every step is one transaction. So a process can be killed at any time, and the next run continues from its state.
package final class State: Sendable {
    package enum Mode: Sendable, Equatable {
        case readWrite
        /// Like `readWrite`, but on a copy that is removed at the end. Nothing of the state is made or changed, and a
        /// run at the same time is not disturbed.
        case dryRun
        case readOnly
    }

    /// The path of the state's file, or its address without the password.
    package let path: String
    package let mode: Mode
    let engine: any Engine
    /// The shared texts that were stored last.
    let textNumbers = Mutex(SharedTextNumbers())
    /// The editions whose digests were marked as sent last.
    let editions = Mutex(OpenEditions())
    let searched = Mutex<SearchedDeliveries?>(nil)
    /// The right to write a file, for as long as this value exists.
    private let lock: StateLock?
    /// What this machine has claimed, if other machines use the state too.
    let ownClaims = OwnClaims()
    /// Why something that was delivered could not be marked.
    private let missing = Mutex<(any Error)?>(nil)
    package internal(set) var missingMark: (any Error)? {
        get { missing.withLock { $0 } }
        set { missing.withLock { $0 = newValue } }
    }

    /// Opens a state for one command. A command that writes a file holds its lock until this value is gone. A state on
    /// a server has no lock: machines share the work by claims.
    /// - Parameters:
    ///   - name: the path of a file, or a `ServerAddress`.
    ///   - patience: how long to wait for another process that writes.
    /// - Throws: `RunError.state`; `.locked` when another process writes; `.configuration` for a wrong address, or for
    ///   a server without the means to reach it.
    package static func open(_ name: String, _ mode: Mode, patience: Duration = .zero) throws -> State {
        if let address = try ServerAddress(name) { return try State(address, mode) }
        let lock = mode == .readWrite ? try StateLock(besideState: name, patience: patience) : nil
        return try State(path: name, mode: mode, lock: lock)
    }

    /// How long a command that a person types waits for a run, as SQLite waits for another process.
    package static let patience = Duration.seconds(5)

    /// The files that belong to a state in a file.
    package static func files(of path: String) -> [String] {
        ["", "-wal", "-shm", ".kept", ".lock", ".work"].map { path + $0 }
    }

    /// Opens a state that is copied. No run can use it at the same time.
    /// - Throws: like `open`; `RunError.usage` when there is no state.
    package static func openSource(_ name: String) throws -> State {
        let state: State
        if let address = try ServerAddress(name) {
            state = try State(address, .readOnly)
        } else {
            let lock = FileManager.default.fileExists(atPath: name) ? try StateLock(besideState: name) : nil
            state = try State(path: name, mode: .readOnly, lock: lock)
        }
        guard try !state.isNew else { throw RunError.usage("'\(state.path)' is not a state, or is empty") }
        return state
    }

    private convenience init(path: String, mode: Mode, lock: StateLock?) throws {
        let engine = try SQLiteEngine(path: path, mode: mode)
        self.init(engine, path: engine.path, mode: mode, lock: lock)
    }

    init(_ engine: any Engine, path: String, mode: Mode, lock: StateLock? = nil) {
        self.engine = engine
        self.path = path
        self.mode = mode
        self.lock = lock
    }

    /// Whether nothing was stored yet.
    package var isNew: Bool { get throws { try read { try Self.isEmpty($0) } } }

    /// Closes the state.
    /// - Returns: what could not be done at the end. The state itself is complete.
    @discardableResult
    package func close() -> Failure? { engine.close() }

    func checkSpace() throws { try engine.checkSpace() }

    /// Fails if any part of the state is damaged.
    package func checkContent() throws { try engine.checkContent() }

    /// Fails if a run could not use the state in a file, because its disk is nearly full.
    package static func checkSpace(for path: String) throws {
        try SQLiteEngine.checkSpace(for: SQLiteEngine.file(at: path))
    }

    /// Fails as a run would, if this user must not make or write the state in a file. Makes nothing.
    package static func checkAccess(to path: String) throws { try StateLock.check(besideState: path) }

    /// Changes the state in one transaction.
    /// - Parameter alone: whether no other machine may change the state at the same time. A step needs this if it looks
    ///   for rows of others before it adds its own.
    @discardableResult
    func write<T>(alone: Bool = true, _ body: (Database) throws -> T) throws -> T {
        try transaction(alone ? .writingAlone : .writing, body)
    }

    func transaction<T>(_ access: Access, _ body: (Database) throws -> T) throws -> T {
        let result = try engine.transaction(access, body)
        try followConnection()
        return result
    }

    func read<T>(_ body: (Database) throws -> T) throws -> T { try transaction(.reading, body) }
}

// MARK: - On a server

extension State {
    /// Opens a state on a server.
    package convenience init(_ address: ServerAddress, _ mode: Mode) throws {
        #if PostgreSQL
            switch mode {
            case .readWrite: self.init(try PostgreSQLEngine(address), path: address.name, mode: mode)
            case .readOnly:
                let engine: any Engine = try PostgreSQLEngine(reading: address) ?? SQLiteEngine(temporaryFor: address)
                self.init(engine, path: address.name, mode: mode)
            case .dryRun:
                let copy = State(try SQLiteEngine(temporaryFor: address), path: address.name, mode: mode)
                try State(address, .readOnly).copy(to: copy)
                self.init(copy.engine, path: address.name, mode: mode)
            }
        #else
            throw RunError.configuration(
                file: address.name,
                reason: "this newsdigest was built without PostgreSQL; 'make postgresql' builds one with it")
        #endif
    }
}
