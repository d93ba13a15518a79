import ArgumentParser
import Foundation
import NewsDigest
import Platform
import Render
import Settings
import State
import Values

struct StatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show what each source brought, and what was shown, joined, left out and liked.",
        discussion: """
            It only reads, and waits for nobody. An item is shown if it led a story of a digest, joined if it stood \
            under one, and left out if it was in no digest. Without --profile it is about the digests and sources of \
            all. HTML is one page with plots that loads nothing.
            """)

    @OptionGroup var common: CommonOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The period until now: 7d, 4w. The default is 30d.", valueName: "age"),
        transform: Age.init)
    var since: Age?

    @Option(help: "The format: text, json or html.")
    var format: StatsFormat?

    @Option(path: "Write to this file. Its ending also chooses the format.", name: .shortAndLong)
    var out: String?

    func run() async throws {
        let (configuration, path) = try (Configuration(path: common.config), common.statePath)
        let (state, now) = (try State.open(path, .readOnly), common.clock)
        let statistics = try await Statistics(
            configuration, profile: common.profile, state: state,
            since: now - (since?.seconds ?? Self.usualPeriod), now: now)
        try put(text(of: statistics), into: out, beside: configuration, state: path)
    }

    private static let usualPeriod: TimeInterval = 30 * 86_400

    private func text(of statistics: Statistics) throws -> String {
        switch format ?? out.flatMap(StatsFormat.init(path:)) ?? .text {
        case .json: try jsonText(of: statistics)
        case .html: statistics.page()
        case .text:
            statistics.lines(width: out == nil ? Screen()?.width ?? 80 : 80).map { $0 + "\n" }.joined()
        }
    }
}

enum StatsFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, html

    fileprivate init?(path: String) {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        self.init(rawValue: path[path.index(after: dot)...].lowercased())
    }
}
