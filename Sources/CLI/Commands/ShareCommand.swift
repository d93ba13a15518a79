import ArgumentParser
import Foundation
import Render
import Values

struct ShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share", abstract: "Print the link to share one item: its address, or the link of a service.")

    @OptionGroup var item: KnownItem

    @Option(help: "The service: link, telegram, whatsapp, x, vk, facebook or email.")
    var to: ShareLink = .link

    func run() async throws {
        try await item.common.checkReader()
        let stored = try item.find()
        guard !stored.isTextRemoved else { throw RunError.itemTextRemoved(item.name) }
        guard !stored.item.url.isEmpty else {
            throw RunError.usage("'\(item.name)' is an event without an address, so there is no link to share")
        }
        try printOut(to.address(title: stored.item.title, url: stored.shownURL) + "\n")
    }
}
