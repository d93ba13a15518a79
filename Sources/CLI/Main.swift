import ArgumentParser
import CBuild
import Foundation
import HTTP
import InFlight
import Platform
import Settings
import Texts
import Values

@main
struct NewsDigestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "newsdigest",
        abstract: "Collect headlines, feeds and events, and deliver what is new as one digest.",
        discussion: """
            Without a command, newsdigest executes 'run'. 'newsdigest help run' describes its options, such as \
            --category, --out, --dry-run and --profile.
            """,
        version: build,
        subcommands: [
            AskCommand.self,
            CategoriesCommand.self,
            CheckCommand.self,
            DislikeCommand.self,
            ExtractCommand.self,
            GroupCommand.self,
            HistoryCommand.self,
            ImportCommand.self,
            InitCommand.self,
            LikeCommand.self,
            LikesCommand.self,
            MCPCommand.self,
            ParseCommand.self,
            ReadersCommand.self,
            RecapCommand.self,
            ResendCommand.self,
            RunCommand.self,
            SaveCommand.self,
            SavedCommand.self,
            ScheduleCommand.self,
            SearchCommand.self,
            ShareCommand.self,
            ShowCommand.self,
            SourcesCommand.self,
            StateCommand.self,
            StatsCommand.self,
            StatusCommand.self,
            TemplatesCommand.self,
            WhyCommand.self,
        ],
        defaultSubcommand: RunCommand.self
    )

    /// Runs the command. An error becomes one line on standard error and an exit status.
    ///
    /// It begins on the main thread, so that the limits are checked before Swift starts a thread.
    @MainActor static func main() async {
        shareHeaps()
        holdStandardStreams()
        // Writing to a closed pipe must be an error and not a signal, so that nothing is marked as sent.
        signal(SIGPIPE, SIG_IGN)
        // So must writing more than a file may have (ulimit -f).
        signal(SIGXFSZ, SIG_IGN)
        // Scripts and package managers ask for the version alone. It needs no parser, no thread and little memory.
        if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) { leave(printing: build) }
        if let shortage = SystemLimits.shortage() {
            complain(shortage)
            Foundation.exit(RunError.noSource([]).exitStatus)
        }
        InFlight.watchForCrashes()
        let redactor = Redactor()
        for argument in CommandLine.arguments.dropFirst() { redactor.learn(passwordIn: argument) }
        redactor.serveProcess()
        await perform()
    }

    /// The version, and the commit if `make` built the program from git: `1.0.0-rc.1 (4f2c8a90b1d3)`.
    private static var build: String {
        let commit = String(cString: build_commit()).prefix(12)
        return commit.isEmpty ? version : "\(version) (\(commit))"
    }

    private static func perform() async {
        do {
            defer { finishReading() }
            try GivenNames.check()
            let arguments = try CommandNames.checked(Array(CommandLine.arguments.dropFirst()), of: Self.self)
            var command = try parsed(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as RunError {
            complain("\(error)")
            Foundation.exit(error.exitStatus)
        } catch let code as ExitCode {
            Foundation.exit(code.rawValue)
        } catch {
            end(with: error)
        }
    }

    /// Reads the arguments as those of the command that they name: this costs a third of reading them from the root, where
    /// ArgumentParser reads the options of the default command, too. What that refuses, such as `--help` or a wrong
    /// option, is read from the root, whose messages name the whole command.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        let (command, own) = CommandNames.leaf(of: arguments, below: Self.self)
        guard command.configuration.subcommands.isEmpty, arguments.first != "help",
            let parsed = try? command.parseAsRoot(own), type(of: parsed) == command
        else { return try parseAsRoot(arguments) }
        return parsed
    }

    /// Waits until the person has read what a pager shows. If there was no pager after all, the page is printed.
    private static func finishReading() {
        guard let page = Pager.finish() else { return }
        do throws(RunError) {
            try printOut(page)
        } catch {
            complain("\(error)")
        }
    }

    /// Prints the requested help or version, or says what is wrong with the command line.
    private static func end(with error: any Error) -> Never {
        switch exitCode(for: error) {
        case .success: leave(printing: fullMessage(for: error))
        case .validationFailure where wantsJSON: Console(format: .json).end(.usage(usage(error)))
        case .validationFailure: complain(usage(error))
        default: complain("\(error)")
        }
        Foundation.exit(exitCode(for: error).rawValue)
    }

    /// Whether the lines on standard error should be JSON. A wrong command line was not parsed.
    private static var wantsJSON: Bool {
        let arguments = CommandLine.arguments
        return arguments.contains("--log-format=json")
            || zip(arguments, arguments.dropFirst()).contains { $0 == ("--log-format", "json") }
    }

    /// Prints what was asked for, and ends.
    private static func leave(printing text: String) -> Never {
        do throws(RunError) {
            try printOut(text + "\n")
        } catch {
            complain("\(error)")
            Foundation.exit(error.exitStatus)
        }
        Foundation.exit(EXIT_SUCCESS)
    }

    /// What is wrong with the command line, and which help explains it. These are the first and the last of
    /// ArgumentParser's lines, as one line.
    private static func usage(_ error: any Error) -> String {
        let fault = withChoices(message(for: error)).split(whereSeparator: \.isNewline).joined(separator: " ")
        let help = fullMessage(for: error).split(separator: "'").first { $0.hasSuffix(" --help") }
        let end = fault.lastIndex { !".,:; ".contains($0) }
        return help.map { "\(end.map { fault[...$0] } ?? "") (see '\($0)')" } ?? fault
    }

    /// The message with the allowed values of an option. ArgumentParser lists them in a sentence or in separate lines.
    private static func withChoices(_ message: String) -> String {
        guard
            let match = message.firstMatch(
                of: /^The value '(.*)' is invalid for '.*'\. (Please provide one of.*)$/.dotMatchesNewlines())
        else { return message }
        let list = match.2
        let values =
            list.contains("\n")
            ? list.split(separator: "\n").dropFirst().map { String($0.drop { " -".contains($0) }) }
            : list.matches(of: /'([^']*)'/).map { String($0.1) }
        return message[..<list.startIndex].dropLast(2) + "; " + allowedValues(for: String(match.1), among: values)
    }
}

/// Opens the null device for each standard stream that is closed. Otherwise a file or socket that is opened later would
/// get its number, and would receive the stream's data. The null device is opened for reading, so that writing a digest
/// to it fails as it should.
private func holdStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
        _ = open("/dev/null", O_RDONLY)
    }
}

/// Writes one line to standard error. The line is cleaned, whatever it quotes.
func complain(_ line: String) { putError(Data("newsdigest: \(line.cleanMessage)\n".utf8)) }

func complain(_ failures: [Failure]) { for failure in failures { complain("\(failure)") } }

/// Writes to standard error if possible. If a log is full or nobody reads it, the run continues.
func putError(_ text: Data) { try? FileHandle.standardError.write(contentsOf: text) }

/// Writes to standard output. All commands use this. If the reader has left after the work is done, that is not an
/// error.
func printOut(_ text: String) throws(RunError) {
    try onStandardOutput { try $0.write(contentsOf: Data(text.utf8)) }
}

/// Writes a text to the file that the command line names, or to standard output.
func put(_ text: String, into out: String?, beside configuration: Configuration, state: String) throws {
    guard let out, out != "-" else { return try printOut(text) }
    try writeText(text, to: out, beside: configuration, state: state)
}

/// Writes lines to standard output. The lines are cleaned, whatever they quote.
func printOut(lines: [String]) throws(RunError) { try printOut(text(of: lines)) }

func text(of lines: [String]) -> String { lines.map { $0.cleanSentence + "\n" }.joined() }

/// Calls `write` with standard output.
/// - Returns: whether its reader is still there.
/// - Throws: `RunError.output` when it cannot be written.
@discardableResult
func onStandardOutput(_ write: (FileHandle) throws -> Void) throws(RunError) -> Bool {
    do {
        try write(.standardOutput)
        return true
    } catch {
        let code = errno
        if code != EPIPE { throw .standardOutput(code) }
        return false
    }
}
