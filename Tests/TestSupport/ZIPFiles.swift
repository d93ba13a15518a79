import CZip
import Foundation

/// The names and texts of the files in a ZIP archive, in their order.
public func filesOfZIP(_ bytes: some Sequence<UInt8>) throws -> [(name: String, bytes: [UInt8], isStored: Bool)] {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).zip").path
    try Data(bytes).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard let archive = zip_open(path, Int32(ZIP_RDONLY | ZIP_CHECKCONS), nil) else {
        throw CocoaError(.fileReadCorruptFile)
    }
    defer { zip_discard(archive) }
    return try (0..<zip_get_num_entries(archive, 0)).map { index in
        var status = zip_stat_t()
        guard zip_stat_index(archive, zip_uint64_t(index), 0, &status) == 0,
            let file = zip_fopen_index(archive, zip_uint64_t(index), 0)
        else { throw CocoaError(.fileReadCorruptFile) }
        defer { zip_fclose(file) }
        var content = [UInt8](repeating: 0, count: Int(status.size))
        guard zip_fread(file, &content, status.size) == zip_int64_t(status.size) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return (String(cString: status.name), content, status.comp_method == 0)
    }
}
