import Foundation
import Testing

@Suite(.ownThread) struct LikesTests {
    private func world() throws -> (world: World, ids: [String]) {
        let world = try World {
            $0.feeds["/feed"] = World.rss(
                "Comet returns to the evening sky", "Fish prices fall again in port", "Rain until Friday in the hills")
        }
        try world.configure("sources = [\"feeds\"]")
        _ = try world.run()
        let history = try JSONDecoder().decode(
            [[String: String]].self, from: try world.run("history", "--format", "json").bytes)
        return (world, history.sorted { $0["title"]! < $1["title"]! }.map { $0["id"]! })
    }

    @Test func `an opinion is listed, moves the next digest a little, and why shows it`() throws {
        let (world, ids) = try world()
        defer { world.end() }
        let like = try world.run("like", ids[0])
        #expect(like.status == 0 && like.stdout.isEmpty && like.stderr.isEmpty)
        #expect(try world.run("dislike", ids[1]).status == 0)
        let list = try world.run("likes")
        #expect(list.status == 0)
        #expect(list.lines.count { $0.hasPrefix("2026-11-21  ") } == 2)
        #expect(list.stdout.contains("liked     1.0  \(ids[0])  technology  Feed /feed  Comet returns"))
        #expect(list.stdout.contains("disliked  1.0  \(ids[1])"))
        #expect(list.stdout.contains("word stems: ") && list.stdout.contains("comet +1.0"))
        #expect(list.stdout.contains("fish -1.0"))

        world.change {
            $0.feeds["/feed"] = World.rss("A comet for beginners explained", "Where fish are sold this week")
        }
        let next = try world.run(at: "2026-11-22T08:00:00Z")
        #expect(next.stdout.contains("A comet") && next.stdout.contains("Where fish"))
        let saved = try JSONDecoder().decode(
            [[String: String]].self, from: try world.run("history", "--format", "json").bytes)
        for (title, sign) in [
            ("A comet for beginners explained", "learned 0."), ("Where fish are sold this week", "learned -0."),
        ] {
            let id = try #require(saved.first { $0["title"] == title }?["id"])
            let why = try world.run("why", id)
            #expect(why.stdout.contains(sign), "\(why.stdout)")
        }
        let json = try world.run("likes", "list", "--json")
        let opinions = try #require(try JSONSerialization.jsonObject(with: json.bytes) as? [[String: Any]])
        #expect(Set(opinions.compactMap { $0["opinion"] as? String }) == ["liked", "disliked"])
    }

    @Test func `opinions are taken back one by one or all at once`() throws {
        let (world, ids) = try world()
        defer { world.end() }
        _ = try world.run("like", ids[0], ids[1])
        _ = try world.run("save", ids[2])
        #expect(try world.run("likes").stdout.contains("saved  0.5  \(ids[2])"))
        #expect(try world.run("likes", "remove", ids[0]).status == 0)
        let again = try world.run("likes", "remove", ids[0])
        #expect(again.status == 64)
        #expect(again.stderr == "newsdigest: '\(ids[0])' is neither liked nor disliked\n")
        let unsure = try world.run("likes", "clear")
        #expect(unsure.status == 64)
        #expect(
            unsure.stderr
                == "newsdigest: 2 opinions would be forgotten; without a terminal, confirm this with --yes\n")
        #expect(try world.run("likes", "clear", "--yes").status == 0)
        #expect(try world.run("likes").stdout.isEmpty)
        #expect(try world.run("saved").stdout.contains(ids[2]))
    }

    @Test func `an unknown item or profile is a usage error, and nothing is stored`() throws {
        let (world, ids) = try world()
        defer { world.end() }
        let unknown = try world.run("like", ids[0], "nothing")
        #expect(unknown.status == 64)
        #expect(unknown.stderr.hasPrefix("newsdigest: no item 'nothing' is known"))
        #expect(try world.run("likes").stdout.isEmpty)
        #expect(try world.run("like", ids[0], "--profile", "anna").status == 64)
    }

    @Test func `each profile has its own opinions`() throws {
        let (world, ids) = try world()
        defer { world.end() }
        try world.addReader("anna", feed: "")
        #expect(try world.run("dislike", ids[0], "--profile", "anna").status == 0)
        #expect(try world.run("likes").stdout.isEmpty)
        #expect(try world.run("likes", "--profile", "anna").stdout.contains("disliked"))
    }
}
