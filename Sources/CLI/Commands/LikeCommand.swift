import ArgumentParser
import Render
import Settings
import State
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
