import Foundation
import Testing

@testable import NewsDigest
@testable import Values

/// Debug builds let a test have the work on one text crash or hang (`NEWSDIGEST_SIMULATE`).
@Suite(.ownThread) struct QuarantineTests {
    private static let titles = ["Lighthouse keeper retires after forty years", "Ferry timetable changes in spring"]

    private func world(deadline: String = "5m") throws -> World {
        let world = try World("", feeds: ["/feed"]) { $0.feeds["/feed"] = World.rss(Self.titles[0], Self.titles[1]) }
        try world.binary.write(
            """
            timezone = "UTC"
            [network]
            host_gap = "0s"
            deadline = "\(deadline)"
            [[feeds]]
            url = "\(world.server.url("/feed"))"
            name = "Paper"
            category = "technology"
            """, to: "config.toml")
        return world
    }

    private func run(_ world: World, _ arguments: String..., simulating work: String? = nil) throws -> Binary.Result {
        var binary = world.binary
        binary.environment["NEWSDIGEST_SIMULATE"] = work
        return try binary.run(
            arguments + [
                "--config", binary.path("config.toml"), "--state", binary.path("s.sqlite"), "--now", World.now,
            ])
    }

    /// The id of the first story, under which it is or would be stored.
    private func poison(_ world: World) -> String {
        let id = "feed:\(world.server.url("/feed"))"
        let url = "https://publisher.example/\(Self.titles[0].filter { $0.isLetter || $0.isNumber })"
        let item = Item(sourceID: id, source: "Paper", url: url, title: Self.titles[0], category: "technology")
        return String(Identity.id(of: item).prefix(7))
    }

    @Test(arguments: ["selecting", "grouping", "rendering"])
    func `an item that crashes a run is left aside by the next, and the others go out`(step: String) throws {
        let world = try world()
        defer { world.end() }
        let id = poison(world)
        let work = "\(step):item \(id):crash"
        #expect(try run(world, simulating: work).status == -SIGSEGV)

        let next = try run(world, simulating: work)
        #expect(next.status == 0)
        #expect(next.stdout.contains(Self.titles[1]) && !next.stdout.contains(Self.titles[0]))
        let stage = step == "rendering" ? "render" : "select"
        #expect(next.stderr.hasPrefix("newsdigest: \(stage) 'item \(id)': an earlier run crashed"))
        #expect(next.stderr.split(separator: "\n").count == 1)

        // It is named once, and seen by `why`.
        #expect(try run(world, simulating: work).stderr == "")
        let why = try run(world, "why", id).stdout
        #expect(why.contains("quarantined, because an earlier run crashed or hung while \(step) it"))

        #expect(try run(world, "history", "forget", id).status == 0)
        #expect(try run(world).stdout.contains(Self.titles[0]))
    }

    @Test func `an item that crashes a run before it is stored is left aside, and found by its address`() throws {
        let world = try world()
        defer { world.end() }
        let url = "https://publisher.example/\(Self.titles[0].filter { $0.isLetter || $0.isNumber })"
        let item = Item(
            sourceID: "feed:\(world.server.url("/feed"))", source: "Paper", url: url, title: Self.titles[0],
            category: "technology")
        let work = "storing:\(Quarantine.subject(ofNew: item)):crash"
        #expect(try run(world, simulating: work).status == -SIGSEGV)
        let next = try run(world, simulating: work)
        #expect(next.status == 0)
        #expect(next.stdout.contains(Self.titles[1]) && !next.stdout.contains(Self.titles[0]))
        #expect(next.stderr.contains("remember 'a new item': an earlier run crashed"))
        #expect(try run(world, "why", url).stdout.hasPrefix("quarantined since 2026-11-21T08:00:00Z"))
        #expect(try run(world, "history", "forget", url).status == 0)
    }

    /// A world with another good feed.
    private func worldOfTwo() throws -> World {
        let world = try world()
        world.change { $0.feeds["/other"] = World.rss("Another paper, another story") }
        let config = try world.binary.read("config.toml")
        try world.binary.write(
            """
            \(config)
            [[feeds]]
            url = "\(world.server.url("/other"))"
            name = "Other"
            category = "technology"
            """, to: "config.toml")
        return world
    }

    @Test(arguments: [
        ("reading", "kill", -SIGKILL), ("reading", "abort", -SIGABRT), ("reading", "fill", 69),
        ("storing", "kill", -SIGKILL),
    ])
    func `a source that ended two runs is set aside for a day, and then tried`(
        step: String, fault: String, status: Int32
    ) throws {
        let world = try worldOfTwo()
        defer { world.end() }
        let work = "\(step):\(Quarantine.subject(ofSource: "feed:\(world.server.url("/feed"))")):\(fault)"
        for _ in 1...2 {
            let ended = try fault == "fill" ? runWithoutMemory(world, simulating: work) : run(world, simulating: work)
            #expect(ended.status == status, "\(ended.stderr)")
        }
        let next = try run(world, simulating: work)
        #expect(next.status == 1)
        #expect(next.stdout.contains("Another paper") && !next.stdout.contains(Self.titles[0]))
        let fact = "2 runs in a row ended while they read or stored this source, so it is set aside for a day"
        #expect(next.stdout.contains(fact))
        #expect(next.stderr.hasPrefix("newsdigest: gather 'Paper': \(fact)"), "\(next.stderr)")
        #expect(next.stderr.split(separator: "\n").count == 1)
        #expect(try run(world, simulating: work).status == 1)

        let later = try world.binary.run(
            "--config", "config.toml", "--state", "s.sqlite", "--now", "2026-11-22T08:00:00Z")
        #expect(later.status == 0 && later.stderr.isEmpty, "\(later.stderr)")
        #expect(Self.titles.allSatisfy(later.stdout.contains))
    }

    @Test func `a source set aside that ends another run is set aside again, and forget ends this`() throws {
        let world = try worldOfTwo()
        defer { world.end() }
        let source = "feed:\(world.server.url("/feed"))"
        let work = "reading:\(Quarantine.subject(ofSource: source)):kill"
        for _ in 1...2 { #expect(try run(world, simulating: work).status == -SIGKILL) }
        #expect(try run(world, simulating: work).stdout.contains("Another paper"))
        func tomorrow() throws -> Binary.Result {
            var binary = world.binary
            binary.environment["NEWSDIGEST_SIMULATE"] = work
            return try binary.run("--config", "config.toml", "--state", "s.sqlite", "--now", "2026-11-22T08:00:00Z")
        }
        #expect(try tomorrow().status == -SIGKILL)
        #expect(try tomorrow().stderr.contains("3 runs in a row ended"))
        #expect(try run(world, "history", "forget", source).status == 0)
        #expect(try run(world).stdout.contains(Self.titles[0]))
    }

    @Test func `runs that end at other times, or not in a row, set no source aside`() throws {
        let world = try worldOfTwo()
        defer { world.end() }
        for _ in 1...3 { #expect(try run(world, simulating: "transferring::kill").status == -SIGKILL) }
        let work = "reading:\(Quarantine.subject(ofSource: "feed:\(world.server.url("/feed"))")):kill"
        for number in 1...2 {
            // The same answer again would not be read.
            world.change { $0.feeds["/feed"] = World.rss(Self.titles[0], Self.titles[1], "Story number \(number)") }
            #expect(try run(world, simulating: work).status == -SIGKILL)
            let good = try run(world, "--include-sent")
            #expect(good.status == 0 && good.stderr.isEmpty, "\(number): \(good.stderr)")
            #expect(good.stdout.contains(Self.titles[0]) && good.stdout.contains("Another paper"))
        }
    }

    @Test func `a source that crashes a run is not asked by the next, and the others are`() throws {
        let world = try worldOfTwo()
        defer { world.end() }
        let source = "feed:\(world.server.url("/feed"))"
        let work = "reading:\(Quarantine.subject(ofSource: source)):crash"
        #expect(try run(world, simulating: work).status == -SIGSEGV)
        let next = try run(world, simulating: work)
        #expect(next.status == 1)
        #expect(next.stdout.contains("Another paper"))
        #expect(next.stderr.contains("an earlier run crashed (signal 11) while reading it"))
        #expect(next.stdout.contains("an earlier run crashed (signal 11) while reading it"))
        #expect(try run(world, "history", "forget", source).status == 0)
        #expect(try run(world).stdout.contains(Self.titles[0]))
    }

    /// A debug build takes about 300 MB of address space.
    private func runWithoutMemory(_ world: World, simulating work: String) throws -> Binary.Result {
        var binary = world.binary
        binary.environment["NEWSDIGEST_SIMULATE"] = work
        return try binary.shell(
            "ulimit -c 0; ulimit -v 2000000; $newsdigest --config config.toml --state s.sqlite --now \(World.now)")
    }

    private static let lack =
        "newsdigest: the memory is used up; raise its limit (ulimit -v or -d, or the container's), and try again"

    @Test func `an item that fills the memory ends the run with a line, and the next run leaves it aside`() throws {
        let world = try world()
        defer { world.end() }
        let id = poison(world)
        let starved = try runWithoutMemory(world, simulating: "selecting:item \(id):fill")
        #expect(starved.status == 69)
        #expect(starved.stderr.split(separator: "\n").last.map(String.init) == Self.lack)
        #expect(starved.stdout.isEmpty)
        let next = try run(world)
        #expect(next.status == 0)
        #expect(next.stdout.contains(Self.titles[1]) && !next.stdout.contains(Self.titles[0]))
        #expect(next.stderr.hasPrefix("newsdigest: select 'item \(id)': an earlier run crashed"))
    }

    @Test func `a lack of memory in the work on many items blames none of them`() throws {
        let world = try world()
        defer { world.end() }
        let starved = try runWithoutMemory(world, simulating: "grouping::fill")
        #expect(starved.status == 69)
        #expect(starved.stderr.split(separator: "\n").last.map(String.init) == Self.lack)
        let next = try run(world)
        #expect(next.status == 0 && next.stderr.isEmpty)
        #expect(Self.titles.allSatisfy(next.stdout.contains))
    }

    @Test func `own templates that stop a run give way to the built-in ones until one of them changes`() throws {
        let world = try world()
        defer { world.end() }
        let folder = "templates"
        try world.binary.write(
            "Own: {{#sections}}{{#stories}}{{title}} {{/stories}}{{/sections}}",
            to: "\(folder)/digest.markdown.mustache")
        let configuration = try String(contentsOfFile: world.binary.path("config.toml"), encoding: .utf8)
        try world.binary.write(configuration + "\n[digest]\ntemplates = \"\(folder)\"\n", to: "config.toml")
        #expect(try run(world, simulating: "rendering:templates :crash").status == -SIGSEGV)

        let next = try run(world, simulating: "rendering:templates :crash")
        #expect(next.status == 0)
        #expect(Self.titles.allSatisfy(next.stdout.contains) && !next.stdout.contains("Own:"))
        #expect(
            next.stderr.split(separator: "\n").map(String.init) == [
                "newsdigest: render 'your templates': an earlier run crashed (signal 11) while rendering with them; they are "
                    + "quarantined until you change one of them or newsdigest is updated",
                "newsdigest: render '\(world.binary.path(folder))': an earlier run crashed or hung with these templates, so the "
                    + "built-in ones are used",
            ])

        try world.binary.write(
            "Mine: {{#sections}}{{#stories}}{{title}} {{/stories}}{{/sections}}",
            to: "\(folder)/digest.markdown.mustache")
        let mended = try run(world, "--include-sent")
        #expect(mended.stdout.hasPrefix("Mine: ") && mended.stderr.isEmpty)
    }

    @Test func `where nobody can be blamed, the newer half of what waits is left aside`() throws {
        let world = try world()
        defer { world.end() }
        world.change {
            $0.feeds["/feed"] = World.rss("Alpha opens", "Beta closes", "Gamma moves", "Delta stays")
        }
        #expect(try run(world, simulating: "grouping::crash").status == -SIGSEGV)
        let next = try run(world)
        #expect(next.status == 0)
        #expect(next.stderr.contains("select '2 items': an earlier run crashed (signal 11) while grouping them"))
        #expect(["Alpha", "Beta", "Gamma", "Delta"].count { next.stdout.contains($0) } == 2)
    }

    @Test func `work without progress ends the run, and the next one leaves the item aside`() throws {
        let world = try world(deadline: "1s")
        defer { world.end() }
        let work = "grouping:item \(poison(world)):hang"
        let ended = try run(world, simulating: work)
        #expect(ended.status == 69)
        #expect(ended.stderr.contains("no progress for 10 seconds while grouping"))
        let next = try run(world, simulating: work)
        #expect(next.status == 0)
        #expect(next.stdout.contains(Self.titles[1]) && !next.stdout.contains(Self.titles[0]))
        #expect(next.stderr.contains("an earlier run made no progress while grouping it"))
    }

    @Test func `a run that is killed from outside leaves nothing aside`() throws {
        let world = try world()
        defer { world.end() }
        var binary = world.binary
        binary.environment["NEWSDIGEST_FAILPOINT"] = "rendered"
        let killed = try binary.run(
            "--config", binary.path("config.toml"), "--state", binary.path("s.sqlite"), "--now", World.now)
        #expect(killed.status == -SIGKILL)
        let next = try run(world)
        #expect(next.stderr == "")
        #expect(Self.titles.allSatisfy { next.stdout.contains($0) })
        #expect(!FileManager.default.fileExists(atPath: binary.path("s.sqlite.work")))
    }
}
