import Foundation
import Settings
import Values

extension Digest {
    /// The digest's bytes for one destination, as one copy for all recipients.
    ///
    /// - Parameter secret: the key that signs the address for unsubscribing.
    package func rendered(
        for delivery: Delivery, _ options: RenderOptions = RenderOptions(), secret: String? = nil
    ) -> [UInt8] {
        switch delivery.destination.content {
        case .messages(let chat, let webhook):
            return ChatMessages(self, for: chat, webhook, online: delivery.viewOnline).jsonLines
        case .pages: return siteBytes(options)
        case .digest:
            var options = options
            if delivery.format == .eml { options.mail = delivery.mailHeader(reader: profile, secret: secret) }
            return rendered(as: delivery.format, options)
        }
    }
}

extension Delivery {
    /// The header of the mail for one recipient. Each recipient gets a mail of their own.
    ///
    /// - Parameter secret: the key that signs the address for unsubscribing.
    package func mailHeader(to recipient: String, reader: String, secret: String?) -> MailHeader {
        var header = MailHeader(self, recipients: [recipient])
        header.online = viewOnline
        header.hasCalendar = hasCalendar
        header.messageIDSuffix = String(Identity.id(of: recipient).prefix(8))
        header.unsubscribe = unsubscribeAddress(of: recipient, reader: reader, secret: secret)
        return header
    }

    /// The header of one mail for all recipients.
    func mailHeader(reader: String, secret: String?) -> MailHeader {
        var header = MailHeader(self, recipients: recipients)
        header.online = viewOnline
        header.hasCalendar = hasCalendar
        // An address that is one recipient's own must not be in a mail that others get.
        header.unsubscribe =
            recipients.count == 1
            ? unsubscribeAddress(of: recipients[0], reader: reader, secret: secret)
            : listUnsubscribe.flatMap { UnsubscribeLink(text: $0, secret: nil).commonAddress }
        return header
    }

    private func unsubscribeAddress(of recipient: String, reader: String, secret: String?) -> String? {
        listUnsubscribe.map {
            UnsubscribeLink(text: $0, secret: secret).address(recipient: Mailbox.address(in: recipient), reader: reader)
        }
    }
}

extension MailHeader {
    /// The fields that a `[[deliver]]` sets. Without recipients, the mail is for the local user, like cron's own mail.
    fileprivate init(_ delivery: Delivery, recipients: [String]) {
        self.init()
        if let sender = Mailbox(delivery.sender) { from = sender }
        if delivery.from == nil { from.name = "newsdigest" }
        to = recipients.compactMap(Mailbox.init)
        if to.isEmpty, let user = Mailbox("\(NSUserName())@\(ProcessInfo.processInfo.hostName)") { to = [user] }
        listID = delivery.listID
    }
}
