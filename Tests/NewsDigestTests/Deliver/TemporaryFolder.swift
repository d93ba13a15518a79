import Foundation

/// A folder of its own for one test, removed at its end.
final class TemporaryFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("newsdigest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ text: String, to name: String, mode: Int = 0o644) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: self(name))
        return self(name)
    }

    func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: self(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}

/// Writing to a pipe that nobody reads must fail, as in the program itself, and not end the tests.
let brokenPipesAreErrors: Void = { signal(SIGPIPE, SIG_IGN) }()
