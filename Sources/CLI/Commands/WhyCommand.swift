import ArgumentParser
import Foundation
import Render
import Settings
import State
import Values

struct WhyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Explain why an item was in a digest or not: its source and each decision.",
        discussion: "It also says what was cleaned away from the item's title and text, and by which rule. With "
            + "--profile, it shows only the digests and decisions of that profile or reader.")

    @OptionGroup var item: KnownItem

    func run() async throws {
        let state = try State.open(item.common.statePath, .readOnly)
        let found = try await item.common.why(item.name, in: state)
        guard !found.isEmpty else {
            if let sentence = try state.quarantineSentence(url: item.name) { return try printOut(sentence + "\n") }
            // An item that no source gave may belong to a source that cannot be read.
            for failure in try state.failures() {
                complain(
                    "the item may be one of '\(failure.source)', which fails since \(failure.since.formatted(.iso8601)): "
                        + failure.reason)
            }
            throw RunError.unknownItem(item.name)
        }
        try printOut(found.joined(separator: "\n"))
    }
}

extension CommonOptions {
    /// What is known about each item with this id or address, as text.
    func why(_ name: String, in state: State) async throws -> [String] {
        let reader = try await reader(in: state)
        var found = try state.why(name, profile: profile)
        for index in found.indices {
            let item = found[index].item
            found[index].obstacle =
                reader.profileName == profile
                ? try await reader.obstacle(to: item.item)
                    ?? state.obstacle(to: item, for: reader.profileName, now: clock)
                : try state.obstacle(to: item)
        }
        return found.map { $0.text(timeZone: reader.timeZone, now: clock) }
    }
}
