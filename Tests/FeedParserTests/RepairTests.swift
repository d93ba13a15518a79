import Testing

@testable import FeedParser

struct RepairTests {
    private func feed(_ text: String) throws -> Feed { try Feed(parsing: Array(text.utf8)) }

    @Test func `items whose end tags were forgotten are items`() throws {
        let feed = try feed(
            "<rss><channel><title>A<link>http://a.example/</link><item><title>1</title><item><title>2</titel></channel>"
        )
        #expect(feed.title == "A")
        #expect(feed.link == "http://a.example/")
        #expect(feed.entries.map(\.title) == ["1", "2"])
    }

    @Test(arguments: [
        ("Fish & chips", "Fish & chips"), ("a=1&b=2", "a=1&b=2"), ("&nbsp;x&bogus;", "x&bogus;"),
        ("I <3 you", "I <3 you"),
        ("&#X41;", "A"), ("x\u{01}\u{08}y", "xy"), ("<![CDATA[a <![CDATA[b]]> c]]>", "a b c"),
        ("&eacute;&mdash;", "é—"),
        ("AT&amp;amp;T", "AT&T"), ("a ]]> b", "a ]]> b"), ("<b>bold", "bold"), ("&#0;&#xFFFF;z", "z"),
    ])
    func `a title is read whatever is wrong with it`(raw: String, title: String) throws {
        #expect(
            try feed("<rss><channel><item><title>\(raw)</title><link>http://a.example/</link></item></channel></rss>")
                .entries.first?.title == title)
    }

    @Test func `noise before and after the feed does no harm`() throws {
        #expect(try feed("\n\n <?xml version='1.0'?><rss><channel><title>A</title></channel></rss>").title == "A")
        #expect(
            try feed("PHP Warning: x\n<?xml version='1.0'?><rss><channel><title>A</title></channel></rss>").title == "A"
        )
        #expect(
            try feed("<rss><channel><title>A</title></channel></rss><item><title>late</title></item> junk <").entries
                .count == 1)
    }

    @Test func `attributes are read without quotes, twice and with stray signs`() throws {
        let feed = try feed(
            "<rss><channel><item><enclosure url=a.mp3 type=\"a\"type='b' length=5 disabled/><title>x</item></channel></rss>"
        )
        #expect(feed.entries.first?.enclosures == [Enclosure(url: "a.mp3", type: "a", length: 5)])
    }

    @Test func `markup that was not escaped is kept`() throws {
        let feed = try feed(
            "<rss><channel><item><description>one<br>two <a href='x'>three</a><p>four</description><title>t</title></item></channel></rss>"
        )
        #expect(feed.entries.first?.summary?.plain == "one\ntwo three\n\nfour")
        #expect(feed.entries.first?.title == "t")
    }

    @Test func `what is repaired is well-formed, and is not changed by a second repair`() {
        let broken = "<a b=c d><e>&x;<f></e>]]></a></g><h>"
        let once = Array(broken.utf8).withUnsafeBufferPointer { Repair.wellFormed($0).document }
        let twice = once.withUnsafeBufferPointer { Repair.wellFormed($0).document }
        #expect(String(decoding: once, as: UTF8.self) == "<a b=\"c\" d=\"d\"><e>&amp;x;<f></f></e>]]&gt;<h></h></a>")
        #expect(once == twice)
    }

    @Test(arguments: [
        "<rss><channel><title>T</title><item><title>One</title><guid>1</guid></item><item><title>Two</title></item></channel></rss>",
        "<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><entry><title>One</title></entry><entry><title>Two</title></entry></feed>",
    ])
    func `of a feed that breaks off anywhere only whole entries are handed out`(whole: String) throws {
        #expect(try feed(whole).cut == nil)
        let start = try #require(whole.utf8.firstRange(of: "</title>".utf8)).upperBound
        for end in whole.utf8.indices[start...].dropLast(10) {
            let text = String(whole[..<end])
            let ends = text.components(separatedBy: "</item").count + text.components(separatedBy: "</entry").count - 2
            let cut = try #require(try feed(text).cut)
            var titles: [String?] = []
            let streamed = try Feed.stream(Array(text.utf8)) { titles.append($0.title) }
            #expect(streamed.cut == cut && streamed.title == "T", "\(text)")
            let last = text.range(of: "<item>", options: .backwards) ?? text.range(of: "<entry>", options: .backwards)
            let isInside = last.map {
                !text[$0.upperBound...].contains("</item") && !text[$0.upperBound...].contains("</entry")
            }
            #expect((cut == .insideEntry) == (isInside ?? false), "\(text)")
            #expect(titles == ["One", "Two"].prefix(ends).map(\.self), "\(text)")
        }
    }

    /// The entries before the place where it breaks are handed out once.
    @Test func `entries of a feed that breaks in the middle come once and in order`() throws {
        let items = (1...500).map {
            "<item><title>\($0)</title>\($0 == 300 ? "<broken" : "")<guid>g\($0)</guid></item>"
        }.joined()
        var ids: [String] = []
        _ = try Feed.stream(Array("<rss><channel>\(items)</channel></rss>".utf8)) { ids.append($0.id ?? "-") }
        #expect(ids.count == 500)
        #expect(Array(ids.prefix(299)) == (1...299).map { "g\($0)" })
        #expect(ids.suffix(200) == (301...500).map { "g\($0)" }[...])
    }
}
