import Foundation

/// The user's folders by the XDG Base Directory specification, version 0.8.
public struct Paths: Sendable, Equatable {
    public var home: String
    /// `$XDG_CONFIG_HOME/newsdigest/config.toml`
    public var configuration: String
    /// `$XDG_STATE_HOME/newsdigest/state.sqlite`
    public var state: String
    /// `$XDG_CACHE_HOME/newsdigest`
    public var cache: String
    /// `$XDG_CONFIG_HOME/systemd/user`
    public var systemdUnits: String
    /// Where the unit of systemd looks for variables, whatever the shell's folders are.
    public var serviceEnvironment: String

    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        // The specification has a relative path ignored.
        func base(_ variable: String, _ otherwise: String) -> String {
            environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(otherwise)"
        }
        self.home = home
        configuration = base("XDG_CONFIG_HOME", ".config") + "/newsdigest/config.toml"
        state = base("XDG_STATE_HOME", ".local/state") + "/newsdigest/state.sqlite"
        systemdUnits = base("XDG_CONFIG_HOME", ".config") + "/systemd/user"
        serviceEnvironment = home + "/.config/newsdigest/environment"
        cache = base("XDG_CACHE_HOME", ".cache") + "/newsdigest"
    }
}

extension String {
    /// An absolute path: `~` becomes the home folder, a relative path starts at `folder`.
    public func asPath(home: String, folder: String) -> String {
        if self == "~" { return home }
        if hasPrefix("~/") { return home + dropFirst() }
        if hasPrefix("/") { return self }
        let here = FileManager.default.currentDirectoryPath
        let absolute = folder.hasPrefix("/") ? folder : folder == "." ? here : "\(here)/\(folder)"
        return absolute + (absolute.hasSuffix("/") ? "" : "/") + self
    }

    // Foundation's `NSString` has the same two, and ends the process at some names of one character.

    /// The folder that a path's last name stands in; `.` for a mere name.
    var folderOfPath: String {
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        let folder = utf8[..<slash]
        let end = folder.lastIndex { $0 != UInt8(ascii: "/") }
        return end.map { String(self[...$0]) } ?? "/"
    }

    /// What stands behind a path's last slash.
    var nameOfPath: String { split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? self }
}
