import ArgumentParser
import Foundation
import Gather
import NewsDigest
import Platform
import Values

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search newsapi.org, KudaGo, the feeds, the calendars and all stored items.",
        discussion: """
            The query needs at least two characters. The results look like a digest, but do not count as sent. \
            'save', 'show', 'share' and 'why' accept the ids of the results. --source also limits the search in stored \
            items. With --out, standard output gets one line per item: its title, a tab and its link.
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("The words to search for.", valueName: "query"))
    var query: [String]

    @Option(path: "Write the results to this file.", name: .shortAndLong)
    var out: String?

    @Option(help: "The format. The default follows from the ending of --out, and is otherwise markdown.")
    var format: Format?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("At most this many stories. The default is \(Self.mostFound).", valueName: "n"),
        transform: count)
    var limit = mostFound

    @Option(parsing: .upToNextOption, help: "Only these kinds of source, one or more.")
    var source: [SourceKind] = []

    @OptionGroup var recording: RecordingOptions

    @Flag(name: .shortAndLong, help: "Print no links on standard output.")
    var quiet = false

    private static let mostFound = 20

    func run() async throws {
        let query = try SearchQuery(query.joined(separator: " "))
        let now = try recording.begin(at: common.now)
        var options = Run.Options()
        options.kinds = source
        options.out = out
        options.format = format
        options.mode = recording.mode
        if out == nil, format == nil { options.screen = Screen() }
        let run = Run(
            [try await common.reader()], options: options, statePath: try common.statePath, now: now,
            report: Console().show)
        let outcome = try await run.search(query, limit: limit)
        if out != nil && out != "-" && !quiet { try printLinks(of: outcome.delivered) }
        if let failure = outcome.outputFailure { throw RunError.output(failure) }
    }
}
