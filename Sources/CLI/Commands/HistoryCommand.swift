import ArgumentParser
import Foundation
import Grouping
import NewsDigest
import State
import Values

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "What was sent: search it, show a digest, forget an item.",
        discussion: """
            Without a subcommand it is 'list', which takes --search, --since, --category, --limit and --format: see \
            'newsdigest help history list'.
            """,
        subcommands: [List.self, Show.self, Forget.self], defaultSubcommand: List.self)

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "The stories that were sent, the newest digest first (the default).",
            discussion: "--search takes words or their beginnings, in any case, and е for ё; all of them must occur.")

        @OptionGroup var common: CommonOptions

        @Option(help: ArgumentHelp("Nothing sent before: 24h, 7d, 4w.", valueName: "age"))
        var since: Age?

        @Option(help: "Stories with all of these words.")
        var search: String?

        @Option(help: ArgumentHelp("Only this section.", valueName: "name"))
        var category: String?

        @Option(
            help: ArgumentHelp(
                "The newest so many; with --search \(Self.mostFound) unless told otherwise.", valueName: "n"))
        var limit: Int?

        @Option(help: "table, json, csv, markdown or html.")
        var format: ListingFormat = .table

        /// A common word occurs in more stories than anyone reads or waits for.
        private static let mostFound = 1000

        func validate() throws {
            if let limit, limit < 1 { throw ValidationError("--limit takes a whole number from 1.") }
        }

        func run() throws {
            let state = try State(path: common.statePath, mode: .readOnly)
            let reader = try reader(state)
            let limit = self.limit ?? (search == nil ? nil : Self.mostFound)
            let entries = try state.history(
                HistoryFilter(
                    since: since.map { common.clock - $0.seconds }, search: search,
                    category: try category.map { try section($0, of: reader, state) },
                    profile: common.profile,
                    limit: limit))
            if self.limit == nil, entries.count == limit {
                complain("the newest \(entries.count) stories that were found; --limit and --since show others")
            }
            if let search, entries.isEmpty { complain("nothing was found for '\(search)'") }
            let listing = Listing(
                history: entries, language: reader.language, timeZone: reader.timeZone, now: common.clock)
            try printOut(listing.rendered(as: format))
        }

        /// A reader who is no longer configured still has a history.
        private func reader(_ state: State) throws -> Configuration {
            let configuration = try Configuration(path: common.config)
            do {
                return try configuration.profile(common.profile)
            } catch {
                guard let profile = common.profile, try state.hasSent(to: profile) else { throw error }
                return configuration
            }
        }

        /// Nor does a section's go with its feeds.
        private func section(_ name: String, of reader: Configuration, _ state: State) throws -> String {
            do {
                return try [Category](named: [name], in: reader)[0].name
            } catch {
                guard try state.hasSent(inSection: name) else { throw error }
                return name
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "One digest: when and where it went, and what stood in it.")

        @OptionGroup var common: CommonOptions

        @Argument(help: ArgumentHelp("The digest's id.", valueName: "digest"))
        var digest: String

        @Option(help: "table, json, csv, markdown or html.")
        var format: ListingFormat = .table

        func run() throws {
            let reader = try common.reader()
            let state = try State(path: common.statePath, mode: .readOnly)
            let shown = try state.knownDigest(digest)
            try printOut(
                shown.rendered(
                    as: format, language: reader.language, timeZone: reader.timeZone, now: common.clock))
        }
    }

    struct Forget: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "forget", abstract: "Forget an item: it leaves the history, and comes again as new.",
            discussion: "By an address it is forgotten as every source had it. The sources are asked in full next time."
        )

        @OptionGroup var item: KnownItem

        func run() throws {
            try item.common.changeState { state in
                guard try state.forget(item.name) else { throw RunError.unknownItem(item.name) }
            }
        }
    }
}

extension CommonOptions {
    /// The configuration of the reader these options name.
    func reader() throws -> Configuration { try Configuration(path: config).profile(profile) }

    /// Lends the state to `change` under the lock.
    func changeState(_ change: (State) throws -> Void) throws {
        let lock = try StateLock(besideState: statePath)
        defer { withExtendedLifetime(lock) {} }
        let state = try State(path: statePath, mode: .readWrite)
        try change(state)
        if let failure = state.close() { complain("\(failure)") }
    }
}

extension State {
    /// - Throws: `RunError.usage` when there is no such digest.
    func knownDigest(_ id: String) throws -> HistoryDigest {
        guard let digest = try historyDigest(id) else {
            throw RunError.usage("no digest '\(id)' is known; 'newsdigest history' lists them")
        }
        return digest
    }
}

extension RunError {
    static func unknownItem(_ item: String) -> RunError {
        .usage("no item '\(item)' is known; give an id as the history shows it, or an address that a source had")
    }

    static func itemLetGo(_ item: String) -> RunError {
        .usage("what item '\(item)' said was let go, because its source no longer carries it")
    }
}

extension ListingFormat: ExpressibleByArgument {}
