import Foundation
import Values

extension Digest {
    /// The digest's bytes for one destination: what is stored, delivered, and sent again as it was.
    func rendered(for delivery: Delivery, _ options: RenderOptions = RenderOptions()) -> [UInt8] {
        if case .webhook(let webhook) = delivery.destination, let chat = webhook.service.chat {
            return ChatMessages(self, for: chat, webhook).jsonLines
        }
        var options = options
        if delivery.format == .eml { options.mail = MailHeader(delivery) }
        return rendered(as: delivery.format, options)
    }
}

extension MailHeader {
    /// The fields that a `[[deliver]]` sets. Without recipients it is for the local user, as cron's own mail is.
    init(_ delivery: Delivery) {
        self.init()
        if let sender = Mailbox(delivery.sender) { from = sender }
        if delivery.from == nil { from.name = "newsdigest" }
        to = delivery.recipients.compactMap(Mailbox.init)
        if to.isEmpty, let user = Mailbox("\(NSUserName())@\(ProcessInfo.processInfo.hostName)") { to = [user] }
        listID = delivery.listID
        unsubscribe = delivery.listUnsubscribe
    }
}
