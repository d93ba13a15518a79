import Addresses
import ArgumentParser
import Foundation
import Render
import Settings
import Values

struct SaveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Save items; 'newsdigest saved' lists them.",
        discussion: "If no source contained a page, it saves only the address of the page.")

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("Ids or addresses of items.", valueName: "item"), completion: .items)
    var items: [String]

    func run() async throws {
        let profile = try await common.reader().profileName
        try common.changeState { state in
            // All items are saved or none, so that a mistyped id does not leave the work half done.
            for item in items {
                let stored = try state.item(item)
                guard stored != nil || CanonicalURL(item) != nil else { throw RunError.unknownItem(item) }
                if stored?.isTextRemoved == true { throw RunError.itemTextRemoved(item) }
            }
            for item in items { try state.save(item, profile: profile, now: common.clock) }
        }
    }
}
