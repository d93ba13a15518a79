import ArgumentParser
import Foundation
import NewsDigest
import State
import Values

struct StateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "state", abstract: "Copy the state to a new place.", subcommands: [Copy.self])

    struct Copy: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "copy", abstract: "Copy a state to a new file or to a PostgreSQL server.",
            discussion: """
                It copies everything: items, history, saved items, digests with their bytes, and what newsdigest \
                knows about the sources. The new place must be empty. No run may use the state during the copy. After \
                the copy, write the new place as 'state' into the configuration.
                """)

        @Argument(help: ArgumentHelp("The state: a file, or postgresql://…", valueName: "from"), transform: path)
        var source: String

        @Argument(help: ArgumentHelp("The new place: a file, or postgresql://…", valueName: "to"), transform: path)
        var target: String

        func run() throws {
            let paths = [source, target].map { URL(filePath: $0).resolvingSymlinksInPath().path }
            guard paths[0] != paths[1] else {
                throw RunError.usage("'\(source)' and '\(target)' are the same state; copy to a new one")
            }
            let source = try State.openSource(self.source)
            let target = try State.open(self.target, .readWrite)
            try source.copy(to: target)
            for state in [source, target] {
                if let failure = state.close() { complain("\(failure)") }
            }
        }
    }
}
