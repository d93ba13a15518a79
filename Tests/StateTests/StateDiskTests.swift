import Foundation
import StateTestSupport
import Testing

@testable import State

/// A small disk of its own, which only root can make.
final class SmallDisk {
    let path: String

    static let isPossible: Bool = {
        guard getuid() == 0, let disk = try? SmallDisk() else { return false }
        return FileManager.default.fileExists(atPath: disk.path)
    }()

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "newsdigest-disk-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard try shell("mount -t tmpfs -o size=6m tmpfs '\(path)'") == 0 else {
            throw CocoaError(.fileWriteNoPermission)
        }
    }

    deinit {
        _ = try? shell("umount -l '\(path)' && rmdir '\(path)'")
    }

    var state: String { path + "/state.sqlite" }

    /// Leaves so many bytes free.
    func fill(leaving free: Int) throws {
        var room = statvfs()
        guard statvfs(path, &room) == 0 else { throw CocoaError(.fileReadUnknown) }
        let size = Int(room.f_bavail) * Int(room.f_frsize) - free
        try shell("head -c \(max(0, size)) /dev/zero > '\(path)/filler'")
    }

    func empty() throws { try FileManager.default.removeItem(atPath: path + "/filler") }
}

@Suite(.enabled(if: SmallDisk.isPossible, "needs root, to mount a small disk"), .serialized)
struct StateDiskTests {
    let disk: SmallDisk

    init() throws { disk = try SmallDisk() }

    @Test func `a disk that is nearly full stops the run before anything goes out`() throws {
        try State(path: disk.state, mode: .readWrite).close()
        try disk.fill(leaving: 500_000)
        #expect(reason { _ = try State(path: disk.state, mode: .readWrite) }?.contains("KB are free") == true)
        #expect(reason { try State.checkSpace(for: disk.state) }?.contains("KB are free") == true)
        try disk.empty()
        try State.checkSpace(for: disk.state)
        _ = try State(path: disk.state, mode: .readWrite)
    }

    @Test(arguments: [0, 8_192, 40_000])
    func `a full disk is called that, also where there is no room for the index of SQLite's log`(free: Int) throws {
        try State(path: disk.state, mode: .readWrite).close()
        try disk.fill(leaving: free)
        #expect(reason { _ = try State(path: disk.state, mode: .readWrite) }?.contains("KB are free") == true)
        let looking = reason { _ = try State(path: disk.state, mode: .readOnly).history() }
        #expect(looking == nil || looking?.contains("disk is full") == true)
    }

    @Test func `a full disk leaves no half state behind`() throws {
        try disk.fill(leaving: 20_000)
        #expect(reason { _ = try State(path: disk.state, mode: .readWrite) } != nil)
        #expect(!FileManager.default.fileExists(atPath: disk.state))
        try disk.empty()
        _ = try State(path: disk.state, mode: .readWrite)
    }

    @Test(arguments: [0, 20_000, 40_000, 80_000, 120_000])
    func `a disk that fills up during the run loses nothing and marks nothing`(free: Int) throws {
        let state = try State(path: disk.state, mode: .readWrite)
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        try disk.fill(leaving: free)
        let many = (0..<1000).map { storyItem("\($0)", summary: String(repeating: "\($0) ", count: 40)) }
        #expect(reason { try state.remember([answer(many)], now: morning) }?.contains("disk is full") == true)
        #expect(reason { try state.store(digest("d1", items), renderings: [rendering("1")]) } != nil)
        try disk.empty()
        #expect(try state.unsent() == ["Title of a"])
        #expect(try state.pendings(profile: "default") == [])
        try state.send("d1", items)
        #expect(state.close() == nil)
        #expect(try State(path: disk.state, mode: .readOnly).history().map(\.title) == ["Title of a"])
    }

    @Test func `a disk that fills up after the delivery leaves the digest pending, to go out again under its id`()
        throws
    {
        let state = try State(path: disk.state, mode: .readWrite)
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        try state.store(digest("d1", items), renderings: [rendering("1")])
        try disk.fill(leaving: 0)
        var said: String?
        // The log may have room for a few more pages.
        for _ in 0..<200 where said == nil {
            said = reason { try state.markFailed("d1", to: "file", reason: String(repeating: "x", count: 9000)) }
        }
        #expect(said?.contains("disk is full") == true)
        // It is not said again. There may be no room for the backup copy either.
        #expect(state.close()?.subject != disk.state)
        try disk.empty()
        #expect(try State(path: disk.state, mode: .readWrite).pendings(profile: "default").map(\.digest.id) == ["d1"])
    }

    @Test func `a disk without room for what the log has is said at the end of the run`() throws {
        let state = try State(path: disk.state, mode: .readWrite)
        try state.remember([answer((0..<500).map { storyItem("\($0)") })], now: morning)
        try disk.fill(leaving: 0)
        let failure = state.close()
        #expect(failure?.subject == disk.state)
        #expect(failure?.reason.contains("disk is full") == true)
        try disk.empty()
        let next = try State(path: disk.state, mode: .readWrite)
        #expect(try next.unsent().count == 500)
        #expect(next.close() == nil)
    }

    @Test func `a disk that turns read-only stops the run but not a look into the state`() throws {
        let state = try State(path: disk.state, mode: .readWrite)
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        state.close()
        try #require(try shell("mount -o remount,ro '\(disk.path)'") == 0)
        #expect(reason { _ = try State(path: disk.state, mode: .readWrite) }?.contains("cannot be written") == true)
        #expect(reason { _ = try StateLock(besideState: disk.state) } != nil)
        #expect(try State(path: disk.state, mode: .readOnly).item(items[0].id) == items[0])
    }

    @Test(arguments: StateUpgradeTests.versions)
    func `a state of an earlier version on a read-only disk can be read`(version: String) throws {
        let original = StateUpgradeTests.folder.appending(path: "\(version).sqlite")
        try FileManager.default.copyItem(atPath: original.path, toPath: disk.state)
        try #require(try shell("mount -o remount,ro '\(disk.path)'") == 0)
        #expect(try !State(path: disk.state, mode: .readOnly).history().isEmpty)
    }
}
