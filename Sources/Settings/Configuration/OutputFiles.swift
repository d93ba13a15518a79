import Addresses
import Files
import Foundation
import State
import Templates
import Texts
import Values

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

/// The files that newsdigest itself needs. No output may replace them.
package struct NeededFiles {
    /// What each file is, by its path without links.
    private var purposes: [String: String] = [:]
    /// The paths, as they are written, that are already in `purposes`.
    private var known: Set<String> = []

    fileprivate init() {}

    /// - Parameter state: the name of the state.
    package init(of configuration: Configuration, state: String) {
        add(configuration, state: state)
    }

    /// Why the file of `[metrics]` may not be written; nil if it may be.
    package static func objection(toMetricsOf configuration: Configuration, state: String) -> String? {
        var others = configuration
        others.metricsFile = nil
        return configuration.metricsFile.flatMap(NeededFiles(of: others, state: state).objection)
    }

    /// Adds the files that a profile or reader needs.
    fileprivate mutating func add(_ configuration: Configuration, state: String) {
        if !ServerAddress.isAddress(state) {
            for file in State.files(of: state) { add(file, "the state") }
        }
        if let file = configuration.file { add(file, "the configuration") }
        if let path = configuration.fileOfReaders { add(path, "the list of readers") }
        if let path = configuration.unsubscribed { add(path, "the list of unsubscribed addresses") }
        if let folder = configuration.digest.templates, known.insert(folder).inserted {
            for template in Templates.all { add(folder + "/" + template.name, "a template") }
        }
        for (name, secret) in configuration.secrets {
            if case .file(let path) = secret { add(path, "the file of the secret '\(name)'") }
        }
        for path in configuration.feeds.compactMap(\.url.pathOfFileURL) { add(path, "the file of a feed") }
        for path in configuration.calendars.compactMap(\.path) { add(path, "the file of a calendar") }
        if let metrics = configuration.metricsFile { add(metrics, "the file of [metrics]") }
        if let log = Self.log { add(log, "the log: standard error is written to it") }
    }

    /// Why nothing may be written to a path; nil if it is the path of another file.
    package func objection(to path: String) -> String? {
        withoutLinks(path).flatMap { objection(to: path, at: $0) }
    }

    /// - Parameter target: the path without links.
    fileprivate func objection(to path: String, at target: String) -> String? {
        purposes[target].map { "'\(path)' is \($0), which the output would replace" }
    }

    private mutating func add(_ path: String, _ purpose: String) {
        guard known.insert(path).inserted, let target = withoutLinks(path) else { return }
        purposes[target] = purpose
    }

    /// The regular file that standard error is, if a shell redirected it.
    private static let log: String? = {
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(STDERR_FILENO)")
    }()
}

/// The path of a file for digests, as the configuration writes it. `{profile}` stands for the name of the profile or
/// reader, `{date}` for the digest's own day, and `{date:%Y-%m}` for its time in another form (strftime(3)).
package struct OutputPath {
    var written: String

    static let profile = "{profile}"

    /// The path with both values.
    func filled(for profile: String, at time: Date, in zone: TimeZone) -> String {
        OutputPath(written: dated(at: time, in: zone)).named(for: profile)
    }

    /// A name of a reader never adds a folder, and never means the folder above. Different names stay different, because
    /// what stands for a slash is percent-encoded (RFC 3986, section 2.1).
    func named(for profile: String) -> String {
        let name = profile.replacing(literal: "%", with: "%25").replacing(literal: "/", with: "%2F")
        let isFolder = name == "." || name == ".."
        let file = isFolder ? name.replacing(literal: ".", with: "%2E") : name
        return written.replacing(literal: Self.profile, with: file)
    }

    /// What stands for a reader in the address of a file or folder that `named` named.
    static func encodedName(for profile: String) -> String {
        PercentEncoding.encoded(Self(written: Self.profile).named(for: profile), keeping: PercentEncoding.unreserved)
    }

    func dated(at time: Date, in zone: TimeZone) -> String {
        guard written.contains("{date") else { return written }
        return written.replacing(/\{date(?::((?:[^{}%]*%[YymdjFGVuHMS])+[^{}%]*))?\}/) { match in
            (match.1 ?? "%F").replacing(/%./) { Self.text(String($0.0), at: time, in: zone) }
        }
    }

    /// The path for a recap: with the day of a digest in it, it has another name, so that the digest of the day stays.
    var forRecap: String {
        guard dated(at: Date(timeIntervalSince1970: 0), in: .gmt) != written else { return written }
        // A dot in braces begins no ending.
        let start = written.lastIndex { "}/".contains($0) } ?? written.startIndex
        var path = written
        path.insert(contentsOf: "-recap", at: written[start...].lastIndex(of: ".") ?? written.endIndex)
        return path
    }

    /// What looks like a placeholder and stays in the path as it is, each with the right form.
    var mistakes: [String] {
        let gone = Date(timeIntervalSince1970: 0)
        let rest = OutputPath(written: dated(at: gone, in: .gmt)).named(for: "")
        let words = rest.matches(of: /\{[^{}\/]*\}/).map { word in
            "'\(word.0)' in the path stays as it is; write \(Self.profile), {date} or {date:%Y-%m-%d}"
        }
        let codes = rest.replacing(/\{[^{}\/]*\}/, with: "/").matches(of: /%(?:\w(?:[^%\/\w]?%\w)*)?/).map { code in
            "'\(code.0)' in the path stays as it is; write {date:\(Self.isKnown(code.0) ? code.0 : "%Y-%m-%d")}"
        }
        return words + codes
    }

    private static func isKnown(_ codes: Substring) -> Bool {
        codes.wholeMatch(of: /(?:[^%]*%[YymdjFGVuHMS])+/) != nil
    }

    private static func text(_ code: String, at time: Date, in zone: TimeZone) -> String {
        var seconds = time_t(time.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: time)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return String(unsafeUninitializedCapacity: 64) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { strftime($0.baseAddress!, $0.count, code, &parts) }
        }
    }
}
