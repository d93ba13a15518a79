import Addresses
import ArgumentParser
import Foundation
import NewsDigest
import Values

struct SaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Put items aside, to be found with 'newsdigest saved'.",
        discussion: "A page that no source had is saved by its address alone.")

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("Ids of items, or addresses.", valueName: "item"))
    var items: [String]

    func run() throws {
        try common.changeState { state in
            // All or none, so that a mistyped id leaves nothing half done.
            for item in items {
                let stored = try state.item(item)
                guard stored != nil || CanonicalURL(item) != nil else { throw RunError.unknownItem(item) }
                if stored?.isLetGo == true { throw RunError.itemLetGo(item) }
            }
            for item in items { try state.save(item, now: common.clock) }
        }
    }
}
