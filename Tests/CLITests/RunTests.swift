import Foundation
import TestServer
import Testing

@Suite(.ownThread) struct RunTests {
    @Test func `a host that is not reached is one line for all its sources`() throws {
        let closed = try TestServer([:])
        closed.stop()
        let world = try World { $0.feeds["/feed"] = World.rss("Kept story") }
        defer { world.end() }
        func configure(_ categories: String) throws {
            try world.binary.write(
                """
                timezone = "UTC"
                report = "all"
                sources = ["feeds", "newsapi"]
                [network]
                host_gap = "0s"
                [newsapi]
                key = "test-key"
                categories = [\(categories)]
                base_url = "\(closed.url("/v2"))"
                [[feeds]]
                url = "\(world.server.url("/feed"))"

                """, to: "config.toml")
        }
        try configure(#""business", "entertainment", "general", "health", "science", "sports", "technology""#)
        let news = try world.run("run")
        #expect(news.status == 0)
        #expect(news.stderr.split(separator: "\n").count == 1, "\(news.stderr)")
        #expect(news.stderr.hasPrefix("newsdigest: gather 'newsapi.org': \(closed.url("/v2/top-headlines"))"))
        #expect(news.stderr.contains(" was not reached: connection refused\n"))
        try world.binary.write(
            "timezone = \"UTC\"\nreport = \"all\"\nsources = [\"feeds\"]\n"
                + (["a", "b", "c"].map { closed.url("/\($0)") } + [world.server.url("/feed")]).map {
                    "[[feeds]]\nurl = \"\($0)\"\n"
                }.joined(), to: "config.toml")
        let feeds = try world.run("run", at: "2026-11-21T09:00:00Z")
        #expect(feeds.stderr.split(separator: "\n").count == 1, "\(feeds.stderr)")
        #expect(feeds.stderr.contains("was not reached: connection refused; 3 sources are affected"))
        #expect(feeds.stderr.hasPrefix("newsdigest: gather '127.0.0.1:\(closed.port)': "))
    }

    @Test func `headlines, feeds and events come into one digest, and stderr is empty`() throws {
        let world = try World {
            $0.newsapi.headlines["technology"] = [
                .init(
                    "Tram network doubles its night service - Wire", url: "https://wire.example/trams", source: "Wire",
                    publishedAt: "2026-11-21T05:00:00Z")
            ]
            $0.kudago.events = [
                """
                {"id":1,"publication_date":1795000000,"dates":[{"start":1795276800,"end":1795284000,"start_date":"2026-11-21",
                "start_time":"19:00:00","end_date":"2026-11-21","end_time":"21:00:00","is_continuous":false,"is_endless":false,
                "is_startless":false,"schedules":[],"use_place_schedule":false}],"title":"концерт при свечах","short_title":"Концерт при свечах",
                "slug":"koncert","place":null,"description":"<p>Квартет.</p>","body_text":"","location":{"slug":"msk"},
                "categories":["concert"],"tagline":"","age_restriction":"12+","price":"","is_free":true,"images":[],
                "favorites_count":1,"site_url":"https://kudago.example/koncert/","tags":[]}
                """
            ]
            $0.feeds["/feed"] = World.rss("Old bridge reopens after ten years")
        }
        defer { world.end() }
        let result = try world.run("--format", "markdown")
        #expect(result.status == 0)
        #expect(result.stderr == "")
        for title in [
            "Tram network doubles its night service]", "Old bridge reopens after ten years", "Концерт при свечах",
        ] {
            #expect(result.stdout.contains(title))
        }
    }

    @Test func `an event that vanished from KudaGo's whole answer is not told`() throws {
        let events = (1...3).map { id in
            """
            {"id": \(id), "title": "Lottery \(id)", "slug": "lottery-\(id)", "location": {"slug": "msk"},
             "categories": ["concert"], "dates": [{"start": 1795348800, "end": 1795356000}],
             "site_url": "https://kudago.example/lottery-\(id)/"}
            """
        }
        let world = try World("[digest]\nmax_items = 1") { $0.kudago.events = events }
        defer { world.end() }
        func told(at time: String) throws -> [String] {
            try world.run("run", "--source", "kudago", at: time).lines.filter { $0.contains("[Lottery") }
        }
        let first = try told(at: "2026-11-21T08:00:00Z")
        let rest = events.indices.filter { !first.joined().contains("Lottery \($0 + 1)]") }
        #expect(first.count == 1 && rest.count == 2)
        world.change { $0.kudago.events.remove(at: rest[0]) }
        let second = try told(at: "2026-11-21T10:00:00Z")
        #expect(second.count == 1 && second.joined().contains("Lottery \(rest[1] + 1)]"), "\(second)")
        #expect(try told(at: "2026-11-21T12:00:00Z") == [])
        world.change { $0.kudago.events = events }
        #expect(try told(at: "2026-11-21T14:00:00Z").count == 1)
    }

    /// An event of the stand-in for KudaGo, with its times in seconds and with more fields.
    private func lottery(_ id: Int, _ starts: [Int], _ fields: String = "") -> String {
        let dates = starts.map { #"{"start":\#($0),"end":\#($0 + 7200)}"# }.joined(separator: ",")
        return """
            {"id": \(id), "title": "Lottery \(id)", "slug": "lottery-\(id)", "location": {"slug": "msk"},\(fields)
             "categories": ["concert"], "dates": [\(dates)], "site_url": "https://kudago.example/lottery-\(id)/"}
            """
    }

    @Test func `a calendar file has the dates that KudaGo adds to a told event`() throws {
        let day = 86_400
        let first = 1_795_348_800
        let world = try World { $0.kudago.events = [lottery(1, [first, first + day])] }
        defer { world.end() }
        let path = world.binary.path("own.ics")
        try world.binary.write(
            try world.binary.read("config.toml") + "\n[[deliver]]\nto = \"file\"\npath = \"\(path)\"\n",
            to: "config.toml")
        func starts(at time: String) throws -> [String] {
            #expect(try world.run("run", "--source", "kudago", at: time).status == 0)
            return try world.binary.read("own.ics").matches(of: /DTSTART:202611(\d\d)T/).map { String($0.1) }.sorted()
        }
        #expect(try starts(at: "2026-11-21T08:00:00Z") == ["22", "23"])
        world.change {
            $0.kudago.events = [lottery(1, [first, first + day, first + 3 * day]), lottery(2, [first + 4 * day])]
        }
        #expect(try starts(at: "2026-11-22T08:00:00Z") == ["22", "23", "25", "26"])
        world.change { $0.kudago.events.append(lottery(3, [first + 5 * day])) }
        #expect(try starts(at: "2026-11-23T08:00:00Z") == ["23", "25", "26", "27"])
    }

    @Test func `profiles that share the events of a city have prices and ages of their own`() throws {
        let first = 1_795_348_800
        let world = try World {
            $0.kudago.events = [
                lottery(1, [first], #""price":"100","age_restriction":"18+","#),
                lottery(2, [first], #""price":"900","#),
                lottery(3, [first]),
            ]
        }
        defer { world.end() }
        let settings = [("anna", "max_price = 500"), ("boris", "age = 14"), ("cleo", "limit = 50")]
        let profiles = settings.map { name, setting in
            """
            [profiles.\(name)]
            sources = ["kudago"]
            [profiles.\(name).kudago]
            location = "msk"
            base_url = "\(world.server.url(KudaGoStandIn.root))"
            \(setting)
            [[profiles.\(name).deliver]]
            to = "file"
            path = "\(world.binary.path("\(name).md"))"

            """
        }
        try world.binary.write("timezone = \"UTC\"\n" + profiles.joined(), to: "config.toml")
        #expect(try world.run("run", "--all-profiles").status == 0)
        func told(_ name: String) throws -> [String] {
            try world.binary.read("\(name).md").matches(of: /\[Lottery (\d)/).map { String($0.1) }.sorted()
        }
        #expect(try told("anna") == ["1", "3"] && told("boris") == ["2", "3"] && told("cleo") == ["1", "2", "3"])
    }

    @Test func `the second run sends nothing and a new item then comes alone`() throws {
        let world = try World { $0.feeds["/feed"] = World.rss("First thing that happened today") }
        defer { world.end() }
        try #expect(world.run().stdout.contains("First thing"))
        let second = try world.run(at: "2026-11-21T10:00:00Z")
        #expect(second.status == 0)
        #expect(second.stdout == "")
        world.change {
            $0.feeds["/feed"] = World.rss("First thing that happened today", "Another matter altogether arrives")
        }
        let third = try world.run(at: "2026-11-21T12:00:00Z")
        #expect(third.stdout.contains("Another matter"))
        #expect(!third.stdout.contains("First thing"))
    }

    @Test(arguments: [("compete", "Ferry"), ("lead", "Bakery"), ("drop", "Ferry")])
    func `what did not fit has the fate that the configuration says`(leftovers: String, first: String) throws {
        let old = ["Council opens the winter market", "Bakery on the corner closes for repairs"]
        let world = try World("sources = [\"feeds\"]\n[digest]\nmax_items = 1\nleftovers = \"\(leftovers)\"") {
            $0.feeds["/feed"] = World.rss(old[0], old[1])
        }
        defer { world.end() }
        #expect(try world.run().stdout.contains("1 more") == true)
        world.change {
            $0.feeds["/feed"] = .ok(
                FeedStandIn.rss(
                    "Feed",
                    [
                        (
                            "Ferry line buys an electric boat", "https://publisher.example/ferry",
                            "Sun, 22 Nov 2026 06:00:00 GMT"
                        )
                    ]
                        + old.map {
                            ($0, "https://publisher.example/\($0.filter(\.isLetter))", "Sat, 21 Nov 2026 06:00:00 GMT")
                        }
                ), type: "application/rss+xml")
        }
        let second = try world.run(at: "2026-11-22T08:00:00Z")
        #expect(second.stdout.contains("### [\(first)"))
        // After another day the bakery is too old, so only the ferry comes next time.
        #expect(second.stdout.contains("more") == (leftovers == "lead"))
        let why = try world.run("why", "https://publisher.example/Bakeryonthecornerclosesforrepairs").stdout
        let reasons = ["compete": "queued, the digest is full", "lead": "waited 2.00", "drop": "leftovers = \"drop\""]
        #expect(why.split(separator: "\n").last?.contains(reasons[leftovers]!) == true)
        let third = try world.run(at: "2026-11-22T09:00:00Z")
        #expect(third.stdout.contains("### ") == (leftovers != "drop"))
    }

    @Test func `what a closed pipe did not take comes again`() throws {
        let world = try World { $0.feeds["/feed"] = World.rss("Something worth reading twice") }
        defer { world.end() }
        let closed = try world.shell("| false")
        #expect(closed.status != 0)
        let again = try world.run(at: "2026-11-21T10:00:00Z")
        #expect(again.status == 0)
        #expect(again.stdout.contains("Something worth reading twice"))
    }

    @Test func `a full disk behind standard output marks nothing`() throws {
        let world = try World { $0.feeds["/feed"] = World.rss("Something worth reading twice") }
        defer { world.end() }
        let full = try world.shell("> /dev/full")
        #expect(full.status == 73)
        #expect(full.stderr.split(separator: "\n").count == 1)
        try #expect(world.run(at: "2026-11-21T10:00:00Z").stdout.contains("Something worth reading twice"))
    }

    @Test func `an output in a folder that is not there is found out before anything is stored`() throws {
        let world = try World { $0.feeds["/feed"] = World.rss("Something worth reading twice") }
        defer { world.end() }
        let result = try world.run("--out", world.binary.path("no/such/folder/digest.html"))
        #expect(result.status == 73)
        #expect(result.stderr.contains("no/such/folder"))
        let why = try world.run("why", "https://publisher.example/Somethingworthreadingtwice").stdout
        #expect(why.contains("default: queued, the output could not be written, score "))
        try #expect(world.run(at: "2026-11-21T10:00:00Z").stdout.contains("Something worth reading twice"))
    }

    @Test func `a failing source does not stop the others and is one line`() throws {
        let world = try World("report = \"all\"", feeds: ["/feed", "/page", "/cut"]) {
            $0.feeds["/feed"] = World.rss("The one that works")
            $0.feeds["/page"] = .ok("<html><body><h1>Hello</h1></body></html>", type: "text/html")
            $0.feeds["/cut"] = .lying("<rss><channel><title>Cut", length: 5000)
            $0.newsapi.key = "another-key"
        }
        defer { world.end() }
        let result = try world.run()
        #expect(result.status == 0)
        #expect(result.stdout.contains("The one that works"))
        let lines = result.stderr.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.hasPrefix("newsdigest: gather '") })
        #expect(!result.stderr.contains("test-key"))
        try #expect(world.run("--strict", "--include-sent", at: "2026-11-21T20:00:00Z").status == 1)
    }

    @Test(arguments: [
        ("/v2/top-headlines", NewsAPIStandIn.error(500, "unexpectedError"), "newsapi.org technology"),
        (
            "/v2/top-headlines", Reply.json(#"{"status":"ok","totalResults":1,"articles":[{"title":"Cut o"#),
            "newsapi.org technology"
        ),
        ("/public-api/v1.4/events/", Reply.json(#"{"count":1,"results":[{"id":1,"#), "KudaGo"),
        ("/public-api/v1.4/events/", Reply.status(404), "KudaGo"),
    ]) func `whatever a service answers is one line, and the rest arrives`(path: String, fault: Reply, name: String)
        throws
    {
        let world = try World("report = \"all\"") {
            $0.feeds["/feed"] = World.rss("The one that works")
            $0.faults[path] = fault
        }
        defer { world.end() }
        let result = try world.run()
        #expect(result.status == 0)
        #expect(result.stdout.contains("The one that works"))
        #expect(result.stderr.hasPrefix("newsdigest: gather '\(name)': "))
        #expect(result.stderr.split(separator: "\n").count == 1)
    }

    @Test func `a spent quota at newsapi stops newsapi alone`() throws {
        let limited = try TestServer { _ in NewsAPIStandIn.rateLimited }
        let world = try World("report = \"all\"") { $0.feeds["/feed"] = World.rss("The one that works") }
        defer {
            limited.stop()
            world.end()
        }
        let configuration = try world.binary.read("config.toml")
        try world.binary.write(
            configuration.replacing(world.server.url("/v2"), with: limited.url("/v2")), to: "config.toml")
        let result = try world.run()
        #expect(result.status == 0)
        #expect(result.stdout.contains("The one that works"))
        #expect(result.stderr.hasPrefix("newsdigest: gather 'newsapi.org"))
        #expect(limited.requests.count == 1)
    }

    @Test func `a page past what the plan gives is the end and no error`() throws {
        let world = try World {
            $0.newsapi.maxResults = 20
            $0.newsapi.headlines["technology"] = (1...30).map {
                .init(
                    "Headline number \($0) of a long list", url: "https://wire.example/\($0)", source: "Wire",
                    publishedAt: "2026-11-21T05:00:00Z")
            }
        }
        defer { world.end() }
        try world.binary.write(
            try world.binary.read("config.toml").replacing("[newsapi]", with: "[newsapi]\nmax_results = 60"),
            to: "config.toml")
        let result = try world.run("--source", "newsapi")
        #expect(result.status == 0)
        #expect(result.stderr == "")
        #expect(world.server.requests.count == 2)
    }

    @Test func `three failures in a row are named in the digest and in the exit status, one is not`() throws {
        let world = try World(feeds: ["/feed", "/down"]) {
            $0.feeds["/feed"] = World.rss("Day one brings this")
            $0.feeds["/down"] = .status(500)
        }
        defer { world.end() }
        let first = try world.run(at: "2026-11-21T08:00:00Z")
        #expect(first.status == 0)
        #expect(!first.stdout.contains("Feed /down"))
        _ = try world.run(at: "2026-11-21T20:00:00Z")
        world.change { $0.feeds["/feed"] = World.rss("Day one brings this", "Day two brings quite another") }
        let third = try world.run(at: "2026-11-22T08:00:00Z")
        #expect(third.status == 1)
        #expect(third.stdout.contains("Feed /down"))
    }

    @Test func `no usable source at all is its own exit status`() throws {
        let world = try World {
            $0.feeds["/feed"] = .status(500)
            $0.newsapi.key = "another-key"
        }
        defer { world.end() }
        let result = try world.run("--source", "feeds", "newsapi")
        #expect(result.status == 69)
        #expect(result.stdout == "")
    }

    @Test func `an unknown category names the nearest`() throws {
        let world = try World { _ in }
        defer { world.end() }
        let result = try world.run("--category", "tehc")
        #expect(result.status == 64)
        #expect(result.stderr.contains("tehc") && result.stderr.contains("technology"))
    }

    @Test func `only the categories asked for are gathered`() throws {
        let world = try World {
            $0.newsapi.headlines["science"] = [
                .init(
                    "Comet returns - Wire", url: "https://wire.example/comet", source: "Wire",
                    publishedAt: "2026-11-21T05:00:00Z")
            ]
            $0.feeds["/feed"] = World.rss("A technology item")
        }
        defer { world.end() }
        let result = try world.run("--category", "sci", "--out", world.binary.path("digest.md"))
        #expect(result.stdout == "Comet returns\thttps://wire.example/comet\n")
        #expect(!world.server.paths.contains("/feed"))
    }

    @Test func `a command gets the digest, and what it refuses waits with the same id`() throws {
        let world = try World(
            "[[deliver]]\nto = \"command\"\ncommand = [\"sh\", \"-c\", \"cat > mail; exit 65\"]\nformat = \"eml\"\n"
        ) {
            $0.feeds["/feed"] = World.rss("Something to deliver by mail")
        }
        defer { world.end() }
        let first = try world.run()
        #expect(first.status == 76)
        #expect(first.stderr.contains("status 65"))
        let refused = try world.binary.read("mail")
        try world.configure(
            "[[deliver]]\nto = \"command\"\nname = \"command sh\"\ncommand = [\"sh\", \"-c\", \"cat > mail2\"]\nformat = \"eml\"\n"
        )
        let second = try world.run(at: "2026-11-21T10:00:00Z")
        #expect(second.status == 0)
        try #expect(world.binary.read("mail2") == refused)
        try FileManager.default.removeItem(atPath: world.binary.path("mail2"))
        try #expect(world.run(at: "2026-11-21T12:00:00Z").status == 0)
        #expect(!world.binary.exists("mail2"))
    }

    @Test func `an output asked for by hand does not give up what waits for a configured destination`() throws {
        let deliver =
            "[[deliver]]\nto = \"command\"\nname = \"mail\"\ncommand = [\"sh\", \"-c\", \"%\"]\nformat = \"markdown\"\n"
        let world = try World(deliver.replacing("%", with: "exit 65")) {
            $0.feeds["/feed"] = World.rss("Meant for the mail")
        }
        defer { world.end() }
        try #expect(world.run().status == 76)
        world.change { $0.feeds["/feed"] = World.rss("Meant for the mail", "Quite another piece of news") }
        let byHand = try world.run("--out", world.binary.path("digest.md"), at: "2026-11-21T10:00:00Z")
        #expect(byHand.stdout.contains("Quite another piece of news"))
        try world.configure(deliver.replacing("%", with: "cat >> mail"))
        try #expect(world.run(at: "2026-11-21T12:00:00Z").status == 0)
        try #expect(world.binary.read("mail").contains("Meant for the mail"))
        try #expect(world.binary.read("mail").contains("Quite another piece of news"))
    }

    @Test func `every reader gets a digest, shared sources are asked once, one failing reader does not stop the other`()
        throws
    {
        let world = try World { $0.feeds["/feed"] = World.rss("News for everybody") }
        defer { world.end() }
        try world.binary.write(
            try world.binary.read("config.toml") + """

                [profiles.anna]
                name = "Анна"
                language = "ru"
                [[profiles.anna.deliver]]
                to = "file"
                path = "\(world.binary.path("no-folder/anna.md"))"
                [profiles.bora]
                name = "Bora"
                language = "tr"
                [[profiles.bora.deliver]]
                to = "file"
                path = "\(world.binary.path("bora.md"))"
                """, to: "config.toml")
        let result = try world.run("--all-profiles")
        #expect(result.status == 76)
        #expect(result.stderr.split(separator: "\n").count == 1)
        #expect(result.stderr.contains("no-folder/anna.md"))
        try #expect(world.binary.read("bora.md").contains("Bora"))
        #expect(world.server.paths.filter { $0 == "/feed" }.count == 1)
        try FileManager.default.createDirectory(
            atPath: world.binary.path("no-folder"), withIntermediateDirectories: true)
        try #expect(world.run("--all-profiles", at: "2026-11-21T10:00:00Z").status == 0)
        try #expect(world.binary.read("no-folder/anna.md").contains("Анна"))
    }

    @Test(arguments: ["", "garbage"]) func `a dry run leaves nothing in the temporary folder`(damage: String) throws {
        let world = try World("sources = [\"feeds\"]\n") { $0.feeds["/feed"] = World.rss("News") }
        defer { world.end() }
        #expect(try world.run("--quiet").status == 0)
        if !damage.isEmpty { try world.binary.write(damage, to: "s.sqlite") }
        let dry = try world.binary.shell(
            "mkdir tmp && TMPDIR=$PWD/tmp $newsdigest --config config.toml --state s.sqlite --dry-run --include-sent "
                + "--now \(World.now); status=$?; ls -A tmp; exit $status")
        #expect(dry.status == (damage.isEmpty ? 0 : 74))
        #expect(damage.isEmpty ? dry.stdout.hasPrefix("# News digest") : dry.stdout.isEmpty)
        #expect(!dry.stdout.contains("newsdigest-"))
    }

    @Test func `a temporary folder that cannot be written is named, and not the state`() throws {
        let world = try World("sources = [\"feeds\"]\n") { $0.feeds["/feed"] = World.rss("News") }
        defer { world.end() }
        #expect(try world.run("--quiet").status == 0)
        for command in ["run --dry-run", "check"] {
            let result = try world.binary.shell(
                "TMPDIR=/dev/null $newsdigest \(command) --config config.toml --state s.sqlite --now \(World.now)")
            #expect(result.status == 73)
            #expect(
                result.stderr.hasSuffix(
                    "newsdigest: the temporary folder '/dev/null' cannot be written: Not a directory; set TMPDIR\n"))
        }
    }

    @Test func `a reader whose standard output is full does not stop the next`() throws {
        let world = try World("sources = [\"feeds\"]\n") { $0.feeds["/feed"] = World.rss("News for both") }
        defer { world.end() }
        try world.binary.write(
            try world.binary.read("config.toml") + "\n[profiles.anna]\nname = \"Anna\"\n", to: "config.toml")
        try world.addReader("bora", feed: "category = \"technology\"")
        let full = try world.shell("--all-profiles > /dev/full")
        #expect(full.status == 73)
        #expect(try world.binary.read("bora.md").contains("News for both"))
        let next = try world.run("--all-profiles", at: "2026-11-21T10:00:00Z")
        #expect(next.status == 0)
        #expect(next.stdout.contains("News for both"))
    }

    @Test func `the reader without a usable source decides the exit status`() throws {
        let world = try World("sources = [\"feeds\"]\n", feeds: []) {
            $0.feeds["/feed"] = World.rss("News for one")
            $0.faults["/other"] = .status(500)
        }
        defer { world.end() }
        try world.addReader("bora", feed: "category = \"technology\"")
        try world.binary.write(
            try world.binary.read("config.toml") + """

                [profiles.anna]
                [[profiles.anna.feeds]]
                url = "\(world.server.url("/other"))"
                """, to: "config.toml")
        #expect(try world.run("--profile", "anna").status == 69)
        let all = try world.run("--all-profiles", at: "2026-11-21T09:00:00Z")
        #expect(all.status == 69)
        #expect(all.stderr.contains("gather 'profile anna': no source could be used"))
        #expect(try world.binary.read("bora.md").contains("News for one"))
    }

    @Test func `readers who share a feed have it each in their own way`() throws {
        let world = try World { $0.feeds["/feed"] = World.rss("One chip", "Two cups", "Three cups") }
        defer { world.end() }
        try world.addReader("anna", feed: "name = \"Paper of Anna\"\ncategory = \"science\"\nlimit = 1")
        try world.addReader("bora", feed: "category = \"sports\"\nexclude = [\"chip\"]")
        #expect(try world.run("--all-profiles").status == 0)
        #expect(world.server.paths == ["/feed"])
        let anna = try world.binary.read("anna.md")
        #expect(anna.contains("Paper of Anna") && anna.contains("Science"))
        #expect(["One chip", "Two cups", "Three cups"].count { anna.contains($0) } == 1)
        let bora = try world.binary.read("bora.md")
        #expect(bora.contains("Sports") && !bora.contains("Paper of Anna"))
        #expect(["One chip", "Two cups", "Three cups"].filter { bora.contains($0) } == ["Two cups", "Three cups"])
    }

    @Test func `a feed that two readers ask with other headers is asked for each`() throws {
        let world = try World { $0.feeds["/feed"] = World.rss("News for some") }
        defer { world.end() }
        for reader in ["anna", "bora"] {
            try world.addReader(reader, feed: "headers = { X-Token = \"token of \(reader)\" }")
        }
        #expect(try world.run("--all-profiles").status == 0)
        #expect(
            world.server.requests.compactMap { $0.header("X-Token") }.sorted() == ["token of anna", "token of bora"])
        for reader in ["anna", "bora"] { #expect(try world.binary.read("\(reader).md").contains("News for some")) }
        let listed = try world.run("sources", "--profile", "anna").stdout
        #expect(listed.contains(world.server.url("/feed")) && !listed.contains("token"))
    }

    @Test func `the key stands in the header and nowhere else`() throws {
        let world = try World {
            $0.newsapi.headlines["technology"] = [
                .init("A - Wire", url: "https://wire.example/a", source: "Wire", publishedAt: "2026-11-21T05:00:00Z")
            ]
        }
        defer { world.end() }
        let result = try world.run("--verbose", "--record", world.binary.path("recording"), "--source", "newsapi")
        #expect(result.status == 0)
        #expect(
            world.server.requests.allSatisfy { $0.header("X-Api-Key") == "test-key" && !$0.query.contains("test-key") })
        #expect(!result.stderr.contains("test-key"))
        try #expect(world.binary.shell("grep -r test-key recording s.sqlite*").status == 1)
    }

    @Test func `a recording replays to the same digest without a server`() throws {
        let world = try World { $0.feeds["/feed"] = World.rss("Something to remember") }
        defer { world.end() }
        let live = try world.run("--record", world.binary.path("recording"), "--format", "json")
        world.server.stop()
        let replay = try world.binary.run(
            "--config", world.binary.path("config.toml"), "--state", world.binary.path("other.sqlite"),
            "--replay", world.binary.path("recording"), "--format", "json")
        #expect(replay.status == 0)
        #expect(replay.bytes == live.bytes)
        #expect(!live.bytes.isEmpty)
    }

    @Test func `a replay needs no secret`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let server = try TestServer { _ in World.rss("Something to remember") }
        try binary.write(
            """
            sources = ["feeds"]
            [[feeds]]
            url = "\(server.url("/rss"))"
            headers = { X-Token = "env:FEED_TOKEN" }
            """, to: "config.toml")
        var known = binary
        known.environment["FEED_TOKEN"] = "s3cret"
        let options = ["--config", "config.toml", "--now", World.now]
        let live = try known.run(options + ["--state", "a.sqlite", "--record", "recording"])
        server.stop()
        let replay = try binary.run(options + ["--state", "b.sqlite", "--replay", "recording"])
        #expect(replay.status == 0 && replay.stderr == "")
        #expect(replay.stdout == live.stdout && live.stdout.contains("Something to remember"))
        let missing = try binary.run(options + ["--state", "c.sqlite"])
        #expect(missing.status == 69 && missing.stderr.contains("FEED_TOKEN is not set"))
    }

    @Test func `a state is not copied to itself`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write("", to: "a.sqlite")
        let copy = try binary.run("state", "copy", "a.sqlite", "./a.sqlite")
        #expect(copy.status == 64)
        #expect(copy.stderr == "newsdigest: 'a.sqlite' and './a.sqlite' are the same state; copy to a new one\n")
    }

    @Test func `a recording that cannot be read is a usage error of one line`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try binary.run("--replay", "nowhere")
        #expect(result.status == 64)
        #expect(result.stderr == "newsdigest: nowhere has no usable recording: the folder cannot be read\n")
    }

    @Test func `every error of a run is JSON where lines are`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write("tilte = \"T\"\n", to: "config.toml")
        let result = try binary.run("--config", "config.toml", "--log-format", "json")
        #expect(result.status == 78)
        let line = try JSONDecoder().decode([String: String].self, from: Data(result.stderr.utf8))
        #expect(line["level"] == "error")
        #expect(line["message"]?.hasPrefix("configuration 'config.toml', line 1: unknown key 'tilte'") == true)
    }

    @Test(arguments: ["2>/dev/full", "2>&-"])
    func `a standard error that takes nothing keeps no digest back`(redirection: String) throws {
        let world = try World(feeds: ["/feed", "/gone"]) { $0.feeds["/feed"] = World.rss("News of a full disk") }
        defer { world.end() }
        let result = try world.binary.shell(
            "$newsdigest --config config.toml --state state.sqlite --now \(World.now) --verbose \(redirection)")
        #expect(result.status == 0)
        #expect(result.stdout.contains("News of a full disk"))
    }

    @Test func `a standard output that is closed takes no digest, nor does a file in its place`() throws {
        let world = try World { $0.feeds["/feed"] = World.rss("News for nobody") }
        defer { world.end() }
        let result = try world.binary.shell(
            "$newsdigest --config config.toml --state state.sqlite --now \(World.now) >&-")
        #expect(result.status == 73)
        #expect(result.stderr.contains("standard output cannot be written: Bad file descriptor"))
        #expect(try world.run(at: "2026-11-21T10:00:00Z").stdout.contains("News for nobody"))
    }

    @Test func `a run that finds another at work stops at once and says whose it is`() throws {
        let world = try World { $0.feeds["/feed"] = World.undatedRSS("Slow").after(6) }
        defer { world.end() }
        let result = try world.binary.shell(
            """
            $newsdigest --config config.toml --state s.sqlite > first & first=$!
            while [ ! -s s.sqlite.lock ]; do sleep 0.01; done
            $newsdigest --config config.toml --state s.sqlite > second; status=$?; wait $first; exit $status
            """)
        #expect(result.status == 75)
        #expect(result.stderr.contains("another newsdigest process holds the lock"))
        try #expect(world.binary.read("second") == "")
        try #expect(world.binary.read("first").contains("Slow"))
    }

    @Test func `a command that changes the state waits for a run, and one that changes the file does not`() throws {
        let world = try World { $0.feeds["/feed"] = World.undatedRSS("Slow").after(4) }
        defer { world.end() }
        let result = try world.binary.shell(
            """
            $newsdigest --config config.toml --state s.sqlite > first & first=$!
            while [ ! -s s.sqlite.lock ]; do sleep 0.01; done
            $newsdigest sources set 'Feed /feed' --weight 2 --config config.toml --state s.sqlite
            kill -0 $first && echo "the run is at work"
            $newsdigest save https://a.example/page --config config.toml --state s.sqlite; echo $?; wait $first; echo $?
            """)
        #expect(result.lines.prefix(2) == ["changed \(world.server.url("/feed"))", "the run is at work"])
        #expect(result.lines.suffix(2) == ["0", "0"], "\(result)")
    }
}
