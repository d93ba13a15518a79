@testable import State

extension State {
    /// Opens a state in a file without its lock, so that a test can open it several times.
    package convenience init(path: String, mode: Mode) throws {
        let engine = try SQLiteEngine(path: path, mode: mode)
        self.init(engine, path: engine.path, mode: mode)
    }
}
