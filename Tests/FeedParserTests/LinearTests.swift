import TestSupport
import Testing

@testable import FeedParser

/// Whatever a stranger writes, twice as much of it takes twice the work and not four times.
@Suite struct LinearTests {
    @Test(arguments: Shape.html)
    func `HTML takes work in proportion to its length`(shape: Shape) {
        check(shape) { _ = (HTMLText.plain($0), HTMLText.article($0), HTMLText.safe($0, base: "https://a.example/b/")) }
    }

    @Test(arguments: Shape.html + Shape.text)
    func `titles take work in proportion to their length`(shape: Shape) {
        check(shape) { _ = (HTMLText.line($0), HTMLText.title($0)) }
    }

    @Test(arguments: Shape.xml)
    func `feeds take work in proportion to their length`(shape: Shape) { check(shape) { _ = feed($0) } }

    @Test(arguments: Shape.json)
    func `JSON feeds take work in proportion to their length`(shape: Shape) { check(shape) { _ = feed($0) } }

    @Test(arguments: Shape.pages)
    func `lists and pages take work in proportion to their length`(shape: Shape) {
        check(shape) {
            _ = (try? OPML(parsing: Array($0.utf8)))?.document
            _ = FeedDiscovery.feeds(inPage: Array($0.utf8), url: "https://a.example/")
        }
    }

    @Test(arguments: Shape.addresses + Shape.text)
    func `addresses take work in proportion to their length`(shape: Shape) {
        check(shape) {
            _ = URIReference.resolve($0, against: "https://a.example/b/c?d#e")
            _ = URIReference.resolve("../f", against: $0)
            _ = SafeHTML.address($0, base: "https://a.example/b/")
        }
    }

    @Test(arguments: Shape.text)
    func `dates, people and names take work in proportion to their length`(shape: Shape) {
        check(shape) {
            _ = (
                FeedDate.reading($0), Author(mailbox: $0), Author(mailbox: $0 + "@a (b)"),
                Vocabulary.namespace(uri: $0, prefix: $0)
            )
            _ = Vocabulary.meaning($0, in: .rss)
        }
    }

    private func check(_ shape: Shape, _ read: (String) -> Void) {
        let growth = Work.growth(of: shape.make, from: 2048, read)
        #expect(growth.isLinear, "\(growth)")
    }

    private func feed(_ document: String) -> Feed? {
        let feed = try? Feed(parsing: Array(document.utf8), url: "https://a.example/feed")
        for entry in feed?.entries ?? [] { _ = (entry.summary?.plain, entry.content?.safeHTML) }
        return feed
    }
}

/// A text of any length, of one kind.
struct Shape: Sendable, CustomTestStringConvertible {
    var name: String
    /// Of so many bytes, about.
    var make: @Sendable (_ count: Int) -> String

    var testDescription: String { name }

    /// A piece repeated.
    init(_ piece: String) { self.init("", piece, "") }

    /// A piece repeated after another.
    init(_ start: String, _ piece: String) { self.init(start, piece, "") }

    /// A piece repeated, between two others.
    init(_ start: String, _ piece: String, _ end: String) {
        name = "\(start)(\(piece))*\(end)"
        make = { start + String(repeating: piece, count: max(1, $0 / piece.utf8.count)) + end }
    }

    /// Pieces with their numbers.
    init(_ start: String, numbered piece: @escaping @Sendable (Int) -> String, _ end: String) {
        name = "\(start)(\(piece(0)))*\(end)"
        make = { start + (0..<max(1, $0 / piece(0).utf8.count)).map(piece).joined() + end }
    }
}

extension Shape {
    static let html: [Shape] = [
        Shape("<!"), Shape("</"), Shape("<?"), Shape("<"), Shape("<a"), Shape("<a "), Shape("<a b"), Shape("<a b="),
        Shape("<a b=\""), Shape("<a b='<"), Shape("<a b=c "), Shape("<a/"), Shape("</a"), Shape("</a "), Shape("<!--"),
        Shape("<!-->"), Shape("<!-- -->"), Shape("<!--", "-"), Shape("<!--", "->"), Shape("]]>"), Shape("<![CDATA["),
        Shape("<![CDATA[", "]]"), Shape("<![CDATA[]]>"), Shape("&"), Shape("&a"), Shape("&amp;"), Shape("&", "amp;"),
        Shape("&#"), Shape("&#x"), Shape("&#1;"), Shape("&#", "1"), Shape("&", "a"), Shape("&lpar;"),
        Shape("&NotEqualTilde"),
        Shape("<b>"), Shape("<b></i>"), Shape("<div>"), Shape("<p>"), Shape("<li>"), Shape("<ul><li>"), Shape("<br>"),
        Shape("<table>"), Shape("<table><tr><td>"), Shape("<p><table>"), Shape("<script>"), Shape("<script>", "‹"),
        Shape("<script>", "</"), Shape("<script>", "</script"), Shape("<script></script>"), Shape("<style>"),
        Shape("<style>", "<"), Shape("<svg>"), Shape("<svg><b>"), Shape("<body>"), Shape("<html>"), Shape("<head>"),
        Shape("<select><option>"), Shape("<noscript>"), Shape("<iframe>"), Shape("<a><b><i>"), Shape("</b></i>"),
        Shape("<pre>\n"), Shape("<img src=\"../x\">"), Shape("<a href=\"", "../", "\">x"),
        Shape("<a href=\"", "./a", "\">x"),
        Shape("<a ", "b=c ", ">"), Shape("<a ", "b", ">"), Shape("<a ", "\"", ">"), Shape("<a b=\"", "x=\"y\" "),
        Shape("<a ", numbered: { "b\($0 + 100_000)=c " }, ">"), Shape("<a ", "<a ", "b='>'"), Shape("<", "a", ">"),
        Shape("<a b=\"", "'>", "\">"), Shape("\n"), Shape("\n\n a"), Shape("\u{A0}"), Shape("\u{0}"), Shape("\u{85}"),
        Shape("<b>", "\u{301}\u{316}"), Shape("<div>", "<b></b>"), Shape(String(repeating: "<b>", count: 250), "</i>"),
        Shape("<a title=\"", "\u{301}\u{316}", "\">x"), Shape("<p a=\"\" b c"), Shape("<a b=\"<"),
        Shape("]]><![CDATA["), Shape("<template>"), Shape("<jane@a.example>"), Shape("<td>"),
    ]

    static let text: [Shape] = [
        Shape("a"), Shape(" "), Shape("a "), Shape("\u{301}\u{316}"), Shape("a\u{301}\u{316}"),
        Shape("a", "\u{316}\u{301}"),
        Shape("("), Shape("@"), Shape("<"), Shape("a@b "), Shape("1"), Shape("1 "), Shape("1-"), Shape("1:"),
        Shape("年"),
        Shape("👨‍👩‍👧"), Shape("\u{200D}"), Shape("🇦"), Shape("\r\n"), Shape("がか\u{3099}"),
    ]

    static let addresses: [Shape] = [
        Shape("../"), Shape("./"), Shape("/"), Shape("/.."), Shape("a/../"), Shape("https://a.example/", "../"),
        Shape("?"),
        Shape("#"), Shape(":"), Shape("a:"), Shape("//"), Shape("https:", "/"), Shape("."), Shape("%2e/"),
    ]

    static let xml: [Shape] = pieces.map { Shape("<rss><channel><item>", $0) } + documents

    private static let pieces: [String] = [
        "<!--", "<!-- --", "<![CDATA[", "<?x ", "<?x?>", "<!DOCTYPE ", "<!DOCTYPE a [", "<a b=\"", "<a ", "<a b='<",
        "</", "</a>",
        "&", "&a", "&a;", "&amp;", "&nbsp;", "&#65;", "<", "]]>", "<item>", "<item/>", "<title>", "<title>a</title>",
        "<a>",
        "<category>a</category>", "<author>a@b (c)</author>", "<enclosure url='a'/>", "<link>a</link>", "<guid>",
        "<description>", "<dc:creator>a</dc:creator>", "<a:b/>", "<x xmlns:a='b'/>",
        "<item xml:base='a/'><link>b</link>",
        "\u{1}", "\u{FFFF}", "<item><pubDate>1 ", "<media:content url='a'/>", "<image><url>a</url></image>",
        "<source url='a'>",
    ]

    private static let documents: [Shape] = [
        Shape("<rss><channel><item>", numbered: { "<category>c\($0 + 100_000)</category>" }, "</item></channel></rss>"),
        Shape(
            "<rss><channel><item><category>", numbered: { "c\($0 + 100_000)," }, "</category></item></channel></rss>"),
        Shape("<rss><channel><item><itunes:keywords>", numbered: { "c\($0 + 100_000)," }, "</itunes:keywords></item>"),
        Shape("<rss><channel><item>", numbered: { "<a\($0 + 100_000)/>" }, "</item></channel></rss>"),
        Shape("<rss><channel><item>", numbered: { "<a xmlns='u\($0 + 100_000)'/>" }, "</item></channel></rss>"),
        Shape("<rss><channel><item>", numbered: { "<a:b xmlns:a='u\($0 + 100_000)'/>" }, "</item></channel></rss>"),
        Shape("<rss><channel><item ", numbered: { "a\($0 + 100_000)='' " }, "/></channel></rss>"),
        Shape(
            "<!DOCTYPE rss [<!ATTLIST item ", numbered: { "a\($0 + 100_000) CDATA 'b' " },
            ">]><rss><channel><item/><item/>"),
        Shape("<!DOCTYPE rss [", numbered: { "<!ENTITY e\($0 + 100_000) 'b'>" }, "]><rss><channel><item/>"),
        Shape("<rss><channel xml:base='https://a.example/", "a/", "'><item><link>b</link></item></channel></rss>"),
        Shape("<rss><channel xml:base='https://a.example/", "../", "'><item><link>b</link></item></channel></rss>"),
        Shape("<feed xmlns='http://www.w3.org/2005/Atom'><entry>", "<link rel='a' href='b'/>", "</entry></feed>"),
        Shape(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>", "<p>a<b>c</b></p>", "</content>"),
        Shape("<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='base64'>", "QUJD", "</content>"),
        Shape("<rss><channel><item><\u{41}", "\u{301}\u{316}", "/></item></channel></rss>"),
        Shape("<rss><channel><item a\u{41}", "\u{301}\u{316}", "=''/></item></channel></rss>"),
        Shape("<rss><channel><item><category>a", "\u{301}\u{316}", "</category><category>b</category></item>"),
        Shape("<rss><channel><item><link rel='a", "\u{301}\u{316}", "' href='b'/></item>"),
        Shape("<rss><channel><item><x:a xmlns:x='a", "\u{301}\u{316}", "'/></item>"),
        Shape("<rss><channel><skipDays><day>a", "\u{301}\u{316}", "</day></skipDays>"),
    ]

    static let json: [Shape] = [
        Shape("["), Shape("{\"items\":["), Shape("{\"items\":[", "{},", "{}]}"),
        Shape("{\"items\":[{\"title\":\"", "\\u0301", "\"}]}"),
        Shape("{\"items\":[{\"tags\":[", "\"a\",", "\"b\"]}]}"), Shape("{\"", "\u{301}\u{316}", "\":1,\"items\":[]}"),
        Shape("{", numbered: { "\"k\($0 + 100_000)\":1," }, "\"items\":[]}"), Shape("{\"items\":[],", "/*", "}"),
        Shape("{\"items\":[{\"content_html\":\"", "<b>", "\"}]}"), Shape("{\"items\":[{\"title\":\"", "\\", "\"}]}"),
    ]

    static let pages: [Shape] = [
        Shape(
            "<opml><body>", numbered: { "<outline text='a\($0 + 100_000)' xmlUrl='b\($0 + 100_000)'/>" },
            "</body></opml>"),
        Shape("<opml><body>", "<outline text='a'>"), Shape("<opml><body>", "<outline text='a'><outline xmlUrl='b'/>"),
        Shape("<opml><head>", "<title>a</title>"),
        Shape("<opml><head><title>", "words &amp; ", "</title></head></opml>"),
        Shape("<opml>", "</title><title>"),
        Shape("<opml><outline text='", "\u{301}\u{316}", "'/><outline xmlUrl='a'/></opml>"),
        Shape("<opml><outline ", "text='a' ", "xmlUrl='b'/></opml>"), Shape("<opml", "<"),
        Shape("<link rel=alternate type='application/rss+xml' href='a'>"), Shape("<a href='/feed'>"),
        Shape("<base href='a/'>"), Shape("<base href='https://a.example/", "a/", "'><a href='feed'><a href='rss'>"),
        Shape("<link href=a type=b rel='", "alternate ", "'>"),
        Shape("<link href=a rel=alternate type='", "\u{301}\u{316}", "'>"),
        Shape("<a href='", "\u{301}\u{316}", ".rss'>"), Shape("<meta name=a content='b c = d'>"),
    ]
}
