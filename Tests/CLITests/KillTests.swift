import Foundation
import Testing

@testable import Values

/// Kills the real process at step boundaries (`Failpoint`), which debug builds allow. `make soak` does it for long.
@Suite(.ownThread) struct KillTests {
    /// A home with one feed, and a file and a command as destinations; the command keeps whatever it receives.
    private func home(items: Int = 3) throws -> Binary {
        let binary = try Binary()
        try binary.write(
            """
            timezone = "UTC"
            [[feeds]]
            url = "file://\(binary.path("feed.xml"))"
            name = "Paper"
            category = "technology"
            first_items = 1000
            limit = 1000
            [digest]
            max_items = 1000
            max_per_section = 1000
            max_bytes = 10_000_000
            [[deliver]]
            to = "file"
            path = "\(binary.path("digest.json"))"
            [[deliver]]
            to = "command"
            command = ["sh", "-c", "mkdir -p received && sleep ${PAUSE:-0} && cat > received/$$.part && mv received/$$.part received/$$.json"]
            format = "json"
            """, to: "config.toml")
        try feed(items, in: binary)
        return binary
    }

    private func feed(_ count: Int, in binary: Binary) throws {
        let items = (0..<count).map { number in
            // No two alike, or they would be told as one story.
            let words = (0..<12).map { String((number * 7919 + $0 * 104_729) % 1_000_003, radix: 36) }
            return "<item><title>Story \(number) \(words[0...5].joined(separator: " "))</title>"
                + "<link>https://paper.example/\(number)</link><guid>\(number)</guid>"
                + "<pubDate>Sat, 21 Nov 2026 06:00:00 GMT</pubDate>"
                + "<description>\(words.joined(separator: " "))</description></item>"
        }
        try binary.write(
            "<rss version=\"2.0\"><channel><title>Paper</title>\(items.joined())</channel></rss>", to: "feed.xml")
    }

    @discardableResult
    private func run(_ binary: Binary, failpoint: String? = nil, out: String? = nil) throws -> Binary.Result {
        var binary = binary
        binary.environment["NEWSDIGEST_FAILPOINT"] = failpoint
        return try binary.run(
            [
                "run", "--config", binary.path("config.toml"), "--state", binary.path("state.sqlite"), "--now",
                "2026-11-21T08:00:00Z",
            ] + (out.map { ["--out", binary.path($0)] } ?? []))
    }

    @Test(arguments: [true, false])
    func `a run to another file finishes what a killed run to a file began`(isBeside: Bool) throws {
        let binary = try home()
        defer { binary.remove() }
        if !isBeside {
            let configuration = try binary.read("config.toml").components(separatedBy: "[[deliver]]")[0]
            try binary.write(configuration, to: "config.toml")
        }
        // It wrote its file, so the next one has only what is new.
        #expect(try run(binary, failpoint: "delivered", out: "a.json").status == -SIGKILL)
        try feed(4, in: binary)
        let next = try run(binary, out: "b.json")
        #expect(next.status == 0 && next.stderr.isEmpty, "\(next.stderr)")
        #expect(
            try stories(Data(contentsOf: binary.home.appending(path: "a.json"))) == [0, 1, 2]
                && stories(Data(contentsOf: binary.home.appending(path: "b.json"))) == [3])
        // Its file was lost, so the next one writes the same digest.
        try feed(5, in: binary)
        #expect(try run(binary, failpoint: "delivered", out: "c.json").status == -SIGKILL)
        let lost = try Data(contentsOf: binary.home.appending(path: "c.json"))
        try FileManager.default.removeItem(atPath: binary.path("c.json"))
        try feed(6, in: binary)
        let again = try run(binary, out: "d.json")
        #expect(again.status == 0 && again.stderr.isEmpty, "\(again.stderr)")
        #expect(try Data(contentsOf: binary.home.appending(path: "d.json")) == lost && stories(lost) == [4])
        #expect(try run(binary, out: "e.json").status == 0)
        #expect(try stories(Data(contentsOf: binary.home.appending(path: "e.json"))) == [5])
    }

    private func received(_ binary: Binary) throws -> [Data] {
        let folder = binary.home.appending(path: "received")
        guard let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        else { return [] }
        return try files.map { try Data(contentsOf: $0) }
    }

    /// The numbers of the stories in a digest.
    private func stories(_ data: Data) throws -> [Int] {
        let digest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let sections = digest["sections"] as? [[String: Any]] ?? []
        return sections.flatMap { $0["stories"] as? [[String: Any]] ?? [] }.compactMap {
            ($0["title"] as? String)?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        }.sorted()
    }

    @Test(arguments: [
        "opened", "gathered", "remembered", "rendered", "pending", "delivered", "delivered:2", "marked:2", "finished",
        "shipped", "copied", "folded",
    ])
    func `a run that is killed is finished by the next, with the same bytes`(failpoint: String) throws {
        var binary = try home()
        defer { binary.remove() }
        // On a busy machine, the file could be written after the command ended.
        if failpoint == "delivered:2" { binary.environment["PAUSE"] = "1" }
        #expect(try run(binary, failpoint: failpoint).status == -SIGKILL)
        for _ in 0..<2 {
            let result = try run(binary)
            #expect(result.status == 0)
            #expect(result.stderr == "")
        }
        let digests = try received(binary)
        #expect(Set(digests).count == 1)
        // The command works while the file is written, so it may have the digest when the run is killed there.
        #expect((failpoint == "delivered:2" ? 2...2 : failpoint == "delivered" ? 1...2 : 1...1).contains(digests.count))
        #expect(try stories(digests[0]) == [0, 1, 2])
        #expect(try stories(Data(contentsOf: binary.home.appending(path: "digest.json"))) == [0, 1, 2])
        // What is new after that comes alone.
        try feed(4, in: binary)
        try run(binary)
        #expect(try Set(received(binary)).count == 2)
        #expect(try stories(Data(contentsOf: binary.home.appending(path: "digest.json"))) == [3])
    }

    @Test func `a program that a killed run was feeding still gets the whole digest`() throws {
        var binary = try home(items: 300)
        defer { binary.remove() }
        binary.environment["PAUSE"] = "1"
        let result = try binary.shell(
            """
            $newsdigest run --config config.toml --state state.sqlite --now 2026-11-21T08:00:00Z & run=$!
            while [ ! -d received ] || [ ! -e digest.json ]; do sleep 0.01; done
            kill -KILL $run; sleep 1.5; cat received/*.json
            """)
        #expect(result.bytes.count > 65_536)
        #expect(try result.bytes == Data(contentsOf: binary.home.appending(path: "digest.json")))
    }

    @Test func `of runs at the same time one works and the others leave at once`() throws {
        var binary = try home()
        defer { binary.remove() }
        binary.environment["PAUSE"] = "1"
        let result = try binary.shell(
            """
            run="$newsdigest run --config config.toml --state state.sqlite --now 2026-11-21T08:00:00Z"
            $run & first=$!
            while [ ! -d received ]; do sleep 0.01; done
            $run; echo $?
            wait $first; echo $?
            """)
        #expect(result.lines == ["75", "0"])
        #expect(result.stderr.contains("another newsdigest process holds the lock (process "))
        #expect(result.stderr.contains(", since 20"))
        #expect(try received(binary).count == 1)
    }
}
