import ArgumentParser
import Foundation
import NewsDigest

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "One item: its text, date, picture, link, and what an event has.")

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("The item's id or its address.", valueName: "item"))
    var item: String

    func run() throws {
        let reader = try common.reader()
        let state = try State(path: common.statePath, mode: .readOnly)
        guard let stored = try state.item(item) else { throw RunError.unknownItem(item) }
        try printOut(stored.text(language: reader.language, timeZone: reader.timeZone, now: common.clock))
    }
}
