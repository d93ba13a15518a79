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
