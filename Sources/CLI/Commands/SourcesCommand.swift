import ArgumentParser
import Foundation
import NewsDigest
import Values

struct SourcesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "List, check, add and remove sources.",
        discussion: "Without a subcommand, this executes 'list'. See 'newsdigest help sources list' for its --json.",
        subcommands: [List.self, Check.self, Add.self, Remove.self, Import.self, Export.self],
        defaultSubcommand: List.self)
}

extension SourcesCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List each source and its condition, without a request.")

        @OptionGroup var common: ProfileOptions

        @Flag(help: "Print a JSON array instead of the table.")
        var json = false

        func run() async throws {
            let sources = try common.sources()
            let (health, failures) = try await sources.health()
            for failure in failures { complain("\(failure)") }
            if json { return try printJSON(health) }
            let now = common.clock
            let rows = table([SourceHealth.columns] + health.map { $0.cells(now: now) })
            let place = sources.configuration.placeOfCategories
            let remarks = health.flatMap { source in
                source.remarks(categories: place).map { "\(source.name) \($0)" }
            }
            try printOut(lines: rows + remarks)
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Request each source once and print what its server allows.",
            discussion: "If a feed answered 410 earlier and answers now, later runs request it again. Exit status: 0 "
                + "all answered, 1 some failed, 69 all failed.")

        @OptionGroup var common: ProfileOptions

        @Argument(
            help: ArgumentHelp("Only these sources, by name or address.", valueName: "source"), completion: .sources)
        var wanted: [String] = []

        func run() async throws {
            let (checks, failures) = try await common.sources().check(wanted)
            try printOut(
                lines: checks.flatMap { check in
                    ["\(check.name): \(check.failure == nil ? "ok" : "failed")"] + check.findings.map { "  \($0)" }
                })
            let all = failures + checks.compactMap(\.failure)
            for failure in all { complain("\(failure)") }
            if all.isEmpty { return }
            throw checks.contains { $0.failure == nil } ? ExitCode(1) as any Error : RunError.noSource(all)
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a feed, by its own address or the address of its web page.",
            discussion: "The old configuration file is kept as FILE.bak.")

        @OptionGroup var common: ProfileOptions

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
            try report(try sources.add(found, category: category))
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

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a feed, by its name or address.",
            discussion: "The old configuration file is kept as FILE.bak.")

        @OptionGroup var common: ProfileOptions

        @Argument(help: ArgumentHelp("The name or the address of the feed.", valueName: "feed"), completion: .sources)
        var feed: String

        func run() throws {
            try printOut(lines: ["removed \(try common.sources().remove(feed))"])
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Add the feeds of an OPML file. Its folders become sections.")

        @OptionGroup var common: ProfileOptions

        @Argument(
            help: ArgumentHelp("The OPML file.", valueName: "file"), completion: .file(extensions: ["opml", "xml"]))
        var file: String

        @Flag(name: .customLong("private"), help: "Also add feeds at private and loopback addresses.")
        var takesPrivate = false

        func run() throws {
            try report(try common.sources().importOPML(file, takesPrivate: takesPrivate))
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Print the feeds as OPML. Sections become folders.")

        @OptionGroup var common: ProfileOptions

        func run() throws {
            let sources = try common.sources()
            try printOut(sources.exportOPML())
            let secret = sources.feedsWithSecrets
            if !secret.isEmpty {
                complain(
                    "the addresses of these feeds contain secrets, so keep the list to yourself: \(secret.joined(separator: ", "))"
                )
            }
        }
    }
}

extension ProfileOptions {
    fileprivate func sources() throws -> Sources {
        Sources(try Configuration(path: config).profile(profile), statePath: try statePath, now: clock)
    }
}

private func report(_ result: (added: [FoundFeed], notices: [String])) throws {
    let added = result.added.map { feed in "added \(feed.url)\(feed.title.map { " (\($0))" } ?? "")" }
    let nothing =
        result.notices.isEmpty ? "nothing to add: the configuration contains it already" : "nothing was added"
    try printOut(lines: added.isEmpty ? [nothing] : added)
    for notice in result.notices { complain(notice) }
}
