import Foundation
import Testing

@testable import Files
@testable import Settings

/// Files and pipes are read whole, whatever their length, and no further than the limit.
struct ReadingTests {
    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
    func `a file and a pipe are read to their end`(count: Int) throws {
        let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) })
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forReadingFrom: file)
        #expect(try handle.readAll(upTo: 300_000) == bytes)

        let pipe = Pipe()
        Thread.detachNewThread {
            try? pipe.fileHandleForWriting.write(contentsOf: bytes)
            try? pipe.fileHandleForWriting.close()
        }
        #expect(try pipe.fileHandleForReading.readAll(upTo: 300_000) == bytes)
    }

    @Test(arguments: [99, 100])
    func `a file over the limit is not read`(limit: Int) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(repeating: 1, count: 100).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forReadingFrom: file)
        #expect(try handle.readAll(upTo: limit)?.count == (limit < 100 ? nil : 100))
    }

    @Test func `only regular files, descriptors and the null device are read by name`() throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder("pipe"), 0o600) == 0)
        #expect(throws: UnusableKind.self) { try FileHandle.read(folder("pipe"), upTo: 10) }
        #expect(throws: UnusableKind.self) { try FileHandle.read("/dev/zero", upTo: 10) }
        #expect(throws: UnusableKind.self) { try FileHandle.openedFile(folder("pipe")) }
        #expect(throws: POSIXError(.EISDIR)) { try FileHandle.read(folder("."), upTo: 10) }
        #expect(throws: POSIXError(.ENOENT)) { try FileHandle.read(folder("none"), upTo: 10) }
        #expect(try FileHandle.read("/dev/null", upTo: 10) == Data())
        let pipe = Pipe()
        Thread.detachNewThread {
            try? pipe.fileHandleForWriting.write(contentsOf: Data("word".utf8))
            Thread.sleep(forTimeInterval: 0.05)
            try? pipe.fileHandleForWriting.close()
        }
        let name = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
        #expect(try FileHandle.read(name, upTo: 10) == Data("word".utf8))
        // A pipe is empty when it is read again.
        #expect(try FileHandle.read(name, upTo: 10) == Data("word".utf8))
        #expect(try FileHandle.read(name, upTo: 3) == nil)
    }

    @Test func `a named pipe in the place of a secret is named and does not block`() async throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder("key"), 0o600) == 0)
        let error = await #expect(throws: SecretError.self) {
            try await SecretReference.file(path: folder("key")).resolve()
        }
        #expect(
            error?.description
                == "the file '\(folder("key"))' cannot be read: it is a named pipe; name a regular file")
    }

    @Test func `a folder cannot be read`() throws {
        let folder = try FileHandle(forReadingFrom: FileManager.default.temporaryDirectory)
        #expect(throws: POSIXError(.EISDIR)) { try folder.readAll(upTo: 10) }
    }
}
