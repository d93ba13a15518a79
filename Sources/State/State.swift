import Files
import Foundation
import Values

/// What newsdigest remembers: the items seen, the digests sent, and a record of each source.
///
/// `docs/state.md` explains its rules. One run calls
///
///     begin(at:) → pendings(profile:) → remember(…) → candidates(…) → store(_:) → markDelivered(…) → finish(…) → end(…) → close()
///
/// and every step is one transaction, so that a process killed anywhere leaves a state the next run can go on from.
package final class State: Sendable {
    package enum Mode: Sendable, Equatable {
        case readWrite
        /// Like `readWrite`, but on a copy that is removed at the end. Nothing of the state is made or changed, and a
        /// run at the same time is not disturbed.
        case dryRun
        case readOnly
    }

    /// The path of the state's file.
    package let path: String
    package let mode: Mode
    let engine: any Engine
    /// The right to write, for as long as this value exists.
    private let lock: StateLock?

    /// Opens a state for one command. A command that writes holds the state's lock until this value is gone.
    /// - Parameter name: the path of a file.
    /// - Throws: `RunError.state`, or `.locked` when another process writes.
    package static func open(_ name: String, _ mode: Mode) throws -> State {
        let lock = mode == .readWrite ? try StateLock(besideState: name) : nil
        return try State(path: name, mode: mode, lock: lock)
    }

    /// Opens a state in a file without its lock.
    /// - Throws: `RunError.state`.
    package convenience init(path: String, mode: Mode) throws {
        try self.init(path: path, mode: mode, lock: nil)
    }

    private init(path: String, mode: Mode, lock: StateLock?) throws {
        let engine = try SQLiteEngine(path: path, mode: mode)
        self.path = engine.path
        self.mode = mode
        self.engine = engine
        self.lock = lock
    }

    /// Closes the state.
    /// - Returns: what could not be done at the end. The state itself is complete.
    @discardableResult
    package func close() -> Failure? { engine.close() }

    func checkRoom() throws { try engine.checkRoom() }

    @discardableResult
    package func write<T>(_ body: (Database) throws -> T) throws -> T {
        try engine.transaction(isWriting: true, body)
    }

    package func read<T>(_ body: (Database) throws -> T) throws -> T {
        try engine.transaction(isWriting: false, body)
    }
}
