import Grouping
import TestSupport
import Testing

/// The examples of the library's documentation. They use only what is public.
@Suite struct ExampleTests {
    @Test func `every example of the documentation is compiled here`() throws {
        let missing = try Documentation.examples(in: "Sources/Grouping/Grouping.docc", missingIn: #filePath)
        #expect(missing == [])
    }

    @Test func `two articles about a ferry are one story`() {
        var texts = NewsTexts()
        texts.add(
            id: "1", title: "Ferry runs aground off Elsom, 140 passengers rescued", summary: "",
            url: "https://daily.example/ferry", source: "Daily", published: 1_795_219_200)
        texts.add(
            id: "2", title: "Passengers rescued after ferry runs aground near Elsom harbour", summary: "",
            url: "https://herald.example/news/1", source: "Herald", published: 1_795_226_400)

        let grouping = Grouping(texts)
        print(grouping.article)  // [0, 1]: two articles
        print(grouping.story)  // [0, 0]: one story
        #expect(grouping.article == [0, 1])
        #expect(grouping.story == [0, 0])
    }

    struct Headline {
        var id, title, summary, url, publisher: String
        var time: Int64
    }

    func stories(_ headlines: [Headline]) -> [[Headline]] {
        var texts = NewsTexts()
        for headline in headlines {
            texts.add(
                id: headline.id, title: headline.title, summary: headline.summary, url: headline.url,
                source: headline.publisher, published: headline.time)
        }
        let grouping = Grouping(texts)
        return lists(of: headlines, by: grouping.story)
    }

    func lists(of headlines: [Headline], by group: [Int]) -> [[Headline]] {
        var lists: [Int: [Headline]] = [:]
        for (index, headline) in headlines.enumerated() { lists[group[index], default: []].append(headline) }
        return lists.sorted { $0.key < $1.key }.map(\.value)
    }

    @Test func `the tutorial makes a list of stories`() {
        let headlines = [
            ("1", "Ferry runs aground off Elsom, 140 passengers rescued"),
            ("2", "Bakery of Quay Street wins the national prize for rye bread"),
            ("3", "Passengers rescued after ferry runs aground near Elsom harbour"),
        ].map {
            Headline(
                id: $0, title: $1, summary: "", url: "https://p\($0).example/\($0)", publisher: "P\($0)",
                time: 1_795_219_200)
        }
        #expect(stories(headlines).map { $0.map(\.id) } == [["1", "3"], ["2"]])
    }

    @Test func `lines of JSON are read in pieces`() throws {
        let input = Array(#"{"id": "a", "title": "A new crane lifts much"}"#.utf8) + [0x0A]
        var lines = GroupingLines()
        var rest = input[...]
        try lines.read { buffer in
            let piece = rest.prefix(buffer.count)
            buffer.copyBytes(from: piece)
            rest = rest.dropFirst(piece.count)
            return piece.count
        }
        var output: [UInt8] = []
        lines.write { output += $0 }
        #expect(
            String(decoding: output, as: UTF8.self)
                == "{\"id\":\"a\",\"duplicate_of\":null,\"story\":\"a\",\"affair\":\"a\"}\n")
    }
}
