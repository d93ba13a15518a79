import Addresses
import ArgumentParser
import Foundation
import NewsDigest
import Platform
import Render
import Settings
import State
import Texts
import Values

struct SaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save items; 'newsdigest saved' lists them.",
        discussion: "If no source contained a page, it saves only the address of the page.")

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("Ids or addresses of items.", valueName: "item"), completion: .items)
    var items: [String]

    func run() async throws {
        let profile = try await common.reader().profileName
        try common.changeState { state in
            // All items are saved or none, so that a mistyped id does not leave the work half done.
            for item in items {
                let stored = try state.item(item)
                guard stored != nil || CanonicalURL(item) != nil else { throw RunError.unknownItem(item) }
                if stored?.isTextRemoved == true { throw RunError.itemTextRemoved(item) }
            }
            for item in items { try state.save(item, profile: profile, now: common.clock) }
        }
    }
}

struct SavedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saved", abstract: "List the saved items by day, or remove them.",
        discussion: """
            Without a subcommand, this executes 'list'. See 'newsdigest help saved list' for its --format. All profiles \
            and readers have one list.
            """,
        subcommands: [List.self, Remove.self, Clear.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the saved items, the latest first (the default).",
            discussion: """
                The format epub writes an e-book with the texts of the items and their pictures. It asks the items' \
                pages for their articles if 'full_text' of the configuration wants them.
                """)

        @OptionGroup var common: CommonOptions

        @Option(path: "Write to this file, not to standard output.", name: .shortAndLong)
        var out: String?

        @Option(
            help: "The format: table, json, csv, markdown, html or epub. The ending of --out tells it, or it is table.")
        var format: SavedFormat?

        func run() async throws {
            let reader = try await common.reader()
            guard let format = listingFormat else { return try await writeBook(for: reader) }
            let state = try State.open(common.statePath, .readOnly)
            let listing = Listing(
                saved: try state.saved(), language: reader.language, timeZone: reader.timeZone, now: common.clock)
            let text = try listing.rendered(as: format, on: out == nil ? Screen() : nil)
            try put(text, into: out, beside: reader, state: common.statePath)
        }

        /// Nil for an e-book.
        private var listingFormat: ListingFormat? {
            switch format {
            case let format?: ListingFormat(rawValue: format.rawValue)
            case nil:
                switch out.flatMap(Format.init(path:)) {
                case .epub: nil
                case .html: .html
                case .markdown: .markdown
                case .json: .json
                default: .table
                }
            }
        }

        private func writeBook(for profile: Configuration) async throws {
            var options = Run.Options()
            options.out = out ?? "-"
            options.format = .epub
            let outcome = try await Run(
                [profile], options: options, statePath: try common.statePath, now: common.clock, report: Console().show
            ).saved()
            if let failure = outcome.outputFailure { throw RunError.output(failure) }
        }
    }

    /// The format of a list, or an e-book.
    enum SavedFormat: String, ExpressibleByArgument, CaseIterable { case table, json, csv, markdown, html, epub }

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
