import ArgumentParser
import NewsDigest
import Settings
import State

struct ResendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend", abstract: "Deliver a digest again, with exactly the same bytes.",
        discussion: """
            The digest goes to the same destinations as before. A feed or a calendar in a file keeps what later \
            digests added and changed. --to chooses one of them. --out writes it to a file, \
            or to standard output with '-': what the destination of --to got, or else what a destination got in the \
            format that the ending of the file means. This does not change what counts as sent.
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("The id of the digest, or 'last'.", valueName: "digest"), completion: .digests)
    var digest: String

    @Option(help: ArgumentHelp("Only to this destination.", valueName: "name"))
    var to: String?

    @Option(path: "Write the digest to this file instead.", name: .shortAndLong)
    var out: String?

    func run() async throws {
        let configuration = try Configuration(path: common.config)
        let path = try common.statePath
        let state = try State.open(path, .readOnly)
        let named = try await configuration.reader(common.profile, in: state)
        let known = try state.knownDigest(digest, profile: common.profile)
        // If the profile of the digest is no longer configured, the digest still goes to an output of the command line.
        let reader = common.profile == nil ? await configuration.reader(ofDigestOf: known.reader) : named
        let run = Run([reader], statePath: path, now: common.clock, report: Console().show)
        try await run.resend(known, to: to, out: out)
    }
}
