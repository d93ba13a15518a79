import ArgumentParser
import Foundation
import NewsDigest

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one item: its text, date, picture and link, and the details of an event.",
        discussion: "With 'last', show the last digest.")

    @OptionGroup var item: KnownItem

    func run() async throws {
        if item.name == "last" { return try await HistoryCommand.Show.show("last", as: .table, item.common) }
        let reader = try await item.common.reader()
        let text = try item.find().text(
            language: reader.language, timeZone: reader.timeZone, now: item.common.clock)
        try printOut(text)
    }
}
