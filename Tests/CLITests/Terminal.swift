import Foundation

extension Binary {
    /// Runs `newsdigest` with a terminal as its standard input and standard error.
    /// - Parameters:
    ///   - lines: what the person types. A lone `U+0004` is Control-D.
    ///   - columns: the width of the terminal, which then shows standard output, too. It has 24 rows.
    /// - Returns: what was on standard output, and what the terminal showed.
    func runOnTerminal(
        _ arguments: [String], typing lines: [String] = [], columns: UInt16? = nil, variables: [String: String] = [:]
    ) throws -> (status: Int32, stdout: String, screen: String) {
        let (terminal, side) = try Self.openTerminal()
        var size = winsize(ws_row: 24, ws_col: columns ?? 0, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(side, UInt(TIOCSWINSZ), &size)
        let typed = lines.map { $0 == "\u{4}" ? $0 : $0 + "\n" }.joined()
        try FileHandle(fileDescriptor: terminal).write(contentsOf: Data(typed.utf8))
        // The terminal holds a few kilobytes only, so somebody must read while the program runs.
        let shown = Shown()
        let isRead = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 4096)
            // When the last program has closed its side, reading is an error.
            while case let count = Foundation.read(terminal, &buffer, buffer.count), count > 0 {
                shown.add(buffer[..<count])
            }
            isRead.signal()
        }
        let output = home.appending(path: ".stdout-\(UUID().uuidString)")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = Self.url
        process.arguments = arguments
        process.currentDirectoryURL = home
        process.environment = [
            "HOME": home.path, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "TZ": "UTC",
            "LANG": "C.UTF-8", "TERM": "dumb",
        ].merging(variables) { $1 }
        let handle = FileHandle(fileDescriptor: side, closeOnDealloc: false)
        process.standardInput = handle
        process.standardError = handle
        process.standardOutput = try columns == nil ? FileHandle(forWritingTo: output) : handle
        try process.run()
        process.waitUntilExit()
        close(side)
        isRead.wait()
        close(terminal)
        defer { try? FileManager.default.removeItem(at: output) }
        return (
            process.terminationStatus, try String(contentsOf: output, encoding: .utf8),
            shown.text.replacing("\r\n", with: "\n")
        )
    }

    /// Opens a new terminal by the calls of Linux (ioctl_tty(2)), because Glibc's module has no `posix_openpt`.
    /// - Returns: the side of the person and the side of the program.
    private static func openTerminal() throws -> (terminal: Int32, side: Int32) {
        let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (isLocked, index): (Int32, Int32) = (0, 0)
        guard terminal >= 0, ioctl(terminal, unlock, &isLocked) == 0, ioctl(terminal, number, &index) == 0,
            case let side = open("/dev/pts/\(index)", O_RDWR | O_NOCTTY | O_CLOEXEC), side >= 0
        else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return (terminal, side)
    }
}

/// What a terminal has shown so far.
private final class Shown: @unchecked Sendable {
    private let lock = NSLock()
    private var bytes: [UInt8] = []

    func add(_ part: ArraySlice<UInt8>) { lock.withLock { bytes += part } }

    var text: String { lock.withLock { String(decoding: bytes, as: UTF8.self) } }
}
