import ArgumentParser
import Foundation
import Platform
import Render
import Select
import Settings
import State
import Values

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List and search what was sent, show a digest, forget an item.",
        discussion: """
            Without a subcommand, this executes 'list'. 'newsdigest help history list' describes its options: \
            --search, --since, --category, --limit and --format.
            """,
        subcommands: [List.self, Show.self, Forget.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the stories that were sent, the newest digest first (the default).",
            discussion: """
                --search finds stories that contain all its words. A word also finds longer words that begin with it. \
                Upper and lower case are the same, and so are ё and е.
                """)

        @OptionGroup var common: CommonOptions

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Only what was sent within this time: 24h, 7d, 4w.", valueName: "age"),
            transform: Age.init)
        var since: Age?

        @Option(help: "Only stories that contain all these words.")
        var search: String?

        @Option(help: ArgumentHelp("Only this section.", valueName: "name"), completion: .sections)
        var category: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                "At most this many stories, the newest first. With --search, the default is \(Self.mostFound).",
                valueName: "n"), transform: count)
        var limit: Int?

        @Option(help: "The format: table, json, csv, markdown or html.")
        var format: ListingFormat = .table

        /// A common word occurs in more stories than anyone wants to read or to wait for.
        private static let mostFound = 1000

        func run() async throws {
            let state = try State.open(common.statePath, .readOnly)
            let reader = try await common.reader(in: state)
            let limit = self.limit ?? (search == nil ? nil : Self.mostFound)
            let entries = try state.history(
                HistoryFilter(
                    since: since.map { common.clock - $0.seconds }, search: search,
                    category: try category.map { try section($0, of: reader, state) },
                    profile: common.profile,
                    limit: limit))
            if self.limit == nil, entries.count == limit {
                complain("only the newest \(entries.count) stories are listed; --limit and --since show others")
            }
            if let search, entries.isEmpty { complain("nothing was found for '\(search)'") }
            let listing = Listing(
                history: entries, notes: format == .html ? try state.notes(on: entries) : [],
                language: reader.language, timeZone: reader.timeZone, now: common.clock)
            try printOut(listing.rendered(as: format, on: Screen()))
        }

        /// A section of the history. It still exists there when its feeds are no longer configured.
        private func section(_ name: String, of profile: Configuration, _ state: State) throws -> String {
            do {
                return try [Category](named: [name], in: profile)[0].name
            } catch {
                guard try state.hasSent(inSection: name) else { throw error }
                return name
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one digest: when and where it was delivered, and its stories.")

        @OptionGroup var common: CommonOptions

        @Argument(
            help: ArgumentHelp("The id of the digest, or 'last'.", valueName: "digest"), completion: .digests)
        var digest: String

        @Option(help: "The format: table, json, csv, markdown or html.")
        var format: ListingFormat = .table

        func run() async throws { try await Self.show(digest, as: format, common) }

        static func show(_ digest: String, as format: ListingFormat, _ common: CommonOptions) async throws {
            let state = try State.open(common.statePath, .readOnly)
            let reader = try await common.reader(in: state)
            let shown = try state.knownDigest(digest, profile: common.profile)
            try printOut(
                shown.rendered(
                    as: format, on: Screen(), notes: format == .html ? try state.notes(on: shown.entries) : [],
                    language: reader.language, timeZone: reader.timeZone, now: common.clock))
        }
    }

    struct Forget: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forget", abstract: "Remove an item from the history, so that it counts as new.",
            discussion: """
                With an address, it removes the item of every source. The next run fetches these sources in full, and \
                gets the item again if they still contain it.
                """)

        @OptionGroup var item: KnownItem

        func run() async throws {
            try await item.common.checkReader()
            try item.common.changeState { state in
                guard try state.forget(item.name) else { throw RunError.unknownItem(item.name) }
            }
        }
    }
}

extension CommonOptions {
    /// The configuration of the profile or the reader that these options name.
    func reader() async throws -> Configuration {
        try await Configuration(path: config).reader(profile.map(State.reader))
    }

    /// The same, also of one that only the state still knows.
    func reader(in state: State) async throws -> Configuration {
        try await Configuration(path: config).reader(profile, in: state)
    }

    /// Says which profile is not known, in a command that does the same for all.
    func checkReader() async throws { _ = try await reader(in: State.open(statePath, .readOnly)) }

    /// Calls `change` with the state, and holds the lock during the call.
    func changeState(_ change: (State) throws -> Void) throws {
        let state = try State.open(statePath, .readWrite, patience: State.patience)
        try change(state)
        if let failure = state.close() { complain("\(failure)") }
    }
}

extension State {
    /// - Parameter name: the id or the address of an item.
    /// - Throws: `RunError.usage` when there is no such item.
    func knownItem(_ name: String) throws -> StoredItem {
        guard let stored = try item(name) else { throw RunError.unknownItem(name) }
        return stored
    }

    /// - Parameter name: the id of a digest, or `last` for the newest one of the profile.
    /// - Throws: `RunError.usage` when there is no such digest.
    func knownDigest(_ name: String, profile: String?) throws -> HistoryDigest {
        let id = name == "last" ? try newestDigest(profile: profile) : name
        guard let digest = try id.flatMap(historyDigest) else {
            throw RunError.usage(
                name == "last"
                    ? "there is no digest yet" : "no digest '\(name)' is known; 'newsdigest history' lists them")
        }
        return digest
    }
}

extension RunError {
    static func unknownItem(_ item: String) -> RunError {
        .usage("no item '\(item)' is known; give an id that the history shows, or the address of an item")
    }

    static func itemTextRemoved(_ item: String) -> RunError {
        .usage("the text of item '\(item)' was removed, because its source no longer contains it")
    }
}

extension ListingFormat: ExpressibleByArgument {}
