import ArgumentParser
import Foundation
import NewsDigest
import Texts

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a configuration file with comments.",
        discussion: "The file contains the built-in configuration. An existing file is not changed.")

    @Option(
        help: ArgumentHelp("Write to this file instead of the usual one.", valueName: "file"), completion: .file(),
        transform: path)
    var config: String?

    func run() throws {
        let path = config ?? Paths().configuration
        try Configuration.writeInitial(to: path)
        let option = config.map { " --config \(shellWord($0))" } ?? ""
        try printOut(lines: [
            "wrote \(path)",
            "next: edit it, then test it: newsdigest check\(option) && newsdigest --dry-run\(option)",
            "then let it run every day: newsdigest schedule\(option)",
        ])
    }
}
