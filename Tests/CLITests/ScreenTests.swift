import Foundation
import TestServer
import Testing
import Texts

/// What a person sees at a terminal.
@Suite(.ownThread) struct ScreenTests {
    private let world: World
    private static let title = "Council opens the winter market in the old harbour district"

    init() throws {
        world = try World("sources = [\"feeds\"]") {
            $0.feeds["/feed"] = World.rss(
                Self.title, "東京で大きな会議が開かれ、多くの国の代表が集まった", "Совет открывает зимний рынок в старом порту")
        }
    }

    private func see(
        _ arguments: String..., columns: UInt16 = 60, variables: [String: String] = ["TERM": "xterm"]
    ) throws -> (status: Int32, lines: [String]) {
        let common = ["--config", "config.toml", "--state", "s.sqlite", "--now", World.now]
        let seen = try world.binary.runOnTerminal(arguments + common, columns: columns, variables: variables)
        return (seen.status, seen.screen.components(separatedBy: "\n"))
    }

    private func plain(_ lines: [String]) -> [String] {
        lines.map { $0.replacing(/\u{1B}\[[0-9]*[mK]|\r.*\r/, with: "") }
    }

    @Test func `a digest, a search and a dry run are pages of the terminal's width, and a pipe gets Markdown`() throws {
        defer { world.end() }
        let dry = try see("run", "--dry-run")
        #expect(dry.lines.contains("\u{1B}[1mCouncil opens the winter market in the old harbour district\u{1B}[22m"))
        let shown = try see("run")
        #expect(shown.status == 0 && shown.lines.contains { $0.contains("\u{1B}[1m== Technology ==") })
        #expect(try see("run").lines.contains { $0.contains("nothing new") })
        let found = try see("search", "council", columns: 30)
        for (page, width) in [(dry, 60), (shown, 60), (found, 30)] {
            let lines = plain(page.lines)
            #expect(
                lines.allSatisfy {
                    $0[...].columns <= width || $0.hasPrefix("https://") || $0.hasPrefix("newsdigest:")
                },
                "\(lines)")
            #expect(lines.contains { $0.hasPrefix("Council opens") } && !lines.contains { $0.contains("Share") })
        }
        #expect(try world.run("search", "council").stdout.contains("### [\(Self.title)]"))
        #expect(try see("run", "--include-sent", "--format", "markdown").lines.contains { $0.hasPrefix("### [") })
    }

    @Test func `lists fit the width, with the title first`() throws {
        defer { world.end() }
        _ = try world.run()
        let id = try #require(try world.run("history").lines.last?.split(separator: " ").dropFirst(2).first)
        _ = try world.run("save", String(id))
        for columns: UInt16 in [30, 40, 80, 200] {
            for list in [
                ["history"], ["saved"], ["sources"], ["sources", "show", "Feed /feed"], ["history", "show", "last"],
            ] {
                let common = ["--config", "config.toml", "--state", "s.sqlite", "--now", World.now]
                let seen = try world.binary.runOnTerminal(list + common, columns: columns)
                let lines = seen.screen.split(separator: "\n")
                #expect(seen.status == 0 && lines.allSatisfy { $0.columns <= columns }, "\(seen.screen)")
                guard list != ["sources"] else { continue }
                if list[0] == "sources" {
                    #expect(
                        lines.contains { $0.hasPrefix("Co") } && lines.contains { $0.contains(id) }, "\(seen.screen)")
                    continue
                }
                #expect(lines.contains { $0.hasPrefix("  Co") || $0.hasPrefix("  東") || $0.hasPrefix("  Со") })
                #expect(lines.contains { $0.contains(id) }, "\(seen.screen)")
                if columns >= 80 { #expect(list == ["saved"] || lines.contains { $0.contains(Self.title) }) }
            }
        }
    }

    @Test func `the links and the progress of a run fit the width`() throws {
        defer { world.end() }
        let seen = try see("run", "--out", "digest.html", "--share", "link", "--share", "telegram", columns: 30)
        #expect(seen.status == 0)
        let progress = seen.lines.flatMap { $0.components(separatedBy: "\r") }.filter { $0.hasPrefix("[") }
        #expect(!progress.isEmpty && progress.allSatisfy { $0.replacing("\u{1B}[K", with: "")[...].columns < 30 })
        let lines = seen.lines.map { $0.replacing(/.*(\r|\u{1B}\[K)/, with: "") }
        #expect(lines.contains("Council opens the winter") && lines.contains { $0.hasPrefix("  https://t.me/share/") })
        #expect(lines.allSatisfy { $0[...].columns <= 30 || $0.hasPrefix("  https://") }, "\(lines)")
    }

    @Test func `a pager gets all of a long page, and the digest is sent however it was left`() throws {
        defer { world.end() }
        let titles = (1...30).map {
            "Harbour notice \($0) on \(["tolls", "boats", "ice"][$0 % 3]) \(String($0, radix: 2))"
        }
        world.change {
            $0.feeds["/feed"] = .ok(
                FeedStandIn.rss(
                    "Feed",
                    titles.map {
                        (
                            $0, "https://publisher.example/\($0.filter { $0.isLetter || $0.isNumber })",
                            "Sat, 21 Nov 2026 06:00:00 GMT"
                        )
                    }), type: "application/rss+xml")
        }
        let common = ["--config", "config.toml", "--state", "s.sqlite", "--now", World.now]
        func see(_ pager: String, _ more: String...) throws -> (status: Int32, screen: String) {
            let seen = try world.binary.runOnTerminal(
                ["run"] + more + common, columns: 80, variables: ["TERM": "xterm", "PAGER": pager])
            return (seen.status, seen.screen)
        }
        for pager in ["/none/pager", "exec no-such-pager", "'no such'"] {
            let printed = try see(pager, "--dry-run")
            #expect(printed.status == 0 && printed.screen.contains("== Technology =="), "\(pager): \(printed.screen)")
        }
        let left = try see("head -c 10 > part; cat > rest; kill -9 $$")
        #expect(left.status == 0 && !left.screen.contains("== Technology =="), "\(left.screen)")
        let page = try world.binary.read("part") + world.binary.read("rest")
        #expect(page.contains("\u{1B}[1m== Technology ==") && page.contains("newsdigest"))
        #expect(try see("cat > again").screen.contains("nothing new"))
        #expect(try see("cat > again", "--include-sent", "--verbose").screen.contains("== Technology =="))
        #expect(!world.binary.exists("again"))
    }

    @Test func `another run may begin while a person reads`() throws {
        defer { world.end() }
        // The first run still has to end its work.
        try world.binary.write(
            """
            for attempt in $(seq 100); do
                "$newsdigest" run --config config.toml --state s.sqlite > second
                status=$?
                [ $status = 75 ] || break
                sleep 0.1
            done
            echo $status > status
            cat > page
            """, to: "pager")
        world.change { $0.feeds["/feed"] = World.undatedRSS(Self.title, "Second", "Third", "Fourth", "Fifth", "Sixth") }
        let common = ["--config", "config.toml", "--state", "s.sqlite"]
        let seen = try world.binary.runOnTerminal(
            ["run"] + common, columns: 20,
            variables: ["PAGER": "sh pager", "newsdigest": Binary.url.path])
        #expect(seen.status == 0)
        #expect(try world.binary.read("page").contains("Council"))
        #expect(try world.binary.read("status") == "0\n")
        #expect(try world.binary.read("second") == "")
    }
}
