import Foundation
import Texts

/// Puts a new file in the place of another, whole or not at all.
///
/// The bytes go to a file beside it, reach the disk, and take its name by `rename(2)`. From its first byte that file has
/// the rights of the one it replaces, and where possible its owner, so that nobody reads what they could not read before.
package struct FileReplacement {
    /// Which step failed, and the system's error number.
    package struct Fault: Error {
        package enum Step { case write, rename }
        package var step: Step
        package var code: Int32
    }

    /// Not that of a symbolic link.
    package let path: String
    private let folder: String
    private let name: String
    /// The file whose rights and owner the new one gets; nil for those that a new file has.
    private let model: stat?

    /// - Parameter model: a file whose rights and owner the new one gets; nil for those of the file that is replaced.
    package init(of path: String, like model: String? = nil) {
        self.path = path
        folder = path.folderOfPath
        let name = path.nameOfPath
        // A file's name has 255 bytes at most.
        self.name = name.utf8.count <= 200 ? name : String(UInt64(bitPattern: StableHash.key(name)), radix: 36)
        var status = stat()
        self.model = stat(model ?? path, &status) == 0 ? status : nil
    }

    package func write(_ bytes: [UInt8]) throws(Fault) {
        removeLeftovers()
        let temporary = "\(folder)/.\(name).\(getpid())\(Self.suffix)"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = open(temporary, flags, model == nil ? 0o666 : 0o600)
        guard file >= 0 else { throw Fault(step: .write, code: errno) }
        // After the rename there is nothing left of that name to remove.
        defer { unlink(temporary) }
        try fill(file, with: bytes)
        guard rename(temporary, path) == 0 else { throw Fault(step: .rename, code: errno) }
        syncFolder(of: path)
    }
}

extension FileReplacement {
    private static let suffix = ".newsdigest"

    /// Writes, syncs and closes.
    private func fill(_ file: Int32, with bytes: [UInt8]) throws(Fault) {
        var code = takeRights(file) ?? writeAll(bytes, to: file)
        if code == nil, fsync(file) != 0 { code = errno }
        if close(file) != 0, code == nil { code = errno }
        if let code { throw Fault(step: .write, code: code) }
    }

    /// Only root may give a file away: for anybody else the owner is the same already, or becomes the writer.
    private func takeRights(_ file: Int32) -> Int32? {
        guard let model else { return nil }
        if fchown(file, model.st_uid, model.st_gid) != 0 { _ = fchown(file, uid_t.max, model.st_gid) }
        return fchmod(file, model.st_mode & 0o7777) == 0 ? nil : errno
    }

    /// Removes what a run that was killed has left beside the target.
    private func removeLeftovers() {
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard entry.hasPrefix(".\(name)."), entry.hasSuffix(Self.suffix) else { continue }
            guard let pid = Int32(entry.dropFirst(name.count + 2).dropLast(Self.suffix.count)) else { continue }
            if pid == getpid() || (kill(pid, 0) != 0 && errno == ESRCH) { unlink("\(folder)/\(entry)") }
        }
    }
}

/// Makes a rename in the file's folder survive a power failure. Some file systems cannot: the rename alone has to do.
package func syncFolder(of path: String) {
    let descriptor = open(path.folderOfPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
}
