import Foundation
import Texts

/// Replaces a file as a whole or not at all.
///
/// The bytes are written to a temporary file next to it and to the disk. Then `rename(2)` gives this file the name. The
/// temporary file has from its first byte the permissions of the replaced file, and if possible its owner. So nobody
/// can read what they could not read before.
package struct FileReplacement {
    /// The step that failed, and the system's error number.
    package struct Fault: Error {
        package enum Step { case write, rename }
        package var step: Step
        package var code: Int32
    }

    /// The path of the file; never a symbolic link.
    package let path: String
    private let folder: String
    private let name: String
    /// The file whose permissions and owner are used; nil for those of any new file.
    private let model: stat?

    /// - Parameter model: the file whose permissions and owner are used; nil for the file that is replaced.
    package init(of path: String, like model: String? = nil) {
        self.path = path
        folder = path.folderOfPath
        let name = path.nameOfPath
        // The name of a file may have at most 255 bytes.
        self.name = name.utf8.count <= 200 ? name : String(UInt64(bitPattern: StableHash.hash(name)), radix: 36)
        var status = stat()
        self.model = stat(model ?? path, &status) == 0 ? status : nil
    }

    /// - Parameter syncs: whether the bytes are on the disk when it returns; if not, see ``syncFileSystem(of:)``.
    package func write(_ bytes: [UInt8], syncs: Bool = true) throws(Fault) {
        removeLeftovers()
        let temporary = "\(folder)/.\(name).\(getpid())\(Self.suffix)"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = open(temporary, flags, model == nil ? 0o666 : 0o600)
        guard file >= 0 else { throw Fault(step: .write, code: errno) }
        // After the rename, no file of that name exists any more.
        defer { unlink(temporary) }
        try fill(file, with: bytes, syncs: syncs)
        guard rename(temporary, path) == 0 else { throw Fault(step: .rename, code: errno) }
        if syncs { syncFolder(of: path) }
    }
}

extension FileReplacement {
    private static let suffix = ".newsdigest"

    /// Writes the bytes, waits until they are on the disk if `syncs`, and closes the file.
    private func fill(_ file: Int32, with bytes: [UInt8], syncs: Bool) throws(Fault) {
        var code = takeRights(file) ?? writeAll(bytes, to: file)
        if code == nil, syncs, fsync(file) != 0 { code = errno }
        if close(file) != 0, code == nil { code = errno }
        if let code { throw Fault(step: .write, code: code) }
    }

    /// Gives the file the permissions of the model. Only root may change the owner. For all others, the owner is
    /// already the same or becomes the writer.
    private func takeRights(_ file: Int32) -> Int32? {
        guard let model else { return nil }
        if fchown(file, model.st_uid, model.st_gid) != 0 { _ = fchown(file, uid_t.max, model.st_gid) }
        return fchmod(file, model.st_mode & 0o7777) == 0 ? nil : errno
    }

    /// Removes temporary files that killed runs left next to the target.
    private func removeLeftovers() {
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard entry.hasPrefix(".\(name)."), entry.hasSuffix(Self.suffix) else { continue }
            guard let pid = Int32(entry.dropFirst(name.count + 2).dropLast(Self.suffix.count)) else { continue }
            if pid == getpid() || (kill(pid, 0) != 0 && errno == ESRCH) { unlink("\(folder)/\(entry)") }
        }
    }
}

/// Makes sure that a rename in the file's folder survives a power failure. On file systems that cannot do this, the
/// rename alone must be enough.
package func syncFolder(of path: String) {
    let descriptor = open(path.folderOfPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
}

/// syncfs(2), which glibc declares for GNU programs alone.
@_silgen_name("syncfs") private func syncfs(_ descriptor: Int32) -> Int32

/// Waits until everything that was written to the file system of a folder is on the disk (syncfs(2)).
package func syncFileSystem(of folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = syncfs(descriptor)
    close(descriptor)
}

/// Does work on a file while no other process does such work on a file of the same folder (flock(2)). Waits for its turn.
/// Where a folder cannot be locked, the work is done without a lock.
package func withLockedFolder<Result>(of path: String, _ work: () throws -> Result) rethrows -> Result {
    let folder = open(path.folderOfPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return try work() }
    defer { close(folder) }
    while flock(folder, LOCK_EX) != 0, errno == EINTR {}
    return try work()
}
