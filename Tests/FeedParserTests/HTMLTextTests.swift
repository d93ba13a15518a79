import Testing

@testable import FeedParser

struct HTMLTextTests {
    @Test(arguments: [
        ("a &lt; b &amp; c &eacute;&#8230;", "a < b & c é…"),
        ("<p>One</p>\n<p>Two<br>three</p>", "One\n\nTwo\nthree"),
        ("<ul><li>One<li>Two<ul><li>Deep</ul></ul>after", "- One\n- Two\n  - Deep\n\nafter"),
        ("<ol><li><p>One</p><li><p>Two</p><p>more</p></ol>", "- One\n\n- Two\n\nmore"),
        ("<ul><li><ul><li>Deep</ul><li></ul><p>after</p>", "-\n  - Deep\n-\n\nafter"),
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
        ("A <q>small boat</q> and <q></q> a ship", "A “small boat” and a ship"),
        ("<q><q>No</q> is one</q>", "““No” is one”"),
        ("<q><p>A</p><p>b</p></q>", "“A\n\nb”"),
        ("<ul><li>Har<wbr>bour<li>Quay</ul>", "- Harbour\n- Quay"),
        ("<center>a</center>b<aside>c</aside><summary>d</summary>e<article>f</article>g", "a\nb\nc\nd\ne\n\nf\n\ng"),
        ("<ul><li>Har<WBR title='a &lpar; b > c'/>bour<li><embed src=a/b/>Quay</ul>", "- Harbour\n- Quay"),
    ])
    func `HTML becomes what a person would read`(html: String, text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    @Test func `an address keeps what only looks like a named character`() {
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
        ("<style-guide>a</style-guide><script.x>b</script.x>c", "abc"),
        ("<svg onload=x()><script>x()</script></svg>after", "after"),
        ("<math><mi>x</mi></math>after", "after"),
        ("<form action=x><input value=y>text</form>", "<div>text</div>"),
        ("<details open><summary>a</summary>b</details>c", "<div><div>a</div>b</div>c"),
        ("<p>a<section dir=rtl class=b>b</section>c</p><p>d", "<p>a</p><div dir=\"rtl\">b</div>c<p>d</p>"),
        ("<p>a<figure><p>b<aside>c</aside>d</figure>e</p>f", "<p>a</p><figure><p>b</p><div>c</div>d</figure>ef"),
        ("<p>un<b>closed", "<p>un<b>closed</b></p>"),
        ("<p>Har<wbr title=quay/>bour<p>Quay", "<p>Har<wbr title=\"quay/\">bour</p><p>Quay</p>"),
        ("<p>Har<wbr title=quay c='d>bour", "<p>Har<wbr>bour</p>"),
        ("<p><video><source src=a><track src=b></video>a<wbr-b>c</wbr-b><p>d", "<p>ac</p><p>d</p>"),
        ("&lt;script&gt;x()&lt;/script&gt;", "&lt;script&gt;x()&lt;/script&gt;"),
        (
            "<a href=\"x\" title='\"><script>'>a</a>",
            "<a href=\"https://quay.example/a/x\" title=\"&quot;&gt;&lt;script&gt;\">a</a>"
        ),
        ("<meta http-equiv=refresh content=0><base href=//evil.example/><link rel=stylesheet href=x>text", "text"),
    ])
    func `only what is on the list passes`(html: String, safe: String) {
        #expect(HTMLText.safe(html, base: "https://quay.example/a/") == safe)
    }

    @Test func `safe HTML stays as it is when it is made safe again`() {
        let safe = HTMLText.safe(
            "<ul><li>a<li>b</ul><p>c<img src=d.png><table><tr><td>e", base: "https://quay.example/")
        #expect(HTMLText.safe(safe) == safe)
    }

    /// As newsletters have it: one line of 300 kB, with styles in every tag.
    @Test func `a long text comes whole`() {
        let words = (0..<3000).map { "word\($0)" }
        let style = "style=\"font-size: 12px; color: #333; margin: 0 auto\" class=\"a b c\""
        let html = words.map { "<td \(style) data-a=1><p \(style)>\($0)</p></td>" }.joined()
        #expect(HTMLText.plain("<table><tr>\(html)").split(whereSeparator: \.isWhitespace).map(String.init) == words)
        #expect(HTMLText.safe(html).split(separator: "<p>").count == words.count + 1)
    }

    @Test func `a byte order mark is left out and parts no words`() {
        #expect(HTMLText.line("\u{FEFF}quay\u{FEFF}side \u{FEFF} <b>ti&#xFEFF;de</b>\u{FEFF}") == "quayside tide")
    }

    @Test func `a text is cut at the limit of its length, between two characters`() {
        var passed: Set<HTMLLimit> = []
        let html = "<p>" + String(repeating: "é", count: 2 << 20) + "end"
        let safe = HTMLText.safe(html, passed: &passed)
        #expect(safe.utf8.count == (4 << 20) + "</p>".utf8.count - 1)
        #expect(safe.hasSuffix("é</p>"))
        #expect(passed == [.length])
    }

    @Test func `below the limit of depth nothing is lost, above it no words`() {
        func read(_ depth: Int) -> (text: String, passed: Set<HTMLLimit>) {
            var passed: Set<HTMLLimit> = []
            let html = (1...depth).map { "<div a=b >\($0) " }.joined() + String(repeating: "</div>", count: depth)
            _ = HTMLText.safe(html + "<p>end</p>", passed: &passed)
            return (HTMLText.plain(html + "<p>end</p>"), passed)
        }
        for depth in [255, 256, 257, 600, 3000] {
            let (text, passed) = read(depth)
            let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
            #expect(words == (1...depth).map(String.init) + ["end"])
            #expect(passed == (depth < 256 ? [] : [.depth]))
        }
    }

    @Test func `attributes are counted by tag`() {
        func tag(_ count: Int) -> String { "<p \((1...count).map { "a\($0)='x y = z' " }.joined())title=t>" }
        var passed: Set<HTMLLimit> = []
        #expect(
            HTMLText.safe(String(repeating: tag(255), count: 5), passed: &passed)
                == String(repeating: "<p title=\"t\"></p>", count: 5))
        #expect(passed == [])
        #expect(HTMLText.safe(tag(256) + "words", passed: &passed) == "<p>words</p>")
        #expect(passed == [.attributes])
    }

    @Test(arguments: [
        ("a <b", "a <b"), ("a <b c=\"d", "a <b c=\"d"), ("a < b > c", "a < b > c"), ("a <", "a <"), ("a </", "a </"),
        ("a </b", "a </b"), ("a <!b", "a <!b"), ("a <?b", "a <?b"), ("a<!doctype html>b", "ab"), ("a<?xml b?>c", "ac"),
        ("a<!-- b", "a b"), ("a<!-->b", "ab"), ("a<!-- <b> -->c", "ac"), ("a</>b", "ab"), ("a</ b>c", "ac"),
        ("a\u{0}b<i\u{0}>c</i\u{0}>d", "abcd"), ("<b @click=\"a > b\" [c]=\"d > e\">f</b>", "f"),
        ("<a href=\"x>one</a> <b>two</b>", "one two"), ("<p title='a > b'>c", "c"), ("<p title=\"<b>\">c", "c"),
        ("<script>‹ a < b </b> </script >c", "c"), ("<SCRIPT a='>'>b</script>c</script>d", "cd"),
        ("<script src=x />words", "words"), ("<style>a</styles></style>b", "b"), ("a<script>b", "a"),
        ("<a b=c<d>e", "e"), ("<a-b c>d</a-b>", "d"), ("mail <jane@quay.example> now", "mail now"),
    ])
    func `tags end where browsers see their end, and what never ends is text`(html: String, text: String) {
        #expect(HTMLText.plain(html) == text)
    }

    private static let prose =
        "<p>The old bridge of Elsom carries trams again since Monday, after ten long years of work.</p>"
    private static let read = "The old bridge of Elsom carries trams again since Monday, after ten long years of work."

    @Test(arguments: [
        "<p>Guests</p><ul><li><a href='/1'>Anna Lee</a><li><a href='/2'>Bo Day</a> (site)<li><a href='/3'>Quay</a></ul>",
        "<p><a href='/1'>Trams return to the harbour of Elsom</a></p>", "<a href='/1'>elsom/bridge</a>",
        "<div>See also</div><div><a href='/1'>Storm closes the harbour</a></div>", "<figure><figcaption>x</figcaption>",
        "<table><tr><td class='tr-caption' style='a'>A tram.</td></tr></table>",
        "<p class='wp-caption-text'>A tram.</p>", "<span class='field field--name-uid'>anna_b</span>",
        "<pre>x = 1</pre>", "<p>Links:<br><a href='/1'>One</a><br><a href='/2'>Two</a></p>",
        "<h3>Related</h3><ul><li><a href='/1'>A</a><li><a href='/2'>B</a><li><a href='/3'>C</a></ul><p>Music by Quay</p>",
    ])
    func `a reader's text of an article has no links, code or captions after it`(rest: String) {
        #expect(HTMLText.article(Self.prose + rest) == Self.read)
        #expect(HTMLText.plain(Self.prose + rest).hasPrefix(Self.read))
    }

    @Test func `code next to prose in a script without spaces is no part of an article`() {
        #expect(HTMLText.article("<p>将以下选择写入到你的文件中，然后重新启动虚拟机。</p><pre>a = 1</pre>") == "将以下选择写入到你的文件中，然后重新启动虚拟机。")
    }

    @Test func `links that touch are two words`() {
        let html =
            "<p>We <a href=\"https://a.example/\">sail</a><a href=\"https://b.example/\">boats</a> to<a href=\"c\">o</a>.</p>"
        #expect(HTMLText.article(html) == "We sail boats too.")
    }

    @Test func `text that was struck out is no part of an article`() {
        #expect(HTMLText.article("<p>It <s>rains</s> <del>rained</del> <strike>x</strike>snowed.</p>") == "It snowed.")
        #expect(HTMLText.plain("<p>It <s>rains</s> snowed.</p>") == "It rains snowed.")
    }

    @Test func `a list of links inside an article is no part of it, unless a colon introduces it`() {
        let list = "<ul><li><a href='/1'>Read all of our diary of Elsom</a></ul>"
        let title = "Trams return to Elsom after ten years"
        #expect(HTMLText.article("<p>\(title)</p>\(list)\(Self.prose)") == "\(title)\n\n\(Self.read)")
        for start in ["<p>I read this:</p>", "", "<p>One</p><ul><li>Two of them</ul>"] {
            #expect(HTMLText.article(start + list + Self.prose) == HTMLText.plain(start + list + Self.prose))
        }
    }

    @Test(arguments: [
        "<sup id='r1'><a href='#fn:1'>1</a></sup>", "<sup>[<a href='#note12'>12</a>]</sup>", "<a href='#fn1'>*</a>",
        "<a href='https://a.example/1#fnr1' title='back'>↩</a>", "<a href='#fn1'><sup>1</sup></a>",
    ])
    func `a reader's text has no marks of footnotes`(mark: String) {
        let html = Self.prose.replacing(" again", with: mark + " again")
        #expect(HTMLText.article(html) == Self.read)
        #expect(HTMLText.plain(html) != Self.read)
    }

    @Test(arguments: ["<h2>The second week</h2>", "<h1>News</h1><h3>Week <em>two</em></h3>", "<p><b>Week two</b></p>"])
    func `a reader's text has no headings before prose`(heading: String) {
        #expect(HTMLText.article(heading + Self.prose) == Self.read)
        #expect(HTMLText.article(Self.prose + heading + Self.prose) == "\(Self.read)\n\n\(Self.read)")
    }

    @Test func `a reader's text has no headings before a list of sentences`() {
        let list = "<ul><li>It costs two coins.<li>It opens at noon.</ul>"
        #expect(HTMLText.article("<h2>What is new</h2>" + list + Self.prose) == HTMLText.plain(list + Self.prose))
    }

    @Test(arguments: [
        "<h2>Who opened it?</h2>", "<h2>What it costs:</h2>", "<h2><a href='/1'>Trams are back in Elsom</a></h2>",
        "<h2>What it costs</h2><ul><li>One<li>Two</ul>", "<h2>What it costs</h2><p>Nothing</p>",
        "<h3>The trams of three lines stand still (KLM-7)</h3>",
        "<p><b>Trams</b> are back</p>", "<p><b>After ten years of work the trams are back in Elsom on Monday</b></p>",
    ])
    func `a heading stays if it is a question, an introduction, a link, long or a lead, or if no prose follows`(
        heading: String
    ) {
        #expect(HTMLText.article(heading + Self.prose) == HTMLText.plain(heading + Self.prose))
    }

    @Test(arguments: [
        ("<p>It looks so:</p><img src='/1.png'>", "It looks so…"),
        ("<p>It looks so:</p><pre>a = 1</pre>", "It looks so…"),
        (
            "<p>It looks so:<br><img src='/1.png'></p><p>Or so:</p><figure><img src='/2.png'></figure>",
            "It looks so…\n\nOr so…"
        ),
        ("<p>It looks so: <img src='/1.png'> or so.</p>", "It looks so: or so."),
        ("<p>It looks so:</p>", "It looks so:"),
        ("<img src='/1.png'><p>Time: 12:00</p>", "Time: 12:00"),
    ])
    func `an ellipsis replaces a colon before what a reader does not see`(html: String, text: String) {
        #expect(HTMLText.article(html + Self.prose) == "\(text)\n\n\(Self.read)")
    }

    @Test(arguments: ["10<sup>2</sup>", "<a href='/1'>bus 2</a>", "<a href='#trams'>trams and boats</a>"])
    func `raised text and other links stay`(html: String) {
        #expect(HTMLText.article("<p>It costs \(html) now.</p>") == HTMLText.plain("<p>It costs \(html) now.</p>"))
    }

    @Test(arguments: [
        (" <a href='/1'>All about it</a>", ""), (" (<a href='/1'>Trams</a>, <a href='/2'>Elsom 2</a>)", ""),
        (" <a href='/1'>The mayor was there.</a>", " The mayor was there."),
        (" It cost <a href='/1'>twice as much</a>", " It cost twice as much"),
        (" It cost (<a href='/1'>says Bo</a>).", " It cost (says Bo)."), (" See <a href='/1'>all</a>…", " See all…"),
    ])
    func `a link after the last sentence is no part of it`(rest: String, text: String) {
        #expect(HTMLText.article(Self.prose.replacing("</p>", with: rest + "</p>")) == Self.read + text)
    }

    @Test func `a single link after a short text is no part of it`() {
        let link = "<p><a href='/1'>Reply by letter</a></p>"
        #expect(HTMLText.article("<p>Nobody knows why it rains.</p>" + link) == "Nobody knows why it rains.")
        for text in ["<p>It rains.</p>", "<p>Nobody knows why it rains</p>", "<p>Nobody knows why it rains:</p>"] {
            #expect(HTMLText.article(text + link) == HTMLText.plain(text + link))
        }
    }

    @Test(arguments: [
        "<p>These roads stay closed:</p><ul><li><a href='/1'>Quay Road</a><li><a href='/2'>Elm Road</a></ul>",
        "<ul><li><a href='/1'>Quay</a>: closed for all of May.<li><a href='/2'>Elm Road</a>: open to trams.</ul>",
        "<h2>The second week</h2><p>It rained.</p>", "<p><a href='/1'>The mayor opened it on Monday.</a></p>",
        "<p>Trams: 12</p>", "<p>Anna Lee</p>",
    ])
    func `a part that tells something stays`(rest: String) {
        #expect(HTMLText.article(Self.prose + rest) == HTMLText.plain(Self.prose + rest))
    }

    @Test(arguments: [
        "<ul><li><a href='/1'>One</a><li><a href='/2'>Two</a><li><a href='/3'>Three</a></ul>", "<pre>a = 1\nb</pre>",
        "<a href='/1'>The bridge opens</a>", "<p>Short.</p><p><a href='/1'>The bridge opens</a></p>", "", "<p></p>",
        "<li>",
        "<figcaption>\(String(repeating: "It rained. ", count: 60))",
    ])
    func `a text that is nothing else stays whole`(html: String) {
        #expect(HTMLText.article(html) == HTMLText.plain(html))
    }
}
