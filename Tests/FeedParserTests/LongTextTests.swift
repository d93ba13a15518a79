import FoundationEssentials
import Testing

@testable import FeedParser

/// Long texts go past libxml2; what comes out must be what it would have made of them.
struct LongTextTests {
    private let pieces: [(source: String, text: String)] = [
        ("words of a harbour ", "words of a harbour "), ("причал и маяк ", "причал и маяк "), ("埠頭 🚢 — ", "埠頭 🚢 — "),
        ("&lt;p&gt;", "<p>"), ("&amp;amp;", "&amp;"), ("&quot;&apos;", "\"'"), ("&#233;&#x1F6A2;&#0062;", "é🚢>"),
        ("&nbsp;&hellip;", "\u{A0}…"), ("]] ]> ]", "]] ]> ]"), ("a\r\nb\rc\n\td", "a\nb\nc\n\td"),
        ("&#10;&#9;", "\n\t"), ("&#xA;&#xd;&#x09;", "\n\r\t"), ("&#x0010FFFD;&#x1f6a2;", "\u{10FFFD}🚢"),
        ("<!-- > not shown -->", ""), ("<?x > ?>", ""), ("<![CDATA[ & <b> &amp; ]] ]>]]>", " & <b> &amp; ]] ]>"),
        ("\u{FFFD}\u{FF0C}", "\u{FFFD}\u{FF0C}"), ("<b title=\"x > y\">bold</b>", "<b title=\"x &gt; y\">bold</b>"),
    ]

    private func filler(_ count: Int) -> String { String(repeating: "tide tables; ", count: count / 13 + 1) }

    @Test func `text of any length is read as libxml2 reads it`() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<60 {
            var source = ""
            var text = ""
            for _ in 0..<Int.random(in: 1...40, using: &generator) {
                let piece = pieces.randomElement(using: &generator)!
                let filler = Bool.random(using: &generator) ? "" : filler(Int.random(in: 1...9000, using: &generator))
                source += piece.source + filler
                text += piece.text + filler
            }
            let feed = try Feed(
                parsing: Array("<rss><channel><item><description>.\(source).</description></item></channel></rss>".utf8)
            )
            #expect(feed.entries.first?.summary?.value == ".\(text).")
        }
    }

    @Test func `sections of any length are read as they are`() throws {
        var generator = SystemRandomNumberGenerator()
        let pieces = [
            "<p class=\"a\">", "&amp;", "]]", "]>", "причал", "🚢", "\n", "埠頭", "<![CDATA[", "\u{FF0C}", "-->",
        ]
        for _ in 0..<60 {
            let texts = (0..<3).map { _ in
                (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                    pieces.randomElement(using: &generator)! + filler(Int.random(in: 1...6000, using: &generator))
                }.joined() + "."
            }
            let source = texts.map { "<description>\n <![CDATA[.\($0)]]></description>" }.joined(
                separator: "</item><item>")
            let feed = try Feed(parsing: Array("<rss><channel><item>\(source)</item></channel></rss>".utf8))
            #expect(feed.entries.map { $0.summary?.value } == texts.map { "." + $0 })
        }
    }

    @Test(arguments: ["\u{01}", "\u{FFFF}", "&", "&lt", "<", "]]>", "&#0;", "&#xD800;", "&#;", "&#xG;", "&#99999999;"])
    func `what is not well-formed in a long text is repaired`(piece: String) throws {
        func summary(_ text: String) throws -> String? {
            try Feed(
                parsing: Array("<rss><channel><item><description>\(text)</description></item></channel></rss>".utf8)
            )
            .entries.first?.summary?.value
        }
        let short = try #require(try summary("one \(piece) two"))
        let long = try summary(filler(3000) + "one \(piece) two" + filler(3000))
        #expect(long == (filler(3000) + short + filler(3000)).trimmingSpaces)
    }

    @Test(arguments: ["<title>", "<description><![CDATA[", "<!-- ", "<description>x <![CDATA[x]]"])
    func `a long text that never ends is read up to there`(start: String) throws {
        let document = "<rss><channel><item><guid>1</guid>\(start)\(filler(200_000))"
        #expect(try Feed(parsing: Array(document.utf8)).entries.map(\.id) == ["1"])
    }

    @Test func `titles are plain or not whatever place their characters have`() throws {
        for count in 0..<40 {
            let start = String(repeating: "é", count: count)
            for (piece, text) in [
                ("  ", " "), (" \n", " "), ("&nbsp;", " "), (" &amp; ", " & "), ("<b>a</b>", "a"), (" ", " "),
            ] {
                #expect(HTMLText.line("\(start)x\(piece)y and on to the end") == "\(start)x\(text)y and on to the end")
            }
        }
    }

    @Test func `strings of JSON are escaped at every place`() throws {
        for count in 0..<40 {
            let start = String(repeating: "é", count: count)
            for (piece, escaped) in [
                ("\"", "\\\""), ("\\", "\\\\"), ("\n", "\\n"), ("\u{1F}", "\\u001f"), ("\u{7F}", "\u{7F}"),
            ] {
                for end in ["", "x", "to the end", " and on to the very end of it all"] {
                    var text = "\(start)\(piece)\(piece)\(end)"
                    let buffer = ByteBuffer(capacity: 1)
                    text.withUTF8 { buffer.append(escapingJSON: $0) }
                    #expect(String(decoding: buffer.bytes, as: UTF8.self) == "\(start)\(escaped)\(escaped)\(end)")
                }
            }
        }
    }

    /// Those of a line without tags are resolved without a parser of HTML.
    @Test(arguments: [
        "Tide &amp; time", "&lt;b&gt; is bold", "caf&eacute; &mdash; &#8217;n&#x2019; more", "AT&T, R & D, &",
        "&#146;quoted&#147;", "&nbsp;&nbsp;wide\n\n  open ", "&copy 2026", "&unknown; &notin; &NotEqualTilde;",
        "&#0; &#xFFFFFF; &#; &#x;", "&apos;&quot;", "&AMP; &ampersand &lt", "a&#10;b&#9;c", "&amp;amp;lt;",
        "&#xad;&shy;", "x &thetasym;&there4;", "&#55357;",
    ])
    func `references in a line are read as a parser of HTML reads them`(html: String) {
        #expect(HTMLText.line(html) == HTMLText.line("<i></i>" + html))
    }
}
