import Addresses
import Foundation
import Settings
import Values

extension Digest {
    /// The digest's bytes in a format. The same digest and options give the same bytes.
    package func rendered(as format: Format, _ options: RenderOptions = RenderOptions()) -> [UInt8] {
        Array(SharedRendering(self, as: format, options).filled(for: self, options.mail).bytes)
    }

    /// The addresses of all pictures. They are fetched before a digest with `images == .embed` is rendered.
    package var pictures: [String] {
        stories.compactMap { $0.item.image?.safeURL }
    }

    /// The digest without the stories that would make its HTML longer than `maxBytes`, and these stories.
    ///
    /// Whole stories are removed: again and again the last story of the section with most stories. Those that can be in
    /// the next digest are added to `leftOver` of the digest and of the section. At least one story always stays, so that the queue becomes shorter.
    /// Embedded pictures do not count, because a mail client measures only the HTML part.
    /// - Parameter lasting: the ids of the stories that can be in the next digest; nil for all.
    package func fitting(
        maxBytes: Int, _ options: RenderOptions = RenderOptions(), lasting: Set<String>? = nil
    ) -> (digest: Digest, dropped: [Story]) {
        var options = options
        if options.images == .embed { options.images = .remote }
        let order = droppingOrder
        let fits = { (count: Int) in
            dropping(order.prefix(count), lasting).page(as: .html, options).count <= maxBytes
        }
        if fits(0) { return (self, []) }
        var (low, high) = (min(1, order.count), order.count)
        while low < high {
            let middle = (low + high) / 2
            if fits(middle) { high = middle } else { low = middle + 1 }
        }
        let dropped = order.prefix(low)
        return (dropping(dropped, lasting), dropped.map { sections[$0.section].stories[$0.story] })
    }
}

extension Digest {
    /// The digest as pages other than its own show it, and the HTML of each story, by section. Pictures are not embedded.
    func stories(in templates: TemplateSet, _ options: RenderOptions) -> (view: DigestView, html: [[String]]) {
        var options = options
        options.templates = templates
        if options.images == .embed { options.images = .remote }
        let view = DigestView(self, options)
        return (view, templates.stories(of: view))
    }

    /// The digest with the articles of its first stories, as many as fit; the others show their summaries. An article is
    /// wanted less than a story.
    package func withArticles(ofBytes room: Int) -> Digest {
        var room = room
        return mapStories { story in
            guard let article = story.shownArticle else { return }
            room -= article.html.utf8.count
            story.showsArticle = room >= 0
        }
    }

    private typealias Position = (section: Int, story: Int)

    /// All stories except one, in the order in which they are removed.
    private var droppingOrder: [Position] {
        var counts = sections.map(\.stories.count)
        var order: [Position] = []
        while counts.reduce(0, +) > 1 {
            // Among sections of equal size, the last one loses a story: the first section is the most important.
            guard let largest = counts.indices.max(by: { (counts[$0], $0) < (counts[$1], $1) }) else { break }
            counts[largest] -= 1
            order.append((largest, counts[largest]))
        }
        return order
    }

    private func dropping(_ positions: ArraySlice<Position>, _ lasting: Set<String>?) -> Digest {
        var digest = self
        for position in positions {
            let story = digest.sections[position.section].stories.removeLast()
            guard lasting?.contains(story.id) ?? true else { continue }
            digest.sections[position.section].leftOver += 1
            digest.leftOver += 1
        }
        return digest
    }

    /// The digest as a page. Long lines are not wrapped yet.
    func page(as format: TemplateKind, _ options: RenderOptions) -> Page {
        let isEmbedding = format == .html && options.images == .embed
        let view =
            isEmbedding
            ? DigestView(self, options) { options.picture($0).flatMap(Picture.init)?.dataURL }
            : DigestView(self, options)
        return options.templates.page(view, as: format)
    }
}

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
    /// The header of a mail.
    ///
    /// - Parameters:
    ///   - recipient: who alone gets the mail. Nil: all recipients get one mail.
    ///   - secret: the key that signs the address for unsubscribing.
    package func mailHeader(to recipient: String? = nil, reader: String, secret: String?) -> MailHeader {
        let recipients = recipient.map { [$0] } ?? recipients
        var header = MailHeader(self, recipients: recipients)
        header.online = viewOnline
        header.hasCalendar = hasCalendar
        if let recipient { header.messageIDSuffix = String(Identity.id(of: recipient).prefix(8)) }
        let link = listUnsubscribe.map { UnsubscribeLink(text: $0, secret: secret) }
        // An address that is one recipient's own must not be in a mail that others get.
        header.unsubscribe =
            recipients.count == 1
            ? link?.address(recipient: Mailbox.address(in: recipients[0]), reader: reader) : link?.commonAddress
        return header
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
