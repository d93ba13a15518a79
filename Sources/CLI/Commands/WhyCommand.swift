import ArgumentParser
import Foundation
import NewsDigest

struct WhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why", abstract: "Why an item was in a digest or not: where it came from, what each run decided.")

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("The item's id or its address.", valueName: "item"))
    var item: String

    func run() throws {
        let reader = try common.reader()
        let state = try State(path: common.statePath, mode: .readOnly)
        let found = try state.why(item)
        guard !found.isEmpty else {
            // What no source gave may be behind one that cannot be read.
            for failure in try state.failures() {
                complain(
                    "gather '\(failure.source)': fails since \(failure.since.formatted(.iso8601)): \(failure.reason)")
            }
            throw RunError.unknownItem(item)
        }
        let texts = found.map { $0.text(timeZone: reader.timeZone, now: common.clock) }
        try printOut(texts.joined(separator: "\n"))
    }
}
