import CLibXML2
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FeedParser

/// A feed or a clear error, whatever comes in, in bounded time.
@Suite(.serialized) struct HostileInputTests {
    private let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    /// Reads the document in all the ways there are.
    @discardableResult
    private func read(_ bytes: [UInt8]) -> Result<Feed, FeedError> {
        let result = Result { () throws(FeedError) in try Feed(parsing: bytes) }
        if case .success(let feed) = result {
            for entry in feed.entries { _ = (entry.summary?.plain, entry.content?.safeHTML) }
        }
        return result
    }

    private func read(_ text: String) -> Result<Feed, FeedError> { read(Array(text.utf8)) }

    @Test func `entity bombs stay small`() throws {
        let nested = (1...9).map { "<!ENTITY e\($0) \"\(String(repeating: "&e\($0 - 1);", count: 10))\">" }.joined()
        let bomb = "<!DOCTYPE rss [<!ENTITY e0 \"lol\">\(nested)]><rss><channel><title>&e9;</title></channel></rss>"
        #expect(try (read(bomb).get().title ?? "").utf8.count < 1000)
        let quadratic =
            "<!DOCTYPE rss [<!ENTITY a \"\(String(repeating: "x", count: 50_000))\">]><rss><channel><title>"
            + String(repeating: "&a;", count: 50_000) + "</title></channel></rss>"
        #expect(throws: FeedError.limit("entities of more than 1048576 bytes")) { try read(quadratic).get() }
    }

    @Test func `a document's own entities are read`() throws {
        let feed = try read(
            "<!DOCTYPE rss [<!ENTITY quay \"Quay &#233;\">]><rss><channel><title>&quay;</title><item><guid>&quay;</guid>"
                + "<enclosure url=\"http://a.example/&quay;\"/></item></channel></rss>"
        ).get()
        #expect(feed.title == "Quay é")
        #expect(feed.entries.first?.enclosures.first?.url == "http://a.example/Quay é")
    }

    @Test func `a document may declare the entities that XML has itself`() throws {
        let feed = try read(
            "<!DOCTYPE rss [<!ENTITY lt \"&#38;#60;\"><!ENTITY quot '&#34;'>]><rss><channel><title>1 &lt; &quot;2</title>"
                + "<item><enclosure url=\"http://a.example/&quot;\"/></item></channel></rss>"
        ).get()
        #expect(feed.title == "1 < \"2")
        #expect(feed.entries.first?.enclosures.first?.url == "http://a.example/\"")
    }

    /// libxml2 asks its loader for whatever it wants to read that is not the document itself.
    @Test func `nothing outside the document is loaded`() throws {
        let original = xmlGetExternalEntityLoader()
        defer { xmlSetExternalEntityLoader(original) }
        xmlSetExternalEntityLoader { _, _, _ in
            Loads.count.withLock { $0 += 1 }
            return nil
        }
        let secret = fixtures.appending(path: "secret.txt").path
        let documents = [
            "<!DOCTYPE rss SYSTEM \"http://127.0.0.1:1/a.dtd\"><rss><channel><title>t</title></channel></rss>",
            "<!DOCTYPE rss PUBLIC \"-//Netscape//DTD RSS 0.91//EN\" \"http://my.netscape.com/publish/formats/rss-0.91.dtd\"><rss><channel><title>t</title></channel></rss>",
            "<!DOCTYPE rss [<!ENTITY x SYSTEM \"file://\(secret)\">]><rss><channel><title>t&x;</title></channel></rss>",
            "<!DOCTYPE rss [<!ENTITY % p SYSTEM \"file://\(secret)\"> %p;]><rss><channel><title>t</title></channel></rss>",
            "<?xml-stylesheet href=\"file://\(secret)\"?><rss xmlns:xi=\"http://www.w3.org/2001/XInclude\"><channel><title>t<xi:include href=\"file://\(secret)\" parse=\"text\"/></title></channel></rss>",
        ]
        for document in documents {
            let title = try read(document).get().title
            #expect(title?.contains("password") != true)
            #expect(title?.hasPrefix("t") == true)
        }
        #expect(Loads.count.withLock { $0 } == 0)
    }

    @Test func `depth is bounded`() {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(throws: FeedError.self) { try read("<rss><channel><item><title>\(deep)").get() }
        #expect(throws: FeedError.self) { try read(deep).get() }
        #expect(throws: FeedError.self) { try read(String(repeating: "[", count: 100_000)).get() }
        #expect(throws: FeedError.self) { try read("{\"items\":" + String(repeating: "[", count: 100_000)).get() }
    }

    @Test func `a million attributes take little time`() {
        let attributes = (0..<1_000_000).map { " a\($0)=''" }.joined()
        let time = Work.seconds {
            #expect(throws: FeedError.self) { try read("<rss><channel \(attributes)></channel></rss>").get() }
        }
        #expect(time < 15)
        let namespaces = (0..<100_000).map { " xmlns:a\($0)='u'" }.joined()
        #expect(throws: FeedError.self) { try read("<rss \(namespaces)><channel/></rss>").get() }
    }

    @Test func `namespaces count where they are bound`() throws {
        let bound = (0..<600).map { " xmlns:a\($0)='u'" }.joined()
        let apart = "<item\(bound)><title>t</title></item><item><title>t<b\(bound)>u</b><b\(bound)/></title></item>"
        #expect(try read("<rss><channel>\(apart)\(apart)</channel></rss>").get().entries.count == 4)
        for inside in ["<item\(bound)/>", "<title>t<b\(bound)/></title>"] {
            #expect(throws: FeedError.limit("more than 1000 namespaces")) {
                try read("<rss><channel><item\(bound)>\(inside)</item></channel></rss>").get()
            }
        }
    }

    @Test func `ten megabytes of text are read`() throws {
        let text = [UInt8](repeating: 0x61, count: 10_000_000)
        let feed = try read(
            Array("<rss><channel><item><description>".utf8) + text + Array("</description></item></channel></rss>".utf8)
        ).get()
        #expect(feed.entries.first?.summary?.value.utf8.count == text.count)
    }

    @Test func `a comment, tag or text without end takes little time`() {
        let pieces = [
            "<!--", "<![CDATA[", "<?x ", "<!DOCTYPE ", "<a b=\"", "<a ", "</", "&", "&a", "<", "]]>", "<item>",
            "<a b='<",
        ]
        for piece in pieces {
            let time = Work.seconds {
                _ = read("<rss><channel>" + String(repeating: piece, count: 20_000))
            }
            #expect(time < 15, "\(piece)")
        }
    }

    private func seeds() throws -> [[UInt8]] {
        try FileManager.default.contentsOfDirectory(at: fixtures, includingPropertiesForKeys: nil)
            .filter { ["xml", "json"].contains($0.pathExtension) }.sorted { $0.path < $1.path }
            .map { try [UInt8](Data(contentsOf: $0)) }
    }

    @Test func `a feed cut off at any byte is a feed or an error`() throws {
        for seed in try seeds() {
            let most = try read(seed).get().entries.count
            for end in 0..<seed.count {
                if case .success(let feed) = read(Array(seed[..<end])) { #expect(feed.entries.count <= most) }
            }
        }
    }

    @Test func `bytes changed at random do no harm`() throws {
        var generator = Seeded(state: 2026)
        for seed in try seeds() {
            for _ in 0..<200 {
                var bytes = seed
                for _ in 0..<Int.random(in: 1...8, using: &generator) {
                    bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
                #expect(read(bytes) == read(bytes))
            }
        }
    }

    @Test func `documents that once crashed the parser do no harm`() throws {
        let crashers = try FileManager.default.contentsOfDirectory(
            at: fixtures.appending(path: "crashers"), includingPropertiesForKeys: nil)
        #expect(!crashers.isEmpty)
        for crasher in crashers { read(try [UInt8](Data(contentsOf: crasher))) }
    }

    @Test func `a base that is too long counts as none, and the addresses inside still lead somewhere`() throws {
        let base = String(repeating: "a/", count: 2_000)
        let atom = """
            <feed xmlns="http://www.w3.org/2005/Atom"><entry xml:base="\(base)"><title>A</title><link href="b"/></entry></feed>
            """
        let feed = try Feed(parsing: Array(atom.utf8), url: "https://example.org/feed")
        #expect(feed.entries.map(\.link) == ["https://example.org/b"])
    }
}

private enum Loads {
    static let count = Mutex(0)
}

/// The same numbers at every run (SplitMix64).
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
