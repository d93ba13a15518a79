import CZip
import Foundation

/// A ZIP archive in memory (APPNOTE.TXT, PKWARE). The same files give the same bytes.
package struct ZIPArchive {
    private var files: [(name: String, bytes: [UInt8], isCompressed: Bool)] = []

    package init() {}

    /// - Parameter name: the path in the archive, such as `folder/file.txt`.
    package mutating func add(_ name: String, _ bytes: some Sequence<UInt8>, isCompressed: Bool = true) {
        files.append((name, Array(bytes), isCompressed))
    }

    /// The archive's bytes. The files have the order in which they were added.
    package var bytes: [UInt8] {
        guard let target = zip_source_buffer_create(nil, 0, 0, nil) else { Self.fail() }
        defer { zip_source_free(target) }
        guard let archive = zip_open_from_source(target, ZIP_TRUNCATE, nil) else { Self.fail() }
        // The archive gives up one reference when it is closed.
        zip_source_keep(target)
        for file in files where !Self.add(file.name, file.bytes, isCompressed: file.isCompressed, to: archive) {
            Self.fail()
        }
        guard zip_close(archive) == 0 else { Self.fail() }
        return Self.content(of: target)
    }

    /// Nothing but a lack of memory lets libzip fail in memory, and that ends a Swift program everywhere else too.
    private static func fail() -> Never { fatalError("libzip has no memory") }

    private static func add(
        _ name: String, _ bytes: [UInt8], isCompressed: Bool, to archive: OpaquePointer
    ) -> Bool {
        // libzip reads the bytes when the archive is closed, and frees them.
        guard let copy = malloc(max(1, bytes.count)) else { return false }
        bytes.withUnsafeBytes { if let base = $0.baseAddress { memcpy(copy, base, $0.count) } }
        guard let source = zip_source_buffer(archive, copy, zip_uint64_t(bytes.count), 1) else {
            free(copy)
            return false
        }
        let index = zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            zip_source_free(source)
            return false
        }
        let method = isCompressed ? ZIP_CM_DEFLATE : ZIP_CM_STORE
        return zip_set_file_compression(archive, zip_uint64_t(index), method, 0) == 0
            && zip_file_set_dostime(archive, zip_uint64_t(index), 0, firstDay, 0) == 0
    }

    private static func content(of source: OpaquePointer) -> [UInt8] {
        var status = zip_stat_t()
        guard zip_source_stat(source, &status) == 0, zip_source_open(source) == 0 else { fail() }
        defer { zip_source_close(source) }
        return [UInt8](unsafeUninitializedCapacity: Int(status.size)) { buffer, count in
            guard zip_source_read(source, buffer.baseAddress, status.size) == zip_int64_t(status.size) else { fail() }
            count = Int(status.size)
        }
    }

    /// 1 January 1980 in the format of MS-DOS: a date that says nothing.
    private static let firstDay: zip_uint16_t = 1 << 5 | 1
}
