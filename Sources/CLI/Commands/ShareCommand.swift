import ArgumentParser
import Foundation
import NewsDigest

struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "The link that shares one item: its clean address, or a service's.")

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("The item's id or its address.", valueName: "item"))
    var item: String

    @Option(help: "link, telegram, whatsapp, x, vk, facebook or email.")
    var to: ShareLink = .link

    func run() throws {
        let state = try State(path: common.statePath, mode: .readOnly)
        guard let stored = try state.item(item) else { throw RunError.unknownItem(item) }
        try printOut(to.address(title: stored.item.title, url: stored.shownURL) + "\n")
    }
}
