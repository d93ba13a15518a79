import Foundation
import TestServer
import Testing

@Suite struct SearchTests {
    private func world() throws -> World {
        try World {
            $0.newsapi.archive = [
                .init(
                    "Swift migration tracked by radar", url: "https://wire.example/swifts", source: "Wire",
                    publishedAt: "2026-11-20T05:00:00Z")
            ]
            $0.feeds["/feed"] = World.rss("Swift nests counted on the town hall", "Nothing about birds here at all")
        }
    }

    @Test func `a search finds what servers, feeds and the state have, and marks nothing as sent`() throws {
        let world = try world()
        defer { world.end() }
        let found = try world.run("search", "swift")
        #expect(found.status == 0)
        #expect(found.stdout.contains("Swift migration tracked by radar"))
        #expect(found.stdout.contains("Swift nests counted on the town hall"))
        #expect(!found.stdout.contains("Nothing about birds"))
        let digest = try world.run(at: "2026-11-21T10:00:00Z")
        #expect(digest.stdout.contains("Swift nests counted on the town hall"))
        world.change { $0.feeds["/feed"] = World.rss("Only something new remains") }
        let stored = try world.run("search", "NESTS", at: "2026-11-21T12:00:00Z")
        #expect(stored.stdout.contains("Swift nests counted on the town hall"))
    }

    @Test func `what is found can go to a file, and its links to standard output`() throws {
        let world = try world()
        defer { world.end() }
        let title = "Swift nests counted on the town hall"
        let found = try world.run("search", "nests", "--out", "found.html")
        #expect(
            found.stdout
                == "\(title)\thttps://publisher.example/\(title.filter(\.isLetter))\n")
        #expect(try world.binary.read("found.html").contains("<html"))
        let quiet = try world.run("search", "nests", "--out", "found.json", "--quiet")
        #expect(quiet.stdout == "" && quiet.stderr == "" && quiet.status == 0)
    }

    @Test func `a search is no run: it gives no reasons and keeps nothing of what it finds`() throws {
        let world = try world()
        defer { world.end() }
        _ = try world.run("--source", "feeds")
        let sent = "https://publisher.example/Swiftnestscountedonthetownhall"
        let why = try world.run("why", sent).stdout
        let history = try world.run("history").stdout
        #expect(why.contains("shown, score"))
        let found = try world.run("search", "swift", at: "2026-11-21T09:00:00Z")
        #expect(found.stdout.contains("radar") && found.stdout.contains("town hall"))
        try #expect(world.run("why", sent).stdout == why)
        try #expect(world.run("history").stdout == history)
        try #expect(world.run("why", "https://wire.example/swifts").status == 64)
    }

    @Test(arguments: ["ab", "   ", " a "]) func `a query of less than three characters is refused`(query: String) throws
    {
        let world = try world()
        defer { world.end() }
        let result = try world.run("search", query)
        #expect(result.status == 64)
        #expect(result.stdout == "")
        #expect(world.server.requests.isEmpty)
    }

    @Test func `an item can be shared by its id and by its address`() throws {
        let world = try world()
        defer { world.end() }
        _ = try world.run("--source", "feeds")
        let address = "https://publisher.example/Swiftnestscountedonthetownhall"
        try #expect(world.run("share", address).stdout == "\(address)\n")
        let telegram = try world.run("share", address, "--to", "telegram").stdout
        #expect(telegram.hasPrefix("https://t.me/share/url?url=https%3A%2F%2Fpublisher.example"))
        try #expect(world.run("share", "no-such-item").status != 0)
    }
}
