import Addresses
import ArgumentParser
import Foundation
import Render
import Select
import Settings
import State
import Texts
import Values

struct LikeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "like", abstract: "Say that you like items, so that similar stories come a little higher.",
        discussion: "'newsdigest likes' lists your opinions. An opinion never removes a story from a digest.")

    @OptionGroup var opinion: OpinionOptions

    func run() async throws { try await opinion.store(liked: true) }
}

struct DislikeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dislike", abstract: "Say that you dislike items, so that similar stories come a little lower.",
        discussion: "'newsdigest likes' lists your opinions. An opinion never removes a story from a digest.")

    @OptionGroup var opinion: OpinionOptions

    func run() async throws { try await opinion.store(liked: false) }
}

/// The arguments of a command that stores an opinion on items.
struct OpinionOptions: ParsableArguments {
    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("Ids or addresses of items.", valueName: "item"), completion: .items)
    var items: [String]

    func store(liked: Bool) async throws {
        let profile = try await common.reader().profileName
        try common.changeState { state in
            // All opinions are stored or none, so that a mistyped id does not leave the work half done.
            for item in items {
                if try state.knownItem(item).isTextRemoved { throw RunError.itemTextRemoved(item) }
            }
            for item in items { try state.judge(item, liked: liked, profile: profile, now: common.clock) }
        }
    }
}

struct LikesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "likes", abstract: "List your opinions and what newsdigest learned from them, or remove them.",
        discussion: "Without a subcommand, this executes 'list'. See 'newsdigest help likes list' for its --json.",
        subcommands: [List.self, Remove.self, Clear.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List your opinions, the latest first (the default).",
            discussion: """
                The number says how much an opinion counts now: 1 on the first day, and half as much after 60 days. A \
                saved item counts half. After the opinions, it lists the words, sources and sections that change the \
                order of stories most.
                """)

        @OptionGroup var common: CommonOptions

        @Flag(help: "Print a JSON array instead of the table.")
        var json = false

        func run() async throws {
            let reader = try await common.reader()
            let now = common.clock
            let opinions = try State.open(common.statePath, .readOnly).opinions(of: reader.profileName)
            if json { return try printJSON(opinions.map { OpinionJSON($0, now: now) }) }
            let rows = opinions.map { opinion in
                [
                    opinion.date.formatted(.iso8601.year().month().day()), opinion.kind.rawValue,
                    Self.number(opinion.weight(at: now)), opinion.item.id, opinion.section, opinion.item.item.source,
                    opinion.item.item.title,
                ]
            }
            let taste = Taste(opinions, language: reader.language, now: now)
            let learned = taste.strongest(12).filter { !$0.names.isEmpty }.map { kind, names in
                "\(kind): " + names.map { "\($0.name) \(Self.number($0.value, sign: true))" }.joined(separator: ", ")
            }
            try printOut(lines: table(rows) + learned)
        }

        private static func number(_ value: Double, sign: Bool = false) -> String {
            String(format: sign ? "%+.1f" : "%.1f", value)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove your opinions of items. Saved items stay saved.")

        @OptionGroup var common: CommonOptions

        @Argument(help: ArgumentHelp("Ids or addresses of items.", valueName: "item"), completion: .items)
        var items: [String]

        func run() async throws {
            let profile = try await common.reader().profileName
            try common.changeState { state in
                // All are removed or none, as with `like`.
                let known = Set(try state.opinions(of: profile).filter { $0.kind != .saved }.map(\.item.id))
                for item in items {
                    guard let id = try state.item(item)?.id, known.contains(id) else {
                        throw RunError.usage("'\(item)' is neither liked nor disliked")
                    }
                }
                for item in items { _ = try state.removeOpinion(on: item, profile: profile) }
            }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear", abstract: "Remove all your opinions, after asking for confirmation.",
            discussion: "Saved items stay saved, but no longer count as opinions.")

        @OptionGroup var common: CommonOptions

        @Flag(name: .shortAndLong, help: "Do not ask.")
        var yes = false

        func run() async throws {
            let profile = try await common.reader().profileName
            let count = try State.open(common.statePath, .readOnly).opinions(of: profile).count
            guard count > 0 else { return }
            let opinions = count.counted("opinion")
            guard try yes || isConfirmed("forget \(opinions)", "\(opinions) would be forgotten") else { return }
            try common.changeState { _ = try $0.clearOpinions(of: profile) }
        }
    }

    private struct OpinionJSON: Encodable {
        var id: String
        var opinion: Opinion.Kind
        var date: Date
        var weight: Double
        var title: String
        var url: String
        var source: String
        var category: String

        init(_ opinion: Opinion, now: Date) {
            id = opinion.item.id
            self.opinion = opinion.kind
            date = opinion.date
            weight = (opinion.weight(at: now) * 100).rounded() / 100
            title = opinion.item.item.title.cleanLine
            url = opinion.item.shownURL.safeURL ?? ""
            source = opinion.item.item.source.cleanLine
            category = opinion.section.cleanLine
        }
    }
}
