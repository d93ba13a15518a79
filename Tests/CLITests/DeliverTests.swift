import Foundation
import TestServer
import Testing

/// Several destinations of one digest, with the real binary.
@Suite struct DeliverTests {
    private func world(_ deliveries: String) throws -> World {
        try World("sources = [\"feeds\"]\n\(deliveries)") { $0.feeds["/feed"] = World.rss("Kept story") }
    }

    @Test func `a slow destination holds back no other`() throws {
        let world = try world("")
        defer { world.end() }
        try world.configure(
            """
            sources = ["feeds"]
            [[deliver]]
            to = "command"
            command = ["sh", "-c", "for i in $(seq 100); do test -s \(world.binary.path("news.html")) && exit 0; sleep 0.1; done; exit 64"]
            [[deliver]]
            to = "file"
            path = "\(world.binary.path("news.html"))"
            """)
        let result = try world.run("run")
        #expect(result.status == 0)
        #expect(result.stderr == "")
    }

    @Test func `failures are named in the order of the configuration, and standard output is in one piece`() throws {
        let world = try world(
            """
            [[deliver]]
            to = "command"
            name = "slow"
            command = ["sh", "-c", "sleep 1; echo no >&2; exit 78"]
            [[deliver]]
            to = "stdout"
            name = "first"
            format = "markdown"
            [[deliver]]
            to = "command"
            name = "quick"
            command = ["sh", "-c", "exit 78"]
            [[deliver]]
            to = "stdout"
            name = "second"
            format = "text"
            """)
        defer { world.end() }
        let result = try world.run("run")
        #expect(result.status == 76)
        #expect(
            result.stderr == """
                newsdigest: deliver 'slow': 'sh' ended with status 78: no
                newsdigest: deliver 'quick': 'sh' ended with status 78
                newsdigest: deliver: nothing was marked as sent

                """)
        let ends = result.lines.indices.filter { result.lines[$0].hasPrefix("newsdigest 0") }
        let starts = [result.lines.firstIndex(of: "# News digest"), result.lines.firstIndex(of: "NEWS DIGEST")]
        try #require(ends.count == 2)
        #expect(starts == [0, ends[0] + 1])
        // Those that took it do not get it again.
        try world.configure(
            """
            sources = ["feeds"]
            [[deliver]]
            to = "command"
            name = "slow"
            command = ["true"]
            [[deliver]]
            to = "command"
            name = "quick"
            command = ["true"]
            [[deliver]]
            to = "stdout"
            name = "first"
            format = "markdown"
            [[deliver]]
            to = "stdout"
            name = "second"
            format = "text"
            """)
        let next = try world.run("run")
        #expect(next.status == 0)
        #expect(next.stdout == "")
    }
}
