import Testing

@testable import FeedParser

@Suite struct JSONFeedTests {
    private func feed(_ members: String) throws -> Feed {
        try Feed(parsing: Array(#"{"version": "https://jsonfeed.org/version/1.1", \#(members)}"#.utf8))
    }

    @Test func `raw line breaks and tabs in strings are kept`() throws {
        let entry = try feed("\"items\": [{\"id\": \"1\", \"title\": \"A\n\tB\", \"content_text\": \"C\r\n\tD\"}]")
            .entries[0]
        #expect(entry.title == "A B")
        #expect(entry.content?.value == "C\r\n\tD")
    }

    @Test(arguments: [
        (#""author": "Ann""#, ["Ann"]), (#""author": {"name": "Ann"}"#, ["Ann"]), (#""authors": "Ann""#, ["Ann"]),
        (#""authors": {"name": "Ann"}"#, ["Ann"]), (#""authors": ["Ann", "Bo"]"#, ["Ann", "Bo"]),
        (#""authors": [{"name": "Ann"}, {}, "Bo", 1]"#, ["Ann", "Bo"]), (#""author": ["Ann"]"#, ["Ann"]),
        (#""author": {"name": "Old"}, "authors": ["Ann"]"#, ["Ann"]), (#""authors": [], "author": "Ann""#, ["Ann"]),
    ])
    func `authors are texts, objects or lists of them`(member: String, names: [String]) throws {
        let json = try feed(#"\#(member), "items": [{"id": "1", \#(member)}]"#)
        #expect(json.authors.map(\.displayName) == names)
        #expect(json.entries[0].authors.map(\.displayName) == names)
    }

    @Test func `the title of a feed is read as those of its items`() throws {
        #expect(try feed(#""title": "Quay &#8211; Notes", "items": []"#).title == "Quay – Notes")
    }

    @Test(arguments: [
        (#""url": "https://a.example/1", "content_html": "<p>I like it</p>""#, nil),
        (#""content_text": "I like it""#, "https://b.example/"),
        (#""url": "https://a.example/1", "content_text": " ""#, "https://b.example/"),
    ])
    func `a post with a text of its own has its own address (1.1, external_url)`(members: String, original: String?)
        throws
    {
        let entry = try feed(#""items": [{"id": "1", "external_url": "https://b.example/", \#(members)}]"#).entries[0]
        #expect(entry.originalLink == original)
        #expect(entry.links == (original == nil ? [Link(href: "https://b.example/", rel: "related")] : []))
    }

    @Test(arguments: [
        ("3180", 3180), ("99.5", 99), ("\"12.9\"", 12), ("9223372036854775807", nil), ("-9223372036854775808", nil),
        ("1e6", nil), ("0", nil),
    ])
    func `a duration is as long as one of RSS may be`(text: String, seconds: Int?) throws {
        let file = #"{"url": "https://a.example/1.mp3", "mime_type": "audio/mpeg", "duration_in_seconds": \#(text)}"#
        let entry = try feed(#""items": [{"id": "1", "attachments": [\#(file)]}]"#).entries[0]
        #expect(entry.enclosures.map(\.seconds) == [seconds])
    }

    @Test(arguments: ["", "file:///home/anna/feed.json"])
    func `where a feed is not on the web, its page resolves the addresses of items`(url: String) throws {
        let members = #""home_page_url": "https://a.example/x", "items": [{"id": "1", "url": "/1", "image": "b.png"}]"#
        let json = Array(#"{"version": "https://jsonfeed.org/version/1.1", \#(members)}"#.utf8)
        let entry = try Feed(parsing: json, url: url).entries[0]
        #expect(entry.link == "https://a.example/1" && entry.image == "https://a.example/b.png")
        #expect(try Feed(parsing: json, url: "https://b.example/feed").entries[0].link == "https://b.example/1")
    }

    @Test func `what holds for all items may stand after them`() throws {
        #expect(try feed(#""items": [{"id": "1"}], "language": "tr""#).entries[0].language == "tr")
    }

    @Test func `a document that breaks off gives the items before that point`() throws {
        var ids: [String?] = []
        #expect(throws: FeedError.self) {
            let cut = #"{"items": [{"id": "1"}, {"id": "2"}, {"id": "3", "title": "A"#
            _ = try Feed.stream(Array(cut.utf8)) { ids.append($0.id) }
        }
        #expect(ids == ["1", "2"])
    }

    @Test func `comments, commas at the end and other quotes are read`() throws {
        let json = try feed(
            "/* a */ items: [{'id': 7.0, title: \"\\u0041\\ud83d\\ude00\\x\", tags: ['a', 1,],},], // end\n")
        #expect(json.entries.map(\.id) == ["7"])
        #expect(json.entries[0].title == "A😀x")
        #expect(json.entries[0].categories == ["a"])
    }

    private func accepts(_ document: String) -> Bool {
        Array(document.utf8).withUnsafeBufferPointer { bytes in
            do throws(FeedError) {
                var reader = JSONReader(bytes)
                try reader.skip()
                try reader.end()
                return true
            } catch {
                return false
            }
        }
    }

    @Test(arguments: [
        "{}", "[]", " \t\r\n[ ] ", "null", "true", "false", "0", "-0", "-1", "10.50", "1e5", "1E+5", "-1.5e-10", #""""#,
        #""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#, #"{"":0}"#, #"{"a":{},"a":[]}"#, "[[[]],[{}]]",
        "[1,-2,\"é😀\u{2028}\"]",
        #"["\ud800", "\u0000"]"#, String(repeating: "[", count: 256) + String(repeating: "]", count: 256),
    ])
    func `JSON is read (RFC 8259)`(document: String) {
        #expect(accepts(document))
    }

    @Test(arguments: [
        "", " ", "{", "[", "]", "}", "[1", #"{"a""#, #"{"a":"#, #"{"a":1"#, #"""#, #""a"#, #""a\"#, #""\""#, "[1}",
        #"{"a":1]"#,
        "[[1}]", "[1 2]", "[,]", "[,1]", "[1,,2]", "[1,,]", "{,}", #"{"a":1,,}"#, #"{"a" 1}"#, #"{"a":}"#, #"{"a"}"#,
        #"{"a"::1}"#,
        #"{"a":1 "b":2}"#, "{1:1}", "{[]:1}", "{:1}", "[:]", #"["a":1]"#, "tru", "truee", "True", "nul", "[a]", "01",
        "-", "1.e", "1e",
        "1e+", ".", "1.2.3", "--1", "1-", "0x", "0xg", "[] []", "{} x", "[]]", #""a" "b""#, "1,", "/", "/* a",
        "[1] //\n2", "\u{C}[]",
        "\0[]", String(repeating: "[", count: 257) + String(repeating: "]", count: 257),
        String(repeating: "[", count: 100_000),
        String(repeating: #"{"a":"#, count: 100_000),
    ])
    func `what is not JSON is refused`(document: String) {
        #expect(!accepts(document))
    }
}
