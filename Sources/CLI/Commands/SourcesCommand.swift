import ArgumentParser
import Foundation
import NewsDigest

struct SourcesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources", abstract: "List, check, add and remove sources.",
        subcommands: [List.self, Check.self, Add.self, Remove.self, Import.self, Export.self],
        defaultSubcommand: List.self)
}

extension SourcesCommand {
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Each source and how it has been doing. Asks nobody.")

        @OptionGroup var common: CommonOptions

        @Flag(help: "A JSON array in place of the table.")
        var json = false

        func run() async throws {
            let (health, failures) = try await common.sources().health()
            for failure in failures { complain("\(failure)") }
            if json { return try printJSON(health) }
            let now = common.clock
            for line in table([SourceHealth.columns] + health.map { $0.cells(now: now) }) { print(line) }
            for source in health { for remark in source.remarks { print("\(source.name) \(remark)") } }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Ask each source once and say what its server allows.",
            discussion: "A feed that was gone and answers again is asked in the next runs as well. Exit status: 0 all "
                + "answered, 1 some failed, 69 all failed.")

        @OptionGroup var common: CommonOptions

        @Argument(help: ArgumentHelp("Only these, by name or address.", valueName: "source"))
        var wanted: [String] = []

        func run() async throws {
            let (checks, failures) = try await common.sources().check(wanted)
            for check in checks {
                print("\(check.name): \(check.failure == nil ? "ok" : "failed")")
                for finding in check.findings { print("  \(finding)") }
            }
            let all = failures + checks.compactMap(\.failure)
            for failure in all { complain("\(failure)") }
            if all.isEmpty { return }
            throw checks.contains { $0.failure == nil } ? ExitCode(1) as any Error : RunError.noSource(all)
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Add a feed, by its address or that of its web page.",
            discussion: "The configuration's former text stays beside it as FILE.bak.")

        @OptionGroup var common: CommonOptions

        @Argument(help: ArgumentHelp("The feed, or a page that names its feeds.", valueName: "url"))
        var url: String

        @Option(help: ArgumentHelp("The section its items go to.", valueName: "name"))
        var category: String?

        @Option(help: ArgumentHelp("What to call it, in place of its own title.", valueName: "name"))
        var name: String?

        @Flag(help: "Add all feeds that the page names.")
        var all = false

        func run() async throws {
            let sources = try common.sources()
            var (found, notices) = try await found(by: sources)
            for notice in notices { complain(notice) }
            if found.count > 1, !all {
                print("\(url) names \(found.count) feeds; add one of them, or --all:")
                for feed in found { print("  \(feed.url)\(feed.title.map { "  \($0)" } ?? "")") }
                throw ExitCode(64)
            }
            if let name, found.count == 1 { found[0].title = name }
            try report(try sources.add(found, category: category))
        }

        private func found(by sources: Sources) async throws -> (feeds: [FoundFeed], notices: [String]) {
            do throws(Failure) {
                return try await sources.find(url)
            } catch {
                complain("\(error)")
                throw RunError.noSource([error])
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a feed, by its name or address.",
            discussion: "The configuration's former text stays beside it as FILE.bak.")

        @OptionGroup var common: CommonOptions

        @Argument(help: ArgumentHelp("The feed's name or address.", valueName: "feed"))
        var feed: String

        func run() throws {
            print("removed \(try common.sources().remove(feed))")
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Add the feeds of an OPML file, its folders as categories.")

        @OptionGroup var common: CommonOptions

        @Argument(help: ArgumentHelp("The OPML file.", valueName: "file"))
        var file: String

        @Flag(name: .customLong("private"), help: "Also feeds at private and loopback addresses.")
        var takesPrivate = false

        func run() throws {
            try report(try common.sources().importOPML(file, takesPrivate: takesPrivate))
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export", abstract: "Print the feeds as OPML, categories as its folders.")

        @OptionGroup var common: CommonOptions

        func run() throws {
            print(try common.sources().exportOPML(), terminator: "")
        }
    }
}

extension CommonOptions {
    fileprivate func sources() throws -> Sources {
        Sources(try Configuration(path: config).profile(profile), statePath: statePath, now: clock)
    }
}

private func report(_ result: (added: [FoundFeed], notices: [String])) throws {
    if result.added.isEmpty { print("nothing to add: it is there already") }
    for feed in result.added { print("added \(feed.url)\(feed.title.map { " (\($0))" } ?? "")") }
    for notice in result.notices { complain(notice) }
}
