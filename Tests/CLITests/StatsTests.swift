import Foundation
import TestServer
import Testing
import Texts

@Suite(.ownThread) struct StatsTests {
    private func world() throws -> World {
        try World("sources = [\"feeds\"]\n[digest]\nmax_items = 1", feeds: ["/feed", "/no"]) {
            $0.feeds["/feed"] = World.rss(
                "Council opens the winter market", "Bakery on the corner closes for repairs",
                "Ferry line buys an electric boat")
        }
    }

    @Test func `before the first run there is nothing, and nothing is made`() throws {
        let world = try world()
        defer { world.end() }
        for format in ["text", "json", "html"] {
            let result = try world.run("stats", "--format", format)
            #expect(result.status == 0 && result.stderr == "" && !result.stdout.isEmpty, "\(result.stderr)")
        }
        #expect(!world.binary.exists("s.sqlite"))
    }

    @Test func `the statistics say what each source brought and what became of it`() throws {
        let world = try world()
        defer { world.end() }
        _ = try world.run()
        let id = try #require(try world.run("history").lines.last?.split(separator: " ").dropFirst(2).first)
        _ = try world.run("like", String(id))
        let json = try #require(
            try JSONSerialization.jsonObject(with: world.run("stats", "--format", "json").bytes) as? [String: Any])
        #expect(json["items"] as? Int == 3 && json["shown"] as? Int == 1 && json["left_out"] as? Int == 2)
        #expect(json["liked"] as? Int == 1 && json["digests"] as? Int == 1 && (json["hours"] as? [Int])?[6] == 3)
        let days = try #require(json["days"] as? [[String: Any]])
        #expect(days.count == 31 && days.last?["day"] as? String == "2026-11-21" && days.last?["stored"] as? Int == 3)
        let sources = try #require(json["sources"] as? [[String: Any]])
        #expect(sources.map { $0["name"] as? String } == ["Feed /feed", "Feed /no"])
        #expect(sources[0]["fault"] is NSNull && (sources[1]["fault"] as? String)?.contains("404") == true)
        let text = try world.run("stats", "--since", "2d")
        #expect(text.lines[0].hasPrefix("since 19 Nov 2026: 3 items from 2 sources, 1 digest; 1 shown, 0 joined, 2"))
        #expect(text.lines.contains { $0.hasPrefix("Feed /feed") && $0.hasSuffix("█") })
        #expect(text.lines.allSatisfy { $0[...].columns <= 80 })
        let dayLines = text.lines.filter { $0.hasPrefix("2") && $0.contains(" Nov ") }
        #expect(dayLines.allSatisfy { $0.hasPrefix("21 Nov") } && dayLines.count == 2, "days before the first item")
        #expect(text.stdout.contains("Feed /no has failed since 21 Nov: "))
        let later = try world.run("stats", "--since", "2d", at: "2026-12-21T08:00:00Z")
        #expect(later.lines[0].contains("0 items from 2 sources"))
    }

    @Test func `the page loads nothing, and is written to the file that --out names`() throws {
        let world = try world()
        defer { world.end() }
        _ = try world.run()
        let result = try world.run("stats", "--out", "stats.html")
        #expect(result.status == 0 && result.stdout == "")
        let page = try world.binary.read("stats.html")
        #expect(
            page.hasPrefix("<!DOCTYPE html>") && page.contains("<svg") && page.contains("prefers-color-scheme: dark"))
        #expect(!page.contains("<script") && !page.contains("src=") && !page.contains("href="))
        #expect(page.contains("default-src 'none'"))
        #expect(try world.run("stats", "--out", "none/stats.html").status == 73)
    }

    @Test func `on a terminal the lines fit its width`() throws {
        let world = try world()
        defer { world.end() }
        _ = try world.run()
        for columns: UInt16 in [40, 200] {
            let seen = try world.binary.runOnTerminal(
                ["stats", "--config", "config.toml", "--state", "s.sqlite", "--now", World.now], columns: columns)
            let lines = seen.screen.split(separator: "\n")
            #expect(seen.status == 0 && lines.allSatisfy { $0.columns <= columns }, "\(seen.screen)")
        }
    }
}
