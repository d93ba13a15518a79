import Foundation

extension String {
    // Foundation's `NSString` has both functions, but they end the process for some names of one character.

    /// The folder of a path's last name; `.` for a name without a folder.
    package var folderOfPath: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        let folder = utf8[..<slash]
        let end = folder.lastIndex { $0 != UInt8(ascii: "/") }
        return end.map { String(self[...$0]) } ?? "/"
    }

    /// The text after a path's last slash.
    package var nameOfPath: String {
        split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? self
    }

    /// The path that an address of the scheme `file` names (RFC 8089); nil for another address.
    package var pathOfFileURL: String? {
        guard lowercased().hasPrefix("file:") else { return nil }
        return URL(string: self)?.path ?? String(dropFirst("file:".count))
    }
}

/// The absolute path to which a path leads through its symbolic links, whether the target exists or not. Nil when the
/// links form a circle.
package func followingLinks(_ path: String) -> String? {
    var path = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    // The kernel gives up after the same number (path_resolution(7)).
    for _ in 0..<40 {
        // It looks like a link, but its target is not a path (proc(5)).
        if openDescriptor(named: path) != nil { return path }
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
        path = target.hasPrefix("/") ? target : path.folderOfPath + "/" + target
    }
    return nil
}

/// The absolute path of a file without symbolic links, also of its folders, whether the file exists or not. Nil when the
/// links form a circle.
package func withoutLinks(_ path: String) -> String? {
    guard let end = followingLinks(path) else { return nil }
    if openDescriptor(named: end) != nil { return end }
    // Foundation follows no link of a path that leads to no file yet.
    let folder = end.folderOfPath
    return URL(filePath: folder).resolvingSymlinksInPath().path + "/" + end.nameOfPath
}

/// The descriptor that `/proc/self/fd/1` or `/dev/fd/1` means. `/dev/stdout` leads there.
package func openDescriptor(named path: String) -> Int32? {
    for folder in ["/proc/self/fd/", "/dev/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
}
