import Files
import Foundation

extension Delivery {
    /// The file that a profile's digest is written to: in the path, `{profile}` is the profile's name. Nil for another
    /// destination.
    func file(of profile: String) -> String? {
        guard case .file(let path) = destination else { return nil }
        return Self.filled(path, for: profile)
    }

    /// A name of a reader never adds a folder.
    static func filled(_ path: String, for profile: String) -> String {
        path.replacing(profilePlaceholder, with: profile.replacing("/", with: "_"))
    }

    static let profilePlaceholder = "{profile}"
}

/// Which profile's digest each file gets. A second digest would replace the first.
struct OutputFiles {
    /// What gets each regular file, by its path without links.
    private var owners: [String: String] = [:]
    /// The path without links of each path as it is written.
    private var targets: [String: String?] = [:]

    /// Notes that a digest of this profile is written to a file.
    /// - Returns: the profile that has the file already; nil if nobody has it, or if it is not a regular file.
    mutating func claim(_ delivery: Delivery, for profile: String) -> String? {
        guard case .file(let path) = delivery.destination, let key = key(path, for: profile) else { return nil }
        if let owner = owners[key] { return owner }
        owners[key] = profile
        return nil
    }

    /// A path with `{profile}` is asked for only once for all profiles: only its folder may be a link.
    private mutating func key(_ path: String, for profile: String) -> String? {
        guard path.contains(Delivery.profilePlaceholder) else { return target(path) }
        let folder = path.folderOfPath
        guard !folder.contains(Delivery.profilePlaceholder) else { return Delivery.filled(path, for: profile) }
        let name = Delivery.filled(String(path.dropFirst(folder.count)), for: profile)
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
        let path = URL(filePath: end).resolvingSymlinksInPath().path
        var status = stat()
        let isOther = !isFolder && stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
        return isOther ? nil : path
    }

    /// Why a profile's digest is not written to the file of another, and what to do.
    static func objection(to path: String, owner: String) -> String {
        "'\(path)' already gets the digest of '\(owner)'; write a path for each profile, such as "
            + "path = \"{profile}.html\""
    }
}
