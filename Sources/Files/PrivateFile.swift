import Foundation

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
