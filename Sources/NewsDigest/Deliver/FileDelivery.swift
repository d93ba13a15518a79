import Foundation

/// A file that appears whole or not at all.
///
/// The bytes go to a file beside the target, reach the disk, and take its name by `rename(2)`. A pipe, a device or an
/// open descriptor (`/dev/stdout`) is written to.
struct FileDelivery {
    /// The file the bytes end up in: a symbolic link stays, and what it points to is replaced.
    let path: String
    private let folder: String
    private let name: String
    /// Rights and owner of the file that is replaced.
    private let existing: stat?
    /// Of `/dev/stdout` and its like, which are no names of files.
    private let descriptor: Int32?
    /// How long a pipe may have no reader, or one that reads nothing.
    private let timeout: TimeInterval
    /// See `OpenOutput.patience`.
    private let patience: TimeInterval

    init(path: String, timeout: TimeInterval = 60, patience: TimeInterval = 60) throws(DeliveryFailure) {
        guard let target = followingLinks(path) else {
            throw DeliveryFailure("'\(path)' cannot be written: \(errorText(ELOOP))", retry: .nextRun)
        }
        self.path = target
        folder = (self.path as NSString).deletingLastPathComponent
        name = (self.path as NSString).lastPathComponent
        var status = stat()
        existing = stat(self.path, &status) == 0 ? status : nil
        descriptor = openDescriptor(named: self.path)
        self.timeout = timeout
        self.patience = patience
    }

    /// Fails where a write would: no folder, no rights, no space.
    func check(size: Int) throws(DeliveryFailure) {
        if let existing, existing.st_mode & S_IFMT == S_IFDIR { throw failure("is a folder", code: nil) }
        guard !isSpecial else { return try checkInPlace() }
        guard FileManager.default.fileExists(atPath: folder) else {
            throw failure("cannot be written: the folder '\(folder)' does not exist", code: nil)
        }
        if access(folder, W_OK | X_OK) != 0 {
            throw failure("cannot be written: in the folder '\(folder)'", code: errno)
        }
        var space = statvfs()
        if statvfs(folder, &space) == 0, UInt64(space.f_bavail) * UInt64(space.f_frsize) < UInt64(size) {
            throw failure("cannot be written", code: ENOSPC)
        }
    }

    func write(_ bytes: [UInt8]) throws(DeliveryFailure) {
        try check(size: bytes.count)
        if isSpecial { return try writeInPlace(bytes) }
        removeLeftovers()
        let temporary = "\(folder)/.\(name).\(getpid())\(suffix)"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw failure("cannot be written", code: errno) }
        // After the rename there is nothing left of that name to remove.
        defer { unlink(temporary) }
        try fill(file, with: bytes)
        guard rename(temporary, path) == 0 else { throw failure("cannot be replaced", code: errno) }
        syncFolder()
    }
}

extension FileDelivery {
    private var suffix: String { ".newsdigest" }

    /// A device, a pipe or an open descriptor is written to, not replaced.
    private var isSpecial: Bool {
        if descriptor != nil { return true }
        guard let existing else { return false }
        return existing.st_mode & S_IFMT != S_IFREG && existing.st_mode & S_IFMT != S_IFDIR
    }

    private var isPipe: Bool { existing.map { $0.st_mode & S_IFMT == S_IFIFO } ?? false }

    private func checkInPlace() throws(DeliveryFailure) {
        if let descriptor {
            if fcntl(descriptor, F_GETFD) < 0 { throw failure("cannot be written", code: errno) }
        } else if access(path, W_OK) != 0 {
            throw failure("cannot be written", code: errno)
        }
    }

    private func writeInPlace(_ bytes: [UInt8]) throws(DeliveryFailure) {
        if let descriptor { return try fill(OpenOutput(descriptor: descriptor, patience: patience), with: bytes) }
        let file = try isPipe ? openPipe() : open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure("cannot be opened", code: errno) }
        defer { close(file) }
        try fill(OpenOutput(descriptor: file, patience: patience, stall: timeout), with: bytes)
    }

    private func fill(_ output: OpenOutput, with bytes: [UInt8]) throws(DeliveryFailure) {
        do throws(OpenOutput.Fault) {
            try output.write(bytes)
        } catch .system(ETIMEDOUT) where isPipe {
            throw failure("was not read any further within \(timeout.inSeconds)", code: nil)
        } catch .system(let code) {
            throw failure("cannot be written", code: code)
        } catch {
            throw failure("was closed before all of it was read", code: nil)
        }
    }

    /// Opens a named pipe as soon as it has a reader; to open it without would wait for ever (fifo(7)).
    private func openPipe() throws(DeliveryFailure) -> Int32 {
        let end = ContinuousClock.now.advanced(by: .seconds(timeout))
        while true {
            let file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if file >= 0 || errno != ENXIO { return file }
            guard ContinuousClock.now < end else {
                throw failure("has no reader: nobody opened it within \(timeout.inSeconds)", code: nil)
            }
            usleep(20_000)
        }
    }

    /// Writes, syncs and closes.
    private func fill(_ file: Int32, with bytes: [UInt8]) throws(DeliveryFailure) {
        var code = writeAll(bytes, to: file)
        if code == nil, let existing {
            // Only root may give a file away: for anybody else the owner is the same already, or becomes the writer.
            _ = fchown(file, existing.st_uid, existing.st_gid)
            if fchmod(file, existing.st_mode & 0o7777) != 0 { code = errno }
        }
        if code == nil, fsync(file) != 0 { code = errno }
        if close(file) != 0, code == nil { code = errno }
        if let code { throw failure("cannot be written", code: code) }
    }

    /// Makes the new name last. Some file systems cannot, and then the rename alone has to do.
    private func syncFolder() {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Removes what a run that was killed has left beside the target.
    private func removeLeftovers() {
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard entry.hasPrefix(".\(name)."), entry.hasSuffix(suffix) else { continue }
            guard let pid = Int32(entry.dropFirst(name.count + 2).dropLast(suffix.count)) else { continue }
            if pid == getpid() || (kill(pid, 0) != 0 && errno == ESRCH) { unlink("\(folder)/\(entry)") }
        }
    }

    private func failure(_ what: String, code: Int32?) -> DeliveryFailure {
        let retry: DeliveryFailure.Retry = [EIO, EINTR, EAGAIN, EBUSY, ESTALE].contains(code) ? .soon : .nextRun
        return DeliveryFailure("'\(path)' \(what)" + (code.map { ": \(errorText($0))" } ?? ""), retry: retry)
    }
}

/// The absolute path that a path leads to when its symbolic links are followed, whether that is there or not; nil when
/// they go in circles.
func followingLinks(_ path: String) -> String? {
    var path = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    // The kernel gives up after as many (path_resolution(7)).
    for _ in 0..<40 {
        // Looks like a link, but what it "points to" is no path (proc(5)).
        if openDescriptor(named: path) != nil { return path }
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
        path = target.hasPrefix("/") ? target : (path as NSString).deletingLastPathComponent + "/" + target
    }
    return nil
}

/// The descriptor that `/proc/self/fd/1` or `/dev/fd/1` stands for, which is where `/dev/stdout` leads.
private func openDescriptor(named path: String) -> Int32? {
    for folder in ["/proc/self/fd/", "/dev/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
}

extension TimeInterval {
    /// Such as `60 s`.
    fileprivate var inSeconds: String { "\(formatted(.number.grouping(.never).locale(Locale(identifier: "en")))) s" }
}

/// What an error number means, such as `No space left on device`.
func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }
