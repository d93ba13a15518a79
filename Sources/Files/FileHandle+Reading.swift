import Foundation

extension FileHandle {
    /// All bytes of a file, device or pipe, or nil where there are more than `limit`.
    package static func read(_ path: String, upTo limit: Int) throws -> Data? {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        return try file.readAll(upTo: limit)
    }

    /// All bytes up to the end, or nil where there are more than `limit`. A file takes one read of its size, where
    /// Foundation's own reads page by page. Throws `POSIXError` where the system refuses.
    package func readAll(upTo limit: Int) throws -> Data? {
        // One byte more than the file has, as only a read that finds nothing shows that it has ended.
        var data = Data(count: min(max(FilePieces(self)?.count ?? 0, 1 << 16), limit) + 1)
        var count = 0
        while true {
            let more = try data.withUnsafeMutableBytes {
                try readSome(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
            }
            count += more
            if more == 0 { return data.prefix(count) }
            guard count <= limit else { return nil }
            if count == data.count { data.count = min(data.count * 2, limit + 1) }
        }
    }

    /// Reads what there is, as much as fits into the buffer, and returns the number of bytes; 0 at the end. Throws
    /// `POSIXError`.
    package func readSome(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = readOnce(fileDescriptor, buffer)
            if count >= 0 { return count }
            guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        }
    }
}

/// Inside of `FileHandle`, `read` is another.
private func readOnce(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, bytes.baseAddress, bytes.count)
}

/// A regular file that is read where it is asked for, from where its handle stands to where it ended at first.
package final class FilePieces {
    /// Bytes.
    package let count: Int
    package private(set) var hasFailed = false
    private let file: FileHandle
    private let start: Int

    /// Nil of what is no regular file.
    package init?(_ file: FileHandle) {
        var status = stat()
        guard fstat(file.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.file = file
        start = Int(lseek(file.fileDescriptor, 0, SEEK_CUR))
        count = max(0, Int(status.st_size) - start)
    }

    /// Returns how many bytes it read; 0 at the end.
    package func read(_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        let wanted = min(buffer.count, count - offset)
        let read = pread(file.fileDescriptor, buffer.baseAddress, wanted, off_t(start + offset))
        if read < 0 { hasFailed = true }
        return max(0, read)
    }
}
