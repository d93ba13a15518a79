import ArgumentParser
import Foundation
import Gather
import NewsDigest
import Settings

struct CategoriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "categories", abstract: "List the names that --category and the configuration accept.")

    @OptionGroup var common: CommonOptions

    @Flag(help: "Also request the publishers of newsapi.org, and the categories and cities of KudaGo.")
    var online = false

    @Flag(help: "Print a JSON object instead of the table.")
    var json = false

    func run() async throws {
        let configuration = try await common.reader()
        guard online else { return try show(CategoryList(configuration)) }
        let (list, failures) = try await Sources(configuration, statePath: try common.statePath, now: common.clock)
            .categories()
        try show(list)
        complain(failures)
        if !failures.isEmpty { throw ExitCode(1) }
    }

    private func show(_ list: CategoryList) throws {
        if json { return try printJSON(list) }
        let groups = list.groups.map { group in
            let rows = group.entries.map { entry in
                ["  " + entry.name, entry.title] + (entry.aliases.map { [$0.joined(separator: ", ")] } ?? [])
            }
            return [group.title] + table(rows)
        }
        try printOut(lines: Array(groups.joined(separator: [""])))
    }
}
