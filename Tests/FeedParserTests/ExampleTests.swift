import FeedParser
import Foundation
import TestSupport
import Testing

/// The examples of the library's documentation. They use only what is public.
@Suite struct ExampleTests {
    private let bytes = Array(
        """
        <rss version="2.0"><channel><title>Quay</title><link>https://quay.example/</link>
        <item><title>A new crane</title><guid>1</guid><description>&lt;p>It lifts &lt;b>much&lt;/b>.&lt;/p></description>
        <pubDate>Sat, 21 Nov 2026 09:00:00 GMT</pubDate></item>
        <item><title>A new crane</title><guid>1</guid></item></channel></rss>
        """.utf8)

    @Test func `every example of the documentation is compiled here`() throws {
        let missing = try Documentation.examples(in: "Sources/FeedParser/FeedParser.docc", missingIn: #filePath)
        #expect(missing == [])
    }

    @Test func `a feed is parsed and its entries are printed`() throws {
        do {
            let feed = try Feed(parsing: bytes, url: "https://harbour.example/feed.xml", charset: "utf-8")
            for entry in feed.entries {
                print(entry.title ?? "untitled", entry.link ?? "")
                print((entry.summary ?? entry.content)?.plain ?? "")
            }
        }
        let feed = try Feed(parsing: bytes, url: "https://quay.example/feed.xml", charset: "utf-8")
        print(feed.title ?? "a feed without a title")
        for entry in feed.entries {
            print(entry.title ?? "untitled")
            if let date = entry.published ?? entry.updated { print("  \(date)") }
            for author in feed.authors(of: entry) { print("  by \(author.displayName ?? "unknown")") }
            let text = (entry.summary ?? entry.content)?.plain ?? ""
            print("  \(text.prefix(200))")
        }
        #expect(feed.title == "Quay")
        let entry = try #require(feed.entries.first)
        #expect(entry.summary?.plain == "It lifts much.")
        do {
            let html = entry.content?.safeHTML  // allow-listed, addresses absolute
            let text = entry.content?.plain  // as a person would read it
            #expect(html == nil && text == nil)
        }
        var seen: Set<String> = []
        let new = feed.entries.filter { entry in
            guard let name = entry.id ?? entry.link ?? entry.title else { return false }
            return seen.insert(name).inserted
        }
        #expect(new.count == 1)
    }

    @Test func `a web page is answered with its feeds`() throws {
        let bytes = Array(
            #"<html><head><link rel="alternate" type="application/rss+xml" href="/all.xml"></head></html>"#.utf8)
        let shown = Box()
        func show(_ feeds: [FeedDiscovery.Found]) { shown.urls = feeds.map(\.url) }
        func show(_ entries: [Entry]) { shown.urls = [] }
        do {
            let feed = try Feed(parsing: bytes)
            show(feed.entries)
        } catch .webPage {
            let found = FeedDiscovery.feeds(inPage: bytes, url: "https://harbour.example/")
            show(found)
        } catch {
            print(error)  // one line for people
        }
        #expect(shown.urls == ["https://harbour.example/all.xml"])

        func feeds(at url: String, _ bytes: [UInt8]) -> [FeedDiscovery.Found] {
            do {
                _ = try Feed(parsing: bytes, url: url)
                return [FeedDiscovery.Found(url: url)]
            } catch .webPage {
                return FeedDiscovery.feeds(inPage: bytes, url: url)
            } catch {
                return []
            }
        }
        #expect(feeds(at: "https://quay.example/", bytes).map(\.url) == ["https://quay.example/all.xml"])
        #expect(feeds(at: "https://quay.example/feed", self.bytes).map(\.url) == ["https://quay.example/feed"])
    }

    private final class Box { var urls: [String] = [] }

    @Test func `a feed is read entry by entry and piece by piece`() throws {
        var titles: [String] = []
        func store(_ entry: Entry) { titles.append(entry.title ?? "") }
        do {
            let about = try Feed.stream(bytes) { entry in
                store(entry)
            }
            #expect(about.title == "Quay")
        }
        let url = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID().uuidString).xml")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data(bytes).write(to: url)
        let file = open(url.path, O_RDONLY)
        defer { close(file) }
        let read: Feed.Read = { offset, buffer in
            max(0, pread(file, buffer.baseAddress, buffer.count, off_t(offset)))
        }
        let about = try Feed.stream(reading: read) { entry in
            store(entry)
        }
        #expect(about.title == "Quay")
        #expect(titles == Array(repeating: "A new crane", count: 4))
    }

    @Test func `a list of feeds is read and written`() throws {
        let bytes = Array(
            OPML(feeds: [.init(title: "Quay", url: "https://quay.example/", folders: ["Sea"])]).document.utf8)
        let list = try OPML(parsing: bytes)
        for feed in list.feeds { print(feed.folders.joined(separator: " / "), feed.title ?? feed.url) }
        let document = OPML(title: "My feeds", feeds: list.feeds).document
        #expect(try OPML(parsing: Array(document.utf8)).feeds == list.feeds)
    }
}
