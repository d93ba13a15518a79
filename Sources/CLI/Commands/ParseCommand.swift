import ArgumentParser
import Foundation
import NewsDigest

struct ParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse",
        abstract: "Print feeds as JSON.",
        discussion: """
            For one file, it prints one document. For several files, it prints one line of JSON for each, with the \
            name of the file. If a file is not a feed, its line contains an error, and the exit status is 65.
            """)

    @Flag(help: "Print JSON. This is the only format.")
    var json = false

    @Argument(
        help: ArgumentHelp("Feeds: RSS, RDF, Atom or JSON Feed; - is standard input.", valueName: "file"),
        completion: .file())
    var files: [String]

    func run() throws {
        try ParseFiles(files).write(to: .standardOutput)
    }
}
