import Files
import Foundation

/// A folder that newsdigest fills, and in which it remembers what it needs to know of its earlier work.
protocol OwnFolder: Sendable {
    /// Without a slash at the end.
    var path: String { get }
    /// A file that would be replaced, although newsdigest did not write it.
    var foreignFile: String? { get }
}

/// A file of such a folder that cannot be used, and why.
struct FolderFault: Error {
    var file: String
    var reason: String
}

extension OwnFolder {
    /// Fails if writing would fail: no folder, and none around it; no permission. Fails if it would replace files that
    /// newsdigest did not write: those of a person or of another program.
    func check() throws(FolderFault) {
        func failure(_ reason: String) -> FolderFault { FolderFault(file: path, reason: reason) }
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if exists, !isFolder.boolValue { throw failure("is a file, and no folder") }
        let folder = exists ? path : path.folderOfPath
        guard exists || FileManager.default.fileExists(atPath: folder) else {
            throw failure("cannot be made: the folder '\(folder)' does not exist")
        }
        if access(folder, W_OK | X_OK) != 0 { throw failure("cannot be written: \(errorText(errno))") }
        guard exists, let file = foreignFile else { return }
        throw failure("has '\(file)', which newsdigest did not write; name a new folder, or move the file away")
    }

    func make(_ folder: String) throws {
        let path = folder.isEmpty ? path : "\(path)/\(folder)"
        guard mkdir(path, 0o777) != 0, errno != EEXIST else { return }
        throw FolderFault(file: path, reason: "cannot be made: \(errorText(errno))")
    }

    /// Nil if there is no such file.
    func contents(of file: String) throws -> Data? {
        do {
            return try FileHandle.openedFile("\(path)/\(file)").readAll(upTo: 64 << 20)
        } catch let error as POSIXError where error.code == .ENOENT {
            return nil
        } catch {
            throw FolderFault(file: "\(path)/\(file)", reason: "cannot be read: \(errorText(of: error))")
        }
    }

    func read(_ file: String) throws -> String? {
        try contents(of: file).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a file, unless it has these bytes already.
    /// - Parameter syncs: whether its bytes are on the disk before it replaces the old file: a power failure must not
    ///   take what can be made of no other file. All other files are brought to the disk together, at the end.
    func write(_ text: String, to file: String, syncs: Bool = false) throws {
        let bytes = Array(text.utf8)
        if try contents(of: file).map(Array.init) == bytes { return }
        try write(to: file, syncs: syncs) { writeAll(bytes, to: $0) }
    }

    /// - Parameter content: see `FileReplacement.write`.
    func write(to file: String, syncs: Bool = false, _ content: (Int32) -> Int32?) throws {
        do throws(FileReplacement.Fault) {
            try FileReplacement(of: "\(path)/\(file)").write(syncs: syncs, content)
        } catch {
            throw FolderFault(file: "\(path)/\(file)", reason: "cannot be written: \(errorText(error.code))")
        }
    }

    /// Brings all that was written to the disk.
    func sync() throws {
        guard let code = syncFileSystem(of: path) else { return }
        throw FolderFault(file: path, reason: "cannot be brought to the disk: \(errorText(code))")
    }

    func remove(_ file: String) { unlink("\(path)/\(file)") }

    /// The names of the files in a folder, without their ending, in ascending order.
    func names(in folder: String) throws -> [String] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")
        } catch CocoaError.fileReadNoSuchFile {
            return []
        } catch {
            throw FolderFault(file: "\(path)/\(folder)", reason: "cannot be read: \(errorText(of: error))")
        }
        return names.filter { !$0.hasPrefix(".") }.map { String($0.prefix { $0 != "." }) }.sorted()
    }
}

extension String {
    /// Whether it has only letters and digits of ASCII, and hyphens, so that it names a file in a folder.
    var isPlainName: Bool { !isEmpty && utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") } }

    /// The path of a folder.
    var withoutEndSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
