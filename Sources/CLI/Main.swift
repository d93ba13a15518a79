import ArgumentParser
import Foundation
import NewsDigest

@main
struct NewsDigestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "newsdigest",
        abstract: "Gather headlines, feeds and events; send what is new as one digest.",
        version: version,
        subcommands: [
            GroupCommand.self,
            ParseCommand.self,
            TemplatesCommand.self,
        ],
        defaultSubcommand: nil
    )

    /// Runs the command and turns what it throws into one line on standard error and an exit status.
    static func main() async {
        // A closed pipe must end as a failed write, so that nothing is marked as sent.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error as RunError {
            complain("\(error)")
            Foundation.exit(error.exitStatus)
        } catch {
            exit(withError: error)
        }
    }
}

/// Writes one line to standard error.
func complain(_ line: String) {
    FileHandle.standardError.write(Data("newsdigest: \(line)\n".utf8))
}
