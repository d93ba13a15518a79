import Addresses
import Foundation
import Texts

/// A mail address with the name that is shown for it (RFC 5322, section 3.4).
struct Mailbox: Sendable, Equatable {
    var name: String?
    /// The address `local@domain`, in ASCII without quotes.
    var address: String

    /// Reads `anna@example.org` or `Anna <anna@example.org>`; nil for anything else.
    init?(_ text: String) {
        let line = text.cleanLine
        var name = ""
        var address = line
        if line.hasSuffix(">"), let open = line.lastIndex(of: "<") {
            name = line[..<open].trimmingCharacters(in: .whitespaces).trimmingCharacters(in: ["\""])
            address = String(line[line.index(after: open)...].dropLast())
        }
        guard address.wholeMatch(of: /[A-Za-z0-9.!#$%&'*+\/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9.-]{0,252})/) != nil
        else { return nil }
        self.init(name: name.nonEmpty, address: address)
    }

    init(name: String? = nil, address: String) {
        self.name = name
        self.address = address
    }

    var domain: Substring { address.split(separator: "@").last ?? "" }
}

/// The header fields of a mail that do not come from the digest itself.
struct MailHeader: Sendable, Equatable {
    var from: Mailbox
    var to: [Mailbox]
    var replyTo: Mailbox?
    /// An `https:` or `mailto:` address for the field `List-Unsubscribe` (RFC 2369).
    var unsubscribe: String?
    /// The identifier in the field `List-Id` (RFC 2919). If it is nil, it is made from the profile and the sender's
    /// domain.
    var listID: String?
    /// What distinguishes the `Message-ID` from those of other recipients; nil for a mail that goes to all of them.
    var messageIDSuffix: String?

    init(
        from: Mailbox = Mailbox(name: "newsdigest", address: "newsdigest@localhost"), to: [Mailbox] = [],
        replyTo: Mailbox? = nil, unsubscribe: String? = nil, listID: String? = nil
    ) {
        self.from = from
        self.to = to
        self.replyTo = replyTo
        self.unsubscribe = unsubscribe
        self.listID = listID
    }

    /// The address in `unsubscribe`, if a client may open it.
    var unsubscribeAddress: String? {
        guard let unsubscribe else { return nil }
        if let web = SafeURL(unsubscribe)?.text { return web.isASCII && web.utf8.count <= 900 ? web : nil }
        let isMail = unsubscribe.wholeMatch(of: /mailto:[A-Za-z0-9.!#$%&'*+\/=?^_`{|}~@:;,-]{3,900}/) != nil
        return isMail ? unsubscribe : nil
    }
}

extension String {
    var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
