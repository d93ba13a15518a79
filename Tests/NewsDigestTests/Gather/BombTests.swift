import FeedParser
import Foundation
import TestServer
import Testing

@testable import Gather
@testable import Values

/// An answer that repeats something small very often costs what its useful part costs.
@Suite struct BombTests {
    private static let good = #"<item><title>Tide</title><link>https://a.example/1</link></item>"#

    @Test(arguments: [
        "<rss><channel>\(String(repeating: "<item/>", count: 30_000))\(good)</channel></rss>",
        "<rss><channel>\(String(repeating: "<item><title> </title></item>", count: 3000))\(good)</channel></rss>",
        """
        <rss><channel>\(String(repeating: "<item><description>&lt;p/></description></item>", count: 3000))\(good)\
        </channel></rss>
        """,
        """
        <feed xmlns="http://www.w3.org/2005/Atom">\(String(repeating: "<entry/>", count: 3000))\
        <entry><title>Tide</title><link href="https://a.example/1"/></entry></feed>
        """,
        """
        {"version": "https://jsonfeed.org/version/1", "items": [\(String(repeating: "{},[],null,", count: 10_000))\
        {"title": "Tide", "url": "https://a.example/1"}]}
        """,
    ])
    func `what cannot be shown takes no place of what can`(document: String) async throws {
        let server = try TestServer { _ in .ok(document, type: "text/xml") }
        let source = FeedSource(url: server.url("/"), limit: 3, firstItems: 2)
        let first = try await gathered([source])
        #expect(first[0].items.map(\.title) == ["Tide"])
        var known = records(first)
        known[source.id]?.lastAnswer = nil
        #expect(try await gathered([source], records: known)[0].items.map(\.title) == ["Tide"])
    }

    @Test func `the newest of a feed with too many entries are kept, and the others are told`() async throws {
        let count = NewestEntries.most + 500
        let items = (0..<count).map { number -> (String, String, String?) in
            let date = Date(timeIntervalSince1970: 1_790_000_000 + Double(number * 60)).formatted(.iso8601)
            return ("T\(number)", "https://a.example/\(number)", date)
        }
        for items in [items, items.reversed()] {
            let server = try TestServer { _ in .ok(FeedStandIn.rss("A", items), type: "text/xml") }
            let source = FeedSource(url: server.url("/"), firstItems: 3)
            let result = try await gathered([source])[0]
            let newest = ["T\(count - 3)", "T\(count - 2)", "T\(count - 1)"]
            #expect(Set(result.items.map(\.title)) == Set(newest))
            #expect(result.past.count == NewestEntries.most - 3)
            #expect(result.notices == ["has more than 10000 entries; the 500 oldest of them are left out"])
        }
    }

    @Test func `of a long feed, the first visit cleans only the newest items`() async throws {
        let items = (0..<1200).map {
            ("The ferry to pier \($0) sails - Gazette", "https://a.example/\($0)", String?.none)
        }
        let server = try TestServer { _ in .ok(FeedStandIn.rss("Gazette", items), type: "text/xml") }
        let feed = FeedSource(url: server.url("/"), givenName: "Gazette", limit: 1000, firstItems: 1000)
        let result = try await gathered([feed])[0]
        #expect(result.items.count == 1000 && result.past.count == 200)
        #expect(result.items.allSatisfy { $0.title.hasSuffix(" sails") })
        #expect(result.past.allSatisfy { $0.title.hasSuffix(" sails - Gazette") })
    }

    @Test(arguments: [false, true])
    func `a feed without dates shows what came last, at the end to which it is added`(isAppended: Bool) throws {
        var record = SourceRecord()
        func titles(_ count: Int, limit: Int) -> [String] {
            var newest = NewestEntries(record)
            let numbers = isAppended ? Array(0..<count) : (0..<count).reversed()
            for number in numbers {
                var entry = FeedParser.Entry()
                entry.title = "T\(number)"
                newest.add(entry)
            }
            newest.remember(in: &record)
            return newest.ranked(isNew: false).prefix(limit).compactMap(\.entry.title)
        }
        _ = titles(20_000, limit: 1)
        #expect(titles(20_002, limit: 2) == ["T20001", "T20000"])
        #expect(titles(20_002, limit: 2) == ["T20001", "T20000"])
    }

    @Test(arguments: ["{}", "[]", "null", #"{"title": null}"#, #"{"source": {}}"#, #"{"title": ""}"#])
    func `an empty member of a service's list costs and counts nothing`(member: String) throws {
        let list = String(repeating: member + ",", count: 20_000)
        let document = #"{"status": "ok", "articles": [\#(list){"title": "Tide", "x": [\#(list)1]}]}"#
        let copy = try BoundedJSON.copy(of: Array(document.utf8))
        #expect(String(decoding: copy, as: UTF8.self) == #"{"status":"ok","articles":[{"title":"Tide","x":[1]}]}"#)
    }

    @Test func `a service's lists are bounded, alone and together`() throws {
        let list = "[\(String(repeating: "1,", count: 20_000))2]"
        let lists = "[\(String(repeating: list + ",", count: 50))3]"
        let copy = try JSONDecoder().decode([Lists].self, from: BoundedJSON.copy(of: Array("[\(list), \(lists)]".utf8)))
        #expect(copy.map(\.count).allSatisfy { $0 <= 10_000 })
        #expect(copy.reduce(0) { $0 + $1.values } < 400_000)
    }

    @Test func `a service's JSON keeps its texts`() throws {
        let document = #"{"a": "\u00e9\"\\\n\ud83d\ude00/", "b": [-1.5e3, true, false, 0], "c": {"d": null}}"#
        let copy = try BoundedJSON.copy(of: Array(document.utf8))
        let first = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? NSDictionary
        #expect(try JSONSerialization.jsonObject(with: copy) as? NSDictionary == first)
        #expect(throws: FeedError.self) { try BoundedJSON.copy(of: Array(#"{"a": "b"#.utf8)) }
    }
}

/// The number of values in nested lists.
private struct Lists: Decodable {
    var count = 0
    var values = 0

    init(from decoder: any Decoder) throws {
        guard var list = try? decoder.unkeyedContainer() else {
            values = 1
            return
        }
        while !list.isAtEnd {
            values += try list.decode(Lists.self).values
            count += 1
        }
    }
}
