import Foundation
import Testing

@testable import Render
@testable import Settings
@testable import State
@testable import Values

/// The names that people's crontabs, configurations, scripts and templates use are those of docs/promise.md: one that
/// goes breaks them, and a new one is a promise to make there.
@Suite(.ownThread) struct PromiseTests {
    @Test func `the commands and options are those of the promise`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let help = try JSONSerialization.jsonObject(with: binary.run("--experimental-dump-help").bytes)
        let root = try #require((help as? [String: Any])?["command"] as? [String: Any])
        let changes = try Self.changes(Self.names(of: root, as: ""), "Commands and options")
        #expect(changes == [])
    }

    @Test func `the keys of the configuration are those of the promise`() throws {
        let all = DeclaredTable.all.flatMap { table in
            table.keys.flatMap(\.names).map { "\(table.name.isEmpty ? "(top)" : table.name) \($0)" }
        }
        let changes = try Self.changes(Set(all), "Keys of the configuration")
        #expect(changes == [])
    }

    @Test func `the exit statuses are those of the promise`() throws {
        let failure = Failure(.deliver, "mail", "it is away")
        let errors: [RunError] = [
            .usage(""), .unusableInput(""), .noSource([]), .output(failure), .unwritable(""),
            .state(path: "", reason: ""), .locked(path: "", holder: ""), .delivery([failure]), .undelivered(failure),
            .configuration(file: "", line: nil, reason: ""),
        ]
        let promised = try Self.promised("Exit statuses").map { $0.prefix { $0 != " " } }
        let statuses = [0, 1] + errors.map(\.exitStatus)
        #expect(Set(promised.map(String.init)) == Set(statuses.map { "\($0)" }))
    }

    @Test func `the fields of JSON are those of the promise`() throws {
        var digest = Digest.sample
        var copy = try #require(digest.sections[0].stories[0].also.last)
        (copy.id, copy.source) = ("c1", "Another publisher")
        digest.sections[0].stories[0].also.append(copy)
        var fields = try Self.paths("digest", Data(digest.rendered(as: .json)))
        digest.sections[0].stories[0].item.event?.isCancelled = true
        digest.sections[0].stories[0].generated = .init(title: "A title", summary: "A summary")
        digest.sections[0].stories[0].generated?.isTranslation = true
        fields.formUnion(try Self.paths("digest", Data(digest.rendered(as: .json))))
        let entry = HistoryEntry(
            digest: "d1", sent: digest.created, profile: "default", category: "events", id: "i", title: "A title",
            url: "https://example.org/", source: "A source")
        let listing = Listing(history: [entry], language: "en", timeZone: "UTC", now: digest.created)
        fields.formUnion(try Self.paths("history", Data(listing.rendered(as: .json).utf8)))
        var statistics = Statistics(since: digest.created, until: digest.created)
        (statistics.sources, statistics.days) = ([.init(name: "A source")], [.init(start: digest.created)])
        fields.formUnion(try Self.paths("stats", JSONEncoder().encode(statistics)))
        let world = try World("sources = [\"feeds\"]\n[[deliver]]\nto = \"file\"\npath = \"none/d.md\"") {
            $0.feeds["/feed"] = World.rss("Council opens the winter market")
        }
        defer { world.end() }
        #expect(try world.run().status == 76)
        fields.formUnion(try Self.paths("status", world.run("status", "--list", "--format", "json").bytes))
        fields.formUnion(try Self.fieldsOfOtherCommands(itemOf: digest.sections[0].stories[0]))
        let changes = try Self.changes(fields, "Fields of JSON")
        #expect(changes == [])
    }

    /// What the other commands print as JSON, one object after the other.
    private static func fieldsOfOtherCommands(itemOf story: Story) throws -> Set<String> {
        let world = try World("sources = [\"feeds\"]", feeds: ["/feed", "/gone", "/moved"]) {
            $0.feeds["/feed"] = World.rss("Council opens the winter market", "Ferry runs aground off Elsom island")
            $0.feeds["/moved"] = .redirect(301, to: "/feed")
        }
        defer { world.end() }
        #expect(try world.run().status == 0)
        try world.binary.write(page, to: "page.html")
        try world.binary.write(rss, to: "feed.xml")
        try world.binary.write(atom, to: "feed.atom")
        let items = ["Ferry runs aground off Elsom island", "Ferry aground off Elsom: passengers wait"].enumerated()
            .map { "{\"id\":\"\($0)\",\"title\":\"\($1)\",\"published\":\"2026-11-21T08:00:00Z\"}\n" }.joined()
        let history = try world.run("history", "--format", "json").bytes
        let told = try JSONSerialization.jsonObject(with: history) as? [[String: Any]]
        let id = try #require(told?.first?["id"] as? String)
        for command in ["like", "save"] { #expect(try world.run(command, id).status == 0) }
        var item = story.item
        (item.author, item.image, item.html) = ("Anna Berg", "https://quay.example/a.png", "<p>A text.</p>")
        item.event?.isCancelled = true
        let stored = StoredItem(
            id: story.id, number: 1, item: item, firstSeen: Date(timeIntervalSince1970: 0),
            lastSeen: Date(timeIntervalSince1970: 0))
        let shown = ItemPage(
            stored, article: nil, language: "en", timeZone: "UTC", now: Date(timeIntervalSince1970: 0))
        let outputs: [(String, String)] = try [
            ("show", shown.rendered(as: .json)),
            ("sources", world.run("sources", "list", "--json").stdout),
            ("categories", world.run("categories", "--json").stdout),
            ("likes", world.run("likes", "list", "--json").stdout),
            ("saved", world.run("saved", "list", "--format", "json").stdout),
            ("ask", world.run("ask", "market", "--format", "json").stdout),
            ("extract", world.binary.run("extract", "page.html").stdout),
        ]
        let lines: [(String, [String])] = try [
            ("parse", world.binary.run("parse", "feed.xml", "feed.atom", "page.html").lines),
            ("group", world.binary.run("group", "--explain", input: items).lines),
        ]
        return try (outputs.map { ($0, [$1]) } + lines).reduce(into: []) { fields, output in
            for text in output.1 { fields.formUnion(try paths(output.0, Data(text.utf8))) }
        }
    }

    private static let page = """
        <html lang="en"><head><title>Ferry</title><meta property="og:image" content="https://quay.example/a.png">
        </head><body><article><h1>Ferry Elsom Queen is late</h1>\(
            String(repeating: "<p>The ferry Elsom Queen left Gullport forty minutes late on Friday, said the port.</p>", count: 9)
        )</article></body></html>
        """

    private static let rss = """
        <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"
        xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
        xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
        <title>Quay</title><link>https://quay.example/</link><description>The port</description><language>en</language>
        <lastBuildDate>Sat, 21 Nov 2026 08:00:00 GMT</lastBuildDate><pubDate>Sat, 21 Nov 2026 08:00:00 GMT</pubDate>
        <ttl>60</ttl><managingEditor>anna@quay.example (Anna Berg)</managingEditor>
        <image><url>https://quay.example/logo.png</url></image>
        <atom:link rel="self" href="https://quay.example/rss"/><atom:link rel="hub" href="https://hub.example/"/>
        <item><guid>1</guid><title>Ferry</title><link>https://quay.example/1</link><comments>https://quay.example/1#c</comments>
        <feedburner:origLink>https://quay.example/one</feedburner:origLink><pubDate>Sat, 21 Nov 2026 08:00:00 GMT</pubDate>
        <atom:updated>2026-11-21T08:00:00Z</atom:updated><dc:creator>Anna Berg</dc:creator><dc:language>en</dc:language>
        <description>Late.</description><content:encoded>&lt;p&gt;It is late.&lt;/p&gt;</content:encoded>
        <category>Sea</category><itunes:duration>10:00</itunes:duration><itunes:image href="https://quay.example/1.png"/>
        <enclosure url="https://quay.example/1.mp3" type="audio/mpeg" length="9"/>
        <media:content url="https://quay.example/1.mp4" type="video/mp4" fileSize="9" duration="9"/></item></channel></rss>
        """

    private static let atom = """
        <feed xmlns="http://www.w3.org/2005/Atom"><id>urn:quay</id><title>Quay</title><icon>https://quay.example/i.png</icon>
        <updated>2026-11-21T08:00:00Z</updated></feed>
        """

    /// The promised names below a heading that the program does not have, and those that it has beyond them.
    private static func changes(_ names: Set<String>, _ heading: String) throws -> [String] {
        let promised = try promised(heading)
        return (promised.subtracting(names).map { "gone: \($0)" } + names.subtracting(promised).map { "new: \($0)" })
            .sorted()
    }

    /// The names below a heading of the page, each with the first word of its line.
    private static func promised(_ heading: String) throws -> Set<String> {
        let page = try String(
            contentsOf: URL(filePath: #filePath).appending(path: "../../../docs/promise.md").standardized,
            encoding: .utf8)
        let lines = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix(heading + "\n") })
            .components(separatedBy: "```")[1].split(separator: "\n")
        return Set(
            lines.flatMap { line in
                let words = line.split(separator: " ")
                return words.dropFirst().map { "\(words[0].dropLast()) \($0)" }
            })
    }

    /// The options of a command and of its subcommands: `run --out`, `sources/add --name`.
    private static func names(of command: [String: Any], as path: String) throws -> Set<String> {
        let name = path.isEmpty ? "" : path + "/"
        let arguments = command["arguments"] as? [[String: Any]] ?? []
        let shown = arguments.filter { $0["shouldDisplay"] as? Bool == true }
        let named = shown.flatMap { $0["names"] as? [[String: Any]] ?? [] }
        let long = named.filter { $0["kind"] as? String == "long" }.compactMap { $0["name"] as? String }
        let options = long.filter { $0 != "help" && $0 != "version" }
        let commands = (command["subcommands"] as? [[String: Any]] ?? []).filter {
            $0["shouldDisplay"] as? Bool == true && $0["commandName"] as? String != "help"
        }
        var names = Set(path.isEmpty ? [] : options.map { "\(path) --\($0)" })
        for command in commands {
            let own = try #require(command["commandName"] as? String)
            names.formUnion(try Self.names(of: command, as: name + own))
        }
        return names
    }

    /// The paths of all fields: `digest sections.stories.title`. A list adds nothing to the path.
    private static func paths(_ kind: String, _ json: Data) throws -> Set<String> {
        func paths(_ value: Any, _ path: String) -> [String] {
            switch value {
            case let list as [Any]: list.flatMap { paths($0, path) }
            // The names of share links are services, and not fields.
            case let object as [String: Any] where !path.hasSuffix(".share"):
                object.flatMap { name, value in
                    let path = path.isEmpty ? name : "\(path).\(name)"
                    return [path] + paths(value, path)
                }
            default: []
            }
        }
        return Set(paths(try JSONSerialization.jsonObject(with: json), "").map { "\(kind) \($0)" })
    }
}
