import ArgumentParser
import Foundation
import Platform
import Render
import Settings
import State

struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one item: its text, date, picture and link, and the details of an event.",
        discussion: """
            The text is the article of the item's page, if 'full_text' of the configuration let a run ask for it. With \
            'last', show the last digest.
            """)

    @OptionGroup var item: KnownItem

    @Option(help: "The format: text, markdown, html or json.")
    var format: ItemFormat = .text

    func run() async throws {
        if item.name == "last" {
            let format = ListingFormat(rawValue: format.rawValue) ?? .table
            return try await HistoryCommand.Show.show("last", as: format, item.common)
        }
        let page = try await item.common.page(of: item.name)
        guard format == .text, let screen = Screen() else { return try printOut(page.rendered(as: format)) }
        if !page.isShown(on: screen) { try printOut(page.text(on: screen)) }
    }
}

extension CommonOptions {
    /// - Parameter name: the id or the address of an item.
    /// - Throws: `RunError.usage` when there is no such item.
    func page(of name: String) async throws -> ItemPage {
        let state = try State.open(statePath, .readOnly)
        let reader = try await reader(in: state)
        let stored = try state.knownItem(name)
        let article = try state.pages(ofItems: [stored.id])[stored.id]?.article
        return ItemPage(stored, article: article, language: reader.language, timeZone: reader.timeZone, now: clock)
    }
}

extension ItemFormat: ExpressibleByArgument {}
