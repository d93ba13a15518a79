import ArgumentParser
import Foundation
import NewsDigest
import Values

struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "The link that shares one item: its clean address, or a service's.")

    @OptionGroup var item: KnownItem

    @Option(help: "link, telegram, whatsapp, x, vk, facebook or email.")
    var to: ShareLink = .link

    func run() throws {
        let stored = try item.find()
        guard !stored.isLetGo else { throw RunError.itemLetGo(item.name) }
        try printOut(to.address(title: stored.item.title, url: stored.shownURL) + "\n")
    }
}
