import Foundation

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
