import ArgumentParser
import Foundation
import Render
import Settings
import State
import Values

struct WhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Explain why an item was in a digest or not: its source and each decision.",
        discussion: "It also says what was cleaned away from the item's title and text, and by which rule. With "
            + "--profile, it shows only the digests and decisions of that profile or reader.")

    @OptionGroup var item: KnownItem

    func run() throws {
        let state = try State.open(item.common.statePath, .readOnly)
        let reader = try Configuration(path: item.common.config).profile(item.common.profile, in: state)
        let found = try state.why(item.name, profile: item.common.profile)
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
        let texts = found.map { $0.text(timeZone: reader.timeZone, now: item.common.clock) }
        try printOut(texts.joined(separator: "\n"))
    }
}
