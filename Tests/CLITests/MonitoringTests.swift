import Foundation
import TestServer
import Testing

/// What a run tells others about itself: signals, metrics and lines of JSON.
@Suite(.ownThread) struct MonitoringTests {
    /// A service that waits for signals, and a world whose runs send them.
    private struct Watched {
        let world: World
        let service: TestServer

        /// - Parameter health: the table, with `URL` for the service's address.
        init(_ health: String, answer: Reply = .ok("OK")) throws {
            let service = try TestServer { _ in answer }
            self.service = service
            world = try World(
                "sources = [\"feeds\"]\n[health]\n\(health.replacing("URL", with: service.url("/ping/4f2c-secret")))",
                feeds: ["/feed"]
            ) { $0.feeds["/feed"] = World.rss("News of the watch") }
        }

        var signals: [String] {
            service.requests.map { "\($0.method) \($0.path)\($0.query.isEmpty ? "" : "?\($0.query)")" }
        }

        func end() {
            service.stop()
            world.end()
        }
    }

    @Test func `a run that is well signals its start and its success, and prints nothing`() throws {
        let watched = try Watched("ping = \"URL\"")
        defer { watched.end() }
        let result = try watched.world.run("--out", watched.world.binary.path("digest.md"), "--quiet")
        #expect(result.status == 0)
        #expect(result.stderr == "")
        #expect(watched.signals == ["POST /ping/4f2c-secret/start", "POST /ping/4f2c-secret"])
        #expect(watched.service.requests.map(\.body.count) == [0, 0])
    }

    @Test func `a run that fails says why in the body, and the suffix goes before a query`() throws {
        let watched = try Watched("ping = \"URL?rid=7\"")
        defer { watched.end() }
        watched.world.change { $0.feeds["/feed"] = .status(404) }
        let result = try watched.world.run()
        #expect(result.status == 69)
        #expect(watched.signals == ["POST /ping/4f2c-secret/start?rid=7", "POST /ping/4f2c-secret/fail?rid=7"])
        let body = String(decoding: watched.service.requests.last?.body ?? [], as: UTF8.self)
        #expect(result.stderr == body.split(separator: "\n").map { "newsdigest: \($0)\n" }.joined())
        #expect(body.contains("answered 404"))
        #expect(!result.stderr.contains("4f2c-secret"))
    }

    @Test(arguments: [
        ("", ["--profile", "nobody"], 64, "no profile 'nobody'"),
        ("[readers]\nfile = \"none\"", ["--all-profiles"], 78, "does not exist; [readers] names it"),
        ("[readers]\nfile = \"broken\"", ["--all-profiles"], 78, "is not a JSON object"),
    ])
    func `a run that can serve nobody signals its failure too`(
        readers: String, options: [String], status: Int32, reason: String
    ) throws {
        let watched = try Watched("ping = \"URL\"\n[metrics]\nfile = \"news.prom\"\n\(readers)")
        defer { watched.end() }
        try watched.world.binary.write("no JSON\n", to: "broken")
        let config = watched.world.binary.path("config.toml")
        let result = try watched.world.binary.run(["run", "--config", config] + options)
        #expect(result.status == status)
        #expect(watched.signals == ["POST /ping/4f2c-secret/start", "POST /ping/4f2c-secret/fail"])
        let body = String(decoding: watched.service.requests.last?.body ?? [], as: UTF8.self)
        #expect(body.contains(reason) && result.stderr == "newsdigest: \(body)")
        #expect(try samples(watched.world)["newsdigest_last_run_exit_status"] == Double(status))
    }

    @Test func `signals may have addresses of their own, and go by GET`() throws {
        let watched = try Watched(
            """
            success = "URL?status=up"
            failure = "URL?status=down"
            method = "GET"
            """)
        defer { watched.end() }
        try #expect(watched.world.run().status == 0)
        watched.world.change { $0.feeds["/feed"] = .status(404) }
        try #expect(watched.world.run(at: "2026-11-21T10:00:00Z").status == 69)
        #expect(watched.signals == ["GET /ping/4f2c-secret?status=up", "GET /ping/4f2c-secret?status=down"])
    }

    @Test func `the address may be in a file or printed by a command`() throws {
        let watched = try Watched("ping_file = \"ping\"")
        defer { watched.end() }
        try watched.world.binary.write(watched.service.url("/from-file"), to: "ping")
        try #expect(watched.world.run().status == 0)
        try watched.world.binary.write(
            watched.world.binary.read("config.toml").replacing(
                "ping_file = \"ping\"", with: "ping_command = [\"cat\", \"ping\"]"
            )
            .replacing("\"ping\"]", with: "\"\(watched.world.binary.path("ping"))\"]"), to: "config.toml")
        try #expect(watched.world.run().status == 0)
        #expect(Set(watched.service.paths) == ["/from-file/start", "/from-file"])
        #expect(watched.service.requests.count == 4)
    }

    @Test(arguments: [
        (Reply.status(404), "newsdigest: health: the signal 'success' to 127.0.0.1 was answered with 404\n", 2),
        (.status(503), "", 4),
    ]) func `a service that does not take signals never changes how a run ends`(
        answer: Reply, said: String, requests: Int
    ) throws {
        let watched = try Watched("ping = \"URL\"", answer: answer)
        defer { watched.end() }
        let result = try watched.world.run()
        #expect(result.status == 0)
        #expect(result.stdout.contains("News of the watch"))
        #expect(result.stderr.hasSuffix(said))
        #expect(watched.service.requests.count == requests)
        #expect(!result.stderr.contains("4f2c-secret"))
    }

    @Test func `a dry run is not announced`() throws {
        let watched = try Watched("ping = \"URL\"\n[metrics]\nfile = \"news.prom\"")
        defer { watched.end() }
        _ = try watched.world.run("--dry-run")
        #expect(watched.signals.isEmpty)
        #expect(!watched.world.binary.exists("news.prom"))
    }

    /// The samples of the metrics file.
    private func samples(_ world: World) throws -> [String: Double] {
        let lines = try world.binary.read("news.prom").split(separator: "\n").filter { !$0.hasPrefix("#") }
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let parts = line.split(separator: " ")
                return (String(parts[0]), Double(parts[1]) ?? .nan)
            })
    }

    @Test func `the metrics count the run, and keep the last success while runs fail`() throws {
        let world = try World("[metrics]\nfile = \"news.prom\"\n", feeds: ["/feed", "/gone"]) {
            $0.feeds["/feed"] = World.rss("First news", "Second news")
            $0.feeds["/gone"] = .status(404)
        }
        defer { world.end() }
        try #expect(world.run().status == 0)
        let first = try samples(world)
        let began = 1_795_248_000.0
        #expect(first["newsdigest_last_success_timestamp_seconds"] == began)
        #expect(first["newsdigest_last_run_timestamp_seconds"] == began)
        #expect(first["newsdigest_last_run_exit_status"] == 0)
        #expect(first["newsdigest_last_run_items"] == 2)
        #expect(first["newsdigest_last_run_stories"] == 2)
        #expect(first["newsdigest_last_run_digests"] == 1)
        #expect(first["newsdigest_last_run_readers"] == 1)
        #expect(first["newsdigest_sources{state=\"ok\"}"] == 3)
        #expect(first["newsdigest_sources{state=\"failing\"}"] == 1)
        #expect(first["newsdigest_last_run_http_responses{class=\"2xx\"}"] == 3)
        #expect(first["newsdigest_last_run_http_responses{class=\"4xx\"}"] == 1)
        #expect(first["newsdigest_pending_digests"] == 0)
        #expect(first.first { $0.key.hasPrefix("newsdigest_newsapi_requests_left{") }?.value == 99)
        #expect(first["newsdigest_last_run_http_received_bytes"].map { $0 > 100 } == true)
        #expect(first["newsdigest_last_run_duration_seconds"].map { $0 > 0 } == true)

        try world.binary.write("nonsense", to: "state.sqlite")
        let failed = try world.binary.run(
            "--config", "config.toml", "--state", "state.sqlite", "--now", "2026-11-21T10:00:00Z")
        #expect(failed.status == 74)
        let second = try samples(world)
        #expect(second["newsdigest_last_success_timestamp_seconds"] == began)
        #expect(second["newsdigest_last_run_timestamp_seconds"] == began + 7200)
        #expect(second["newsdigest_last_run_exit_status"] == 74)
        #expect(second["newsdigest_pending_digests"] == nil)
    }

    @Test func `a waiting digest that a run delivers is counted, even if the run then finds no source`() throws {
        let world = try World("sources = [\"feeds\"]\n[metrics]\nfile = \"news.prom\"") {
            $0.feeds["/feed"] = World.rss("First news", "Second news")
        }
        defer { world.end() }
        try world.binary.write(
            try world.binary.read("config.toml") + """

                [[deliver]]
                to = "command"
                command = ["sh", "-c", "cat > /dev/null; test -e \(world.binary.path("ready"))"]
                attempts = 1

                """, to: "config.toml")
        #expect(try world.run().status == 76)
        #expect(try samples(world)["newsdigest_last_run_digests"] == 0)
        try world.binary.write("", to: "ready")
        world.change { $0.feeds["/feed"] = .status(404) }
        #expect(try world.run(at: "2026-11-21T10:00:00Z").status == 69)
        #expect(try samples(world)["newsdigest_last_run_digests"] == 1)
        #expect(try samples(world)["newsdigest_last_run_stories"] == 2)
    }

    @Test func `a metrics file that cannot be written is one line and no failure`() throws {
        let world = try World("[metrics]\nfile = \"no/folder/news.prom\"\n") {
            $0.feeds["/feed"] = World.rss("First news")
        }
        defer { world.end() }
        let result = try world.run()
        #expect(result.status == 0)
        #expect(
            result.stderr
                == "newsdigest: metrics '\(world.binary.path("no/folder/news.prom"))': cannot be written: "
                + "No such file or directory\n")
    }

    @Test func `each line of the JSON log is as its schema says, and the last has the numbers`() throws {
        let world = try World(feeds: ["/feed", "/gone"]) {
            $0.feeds["/feed"] = World.rss("First news")
            $0.feeds["/gone"] = .status(404)
        }
        defer { world.end() }
        let page = URL(filePath: #filePath).appending(path: "../../../docs/log.schema.json").standardized
        let schema = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: page)) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        let required = try #require(schema["required"] as? [String])
        let result = try world.run("--log-format", "json", "--verbose")
        let lines = try result.stderr.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.count > 5)
        for line in lines {
            #expect(Set(line.keys).isSubset(of: properties.keys) && Set(required).isSubset(of: line.keys))
            for (key, value) in line {
                let choices = properties[key]?["enum"] as? [String]
                #expect(choices.map { choices in (value as? String).map(choices.contains) == true } ?? true)
            }
        }
        #expect(lines.contains { $0["level"] as? String == "failure" && $0["stage"] as? String == "gather" })
        #expect(lines.last?["status"] as? Int == 0)
        #expect(lines.last?["stories"] as? Int == 1)
    }
}
