import ArgumentParser
import Foundation
import NewsDigest
import Settings
import Values

extension OtherProgram: ExpressibleByArgument {}

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Move in from newsboat, rss2email, sfeed, or a reader that writes OPML.",
        discussion: """
            Tags and folders become sections. What you have read there counts as seen, so that the first digest does \
            not repeat it. Without a configuration file, it writes one. The old file is kept as FILE.bak.

            newsdigest import newsboat ~/.newsboat
            newsdigest import rss2email ~/.config/rss2email.cfg ~/.local/share/rss2email.json
            newsdigest import sfeed ~/.sfeed/sfeedrc ~/.sfeed/feeds
            newsdigest import opml feeds.opml
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: "The program: newsboat, rss2email, sfeed, or opml for a file of any other reader.")
    var program: OtherProgram

    @Argument(
        help: ArgumentHelp("The files of the program, or folders that contain them.", valueName: "path"),
        completion: .file())
    var paths: [String]

    @Flag(help: "Say what would be added, and change nothing.")
    var dryRun = false

    @Flag(name: .customLong("private"), help: "opml: also add feeds in files, and at private and loopback addresses.")
    var takesPrivate = false

    func run() throws {
        let file = common.config ?? Paths().configuration
        let isNew = !FileManager.default.fileExists(atPath: file)
        let configuration = try Configuration.existingOrInitial(at: file)
        let sources = Sources(
            try configuration.profile(common.profile), statePath: configuration.stateName(option: common.state),
            now: common.clock)
        let imported = try sources.importFeeds(
            of: program, at: paths.map(path), takesPrivate: takesPrivate, isDryRun: dryRun)
        if isNew, !imported.added.isEmpty { try printOut(lines: ["\(dryRun ? "would write" : "wrote") \(file)"]) }
        try report(imported, verb: dryRun ? "would add" : "added")
        if dryRun { try printOut(lines: ["nothing was changed (--dry-run)"]) }
    }
}
