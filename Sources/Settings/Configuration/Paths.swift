import Foundation

/// The user's folders by the XDG Base Directory specification, version 0.8.
package struct Paths: Sendable, Equatable {
    package var home: String
    /// `$XDG_CONFIG_HOME/newsdigest/config.toml`
    package var configuration: String
    /// `$XDG_STATE_HOME/newsdigest/state.sqlite`
    package var state: String
    /// `$XDG_CONFIG_HOME/systemd/user`
    package var systemdUnits: String
    /// The file in which the systemd unit looks for variables, whatever the shell's folders are.
    package var serviceEnvironment: String

    package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
        // The specification says that a relative path must be ignored.
        func base(_ variable: String, _ otherwise: String) -> String {
            environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/\(otherwise)"
        }
        self.home = home
        configuration = base("XDG_CONFIG_HOME", ".config") + "/newsdigest/config.toml"
        state = base("XDG_STATE_HOME", ".local/state") + "/newsdigest/state.sqlite"
        systemdUnits = base("XDG_CONFIG_HOME", ".config") + "/systemd/user"
        serviceEnvironment = home + "/.config/newsdigest/environment"
    }
}

extension String {
    /// An absolute path: `~` becomes the home folder, a relative path starts at `folder`.
    package func asPath(home: String, folder: String) -> String {
        if self == "~" { return home }
        if hasPrefix("~/") { return home + dropFirst() }
        if hasPrefix("/") { return self }
        let here = FileManager.default.currentDirectoryPath
        let absolute = folder.hasPrefix("/") ? folder : folder == "." ? here : "\(here)/\(folder)"
        return absolute + (absolute.hasSuffix("/") ? "" : "/") + self
    }
}
