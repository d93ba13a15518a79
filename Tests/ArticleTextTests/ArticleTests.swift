import ArticleText
import Foundation
import Testing

/// Prose with commas, as an article has it.
private func paragraph(_ number: Int) -> String {
    "<p>Ferry number \(number) left the quay late, as the tide was low, and the passengers waited in the rain, without "
        + "much hope of a warm cabin, while the harbour master looked for the key of the lower gate, which he had left "
        + "at home.</p>"
}

private let prose = (1...5).map(paragraph).joined()

private func article(_ html: String, url: String = "https://quay.example/news/1", charset: String? = nil) -> Article? {
    Article(page: Array(html.utf8), url: url, charset: charset)
}

@Suite struct ArticleTests {
    @Test func `the article is taken from the menus, boxes and comments around it`() throws {
        let found = try #require(
            article(
                """
                <html lang=en><head><title>Ferry is late | The Quay Gazette</title></head><body>
                <nav><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav>
                <div class=sidebar><p>Subscribe to our letter, it is free, it comes daily, and it is short.</p></div>
                <main><h1>Ferry is late</h1><div class=story>\(prose)<aside>Read also: the tide table</aside>
                <div class=share-buttons><a href=x>Share</a> this</div></div></main>
                <div id=comments><p>First!</p><p>I disagree, strongly, with all of it, as always.</p></div>
                <footer>Copyright, all rights reserved, 2026</footer></body></html>
                """))
        #expect(found.text.hasPrefix("Ferry number 1 left"))
        #expect(found.text.hasSuffix("left at home."))
        for stranger in ["Home", "Subscribe", "Read also", "Share", "disagree", "Copyright", "Ferry is late"] {
            #expect(!found.text.contains(stranger))
        }
        #expect(found.title == "Ferry is late | The Quay Gazette")
        #expect(found.language == "en")
        #expect(found.length == found.text.unicodeScalars.count)
    }

    @Test func `lists, tables, quotes, code and figures stay, with absolute addresses`() throws {
        let found = try #require(
            article(
                """
                <head><base href=/deep/></head><article>\(prose)
                <ul><li>one, the first</li><li>two, the second</li></ul>
                <table><thead><tr><th>Hour<th>Tide</thead><tr><td>6<td>low</table>
                <blockquote><p>The gate was open, he said.</p></blockquote><pre><code>tide --low</code></pre>
                <figure><img src=boat.jpg><figcaption>The boat at the quay</figcaption></figure>
                <p>See <a href=tides>the tides</a>, <a href="javascript:alert(1)">or not</a>.</p></article>
                """))
        for part in [
            "<li>one, the first</li>", "<th>Hour</th>", "<blockquote>", "<pre><code>tide --low</code></pre>",
            #"<img src="https://quay.example/deep/boat.jpg">"#, "<figcaption>The boat at the quay</figcaption>",
            #"<a href="https://quay.example/deep/tides">the tides</a>"#,
        ] {
            #expect(found.html.contains(part), "\(part)")
        }
        #expect(!found.html.contains("javascript"))
        #expect(found.text.contains("- one, the first\n- two, the second"))
    }

    @Test func `hidden parts are no text, and lines that br parts are paragraphs`() throws {
        let found = try #require(
            article(
                """
                <div>\(prose)<p style="display: none">secret one</p><p hidden>secret two</p>
                <div aria-hidden=true>secret three</div><div role=dialog aria-modal=true>secret four</div>
                First line, of a poem,<br><br>second line, of the same,<br> <br>third line.</div>
                """))
        #expect(!found.text.contains("secret"))
        #expect(found.text.contains("First line, of a poem,\n\nsecond line, of the same,\n\nthird line."))
    }

    @Test func `an article in several parts is joined`() throws {
        let parts = (1...4).map { "<section class=part>\(paragraph($0))\(paragraph($0 + 10))</section>" }.joined()
        let found = try #require(article("<body><div id=story>\(parts)</div><ul><li><a href=/>Home</a></ul></body>"))
        for number in [1, 4, 11, 14] { #expect(found.text.contains("Ferry number \(number) left")) }
    }

    @Test(arguments: [
        "", " ", "<html><head><title>Quay</title></head><body></body></html>", "<script>alert('quay')</script>",
        "<div hidden><p>Quay</p></div>", "<!-- nothing -->", "<p>&nbsp;</p>",
    ])
    func `a page without text has no article`(page: String) {
        #expect(article(page) == nil)
    }

    @Test(arguments: ["nav", "div"]) func `a page of links has no article`(around: String) {
        let links = (1...30).map { "<li><a href=/\($0)>Ferry number \($0) left the harbour late</a></li>" }.joined()
        #expect(article("<body><h1>Quay</h1><\(around)><ul>\(links)</ul></\(around)></body>") == nil)
        #expect(article("<body><ul>\(links)</ul>\(prose)</body>") != nil)
    }

    @Test func `a form has no article`() {
        let form = "<form><label>User<input name=u></label><label>Password<input type=password></label></form>"
        #expect(article("<body>\(form)</body>") == nil)
        #expect(article("<body>\(form)\(prose)</body>") != nil)
    }

    @Test func `JSON-LD comes first, then the metadata of the head`() throws {
        let head = """
            <title>Ferry is late - Gazette</title><meta property=og:title content="Ferry &amp; tide">
            <meta name=author content="A. Clerk"><meta property=og:image content=/boat.jpg>
            <meta property=article:published_time content="2026-11-20T08:00:00+03:00">
            """
        let plain = try #require(article("<head>\(head)</head><body>\(prose)</body>"))
        #expect(plain.title == "Ferry & tide")
        #expect(plain.byline == "A. Clerk")
        #expect(plain.image == "https://quay.example/boat.jpg")
        #expect(plain.published == (try? Date("2026-11-20T05:00:00Z", strategy: .iso8601)))
        let linked = """
            <script type="application/ld+json">//<![CDATA[
            {"@context": "https://schema.org", "@graph": [{"@type": "WebSite", "name": "Gazette"},
             {"@type": ["NewsArticle"], "headline": "The ferry, again", "author": [{"name": "Ann Pilot"}, "Bo Sailor"],
              "datePublished": "2026-11-21", "inLanguage": "fi"}]}
            //]]></script>
            """
        let found = try #require(article("<head>\(head)\(linked)</head><body>\(prose)</body>"))
        #expect(found.title == "The ferry, again")
        #expect(found.byline == "Ann Pilot, Bo Sailor")
        #expect(found.published == (try? Date("2026-11-21T00:00:00Z", strategy: .iso8601)))
        #expect(found.language == "fi")
    }

    @Test(arguments: [
        ("Ferry waits for the tide | Gazette", "Ferry waits for the tide"),
        ("Gazette » News » Ferry waits for the low tide", "Gazette » News » Ferry waits for the low tide"),
        ("Gazette: Ferry waits for the tide", "Ferry waits for the tide"),
        ("Ferry", "Ferry"),
        ("Ferry-boats wait for the spring tide", "Ferry-boats wait for the spring tide"),
    ])
    func `the title loses the name of the site`(title: String, expected: String) throws {
        let found = try #require(article("<title>\(title)</title><h1>Ferry waits</h1>\(prose)"))
        #expect(found.title == expected)
    }

    @Test(arguments: [
        ("By Ann Pilot March 25, 2026", "By Ann Pilot"), ("Ann Pilot | 25.03.2026", "Ann Pilot"),
        ("Aleš Pilot před 2 hodinami", "Aleš Pilot"), ("Last Updated: January 7, 2025", nil), ("Follow Author", nil),
        ("21.dez.2018 às 10h55", nil), ("Posted on March 25", nil), ("https://quay.example/ann", nil),
        ("TV5 Harbour", "TV5 Harbour"), ("Follow-Smith", "Follow-Smith"),
    ])
    func `a byline is no date, button or address, and ends before a date`(line: String, expected: String?) throws {
        let found = try #require(article("<article><p class=byline>\(line)</p>\(prose)</article>"))
        #expect(found.byline == expected)
        #expect(found.text.hasPrefix("Ferry number 1 left"))
    }

    @Test(arguments: [
        ("Quay Gazette - latest headlines", "Ferry is late again", "Ferry is late again"),
        ("Why the boat waits", "The harbour tonight", "Why the boat waits"),
        ("The late ferry", "Ferry is late again", "The late ferry"),
    ])
    func `the name of a site in the metadata is no title where the title and the heading agree`(
        meta: String, heading: String, expected: String
    ) throws {
        let found = try #require(
            article(
                """
                <title>Ferry is late again</title><meta property=og:title content="\(meta)">
                <h1>\(heading)</h1>\(prose)
                """))
        #expect(found.title == expected)
    }

    @Test func `a line that names the author is the byline and not text`() throws {
        let found = try #require(article("<article><p class=byline>By Ann Pilot</p>\(prose)</article>"))
        #expect(found.byline == "By Ann Pilot")
        #expect(!found.text.contains("Ann Pilot"))
    }

    @Test func `pictures that are loaded late are found, also in noscript`() throws {
        let found = try #require(
            article(
                """
                <article>\(prose)<p><img data-src=late.jpg src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></p>
                <p><img src=blank.gif><noscript><img src=real.jpg>no script</noscript></p></article>
                """))
        #expect(found.html.contains("https://quay.example/news/late.jpg"))
        #expect(found.html.contains("https://quay.example/news/real.jpg"))
        #expect(!found.html.contains("no script"))
    }

    @Test func `what follows an element without content is kept`() throws {
        let found = try #require(
            article(
                """
                <article>\(prose)<picture><source srcset=boat.webp type=image/webp><source srcset=boat.avif
                media="(min-width: 600px)"><img src=boat.jpg></picture><p>The tide<wbr>table is out, says the pilot.</p>
                <video><source src=a.mp4><track src=a.vtt></video><p>The gate <embed src=tide.swf>is open, says the clerk.</p>
                \(paragraph(6))</article>
                """))
        #expect(found.html.contains(#"<img src="https://quay.example/news/boat.jpg">"#))
        #expect(found.html.contains("<p>The tide<wbr>table is out, says the pilot.</p>"))
        #expect(found.html.contains("<p>The gate is open, says the clerk.</p>"))
    }
}

@Suite struct PageEncodingTests {
    private let text = "Größe, Wärme, Öl und Übermut: der Fluß steigt, sagt die Wärterin, und die Fähre fährt nicht."

    private func page(_ head: String, _ encoding: String.Encoding) -> [UInt8] {
        Array("<head>\(head)</head><p>\(text)</p><p>\(text)</p>".data(using: encoding) ?? Data())
    }

    @Test func `the encoding is that of the mark, the answer, the meta element, or windows-1252`() {
        let pages: [([UInt8], String?)] = [
            ([0xEF, 0xBB, 0xBF] + page("<meta charset=windows-1251>", .utf8), "koi8-r"),
            (page("", .isoLatin1), "ISO-8859-1"), (page("<meta charset='iso-8859-1'>", .isoLatin1), nil),
            (page("<META http-equiv=Content-Type content='text/html; Charset=latin1'>", .isoLatin1), nil),
            (page("", .windowsCP1252), nil), (page("", .utf8), nil), (page("<meta charset=gb2312>", .utf8), nil),
            (page("<meta charset=big5>", .utf8), nil), (page("<meta charset=''>", .utf8), nil),
        ]
        for (page, charset) in pages {
            let found = Article(page: page, url: "https://quay.example/", charset: charset)
            #expect(found?.text == text + "\n\n" + text, "\(String(decoding: page.prefix(80), as: UTF8.self))")
        }
    }

    @Test func `a Chinese page in its own encoding is read`() {
        // "海港" is BA A3 B8 DB in GB 2312.
        let sea: [UInt8] = [0xBA, 0xA3, 0xB8, 0xDB]
        let page = Array("<meta charset=gb2312><p>".utf8) + Array(repeating: sea, count: 40).flatMap(\.self)
        #expect(Article(page: page, url: "https://quay.example/")?.text == String(repeating: "海港", count: 40))
    }
}
