import ArgumentParser
import NewsDigest

struct ResendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend", abstract: "Deliver a digest again: the very same bytes, whatever has changed since.",
        discussion: """
            It goes where it went before, to the destinations of the reader it was made for. --to names one of them, \
            --out writes it to a file, or to standard output with '-'. Nothing is marked as sent or unsent.
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("The digest's id.", valueName: "digest"))
    var digest: String

    @Option(help: ArgumentHelp("Only this destination.", valueName: "name"))
    var to: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write it to this file instead.", valueName: "file"), transform: path)
    var out: String?

    func run() async throws {
        let configuration = try Configuration(path: common.config)
        let readers =
            try common.profile.map { [try configuration.profile($0)] }
            ?? [configuration] + configuration.profiles.values
        let run = Run(readers, statePath: common.statePath, now: common.clock, report: Console().show)
        try await run.resend(digest, to: to, out: out)
    }
}
