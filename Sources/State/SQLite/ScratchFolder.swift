import Files
import Foundation
import InFlight
import Values

/// A folder for the copy of a state that a dry run changes. It is locked as long as it is used (flock(2)), so that the next
/// dry run can remove what a killed one left.
struct ScratchFolder {
    let path: String
    private let lock: Int32

    private static let prefix = "newsdigest-dry-run-"
    /// The folder of another process is not locked yet when it is made.
    private static let leastAge = 60

    /// - Throws: `RunError.unwritable`.
    init() throws {
        let files = FileManager.default
        Self.removeLeftovers(in: files.temporaryDirectory.path)
        path = files.temporaryDirectory.appending(path: Self.prefix + UUID().uuidString).path
        Ending.removes(folder: path)
        do {
            try files.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            Ending.forget(folder: path)
            throw RunError.unwritable(
                "the temporary folder '\(files.temporaryDirectory.path)' cannot be written: \(errorText(of: error)); set "
                    + "TMPDIR")
        }
        lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        flock(lock, LOCK_EX | LOCK_NB)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
        Ending.forget(folder: path)
        close(lock)
    }

    private static func removeLeftovers(in all: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: all)) ?? [] {
            guard name.hasPrefix(prefix), UUID(uuidString: String(name.dropFirst(prefix.count))) != nil else {
                continue
            }
            let folder = open("\(all)/\(name)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard folder >= 0 else { continue }
            defer { close(folder) }
            var status = stat()
            guard fstat(folder, &status) == 0, status.st_uid == geteuid(),
                status.st_mtim.tv_sec < time(nil) - leastAge, flock(folder, LOCK_EX | LOCK_NB) == 0
            else { continue }
            try? FileManager.default.removeItem(atPath: "\(all)/\(name)")
        }
    }
}
