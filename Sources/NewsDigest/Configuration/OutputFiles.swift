import Files
import Foundation

/// Which profile's digest each file gets. A second digest would replace the first.
struct OutputFiles {
    /// The time of all digests in the paths.
    private let now: Date
    /// What gets each regular file, by its path without links.
    private var owners: [String: String] = [:]
    /// The path without links of each path as it is written.
    private var targets: [String: String?] = [:]

    init(now: Date) { self.now = now }

    /// Notes that a digest of this profile is written to a file.
    /// - Returns: why it must not be written there, because the file has another digest already; nil if it is free, or
    ///   if it is not a regular file.
    mutating func claim(_ delivery: Delivery, for profile: String) -> String? {
        guard case .file(let written) = delivery.destination else { return nil }
        // With one time zone, the files of one day are one file also for profiles that begin the day at other times.
        let path = OutputPath(written: written).dated(at: now, in: .gmt)
        guard let key = key(path, for: profile) else { return nil }
        if let owner = owners[key] {
            return Self.objection(to: OutputPath(written: written).named(for: profile), of: profile, owner: owner)
        }
        owners[key] = profile
        return nil
    }

    /// A path with `{profile}` is asked for only once for all profiles: only its folder may be a link.
    private mutating func key(_ path: String, for profile: String) -> String? {
        guard path.contains(OutputPath.profile) else { return target(path) }
        let folder = path.folderOfPath
        guard !folder.contains(OutputPath.profile) else { return OutputPath(written: path).named(for: profile) }
        let name = OutputPath(written: String(path.dropFirst(folder.count))).named(for: profile)
        return target(folder, isFolder: true).map { $0 + name }
    }

    private mutating func target(_ path: String, isFolder: Bool = false) -> String? {
        if let known = targets[path] { return known }
        let found = Self.target(path, isFolder: isFolder)
        targets[path] = .some(found)
        return found
    }

    private static func target(_ path: String, isFolder: Bool) -> String? {
        guard let end = followingLinks(path), openDescriptor(named: end) == nil else { return nil }
        if isFolder { return URL(filePath: end).resolvingSymlinksInPath().path }
        // Foundation follows no link of a path that leads to no file yet.
        let folder = end.folderOfPath
        let path = URL(filePath: folder).resolvingSymlinksInPath().path + end.dropFirst(folder.count)
        var status = stat()
        let isOther = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        return isOther ? nil : path
    }

    private static func objection(to path: String, of profile: String, owner: String) -> String {
        guard owner != profile else {
            return "'\(path)' stands in two [[deliver]] of '\(profile)'; write another path in one of them"
        }
        return "'\(path)' already gets the digest of '\(owner)'; write a path for each profile, such as "
            + "path = \"{profile}.html\""
    }
}
