import Foundation

extension FileHandle {
    /// All bytes up to the end, or nil where there are more than `limit`. A file takes one read of its size, where
    /// Foundation's own reads page by page. Throws `POSIXError` where the system refuses.
    func readAll(upTo limit: Int) throws -> Data? {
        var status = stat()
        let size = fstat(fileDescriptor, &status) == 0 ? Int(status.st_size) : 0
        // One byte more than the file has, as only a read that finds nothing shows that it has ended.
        var data = Data(count: min(max(size, 1 << 16), limit) + 1)
        var count = 0
        while true {
            let more = data.withUnsafeMutableBytes {
                readOnce(fileDescriptor, UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            count += more
            if more == 0 { return data.prefix(count) }
            guard count <= limit else { return nil }
            if count == data.count { data.count = min(data.count * 2, limit + 1) }
        }
    }
}

/// Inside of `FileHandle`, `read` is another.
private func readOnce(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, bytes.baseAddress, bytes.count)
}
