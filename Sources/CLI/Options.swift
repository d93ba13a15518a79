import ArgumentParser
import Foundation
import NewsDigest
import Values

/// Options that every command reading the configuration or the state has.
struct CommonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The configuration file.", valueName: "file"), transform: path)
    var config: String?

    @Option(help: ArgumentHelp("The state file.", valueName: "file"), transform: path)
    var state: String?

    @Option(help: ArgumentHelp("The profile: a [profiles.NAME] of the configuration.", valueName: "name"))
    var profile: String?

    @Option(help: ArgumentHelp("Use this as the current time: 2026-11-21T08:00:00Z.", valueName: "time"))
    var now: Instant?

    /// The state file to use.
    var statePath: String { state ?? Paths().state }

    /// The time that the command takes as the present.
    var clock: Date { now?.date ?? Date() }
}

/// A path given on the command line. Of `--out=~/x` no shell knows that it is one.
func path(_ text: String) -> String {
    text.hasPrefix("~") ? text.asPath(home: Paths().home, folder: FileManager.default.currentDirectoryPath) : text
}

/// A point in time given on the command line (RFC 3339).
struct Instant: ExpressibleByArgument {
    var date: Date

    init?(argument: String) {
        guard let date = try? Date(argument, strategy: .iso8601), date.isReckonable else { return nil }
        self.date = date
    }
}
