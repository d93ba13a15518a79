import ArgumentParser
import NewsDigest

struct ResendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend", abstract: "Deliver a digest again, with exactly the same bytes.",
        discussion: """
            The digest goes to the same destinations as before. --to chooses one of them. --out writes it to a file, \
            or to standard output with '-'. This does not change what counts as sent.
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("The id of the digest.", valueName: "digest"), completion: .digests)
    var digest: String

    @Option(help: ArgumentHelp("Only to this destination.", valueName: "name"))
    var to: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write it to this file instead.", valueName: "file"),
        completion: .file(),
        transform: path)
    var out: String?

    func run() async throws {
        let configuration = try Configuration(path: common.config)
        let readers =
            common.profile == nil
            ? [configuration] + configuration.profiles.values : [try await configuration.reader(common.profile)]
        let run = Run(readers, statePath: try common.statePath, now: common.clock, report: Console().show)
        try await run.resend(digest, to: to, out: out)
    }
}
