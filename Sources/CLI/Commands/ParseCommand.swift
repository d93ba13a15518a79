import ArgumentParser
import Foundation
import NewsDigest

struct ParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse",
        abstract: "Print feeds as JSON.",
        discussion: """
            One file is printed as one document. Of several each is printed on a line of its own that names its file, \
            and one that is no feed as a line with an error; the exit status is then 65.
            """)

    @Flag(help: "Print JSON, the only format there is.")
    var json = false

    @Argument(help: ArgumentHelp("Feeds: RSS, RDF, Atom or JSON Feed; - is standard input.", valueName: "file"))
    var files: [String]

    func run() throws {
        try ParseFiles(files).write(to: .standardOutput)
    }
}
