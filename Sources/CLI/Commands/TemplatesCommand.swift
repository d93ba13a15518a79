import ArgumentParser
import Foundation
import NewsDigest

struct TemplatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "templates", abstract: "Write the built-in templates to a folder, to change them there.",
        discussion:
            "Name the folder as `templates` under [digest] in the configuration. Files taken out of it are built in.")

    @Argument(help: ArgumentHelp("The folder; created where it is missing.", valueName: "dir"))
    var folder: String

    @Flag(help: "Replace files that exist.")
    var force = false

    func run() throws {
        try printOut(lines: TemplateSet.write(to: URL(filePath: folder), replacing: force).map(\.path))
    }
}
