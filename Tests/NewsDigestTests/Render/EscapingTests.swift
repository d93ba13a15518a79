import Foundation
import Testing

@testable import Addresses
@testable import Render
@testable import Texts

@Suite struct EscapingTests {
    @Test(
        arguments: [
            ("ראש הממשלה (AFP)", nil, true), ("\"1200\" افتتاح", nil, true), ("AFP: ראש העיר", nil, true),
            ("Elsom Harbour Trust: נמל", nil, false), ("Elsom Harbour Trust: נמל", "he-IL", true),
            ("Elsom Harbour Trust: بندر", "fas", true), ("Elsom Harbour Trust: نمل", "en", false),
            ("Harbour", "ar", false), ("נמל: Elsom Harbour Trust", "en", false), ("Москва", nil, false),
            ("123", "he", false),
            ("", "he", false), ("東京", nil, false), ("«ﬠברית»", nil, true), ("𞤀𞤣", nil, true),
        ] as [(String, String?, Bool)])
    func `letters and language say whether a text is written right to left`(
        text: String, language: String?, expected: Bool
    ) {
        #expect(text.isRightToLeft(in: language) == expected)
    }

    @Test(arguments: [
        ("two\nlines\r\nand\ta tab", "two lines and a tab"),
        ("red \u{1B}[31mtext\u{1B}[0m \u{07}", "red [31mtext[0m"),
        ("safe\u{202E}txt.exe\u{202C}", "safetxt.exe"),
        ("\u{2066}isolated\u{2069} \u{200F}mark", "isolated mark"),
        ("zero\u{200B}width \u{FEFF}bom\u{00AD}soft", "zerowidth bomsoft"),
        ("C1 \u{9B}31m and NUL \u{0}", "C1 31m and NUL"),
        ("line\u{2028}separator\u{2029}paragraph", "line separator paragraph"),
        ("family 👨‍👩‍👧 heart ❤️", "family 👨‍👩‍👧 heart ❤️"),
        ("حلب و\u{200C}می", "حلب و\u{200C}می"),
        ("private \u{E000} \u{FFFF}", "private"),
    ])
    func `clean text is one line that only reads`(text: String, expected: String) {
        #expect(text.cleanLine == expected)
    }

    @Test(arguments: [
        ("# no heading", "\\# no heading"), ("- no list", "\\- no list"), ("1. no list", "1\\. no list"),
        ("0.1.0", "0.1.0"), ("12) no list", "12\\) no list"), ("R&D and AT&T", "R&D and AT&T"),
        ("&lt;b&gt; &#35;", "\\&lt;b\\&gt; \\&#35;"), ("*bold* _it_ `code`", "\\*bold\\* \\_it\\_ \\`code\\`"),
        ("[pdf](x) <b>", "\\[pdf\\](x) \\<b\\>"), ("back\\slash", "back\\\\slash"), ("a\n\nb", "a  b"),
        ("~~x~~ | y", "\\~\\~x\\~\\~ \\| y"), (" and more ", " and more"), ("\n\n    # no heading", " \\# no heading"),
    ])
    func `markdown is escaped where it would mean something`(text: String, expected: String) {
        #expect(text.escapedForMarkdown == expected)
    }

    @Test(arguments: [
        ("https://example.org/~a_b/-_c?d=*", "https://example.org/~a_b/-_c?d=*"),
        ("https://example.org/?a&copy;&b", "https://example.org/?a&amp;copy;&b"),
        ("x> y](<z`\\", "x\\> y](\\<z\\`\\\\"), ("a\nb", "a b"),
    ])
    func `an address in a link of markdown has no needless escapes`(address: String, expected: String) {
        #expect(address.escapedForDestination == expected)
        let story = Sample.story(Sample.article("Ferry_late", url: address))
        let text = String(decoding: Sample.digest([story]).rendered(as: .markdown), as: UTF8.self)
        #expect(address.safeURL == nil || text.contains("[Ferry\\_late](<\(address.safeURL!.escapedForDestination)>)"))
    }

    @Test func `a quote with a combining mark is escaped in html`() {
        let story = Sample.story(
            Sample.article(
                "\"\u{301} onmouseover=alert(1) x=\"\u{301}", image: "https://example.org/\"\u{301}onerror=alert(1)"))
        let html = String(decoding: Sample.digest([story]).rendered(as: .html), as: UTF8.self)
        #expect(html.unicodeScalars.filter { $0 == "\"" }.count % 2 == 0)
        #expect(!html.utf8.contains(sequence: "\"\u{301}".utf8))
    }

    @Test(arguments: [
        ("https://example.org/a b?q=\"x\"&y='z'#<f>", "https://example.org/a%20b?q=%22x%22&y=%27z%27#%3Cf%3E"),
        ("HTTPS://Example.org", "https://Example.org"),
        ("  http://example.org/(a)[b]  ", "http://example.org/%28a%29%5Bb%5D"),
        ("https://пример.рф/путь", "https://пример.рф/%D0%BF%D1%83%D1%82%D1%8C"),
        ("https://bank.example@evil.example/x", "https://evil.example/x"), ("java\nscript:alert(1)", nil),
        ("javascript://example.org/%0aalert(1)", nil), ("data:text/html,x", nil), ("//example.org/x", nil),
        ("https://", nil),
        ("https://exa<b>mple.org", nil), ("https://example.org\\@evil.example", "https://example.org/%5C@evil.example"),
        ("file:///etc/passwd", nil), ("", nil), ("https://example.org/\u{202E}x", "https://example.org/%E2%80%AEx"),
        ("https://[::1]:8080/x", "https://[::1]:8080/x"), ("https://example.org/a\r\nb", "https://example.org/ab"),
    ])
    func `an address is http with nothing that ends it early, or none`(text: String, expected: String?) {
        #expect(text.safeURL == expected)
    }

    @Test func `a long text is cut between words`() {
        #expect("one two three".clipped(to: 13) == "one two three")
        #expect("one two, three".clipped(to: 10) == "one two…")
        #expect("abcdefghij".clipped(to: 5) == "abcde…")
    }
}

extension Collection where Element == UInt8 {
    func contains(sequence: some Collection<UInt8>) -> Bool { firstRange(of: sequence) != nil }
}
