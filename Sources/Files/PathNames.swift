import Foundation

extension String {
    // Foundation's `NSString` has the same two, and ends the process at some names of one character.

    /// The folder that a path's last name stands in; `.` for a mere name.
    package var folderOfPath: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        let folder = utf8[..<slash]
        let end = folder.lastIndex { $0 != UInt8(ascii: "/") }
        return end.map { String(self[...$0]) } ?? "/"
    }

    /// What stands behind a path's last slash.
    package var nameOfPath: String {
        split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? self
    }
}

/// The absolute path that a path leads to when its symbolic links are followed, whether that is there or not; nil when
/// they go in circles.
package func followingLinks(_ path: String) -> String? {
    var path = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    // The kernel gives up after as many (path_resolution(7)).
    for _ in 0..<40 {
        // Looks like a link, but what it "points to" is no path (proc(5)).
        if openDescriptor(named: path) != nil { return path }
        guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return path }
        path = target.hasPrefix("/") ? target : path.folderOfPath + "/" + target
    }
    return nil
}

/// The descriptor that `/proc/self/fd/1` or `/dev/fd/1` stands for, which is where `/dev/stdout` leads.
package func openDescriptor(named path: String) -> Int32? {
    for folder in ["/proc/self/fd/", "/dev/fd/"] where path.hasPrefix(folder) {
        return Int32(path.dropFirst(folder.count)).flatMap { $0 >= 0 ? $0 : nil }
    }
    return nil
}
