import Foundation
import Texts

/// Writes all bytes. Returns the error number if that fails.
///
/// - Parameter stall: the longest time for which a non-blocking descriptor may accept no byte; nil for no limit.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32, stall: TimeInterval? = nil) -> Int32? {
    writeAll(bytes[...], to: descriptor, stall: stall)
}

private func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, stall: TimeInterval? = nil) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&ready, 1, stall.map { Int32(clamping: Int($0 * 1000)) } ?? -1) == 0 { return ETIMEDOUT }
        } else if errno != EINTR {
            return errno
        }
    }
    return nil
}

/// The text of an error number, such as `No space left on device`.
package func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }

/// What the system says about an error of a file or folder. Foundation's own sentences differ between platforms, and
/// name no cause for several errors.
package func errorText(of error: any Error) -> String {
    switch error {
    case let error as POSIXError: return errorText(error.code.rawValue)
    case let error as FileReplacement.Fault: return errorText(error.code)
    case let error as UnusableKind: return error.description
    case let error as CocoaError:
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? POSIXError { return errorText(cause.code.rawValue) }
        switch error.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: return errorText(ENOENT)
        case .fileReadNoPermission, .fileWriteNoPermission: return errorText(EACCES)
        case .fileWriteFileExists: return errorText(EEXIST)
        case .fileWriteOutOfSpace: return errorText(ENOSPC)
        case .fileWriteVolumeReadOnly: return errorText(EROFS)
        default: return error.localizedDescription
        }
    default: return error.localizedDescription
    }
}

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
        try write(syncs: syncs) { writeAll(bytes, to: $0) }
    }

    /// - Parameter content: writes to a descriptor, and returns the error number if that fails.
    package func write(syncs: Bool = true, _ content: (Int32) -> Int32?) throws(Fault) {
        removeLeftovers()
        let temporary = "\(folder)/.\(name).\(getpid())\(Self.suffix)"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = open(temporary, flags, model == nil ? 0o666 : 0o600)
        guard file >= 0 else { throw Fault(step: .write, code: errno) }
        // After the rename, no file of that name exists any more.
        defer { unlink(temporary) }
        try fill(file, with: content, syncs: syncs)
        guard rename(temporary, path) == 0 else { throw Fault(step: .rename, code: errno) }
        if syncs { syncFolder(of: path) }
    }
}

extension FileReplacement {
    private static let suffix = ".newsdigest"

    /// Writes the content, waits until it is on the disk if `syncs`, and closes the file.
    private func fill(_ file: Int32, with content: (Int32) -> Int32?, syncs: Bool) throws(Fault) {
        var code = takeRights(file) ?? content(file)
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
/// - Returns: the error number if something may not be on the disk. Nil on file systems that cannot do this.
package func syncFileSystem(of folder: String) -> Int32? {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    guard syncfs(descriptor) != 0 else { return nil }
    return [EIO, ENOSPC, EDQUOT].contains(errno) ? errno : nil
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

/// Files and folders that only their owner may read, from their first byte on.
package enum PrivateFile {
    /// Makes the folder, and the folders above it, if they do not exist. An existing folder keeps its permissions.
    package static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Writes a new file, which replaces any file of that name.
    package static func write(_ data: Data, to path: String) throws {
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: data)
        try file.close()
    }
}

/// Copies the bytes and the permissions of a file to a new file, and waits until they are on the disk.
package func copyFile(_ source: String, toNew target: String) throws {
    func error(_ code: Int32 = errno) -> POSIXError { POSIXError(.init(rawValue: code) ?? .EIO) }
    let descriptor = open(source, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error() }
    let input = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw error() }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, status.st_mode & 0o777)
    guard output >= 0 else { throw error() }
    defer { close(output) }
    guard fchmod(output, status.st_mode & 0o777) == 0 else { throw error() }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while case let count = try buffer.withUnsafeMutableBytes(input.readSome), count > 0 {
        if let code = writeAll(buffer[..<count], to: output) { throw error(code) }
    }
    guard fsync(output) == 0 else { throw error() }
}

extension statvfs {
    /// The free bytes. Some network file systems report more than is possible.
    package var free: UInt64 { UInt64(f_bavail).multipliedClamping(by: UInt64(f_frsize)) }
}
