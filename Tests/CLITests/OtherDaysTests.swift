import Foundation
import TestServer
import Testing

/// How a state with items of other days changes what belongs together.
@Suite(.ownThread) struct OtherDaysTests {
    private static func feed(_ titles: [String], of paper: String = "paper", on date: String) -> Reply {
        let items = titles.map { title in
            """
            <item><title>\(title)</title><link>https://\(paper).example/\(date.prefix(3))/\(title.filter { $0 != " " })</link>
            <pubDate>\(date) 06:00:00 GMT</pubDate></item>
            """
        }
        return .ok(
            "<rss version=\"2.0\"><channel><title>\(paper)</title><language>tr</language>\(items.joined())</channel></rss>",
            type: "application/rss+xml")
    }

    private func world() throws -> World {
        let world = try World { _ in }
        try world.binary.write(
            """
            timezone = "UTC"
            sources = ["feeds"]
            [network]
            host_gap = "0s"
            """
                + ["a", "b"].map {
                    "\n[[feeds]]\nurl = \"\(world.server.url("/\($0)"))\"\nlimit = 300\nfirst_items = 300\n"
                }.joined(), to: "config.toml")
        return world
    }

    /// The number of stories of a morning on which two newspapers have one title each, about the same harbour.
    private func stories(_ world: World) throws -> Int {
        world.change {
            $0.feeds["/a"] = Self.feed(["Grel morvan tusk oldan ferkin dosmel"], on: "Fri, 27 Nov 2026")
            $0.feeds["/b"] = Self.feed(["Grel morvan tusk oldan bresna kilvor"], of: "courier", on: "Fri, 27 Nov 2026")
        }
        let result = try world.run("run", "--format", "json", at: "2026-11-27T08:00:00Z")
        #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
        let digest = try #require(try JSONSerialization.jsonObject(with: result.bytes) as? [String: Any])
        let sections = try #require(digest["sections"] as? [[String: Any]])
        return sections.reduce(0) { $0 + ($1["stories"] as? [Any] ?? []).count }
    }

    /// - Parameter posts: each with a day of November 2026.
    private static func news(_ paper: String, _ posts: [(day: Int, title: String, text: String)]) -> Reply {
        let items = posts.map { post in
            """
            <item><title>\(post.title)</title><link>https://\(paper).example/\(post.day)</link>
            <description>\(post.text)</description><pubDate>\(post.day) Nov 2026 05:00:00 GMT</pubDate></item>
            """
        }
        return .ok(
            "<rss version=\"2.0\"><channel><title>\(paper)</title><language>en</language>\(items.joined())</channel></rss>",
            type: "application/rss+xml")
    }

    @Test func `a telling of a sent story does not come back when what joined it to the story is gone`() throws {
        let world = try world()
        defer { world.end() }
        try world.binary.write(
            world.binary.read("config.toml")
                + "\n[[feeds]]\nurl = \"\(world.server.url("/c"))\"\n[digest]\ngrowth = \"never\"\n",
            to: "config.toml")
        let posts: [String: [(day: Int, title: String, text: String)]] = [
            "a": [
                (19, "Granite quarry reopens", "Work begins again at the quarry."),
                (
                    20, "Ferry Aurora sinks off Marmelund with sixty aboard",
                    "The ferry Aurora sank off Marmelund on Friday with sixty people aboard, the coastguard said."
                ),
            ],
            "b": [
                (19, "Tulip growers meet", "The growers of tulips hold their fair."),
                (
                    21, "Sixty missing after ferry Aurora sinks near Marmelund",
                    "Rescuers search for sixty people after the ferry Aurora went down off Marmelund in a storm."
                ),
                (
                    22, "Search for ferry Aurora off Marmelund: storm hampers rescuers",
                    "A storm hampers rescuers who search for sixty people of the ferry Aurora off Marmelund."
                ),
            ],
            "c": [
                (19, "Saddle makers retire", "Two makers of saddles close their shop."),
                (
                    23, "Marmelund ferry Aurora goes down in storm, dozens missing",
                    "Dozens are missing after the Aurora ferry sank in a storm off Marmelund, coastguard officials said."
                ),
            ],
        ]
        var shown: [Int] = []
        for day in 19...27 {
            world.change {
                for (paper, posts) in posts { $0.feeds["/" + paper] = Self.news(paper, posts.filter { $0.day <= day }) }
            }
            let result = try world.run("run", "--format", "json", at: "2026-11-\(day)T07:00:00Z")
            #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
            if result.stdout.contains("Aurora") { shown.append(day) }
        }
        #expect(shown == [20])
        let why = try world.run("why", "https://c.example/23", at: "2026-11-27T08:00:00Z").stdout
        #expect(!why.contains("shown, score"), "\(why)")
    }

    @Test func `words that are common on other days join no stories, in a language without a table`() throws {
        let new = try world()
        defer { new.end() }
        #expect(try stories(new) == 1)

        let experienced = try world()
        defer { experienced.end() }
        experienced.change {
            $0.feeds["/a"] = Self.feed(
                (0..<250).map { "Grel morvan tusk oldan in harbour number \($0)" }, on: "Sat, 21 Nov 2026")
            $0.feeds["/b"] = Self.feed([], on: "Sat, 21 Nov 2026")
        }
        let dry = try experienced.run("run", "--dry-run")
        #expect(dry.status == 0)
        #expect(try experienced.run().status == 0)
        #expect(try stories(experienced) == 2)
    }
}
