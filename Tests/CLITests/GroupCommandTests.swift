import Foundation
import Testing

@Suite(.ownThread) struct GroupCommandTests {
    @Test func `items go in and their groups come out, in the same order`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let input = """
            {"id":"b","title":"Ferry runs aground off Elsom, 140 passengers rescued","published":"2026-11-21T09:00:00Z"}
            {"id":"c","title":"Parliament passes budget in Varnia","published":"2026-11-21T07:00:00Z"}
            {"id":"a","title":"FERRY RUNS AGROUND OFF ELSOM, 140 passengers rescued","published":"2026-11-21T08:00:00Z"}

            """
        let result = try binary.run("group", input: input)
        #expect(
            result.stdout == """
                {"id":"b","duplicate_of":"a","story":"a","affair":"a"}
                {"id":"c","duplicate_of":null,"story":"c","affair":"c"}
                {"id":"a","duplicate_of":null,"story":"a","affair":"a"}

                """)
        #expect(result.stderr == "")
        #expect(result.status == 0)
    }

    @Test func `the words that join an item to its story are explained on request`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let items = """
            {"id":"a","title":"Ferry runs aground off Elsom island","published":"2026-11-21T08:00:00Z"}
            {"id":"b","title":"Ferry aground off Elsom: passengers wait","published":"2026-11-21T09:00:00Z"}
            {"id":"c","title":"Parliament passes the budget of Varnia","published":"2026-11-21T09:00:00Z"}

            """
        let result = try binary.run("group", "--explain", input: items)
        #expect(result.status == 0)
        struct Line: Decodable {
            struct Word: Decodable {
                var word: String
                var weight: Double
            }
            var story: String
            var likeness: Double?
            var words: [Word]
        }
        let lines = try result.stdout.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        #expect(lines.map(\.story) == ["a", "a", "c"])
        #expect(Set(lines[1].words.map(\.word)) == ["ferry", "aground", "elsom"])
        let sum = lines[1].words.reduce(0) { $0 + $1.weight }
        #expect(abs(sum - (lines[1].likeness ?? 0)) < 0.01)
        #expect(lines[2].likeness == nil)
        #expect(lines[2].words.isEmpty)
    }

    @Test func `a line that is no item is named`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try binary.run("group", input: "{\"id\":1}\nnonsense\n")
        #expect(result.stderr == "newsdigest: group: line 2 is not an item as a JSON object with an id\n")
        #expect(result.status == 65)
        #expect(result.stdout == "")
    }

    @Test func `an input that cannot be read is one line`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try binary.shell("$newsdigest group < .")
        #expect(result.stderr == "newsdigest: group: standard input cannot be read: Is a directory\n")
        #expect(result.status == 65)
    }

    @Test func `items of other days need neither id nor address, and a line that is none is named`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let items = "{\"id\":\"1\",\"title\":\"Ferry runs aground off Elsom\"}\n"
        try binary.write("{\"title\": \"Ferry on time\", \"summary\": \"\"}\n\n{\"lang\": \"en\"}\n", to: "good.jsonl")
        let result = try binary.run("group", "--background", binary.path("good.jsonl"), input: items)
        #expect(result.status == 0)
        #expect(result.stdout == "{\"id\":\"1\",\"duplicate_of\":null,\"story\":\"1\",\"affair\":\"1\"}\n")

        let bad = binary.path("bad.jsonl")
        try binary.write("{}\n[1]\n", to: "bad.jsonl")
        let refused = try binary.run("group", "--background", bad, input: items)
        #expect(refused.status == 65)
        #expect(
            refused.stderr
                == "newsdigest: group: background '\(bad)', line 2 is not a JSON object\n")
    }

    @Test func `vectors of items are read from a file, and a line that has none is named`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let items = "{\"id\":\"1\",\"title\":\"Ferry runs aground off Elsom\"}\n"
        try binary.write(
            "{\"id\":\"1\",\"vector\":[0.5,1e-3]}\n{\"id\":\"another\",\"vector\":[1]}\n", to: "good.jsonl")
        let result = try binary.run("group", "--vectors", binary.path("good.jsonl"), input: items)
        #expect(result.status == 0)
        #expect(result.stdout == "{\"id\":\"1\",\"duplicate_of\":null,\"story\":\"1\",\"affair\":\"1\"}\n")
        for line in ["{\"id\":\"1\"}", "{\"id\":\"1\",\"vector\":[]}", "{\"id\":\"1\",\"vector\":[0]}"] {
            let bad = binary.path("bad.jsonl")
            try binary.write("\n\(line)\n", to: "bad.jsonl")
            let refused = try binary.run("group", "--vectors", bad, input: items)
            #expect(refused.status == 65)
            #expect(
                refused.stderr
                    == "newsdigest: group: vectors '\(bad)', line 2 is not a JSON object with an id and a vector\n"
            )
        }
    }
}
