import Foundation
import State
import Values

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

extension Configuration {
    /// The path of the state, or its address: from `--state`, from `NEWSDIGEST_STATE`, or from the configuration;
    /// otherwise the user's own state.
    /// - Parameters:
    ///   - option: the value of `--state`.
    ///   - path: the value of `--config`.
    /// - Throws: `RunError.configuration`.
    package static func stateName(
        option: String?, configuration path: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> String {
        try option ?? stateName(in: environment)
            ?? Configuration(path: path, environment: environment).state ?? Paths(environment: environment).state
    }

    /// The same for a configuration that was read already.
    package func stateName(
        option: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        option ?? Self.stateName(in: environment) ?? state ?? Paths(environment: environment).state
    }

    /// What `NEWSDIGEST_STATE` names.
    package static func stateName(in environment: [String: String]) -> String? {
        guard let variable = environment["NEWSDIGEST_STATE"], !variable.isEmpty else { return nil }
        let isAddress = ServerAddress.isAddress(variable)
        return isAddress ? variable : variable.asPath(home: Paths(environment: environment).home, folder: ".")
    }
}

extension KeyType<String> {
    /// The path of a state, or its address. An address may contain a password, which is then known as a secret.
    static var state: Self {
        line.map { text, entry in
            guard ServerAddress.isAddress(text) else { return try path.read(entry) }
            do {
                _ = try ServerAddress(text)
            } catch RunError.configuration(_, _, let reason) {
                throw entry.error(reason)
            }
            return text
        }
    }
}
