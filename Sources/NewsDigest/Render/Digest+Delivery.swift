import Foundation
import Values

extension Digest {
    /// The digest's bytes for one destination. They are stored and delivered; a retry delivers the same bytes.
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
    /// The fields that a `[[deliver]]` sets. Without recipients, the mail is for the local user, like cron's own mail.
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
