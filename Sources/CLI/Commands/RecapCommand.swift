import ArgumentParser
import Foundation
import NewsDigest
import Platform
import Settings
import Values

struct RecapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recap", abstract: "Deliver the largest stories of the last days again, each once.",
        discussion: """
            The stories are those of the history: those that most articles told come first, with what became of them. \
            It asks no source. Nothing counts as sent, and a later recap leaves out what this one told.
            """)

    @OptionGroup var common: CommonOptions

    @Option(help: ArgumentHelp("The length of the period: 24h, 7d.", valueName: "age"), transform: Age.init)
    var since: Age?

    @Option(help: ArgumentHelp("At most this many stories. The default is 10.", valueName: "n"), transform: count)
    var top = 10

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write it to this file, not to the configured destinations.", valueName: "file"),
        completion: .file(), transform: path)
    var out: String?

    @Option(
        help: """
            The format for --out or standard output. Without --out, each [[deliver]] that can have a format gets it, too.
            """)
    var format: Format?

    @Flag(help: "Serve all profiles and readers.")
    var allProfiles = false

    @Flag(help: "Print the recap, and deliver and remember nothing.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Print no sentence when nothing was sent.")
    var quiet = false

    func validate() throws {
        try refuse(besideAllProfiles: allProfiles, profile: common.profile, out: out)
    }

    func run() async throws {
        let configuration = try Configuration(path: common.config)
        var readers =
            allProfiles
            ? try await configuration.allReaders() : Readers(all: [try await configuration.reader(common.profile)])
        if readers.all.isEmpty, let fault = readers.faults.first { throw fault }
        if out == nil, !dryRun { try readers.obey(format: format) }
        var options = Run.Options()
        options.out = out
        options.format = format
        options.isDryRun = dryRun
        if out == nil, format == nil { options.screen = Screen() }
        let console = Console()
        let run = Run(
            readers.all, options: options, statePath: try common.statePath, now: common.clock, report: console.show)
        for fault in readers.faults { console.show(.notice("\(fault)")) }
        let outcome = try await run.recap(since: since?.seconds ?? 7 * 86_400, top: top)
        if !quiet { outcome.emptyRecaps.forEach(console.tell) }
        try outcome.requireDelivered()
        if !readers.faults.isEmpty { throw ExitCode(1) }
    }
}
