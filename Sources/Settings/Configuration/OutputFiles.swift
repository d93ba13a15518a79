import Files
import Foundation

/// Which digest each file gets. A second digest would replace the first.
package struct OutputFiles {
    private struct Owner: Equatable {
        var profile: String
        var delivery: String
    }

    /// The files that no digest may replace.
    private var needed = NeededFiles()
    /// What gets each regular file, by its path without links.
    private var owners: [String: Owner] = [:]
    /// The path without links of each path as it is written; nil if it is no regular file.
    private var targets: [String: String?] = [:]
    /// For each folder, the names in it that are not those of regular files: links, folders, pipes.
    private var otherNames: [String: Set<String>] = [:]

    package init() {}

    /// Notes the files that a profile or reader needs.
    package mutating func protectFiles(of configuration: Configuration, state: String) {
        needed.add(configuration, state: state)
    }

    /// Notes that a digest of this profile is written to a file.
    /// - Parameter time: when the digest was made.
    /// - Returns: why it must not be written there, because the file has another digest already or is needed; nil if it
    ///   is free, or if it is not a regular file.
    package mutating func claim(_ delivery: Delivery, for profile: String, at time: Date) -> String? {
        guard let written = delivery.destination.ownedPath else { return nil }
        // With one time zone, the files of one day are one file also for profiles that begin the day at other times.
        let path = OutputPath(written: OutputPath(written: written).dated(at: time, in: .gmt))
        guard let target = target(of: path, for: profile) else { return nil }
        if let objection = needed.objection(to: path.named(for: profile), at: target) { return objection }
        let owner = Owner(profile: profile, delivery: delivery.name)
        if let first = owners[target], first != owner {
            return Self.objection(to: OutputPath(written: written), of: profile, owner: first)
        }
        owners[target] = owner
        return nil
    }

    /// A folder that all profiles have in common is read once. A profile's own name in it leads elsewhere only if it is
    /// the name of a link or a folder, so 10,000 readers need no system call each.
    private mutating func target(of path: OutputPath, for profile: String) -> String? {
        let parts = path.written.split(separator: "/", omittingEmptySubsequences: false)
        guard let own = parts.firstIndex(where: { $0.contains(OutputPath.profile) }) else {
            return target(path.written, orFind: { Self.target(path.written) })
        }
        let common = parts[..<own].joined(separator: "/") + "/"
        guard let folder = target(common, orFind: { withoutLinks(common + ".").map(\.folderOfPath) }) else {
            return nil
        }
        let names = OutputPath(written: parts[own...].joined(separator: "/")).named(for: profile)
        let first = names.prefix { $0 != "/" }
        guard isOther(String(first), in: folder) else { return folder + "/" + names }
        return Self.target(folder + "/" + names)
    }

    private mutating func target(_ path: String, orFind find: () -> String?) -> String? {
        if let known = targets[path] { return known }
        let found = find()
        targets[path] = .some(found)
        return found
    }

    private mutating func isOther(_ name: String, in folder: String) -> Bool {
        if otherNames[folder] == nil { otherNames[folder] = Self.otherNames(in: folder) }
        return otherNames[folder]?.contains(name) == true
    }

    private static func otherNames(in folder: String) -> Set<String> {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: Set<String> = []
        while let entry = readdir(stream) {
            if entry.pointee.d_type == UInt8(DT_REG) { continue }
            names.insert(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names
    }

    private static func target(_ path: String) -> String? {
        guard let target = withoutLinks(path), openDescriptor(named: target) == nil else { return nil }
        var status = stat()
        let isOther = stat(target, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        return isOther ? nil : target
    }

    private static func objection(to path: OutputPath, of profile: String, owner: Owner) -> String {
        let shown = "'\(path.named(for: profile))'"
        guard owner.profile != profile else {
            return "\(shown) stands in two [[deliver]] of '\(profile)'; write another path in one of them"
        }
        let link =
            path.written.contains(OutputPath.profile) ? "remove the link or the path that also leads there, or " : ""
        return "\(shown) already gets the digest of '\(owner.profile)'; \(link)write a path for each profile, such as "
            + "path = \"{profile}.html\""
    }
}
