import Foundation
import TestSupport
import Testing

@testable import Platform
@testable import Settings

@Suite struct FileDeliveryTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String) throws {
        try FileDelivery(path: folder(name)).write(Array(text.utf8))
    }

    private func failure(_ path: String, size: Int = 1) -> DeliveryFailure? {
        do {
            try FileDelivery(path: path).check(size: size)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a file appears with the usual rights and nothing beside it`() throws {
        try write("digest", to: "digest.html")
        #expect(folder.text("digest.html") == "digest")
        #expect(folder.names == ["digest.html"])
        // What the system gives any new file: to ask for the mask itself would change it for all other tests.
        let usual = folder("usual")
        close(open(usual, O_CREAT | O_WRONLY, 0o666))
        #expect(try mode("digest.html") == mode("usual"))
    }

    @Test func `a file that is replaced keeps its rights`() throws {
        _ = try folder.write("yesterday", to: "digest.html", mode: 0o640)
        try write("today", to: "digest.html")
        #expect(folder.text("digest.html") == "today")
        #expect(try mode("digest.html") == 0o640)
    }

    @Test func `a reader of the old file still sees the whole old file`() throws {
        let path = try folder.write("yesterday", to: "digest.html")
        let reader = try #require(FileHandle(forReadingAtPath: path))
        try write("today", to: "digest.html")
        #expect(try reader.readToEnd() == Data("yesterday".utf8))
    }

    @Test func `a symbolic link stays and its target is replaced`() throws {
        try FileManager.default.createDirectory(atPath: folder("pages"), withIntermediateDirectories: false)
        _ = try folder.write("yesterday", to: "pages/today.html")
        try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: "pages/today.html")
        try FileManager.default.createSymbolicLink(atPath: folder("dangling"), withDestinationPath: "pages/new.html")
        try write("today", to: "link")
        try write("new", to: "dangling")
        #expect(folder.text("pages/today.html") == "today")
        #expect(folder.text("pages/new.html") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("link")) == "pages/today.html")
        #expect(folder.names == ["dangling", "link", "pages"])
    }

    @Test func `links that lead in a circle are an error`() throws {
        try FileManager.default.createSymbolicLink(atPath: folder("a"), withDestinationPath: "b")
        try FileManager.default.createSymbolicLink(atPath: folder("b"), withDestinationPath: "a")
        #expect(failure(folder("a"))?.reason.contains("Too many levels of symbolic links") == true)
    }

    @Test func `what a killed run left is removed, and nothing else`() throws {
        _ = try folder.write("half", to: ".digest.html.4194304.newsdigest")
        _ = try folder.write("another", to: ".other.html.4194304.newsdigest")
        _ = try folder.write("alive", to: ".digest.html.1.newsdigest")
        try write("today", to: "digest.html")
        #expect(folder.names == [".digest.html.1.newsdigest", ".other.html.4194304.newsdigest", "digest.html"])
    }

    @Test func `a pipe is written to and not replaced`() throws {
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        let reader = open(folder("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try FileDelivery(path: folder("pipe"), patience: 0.2).write(Array("digest".utf8))
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(read(reader, &buffer, 16) == 6)
        #expect(folder.names == ["pipe"])
    }

    @Test func `a named pipe without a reader ends at its time and is not tried again`() throws {
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        let path = folder("pipe")
        #expect(
            throws: DeliveryFailure("'\(path)' was not opened for reading within 0.2 s", retry: .nextRun)
        ) {
            try FileDelivery(path: path, timeout: 0.2).write([1])
        }
    }

    @Test func `a named pipe whose reader stops reading ends at its time`() throws {
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        let path = folder("pipe")
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        #expect(
            throws: DeliveryFailure("'\(path)' was opened, but nothing was read from it for 0.2 s", retry: .nextRun)
        ) {
            try FileDelivery(path: path, timeout: 0.2).write([UInt8](repeating: 65, count: 300_000))
        }
    }

    @Test func `a named pipe whose reader leaves with bytes unread is a failure`() async throws {
        brokenPipesAreErrors
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        let path = folder("pipe")
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        let leaving = OtherThread {
            waitForBytes(in: reader)
            close(reader)
        }
        #expect(throws: DeliveryFailure("'\(path)' was closed before all of it was read", retry: .nextRun)) {
            try FileDelivery(path: path).write([1, 2, 3])
        }
        _ = await leaving.result
    }

    @Test func `the path of an open descriptor is written to where it stands`() throws {
        let path = try folder.write("before\n", to: "log")
        let file = open(path, O_WRONLY | O_APPEND)
        defer { close(file) }
        try FileManager.default.createSymbolicLink(
            atPath: folder("out"), withDestinationPath: "/proc/self/fd/\(file)")
        for name in ["/proc/self/fd/\(file)", "/dev/fd/\(file)", folder("out")] {
            try FileDelivery(path: name).write(Array("digest\n".utf8))
        }
        #expect(folder.text("log") == "before\ndigest\ndigest\ndigest\n")
        #expect(failure("/dev/fd/987")?.reason == "'/dev/fd/987' cannot be written: Bad file descriptor")
    }

    @Test func `a missing folder, a folder in its place and a full disk are named before anything is written`() {
        let missing = failure(folder("none/digest.html"))
        #expect(missing?.reason.contains("the folder '\(folder.path)/none' does not exist") == true)
        #expect(missing?.retry == .nextRun)
        #expect(failure(folder.path)?.reason == "'\(folder.path)' is a folder")
        #expect(failure(folder("digest.html"), size: .max)?.reason.contains("No space left on device") == true)
    }

    @Test func `a device that takes nothing is a failure`() {
        let full = DeliveryFailure("'/dev/full' cannot be written: No space left on device", retry: .nextRun)
        #expect(throws: full) { try FileDelivery(path: "/dev/full").write([1, 2, 3]) }
    }

    private func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder(name))
        return try #require(attributes[.posixPermissions] as? Int)
    }
}

@Suite struct StandardOutputTests {
    init() { brokenPipesAreErrors }

    enum Channel: CaseIterable {
        case pipe, socket

        func opened() -> (read: Int32, write: Int32) {
            var ends: [Int32] = [0, 0]
            let result = self == .pipe ? Glibc.pipe(&ends) : socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
            #expect(result == 0)
            return (ends[0], ends[1])
        }
    }

    @Test func `more than a pipe holds gets through to a slow reader, also without blocking`() async throws {
        let (reader, writer) = Channel.pipe.opened()
        #expect(fcntl(writer, F_SETFL, O_NONBLOCK) == 0)
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let received = OtherThread {
            try? FileHandle(fileDescriptor: reader, closeOnDealloc: true).readToEnd()
        }
        try StandardOutput.write(bytes, to: OpenOutput(descriptor: writer))
        close(writer)
        #expect(await received.result == Data(bytes))
    }

    @Test func `a closed pipe is a failure`() {
        let (reader, writer) = Channel.pipe.opened()
        close(reader)
        #expect(throws: DeliveryFailure("standard output cannot be written: Broken pipe", retry: .nextRun)) {
            try StandardOutput.write([1], to: OpenOutput(descriptor: writer))
        }
        close(writer)
    }

    private static let left = DeliveryFailure("standard output was closed before all of it was read", retry: .nextRun)

    /// Writes a digest while `reader` does its part on another thread.
    private func write(
        to output: OpenOutput, while reader: @escaping @Sendable () -> String = { "" }
    ) async -> (failure: DeliveryFailure?, read: String?) {
        let reading = OtherThread(reader)
        defer { close(output.descriptor) }
        do throws(DeliveryFailure) {
            try StandardOutput.write(Array("digest".utf8), to: output)
            return (nil, await reading.result)
        } catch {
            return (error, await reading.result)
        }
    }

    /// What can be read at once.
    private static func text(from descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 100)
        return String(decoding: buffer[..<max(0, read(descriptor, &buffer, 100))], as: UTF8.self)
    }

    @Test(arguments: Channel.allCases)
    func `a digest that the reader of a pipe or socket never read is not delivered`(channel: Channel) async {
        let (reader, writer) = channel.opened()
        let failure = await write(to: OpenOutput(descriptor: writer)) {
            waitForBytes(in: reader)
            close(reader)
            return ""
        }.failure
        #expect(failure == Self.left)
    }

    @Test(arguments: Channel.allCases)
    func `a digest that the reader of a pipe or socket read late is delivered`(channel: Channel) async {
        let (reader, writer) = channel.opened()
        let (failure, read) = await write(to: OpenOutput(descriptor: writer)) {
            usleep(300_000)
            defer { close(reader) }
            return Self.text(from: reader)
        }
        #expect(failure == nil)
        #expect(read == "digest")
    }

    @Test func `a digest counts as delivered if its reader is still there after the time limit`() async {
        let (reader, writer) = Channel.pipe.opened()
        #expect(await write(to: OpenOutput(descriptor: writer, patience: 0.2)).failure == nil)
        #expect(Self.text(from: reader) == "digest")
        close(reader)
    }

    @Test func `a full disk is a failure`() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let failure = DeliveryFailure("standard output cannot be written: No space left on device", retry: .nextRun)
        #expect(throws: failure) {
            try StandardOutput.write([1], to: OpenOutput(descriptor: full))
        }
    }
}

/// Until then, whoever leaves was not there when the bytes came.
private func waitForBytes(in descriptor: Int32) {
    var reader = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    poll(&reader, 1, 30_000)
}
