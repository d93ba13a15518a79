import Addresses
import Foundation
import Settings
import Texts
import Values

/// A digest as one mail. Text and HTML are alternatives; embedded pictures are next to the HTML (RFC 5322, 2045 to
/// 2047, 2387).
///
/// The whole message has CRLF at the end of each line. No line is longer than 998 octets.
struct MailMessage {
    /// A text of the message after the header fields, with its transfer encoding.
    enum EncodedText {
        case plain(String)
        case encoded(Page, PlaceholderText.Escape, isWrapped: Bool, PlaceholderText.Encoding)
    }

    private var digest: Digest
    private var options: RenderOptions
    private var header: MailHeader
    /// The digest's id for boundaries and for the names of pictures: a mark, or the characters of the id that are
    /// allowed.
    private let boundaryID: String
    private let contentID: String
    /// The digest for the text and the subject.
    private let view: DigestView

    init(_ digest: Digest, _ options: RenderOptions) {
        self.digest = digest
        self.options = options
        header = options.mail ?? MailHeader()
        // The link in the footer and the header field use the same setting.
        self.options.mail = header
        let hasPlaceholders = digest.id == PersonalField.id.placeholder
        let atom = MailField.atom(digest.id)
        boundaryID = hasPlaceholders ? PersonalField.boundary.placeholder : String(atom.prefix(40))
        contentID = hasPlaceholders ? PersonalField.contentID.placeholder : atom
        view = DigestView(digest, self.options)
    }

    var fields: MailFields {
        let subject = options.templates.subject(view)
        return MailFields(subject: subject, created: digest.created, timeZone: digest.timeZone)
    }

    var body: [EncodedText] {
        let (html, pictures) = htmlAndPictures
        let page = Self.text(html, type: "text/html", escape: .html, isWrapped: false)
        let related =
            pictures.isEmpty ? page : multipart("related", of: [page] + pictures.map { picture($0, id: $1) })
        let text = Self.text(
            options.templates.page(view, as: .text), type: "text/plain", escape: .none, isWrapped: true)
        let parts = multipart("alternative", of: [text, related])
        let all = header.hasCalendar && digest.hasEvents ? multipart("mixed", of: [parts, calendar]) : parts
        return [.plain("MIME-Version: 1.0\r\n")] + all
    }
}

extension MailMessage {
    private var htmlAndPictures: (html: Page, pictures: [(Picture, id: String)]) {
        guard options.images == .embed else { return (options.templates.page(view, as: .html), []) }
        var pictures: [(Picture, id: String)] = []
        var addresses: [String: String] = [:]
        let view = DigestView(digest, options) { url in
            if let known = addresses[url] { return known }
            guard let picture = options.picture(url).flatMap(Picture.init) else { return nil }
            let id = "picture-\(pictures.count + 1).\(contentID)@\(MailField.atom(String(header.from.domain)))"
            pictures.append((picture, id))
            addresses[url] = "cid:\(id)"
            return addresses[url]
        }
        return (options.templates.page(view, as: .html), pictures)
    }

    /// UTF-8 text in the shorter of the two transfer encodings (RFC 2045).
    private static func text(_ page: Page, type: String, escape: PlaceholderText.Escape, isWrapped: Bool)
        -> [EncodedText]
    {
        let isQuoted = QuotedPrintable.isShorterThanBase64(page)
        let encoding = isQuoted ? "quoted-printable" : "base64"
        return [
            .plain("Content-Type: \(type); charset=utf-8\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\n"),
            .encoded(page, escape, isWrapped: isWrapped, isQuoted ? .quotedPrintable : .base64),
            .plain("\r\n"),
        ]
    }

    /// The events, which most mail programs offer to add to a calendar.
    private var calendar: [EncodedText] {
        let content = String(decoding: Data(digest.calendar(options).utf8).base64Lines, as: UTF8.self)
        return [
            .plain(
                """
                Content-Type: text/calendar; charset=utf-8; method=PUBLISH; name="events.ics"\r\n\
                Content-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="events.ics"\r\n\r\n\
                \(content)\r\n
                """)
        ]
    }

    private func picture(_ picture: Picture, id: String) -> [EncodedText] {
        let content = String(decoding: Data(picture.bytes).base64Lines, as: UTF8.self)
        return [
            .plain(
                """
                Content-Type: \(picture.mediaType)\r\nContent-Transfer-Encoding: base64\r\nContent-ID: <\(id)>\r\n\
                Content-Disposition: inline\r\n\r\n\(content)\r\n
                """)
        ]
    }

    /// A boundary has `=_`, which neither quoted-printable nor base64 can contain.
    private func multipart(_ subtype: String, of parts: [[EncodedText]]) -> [EncodedText] {
        let boundary = "=_\(subtype)_\(boundaryID)"
        let root = subtype == "related" ? ";\r\n type=\"text/html\"" : ""
        let head = "Content-Type: multipart/\(subtype)\(root);\r\n boundary=\"\(boundary)\"\r\n\r\n"
        return [.plain(head)] + parts.flatMap { [.plain("--\(boundary)\r\n")] + $0 }
            + [.plain("--\(boundary)--\r\n")]
    }
}

/// The header fields of a mail, except those of its body.
struct MailFields: Sendable {
    /// The subject. It may have marks.
    private let subject: String
    private let date: String

    init(subject: String, created: Date, timeZone: String) {
        self.subject = subject
        date = created.rfc5322(in: TimeZone(identifier: timeZone) ?? .gmt)
    }

    /// The fields of the mail for one recipient, each with its line end.
    func text(for digest: Digest, _ header: MailHeader, _ values: PersonalValues) -> String {
        let to = header.to.map { MailField.mailbox($0) }.joined(separator: ",\r\n ")
        let list = MailField.atom(header.listID ?? "\(digest.profile).newsdigest.\(header.from.domain)")
        let subject = values.inserted(in: subject).cleanLine.clipped(to: 200)
        let id = [MailField.atom(digest.id), header.messageIDSuffix].compactMap { $0 }.joined(separator: ".")
        let unsubscribe = header.unsubscribeAddress
        return [
            "From: \(MailField.mailbox(header.from))",
            "To: \(to.nonEmpty ?? "undisclosed-recipients:;")",
            "Subject: \(MailField.unstructured(subject, after: 9))",
            "Date: \(date)",
            "Message-ID: <\(id)@\(MailField.atom(String(header.from.domain)))>",
            "List-Id: <\(list)>",
            unsubscribe.map { "List-Unsubscribe:\r\n <\($0)>" },
            // A mail client may unsubscribe with one POST to the address (RFC 8058).
            unsubscribe.flatMap { $0.hasPrefix("https:") ? "List-Unsubscribe-Post: List-Unsubscribe=One-Click" : nil },
            // Programs must not answer such a mail, for example with a vacation message (RFC 3834).
            "Auto-Submitted: auto-generated",
        ].compactMap { $0.map { $0 + "\r\n" } }.joined()
    }
}

/// The transfer encoding of RFC 2045, section 6.7.
enum QuotedPrintable {
    /// Whether a text is not longer as quoted-printable than as base64 with line ends.
    static func isShorterThanBase64(_ page: Page) -> Bool {
        let groups = (page.countWithCRLF + 2) / 3
        return page.countAsQuoted <= groups * 4 + groups * 4 / 76 * 2
    }

    static func encoded(_ text: String) -> String {
        var text = text
        return text.withUTF8 { String(decoding: encoded($0), as: UTF8.self) }
    }

    private static func encoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count * 5 / 4)
        var column = 0
        for (index, byte) in text.enumerated() {
            if byte == UInt8(ascii: "\n") {
                result.append(UInt8(ascii: "\r"))
                result.append(byte)
                column = 0
                continue
            }
            let isLast = index + 1 == text.count || text[index + 1] == UInt8(ascii: "\n")
            var isPlain = isPlain(byte, isFirst: column == 0, isLast: isLast)
            // 76 characters with the "=" of a soft line break.
            if column + (isPlain ? 1 : 3) > (isLast ? 76 : 75) {
                result.append(contentsOf: "=\r\n".utf8)
                column = 0
                isPlain = Self.isPlain(byte, isFirst: true, isLast: isLast)
            }
            if isPlain {
                result.append(byte)
                column += 1
            } else {
                result.append(UInt8(ascii: "="))
                result.append(PercentEncoding.digits[Int(byte >> 4)])
                result.append(PercentEncoding.digits[Int(byte & 15)])
                column += 3
            }
        }
        return result
    }

    private static func isPlain(_ byte: UInt8, isFirst: Bool, isLast: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: " "): !isLast
        // A line with only a dot ends a mail in SMTP, and "From " begins a mail in a mailbox file.
        case UInt8(ascii: "."), UInt8(ascii: "F"): !isFirst
        case UInt8(ascii: "="): false
        default: (0x21...0x7E).contains(byte)
        }
    }
}

/// Values of header fields. They are ASCII, whatever the text contains.
enum MailField {
    /// Free text. It is encoded if necessary, and folded (RFC 2047; RFC 5322, section 2.2.3).
    ///
    /// - Parameter after: the length of the field's name with its colon and space.
    static func unstructured(_ text: String, after nameLength: Int) -> String {
        let line = text.cleanLine
        if line.isASCII && !line.contains("=?") {
            let words = line.split(separator: " ")
            if words.allSatisfy({ $0.utf8.count < 70 }) { return folded(words.map(String.init), after: nameLength) }
        }
        return encodedWords(line).joined(separator: "\r\n ")
    }

    static func mailbox(_ mailbox: Mailbox) -> String {
        guard let name = mailbox.name?.cleanLine.nonEmpty else { return mailbox.address }
        if name.isASCII && name.utf8.count < 60 && !name.contains("=?") {
            let quoted = name.replacing(literal: "\\", with: "\\\\").replacing(literal: "\"", with: "\\\"")
            return "\"\(quoted)\" <\(mailbox.address)>"
        }
        return encodedWords(name.clipped(to: 200)).joined(separator: "\r\n ") + "\r\n <\(mailbox.address)>"
    }

    /// The characters of a text that are allowed in a `dot-atom` (RFC 5322, section 3.2.3).
    static func atom(_ text: String) -> String {
        let kept = text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "." }
        return String(kept).split(separator: ".").joined(separator: ".").prefix(200).description.nonEmpty ?? "digest"
    }

    private static func folded(_ words: [String], after nameLength: Int) -> String {
        var result = ""
        var column = nameLength
        for word in words {
            if result.isEmpty {
                result = word
                column += word.count
            } else if column + 1 + word.count > 78 {
                result += "\r\n " + word
                column = 1 + word.count
            } else {
                result += " " + word
                column += 1 + word.count
            }
        }
        return result
    }

    /// Encoded words of at most 75 characters. No character is split between two. 42 octets leave room for the field's
    /// name.
    private static func encodedWords(_ text: String) -> [String] {
        var chunks: [String] = [""]
        for scalar in text.unicodeScalars {
            if (chunks.last ?? "").utf8.count + String(scalar).utf8.count > 42 { chunks.append("") }
            chunks[chunks.count - 1].unicodeScalars.append(scalar)
        }
        return chunks.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }
    }
}

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
        if let web = unsubscribe.safeURL { return web.isASCII && web.utf8.count <= 900 ? web : nil }
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
        return online?.page(of: digest)
    }
}

extension OnlineAddress {
    /// The address of a digest's page; nil if a client may not open it.
    func page(of digest: Digest) -> String? { address(ofDigest: digest.id, profile: digest.profile).safeURL }
}

extension String {
    var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
