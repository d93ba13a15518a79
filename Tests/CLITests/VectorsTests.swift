import Foundation
import Testing

/// `[grouping] vectors`, with a program that notes what it is asked.
@Suite(.ownThread) struct VectorsTests {
    private static let titles = [
        "Storm closes the ferry terminal of Elsom", "Ferry terminal of Elsom closed by the storm until noon",
        "Museum of clocks reopens in Tarn", "Reopened museum of clocks in Tarn counts visitors",
        "Vineyard owners of Marlo sue over pesticides", "Pesticides: vineyard owners of Marlo go to court",
        "Bridge toll of Quenby doubles in January", "Quenby doubles its bridge toll from January on",
        "Zebra escapes from the circus at Holm", "Circus at Holm finds its escaped zebra",
        "Präsident tritt zurück", "Head of state resigns",
    ]

    /// Prints the number of the title's story as a direction, and adds the lines to `asked`.
    private static let program = """
        import json, sys
        titles = json.load(open("titles"))
        for line in sys.stdin:
            open("asked", "a").write(line)
            item = json.loads(line)
            place = titles.index(item["title"])
            print(json.dumps({"id": item["id"], "vector": [int(place // 2 == axis) for axis in range(6)]}))
        """

    private func world(_ program: String = program, more: String = "") throws -> World {
        let paths = Self.titles.indices.map { "/\($0)" }
        let world = try World { sources in
            for (path, title) in zip(paths, Self.titles) { sources.feeds[path] = World.rss(title) }
        }
        try world.binary.write(program, to: "embed.py")
        try world.binary.write(String(decoding: JSONEncoder().encode(Self.titles), as: UTF8.self), to: "titles")
        let command = "cd '\(world.binary.home.path)' && python3 embed.py"
        try world.configure(
            """
            sources = ["feeds"]
            [grouping]
            vectors = ["sh", "-c", "\(command)"]
            \(more)
            """, feeds: paths)
        return world
    }

    private func asked(_ world: World) -> Int {
        ((try? world.binary.read("asked")) ?? "").split(separator: "\n").count
    }

    /// The titles of the stories, and those under them.
    private func stories(_ result: Binary.Result) throws -> [Set<String>] {
        struct Digest: Decodable {
            struct Section: Decodable { var stories: [Story] }
            struct Story: Decodable {
                var title: String
                var also: [Story]?
            }
            var sections: [Section]
        }
        return try JSONDecoder().decode(Digest.self, from: result.bytes).sections.flatMap(\.stories).map { story in
            Set([story.title] + (story.also ?? []).map(\.title))
        }
    }

    private static let twoLanguages: Set = ["Präsident tritt zurück", "Head of state resigns"]

    @Test func `what means the same is one story, and the program is asked about each item once`() throws {
        let world = try world()
        defer { world.end() }
        let result = try world.run("--format", "json")
        #expect(result.status == 0 && result.stderr.isEmpty)
        let stories = try stories(result)
        #expect(stories.count == 6 && stories.contains(Self.twoLanguages))
        #expect(asked(world) == 12)
        let again = try world.run("--include-sent", "--format", "json")
        #expect(try self.stories(again).contains(Self.twoLanguages))
        #expect(asked(world) == 12, "the state keeps the vectors")
        let reasons = try ["Präsidenttrittzurück", "Headofstateresigns"].map { name in
            try world.run("why", "https://publisher.example/\(name)").stdout
        }
        #expect(reasons.contains { $0.contains("vectors 1.00") })
    }

    @Test func `no more than max items are asked about in a run`() throws {
        let world = try world(more: "max = 5")
        defer { world.end() }
        let first = try world.run("--format", "json")
        #expect(try stories(first).count == 7, "too few vectors for a limit, so words decide")
        #expect(asked(world) == 5)
        _ = try world.run("--include-sent", "--format", "json")
        #expect(asked(world) == 10)
    }

    @Test func `of the items that were seen at once, the newest are asked about first`() throws {
        let world = try world(more: "max = 5")
        defer { world.end() }
        world.change { sources in
            for (index, title) in Self.titles.enumerated() {
                sources.feeds["/\(index)"] = World.rss([title], date: "Sat, 21 Nov 2026 06:\(10 + index):00 GMT")
            }
        }
        #expect(try world.run("--format", "json").status == 0)
        struct Line: Decodable { var title: String }
        let asked = try world.binary.read("asked").split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8)).title
        }
        #expect(asked == Array(Self.titles.reversed().prefix(5)))
    }

    @Test(arguments: [
        ("raise SystemExit(3)", "ended with status 3"),
        ("print('nonsense')", "its output has 1 mistake: line 1 is not a JSON object with an 'id' and a 'vector'"),
        ("pass", "it printed nothing"),
    ]) func `a program that fails costs one line, and words decide`(program: String, reason: String) throws {
        let world = try world(program)
        defer { world.end() }
        let result = try world.run("--format", "json")
        #expect(result.status == 0)
        #expect(result.stderr.contains("newsdigest: select 'vectors': ") && result.stderr.contains(reason))
        #expect(result.stderr.contains("0 of 12 items have a vector; the others are compared by their words"))
        #expect(try stories(result).count == 7)
    }

    @Test func `without its program the table is refused`() throws {
        let world = try world()
        defer { world.end() }
        try world.configure("sources = [\"feeds\"]\n[grouping]\nmax = 5")
        let result = try world.run()
        #expect(result.status == 78)
        #expect(result.stderr.contains("grouping") && result.stderr.contains("vectors"))
    }
}
