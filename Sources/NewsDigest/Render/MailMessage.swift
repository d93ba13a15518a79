import Addresses
import Foundation
import Texts
import Values

/// A digest as one mail. Text and HTML are alternatives; embedded pictures are next to the HTML (RFC 5322, 2045 to
/// 2047, 2387).
struct MailMessage {
    private var digest: Digest
    private var options: RenderOptions
    private var header: MailHeader

    init(_ digest: Digest, _ options: RenderOptions) {
        self.digest = digest
        self.options = options
        header = options.mail ?? MailHeader()
        // The link in the footer and the header field use the same setting.
        self.options.mail = header
    }

    /// The whole message with CRLF at the end of each line. No line is longer than 998 octets.
    var bytes: [UInt8] {
        let (html, pictures) = htmlAndPictures
        let page = MIMEPart(text: html, type: "text/html")
        let related =
            pictures.isEmpty
            ? page : MIMEPart(multipart: "related", of: [page] + pictures, boundary: boundary("related"))
        let body = MIMEPart(
            multipart: "alternative",
            of: [MIMEPart(text: digest.text(as: .text, options), type: "text/plain"), related],
            boundary: boundary("alternative"))
        return Array((fields + ["MIME-Version: 1.0", body.text]).joined(separator: "\r\n").utf8)
    }
}

extension MailMessage {
    private var fields: [String] {
        let to = header.to.map { MailField.mailbox($0) }.joined(separator: ",\r\n ")
        let list = MailField.atom(header.listID ?? "\(digest.profile).newsdigest.\(header.from.domain)")
        return [
            "From: \(MailField.mailbox(header.from))",
            "To: \(to.nonEmpty ?? "undisclosed-recipients:;")",
            header.replyTo.map { "Reply-To: \(MailField.mailbox($0))" },
            "Subject: \(MailField.unstructured(subject, after: 9))",
            "Date: \(date)",
            "Message-ID: <\(MailField.atom(digest.id))@\(MailField.atom(String(header.from.domain)))>",
            "List-Id: <\(list)>",
            header.unsubscribeAddress.map { "List-Unsubscribe:\r\n <\($0)>" },
            // Automatic answers, such as vacation messages, must not be sent to it (RFC 3834).
            "Auto-Submitted: auto-generated",
        ].compactMap { $0 }
    }

    private var subject: String {
        let view = DigestView(digest, options) { _ in nil }
        return options.templates.render(view, as: .text, part: "subject").cleanLine.clipped(to: 200)
    }

    private var date: String {
        let zone = TimeZone(identifier: digest.timeZone) ?? .gmt
        let format: Date.FormatString = """
            \(weekday: .abbreviated), \(day: .defaultDigits) \(month: .abbreviated) \(year: .padded(4)) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) \
            \(timeZone: .iso8601(.short))
            """
        return Date.VerbatimFormatStyle(
            format: format, locale: Locale(identifier: "en_US_POSIX"), timeZone: zone,
            calendar: Calendar(identifier: .gregorian)
        ).format(digest.created)
    }

    /// A boundary with `=_`, which neither quoted-printable nor base64 can contain.
    private func boundary(_ name: String) -> String { "=_\(name)_\(MailField.atom(digest.id).prefix(40))" }

    private var htmlAndPictures: (html: String, pictures: [MIMEPart]) {
        guard options.images == .embed else { return (digest.html(options), []) }
        var pictures: [MIMEPart] = []
        var addresses: [String: String] = [:]
        let view = DigestView(digest, options) { url in
            if let known = addresses[url] { return known }
            guard let picture = options.picture(url).flatMap(Picture.init) else { return nil }
            let id =
                "picture-\(pictures.count + 1).\(MailField.atom(digest.id))@\(MailField.atom(String(header.from.domain)))"
            pictures.append(MIMEPart(picture, id: id))
            addresses[url] = "cid:\(id)"
            return addresses[url]
        }
        return (options.templates.render(view, as: .html), pictures)
    }
}

/// A body part with its header fields (RFC 2045).
private struct MIMEPart {
    package var text: String

    /// UTF-8 text in the shorter of the two transfer encodings.
    init(text: String, type: String) {
        let quoted = QuotedPrintable.encoded(text)
        let base64 = Self.base64(Data(text.utf8))
        let (encoding, body) =
            quoted.utf8.count <= base64.utf8.count ? ("quoted-printable", quoted) : ("base64", base64)
        self.text = "Content-Type: \(type); charset=utf-8\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\n\(body)\r\n"
    }

    init(_ picture: Picture, id: String) {
        text = """
            Content-Type: \(picture.mediaType)\r\nContent-Transfer-Encoding: base64\r\nContent-ID: <\(id)>\r\n\
            Content-Disposition: inline\r\n\r\n\(Self.base64(Data(picture.bytes)))\r\n
            """
    }

    init(multipart subtype: String, of parts: [MIMEPart], boundary: String) {
        let root = subtype == "related" ? ";\r\n type=\"text/html\"" : ""
        text = "Content-Type: multipart/\(subtype)\(root);\r\n boundary=\"\(boundary)\"\r\n\r\n"
        for part in parts { text += "--\(boundary)\r\n\(part.text)" }
        text += "--\(boundary)--\r\n"
    }

    private static func base64(_ data: Data) -> String {
        data.base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
    }
}

/// The transfer encoding of RFC 2045, section 6.7.
enum QuotedPrintable {
    static func encoded(_ text: String) -> String {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return String(decoding: Array(lines.map(encoded(line:)).joined(separator: "\r\n".utf8)), as: UTF8.self)
    }

    private static func encoded(line: Substring.UTF8View) -> [UInt8] {
        var result: [UInt8] = []
        var column = 0
        for index in line.indices {
            let isLast = line.index(after: index) == line.endIndex
            var unit = token(line[index], isFirst: column == 0, isLast: isLast)
            // 76 characters with the "=" of a soft line break.
            if column + unit.count > (isLast ? 76 : 75) {
                result += Array("=\r\n".utf8)
                column = 0
                unit = token(line[index], isFirst: true, isLast: isLast)
            }
            result += unit
            column += unit.count
        }
        return result
    }

    private static func token(_ byte: UInt8, isFirst: Bool, isLast: Bool) -> [UInt8] {
        let isPlain =
            switch byte {
            case UInt8(ascii: " "): !isLast
            // A line with only a dot ends a mail in SMTP, and "From " begins a mail in a mailbox file.
            case UInt8(ascii: "."), UInt8(ascii: "F"): !isFirst
            case UInt8(ascii: "="): false
            default: (0x21...0x7E).contains(byte)
            }
        let digits = PercentEncoding.digits
        return isPlain ? [byte] : [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}

/// Values of header fields. They are ASCII, whatever the text contains.
enum MailField {
    /// Free text. It is encoded if necessary, and folded (RFC 2047; RFC 5322, section 2.2.3).
    ///
    /// - Parameter after: the length of the field's name with its colon and space.
    static func unstructured(_ text: String, after nameLength: Int) -> String {
        let line = text.cleanLine
        let words = line.split(separator: " ")
        if line.isASCII && !line.contains("=?") && words.allSatisfy({ $0.count < 70 }) {
            return folded(words.map(String.init), after: nameLength)
        }
        return encodedWords(line).joined(separator: "\r\n ")
    }

    static func mailbox(_ mailbox: Mailbox) -> String {
        guard let name = mailbox.name?.cleanLine.nonEmpty else { return mailbox.address }
        if name.isASCII && name.utf8.count < 60 && !name.contains("=?") {
            let quoted = name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
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
