import ArgumentParser
import Settings
import Values

struct ReadersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "readers", abstract: "List or check the readers of [readers].",
        discussion: """
            It sends no request. For each line with a mistake, it prints one line on standard error. Exit status: 0 if \
            every line can be used, 1 if not, 64 if there is no [readers], 78 if the list itself cannot be read.
            """,
        subcommands: [List.self, Check.self])

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Print id, name, mail address and language of each reader, and the number of readers.")

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let readers = try await common.readers()
            try printOut(lines: table(readers.rows) + [readers.summary])
            try complain(of: readers)
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Check every line, and print the number of readers and of mistakes.")

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let readers = try await common.readers()
            try printOut(lines: [readers.summary])
            try complain(of: readers)
        }
    }
}

extension CommonOptions {
    fileprivate func readers() async throws -> Readers {
        let configuration = try Configuration(path: config)
        guard configuration.readerList != nil else {
            throw RunError.usage("\(configuration.file ?? "the built-in configuration") has no [readers]")
        }
        return try await configuration.listedReaders()
    }
}

private func complain(of readers: Readers) throws {
    for fault in readers.faults { complain("\(fault)") }
    if !readers.faults.isEmpty { throw ExitCode(1) }
}
