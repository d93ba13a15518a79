import ArgumentParser
import Foundation
import Render

struct TemplatesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "templates", abstract: "Write the built-in templates to a folder, where you can change them.",
        discussion: """
            Then set 'templates' under [digest] to this folder. If you delete a file, newsdigest uses the built-in file.
            """)

    @Argument(
        help: ArgumentHelp("The folder; it is created if it does not exist.", valueName: "dir"), completion: .directory,
        transform: path)
    var folder: String

    @Flag(help: "Replace existing files.")
    var force = false

    func run() throws {
        try printOut(lines: TemplateSet.write(to: URL(filePath: folder), replacing: force).map(\.path))
    }
}
