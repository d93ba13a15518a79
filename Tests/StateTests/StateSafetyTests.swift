import Foundation
import GRDB
import StateTestSupport
import TestSupport
import Testing

@testable import State
@testable import Values

/// What `body` says when it stops the run because of the state; nil when it does not.
func reason(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch let error as RunError {
        return error.exitStatus == 74 ? error.description : "not a state error: \(error)"
    } catch {
        return "not a RunError: \(error)"
    }
}

extension State {
    /// Ends as a killed run does: the log stays, and the backup copy does not follow.
    func closeUnfinished() throws { try (engine as? SQLiteEngine)?.queue.close() }
}

@discardableResult
func shell(_ command: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
}

@Suite struct StateLockTests {
    let folder: StateFolder

    init() throws { folder = try StateFolder() }

    @Test func `a second run on the same state is refused at once, with the holder's process and start`() throws {
        let lock = try StateLock(besideState: folder.path, now: morning)
        #expect(throws: RunError.locked(path: folder.path, holder: "process \(getpid()), since 2026-11-21T08:00:00Z")) {
            try StateLock(besideState: folder.path)
        }
        withExtendedLifetime(lock) {}
    }

    @Test func `a link in the place of the lock empties no other file`() throws {
        let other = folder.path + ".other"
        try "kept".write(toFile: other, atomically: false, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: folder.path + ".lock", withDestinationPath: other)
        #expect(throws: RunError.self) { try StateLock(besideState: folder.path) }
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "kept")
    }

    @Test func `a lock ends with its holder, and a file that is left means nothing`() throws {
        do { _ = try StateLock(besideState: folder.path, now: morning) }
        #expect(FileManager.default.fileExists(atPath: folder.path + ".lock"))
        #expect(try Data(contentsOf: URL(filePath: folder.path + ".lock")).isEmpty)
        _ = try StateLock(besideState: folder.path)
    }

    @Test func `a lock ends with its holder, while a program that is just being started has the file open`() throws {
        var copy: Int32 = -1
        do {
            let lock = try StateLock(besideState: folder.path)
            // As in a child between fork and exec.
            copy = dup(lock.descriptor)
        }
        defer { close(copy) }
        _ = try StateLock(besideState: folder.path)
    }

    @Test func `the lock does not pass to programs that the run starts`() throws {
        let lock = try StateLock(besideState: folder.path)
        let child = Process()
        child.executableURL = URL(filePath: "/bin/sleep")
        child.arguments = ["5"]
        try child.run()
        defer { child.terminate() }
        withExtendedLifetime(lock) {}
        var status = stat()
        #expect(stat(folder.path + ".lock", &status) == 0)
        let held = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child.processIdentifier)/fd").filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(child.processIdentifier)/fd/\($0)"))
                == folder.path + ".lock"
        }
        #expect(held == [])
    }

    @Test func `a state and a symbolic link to it have one lock`() throws {
        let link = folder.url.appending(path: "link.sqlite").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "state.sqlite")
        try folder.open().close()
        let lock = try StateLock(besideState: folder.path, now: morning)
        #expect(throws: RunError.locked(path: folder.path, holder: "process \(getpid()), since 2026-11-21T08:00:00Z")) {
            try StateLock(besideState: link)
        }
        withExtendedLifetime(lock) {}
    }

    @Test func `a lock that is refused harms no file that is opened at the same time`() async throws {
        let lock = try StateLock(besideState: folder.path)
        let (path, other) = (folder.path, folder.url.appending(path: "other").path)
        try Data("text".utf8).write(to: URL(filePath: other))
        let refusals = OtherThread { (0..<5000).filter { _ in (try? StateLock(besideState: path)) == nil }.count }
        for _ in 0..<20_000 {
            let file = open(other, O_RDWR | O_CLOEXEC)
            try #require(lseek(file, 0, SEEK_END) == 4 && close(file) == 0)
        }
        #expect(await refusals.result == 5000)
        withExtendedLifetime(lock) {}
    }

    @Test func `a folder that cannot be made stops the run`() {
        #expect(
            reason { _ = try StateLock(besideState: "/proc/none/state.sqlite") }?.contains("cannot be created") == true)
    }
}

@Suite struct StateSafetyTests {
    let folder: StateFolder

    init() throws { folder = try StateFolder() }

    @Test func `a state appears whole, with its folder, and for its owner alone`() throws {
        let path = folder.url.appending(path: "deep/er/state.sqlite").path
        try State(path: path, mode: .readWrite).close()
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent).sorted()
                == ["state.sqlite", "state.sqlite.kept"])
    }

    @Test(arguments: ["", "not a database, but long enough to be taken for one by its length\n"])
    func `a file that is no state is refused and left as it is`(text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path))
        for mode in [State.Mode.readWrite, .readOnly, .dryRun] {
            let said = reason { _ = try folder.open(mode) }
            #expect(said?.hasPrefix("remember '\(folder.path)': is ") == true, "\(said ?? "opened")")
            #expect(said?.contains("move the file away to start empty") == true)
        }
        #expect(try Data(contentsOf: URL(filePath: folder.path)) == Data(text.utf8))
    }

    @Test func `a damaged state says how to restore the backup copy, and that works`() throws {
        let state = try folder.open()
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        try state.send("d1", [items[0]])
        state.close()
        try Data("garbage".utf8).write(to: URL(filePath: folder.path))
        let said = try #require(reason { _ = try folder.open() })
        let command = try #require(said.firstRange(of: "copy with: ").map { String(said[$0.upperBound...]) })
        #expect(try shell(command) == 0)
        #expect(try folder.open().unsent() == ["Title of b"])
        #expect(try String(contentsOfFile: folder.path + ".broken", encoding: .utf8) == "garbage")
    }

    @Test func `the commands work as they stand, whatever is in the path`() throws {
        let path = folder.url.appending(path: "Anna's \"news\" $HOME `id`/it's.sqlite").path
        let state = try State(path: path, mode: .readWrite)
        try state.remember([answer([storyItem("a")])], now: morning)
        state.close()
        try Data("garbage".utf8).write(to: URL(filePath: path))
        for cause in ["damaged", "gone"] {
            if cause == "gone" { try FileManager.default.removeItem(atPath: path) }
            let said = try #require(reason { _ = try State(path: path, mode: .readWrite) })
            let command = try #require(said.firstRange(of: "with: ").map { String(said[$0.upperBound...]) })
            #expect(try shell(command.replacing("(or remove the copy to start empty)", with: "")) == 0, "\(command)")
            #expect(try State(path: path, mode: .readOnly).unsent() == ["Title of a"])
        }
    }

    @Test func `a database of something else is no state, and left as it is`() throws {
        let other = try DatabaseQueue(path: folder.path)
        try other.write { try $0.execute(sql: "CREATE TABLE bookmark (url TEXT)") }
        try other.close()
        let before = try folder.contents()
        for mode in [State.Mode.readWrite, .readOnly, .dryRun] {
            #expect(reason { _ = try folder.open(mode) }?.contains("is a database, but not a state") == true)
        }
        #expect(try folder.contents() == before)
    }

    @Test func `a link to a state that is not there is a lost state, not a new one`() throws {
        let target = folder.url.appending(path: "away/state.sqlite").path
        try FileManager.default.createSymbolicLink(atPath: folder.path, withDestinationPath: target)
        for mode in [State.Mode.readWrite, .readOnly, .dryRun] {
            #expect(reason { _ = try folder.open(mode) }?.contains("to '\(target)', which does not exist") == true)
        }
        #expect(reason { _ = try StateLock(besideState: folder.path) }?.contains("which does not exist") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["state.sqlite"])
    }

    @Test func `a folder in place of a state is said to be one, and not copied`() throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
        for mode in [State.Mode.readWrite, .readOnly, .dryRun] {
            #expect(reason { _ = try folder.open(mode) }?.contains("is not a file but a folder") == true)
        }
    }

    @Test(arguments: ["-wal", "-journal", "-shm", ".lock"])
    func `a named pipe in place of a file beside a state is refused at once`(ending: String) throws {
        do { _ = try folder.open() }
        unlink(folder.path + ending)
        #expect(mkfifo(folder.path + ending, 0o600) == 0)
        #expect(
            reason {
                let lock = try StateLock(besideState: folder.path)
                _ = try folder.open()
                withExtendedLifetime(lock) {}
            }?.hasSuffix("'\(folder.path)\(ending)' is not a file but a folder or a device; remove it") == true)
    }

    @Test func `a named pipe beside the backup copy stops no run`() throws {
        do { _ = try folder.open() }
        #expect(mkfifo(folder.path + ".kept-journal", 0o600) == 0)
        let state = try folder.open()
        try state.remember([answer([storyItem("a")])], now: morning)
        #expect(state.close() == nil)
    }

    @Test(arguments: [UInt64(8192), 20_000]) func `a state cut short is damaged, not empty`(length: UInt64) throws {
        let state = try folder.open()
        try state.remember([answer((0..<200).map { storyItem("\($0)") })], now: morning)
        state.close()
        let file = try FileHandle(forUpdating: URL(filePath: folder.path))
        try file.truncate(atOffset: length)
        #expect(reason { _ = try folder.open() }?.contains("is damaged") == true)
    }

    @Test func `a run stops when it reads a damaged page`() throws {
        let state = try folder.open()
        try state.remember([answer((0..<500).map { storyItem("\($0)", summary: "Some text of \($0).") })], now: morning)
        state.close()
        let file = try FileHandle(forUpdating: URL(filePath: folder.path))
        let size = try file.seekToEnd()
        for page in stride(from: UInt64(4096 * 8), to: size, by: 4096) {
            try file.seek(toOffset: page)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        }
        let said = reason { _ = try folder.open().unsent() }
        #expect(said?.contains("is damaged") == true && said?.contains("backup copy") == true, "\(said ?? "nothing")")
    }

    @Test func `a lost state is not a new one while its kept copy is there`() throws {
        let state = try folder.open()
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        try state.send("d1", items)
        state.close()
        try FileManager.default.removeItem(atPath: folder.path)
        let said = try #require(reason { _ = try folder.open() })
        let command = try #require(said.firstRange(of: "with: ").map { said[$0.upperBound...].prefix { $0 != "(" } })
        #expect(try shell(String(command)) == 0)
        #expect(try folder.open().unsent() == [])
    }

    @Test func `the log of a lost state does no harm to a new one`() throws {
        try folder.open().close()
        let killed = try folder.open()
        try killed.remember([answer([storyItem("a")])], now: morning)
        let log = try Data(contentsOf: URL(filePath: folder.path + "-wal"))
        try killed.closeUnfinished()
        for ending in ["", "-shm", ".kept"] { unlink(folder.path + ending) }
        try log.write(to: URL(filePath: folder.path + "-wal"))
        let state = try folder.open()
        #expect(try state.unsent() == [])
        try state.remember([answer([storyItem("b")])], now: morning)
        #expect(state.close() == nil)
        #expect(try folder.open(.readOnly).unsent() == ["Title of b"])
    }

    @Test func `a state of a newer version is refused and left as it is`() throws {
        try folder.open().close()
        let queue = try DatabaseQueue(path: folder.path)
        try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('999')") }
        try queue.close()
        let before = try Data(contentsOf: URL(filePath: folder.path))
        for mode in [State.Mode.readWrite, .readOnly, .dryRun] {
            #expect(reason { _ = try folder.open(mode) }?.contains("newer version") == true)
        }
        #expect(try Data(contentsOf: URL(filePath: folder.path)) == before)
    }

    @Test func `a state that another program keeps locked stops the run`() throws {
        try folder.open().close()
        let other = try DatabaseQueue(path: folder.path)
        try other.inDatabase { db in
            try db.execute(sql: "BEGIN EXCLUSIVE")
            #expect(reason { _ = try folder.open() }?.contains("another program keeps it locked") == true)
            try db.execute(sql: "ROLLBACK")
        }
        _ = try folder.open()
    }

    @Test func `what is in the way of writing is said before anything goes out`() {
        #expect(
            reason { _ = try State(path: "/proc/none/state.sqlite", mode: .readWrite) }?.contains("cannot be") == true)
    }

    @Test(.enabled(if: getuid() != 0, "root may write everything"))
    func `a state without the right to write stops a run but not a look into it`() throws {
        let state = try folder.open()
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        state.close()
        chmod(folder.path, 0o400)
        chmod(folder.url.path, 0o500)
        defer { chmod(folder.url.path, 0o700) }
        #expect(reason { _ = try folder.open() }?.contains("cannot be written") == true)
        #expect(try folder.open(.readOnly).item(items[0].id) == items[0])
    }

    @Test func `a dry run without a state leaves none`() throws {
        let state = try folder.open(.dryRun)
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        try state.send("d1", items)
        #expect(try state.unsent() == [])
        state.close()
        #expect(try folder.contents() == [:])
    }

    @Test func `a dry run does everything and changes no byte`() throws {
        let state = try folder.open()
        try state.remember([answer([storyItem("a")])], now: morning)
        state.close()
        let before = try folder.contents()
        let dry = try folder.open(.dryRun)
        let items = try dry.remember([answer((0..<2000).map { storyItem("\($0)") })], now: morning)
        #expect(try dry.reserve(key: "k", limit: 1, window: day, now: morning) == nil)
        try dry.send("d1", items)
        #expect(try dry.unsent() == ["Title of a"])
        dry.close()
        #expect(try folder.contents() == before)
        #expect(try folder.open(.readOnly).history() == [])
    }

    @Test func `a dry run removes the copy that a killed one left, and no other folder`() throws {
        try folder.open().close()
        let files = FileManager.default
        func makeFolder(_ prefix: String) throws -> String {
            let path = files.temporaryDirectory.appending(path: prefix + UUID().uuidString).path
            try files.createDirectory(atPath: path, withIntermediateDirectories: true)
            try files.setAttributes([.modificationDate: Date() - 3600], ofItemAtPath: path)
            return path
        }
        let paths = try ["newsdigest-dry-run-", "newsdigest-dry-run-", "newsdigest-", "newsdigest-dry-run-x-"].map(
            makeFolder)
        defer { for path in paths { try? files.removeItem(atPath: path) } }
        let lock = open(paths[1], O_RDONLY | O_DIRECTORY)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let dry = try State(path: folder.path, mode: .dryRun)
        let other = try State(path: folder.path, mode: .dryRun)
        #expect(paths.map(files.fileExists) == [false, true, true, true])
        #expect(try dry.unsent() == [] && other.unsent() == [])
        for state in [dry, other] { state.close() }
    }

    @Test func `a dry run over what a killed run left sees it and changes no byte`() throws {
        try folder.open().close()
        let killed = try folder.open()
        try killed.remember([answer([storyItem("a")])], now: morning)
        let left = folder.url.appending(path: "left")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        for ending in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder.path + ending, toPath: left.appending(path: "state.sqlite\(ending)").path)
        }
        let path = left.appending(path: "state.sqlite").path
        let before = [try Data(contentsOf: URL(filePath: path)), try Data(contentsOf: URL(filePath: path + "-wal"))]
        let dry = try State(path: path, mode: .dryRun)
        #expect(try dry.unsent() == ["Title of a"])
        dry.close()
        #expect(
            [try Data(contentsOf: URL(filePath: path)), try Data(contentsOf: URL(filePath: path + "-wal"))] == before)
    }

    @Test func `a dry run and a run do not wait for each other`() throws {
        try folder.open().close()
        let dry = try folder.open(.dryRun)
        try dry.remember([answer([storyItem("a")])], now: morning)
        let state = try folder.open()
        try state.remember([answer([storyItem("b")])], now: morning)
        let during = try folder.open(.dryRun)
        try during.remember([answer([storyItem("c")])], now: morning)
        #expect(try during.unsent() == ["Title of b", "Title of c"])
        #expect(state.close() == nil)
        #expect(try dry.unsent() == ["Title of a"])
        #expect(try folder.open(.readOnly).unsent() == ["Title of b"])
    }

    @Test func `the history can be read while a run is writing`() throws {
        let state = try folder.open()
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        try state.send("d1", items)
        let reader = try folder.open(.readOnly)
        try state.write { db in
            try db.execute(sql: "DELETE FROM saved")
            #expect(try reader.history().map(\.title) == ["Title of a"])
        }
        #expect(throws: RunError.self) { try reader.begin(at: morning) }
    }
}

@Suite struct BackupCopyTests {
    let folder: StateFolder
    var kept: String { folder.path + ".kept" }

    init() throws { folder = try StateFolder() }

    private func number(of path: String) -> UInt64 {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    private func run(_ name: String) throws {
        let state = try folder.open()
        try state.remember([answer([storyItem(name)])], now: morning)
        #expect(state.close() == nil)
    }

    @Test func `the kept copy follows every run by what changed, not by copying it all`() throws {
        try run("a")
        let file = number(of: kept)
        for name in ["b", "c"] {
            try run(name)
            #expect(try Data(contentsOf: URL(filePath: kept)) == Data(contentsOf: URL(filePath: folder.path)))
            #expect(number(of: kept) == file)
        }
        #expect(try State(path: kept, mode: .readOnly).unsent().count == 3)
    }

    @Test func `a state that something else changed is copied whole`() throws {
        try run("a")
        let file = number(of: kept)
        let other = try DatabaseQueue(path: folder.path)
        try other.write { try $0.execute(sql: "INSERT INTO name (text) VALUES ('other')") }
        try other.close()
        try run("b")
        #expect(try Data(contentsOf: URL(filePath: kept)) == Data(contentsOf: URL(filePath: folder.path)))
        #expect(number(of: kept) != file)
    }

    @Test func `a run that was killed leaves the copy of the run before`() throws {
        try run("a")
        let before = try Data(contentsOf: URL(filePath: kept))
        let killed = try folder.open()
        try killed.remember([answer([storyItem("b")])], now: morning)
        #expect(try Data(contentsOf: URL(filePath: kept)) == before)
        try killed.closeUnfinished()
        try run("c")
        #expect(try State(path: kept, mode: .readOnly).unsent().count == 3)
    }

    @Test func `a state and a copy that were half written when the power failed are made whole by their logs`() throws {
        try run("a")
        let stopped = try folder.open()
        try stopped.remember([answer([storyItem("b")])], now: morning)
        let files = FileManager.default
        for (file, target) in [(folder.path, "state"), (kept, "copy")] {
            let torn = (folder.path as NSString).deletingLastPathComponent + "/torn-\(target).sqlite"
            try files.copyItem(atPath: file, toPath: torn)
            try files.copyItem(atPath: folder.path + "-wal", toPath: torn + "-wal")
            #expect(try tear(torn) > 3)
            #expect(!isWhole(torn, withLog: false))
            #expect(isWhole(torn, withLog: true))
            #expect(try State(path: torn, mode: .readWrite).unsent().count == 2)
        }
        try stopped.closeUnfinished()
    }

    @Test func `a copy that its log was not written into is restored together with its log`() throws {
        try run("a")
        let stopped = try folder.open()
        try stopped.remember([answer([storyItem("b")])], now: morning)
        try FileManager.default.copyItem(atPath: folder.path + "-wal", toPath: kept + "-wal")
        #expect(try tear(kept) > 3)
        try stopped.closeUnfinished()
        for cause in ["damaged", "gone"] {
            if cause == "damaged" {
                try Data("garbage".utf8).write(to: URL(filePath: folder.path))
            } else {
                try FileManager.default.removeItem(atPath: folder.path)
            }
            let said = try #require(reason { _ = try folder.open() })
            let command = try #require(said.firstRange(of: "with: ").map { String(said[$0.upperBound...]) })
            #expect(try shell(command.replacing("(or remove the copy to start empty)", with: "")) == 0)
            #expect(try folder.open(.readOnly).unsent().count == 2)
        }
    }

    @Test func `only an error of reading names the commands that replace the state`() throws {
        try run("a")
        let (reading, writing): ([ResultCode], [ResultCode]) = (
            [.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ],
            [.SQLITE_IOERR, .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_LOCK]
        )
        for code in reading + writing {
            let said = SQLiteEngine.reason(GRDB.DatabaseError(resultCode: code), folder.path)
            #expect(said.contains("restore the backup copy") == reading.contains(code), "\(said)")
            #expect(said.contains("run again") == writing.contains(code), "\(said)")
        }
    }

    /// Overwrites the first half of every page that the log holds, as a write does that did not get to its end.
    /// - Returns: how many pages. In the log (https://sqlite.org/fileformat2.html#walformat) a header of 32 bytes
    ///   comes first, and one of 24 before each page, which begins with the page's number.
    private func tear(_ path: String) throws -> Int {
        let log = try Data(contentsOf: URL(filePath: path + "-wal"))
        func number(at offset: Int) -> Int { log[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        let size = number(at: 8)
        let pages = Set(stride(from: 32, to: log.count, by: 24 + size).map { number(at: $0) })
        let file = try FileHandle(forUpdating: URL(filePath: path))
        for page in pages {
            try file.seek(toOffset: UInt64((page - 1) * size))
            try file.write(contentsOf: Data(repeating: 0xA5, count: size / 2))
        }
        try file.close()
        return pages.count
    }

    private func isWhole(_ path: String, withLog: Bool) -> Bool {
        let name = withLog ? path : URL(filePath: path).absoluteString + "?immutable=1"
        let check = try? DatabaseQueue(path: name).inDatabase { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
        return check == "ok"
    }

    @Test func `the backup copy is whole although somebody reads the state`() throws {
        try run("a")
        let reader = try DatabaseQueue(path: folder.path)
        try reader.inDatabase { db in
            try db.execute(sql: "BEGIN")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM item")
            try run("b")
            try db.execute(sql: "COMMIT")
        }
        try reader.close()
        #expect(try State(path: kept, mode: .readOnly).unsent().count == 2)
        try run("c")
        #expect(try State(path: kept, mode: .readOnly).unsent().count == 3)
        #expect(try Data(contentsOf: URL(filePath: kept)) == Data(contentsOf: URL(filePath: folder.path)))
    }

    @Test func `a copy that somebody has open is replaced by a whole one`() throws {
        try run("a")
        let reader = try DatabaseQueue(path: kept)
        try reader.inDatabase { db in
            try db.execute(sql: "BEGIN")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM item")
            for name in ["b", "c"] {
                try run(name)
                #expect(try Data(contentsOf: URL(filePath: kept)) == Data(contentsOf: URL(filePath: folder.path)))
                #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM item") == 1)
            }
            try db.execute(sql: "COMMIT")
        }
        try reader.close()
        try run("d")
        #expect(try Data(contentsOf: URL(filePath: kept)) == Data(contentsOf: URL(filePath: folder.path)))
        #expect(isWhole(kept, withLog: true))
    }

    @Test func `a damaged state does not take the place of its good copy`() throws {
        let state = try folder.open()
        try state.remember([answer((0..<500).map { storyItem("\($0)", summary: "Some text of \($0).") })], now: morning)
        state.close()
        let good = try Data(contentsOf: URL(filePath: kept))
        let file = try FileHandle(forUpdating: URL(filePath: folder.path))
        let size = try file.seekToEnd()
        try file.seek(toOffset: size * 3 / 4)
        try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size / 5)))
        try file.close()
        let damaged = try folder.open()
        _ = try damaged.begin(at: morning)
        let reason = try #require(damaged.close()).reason
        #expect(reason.hasPrefix("is damaged (") && reason.contains("; restore the backup copy with: mv"))
        #expect(try Data(contentsOf: URL(filePath: kept)) == good)
    }

    @Test func `a copy that its log cannot be folded into is replaced by a whole one`() throws {
        try run("a")
        var status = stat()
        try #require(stat(folder.path, &status) == 0)
        let file = try FileHandle(forUpdating: URL(filePath: kept))
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        try file.close()
        #expect(utimensat(AT_FDCWD, kept, [status.st_mtim, status.st_mtim], 0) == 0)
        try run("b")
        #expect(try Data(contentsOf: URL(filePath: kept)) == Data(contentsOf: URL(filePath: folder.path)))
        #expect(isWhole(kept, withLog: true))
    }

    @Test func `a state behind a symbolic link has its copy beside itself, as it is after each run`() throws {
        let link = folder.url.appending(path: "link.sqlite").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "state.sqlite")
        try folder.open().close()
        for name in ["a", "b", "c"] {
            let state = try State(path: link, mode: .readWrite)
            try state.remember([answer([storyItem(name)])], now: morning)
            #expect(state.close() == nil)
            #expect(try Data(contentsOf: URL(filePath: kept)) == Data(contentsOf: URL(filePath: folder.path)))
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "state.sqlite")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
                == ["link.sqlite", "state.sqlite", "state.sqlite.kept"])
    }

    @Test func `a copy that cannot follow is said, and the state is whole`() throws {
        let state = try folder.open()
        try FileManager.default.createDirectory(atPath: kept + "/in the way", withIntermediateDirectories: true)
        try state.remember([answer([storyItem("a")])], now: morning)
        #expect(state.close()?.stage == .remember)
        #expect(try State(path: folder.path, mode: .readOnly).unsent() == ["Title of a"])
    }
}
