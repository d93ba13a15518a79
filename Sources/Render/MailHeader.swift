import Addresses
import Foundation
import Settings
import Texts
import Values

/// The header fields of a mail that do not come from the digest itself.
package struct MailHeader: Sendable, Equatable {
    var from = Mailbox(name: "newsdigest", address: "newsdigest@localhost")
    var to: [Mailbox] = []
    /// An `https:` or `mailto:` address for the field `List-Unsubscribe` (RFC 2369).
    var unsubscribe: String?
    /// The address of the digest's page.
    var online: OnlineAddress?
    /// Whether the mail has the events as a calendar, too.
    var hasCalendar = false
    /// The identifier in the field `List-Id` (RFC 2919). If it is nil, it is made from the profile and the sender's
    /// domain.
    var listID: String?
    /// What distinguishes the `Message-ID` from those of other recipients; nil for a mail that goes to all of them.
    var messageIDSuffix: String?

    /// The address in `unsubscribe`, if a client may open it, or the placeholder for such an address.
    package var unsubscribeAddress: String? {
        guard let unsubscribe else { return nil }
        if unsubscribe == PersonalField.unsubscribe.placeholder { return unsubscribe }
        if let web = SafeURL(unsubscribe)?.text { return web.isASCII && web.utf8.count <= 900 ? web : nil }
        let isMail = unsubscribe.wholeMatch(of: /(?i:mailto):[A-Za-z0-9.!#$%&'*+\/=?^_`{|}~@:;,-]{3,900}/) != nil
        return isMail ? unsubscribe : nil
    }
}

extension MailHeader {
    package init(online: OnlineAddress?) { self.online = online }

    /// The address of a digest's page, or the placeholder for it.
    func onlineAddress(of digest: Digest) -> String? {
        guard digest.id != PersonalField.id.placeholder else {
            return online.map { _ in PersonalField.online.placeholder }
        }
        return online.flatMap { SafeURL($0.address(ofDigest: digest.id, profile: digest.profile))?.text }
    }
}

extension String {
    var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
