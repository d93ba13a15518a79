import FeedParser
import Foundation
import HTTP
import TestServer
import Testing

@testable import Gather
@testable import Settings
@testable import Texts
@testable import Values

/// The address of a feed may contain a key of the user. No reader of an item may see it.
@Suite struct FeedSecretsTests {
    @Test func `no part of an item contains a secret of the headers of its feed`() async throws {
        let credentials = Data("anna:tulip-word-4711".utf8).base64EncodedString()
        let secrets = ["tulip-token-4711", "tulip-session-4711", "tulip-word-4711", credentials]
        let text = secrets.joined(separator: ", ")
        let server = try TestServer([
            "/feed": .ok(
                "<rss version='2.0'><channel><title>\(text)</title><item><title>Elsom \(text)</title><guid>1</guid>"
                    + "<author>\(text)</author><description>It rained on \(text) again.</description></item></channel></rss>",
                type: "text/xml")
        ])
        var source = FeedSource(url: server.url("/feed"))
        source.headers = [
            HTTPHeader("X-Token", "tulip-token-4711"), HTTPHeader("Cookie", "session=tulip-session-4711"),
            HTTPHeader("Authorization", "Basic \(credentials)"), HTTPHeader("Accept-Language", "language"),
        ]
        let answer = try await gathered([source])[0]
        let item = try #require(answer.items.first)
        #expect(item.title.hasPrefix("Elsom …") && item.summary.contains("rained"))
        let shown = [item.source, item.title, item.summary, item.html, item.author, answer.record.title].compactMap(
            \.self)
        for text in shown { for secret in secrets { #expect(!text.contains(secret), "\(text)") } }
    }

    @Test func `a name that is the address of the feed shows no key`() {
        var feed = Configuration.Feed(.url("https://news.example/feed?token=tulip-token-4711"))
        feed.name = feed.url
        #expect(FeedSource(feed).name == "https://news.example/feed?token=<hidden>")
    }

    @Test(arguments: [
        Document(
            "no link and no page", "<guid isPermaLink='false'>one</guid>", url: "{feed}?lang=en#!one"),
        Document("neither link, page nor id", "", url: "{feed}?lang=en#!A%20title"),
        Document("a link inside the feed", "<link>#x7</link>", url: "{feed}?lang=en#x7"),
        Document(
            "an own address with a password", "<guid isPermaLink='false'>one</guid>",
            "<a:link rel='self' href='http://anna:geheim7@127.0.0.1/feed?private_token=n0-reader&amp;lang=en'/>",
            url: "http://127.0.0.1/feed?lang=en#!one"),
        Document(
            "a page that repeats the key", "<guid isPermaLink='false'>one</guid>",
            "<link>https://a.example/?private_token=n0-reader&amp;sid=7</link>", url: "https://a.example/?sid=7#!one"),
        Document("a link to the feed itself", "<link>{feed}?private_token=n0-reader#x7</link>", url: "{feed}#x7"),
        Document(
            "an id that is the address", "<guid isPermaLink='false'>{feed}?private_token=n0-reader#1</guid>", url: nil),
        Document(
            "relative addresses in a text",
            "<description>&lt;p>&lt;a href='#note'>It&lt;/a> &lt;img src='?p=1'> rained.&lt;/p></description>",
            url: "{feed}?lang=en#!A%20title"),
        Document(
            "relative addresses with a declared base", xml: "xml:base='{feed}?private_token=n0-reader'",
            "<link>#x7</link><description>&lt;p>&lt;a href='#note'>It rained.&lt;/a>&lt;/p></description>",
            url: "{feed}#x7"),
        Document(
            "a picture of the feed itself",
            "<guid isPermaLink='false'>one</guid>"
                + "<enclosure type='image/png' length='1' url='{feed}?private_token=n0-reader&amp;i=2'/>", url: nil),
        Document(
            "the key in a text",
            "<description>See {feed}?private_token=n0-reader for it.</description>"
                + "<author>{feed}?private_token=n0-reader</author>", url: nil),
        Document(
            "the key in another form", "<link>{feed}/?n=2&amp;Private_Token=n0%2Dreader</link>",
            url: "{feed}/?n=2"),
        Document(
            "another form of the path", "<link>{feed}/./../feed?n=2&amp;private_token=n0-reader</link>",
            url: "{feed}/./../feed?n=2"),
        Document("the key in the title", "", title: "Elsom {feed}?private_token=n0-reader", url: nil),
        Document(
            "the key with invisible characters",
            "<author>n0-re\u{2060}ad\u{E0061}er</author><description>It is n\u{200B}0-\u{202E}reader.</description>",
            title: "Elsom n0-\u{AD}rea\u{FEFF}der", url: nil),
        Document("the key as a tag", "<category>n0-reader</category>", url: nil),
        Document(
            "the key in capitals and in doubled references",
            "<description>It is N0-READER, or n0&amp;amp;#45;reader.</description>", title: "N0-Reader", url: nil),
        Document(
            "the key in several elements",
            "<description>&lt;p>It is &lt;i>N&lt;/i>0-rea&lt;a href='/x'>de&lt;/a>&lt;b>&lt;/b>r.&lt;/p></description>",
            title: "Elsom n0-&lt;b>rea&lt;/b>der", url: nil),
        Document(
            "the key with doubled invisible references",
            "<description>It is n0-r&amp;amp;shy;ead&amp;amp;#xAD;er.</description>", title: "n0-re&amp;amp;#173;ader",
            url: nil),
    ])
    func `no part of an item that readers see contains the key of its feed`(_ document: Document) async throws {
        let server = try TestServer { request in
            request.path == "/moved"
                ? .redirect(301, to: "/feed?private_token=n0-reader&lang=en")
                : .ok(document.text(at: "http://\(request.header("Host") ?? "")/feed"), type: "text/xml")
        }
        for target in ["/feed?private_token=n0-reader&lang=en", "/moved?key=n0-reader"] {
            let answer = try await gathered([FeedSource(url: server.url(target))])[0]
            let item = try #require(answer.items.first)
            if let url = document.url, target.hasPrefix("/feed") {
                #expect(item.url == url.replacing("{feed}", with: server.url("/feed")))
            }
            let shown =
                [item.url, item.source, item.title, item.summary, item.html, item.author, item.image].compactMap(\.self)
                + [HTMLText.plain(HTMLText.plain(item.html ?? ""))] + item.tags
            let visible = shown.map { String(scalars: $0.unicodeScalars.filter { !$0.isInvisible }).lowercased() }
            #expect(visible.filter { $0.removingPercentEncoding?.contains("n0-reader") != false } == [])
            #expect(shown.filter { $0.contains("geheim7") } == [])
        }
    }

    struct Document: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var root: String
        var title: String
        var entry: String
        var channel: String
        var url: String?

        init(
            _ name: String, xml: String = "", _ entry: String, _ channel: String = "", title: String = "Elsom",
            url: String?
        ) {
            (testDescription, root, self.title, self.entry) = (name, xml, title, entry)
            (self.channel, self.url) = (channel, url)
        }

        func text(at url: String) -> String {
            """
            <rss version="2.0" xmlns:a="http://www.w3.org/2005/Atom" \(root)><channel><title>\(title)</title>\(channel)
            <item><title>A title</title>\(entry)</item></channel></rss>
            """.replacing("{feed}", with: url)
        }
    }

    @Test(arguments: [
        ("https://a.example/rss?key=1&b=2#c", "https://a.example/rss?b=2#c"),
        ("https://anna:pass@a.example/rss?b=2;feed_token=1", "https://a.example/rss?b=2"),
        ("https://a.example/rss?private%5Ftoken=1#access_token=2", "https://a.example/rss"),
        ("https://a.example/rss?b=1;c=2&d", "https://a.example/rss?b=1;c=2&d"), ("https://a.example/#/a?b", nil),
        ("https://a.example/rss?", nil), ("file:///home/anna/rss.xml", nil), ("", nil),
    ])
    func `an address loses its secret parameters and nothing else`(address: String, without: String?) {
        #expect(address.withoutSecretParameters == without ?? address)
    }

    @Test func `links of a feed to other pages stay as they are`() throws {
        var feed = Feed(format: .rss)
        feed.link = "https://a.example/index.php?sid=12"
        var entry = FeedParser.Entry()
        (entry.title, entry.link) = ("A title", "https://a.example/episode.mp3?token=n0-reader")
        let source = FeedSource(url: "https://a.example/rss?token=n0-reader")
        func url(_ entry: FeedParser.Entry) -> String? {
            var reader = EntryReader(source, feed, name: "A")
            return reader.item(entry, at: 0)?.url
        }
        #expect(url(entry) == entry.link)
        let ids = FeedSource(url: "https://a.example/index.php?format=feed&sid=12")
        entry.link = "https://a.example/index.php?id=12"
        var reader = EntryReader(ids, feed, name: "A")
        let item = reader.item(entry, at: 0)
        #expect(item?.url == entry.link)
        (entry.id, entry.link) = ("one", nil)
        #expect(url(entry) == "https://a.example/index.php?sid=12#!one")
    }

    @Test func `an item whose address had the key of its feed is the same item without it`() throws {
        func item(_ url: String) -> Item {
            Item(
                sourceID: "feed:https://a.example/rss?token=1", source: "A", guid: "one", url: url, title: "A title",
                category: "general")
        }
        let (old, new) = (item("https://a.example/rss?token=1#!one"), item("https://a.example/rss#!one"))
        #expect(Identity(old).id == Identity(new).id)
        #expect(Identity.id(of: old) == Identity.id(of: new))
    }
}
