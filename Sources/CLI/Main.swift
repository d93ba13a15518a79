import ArgumentParser
import Foundation
import HTTP
import NewsDigest
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
        version: version,
        subcommands: [
            CategoriesCommand.self,
            CheckCommand.self,
            GroupCommand.self,
            HistoryCommand.self,
            InitCommand.self,
            ParseCommand.self,
            ResendCommand.self,
            RunCommand.self,
            SaveCommand.self,
            SavedCommand.self,
            ScheduleCommand.self,
            SearchCommand.self,
            ShareCommand.self,
            ShowCommand.self,
            SourcesCommand.self,
            TemplatesCommand.self,
            WhyCommand.self,
        ],
        defaultSubcommand: RunCommand.self
    )

    /// Runs the command and turns what it throws into one line on standard error and an exit status.
    ///
    /// It begins on the main thread, so that the limits are looked at before Swift starts a thread.
    @MainActor static func main() async {
        shareHeap()
        holdStandardStreams()
        if let shortage = SystemLimits.shortage() {
            complain(shortage)
            Foundation.exit(RunError.noSource([]).exitStatus)
        }
        // A closed pipe must end as a failed write, so that nothing is marked as sent.
        signal(SIGPIPE, SIG_IGN)
        await Redactor.$current.withValue(Redactor()) { await perform() }
    }

    private static func perform() async {
        do {
            let arguments = try CommandNames.checked(Array(CommandLine.arguments.dropFirst()), of: Self.self)
            var command = try parseAsRoot(arguments)
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

    /// Prints the help or the version that was asked for; or says what is wrong with the command line.
    private static func end(with error: any Error) -> Never {
        switch exitCode(for: error) {
        case .success:
            do throws(RunError) {
                try printOut(fullMessage(for: error) + "\n")
            } catch {
                complain("\(error)")
                Foundation.exit(error.exitStatus)
            }
        case .validationFailure: complain(usage(error))
        default: complain("\(error)")
        }
        Foundation.exit(exitCode(for: error).rawValue)
    }

    /// What is wrong with the command line, and which help says how it is right: of ArgumentParser's lines the first and
    /// the last, as one.
    private static func usage(_ error: any Error) -> String {
        let fault = withChoices(message(for: error)).split(whereSeparator: \.isNewline).joined(separator: " ")
        let help = fullMessage(for: error).split(separator: "'").first { $0.hasSuffix(" --help") }
        return help.map { "\(fault) (see '\($0)')" } ?? fault
    }

    /// ArgumentParser lists the values of an option in a sentence or in lines of their own.
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

/// Puts the null device where a standard stream is closed: a file or socket opened later would get its number, and what
/// is meant for the stream. It is opened for reading, so that a digest for nobody fails as it should.
private func holdStandardStreams() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
        _ = open("/dev/null", O_RDONLY)
    }
}

/// Writes one line to standard error, whatever it quotes.
func complain(_ line: String) { putError(Data("newsdigest: \(line.cleanSentence)\n".utf8)) }

/// Writes to standard error where that is possible: a full log, or one that nobody reads, stops no run.
func putError(_ text: Data) { try? FileHandle.standardError.write(contentsOf: text) }

/// Writes to standard output, as every command does; a reader that has left is no error once the work is done.
func printOut(_ text: String) throws(RunError) {
    try onStandardOutput { try $0.write(contentsOf: Data(text.utf8)) }
}

/// Writes lines to standard output, whatever they quote.
func printOut(lines: [String]) throws(RunError) { try printOut(lines.map { $0.cleanSentence + "\n" }.joined()) }

/// Lends standard output to `write`.
/// - Throws: `RunError.output` where it cannot be written.
func onStandardOutput(_ write: (FileHandle) throws -> Void) throws(RunError) {
    do {
        try write(.standardOutput)
    } catch {
        let code = errno
        if code != EPIPE { throw .standardOutput(code) }
    }
}
