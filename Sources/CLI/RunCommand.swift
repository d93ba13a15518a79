import ArgumentParser
import Foundation
import NewsDigest
import Platform
import Render
import Settings
import Values

struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Gather, select and deliver what is new (the default command).",
        discussion: """
            Without --out, the digest goes to the configured destinations, or to standard output if there are none. A \
            terminal shows it as a page made for it, in $PAGER if it is longer than the screen. \
            With --out FILE, standard output gets one line per item: its title, a tab and its share link. --out - \
            writes the digest to standard output. Beside configured destinations, --out remembers separately what it \
            got: the configured destinations get these stories too. On a terminal, --format and --limit beside \
            configured destinations need --out or --dry-run.

            Exit status: 0 delivered or nothing new; 1 as 0, but a source is broken (the next digest names it), a line \
            of [readers] has a mistake, or with --strict a source failed; 64 wrong usage; 69 no source could be used, \
            or the system allows too few files, threads or memory; 73 the output cannot be written; 74 the state \
            cannot be read or written; 75 another newsdigest process holds the lock; 76 a delivery failed; 78 wrong \
            configuration.
            """)

    @OptionGroup var common: CommonOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Only these sections, one or more: tech, science, concert, your own…", valueName: "name"),
        completion: .sections)
    var category: [String] = []

    @Option(path: "Write the digest to this file, or to standard output with '-'.", name: .shortAndLong)
    var out: String?

    @Option(
        help: """
            The format for --out or standard output. Without --out, each [[deliver]] that can have a format gets it, \
            too. The default follows from the ending of --out, or is markdown; each [[deliver]] has its own.
            """)
    var format: Format?

    @Flag(
        help: """
            Make one digest for each [profiles.NAME], each reader of [readers], and for the top of the file if it has a \
            'name', an 'email' or recipients, and a [[deliver]]. Shared sources are fetched once.
            """)
    var allProfiles = false

    @Option(
        parsing: .unconditional, help: ArgumentHelp("At most this many stories.", valueName: "n"), transform: count)
    var limit: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only articles that are at most this old: 90m, 24h, 7d.", valueName: "age"),
        transform: Age.init)
    var since: Age?

    @Option(parsing: .upToNextOption, help: "Only these kinds of source, one or more.")
    var source: [SourceKind] = []

    @Option(
        parsing: .upToNextOption,
        help: "The share links, one or more: printed with --out, and shown in the digest.")
    var share: [ShareLink] = []

    @Flag(
        help:
            "Print the digest, or with --out its links, and deliver nothing. Change no state; write no file except those of --record."
    )
    var dryRun = false

    @Flag(help: "Also include stories that were sent before.")
    var includeSent = false

    @Flag(help: "Also request the sources that runs skip for some time because they failed.")
    var askAll = false

    @Flag(help: "Report every failure, and exit with 1 if any source failed.")
    var strict = false

    @Flag(help: "Deliver a digest even if nothing is new.")
    var evenIfEmpty = false

    @OptionGroup var recording: RecordingOptions

    @Flag(name: .shortAndLong, help: "Print no share links, and no sentence when nothing is new.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print on standard error what each stage did, and every failure.")
    var verbose = false

    @Option(help: "The format of the lines on standard error: text or json.")
    var logFormat: OutputFormat = .text

    func validate() throws {
        try refuse(besideAllProfiles: allProfiles, profile: common.profile, out: out)
        if category.contains(where: { Self.names(in: $0).isEmpty }) {
            throw ValidationError("--category names no section.")
        }
    }

    func run() async throws {
        let console = Console(format: logFormat, isVerbose: verbose)
        do {
            let configuration = try Configuration(path: common.config)
            var served = try await served(in: configuration)
            if out == nil, !dryRun { try served.readers.obey(format: format, limit: limit) }
            let now = try recording.begin(at: common.now)
            let run = Run(
                served.readers.all, options: options(at: now), statePath: try common.statePath,
                now: now, report: console.show)
            // Those who watch the runs need not know of a dry run or a replay.
            let monitor = dryRun || recording.replay != nil ? nil : await run.monitor(as: served.watched)
            try await perform(run, for: served, monitor, console)
        } catch let error as RunError where logFormat == .json {
            console.end(error)
            throw ExitCode(error.exitStatus)
        }
    }

    /// Whom the run serves.
    private struct Served {
        /// The configuration that says who watches the run.
        var watched: Configuration
        var readers = Readers()
        /// Why nobody can be served.
        var failure: RunError?
    }

    private func served(in configuration: Configuration) async throws -> Served {
        var served = Served(watched: configuration)
        do {
            if allProfiles {
                served.readers = try await configuration.allReaders()
            } else {
                served.watched = try await configuration.reader(common.profile)
                served.readers = Readers(all: [served.watched])
            }
            if served.readers.all.isEmpty { served.failure = served.readers.faults.first }
        } catch let error as RunError {
            served.failure = error
        }
        return served
    }

    /// Runs to the end, and then tells the monitor how it ended.
    private func perform(
        _ run: Run, for served: Served, _ monitor: RunMonitor?, _ console: Console
    ) async throws {
        func end(status: Int32) async { await monitor?.end(status: status, lines: console.lines) }
        do {
            if let failure = served.failure { throw failure }
            let faults = served.readers.faults
            for fault in faults { console.show(.notice("\(fault)")) }
            let outcome = try await run.perform()
            if !quiet, let sentence = outcome.idleSentence(now: run.now) { console.tell(sentence) }
            try finish(outcome)
            if !faults.isEmpty { throw ExitCode(1) }
            await end(status: 0)
        } catch let error as RunError {
            console.end(error)
            await end(status: error.exitStatus)
            throw ExitCode(error.exitStatus)
        } catch {
            let status = (error as? ExitCode)?.rawValue ?? Self.exitCode(for: error).rawValue
            await end(status: status)
            throw error
        }
    }

    private func finish(_ outcome: Run.Outcome) throws {
        if out != nil && out != "-" && !quiet { try printLinks(of: outcome.delivered, for: share) }
        try outcome.requireDelivered()
        if strict && !outcome.gatherFailures.isEmpty { throw ExitCode(1) }
    }
}

extension Run.Outcome {
    /// - Throws: the error or the exit status of a run that did not deliver everything, or that has a broken source.
    func requireDelivered() throws {
        if let failure = outputFailure { throw RunError.output(failure) }
        guard deliveryFailures.isEmpty else {
            let error = RunError.delivery(deliveryFailures)
            // The message "nothing was marked as sent" would be wrong for the other profiles.
            throw delivered.isEmpty ? error : ExitCode(error.exitStatus)
        }
        if hasReaderWithoutSource { throw ExitCode(RunError.noSource(gatherFailures).exitStatus) }
        if hasBrokenSource { throw ExitCode(1) }
    }
}

extension RunCommand {
    /// The names of sections in an argument, which separates them with commas.
    private static func names(in argument: String) -> [String] {
        argument.split(separator: ",").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
    }

    private func options(at now: Date) -> Run.Options {
        var options = Run.Options()
        options.categories = category.flatMap(Self.names)
        options.kinds = source
        options.servesAll = allProfiles
        options.out = out
        options.format = format
        options.limit = limit
        options.since = since.map { now - $0.seconds }
        options.share = share
        options.includesSent = includeSent
        options.isDryRun = dryRun
        options.evenIfEmpty = evenIfEmpty
        options.asksAll = askAll
        options.reportsAll = verbose || strict
        options.mode = recording.mode
        if out == nil, format == nil { options.screen = Screen() }
        // The lines on standard error would disturb the pager.
        if verbose { options.screen?.pager = nil }
        return options
    }
}

/// Prints one line for each story: its title, and a link for each requested service. On a terminal, the title fits the
/// width, and each link is a line under it.
func printLinks(of digests: [Run.Delivered], for services: [ShareLink] = []) throws {
    let services = services.isEmpty ? [.link] : services
    let stories = digests.flatMap(\.stories)
    let lines =
        if let width = Screen()?.width {
            stories.flatMap { story in
                story.title.cleanLine.lines(ofColumns: width) + story.shareLinks(services).map { "  \($0)" }
            }
        } else {
            stories.map { ([$0.title.cleanLine] + $0.shareLinks(services)).joined(separator: "\t") }
        }
    try printOut(lines.map { $0 + "\n" }.joined())
}

/// A duration from the command line, such as `24h`.
struct Age {
    var seconds: TimeInterval

    init(_ text: String) throws {
        guard let seconds = TimeInterval(duration: text), seconds > 0 else {
            throw ValidationError("write a number with a unit, such as 90m, 24h or 7d")
        }
        // A thousand years are enough, and such a date can still be written.
        self.seconds = min(seconds, 1000 * 365 * 86_400)
    }
}

extension Format: ExpressibleByArgument {}
extension SourceKind: ExpressibleByArgument {}
extension ShareLink: ExpressibleByArgument {}
