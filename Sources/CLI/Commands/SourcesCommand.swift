import ArgumentParser
import Foundation
import Gather
import NewsDigest
import Settings
import Texts
import Values

struct SourcesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "List, check, add, change and remove sources.",
        discussion: "Without a subcommand, this executes 'list'. See 'newsdigest help sources list' for its --json.",
        subcommands: [
            List.self, Check.self, Show.self, Add.self, Change.self, Remove.self, Import.self, Export.self,
        ],
        defaultSubcommand: List.self)
}

extension SourcesCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List each source and its condition, without a request.")

        @OptionGroup var common: CommonOptions

        @Flag(help: "Print a JSON array instead of the table.")
        var json = false

        func run() async throws {
            let sources = try await common.sourcesOfReader()
            let (health, failures) = try await sources.health()
            complain(failures)
            if json { return try printJSON(health) }
            let now = common.clock
            let place = sources.configuration.placeOfCategories
            let remarks = health.flatMap { source in
                source.remarks(categories: place).map { "\(source.name) \($0)" }
            }
            try printTable([SourceHealth.columns] + health.map { $0.cells(now: now) }, remarks: remarks)
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Request each source once and print what its server allows.",
            discussion: "If a feed answered 410 earlier and answers now, later runs request it again. Exit status: 0 "
                + "all answered, 1 some failed, 69 all failed.")

        @OptionGroup var common: CommonOptions

        @Argument(
            help: ArgumentHelp("Only these sources, by name or address.", valueName: "source"), completion: .sources)
        var wanted: [String] = []

        func run() async throws {
            let (checks, failures) = try await common.sourcesOfReader().check(wanted)
            try printOut(
                lines: checks.flatMap { check in
                    ["\(check.name): \(check.failure == nil ? "ok" : "failed")"] + check.findings.map { "  \($0)" }
                })
            let all = failures + checks.compactMap(\.failure)
            complain(all)
            if all.isEmpty { return }
            throw checks.contains { $0.failure == nil } ? ExitCode(1) as any Error : RunError.noSource(all)
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a feed, by its own address or the address of its web page.",
            discussion: "The old configuration file is kept as FILE.bak.")

        @OptionGroup var common: CommonOptions

        @Argument(
            help: ArgumentHelp(
                "The address of the feed (also file:///…), or of a page that links to it.", valueName: "url"))
        var url: String

        @Option(help: ArgumentHelp("The section of its items.", valueName: "name"), completion: .sections)
        var category: String?

        @Option(help: ArgumentHelp("The name of the feed, instead of its own title.", valueName: "name"))
        var name: String?

        @Flag(help: "Add all feeds that the page links to.")
        var all = false

        func run() async throws {
            let sources = try common.sources()
            var (found, notices) = try await found(by: sources)
            for notice in notices { complain(notice) }
            if found.count > 1, !all {
                try printOut(lines: found.map { feed in "\(feed.url)\(feed.title.map { "  \($0)" } ?? "")" })
                throw RunError.usage("\(url) links to \(found.count) feeds; add one by its address, or all with --all")
            }
            if let name {
                guard found.count == 1 else {
                    throw RunError.usage("\(url) links to \(found.count) feeds, but --name is for one; omit --name")
                }
                found[0].title = name
            }
            let result = try sources.add(found, category: category)
            if result.added.isEmpty { return try tellNotChanged(found) }
            try report(Imported(added: result.added, remarks: remarks(by: sources), notices: result.notices))
        }

        private func remarks(by sources: Sources) -> [String] {
            category.flatMap(sources.remark).map { [$0] } ?? []
        }

        /// Says how to change feeds that are configured already.
        private func tellNotChanged(_ feeds: [FoundFeed]) throws {
            let options = [("--category", category), ("--name", name)].compactMap { option, value in
                value.map { " \(option) \(shellWord($0))" }
            }
            let fact = "nothing to add: the configuration contains it already"
            try printOut(
                lines: options.isEmpty
                    ? [fact]
                    : ["\(fact), and nothing was changed"]
                        + feeds.map { "to change it: newsdigest sources set \(shellWord($0.url))\(options.joined())" })
        }

        private func found(by sources: Sources) async throws -> (feeds: [FoundFeed], notices: [String]) {
            do {
                return try await sources.find(url)
            } catch let error as Failure {
                complain("\(error)")
                throw RunError.noSource([error])
            }
        }
    }

    struct Change: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change a feed: its name, section, weight or limit, or switch it off or on.",
            discussion: "The old configuration file is kept as FILE.bak.")

        @OptionGroup var common: CommonOptions

        @Argument(help: ArgumentHelp("The name or the address of the feed.", valueName: "feed"), completion: .sources)
        var feed: String

        @Option(help: ArgumentHelp("Its new name.", valueName: "name"))
        var name: String?

        @Option(help: ArgumentHelp("The section of its items.", valueName: "name"), completion: .sections)
        var category: String?

        @Option(help: ArgumentHelp("How much its items count: 0 to 100; the default is 1.", valueName: "number"))
        var weight: Double?

        @Option(help: ArgumentHelp("A digest shows at most this many of its stories: 1 to 1000.", valueName: "count"))
        var limit: Int?

        @Flag(help: "Switch the feed off.")
        var off = false

        @Flag(help: "Switch the feed on.")
        var on = false

        func validate() throws {
            if on && off { throw ValidationError("--on and --off exclude each other.") }
            guard name != "", category != "" else { throw ValidationError("--name and --category need a text.") }
            guard (0...100).contains(weight ?? 1) else { throw ValidationError("--weight is a number from 0 to 100.") }
            guard (1...1000).contains(limit ?? 1) else { throw ValidationError("--limit is a number from 1 to 1000.") }
            guard name != nil || category != nil || weight != nil || limit != nil || on || off else {
                throw ValidationError("Name what to change: --name, --category, --weight, --limit, --off or --on.")
            }
        }

        func run() throws {
            let sources = try common.sources()
            let settings = FeedSettings(
                name: name, category: category, weight: weight, limit: limit, isOff: on || off ? off : nil)
            let (url, notice) = try sources.set(feed, settings)
            try printOut(lines: ["changed \(url)"] + [notice, category.flatMap(sources.remark)].compactMap(\.self))
            if let sharing = try sources.sharing() { complain(sharing) }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "List the newest items of a source, and what became of each.",
            discussion: "'newsdigest why ID' says more about an item.")

        @OptionGroup var common: CommonOptions

        @Argument(
            help: ArgumentHelp("The name or the address of the source.", valueName: "source"), completion: .sources)
        var source: String

        @Option(help: ArgumentHelp("List at most this many items.", valueName: "count"), transform: count)
        var limit = 20

        func run() async throws {
            let (name, items) = try await common.sourcesOfReader()
                .items(of: source, for: common.profile, limit: limit)
            guard !items.isEmpty else { return try printOut(lines: ["no item of '\(name)' is stored"]) }
            let rows = [["TITLE", "ID", "WHAT BECAME OF IT", "SEEN"]] + items.map { Self.cells($0, $1) }
            try printTable(rows, keeping: 2)
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a feed, by its name or address.",
            discussion: "The old configuration file is kept as FILE.bak.")

        @OptionGroup var common: CommonOptions

        @Argument(help: ArgumentHelp("The name or the address of the feed.", valueName: "feed"), completion: .sources)
        var feed: String

        func run() throws {
            let sources = try common.sources()
            try printOut(lines: ["removed \(try sources.remove(feed))"])
            if let sharing = try sources.sharing() { complain(sharing) }
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Add the feeds of an OPML file. Its folders become sections.")

        @OptionGroup var common: CommonOptions

        @Argument(
            help: ArgumentHelp("The OPML file.", valueName: "file"), completion: .file(extensions: ["opml", "xml"]))
        var file: String

        @Flag(name: .customLong("private"), help: "Also add feeds in files, and at private and loopback addresses.")
        var takesPrivate = false

        func run() throws {
            try report(try common.sources().importFeeds(of: .opml, at: [file], takesPrivate: takesPrivate))
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Print the feeds as OPML. Sections become folders.")

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let sources = try await common.sourcesOfReader()
            try printOut(sources.exportOPML())
            let commands = sources.commands
            if !commands.isEmpty {
                complain(
                    "OPML has no place for the commands of these feeds, so they are left out: "
                        + commands.joined(separator: ", "))
            }
            let secret = sources.feedsWithSecrets
            if !secret.isEmpty {
                complain(
                    "the addresses of these feeds contain secrets, so keep the list to yourself: \(secret.joined(separator: ", "))"
                )
            }
        }
    }
}

extension CommonOptions {
    fileprivate func sourcesOfReader() async throws -> Sources {
        Sources(try await reader(), statePath: try statePath, now: clock)
    }

    /// For commands that change the configuration file, in which the feeds of a listed reader do not stand.
    func sources() throws -> Sources {
        Sources(try Configuration(path: config).profile(profile), statePath: try statePath, now: clock)
    }
}

extension SourcesCommand.Show {
    /// A row, with what a person needs first.
    private static func cells(_ item: StoredItem, _ outcome: ItemOutcome) -> [String] {
        let sentence =
            switch outcome {
            case .digest(let id, .delivered): "sent in \(id)"
            case .digest(let id, .pending): "waits in \(id)"
            case .digest(let id, .givenUp): "given up in \(id)"
            case .decision(let decision): decision.name
            case .undecided: "not chosen yet"
            }
        return [item.item.title, item.id, sentence, item.firstSeen.formatted(.iso8601.year().month().day())]
    }
}

/// Prints what was added.
func report(_ imported: Imported, verb: String = "added") throws {
    try printOut(lines: imported.lines(verb))
    for notice in imported.notices { complain(notice) }
}

extension Imported {
    /// What was added, and the remarks.
    func lines(_ verb: String = "added") -> [String] {
        let added = added.map { feed in "\(verb) \(feed.url)\(feed.title.map { " (\($0))" } ?? "")" }
        let nothing = notices.isEmpty ? "nothing to add: the configuration contains it already" : "nothing was added"
        return (added.isEmpty ? [nothing] : added) + remarks
    }
}
