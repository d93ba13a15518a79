import Testing

@testable import FeedParser

struct HTMLTextTests {
    @Test(arguments: [
        ("a &lt; b &amp; c &eacute;&#8230;", "a < b & c é…"),
        ("<p>One</p>\n<p>Two<br>three</p>", "One\n\nTwo\nthree"),
        ("<ul><li>One<li>Two<ul><li>Deep</ul></ul>after", "- One\n- Two\n  - Deep\n\nafter"),
        ("<p>Seen</p><script>hidden()</script><style>p{}</style><!-- no -->", "Seen"),
        ("<b>bold<i>both</b>italic", "boldbothitalic"),
        ("<table><tr><td>1<td>2<tr><td>3</table>", "1 2\n3"),
        ("<pre>  a\n b</pre>", "  a\n b"),
        ("It&#146;s &nbsp; here", "It’s here"),
        ("<![CDATA[plain]]> text", "plain text"),
        ("one\nline\n\nnext", "one line\n\nnext"),
        ("3 < 4 and <3", "3 < 4 and <3"),
        ("a&colon; &lpar;b&rpar;&NewLine;&apos;c&apos;&Tab;&fjlig;&LT;b&GT;&AMP;", "a: (b) 'c' fj<b>&"),
        ("&CounterClockwiseContourIntegral;&nosuchthing; &ampere;", "∳&nosuchthing; &ampere;"),
        ("AT&ampT &copy 2020 &nbsp&lt", "AT&ampT © 2020 <"),
        ("</p>stray</div> ends", "stray ends"),
        ("", ""),
    ])
    func `HTML becomes what a person would read`(html: String, text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    @Test func `An address keeps what only looks like a named character`() {
        let html = "<a href=\"/?a=1&copy=2&lpar;&reg\">x</a>"
        #expect(HTMLText.safe(html) == "<a href=\"/?a=1&amp;copy=2(®\">x</a>")
    }

    @Test(arguments: [
        ("<p onclick=\"x()\" class=a style=\"color:red\">a</p>", "<p>a</p>"),
        ("<a href=\"javascript:x()\">a</a>", "<a>a</a>"),
        ("<a href=\" java\u{01}script\n:x()\">a</a>", "<a>a</a>"),
        ("<a href=\"JAVASCRIPT&#58;x()\">a</a>", "<a>a</a>"),
        ("<a href=\"data:text/html,x\">a</a>", "<a>a</a>"),
        ("<a href=\"../b?c=1&amp;d\">a</a>", "<a href=\"https://quay.example/b?c=1&amp;d\">a</a>"),
        ("<a href=\"mailto:a@quay.example\">a</a>", "<a href=\"mailto:a@quay.example\">a</a>"),
        ("<img src=x.png onerror=x()>", "<img src=\"https://quay.example/a/x.png\">"),
        ("<img src=t.gif width=1 height=1>after", "after"),
        ("<script>x()</script><iframe src=x>no</iframe>after", "after"),
        ("<svg onload=x()><script>x()</script></svg>after", "after"),
        ("<math><mi>x</mi></math>after", "after"),
        ("<form action=x><input value=y>text</form>", "text"),
        ("<p>un<b>closed", "<p>un<b>closed</b></p>"),
        ("&lt;script&gt;x()&lt;/script&gt;", "&lt;script&gt;x()&lt;/script&gt;"),
        (
            "<a href=\"x\" title='\"><script>'>a</a>",
            "<a href=\"https://quay.example/a/x\" title=\"&quot;&gt;&lt;script&gt;\">a</a>"
        ),
        ("<meta http-equiv=refresh content=0><base href=//evil.example/><link rel=stylesheet href=x>text", "text"),
    ])
    func `Only what is on the list passes`(html: String, safe: String) {
        #expect(HTMLText.safe(html, base: "https://quay.example/a/") == safe)
    }

    @Test func `Safe HTML stays as it is when it is made safe again`() {
        let safe = HTMLText.safe(
            "<ul><li>a<li>b</ul><p>c<img src=d.png><table><tr><td>e", base: "https://quay.example/")
        #expect(HTMLText.safe(safe) == safe)
    }

    @Test(arguments: [
        ("<div>", 200_000), ("<b></i>", 100_000), ("<p a=\"\" b c", 50_000), ("<p><table>", 50_000), ("&", 500_000),
        ("<", 500_000), ("<!--", 100_000), ("<a b=\"<", 100_000), ("]]><![CDATA[", 50_000),
    ])
    func `Hostile HTML takes little time`(piece: String, count: Int) {
        let html = String(repeating: piece, count: count)
        let time = ContinuousClock().measure {
            _ = HTMLText.plain(html)
            _ = HTMLText.safe(html)
        }
        #expect(time < .seconds(10))
    }

    @Test func `A tag with very many attributes takes little time`() {
        let html = "<p " + (0..<100_000).map { "a\($0)=x " }.joined() + ">text"
        #expect(ContinuousClock().measure { _ = HTMLText.plain(html) } < .seconds(10))
    }
}
