import TestSupport
import Testing

@testable import FeedParser

/// A feed that is read piece by piece is the same as one that is read at once.
struct StreamTests {
    /// Reads of a document, each of at most so many bytes.
    private func reads(_ document: [UInt8], atMost count: Int) -> Feed.Read {
        { offset, buffer in
            let end = min(document.count, offset + min(count, buffer.count))
            guard offset < end else { return 0 }
            buffer.copyBytes(from: document[offset..<end])
            return end - offset
        }
    }

    private func streamed(_ document: [UInt8], atMost count: Int, charset: String? = nil) throws -> Feed {
        var entries: [Entry] = []
        var feed = try Feed.stream(reading: reads(document, atMost: count), charset: charset) { entries.append($0) }
        feed.entries = entries
        return feed
    }

    /// A feed of about so many bytes, with pieces that a window must not cut.
    private func document(_ count: Int, seed: Int) -> String {
        let pieces = [
            "words of a harbour ", "причал и маяк ", "埠頭 🚢 — ", "&lt;p&gt;", "&amp;amp;", "&#x0010FFFD;", "&nbsp;",
            "]] ]> ]",
            "a\r\nb\rc\n\td", "<!-- > not shown -->", "<?x > ?>", "<![CDATA[ & <b> ]] ]>]]>",
            "<b title=\"x > y\">bold</b>",
            "<![CDATA[\(String(repeating: "a long section of café & more ]] ", count: 90))]]>",
        ]
        var number = seed
        var text = "<rss><channel><title>Quay</title>"
        while text.utf8.count < count {
            text += "<item><guid>\(number)</guid><description>"
            for _ in 0..<(number % 23 * 9) {
                number = (number &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
                text += pieces[number / 65_536 % pieces.count] + String(repeating: "x", count: number % 7)
            }
            number += 1
            text += "</description></item>\n"
        }
        return text + "</channel></rss>"
    }

    @Test(arguments: [(0, 1 << 20), (60_000, 1 << 20), (66_000, 997), (400_000, 1 << 20), (400_000, 4096), (90_000, 1)])
    func `a feed is the same in pieces as at once`(count: Int, atMost: Int) throws {
        for seed in 1...3 {
            let text = document(count, seed: seed)
            for document in [text, "\u{FEFF}\n \t" + text, String(repeating: " ", count: 70_000) + text] {
                let bytes = Array(document.utf8)
                #expect(try streamed(bytes, atMost: atMost) == Feed(parsing: bytes))
            }
        }
    }

    /// Small windows end at every place there is.
    @Test func `a window that moves shows all of a document`() throws {
        for seed in 1...40 {
            let bytes = Array(document(9000, seed: seed).utf8)
            var entries: [Entry] = []
            let window = DocumentWindow(reading: reads(bytes, atMost: 100 + seed), size: 1024 + seed)
            let outcome = try XMLReader.read(
                window, url: nil, recovering: false, into: EntrySink { entries.append($0) })
            #expect(outcome.isWellFormed && outcome.isUTF8)
            #expect(entries == (try Feed(parsing: bytes).entries))
        }
    }

    @Test func `a feed that breaks late is repaired, and each entry comes once`() throws {
        let text = document(300_000, seed: 1)
        let bytes = Array((text.dropLast(30) + "<item><guid>last</guid><title>a & b</channel>").utf8)
        let feed = try streamed(bytes, atMost: 5000)
        #expect(feed == (try Feed(parsing: bytes)))
        #expect(feed.entries.last?.id == "last")
        #expect(Set(feed.entries.map(\.id)).count == feed.entries.count)
    }

    @Test func `what is not UTF-8, or no XML, is read as a whole`() throws {
        let text = document(200_000, seed: 2)
        let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try streamed(wide, atMost: 10_000) == Feed(parsing: wide))
        // One byte that is no UTF-8, in each of the windows.
        for place in stride(from: 40_000, to: 200_000, by: 31_111) {
            var bytes = Array(text.utf8)
            bytes[place] = 0xFF
            #expect(try streamed(bytes, atMost: 1 << 20) == Feed(parsing: bytes))
        }
        let items = (0..<4000).map { "{\"id\":\"\($0)\",\"content_text\":\"tide\"}" }.joined(separator: ",")
        let json = Array("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[\(items)]}".utf8)
        #expect(try streamed(json, atMost: 1 << 20).entries.count == 4000)
        #expect(throws: FeedError.empty) { try streamed([], atMost: 1) }
        #expect(throws: FeedError.webPage) {
            try streamed(Array("<html><body>\(items)</body></html>".utf8), atMost: 9999)
        }
    }

    /// Runs in a process of its own, because the memory of other tests would count too.
    @Test func `noise in a long document takes no memory`() async {
        await #expect(processExitsWith: .success) {
            let head = Array("<rss><channel><title>Quay</title>".utf8)
            let noise = Array("<!-- \(String(repeating: "nothing to see here ", count: 400)) -->\n".utf8)
            let tail = Array("<item><title>Tide</title></item></channel></rss>".utf8)
            let end = head.count + 7000 * noise.count
            let before = try residentMegabytes()
            var after = 0
            let feed = try Feed.stream(
                reading: { offset, buffer in
                    let piece =
                        offset < head.count
                        ? head[offset...]
                        : offset < end
                            ? noise[((offset - head.count) % noise.count)...]
                            : tail[min(offset - end, tail.count)...]
                    let count = min(piece.count, buffer.count)
                    buffer.copyBytes(from: piece.prefix(count))
                    return count
                },
                { _ in after = (try? residentMegabytes()) ?? .max })
            #expect(feed.title == "Quay")
            #expect(end > 48 << 20)
            #expect(after > 0 && after - before < 16)
        }
    }

    private static let long = [
        "<rss version=\"2.0\"><channel>"
            + String(repeating: "<item><title>one</title></item>", count: 500) + "</channel></rss>",
        "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":["
            + Array(repeating: "{\"id\":\"1\"}", count: 500).joined(separator: ",") + "]}",
    ]

    @Test(arguments: long)
    func `reading ends when its caller has no more time, after the entries before`(document: String) {
        var entries = 0
        let take: (Entry) -> Void = { _ in entries += 1 }
        #expect(throws: FeedError.tooSlow) {
            try Feed.stream(Array(document.utf8), until: { entries > 100 }, take)
        }
        #expect((101..<200).contains(entries))
    }
}
