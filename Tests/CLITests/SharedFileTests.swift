import Foundation
import TestServer
import Testing

@testable import NewsDigest

/// Profiles whose digests would replace one another in a file.
@Suite struct SharedFileTests {
    private let world: World

    init() throws { world = try World { $0.feeds["/feed"] = World.rss("Comet returns to the evening sky") } }

    private func configure(path: String) throws {
        try world.binary.write(
            """
            timezone = "UTC"
            [[deliver]]
            to = "file"
            path = "\(path)"
            [[feeds]]
            url = "\(world.server.url("/feed"))"
            [profiles.a]
            title = "A"
            [profiles.b]
            title = "B"

            """, to: "config.toml")
    }

    @Test func `a file of two profiles is refused by check and stays with the first`() throws {
        defer { world.end() }
        try configure(path: "digest.md")
        let check = try world.run("check")
        #expect(check.status == 78 && check.stderr.contains("already gets the digest of 'a'; write a path for each"))
        #expect(check.stderr.contains("path = \"{profile}.html\""))
        let run = try world.run("run", "--all-profiles")
        #expect(run.status == 76, "\(run.stderr)")
        #expect(run.stderr.split(separator: "\n").count == 1 && run.stderr.contains("already gets the digest of 'a'"))
        #expect(try world.binary.read("digest.md").contains("# A"))
        try configure(path: "{profile}.md")
        #expect(try world.run("check").status == 0)
        let next = try world.run("run", "--all-profiles")
        #expect(next.status == 0 && next.stderr.isEmpty, "\(next.stderr)")
        #expect(try world.binary.read("b.md").contains("# B"))
    }

    @Test func `readers of a list that share a file`() throws {
        defer { world.end() }
        let ids = (1...20).map { "r\($0)" }
        try world.binary.write(ids.map { "{\"id\": \"\($0)\"}\n" }.joined(), to: "readers.jsonl")
        func configure(path: String) throws {
            try world.binary.write(
                """
                timezone = "UTC"
                [[deliver]]
                to = "file"
                path = "\(path)"
                [readers]
                file = "readers.jsonl"
                [[feeds]]
                url = "\(world.server.url("/feed"))"

                """, to: "config.toml")
        }
        try configure(path: "{date:%Y}.md")
        let check = try world.run("check")
        let refusals = check.stderr.split(separator: "\n").filter { $0.contains("already gets the digest of 'r1'") }
        #expect(check.status == 78 && refusals.count == 1, "\(check.stderr)")
        let run = try world.run("run", "--all-profiles")
        #expect(run.status == 76 && run.stderr.contains("; 18 other digests had the same fault, see"), "\(run.stderr)")
        #expect(world.binary.exists("2026.md"))
        try configure(path: "{profile}-{date}.md")
        #expect(try world.run("check").status == 0)
        #expect(try world.run("run", "--all-profiles").status == 0)
        #expect(ids.dropFirst().allSatisfy { world.binary.exists("\($0)-2026-11-21.md") })
    }

    @Test func `one path twice in one profile`() throws {
        defer { world.end() }
        try configure(path: "{profile}.md")
        let twice = "[[profiles.a.deliver]]\nto = \"file\"\npath = \"a.md\"\n"
        try world.binary.write(try world.binary.read("config.toml") + twice + twice, to: "config.toml")
        let objection = "a.md' stands in two [[deliver]] of 'a'; write another path in one of them"
        for check in try [world.run("check"), world.run("check", "--profile", "a")] {
            #expect(check.status == 78 && check.stderr.contains(objection), "\(check.stderr)")
        }
        let run = try world.run("run", "--all-profiles")
        #expect(run.status == 76 && run.stderr.contains(objection), "\(run.stderr)")
        #expect(world.binary.exists("a.md") && world.binary.exists("b.md"))
    }

    @Test func `a path of the command line has no placeholders, and no reader's name leads to another folder`() throws {
        defer { world.end() }
        try configure(path: "{profile}.md")
        #expect(try world.run("run", "--profile", "a", "--out", "{profile}.md").status == 0)
        #expect(world.binary.exists("{profile}.md"))
        #expect(OutputPath(written: "d/{profile}/x.md").named(for: "..") == "d/_/x.md")
    }

    @Test func `a link and its target are one file, and a device may have any number of digests`() throws {
        defer { world.end() }
        try configure(path: "link.md")
        try FileManager.default.createSymbolicLink(
            atPath: world.binary.path("link.md"), withDestinationPath: world.binary.path("digest.md"))
        try world.binary.write(
            try world.binary.read("config.toml") + "[[profiles.b.deliver]]\nto = \"file\"\npath = \"digest.md\"\n",
            to: "config.toml")
        #expect(try world.run("check").status == 78)
        _ = try world.binary.shell("mkdir real && ln -s real folder")
        try configure(path: "real/new.md")
        try world.binary.write(
            try world.binary.read("config.toml") + "[[profiles.b.deliver]]\nto = \"file\"\npath = \"folder/new.md\"\n",
            to: "config.toml")
        #expect(try world.run("check").status == 78)
        try configure(path: "/dev/stdout")
        #expect(try world.run("check").status == 0)
        let run = try world.run("run", "--all-profiles")
        #expect(run.status == 0 && run.stdout.contains("A") && run.stdout.contains("B"))
    }
}
