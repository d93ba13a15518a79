import FoundationEssentials
import Testing

@testable import FeedParser

/// What the specifications say of cases that few feeds have.
struct SpecificationTests {
    private func feed(_ text: String) throws -> Feed { try Feed(parsing: Array(text.utf8)) }

    private func atom(_ inside: String, attributes: String = "") throws -> Feed {
        try feed("<feed xmlns=\"http://www.w3.org/2005/Atom\" \(attributes)>\(inside)</feed>")
    }

    @Test func `an entry's authors are its own, its source's or its feed's (RFC 4287, 4.2.1)`() throws {
        let feed = try atom(
            """
            <author><name>Feed</name></author>
            <entry><id>1</id><author><name>Own</name></author></entry>
            <entry><id>2</id><source><title>Other</title><author><name>Source</name></author></source></entry>
            <entry><id>3</id><source><title>Nameless</title></source></entry>
            <entry><id>4</id></entry>
            """)
        #expect(
            feed.entries.map { feed.authors(of: $0).map(\.displayName) } == [["Own"], ["Source"], ["Feed"], ["Feed"]])
        #expect(feed.entries.map(\.authors.count) == [1, 0, 0, 0])
        #expect(feed.entries[1].source == Origin(title: "Other", authors: [Author(name: "Source")]))
    }

    @Test(arguments: ["http://purl.org/dc/terms/", "http://dublincore.org/documents/dcmi-terms/"])
    func `a creator of the terms of Dublin Core is an author (DCMI Metadata Terms, 3)`(namespace: String) throws {
        let feed = try feed(
            "<rss xmlns:dc='\(namespace)'><channel><item><dc:creator>Anna Lee</dc:creator></item></channel></rss>")
        #expect(feed.entries[0].authors == [Author(name: "Anna Lee")])
    }

    @Test(arguments: [
        ("alee (Anna Lee)", "Anna Lee"), ("anna@quay.example (Anna Lee)", "Anna Lee"),
        ("Anna Lee (Elsom Gazette)", "Anna Lee"),
        ("alee (quay)", "alee"), ("(Anna Lee)", "Anna Lee"),
    ])
    func `of a user name and a name in brackets, the name is the author's`(mailbox: String, name: String) {
        #expect(Author(mailbox: mailbox).name == name)
    }

    @Test func `the authors of a JSON Feed are those of its items (1.1), those of an RSS channel are not`() throws {
        let json = try feed(#"{"version":"x","authors":[{"name":"A"}],"items":[{"id":"1"}]}"#)
        #expect(json.authors(of: json.entries[0]) == [Author(name: "A")])
        let rss = try feed(
            "<rss><channel><managingEditor>Ed</managingEditor><item><guid>1</guid></item></channel></rss>")
        #expect(rss.authors == [Author(name: "Ed")])
        #expect(rss.authors(of: rss.entries[0]) == [])
    }

    @Test func `the div around XHTML is no part of it (RFC 4287, 3.1.1.3), and xml:base holds for all inside`() throws {
        let feed = try atom(
            """
            <entry><id>1</id><content type="xhtml" xml:base="c/"><div xmlns="http://www.w3.org/1999/xhtml"><div>
            <p xml:base="p/"><a href="q">x</a><b xml:base="b/"><img src="y"/></b></p><a href="z">w</a></div></div>
            </content></entry>
            """, attributes: "xml:base=\"http://a.example/\"")
        let content = try #require(feed.entries.first?.content)
        #expect(
            content.value == """
                <div>
                <p><a href="http://a.example/c/p/q">x</a><b><img src="http://a.example/c/p/b/y"></b></p><a href="z">w</a></div>
                """)
        #expect(content.base == "http://a.example/c/")
    }

    @Test func `content in base64 that is no text is none (RFC 4287, 4.1.3.3)`() throws {
        let feed = try atom(
            """
            <entry><id>1</id><content type="image/png">iVBORw0KGgo=</content><summary>Picture</summary></entry>
            <entry><id>2</id><content type="application/x-note">SGVsbG8=</content></entry>
            """)
        #expect(feed.entries.map(\.content?.value) == [nil, "Hello"])
        #expect(feed.entries[0].summary?.value == "Picture")
    }

    @Test func `an element without a namespace counts less than one of Atom's`() throws {
        let text = """
            <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title>Right</a:title><title>Wrong</title>
            <id>1</id></a:entry></a:feed>
            """
        let entry = try #require(try feed(text).entries.first)
        #expect(entry.title == "Right")
        #expect(entry.id == "1")
    }

    @Test func `the full text for Yandex News is read, and content:encoded goes before it`() throws {
        let feed = try Feed(
            parsing: Array(
                """
                <rss xmlns:yandex="https://news.yandex.ru" xmlns:content="http://purl.org/rss/1.0/modules/content/">
                <channel><item><title>Tide</title><yandex:full-text>High at noon</yandex:full-text></item>
                <item><title>Quay</title><content:encoded>Open</content:encoded>
                <yandex:full-text>Open again</yandex:full-text></item></channel></rss>
                """.utf8))
        #expect(feed.entries.map(\.content?.value) == ["High at noon", "Open"])
    }

    @Test func `the content module's older form is read (RSS 1.0)`() throws {
        let feed = try feed(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
            xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel/><item><title>Tide</title><content:items>
            <rdf:Bag><rdf:li><content:item><content:format rdf:resource="http://www.w3.org/1999/xhtml"/>
            <rdf:value><![CDATA[<em>High</em>]]></rdf:value></content:item></rdf:li></rdf:Bag></content:items></item></rdf:RDF>
            """)
        #expect(feed.entries.map(\.title) == ["Tide"])
        #expect(feed.entries.map(\.content?.value) == ["<em>High</em>"])
    }

    @Test func `an episode has the title that iTunes has for it where it has no other`() throws {
        let feed = try feed(
            """
            <rss xmlns:i="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
            <item><i:title>Tide</i:title></item><item><i:title>Tide</i:title><title>1: Tide</title></item></channel></rss>
            """)
        #expect(feed.entries.map(\.title) == ["Tide", "1: Tide"])
    }

    @Test(arguments: [
        ("How to use &lt;template&gt; well", "How to use <template> well"), ("List&lt;String&gt;", "List<String>"),
        ("&lt;b&gt;Bold, cut o", "Bold, cut o"), ("a&lt;br&gt;b &lt;p&gt;c", "a b c"), ("x &lt;", "x <"),
        ("&lt;article&gt;A&lt;/article&gt; &lt;em&gt;b&lt;/em&gt;", "A b"), ("a &amp;lt;i&amp;gt;", "a <i>"),
        ("The return of &lt;i&gt; and &lt;b&gt;", "The return of <i> and <b>"), ("Why &lt;b&gt; is", "Why <b> is"),
        ("“&lt;p&gt;”, &lt;a&gt;, &lt;button&gt;", "“<p>”, <a>, <button>"), ("&lt;br&gt; A", "A"),
        ("&lt;b&gt;&lt;i&gt;Жирный, cut o", "Жирный, cut o"), ("&lt;i&gt; A &lt;/i&gt; &lt;u&gt;", "A <u>"),
    ])
    func `a title is as its author meant it`(source: String, title: String) throws {
        #expect(try feed("<rss><channel><title>\(source)</title></channel></rss>").title == title)
    }
}
