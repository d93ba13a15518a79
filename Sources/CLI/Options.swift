import ArgumentParser
import Foundation
import NewsDigest
import Values

/// The options of every command that reads the configuration or the state.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The configuration file.", valueName: "file"), completion: .file(extensions: ["toml"]),
        transform: path)
    var config: String?

    @Option(
        help: ArgumentHelp("The state: a file, or postgresql://…", valueName: "file"), completion: .file(),
        transform: path)
    var state: String?

    @Option(
        help: ArgumentHelp(
            "The profile: a [profiles.NAME] of the configuration, or the id of a reader.", valueName: "name"),
        completion: .profiles)
    var profile: String?

    @Option(help: ArgumentHelp("Use this as the current time: 2026-11-21T08:00:00Z.", valueName: "time"))
    var now: Instant?

    /// The path of the state to use, or its address.
    var statePath: String { get throws { try Configuration.stateName(option: state, configuration: config) } }

    /// The present time for the command.
    var clock: Date { now?.date ?? Date() }
}

/// A path from the command line. In `--out=~/x`, no shell replaces the `~`.
func path(_ text: String) -> String {
    text.hasPrefix("~") ? text.asPath(home: Paths().home, folder: FileManager.default.currentDirectoryPath) : text
}

/// A time from the command line (RFC 3339).
struct Instant: ExpressibleByArgument {
    var date: Date

    init?(argument: String) {
        guard let date = try? Date(argument, strategy: .iso8601), date.isReckonable else { return nil }
        self.date = date
    }
}
