import Foundation

/// Runs the real executable, built beside the tests, in a home of its own.
struct Binary {
    /// A folder that stands for the user's home: configuration, state and output live below it.
    let home: URL
    /// Variables beyond the few that every run has.
    var environment: [String: String] = [:]

    struct Result {
        var status: Int32
        var stdout: String
        var stderr: String
        var bytes: Data
        var lines: [String] { stdout.split(separator: "\n").map(String.init) }
    }

    init() throws {
        home = FileManager.default.temporaryDirectory.appending(path: "newsdigest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    static var url: URL {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "newsdigest")
    }

    func path(_ name: String) -> String { home.appending(path: name).path }

    func write(_ text: String, to name: String) throws {
        let url = home.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func read(_ name: String) throws -> String { try String(contentsOf: home.appending(path: name), encoding: .utf8) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Runs `newsdigest` with these arguments to its end.
    @discardableResult
    func run(_ arguments: String..., input: String = "") throws -> Result { try run(arguments, input: input) }

    @discardableResult
    func run(_ arguments: [String], input: String = "") throws -> Result {
        try run(Self.url, arguments, input: input)
    }

    /// Runs a shell line in which `$newsdigest` is the executable.
    @discardableResult
    func shell(_ line: String) throws -> Result {
        try run(URL(filePath: "/bin/bash"), ["-c", line], input: "")
    }

    func remove() { try? FileManager.default.removeItem(at: home) }
}

extension Binary {
    private func run(_ executable: URL, _ arguments: [String], input: String) throws -> Result {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = home
        process.environment = [
            "HOME": home.path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "TZ": "UTC",
            "LANG": "C.UTF-8", "newsdigest": Self.url.path,
            // Swift would look for the functions of a crash for a second.
            "SWIFT_BACKTRACE": "enable=no",
        ].merging(environment) { $1 }
        // Files instead of pipes: a full pipe would hold the child until somebody reads it.
        let output = home.appending(path: ".stdout-\(UUID().uuidString)")
        let errors = home.appending(path: ".stderr-\(UUID().uuidString)")
        let given = home.appending(path: ".stdin-\(UUID().uuidString)")
        try Data(input.utf8).write(to: given)
        try Data().write(to: output)
        try Data().write(to: errors)
        process.standardInput = try FileHandle(forReadingFrom: given)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        defer { for url in [output, errors, given] { try? FileManager.default.removeItem(at: url) } }
        let bytes = try Data(contentsOf: output)
        return Result(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            stdout: String(decoding: bytes, as: UTF8.self),
            stderr: String(decoding: try Data(contentsOf: errors), as: UTF8.self), bytes: bytes)
    }
}
