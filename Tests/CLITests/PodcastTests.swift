import FeedParser
import Foundation
import TestServer
import Testing

/// `to = "podcast"`: a folder with an episode for each digest.
@Suite(.ownThread) struct PodcastTests {
    private let world: World

    init() throws {
        world = try World { _ in }
        // Ten seconds of silence, as a program writes them into a pipe.
        let header =
            "RIFF\\0\\0\\0\\0WAVEfmt \\020\\0\\0\\0\\001\\0\\001\\0\\100\\037\\0\\0\\200\\076\\0\\0\\002\\0\\020\\0data\\0\\0\\0\\0"
        try world.binary.write(
            """
            cat > text; cat text >> said; echo "[$NEWSDIGEST_LANGUAGE]" >> said
            printf '\(header)'; head -c 160000 /dev/zero
            """, to: "speak.sh")
        try configure()
        tell("Ferry to Elsom is late")
    }

    private func configure(_ more: String = "", speak: String = "") throws {
        try world.binary.write(
            """
            timezone = "UTC"
            title = "Harbour <news>"
            sources = ["feeds"]
            [network]
            host_gap = "0s"
            [[feeds]]
            url = "\(world.server.url("/feed"))"
            name = "Quay & Co"
            category = "technology"
            [[deliver]]
            to = "podcast"
            path = "pod/"
            base_url = "https://example.org/pod"
            attempts = 1
            speak = ["sh", "-c", "cd \(world.binary.path("")); \(speak) . ./speak.sh"]
            \(more)

            """, to: "config.toml")
    }

    private func tell(_ titles: String...) {
        let items = titles.map { title in
            let link = title.filter(\.isLetter)
            return """
                <item><guid>\(link)</guid><title>\(title)</title><link>https://quay.example/\(link)</link>
                <description>The tide was low near \(link).</description></item>
                """
        }
        world.change {
            $0.feeds["/feed"] = .ok(
                "<rss version=\"2.0\"><channel><title>Quay</title>\(items.joined())</channel></rss>",
                type: "application/rss+xml")
        }
    }

    @discardableResult
    private func run(day: Int = 21) throws -> Binary.Result { try world.run("--quiet", at: "2026-11-\(day)T08:00:00Z") }

    private func feed() throws -> Feed { try Feed(parsing: Data(world.binary.read("pod/feed.xml").utf8)) }

    private func said() throws -> String { try world.binary.read("said") }

    private func files(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: world.binary.path("pod/\(folder)")).sorted()
    }

    @Test func `each digest is an episode with sound, chapters and notes`() throws {
        defer { world.end() }
        let first = try run()
        #expect(first.status == 0 && first.stderr == "" && first.stdout == "")
        tell("Bridge & tower reopen", "Ferry to Elsom is late")
        try run(day: 22)
        let feed = try feed()
        #expect(feed.title == "Harbour <news>" && feed.language == "en" && feed.entries.count == 2)
        let episode = try #require(feed.entries.first)
        #expect(episode.title == "Harbour <news>, Sunday, 22 November 2026")
        let sound = try #require(episode.enclosures.first)
        let name = try #require(sound.url.split(separator: "/").last)
        #expect(sound.url == "https://example.org/pod/episodes/\(name)" && sound.type == "audio/wav")
        let bytes = try Data(contentsOf: URL(filePath: world.binary.path("pod/episodes/\(name)")))
        #expect(sound.length == bytes.count)
        // Two texts of ten seconds, and two pauses.
        #expect(bytes.count == 44 + 2 * (160_000 + 11_200))
        let xml = try world.binary.read("pod/feed.xml")
        #expect(xml.contains("<itunes:duration>21</itunes:duration>"))
        #expect(
            xml.contains(
                "&lt;li&gt;0:10 &lt;a href=&quot;https://quay.example/Bridgetowerreopen&quot;&gt;Bridge &amp;amp;"))
        let chapters = try world.binary.read("pod/episodes/\(name.prefix { $0 != "." }).json")
        let object = try #require(JSONSerialization.jsonObject(with: Data(chapters.utf8)) as? [String: Any])
        let list = try #require(object["chapters"] as? [[String: Any]])
        #expect(object["version"] as? String == "1.2.0" && list.count == 2)
        #expect(list[1]["title"] as? String == "Bridge & tower reopen" && list[1]["startTime"] as? Double == 10.7)
        #expect(list[1]["url"] as? String == "https://quay.example/Bridgetowerreopen")
        let text = try said()
        #expect(text.contains("Harbour <news>.\n\nSunday, 22 November 2026.\n[en]\n"))
        #expect(
            text.contains("Bridge & tower reopen.\n\nQuay & Co.\n\nThe tide was low near Bridgetowerreopen.\n[en]\n"))
        #expect(text.components(separatedBy: "Ferry to Elsom is late").count == 2)
        #expect(try files("parts").isEmpty && files("episodes").count == 4)
        // A digest that is delivered again is the same episode.
        let id = try #require(name.split(separator: ".").first)
        #expect(try world.run("resend", String(id)).status == 0)
        #expect(try world.binary.read("pod/feed.xml") == xml && said() == text)
    }

    @Test func `a story in another language has a voice of its own`() throws {
        defer { world.end() }
        world.change {
            $0.feeds["/feed"] = .ok(
                """
                <rss version="2.0"><channel><title>Quay</title><language>ru</language><item><guid>1</guid>
                <title>Паром в Эльсом опаздывает</title><link>https://quay.example/1</link></item></channel></rss>
                """, type: "application/rss+xml")
        }
        #expect(try run().status == 0)
        let text = try said()
        #expect(text.contains("21 November 2026.\n[en]\n") && text.contains("Quay & Co.\n[ru]\n"))
    }

    @Test func `a run that is killed while it speaks goes on where it was`() throws {
        defer { world.end() }
        tell("Ferry to Elsom is late", "Bridge and tower reopen", "Market of lanterns opens")
        let kill = "{ touch killed; kill -9 $PPID; exit; }"
        try configure(speak: "test $(grep -c '\\\\[en\\\\]' said) != 2 || test -e killed || \(kill);")
        try world.binary.write("", to: "said")
        #expect(try run().status != 0)
        #expect(!world.binary.exists("pod/feed.xml"))
        #expect(try files("parts").count == 2)
        let again = try run()
        #expect(again.status == 0)
        #expect(try said().components(separatedBy: "[en]").count == 5)
        #expect(try feed().entries.count == 1 && files("parts").isEmpty)
        #expect(try run().stderr == "")
        #expect(try feed().entries.count == 1)
    }

    @Test func `a story that cannot be spoken stands in the notes, and is said`() throws {
        defer { world.end() }
        tell("Ferry to Elsom is late", "Bridge and tower reopen")
        try world.binary.write(
            "cat > text; if grep -q Ferry text; then echo no voice >&2; exit 3; fi; cat > said < text\n"
                + (try world.binary.read("speak.sh").split(separator: "\n").last.map(String.init) ?? ""), to: "speak.sh"
        )
        let result = try run()
        #expect(result.status == 0)
        #expect(
            result.stderr.contains("1 of 3 texts were not spoken: 'sh' ended with status 3: no voice"),
            "\(result.stderr)")
        let xml = try world.binary.read("pod/feed.xml")
        #expect(xml.contains("&lt;li&gt;&lt;a href=&quot;https://quay.example/FerrytoElsomislate"))
        #expect(xml.contains("&lt;li&gt;0:10 &lt;a href=&quot;https://quay.example/Bridgeandtowerreopen"))
    }

    @Test func `texts on which the program hangs stand in the notes, while it speaks others between`() throws {
        defer { world.end() }
        tell("Ferry to Elsom is late", "Bridge and tower reopen", "Market of lanterns opens")
        try configure("timeout = \"4s\"", speak: "tee text | grep -qE 'Ferry|Market' && sleep 600; cat text |")
        let result = try run()
        #expect(result.status == 0 && result.stderr.contains("2 of 4 texts were not spoken"), "\(result.stderr)")
        #expect(try world.binary.read("pod/feed.xml").contains("Bridge and tower reopen"))
    }

    @Test(arguments: [
        ("echo hello", "wrote neither WAV nor MP3"), ("exit 4", "ended with status 4"),
        ("exec /no/such/program 2>/dev/null", "ended with status 127"),
    ])
    func `without a voice the digest waits`(script: String, reason: String) throws {
        defer { world.end() }
        let speak = try world.binary.read("speak.sh")
        try world.binary.write(script, to: "speak.sh")
        let result = try run()
        #expect(result.status == 76 && result.stderr.contains(reason), "\(result.stderr)")
        try world.binary.write(speak, to: "speak.sh")
        #expect(try run().status == 0)
        #expect(try feed().entries.count == 1)
    }

    @Test func `an episode is no longer than max_minutes`() throws {
        defer { world.end() }
        tell("Ferry to Elsom is late", "Bridge and tower reopen", "Market of lanterns opens", "Road to Quay closes")
        try world.binary.write(
            try world.binary.read("speak.sh").replacing("160000", with: "400000"), to: "speak.sh")
        try configure("max_minutes = 1")
        #expect(try run().stderr == "")
        let xml = try world.binary.read("pod/feed.xml")
        #expect(xml.components(separatedBy: "&lt;li&gt;0:").count == 2)
        #expect(xml.components(separatedBy: "&lt;li&gt;&lt;a").count == 4)
        #expect(xml.contains("<itunes:duration>51<"))
    }

    @Test func `old episodes go after keep`() throws {
        defer { world.end() }
        try configure("keep = \"2d\"")
        for day in 18...21 {
            tell("Story of day \(["one", "two", "three", "four"][day - 18])")
            try run(day: day)
        }
        #expect(try feed().entries.count == 3 && files("episodes").count == 6)
        let history = try world.run("history", "--format", "json").stdout
        let first = try #require(history.matches(of: #/"digest" : "([^"]+)"/#).last).1
        let again = try world.run("resend", String(first))
        #expect(again.status == 0 && again.stderr.contains("this digest is older than 'keep'"), "\(again)")
        #expect(try feed().entries.count == 4)
        // Apple wants a picture.
        try world.binary.write("", to: "pod/cover.png")
        tell("Story of another day")
        try run(day: 22)
        #expect(
            try world.binary.read("pod/feed.xml").contains("<itunes:image href=\"https://example.org/pod/cover.png\"/>")
        )
    }

    @Test func `old episodes go also if the delivery that removes them does not finish`() throws {
        defer { world.end() }
        try configure("keep = \"2d\"")
        for day in 18...21 {
            tell("Story of day \(["one", "two", "three", "four"][day - 18])")
            let feed = world.binary.path("pod/feed.xml")
            guard day == 21 else {
                try run(day: day)
                continue
            }
            // The feed cannot be written.
            try FileManager.default.removeItem(atPath: feed)
            try FileManager.default.createDirectory(atPath: feed + "/x", withIntermediateDirectories: true)
            #expect(try run(day: day).status == 76)
            try FileManager.default.removeItem(atPath: feed)
        }
        #expect(try run(day: 21).status == 0)
        #expect(try feed().entries.count == 3 && files("episodes").count == 6 && files("parts").isEmpty)
        #expect(try world.binary.read("pod/episodes.json").components(separatedBy: "\"id\"").count == 4)
    }

    @Test func `a folder of somebody else's, and a damaged memory, are refused`() throws {
        defer { world.end() }
        try FileManager.default.createDirectory(atPath: world.binary.path("pod"), withIntermediateDirectories: false)
        try world.binary.write("mine", to: "pod/feed.xml")
        let result = try run()
        #expect(result.status == 76 && result.stderr.contains("has 'feed.xml', which newsdigest did not write"))
        #expect(try world.binary.read("pod/feed.xml") == "mine")
        try FileManager.default.removeItem(atPath: world.binary.path("pod/feed.xml"))
        try run()
        let memory = try world.binary.read("pod/episodes.json")
        let id = try #require(memory.firstMatch(of: /"id":"([a-z0-9]+)"/)?.1)
        try world.binary.write("", to: "victim.wav")
        let titles = ["Bridge and tower reopen", "Market of lanterns opens"]
        let hostile = memory.replacing("\"id\":\"\(id)\"", with: "\"id\":\"../../victim\"")
        for (title, damaged) in zip(titles, ["[{", hostile]) {
            try world.binary.write(damaged, to: "pod/episodes.json")
            tell(title)
            let refused = try run(day: 22)
            #expect(refused.status == 76 && refused.stderr.contains("is damaged; restore it"), "\(refused.stderr)")
        }
        #expect(world.binary.exists("victim.wav"))
        try world.binary.write(memory, to: "pod/episodes.json")
        #expect(try run(day: 23).status == 0)
        let told = try said()
        for title in titles + ["Ferry to Elsom is late"] {
            #expect(told.components(separatedBy: title).count == 2, "\(title): \(told)")
        }
    }

    @Test func `a recap is an episode with its own title`() throws {
        defer { world.end() }
        try run()
        #expect(try world.run("recap", at: "2026-11-21T10:00:00Z").status == 0)
        let titles = try feed().entries.map(\.title)
        #expect(
            titles == [
                "Harbour <news> · Recap, Saturday, 21 November 2026", "Harbour <news>, Saturday, 21 November 2026",
            ])
    }

    @Test func `check looks for the program and the address, and bad values have their line`() throws {
        defer { world.end() }
        let good = try world.run("check")
        #expect(good.status == 0 && good.stdout.contains("can be written"), "\(good.stdout)\(good.stderr)")
        try world.binary.write(
            try world.binary.read("config.toml").replacing("base_url", with: "# base_url"), to: "config.toml")
        #expect(try world.run("check").stderr.contains("without 'base_url', only programs on this machine"))
        for (line, message) in [
            ("max_minutes = 0", "should be from 1 to 600"), ("speak = []", "should be a program"),
            ("format = \"html\"", "format"),
        ] {
            try configure(line.hasPrefix("speak") ? "" : line)
            if line.hasPrefix("speak") {
                let text = try world.binary.read("config.toml").split(separator: "\n").filter { !$0.hasPrefix("speak") }
                try world.binary.write(text.joined(separator: "\n") + "\n\(line)\n", to: "config.toml")
            }
            let result = try run()
            #expect(result.status == 78 && result.stderr.contains(message), "\(result.stderr)")
        }
    }
}
