import ArgumentParser
import Foundation
import NewsDigest

struct ParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse",
        abstract: "Print feeds as JSON.",
        discussion: """
            One file is printed as one document. Several files are printed as one line each, which names the file. \
            For a file that is not a feed the line contains an error, and the exit status is 65.
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
