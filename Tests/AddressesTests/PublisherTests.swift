import Testing

@testable import Addresses

@Suite struct PublisherTests {
    @Test(arguments: [
        ("CNN.com - Top Stories", "https://edition.cnn.com/a", "World", "https://edition.cnn.com/b"),
        ("CNN", "https://www.cnn.com/a", "Money", "https://edition.cnn.com/b"),
        ("BBC News", "https://www.bbc.co.uk/a", "Technology", "https://news.bbc.co.uk/b"),
        ("BBC News", "https://www.bbc.com/a", "BBC Sport", "https://feeds.bbci.bbc.co.uk/b"),
        ("DW", "https://www.dw.com/a", "Deutsche Welle", "https://rss.dw.com/b"),
        ("Hürriyet", "https://www.hurriyet.com.tr/a", "Spor", "https://spor.hurriyet.com.tr/b"),
        ("ABC", "https://www.abc.net.au/a", "ABC Science", "https://science.abc.net.au/b"),
    ])
    func `feeds of one site are one publisher`(a: String, urlA: String, b: String, urlB: String) {
        #expect(Publisher.name(source: a, url: urlA) == Publisher.name(source: b, url: urlB))
    }

    @Test(arguments: [
        ("CNN", "https://www.cnn.com/a", "BBC", "https://www.bbc.com/a"),
        // One site, many publishers.
        ("Reuters", "https://news.google.com/a", "AFP", "https://news.google.com/b"),
        ("Ann's notes", "https://ann.substack.com/a", "Bob's notes", "https://bob.substack.com/b"),
        ("Gazette", "http://127.0.0.1:8000/a", "Post", "http://127.0.0.1:8000/b"),
        ("Gazette", "https://example.org/a", "Post", "https://example.org/b"),
        ("Guardian", "https://www.theguardian.co.uk/a", "Independent", "https://www.independent.co.uk/a"),
    ])
    func `feeds of different sites have different publishers`(a: String, urlA: String, b: String, urlB: String) {
        #expect(Publisher.name(source: a, url: urlA) != Publisher.name(source: b, url: urlB))
    }
}
