import Foundation
import TestServer

/// newsapi.org, KudaGo and publishers on one loopback server, and a user whose configuration points there.
struct World {
    let binary: Binary
    let server: TestServer
    private let box: Box

    /// What the servers say; may change between two runs.
    struct Sources: Sendable {
        var newsapi = NewsAPIStandIn()
        var kudago = KudaGoStandIn()
        var feeds: [String: Reply] = [:]
        /// What a path answers in place of the stand-ins.
        var faults: [String: Reply] = [:]
    }

    private final class Box: @unchecked Sendable {
        private let lock = NSLock()
        private var sources: Sources

        init(_ sources: Sources) { self.sources = sources }

        func change(_ body: (inout Sources) -> Void) { lock.withLock { body(&sources) } }

        func reply(to request: Request) -> Reply {
            let sources = lock.withLock { self.sources }
            return sources.faults[request.path] ?? sources.newsapi.reply(to: request) ?? sources.kudago.reply(
                to: request)
                ?? sources.feeds[request.path] ?? .status(404)
        }
    }

    static let now = "2026-11-21T08:00:00Z"

    /// - Parameter configuration: what stands before the sources in the configuration file.
    init(_ configuration: String = "", feeds: [String] = ["/feed"], _ change: (inout Sources) -> Void) throws {
        var sources = Sources()
        change(&sources)
        let box = Box(sources)
        self.box = box
        server = try TestServer { box.reply(to: $0) }
        binary = try Binary()
        try configure(configuration, feeds: feeds)
    }

    func change(_ body: (inout Sources) -> Void) { box.change(body) }

    func configure(_ configuration: String, feeds: [String] = ["/feed"]) throws {
        let feeds = feeds.map {
            "[[feeds]]\nurl = \"\(server.url($0))\"\nname = \"Feed \($0)\"\ncategory = \"technology\"\n"
        }
        try binary.write(
            """
            timezone = "UTC"
            \(configuration)
            [network]
            host_gap = "0s"
            [newsapi]
            key = "test-key"
            categories = ["technology"]
            base_url = "\(server.url("/v2"))"
            [kudago]
            location = "msk"
            base_url = "\(server.url(KudaGoStandIn.root))"
            \(feeds.joined(separator: "\n"))
            """, to: "config.toml")
    }

    /// One more reader, of the feed alone, whose digest goes to `NAME.md`.
    func addReader(_ name: String, feed: String) throws {
        try binary.write(
            try binary.read("config.toml") + """

                [profiles.\(name)]
                sources = ["feeds"]
                [[profiles.\(name).feeds]]
                url = "\(server.url("/feed"))"
                \(feed)
                [[profiles.\(name).deliver]]
                to = "file"
                path = "\(binary.path("\(name).md"))"
                """, to: "config.toml")
    }

    /// Runs `newsdigest` with this user's configuration and state at the fixed time.
    func run(_ arguments: String..., at now: String = World.now) throws -> Binary.Result {
        try binary.run(arguments + options(at: now))
    }

    /// The options of a command for this user's configuration and state.
    func options(at now: String) -> [String] {
        ["--config", binary.path("config.toml"), "--state", binary.path("s.sqlite"), "--now", now]
    }

    /// The same through the shell, for pipes and redirections; `arguments` may end in them.
    func shell(_ arguments: String, at now: String = World.now) throws -> Binary.Result {
        try binary.shell(
            "set -o pipefail; $newsdigest --config config.toml --state s.sqlite --now \(now) \(arguments)")
    }

    func end() {
        server.stop()
        binary.remove()
    }

    static func rss(_ titles: String...) -> Reply { rss(titles, date: "Sat, 21 Nov 2026 06:00:00 GMT") }

    /// For a run at the time of the clock: an item without a date is new when it is seen.
    static func undatedRSS(_ titles: String...) -> Reply { rss(titles, date: nil) }

    static func rss(_ titles: [String], date: String?) -> Reply {
        .ok(
            FeedStandIn.rss(
                "Feed",
                titles.map {
                    ($0, "https://publisher.example/\($0.filter { $0.isLetter || $0.isNumber })", date)
                }), type: "application/rss+xml")
    }
}
