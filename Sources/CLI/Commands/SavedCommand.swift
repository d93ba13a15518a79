import ArgumentParser
import Foundation
import NewsDigest
import State
import Texts
import Values

struct SavedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saved", abstract: "List the saved items by day, or remove them.",
        discussion: "Without a subcommand, this executes 'list'. See 'newsdigest help saved list' for its --format.",
        subcommands: [List.self, Remove.self, Clear.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the saved items, the latest first (the default).")

        @OptionGroup var common: CommonOptions

        @Option(help: "The format: table, json, csv, markdown or html.")
        var format: ListingFormat = .table

        func run() async throws {
            let reader = try await common.reader()
            let state = try State.open(common.statePath, .readOnly)
            let listing = Listing(
                saved: try state.saved(), language: reader.language, timeZone: reader.timeZone, now: common.clock)
            try printOut(listing.rendered(as: format, on: Screen()))
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove saved items.")

        @OptionGroup var common: CommonOptions

        @Argument(help: ArgumentHelp("Ids or addresses of items.", valueName: "item"), completion: .savedItems)
        var items: [String]

        func run() throws {
            try common.changeState { state in
                // All items are removed or none, as with `save`.
                for item in items where try !state.isSaved(item) {
                    throw RunError.usage("'\(item)' is not saved")
                }
                for item in items { _ = try state.removeSaved(item) }
            }
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Remove all saved items, after asking for confirmation.")

        @OptionGroup var common: CommonOptions

        @Flag(name: .shortAndLong, help: "Do not ask.")
        var yes = false

        func run() throws {
            let count = try State.open(common.statePath, .readOnly).saved().count
            guard count > 0 else { return }
            let items = count.counted("saved item")
            guard try yes || isConfirmed("remove \(items)", "\(items) would be removed") else { return }
            try common.changeState { _ = try $0.clearSaved() }
        }
    }
}
