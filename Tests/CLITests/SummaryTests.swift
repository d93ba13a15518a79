import Foundation
import Testing

/// `[[summary]]` and `intro`, with programs that note what they are asked.
@Suite(.ownThread) struct SummaryTests {
    /// Prints the summary `S <id>` for every story, and adds the ids to `asked`.
    private static func summarize(_ world: World) -> String {
        #"["sh", "-c", "tee -a \#(world.binary.path("asked")) | sed 's/.*\"id\":\"\\([^\"]*\\)\".*/{\"id\":\"\\1\",\"summary\":\"S \\1\"}/'"]"#
    }

    private func world(_ configuration: (World) -> String) throws -> World {
        let world = try World {
            $0.feeds["/feed"] = World.rss("Harbour opens tonight", "Fish prices fall again", "Rain until Friday")
        }
        try world.configure("sources = [\"feeds\"]\n" + configuration(world))
        return world
    }

    private func asked(_ world: World) -> Int {
        ((try? world.binary.read("asked")) ?? "").split(separator: "\n").count
    }

    private func stories(_ result: Binary.Result) throws -> [[String: Any]] {
        let digest = try JSONSerialization.jsonObject(with: result.bytes) as? [String: Any]
        let sections = digest?["sections"] as? [[String: Any]] ?? []
        return sections.flatMap { $0["stories"] as? [[String: Any]] ?? [] }
    }

    @Test func `the summaries of a program stand in the digest, marked, and no story is asked about twice`() throws {
        let world = try world { "[[summary]]\ncommand = \(Self.summarize($0))\nname = \"model\"" }
        defer { world.end() }
        let first = try world.run("--format", "json")
        #expect(first.status == 0 && first.stderr.isEmpty)
        let stories = try stories(first)
        #expect(stories.count == 3)
        for story in stories {
            #expect(story["summary"] as? String == "S \(story["id"] as? String ?? "")")
            #expect(story["generated"] as? [String] == ["summary"])
        }
        #expect(asked(world) == 3)
        // Shown again, with another destination and in HTML.
        let again = try world.run("--include-sent", "--out", world.binary.path("d.html"), "--quiet")
        #expect(again.status == 0 && again.stderr.isEmpty)
        #expect(try world.binary.read("d.html").contains("(summary by a machine)"))
        #expect(asked(world) == 3)
        let why = try world.run("why", stories[0]["id"] as? String ?? "")
        #expect(why.stdout.contains("shown, score"))
        // What was sent is recognised by its own title, whatever the program wrote.
        #expect(try world.run("--format", "json").stdout.isEmpty)
    }

    @Test func `a dry run asks and stores nothing, and uses what is stored`() throws {
        let world = try world { "[[summary]]\ncommand = \(Self.summarize($0))" }
        defer { world.end() }
        for count in [3, 6] {
            let dry = try world.run("--dry-run", "--format", "json")
            #expect(try stories(dry).allSatisfy { ($0["summary"] as? String)?.hasPrefix("S ") == true })
            #expect(asked(world) == count)
        }
        _ = try world.run("--format", "json")
        #expect(asked(world) == 9)
        let dry = try world.run("--dry-run", "--include-sent", "--format", "json")
        #expect(try stories(dry).allSatisfy { ($0["summary"] as? String)?.hasPrefix("S ") == true })
        #expect(asked(world) == 9)
    }

    @Test func `no more than max stories are asked about in a run`() throws {
        let world = try world { "[[summary]]\ncommand = \(Self.summarize($0))\nmax = 2" }
        defer { world.end() }
        let first = try stories(try world.run("--format", "json"))
        #expect(first.map { ($0["summary"] as? String)?.hasPrefix("S ") == true } == [true, true, false])
        #expect(asked(world) == 2)
    }

    @Test func `a program that fails costs its summaries and one line, and no exit status`() throws {
        let world = try world { _ in
            "[[summary]]\nname = \"model\"\ncommand = [\"sh\", \"-c\", \"echo out of money >&2; exit 3\"]"
        }
        defer { world.end() }
        let run = try world.run("--format", "json")
        #expect(run.status == 0)
        #expect(
            run.stderr
                == "newsdigest: select 'model': the feeds' own summaries stay: 'sh' ended with status 3: out of money\n"
        )
        #expect(try stories(run).count == 3)
    }

    @Test func `a second program is asked about what the first one left out, and no story by both`() throws {
        let world = try world { world in
            // Another argument makes it another program.
            let first = Self.summarize(world).dropLast() + ", \"first\"]"
            return "[[summary]]\ncommand = \(first)\nmax = 1\n[[summary]]\ncommand = \(Self.summarize(world))"
        }
        defer { world.end() }
        for _ in 1...2 {
            let stories = try stories(try world.run("--include-sent", "--format", "json"))
            #expect(stories.count { ($0["summary"] as? String)?.hasPrefix("S ") == true } == 3)
            #expect(asked(world) == 3)
        }
    }

    @Test func `profiles with the same stories ask about them once, and a broken program once`() throws {
        let world = try world { "[[summary]]\ncommand = \(Self.summarize($0))" }
        defer { world.end() }
        for name in ["anna", "boris"] { try world.addReader(name, feed: "") }
        #expect(try world.run("--all-profiles").status == 0)
        #expect(asked(world) == 3)
        for name in ["anna", "boris"] {
            #expect(try world.binary.read("\(name).md").contains("*(summary by a machine)*"))
        }
    }

    @Test func `an intro opens the digest, marked, and is asked for once`() throws {
        let world = try world {
            "[digest]\nintro = { command = [\"sh\", \"-c\", \"cat >> \($0.binary.path("asked")); echo Fish and rain.\"] }"
        }
        defer { world.end() }
        let first = try world.run("--dry-run")
        #expect(first.stdout.contains("Fish and rain. *(written by a machine)*"))
        let json = try world.run("--format", "json")
        let digest = try #require(try JSONSerialization.jsonObject(with: json.bytes) as? [String: Any])
        #expect(digest["intro"] as? String == "Fish and rain.")
        #expect(asked(world) == 6)
        #expect(try world.run("--include-sent", "--format", "text").stdout.contains("Fish and rain. (written by a"))
        #expect(asked(world) == 6)
        // A day without news has none.
        #expect(try world.run("--even-if-empty").stdout.contains("Fish and rain") == false)
    }

    @Test func `after an item is forgotten its story is asked about again`() throws {
        let world = try world { "[[summary]]\ncommand = \(Self.summarize($0))" }
        defer { world.end() }
        let stories = try stories(try world.run("--format", "json"))
        _ = try world.run("history", "forget", stories[0]["id"] as? String ?? "")
        _ = try world.run("--format", "json")
        #expect(asked(world) == 4)
    }

    @Test func `a mistake in a summary table is named with its line`() throws {
        let world = try world { _ in "[[summary]]\ncommand = [\"true\"]\ntimout = \"3s\"" }
        defer { world.end() }
        let check = try world.run("check")
        #expect(check.status == 78)
        #expect(check.stderr.contains("unknown key 'timout' in 'summary[1]'; did you mean 'timeout'?"))
        try world.configure("[digest]\nintro = { command = \"true\" }")
        #expect(try world.run("check").stderr.contains("'digest.intro.command' is a string"))
    }
}
