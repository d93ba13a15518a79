import Foundation
import Testing

/// The commands that look into the state, on what a replay of the demo leaves there.
@Suite struct HistoryTests {
    private let binary: Binary

    init() throws {
        binary = try Binary()
        let sent = try run("run", "--replay", DemoTests.demo.appending(path: "recording").path, "--out", "digest.html")
        #expect(sent.status == 0)
    }

    private func run(_ arguments: String...) throws -> Binary.Result {
        try binary.run(
            arguments + [
                "--config", DemoTests.demo.appending(path: "config.toml").path, "--state", binary.path("state.sqlite"),
                "--now", "2026-11-21T09:00:00Z",
            ])
    }

    private func entries(_ arguments: String...) throws -> [[String: String]] {
        let result = try binary.run(
            ["history"] + arguments + ["--format", "json", "--state", binary.path("state.sqlite")])
        return try #require(try JSONSerialization.jsonObject(with: result.bytes) as? [[String: String]])
    }

    @Test func `history has everything the digest showed, and finds it`() throws {
        defer { binary.remove() }
        let all = try entries()
        #expect(all.count > 10)
        #expect(Set(all.flatMap(\.keys)) == ["digest", "sent", "profile", "category", "id", "title", "url", "source"])
        #expect(try entries("--search", "BATTERY fast").count == 1)
        #expect(try entries("--category", "tech").allSatisfy { $0["category"] == "technology" })
        #expect(try run("history", "--profile", "nobody").status == 64)
        #expect(try run("history", "--category", "technologie").status == 64)
        #expect(try run("history", "--format", "html").stdout.contains("id=\"search\""))
        #expect(try run("history", "--format", "table").stderr == "")
    }

    @Test func `resend gives the very same bytes to the very same place`() throws {
        defer { binary.remove() }
        let digest = try #require(try entries().first?["digest"])
        let before = try Data(contentsOf: binary.home.appending(path: "digest.html"))
        try FileManager.default.removeItem(atPath: binary.path("digest.html"))
        #expect(try run("resend", digest).status == 0)
        #expect(try Data(contentsOf: binary.home.appending(path: "digest.html")) == before)
        #expect(try run("resend", digest, "--out", "-").bytes == before)
        let unknown = try run("resend", "none")
        #expect(unknown.status == 64)
        #expect(unknown.stderr == "newsdigest: no digest 'none' is known; 'newsdigest history' lists them\n")
    }

    @Test func `why, show and save go by id and by address`() throws {
        defer { binary.remove() }
        let entry = try #require(try entries("--search", "battery").first)
        let id = try #require(entry["id"])
        let url = try #require(entry["url"])
        #expect(try run("why", id).stdout.contains("sent to default in digest \(entry["digest"] ?? "")"))
        #expect(try run("why", url + "?utm_source=mail").stdout.contains("item \(id), from "))
        #expect(try run("show", id).stdout.contains(url))
        #expect(try run("save", url, "none").status == 64)
        #expect(try run("saved").stdout == "")
        #expect(try run("save", id).status == 0)
        #expect(try run("saved").stdout.contains(id))
        #expect(try run("saved", "clear").status == 64)
        #expect(try run("saved", "remove", id).status == 0)
        #expect(try run("saved", "remove", id).status == 64)
        #expect(try run("saved", "clear", "--yes").status == 0)
        #expect(try run("why", "https://unknown.example/").status == 64)
    }

    @Test func `a forgotten item leaves the history and comes again`() throws {
        defer { binary.remove() }
        let entry = try #require(try entries("--search", "plain text").first)
        #expect(try run("history", "forget", entry["id"] ?? "").status == 0)
        #expect(try entries("--search", "plain text").isEmpty)
        let again = try run("run", "--replay", DemoTests.demo.appending(path: "recording").path, "--out", "again.html")
        #expect(again.stdout.contains(entry["title"] ?? "none"))
    }

    @Test func `a damaged state stops every command with 74 and says how to go on`() throws {
        defer { binary.remove() }
        try binary.write("garbage", to: "state.sqlite")
        for command in [
            ["run", "--out", "other.html"], ["history"], ["why", "x"], ["save", "x"], ["saved"], ["resend", "x"],
        ] {
            let result = try binary.run(command + ["--state", binary.path("state.sqlite")])
            #expect(result.status == 74, "\(command)")
            #expect(result.stderr.contains("is damaged") && result.stderr.contains("state.sqlite.kept"))
        }
        #expect(!binary.exists("other.html"))
        #expect(try binary.read("state.sqlite") == "garbage")
    }
}
