import ArgumentParser
import Foundation
import NewsDigest
import State
import Values

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the last run, what waits, what was left out, and sources in trouble.",
        discussion: """
            It only reads, and waits for nobody. The next run is expected after the usual interval of the last runs. \
            Without --profile it is about the top of the configuration, all [profiles.NAME] and all readers of \
            [readers]: what waits for them and what was left out is added up.
            """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "List each story that was left out since the last digest or by it.")
    var list = false

    @Option(help: "The format: text or json.")
    var format: StatusFormat = .text

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write to this file.", valueName: "file"), completion: .file(),
        transform: path)
    var out: String?

    func run() async throws {
        let state = try State.open(common.statePath, .readOnly)
        let status = try await Status(
            Configuration(path: common.config), profile: common.profile, state: state, now: common.clock)
        let written = try format == .json ? jsonText(of: status) : text(of: status.lines(isList: list))
        try put(written, into: out)
    }
}

/// Writes a text to the file that the command line names, or to standard output.
func put(_ text: String, into out: String?) throws {
    guard let out, out != "-" else { return try printOut(text) }
    do {
        try Data(text.utf8).write(to: URL(filePath: out))
    } catch {
        throw RunError.output(Failure(.deliver, out, "cannot be written"))
    }
}

enum StatusFormat: String, ExpressibleByArgument, CaseIterable { case text, json }
