import ArgumentParser
import Foundation
import NewsDigest
import Settings
import State
import Values

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the last run, what waits, what was left out, and sources in trouble.",
        discussion: """
            It only reads, and waits for nobody. The next run is expected after the usual interval of the last runs, \
            whichever profile they were for. \
            Without --profile it is about the top of the configuration, all [profiles.NAME] and all readers of \
            [readers]: what waits for them and what was left out is added up.
            """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "List each story that was left out since the last digest or by it.")
    var list = false

    @Option(help: "The format: text or json. By default, the ending of the --out file tells it, or it is text.")
    var format: OutputFormat?

    @Option(path: "Write to this file; '-' is standard output.", name: .shortAndLong)
    var out: String?

    func run() async throws {
        let (configuration, path) = try (Configuration(path: common.config), common.statePath)
        var status = try await Status(configuration, profile: common.profile, statePath: path, now: common.clock)
        status.isList = list
        let text = try format.isJSON(in: out) ? jsonText(of: status) : text(of: status.lines)
        try put(text, into: out, beside: configuration, state: path)
    }
}
