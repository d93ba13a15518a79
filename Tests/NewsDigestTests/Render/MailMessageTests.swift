import Foundation
import Testing

@testable import Files
@testable import Render
@testable import Settings
@testable import Texts
@testable import Values

@Suite struct MailMessageTests {
    @Test func `a digest as mail has the fields and parts of its standards`() throws {
        let options = RenderOptions(
            mail: MailHeader(
                from: try #require(Mailbox("Morning <digest@example.org>")),
                to: [try #require(Mailbox("anna@example.org")), try #require(Mailbox("Борис <boris@example.org>"))],
                unsubscribe: "https://example.org/out?u=1"))
        let mail = Self.mail(Sample.digest([Sample.story(Sample.article("A chip"))]), options)
        let (head, body) = try #require(Self.parts(of: mail))
        #expect(
            head == """
                From: "Morning" <digest@example.org>\r
                To: anna@example.org,\r
                 =?utf-8?B?0JHQvtGA0LjRgQ==?=\r
                 <boris@example.org>\r
                Subject: =?utf-8?B?QSBjaGlwIMK3IE1vcm5pbmcgZGlnZXN0?=\r
                Date: Sat, 21 Nov 2026 08:00:00 +0300\r
                Message-ID: <d20261121@example.org>\r
                List-Id: <default.newsdigest.example.org>\r
                List-Unsubscribe:\r
                 <https://example.org/out?u=1>\r
                List-Unsubscribe-Post: List-Unsubscribe=One-Click\r
                Auto-Submitted: auto-generated\r
                MIME-Version: 1.0\r
                Content-Type: multipart/alternative;\r
                 boundary="=_alternative_d20261121"
                """)
        let text = try #require(body.firstRange(of: "Content-Type: text/plain; charset=utf-8\r\n"))
        let html = try #require(body.firstRange(of: "Content-Type: text/html; charset=utf-8\r\n"))
        #expect(text.lowerBound < html.lowerBound)
        #expect(body.hasSuffix("--=_alternative_d20261121--\r\n"))
    }

    @Test(arguments: ["https://example.org/out?u=1", "mailto:out@example.org?subject=anna", "MAILTO:out@example.org"])
    func `text and page of a mail name the address for unsubscribing as it is`(address: String) throws {
        let mail = Self.mail(
            Sample.digest([Sample.story(Sample.article("A chip"))]),
            RenderOptions(
                mail: MailHeader(
                    from: try #require(Mailbox("digest@example.org")), to: [try #require(Mailbox("anna@example.org"))],
                    unsubscribe: address)))
        let body = mail.replacing("=\r\n", with: "").replacing("=3D", with: "=")
        #expect(body.contains("\r\nUnsubscribe: \(address)\r\n"))
        #expect(body.contains("<a href=\"\(address)\""))
    }

    @Test func `the same digest gives the same bytes and Message-ID`() {
        let digest = Sample.digest([Sample.story(Sample.article("A chip"))])
        #expect(digest.rendered(as: .eml) == digest.rendered(as: .eml))
        var later = digest
        later.title = "Another"
        #expect(Self.mail(later).contains("\r\nMessage-ID: <d20261121@localhost>\r\n"))
    }

    @Test func `nothing that a config or a feed says adds a header field or a long line`() throws {
        let known: Set = [
            "From", "To", "Subject", "Date", "Message-ID", "List-Id", "List-Unsubscribe",
            "List-Unsubscribe-Post",
            "Auto-Submitted", "MIME-Version", "Content-Type",
        ]
        let templates = TemplateSet.builtIn.with(subject: "{{title}} {{profile}}")
        for text in Hostile.strings {
            let header = MailHeader(
                from: Mailbox("\(text) <a@example.org>") ?? Mailbox(name: text, address: "a@example.org"),
                to: [Mailbox(name: text, address: "b@example.org")], unsubscribe: text,
                listID: text)
            var digest = Sample.digest([Sample.story(Sample.article(text, source: text))], title: text)
            digest.id = text
            digest.profile = text
            let options = RenderOptions(templates: templates, mail: header)
            let bytes = digest.rendered(as: .eml, options)
            let (head, _) = try #require(Self.parts(of: String(decoding: bytes, as: UTF8.self)))
            for line in head.split(separator: "\r\n") where !line.hasPrefix(" ") {
                #expect(known.contains(String(line.prefix { $0 != ":" })), "\(text.debugDescription) made \(line)")
            }
            let lines = bytes.split(separator: UInt8(ascii: "\n"))
            #expect(lines.allSatisfy { $0.count <= 998 }, "\(text.debugDescription)")
            #expect(
                head.utf8.allSatisfy { $0 == 13 || $0 == 10 || (0x20...0x7E).contains($0) }, "\(text.debugDescription)")
        }
    }

    @Test(arguments: [
        ("anna@example.org", nil, "anna@example.org"), ("Anna K. <anna@example.org>", "Anna K.", "anna@example.org"),
        ("\"Kern, Anna\" <anna@example.org>", "Kern, Anna", "anna@example.org"),
        (#""Smith, \"Bo\" J." <bo@example.org>"#, #"Smith, "Bo" J."#, "bo@example.org"),
        (#""a\\b" <a@example.org>"#, #"a\b"#, "a@example.org"),
        (#"Anna, "the" <anna@example.org>"#, #"Anna, "the""#, "anna@example.org"),
        (#""Anna" and "Bo" <anna@example.org>"#, #""Anna" and "Bo""#, "anna@example.org"),
        ("<anna@example.org>", nil, "anna@example.org"), ("anna@example.org.", nil, "anna@example.org"),
        ("Anna <anna@möwe.example.>", "Anna", "anna@xn--mwe-sna.example"),
    ])
    func `a mailbox is a mail address with or without a name`(text: String, name: String?, address: String) {
        #expect(Mailbox(text) == Mailbox(name: name, address: address))
    }

    @Test(arguments: [
        "", "anna", "anna@", "@example.org", "a b@example.org", "anna@example.org, b@example.org",
        "anna@exam\rple.org>", "a@b@c", "an\u{200B}na@example.org", "anna@exam\u{AD}ple.org",
        "anna@example.org\u{2060}",
        "Anna <anna@\u{202E}example.org>", "Anna <anna@example.org>, Boris <boris@example.org>",
        "anna@example.org, Boris <boris@example.org>", "anna@.", "anna@exa mple.org",
    ])
    func `a text that is not a mail address is no mailbox`(text: String) {
        #expect(Mailbox(text) == nil)
    }

    @Test(arguments: [
        ("plain", "plain"), ("a=b", "a=3Db"), ("end ", "end=20"), (".dot", "=2Edot"), ("From x", "=46rom x"),
        ("ж", "=D0=B6"), ("", ""),
        ("a\nb", "a\r\nb"), (String(repeating: "x", count: 76), String(repeating: "x", count: 76)),
        (String(repeating: "x", count: 77), String(repeating: "x", count: 75) + "=\r\nxx"),
    ])
    func `text is quoted-printable`(text: String, encoded: String) {
        #expect(QuotedPrintable.encoded(text) == encoded)
    }

    @Test func `embedded pictures are parts that the page names by cid`() throws {
        let gif = Array("GIF89a".utf8)
        let stories = ["https://example.org/1.gif", "https://example.org/2.svg", "https://example.org/1.gif"]
            .enumerated().map {
                Sample.story(Sample.article("A", image: $0.element), id: "s\($0.offset)")
            }
        let options = RenderOptions(images: .embed) { $0.hasSuffix("gif") ? gif : Array("<svg>".utf8) }
        let digest = Sample.digest(stories)
        let mail = Self.mail(digest, options)
        #expect(mail.contains("Content-Type: multipart/related;\r\n type=\"text/html\";\r\n boundary="))
        #expect(mail.split(separator: "Content-ID: <picture-1.d20261121@localhost>").count == 2)
        #expect(!mail.contains("picture-2"))
        let images = mail.replacing("=\r\n", with: "").ranges(of: "src=3D\"cid:picture-1.d20261121@localhost\"")
        #expect(images.count == 2)
        let html = String(decoding: digest.rendered(as: .html, options), as: UTF8.self)
        #expect(html.split(separator: "src=\"data:image/gif;base64,R0lGODlh\"").count == 3)
        #expect(!html.contains("src=\"https://example.org/2.svg"))
    }

    @Test(arguments: [nil, "Анна"])
    func `lines end with CRLF inside of base64 too`(name: String?) throws {
        var digest = Sample.digest(
            [Sample.story(Sample.article("Паром", summary: String(repeating: "Паром сел на мель. ", count: 30)))],
            language: "ru", title: "Новости дня")
        digest.name = name
        let texts = Self.mail(digest).components(separatedBy: "Content-Transfer-Encoding: base64\r\n\r\n").dropFirst()
        #expect(texts.count == 2 || texts.count == 1)
        for text in texts {
            let body = text.components(separatedBy: "--=_")[0].filter { !$0.isWhitespace }
            let lines = try #require(Data(base64Encoded: body)).split(separator: UInt8(ascii: "\n"))
            #expect(lines.count > 5 && lines.allSatisfy { $0.last == UInt8(ascii: "\r") })
        }
    }

    @Test(.enabled(if: Program.isInstalled("python3"), "python3 is not installed"))
    func `Python reads every mail back without a defect`() throws {
        let python = try #require(Program("python3"))
        let script = """
            import sys, json, email, email.policy
            def read(raw):
                mail = email.message_from_bytes(raw, policy=email.policy.default)
                parts = [part for part in mail.walk()]
                defects = [str(d) for part in parts for d in part.defects]
                defects += [name + ': ' + str(d) for name, value in mail.items() for d in value.defects]
                texts = [part.get_content() for part in parts if part.get_content_maintype() == 'text']
                return {'defects': defects, 'fields': mail.keys(), 'subject': str(mail['subject']), 'text': texts[0], 'html': texts[1],
                        'from': mail['from'].addresses[0].addr_spec, 'id': mail['message-id']}
            raws = sys.stdin.buffer.read().split(b'\\0')
            print(json.dumps([read(raw) for raw in raws]))
            """
        let titles = Hostile.strings + ["Утренний выпуск: новости, события и погода на субботу, двадцать первое ноября"]
        let stories = titles.enumerated().map {
            Sample.story(Sample.article($0.element, summary: $0.element), id: "s\($0.offset)")
        }
        var mails: [[UInt8]] = []
        var digests: [Digest] = []
        for title in titles {
            digests.append(Sample.digest(stories.count > 3 ? [stories[digests.count]] : [], title: title))
            let header = MailHeader(from: Mailbox(name: title, address: "a@example.org"))
            mails.append(digests[digests.count - 1].rendered(as: .eml, RenderOptions(mail: header)))
        }
        let output = try python.run(["-c", script], input: Array(mails.joined(separator: [0])))
        struct Reading: Decodable {
            var defects: [String], fields: [String], subject: String, text: String, html: String, from: String,
                id: String
        }
        let readings = try JSONDecoder().decode([Reading].self, from: Data(output.utf8))
        #expect(readings.count == mails.count)
        for (reading, digest) in zip(readings, digests) {
            #expect(reading.defects == [], "\(digest.title.debugDescription)")
            #expect(reading.from == "a@example.org")
            #expect(Set(reading.fields).count == reading.fields.count && !reading.fields.contains("Bcc"))
            let title = digest.title.cleanLine
            let first = DigestView(digest, RenderOptions(), picture: { _ in nil }).firstTitle
            let subject = first.map { "\($0) · \(title)" } ?? "\(title): Saturday, 21 November 2026"
            #expect(reading.subject == subject.cleanLine.clipped(to: 200).cleanLine, "\(digest.title.debugDescription)")
            #expect(
                reading.text.replacing("\r\n", with: "\n")
                    == digest.page(as: .text, RenderOptions()).text.wrapped(at: 78),
                "\(digest.title.debugDescription)")
            #expect(
                reading.html.replacing("\r\n", with: "\n")
                    == digest.page(as: .html, RenderOptions(mail: MailHeader())).text,
                "\(digest.title.debugDescription)")
        }
    }

    private static func mail(_ digest: Digest, _ options: RenderOptions = RenderOptions()) -> String {
        String(decoding: digest.rendered(as: .eml, options), as: UTF8.self)
    }

    private static func parts(of mail: String) -> (head: String, body: String)? {
        mail.firstRange(of: "\r\n\r\n").map { (String(mail[..<$0.lowerBound]), String(mail[$0.upperBound...])) }
    }
}
