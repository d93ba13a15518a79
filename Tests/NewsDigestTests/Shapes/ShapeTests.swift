import FeedParser
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Addresses
@testable import Cleaning
@testable import Files
@testable import Gather
@testable import Grouping
@testable import Render
@testable import Select
@testable import Settings
@testable import State
@testable import Texts
@testable import Values

/// Everything that reads what others write takes time in proportion to its length, whatever it is made of: each reader
/// gets each shape, short and 16 times as long, and its work is counted. The slow readers are first, so that all cores
/// are at work to the end.
@Suite struct ShapeTests {
    struct Reader: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// The length of the short text, in bytes.
        var length: Int
        var read: @Sendable (String) -> Void

        init(_ name: String, length: Int = 1_024, _ read: @escaping @Sendable (String) -> Void) {
            testDescription = name
            self.length = length
            self.read = read
        }
    }

    @Test(arguments: digests + messages + items + texts + addresses)
    func `twice the text is twice the work`(_ reader: Reader) {
        for shape in Shape.all {
            let growth = Work.growth(of: shape.text, from: reader.length, reader.read)
            #expect(growth.isLinear, "\(reader.testDescription), \(shape): \(growth)")
        }
    }

    private static let texts = [
        Reader("stream-safe form") { _ = $0.streamSafe },
        Reader("clipping") { _ = $0.clipped(to: $0.utf8.count / 3) },
        Reader("one clean line") { _ = $0.cleanLine },
        Reader("clean paragraphs") { _ = $0.cleanParagraphs },
        Reader("a sentence without secrets") { text in
            let redactor = Redactor()
            redactor.learn("a-harbour-of-keys")
            redactor.learn(address: "https://hooks.example/services/T000/B000/XXXXXXXXXXXX?token=a-second-key")
            _ = Redactor.$ofTask.withValue(redactor) { text.cleanSentence }
        },
        Reader("Markdown") { _ = $0.escapedForMarkdown },
        Reader("folding") { _ = FoldedText.folded($0) },
        Reader("folded words and their stems") { text in
            for language in StemLanguage.allCases { _ = language.words(of: text).map(language.stem) }
        },
        Reader("wrapping") { _ = $0.wrapped(at: 78) },
        Reader("a header field") { _ = MailField.unstructured($0, after: 9) },
        Reader("quoted-printable") { _ = QuotedPrintable.encoded($0) },
        Reader("a link to share") { _ = ShareLink.telegram.address(title: $0, url: "https://a.example/") },
        Reader("words of titles and summaries") { text in
            var texts = NewsTexts(background: WordCounts())
            for number in 0..<3 {
                texts.add(
                    id: "\(number)", title: text, summary: text, url: "https://a.example/\(number)", source: text,
                    published: 0)
            }
            _ = Grouping(texts)
        },
        Reader("characters that were encoded twice") { _ = "Ã©\($0)“".withoutTwiceEncoded },
        Reader("a first sentence as a title") { _ = $0.headline(upTo: 100) },
        Reader("a title of a feed as the name of its source") { _ = $0.asSourceName(of: "https://a.example/") },
        Reader("what is searched") { _ = State.text(title: $0, summary: $0) },
        Reader("a text with boilerplate") { text in
            var items = (0..<3).map { _ in item(text) }
            // A title that is not stream-safe reaches no item.
            let title = "A harbour reopens - \(text)".bounded(Bounds.title)
            for place in items.indices { items[place].title = title }
            _ = items.withoutBoilerplate
        },
        Reader("a publisher behind a headline") { text in
            let suffix = PublisherSuffix(titles: [text])
            _ = suffix.cut(text, isAggregated: false, url: "https://a.example/")
        },
        Reader("a line of JSON") { text in
            var bytes = Array("{\"id\":\"\(text)\",\"title\":[\(text)".utf8)
            var (name, value): ([UInt8], [UInt8]) = ([], [])
            bytes.withUnsafeMutableBufferPointer {
                var line = JSONLine(UnsafeBufferPointer($0))
                while line.next(&name, &value) {}
            }
        },
    ]

    private static let addresses = [
        Reader("the path of an address") { _ = CanonicalURL("https://a.example/" + $0) },
        Reader("the query of an address") { _ = CanonicalURL("https://a.example/?" + $0) },
        Reader("the host of an address") { _ = CanonicalURL("https://" + $0) },
        Reader("a safe address") { _ = ("https://a.example/" + $0).safeURL },
        Reader("an address in a feed") { _ = WebAddress.absolute($0, base: "https://a.example/1/" + $0) },
        Reader("an address on the web") { _ = WebAddress.absolute("https://a.example/" + $0) },
    ]

    private static let items = [
        Reader("an item with its keys") { text in
            let item = item(text)
            let candidate = Candidate(id: "1", item: item, firstSeen: Sample.now)
            _ = (candidate.storyKeys, candidate.eventKeys)
            _ = (Identity(item).formerKeys, StoredContent.version(of: item), Identity.id(of: item))
        },
        Reader("filters") { text in
            let filtered = FilteredText(item(text))
            var search = PatternSearch()
            let patterns = ["open source", "crypto*", "/cryp(t|to)+/"].compactMap { try? Pattern($0) }
            _ = search.all(of: patterns, in: filtered)
        },
        Reader("an entry of a feed") { text in
            var feed = Feed(format: .rss)
            feed.link = "https://a.example/"
            var entry = FeedParser.Entry()
            (entry.title, entry.id, entry.link) = (text, text, text)
            entry.categories = text.unicodeScalars.map { String($0) }
            (entry.summary, entry.authors) = (Markup(text, kind: .text), [Author(name: text), Author(email: text)])
            entry.content = Markup(text)
            let source = FeedSource(url: "https://a.example/?token=" + text)
            var reader = EntryReader(source, feed, name: text)
            _ = reader.item(entry, at: 0)
        },
        Reader("a history in every format") { text in
            let entry = HistoryEntry(
                digest: "d", sent: Sample.now, profile: "default", category: "technology", id: "i", title: text,
                url: "https://a.example/", source: text)
            let listing = Listing(history: [entry], language: "en", timeZone: "UTC", now: Sample.now)
            for format in ListingFormat.allCases { _ = try? listing.rendered(as: format) }
        },
    ]

    /// A mail holds the page and the text as well.
    private static let digests = [Format.eml, .markdown, .json].map { format in
        Reader("a digest as \(format)", length: 512) { text in
            let digest = Sample.digest([Sample.story(item(text))], title: text.clipped(to: 1_000))
            _ = digest.rendered(as: format)
        }
    }

    private static let messages = Webhook.Service.chats.map { service in
        Reader("a message to \(service)", length: 512) { text in
            let digest = Sample.digest([Sample.story(item(text))])
            let webhook = Webhook(service: service, url: .literal(Secret("https://a.example/")))
            _ = ChatMessages(digest, for: service.chat!, webhook).jsonLines
        }
    }

    private static func item(_ text: String) -> Item {
        Item(
            sourceID: "feed:https://a.example/", source: text, guid: text, url: "https://a.example/" + text,
            title: text,
            summary: text, author: text, image: "https://a.example/" + text, published: Sample.now,
            category: "technology", tags: [text, text], language: text,
            event: Event(occurrences: [.init(starts: Sample.now, ends: nil)], place: text, address: text, price: text))
    }
}
