import ArgumentParser
import NewsDigest
import State
import Values

/// The arguments of a command for one item in the state.
struct KnownItem: ParsableArguments {
    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("The id or the address of the item.", valueName: "item"), completion: .items)
    var name: String

    /// - Throws: `RunError.usage` when there is no such item.
    func find() throws -> StoredItem { try find(in: State.open(common.statePath, .readOnly)) }

    /// - Throws: `RunError.usage` when there is no such item.
    func find(in state: State) throws -> StoredItem {
        guard let stored = try state.item(name) else {
            throw RunError.unknownItem(name)
        }
        return stored
    }
}
