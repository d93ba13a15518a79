import Foundation
import TestServer
import Testing

/// Standard output of every command that prints.
@Suite(.ownThread) struct OutputTests {
    /// What each needs stands in the folder: a state with one digest, `b.xml` and `in.jsonl`.
    private static let commands =
        [
            "history", "history --format json", "history show $digest", "saved", "saved --format html", "show $item",
            "why $item", "share $item", "sources", "sources --json", "sources check", "sources export",
            "sources remove Other", "categories", "categories --json", "check", "schedule", "schedule --systemd",
            "init --config new.toml", "templates looks", "parse --json b.xml", "group < in.jsonl", "--help",
            "--version", "help history",
        ] + delivering

    private static let delivering = [
        "search nests --now \(World.now)", "--include-sent --now \(World.now)", "resend $digest --now \(World.now)",
    ]

    private func world() throws -> World {
        let world = try World(feeds: ["/feed", "/other"]) { sources in
            for path in ["/feed", "/other"] { sources.feeds[path] = World.rss("Swift nests counted on the town hall") }
        }
        try world.binary.write("{\"id\": \"1\", \"title\": \"One\"}\n", to: "in.jsonl")
        try world.binary.write(FeedStandIn.rss("Feed", [("One", "https://daily.example/1", "")]), to: "b.xml")
        let config = try world.binary.read("config.toml").replacing("\"Feed /other\"", with: "\"Other\"")
        try world.binary.write(config, to: ".config/newsdigest/config.toml")
        return world
    }

    /// The id of the one digest, and of an item of it.
    private func ids(in world: World) throws -> (digest: String, item: String) {
        let digest = try JSONSerialization.jsonObject(
            with: Data(world.binary.run("--format", "json", "--now", World.now).bytes))
        let sections = (digest as? [String: Any])?["sections"] as? [[String: Any]]
        let story = (sections?.first?["stories"] as? [[String: Any]])?.first
        return (
            try #require((digest as? [String: Any])?["id"] as? String), try #require(story?["id"] as? String)
        )
    }

    @Test func `every command that prints ends with 73 on a full disk, and well where its reader leaves`() throws {
        let world = try world()
        defer { world.end() }
        let (digest, item) = try ids(in: world)
        try world.binary.run("save", item)
        for command in Self.commands {
            let line = "digest=\(digest) item=\(item); $newsdigest \(command)"
            let full = try world.binary.shell("\(line) > /dev/full")
            #expect(full.status == 73, "\(command)")
            #expect(full.lines.isEmpty && full.stderr.contains("No space left on device"), "\(command): \(full.stderr)")
            #expect(full.stderr.hasPrefix("newsdigest: "), "\(command)")
        }
    }

    @Test func `a reader that leaves early is no error of a command that only prints`() throws {
        let world = try world()
        defer { world.end() }
        let (digest, item) = try ids(in: world)
        let printing = Self.commands.filter { !Self.delivering.contains($0) }
        for command in printing {
            let line = "digest=\(digest) item=\(item); { $newsdigest \(command); echo $? >&3; } 3>&2 | true"
            let left = try world.binary.shell(line)
            #expect(left.stderr.split(separator: "\n").last == "0", "\(command): \(left.stderr)")
        }
    }
}
