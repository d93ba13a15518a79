import Foundation
import NewsDigest
import StateTestSupport
import Testing

@testable import State
@testable import Values

/// The commands that look into the state, on what a replay of the demo leaves there.
@Suite(.ownThread) struct HistoryTests {
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
        for limit in ["0", "-1"] { #expect(try run("history", "--limit=\(limit)").status == 64) }
        #expect(try run("history", "--search", "?!").stderr == "newsdigest: '?!' has no word to look for\n")
        #expect(try run("history", "--format", "html").stdout.contains("id=\"search\""))
        #expect(try run("history", "--format", "table").stderr == "")
    }

    @Test func `a search that finds a thousand stories says that there can be more`() throws {
        defer { binary.remove() }
        try send(stories: 1001, titled: "Swift")
        let all = try run("history", "--search", "swift", "--format", "json")
        #expect(all.stderr == "newsdigest: only the newest 1000 stories are listed; --limit and --since show others\n")
        #expect(all.stdout.components(separatedBy: "\"title\"").count == 1001)
        for arguments in [["--search", "swift", "--limit", "1001"], ["--search", "number7"], ["--since", "7d"]] {
            let some = try binary.run(
                ["history"] + arguments + ["--state", binary.path("state.sqlite"), "--now", "2026-11-21T09:00:00Z"])
            #expect(some.stderr == "" && some.stdout.contains("number7"), "\(arguments)")
        }
    }

    /// Puts a digest of so many stories behind the one that was sent.
    private func send(stories: Int, titled title: String) throws {
        let now = try Date("2026-11-21T08:30:00Z", strategy: .iso8601)
        let items = (0..<stories).map {
            Item(
                sourceID: "feed:birds", source: "Birds", url: "https://birds.example/\($0)",
                title: "\(title) number\($0)",
                published: now, category: "science", position: $0)
        }
        let state = try State(path: binary.path("state.sqlite"), mode: .readWrite)
        let gathered = Gathered(
            sourceID: "feed:birds", name: "Birds", items: items, status: .fresh, record: SourceRecord())
        let told = try state.remember([gathered], now: now).map { Story(id: $0.id, item: $0.item, url: $0.item.url) }
        let digest = Digest(
            id: "birds", profile: "default", title: "Birds", created: now, language: "en", timeZone: "UTC",
            sections: [Digest.Section(category: "science", title: "Science", stories: told)])
        try state.store(digest, renderings: [])
        #expect(try state.finish("birds", now: now))
        #expect(state.close() == nil)
    }

    @Test func `resend gives the very same bytes to the very same place`() throws {
        defer { binary.remove() }
        let digest = try #require(try entries().first?["digest"])
        let before = try Data(contentsOf: binary.home.appending(path: "digest.html"))
        try FileManager.default.removeItem(atPath: binary.path("digest.html"))
        #expect(try run("resend", digest).status == 0)
        #expect(try Data(contentsOf: binary.home.appending(path: "digest.html")) == before)
        #expect(try run("resend", digest, "--out", "-").bytes == before)
        #expect(try run("resend", "last", "--out", "-").bytes == before)
        #expect(try run("history", "show", "last").stdout == run("history", "show", digest).stdout)
        #expect(try run("show", "last").stdout == run("history", "show", digest).stdout)
        for format in ["json", "html", "markdown"] {
            let shown = try run("history", "show", digest, "--format", format).stdout
            #expect(try run("show", "last", "--format", format).stdout == shown)
        }
        let unknown = try run("resend", "none")
        #expect(unknown.status == 64)
        #expect(unknown.stderr == "newsdigest: no digest 'none' is known; 'newsdigest history' lists them\n")
    }

    @Test func `resend says which key lets the bytes of a digest go`() throws {
        defer { binary.remove() }
        try send(stories: 1, titled: "Swift")
        let result = try run("resend", "birds")
        #expect(result.status == 64)
        #expect(
            result.stderr
                == "newsdigest: the bytes of digest 'birds' were removed, because it is older than 'keep_digests' "
                + "allows\n")
    }

    @Test func `resend goes to the reader it was made for and to nobody else`() throws {
        defer { binary.remove() }
        let demo = try String(contentsOf: DemoTests.demo.appending(path: "config.toml"), encoding: .utf8)
        func deliver(_ table: String, to name: String) -> String {
            "\n[[\(table)deliver]]\nto = \"command\"\ncommand = [\"sh\", \"-c\", \"cat > \(name)\"]\n"
        }
        let all =
            demo + deliver("", to: "root") + "[profiles.anna]" + deliver("profiles.anna.", to: "anna")
            + "[profiles.boris]" + deliver("profiles.boris.", to: "boris")
        func run(_ arguments: String...) throws -> Binary.Result {
            try binary.run(
                arguments + ["--config", "all.toml", "--state", "all.sqlite", "--now", "2026-11-21T09:00:00Z"])
        }
        try binary.write(all, to: "all.toml")
        let recording = DemoTests.demo.appending(path: "recording").path
        #expect(try run("run", "--all-profiles", "--replay", recording).status == 0)
        let list = try run("history", "--profile", "anna", "--limit", "1", "--format", "csv").stdout
        let digest = try #require(list.split(whereSeparator: \.isNewline).last?.split(separator: ",")[1]).description
        let bytes = try binary.read("anna")
        for name in ["anna", "boris", "root"] { try FileManager.default.removeItem(atPath: binary.path(name)) }
        #expect(try run("resend", digest).status == 0)
        #expect(try binary.read("anna") == bytes)
        #expect(!binary.exists("root") && !binary.exists("boris"))
        #expect(try run("resend", digest, "--profile", "boris").status == 64)
        try binary.write(demo + deliver("", to: "root"), to: "all.toml")
        let gone = try run("resend", digest)
        #expect(gone.status == 64 && gone.stderr.contains("of 'anna' is no longer configured; --out FILE"))
        #expect(!binary.exists("root") && !binary.exists("boris"))
        #expect(try run("resend", digest, "--out", "-").stdout == bytes)
        let unwritable = try run("resend", digest, "--out", "no/such/folder")
        #expect(unwritable.status == 73 && unwritable.stderr.split(separator: "\n").count == 1)
    }

    @Test func `the history outlives the readers and sections of the configuration`() throws {
        defer { binary.remove() }
        let demo = try String(contentsOf: DemoTests.demo.appending(path: "config.toml"), encoding: .utf8)
        func run(_ arguments: String...) throws -> Binary.Result {
            try binary.run(
                arguments + ["--config", "own.toml", "--state", "own.sqlite", "--now", "2026-11-21T09:00:00Z"])
        }
        let own = demo.replacing("\"science\", \"general\"", with: "\"orbits\", \"general\"")
            .replacing("category = \"science\"", with: "category = \"orbits\"")
        try binary.write(own + "\n[profiles.anna]\nname = \"Anna\"\n", to: "own.toml")
        let recording = DemoTests.demo.appending(path: "recording").path
        #expect(try run("run", "--profile", "anna", "--replay", recording).status == 0)
        let listed = try run("history", "--profile", "anna", "--category", "orbits", "--format", "json")
        #expect(listed.stdout.contains("\"category\" : \"orbits\""))
        try binary.write(demo, to: "own.toml")
        let later = try run("history", "--profile", "anna", "--category", "orbits", "--format", "json")
        #expect(later.stderr == "")
        #expect(later.stdout == listed.stdout)
        #expect(try run("history", "--profile", "boris").status == 64)
        #expect(try run("history", "--category", "spice").status == 64)
    }

    @Test func `why, show and save go by id and by address`() throws {
        defer { binary.remove() }
        let entry = try #require(try entries("--search", "battery").first)
        let id = try #require(entry["id"])
        let url = try #require(entry["url"])
        #expect(try run("why", id).stdout.contains("sent to default in digest \(entry["digest"] ?? "")"))
        #expect(try run("why", url + "?utm_source=mail").stdout.contains("item \(id), from "))
        #expect(try run("why", url.replacing("https://", with: "")).stdout.contains("item \(id), from "))
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

    @Test func `every command says that it does not know a profile`() throws {
        defer { binary.remove() }
        let id = try #require(try entries().first?["id"])
        for command in [
            ["resend", "last"], ["share", id], ["show", id], ["show", "last"], ["history", "show", "last"],
            ["history", "forget", id], ["why", id],
        ] {
            let result = try binary.run(
                command + [
                    "--config", DemoTests.demo.appending(path: "config.toml").path, "--state", "state.sqlite",
                    "--profile", "nobody",
                ])
            #expect(
                result.status == 64 && result.stderr.contains("no profile 'nobody'"), "\(command): \(result.stderr)")
        }
        #expect(try entries().contains { $0["id"] == id })
    }

    @Test func `a forgotten item leaves the history and comes again`() throws {
        defer { binary.remove() }
        let entry = try #require(try entries("--search", "plain text").first)
        #expect(try run("history", "forget", entry["id"] ?? "").status == 0)
        #expect(try entries("--search", "plain text").isEmpty)
        let again = try run("run", "--replay", DemoTests.demo.appending(path: "recording").path, "--out", "again.html")
        #expect(again.stdout.contains(entry["title"] ?? "none"))
    }

    @Test func `an item whose text was removed can be neither saved nor shared`() throws {
        defer { binary.remove() }
        let state = try State(path: binary.path("state.sqlite"), mode: .readWrite)
        var now = try Date("2026-11-21T09:00:00Z", strategy: .iso8601)
        func remember(_ title: String) throws -> StoredItem {
            let item = Item(
                sourceID: "feed:b", source: "Birds", url: "https://birds.example/\(title)", title: title,
                category: "science")
            let answer = Gathered(
                sourceID: "feed:b", name: "Birds", items: [item], status: .fresh, record: SourceRecord())
            let stored = try state.remember([answer], now: now)
            try state.prune(after: [answer], isGrown: true, now: now)
            try state.end(try state.begin(at: now), summary: title, now: now)
            return stored[0]
        }
        let id = try remember("first").id
        for month in 1...4 {
            now += 29 * 86_400
            _ = try remember("later\(month)")
        }
        #expect(state.close() == nil)
        for command in ["share", "save"] {
            let result = try run(command, id)
            #expect(result.status == 64 && result.stdout == "")
            #expect(
                result.stderr
                    == "newsdigest: the text of item '\(id)' was removed, because its source no longer contains it\n")
        }
        for command in ["show", "why"] { #expect(try run(command, id).stdout.hasPrefix("(its text was removed)\n")) }
        #expect(try run("saved").stdout == "")
    }

    @Test func `check reads the whole state, as a run does that copies it`() throws {
        defer { binary.remove() }
        let state = try Data(contentsOf: URL(filePath: binary.path("state.sqlite")))
        var damaged = state
        let page = 4096
        try #require(damaged.count > 8 * page)
        damaged.replaceSubrange(3 * page..<8 * page, with: repeatElement(0xA5, count: 5 * page))
        try damaged.write(to: URL(filePath: binary.path("damaged.sqlite")))
        let result = try binary.run("check", "--state", binary.path("damaged.sqlite"))
        #expect(result.status == 74 && result.stderr.contains("is damaged"), "\(result.stderr)")
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
