import Files
import Foundation

/// Writes bytes to a new file without a name.
/// - Returns: the file, open at its start. Programs that this process starts do not inherit it.
/// - Throws: `POSIXError`.
func openUnnamedFile(with bytes: [UInt8]) throws -> Int32 {
    var name = Array(FileManager.default.temporaryDirectory.appending(path: "newsdigest.XXXXXX").path.utf8CString)
    let file = mkstemp(&name)
    guard file >= 0, fcntl(file, F_SETFD, FD_CLOEXEC) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    unlink(name)
    if let code = writeAll(bytes, to: file) ?? (lseek(file, 0, SEEK_SET) < 0 ? errno : nil) {
        close(file)
        throw POSIXError(.init(rawValue: code) ?? .EIO)
    }
    return file
}
