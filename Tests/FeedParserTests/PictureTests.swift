import FeedParser
import Testing

/// Pictures that a page loads late, and addresses without a base.
@Suite struct PictureTests {
    private func picture(_ html: String) -> String? {
        let safe = HTMLText.safe(html, base: "https://quay.example/a/")
        let addresses = safe.matches(of: /<img [^>]*src="([^"]*)"/).map { String($0.output.1) }
        return addresses.isEmpty ? nil : addresses.joined(separator: " ").replacing("https://quay.example/a/", with: "")
    }

    @Test(arguments: [
        ("<img src='blank.gif' data-src='1.jpg'>", "1.jpg"), ("<img data-original='1.jpg'>", "1.jpg"),
        ("<img data-lazy-src='1.jpg' src='data:image/gif;base64,R0lGOD'>", "1.jpg"),
        ("<img src='1.jpg' data-src=''>", "1.jpg"),
        ("<img src='small.jpg' data-src='1.jpg'>", "1.jpg"), ("<img src='' data-lazy='1.jpg'>", "1.jpg"),
        ("<img srcset='1.jpg 300w, 2.jpg 1024w, 3.jpg 4000w'>", "2.jpg"),
        ("<img src='1.jpg' srcset='1.jpg 300w, 2.jpg 1024w'>", "2.jpg"), ("<img srcset='1.jpg, 2.jpg 2x'>", "2.jpg"),
        ("<img src='x/placeholder.png' data-srcset='1.jpg?a,b 300w,2.jpg 640w'>", "2.jpg"),
        ("<img srcset='3.jpg 4000w, 2.jpg 2000w'>", "2.jpg"),
        ("<img srcset='data:image/gif;base64,R0 1w, 1.jpg 1x'>", "1.jpg"),
        ("<picture><source srcset='1.jpg 300w, 2.jpg 900w'><img src='data:image/gif,x'></picture>", "2.jpg"),
        ("<picture><source type='image/webp' srcset='1.webp'><img src='1.jpg'></picture>", "1.jpg"),
        ("<picture><source type='image/webp' srcset='1.webp'><img src='blank.gif'></picture>", "1.webp"),
        ("<picture><source srcset='1.jpg'><img></picture><img src='2.jpg'>", "1.jpg 2.jpg"),
        ("<img src='1.jpg'><noscript><img src='1.jpg'></noscript>", "1.jpg"),
        ("<img data-src='1.jpg'> <noscript><p>Please<img src='2.jpg'></p></noscript>", "1.jpg"),
        ("<img src='spacer.gif'><noscript><img src='1.jpg'></noscript>", "1.jpg"),
        ("<noscript><img src='1.jpg'></noscript><p>Words</p><noscript><img src='2.jpg'></noscript>", "1.jpg 2.jpg"),
        ("<img src='1.jpg' style='border-width:0;max-width:1px;width:100px'>", "1.jpg"),
        ("<img src=1.jpg>Words<noscript><img src=2.jpg></noscript>", "1.jpg 2.jpg"),
    ])
    func `a picture that is loaded late is shown`(html: String, address: String) {
        #expect(picture(html) == address)
    }

    @Test(arguments: [
        "<img src=''>", "<img src=' '>", "<img src='#'>", "<img>", "<img src='data:image/png;base64,AA'>",
        "<img src='blank.gif'>",
        "<img src='/img/image-placeholder.png?v=2'>", "<img src='https://via.placeholder.com/300'>",
        "<img src='1x1.trans.gif'>", "<img data-src='1.jpg' width=1 height=1>",
        "<img src='1.jpg' width='1px'>", "<img src='1.jpg' style='border: 0; Height : 1px'>", "<img src='about:blank'>",
        "<img data-src='{{url}}'>",
        "<noscript><img src='t.gif' width=1 height=1></noscript>", "<img data-src='javascript:x()'>",
        "<img srcset=' , '>",
        "<noscript>Please enable scripts</noscript>", "<img data-id='1.jpg'>",
    ])
    func `a placeholder is never shown`(html: String) {
        #expect(picture(html) == nil)
        #expect(HTMLText.plain(html) == "")
    }

    @Test(arguments: ["blanket.jpg", "point-blank-range.jpg", "clear-sky-over-elsom.jpg", "1024.jpg", "empty-quay.jpg"])
    func `a picture whose name only contains such a word is none`(name: String) {
        #expect(picture("<img src='\(name)'>") == name)
    }

    private func picture(ofMedia media: String) throws -> (String?, isSmall: Bool) {
        let entry = try entry(rss("", media, root: "rss"), url: "https://elsom.example/")
        return (entry.image?.replacing("https://elsom.example/", with: ""), entry.hasSmallImage)
    }

    @Test(arguments: [
        ("<media:thumbnail url='1' width='100'/><media:thumbnail url='2' width='512'/><media:thumbnail url='3'/>", "2"),
        ("<media:thumbnail url='1' width='240'/><media:content url='2.jpg' width='960'/>", "2.jpg"),
        ("<media:content url='2.jpg' width='960'/><media:thumbnail url='1' width='240'/>", "2.jpg"),
        ("<media:thumbnail url='1' width='960'/><media:thumbnail url='2' width='2560'/>", "1"),
        ("<media:thumbnail url='1' width='72'/><media:thumbnail url='2' width='2560'/>", "2"),
        ("<media:thumbnail url='1' width='60'/><media:content url='2.jpg'/>", "2.jpg"),
        ("<media:thumbnail url='1' width='96'/><media:content url='2.jpg'/>", "2.jpg"),
        ("<media:content url='2.jpg' width='960'/><media:thumbnail url='1'/>", "1"),
        ("<media:thumbnail url='1' width='960'/><itunes:image href='2'/>", "2"),
        ("<media:thumbnail url='1' width='30'/>", nil),
    ])
    func `the picture that is seen best is that of an entry`(media: String, picture: String?) throws {
        let found = try self.picture(ofMedia: media)
        #expect(found.0 == picture)
        #expect(!found.isSmall)
    }

    @Test func `a small picture stands in for one that lacks`() throws {
        let found = try picture(ofMedia: "<media:thumbnail url='1' width='72'/><media:thumbnail url='2' width='75'/>")
        #expect(found.0 == "2")
        #expect(found.isSmall)
    }

    private func entry(_ channel: String, url: String) throws -> Entry {
        try Feed(parsing: Array(channel.utf8), url: url).entries[0]
    }

    private func rss(_ link: String, _ item: String, root: String = "rss") -> String {
        "<\(root)><channel><title>Elsom</title>\(link)<item>\(item)</item></channel></\(root)>"
    }

    @Test(arguments: [
        ("<link>https://elsom.example/en/</link>", "file:///tmp/feed.xml", "https://elsom.example"),
        ("<link>https://elsom.example/en/</link>", "https://proxy.example/feed", "https://elsom.example"),
        ("<link>https://elsom.example/en/</link>", "https://elsom.example/feed", "https://elsom.example"),
        ("<link>/en/</link>", "https://elsom.example/feed", "https://elsom.example"),
        ("", "https://elsom.example/feed", "https://elsom.example"),
        ("<link>mailto:anna@elsom.example</link>", "https://elsom.example/feed", "https://elsom.example"),
    ])
    func `a relative link of RSS is relative to the page of its channel`(link: String, url: String, host: String) throws
    {
        let item = "<link>/en/news/1</link><media:thumbnail xmlns:media='http://search.yahoo.com/mrss/' url='/1.jpg'/>"
        let entry = try entry(rss(link, item), url: url)
        #expect(entry.link == "\(host)/en/news/1")
        #expect(entry.image == "\(host)/1.jpg")
    }

    @Test(arguments: [
        ("<link href='https://elsom.example/en/'/>", "file:///tmp/feed.xml", "https://elsom.example/en/1"),
        (
            "<link href='/en/'/><link rel='self' href='https://elsom.example/b/feed'/>", "file:///tmp/feed.xml",
            "https://elsom.example/b/1"
        ),
        ("<link href='https://elsom.example/en/'/>", "https://b.example/feed", "https://b.example/1"),
    ])
    func `a relative link of Atom in a file is relative to the document that the file copies`(
        links: String, url: String, link: String
    ) throws {
        let feed = "<feed xmlns='http://www.w3.org/2005/Atom'>\(links)<entry><link href='1'/></entry></feed>"
        #expect(try entry(feed, url: url).link == link)
    }

    @Test func `addresses in the texts of RSS are relative to the page of the item, those of Atom are not`() throws {
        let text = "&lt;a href='2'&gt;x&lt;/a&gt;"
        let item = "<description>\(text)</description><link>https://elsom.example/news/1</link>"
        #expect(
            try entry(rss("", item), url: "https://proxy.example/f").summary?.base == "https://elsom.example/news/1")
        let based =
            "<description xml:base='https://b.example/'>\(text)</description><link>https://elsom.example/1</link>"
        #expect(try entry(rss("", based), url: "https://proxy.example/f").summary?.base == "https://b.example/")
        let atom = """
            <feed xmlns='http://www.w3.org/2005/Atom'><link href='https://elsom.example/'/><entry>\
            <link href='/1'/><summary type='html'>\(text)</summary></entry></feed>
            """
        let entry = try entry(atom, url: "https://proxy.example/f")
        #expect(entry.link == "https://proxy.example/1")
        #expect(entry.summary?.base == "https://proxy.example/f")
    }

    @Test func `an empty address of a picture is none`() throws {
        let media = "xmlns:media='http://search.yahoo.com/mrss/'"
        let item = "<media:thumbnail \(media) url=''/><media:content \(media) medium='image' url=' '/>"
        #expect(try entry(rss("", item), url: "https://elsom.example/feed").image == nil)
    }
}
