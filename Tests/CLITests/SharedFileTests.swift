import Foundation
import TestServer
import Testing

@testable import Settings

/// Profiles whose digests would replace one another in a file.
@Suite(.ownThread) struct SharedFileTests {
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
        #expect(OutputPath(written: "d/{profile}/x.md").named(for: "..") == "d/%2E%2E/x.md")
        #expect(!OutputPath(written: "{profile}.md").named(for: "../\u{301}a").utf8.contains(UInt8(ascii: "/")))
    }

    @Test func `names of profiles that lead through links to one file are one file`() throws {
        defer { world.end() }
        _ = try world.binary.shell(
            "ln -s one.md a.md; ln -s one.md b.md; mkdir real d; ln -s ../real d/a; ln -s ../real d/b")
        for (path, file) in [("{profile}.md", "one.md"), ("d/{profile}/x.md", "real/x.md")] {
            try configure(path: path)
            #expect(try world.run("check").stderr.contains("already gets the digest of 'a'"))
            let run = try world.run("run", "--all-profiles", "--include-sent")
            #expect(run.status == 76 && run.stderr.split(separator: "\n").count == 1, "\(run.stderr)")
            #expect(try world.binary.read(file).contains("# A"))
        }
        _ = try world.binary.shell("rm a.md d/b; mkdir d/b")
        for path in ["{profile}.md", "d/{profile}/x.md"] {
            try configure(path: path)
            #expect(try world.run("check").status == 0)
        }
    }

    @Test func `a file gets the digest of the first profile that has one`() throws {
        defer { world.end() }
        try configure(path: "digest.md")
        let silent = "[profiles.a.interest]\ninclude = [\"zebra\"]\n"
        try world.binary.write(try world.binary.read("config.toml") + silent, to: "config.toml")
        let run = try world.run("run", "--all-profiles")
        #expect(run.status == 0 && run.stderr.isEmpty, "\(run.stderr)")
        #expect(try world.binary.read("digest.md").contains("# B"))
    }

    @Test func `a file that another profile's digest has is no failure for a profile without anything new`() throws {
        defer { world.end() }
        try configure(path: "digest.md")
        let silent = "[profiles.b.interest]\ninclude = [\"zebra\"]\n"
        let config = try world.binary.read("config.toml")
        try world.binary.write(config + silent, to: "config.toml")
        let run = try world.run("run", "--all-profiles")
        #expect(run.status == 0 && run.stderr.isEmpty, "\(run.stderr)")
        #expect(try world.binary.read("digest.md").contains("# A"))
        // What is new for 'b' then waits, and is said.
        try world.binary.write(config, to: "config.toml")
        world.change { $0.feeds["/feed"] = World.rss("Comet returns to the evening sky", "Bridge closes for a week") }
        let next = try world.run("run", "--all-profiles", at: "2026-11-21T09:00:00Z")
        #expect(next.status == 76 && next.stderr.contains("already gets the digest of 'a'"), "\(next.stderr)")
        _ = try world.run("run", "--profile", "b", at: "2026-11-21T10:00:00Z")
        let late = try world.binary.read("digest.md")
        #expect(late.contains("# B") && late.contains("Comet") && late.contains("Bridge"), "\(late)")
    }

    @Test func `a digest that is delivered again replaces no file that newsdigest needs`() throws {
        defer { world.end() }
        try configure(path: "{profile}.md")
        #expect(try world.run("run", "--profile", "a").status == 0)
        let config = try world.binary.read("config.toml") + "[metrics]\nfile = \"m.prom\"\n"
        try world.binary.write(config, to: "config.toml")
        let metrics = world.binary.path("m.prom")
        let out = try world.run("resend", "last", "--profile", "a", "--out", metrics)
        #expect(out.status == 64 && out.stderr.contains("m.prom' is the file of [metrics]"), "\(out.stderr)")
        try world.binary.write(config.replacing("m.prom", with: "a.md"), to: "config.toml")
        let again = try world.run("resend", "last", "--profile", "a")
        #expect(again.status == 76 && again.stderr.contains("a.md' is the file of [metrics]"), "\(again.stderr)")
    }

    @Test func `a digest that waited is not replaced by that of another profile`() throws {
        defer { world.end() }
        try configure(path: "gone/digest.md")
        #expect(try world.run("run", "--profile", "b").status == 76)
        try world.binary.write("", to: "gone/x")
        let run = try world.run("run", "--all-profiles")
        #expect(run.status == 76 && run.stderr.split(separator: "\n").count == 1, "\(run.stderr)")
        #expect(run.stderr.contains("already gets the digest of 'b'"))
        #expect(try world.binary.read("gone/digest.md").contains("# B"))
        _ = try world.run("run", "--all-profiles")
        #expect(try world.binary.read("gone/digest.md").contains("# A"))
    }

    @Test func `of two digests that waited for one file, the second waits for the next run`() throws {
        defer { world.end() }
        try configure(path: "gone/digest.md")
        for profile in ["a", "b"] { #expect(try world.run("run", "--profile", profile).status == 76) }
        try world.binary.write("", to: "gone/x")
        #expect(try world.run("run", "--all-profiles").status == 76)
        #expect(try world.binary.read("gone/digest.md").contains("# A"))
        #expect(try world.run("status").stdout.contains("already gets the digest of 'a'"))
        _ = try world.run("run", "--all-profiles")
        #expect(try world.binary.read("gone/digest.md").contains("# B"))
    }

    @Test func `different ids of readers never make one file`() throws {
        defer { world.end() }
        let ids = ["a/b", "a_b", "a%2Fb", "..", "_"]
        try world.binary.write(ids.map { "{\"id\": \"\($0)\"}\n" }.joined(), to: "readers.jsonl")
        try configure(path: "{profile}.md")
        try world.binary.write(
            try world.binary.read("config.toml") + "[readers]\nfile = \"readers.jsonl\"\n", to: "config.toml")
        #expect(try world.run("check").status == 0)
        #expect(try world.run("run", "--all-profiles").status == 0)
        let names = ["a%2Fb.md", "a_b.md", "a%252Fb.md", "%2E%2E.md", "_.md"]
        #expect(names.allSatisfy(world.binary.exists))
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
