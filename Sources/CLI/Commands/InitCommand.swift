import ArgumentParser
import Foundation
import NewsDigest
import Texts

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a commented configuration.",
        discussion: "It says what runs without a file. A file that is there already is left as it is.")

    @Option(
        help: ArgumentHelp("Where to, in the place of your own configuration's path.", valueName: "file"),
        transform: path)
    var config: String?

    func run() throws {
        let path = config ?? Paths().configuration
        try Configuration.writeInitial(to: path)
        let option = config.map { " --config \(shellWord($0))" } ?? ""
        try printOut(lines: [
            "wrote \(path)",
            "next: change it as you like, then try it: newsdigest check\(option) && newsdigest --dry-run\(option)",
            "then have it run every day: newsdigest schedule\(option)",
        ])
    }
}
