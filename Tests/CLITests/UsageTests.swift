import Foundation
import Testing

@Suite(.ownThread) struct UsageTests {
    @Test(arguments: [
        ("--no-such-flag", "Unknown option '--no-such-flag' (see 'newsdigest run --help')"),
        ("history --format pdf", "(see 'newsdigest history list --help')"),
        ("--limit -1", "'--limit <n>': write a whole number of at least 1 (see 'newsdigest run --help')"),
        ("search x --limit two", "'--limit <n>': write a whole number of at least 1 (see 'newsdigest search --help')"),
        (
            "history --limit 0",
            "'--limit <n>': write a whole number of at least 1 (see 'newsdigest history list --help')"
        ),
        ("share", "Missing expected argument '<item>' (see 'newsdigest share --help')"),
        (
            "--now 2026-02-30T00:00:00Z",
            "'--now <time>': write a time such as 2026-11-21T08:00:00Z (see 'newsdigest run --help')"
        ),
        ("--record a --replay b", "--record and --replay exclude each other (see 'newsdigest run --help')"),
        (
            "--since 5",
            "'--since <age>': write a number with a unit, such as 90m, 24h or 7d (see 'newsdigest run --help')"
        ),
        (
            "--since -1h",
            "'--since <age>': write a number with a unit, such as 90m, 24h or 7d (see 'newsdigest run --help')"
        ),
        (
            "history --since 5",
            "'--since <age>': write a number with a unit, such as 90m, 24h or 7d (see 'newsdigest history list --help')"
        ),
    ])
    func `a wrong command line is one line on standard error with the help to look at`(line: String, end: String) throws
    {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try binary.run(line.split(separator: " ").map(String.init))
        #expect(result.status == 64)
        #expect(result.stdout == "")
        #expect(result.stderr.hasPrefix("newsdigest: "))
        #expect(result.stderr.hasSuffix(end + "\n"))
        #expect(result.stderr.split(separator: "\n").count == 1)
    }

    @Test func `a state in a folder that does not exist is no new state for a person at a terminal`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let typo = try binary.runOnTerminal(["history", "--state", binary.path("typo/s.sqlite")], typing: [])
        #expect(typo.status == 64)
        #expect(
            typo.screen.contains("the folder '\(binary.path("typo"))' of --state does not exist; make it, or correct"))
        #expect(!binary.exists("typo"))
        #expect(try binary.runOnTerminal(["history", "--state", binary.path("s.sqlite")], typing: []).status == 0)
        #expect(try binary.run("history", "--state", binary.path("typo/s.sqlite")).status == 0)
    }

    @Test func `the folder of templates may begin with a tilde`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        #expect(try binary.run("templates", "~/tpl").status == 0)
        #expect(binary.exists("tpl") && !binary.exists("~"))
    }

    @Test(arguments: [["--foo", "--log-format", "json"], ["--log-format=json", "--limit", "0"]])
    func `a wrong command line is a line of JSON if the lines on standard error are`(arguments: [String]) throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try binary.run(arguments)
        #expect(result.status == 64)
        let line = try JSONSerialization.jsonObject(with: Data(result.stderr.utf8)) as? [String: Any]
        #expect(line?["level"] as? String == "error")
        #expect((line?["message"] as? String)?.hasSuffix("(see 'newsdigest run --help')") == true)
    }

    @Test(arguments: [
        ("--share foo", "; known: email, facebook, link, telegram, vk, whatsapp, x (see 'newsdigest run --help')"),
        (
            "--source feed",
            "; did you mean 'feeds'? known: calendars, feeds, kudago, newsapi (see 'newsdigest run --help')"
        ),
        ("histroy", "there is no command 'histroy'; did you mean 'history'? known: ask, categories, "),
        ("history forgt x", "there is no command 'forgt'; did you mean 'forget'? known: forget, list, show"),
        ("help histroy", "there is no command 'histroy'; did you mean 'history'? known: ask, categories, "),
        ("help history nosuch", "there is no command 'nosuch'; known: forget, list, show"),
        (
            "help list",
            "several commands have a 'list': help history list, help likes list, help readers list, help saved list, "
                + "help sources list"
        ),
    ])
    func `a wrong value or command is told with those there are and the nearest`(line: String, part: String) throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try binary.run(line.split(separator: " ").map(String.init))
        #expect(result.status == 64)
        #expect(result.stderr.contains(part), "\(result.stderr)")
        #expect(result.stderr.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        ("help forget", "USAGE: newsdigest history forget"),
        ("help history forget", "USAGE: newsdigest history forget"),
        ("help check", "USAGE: newsdigest check"), ("help", "'newsdigest help run'"),
        ("--help", "'newsdigest help run'"),
        ("history --help", "--search, --since, --category, --limit and --format"), ("help help", "USAGE: newsdigest"),
    ])
    func `help is there for each command by its name`(line: String, part: String) throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try binary.run(line.split(separator: " ").map(String.init))
        #expect(result.status == 0)
        #expect(result.stdout.replacing("\n", with: " ").contains(part), "\(result.stdout)")
    }

    @Test(arguments: [
        "--config config.toml categories", "--config=config.toml schedule",
        "--now 2026-11-21T08:00:00Z --config config.toml status --format json",
    ])
    func `options of most commands may stand before the command`(line: String) throws {
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write("sources = [\"feeds\"]\n", to: "config.toml")
        let result = try binary.run(line.split(separator: " ").map(String.init))
        #expect(result.status == 0 && result.stderr == "" && !result.stdout.isEmpty, "\(result.stderr)")
        let other = try binary.run("-v", "check")
        #expect(other.status == 64 && other.stderr.hasSuffix("(see 'newsdigest check --help')\n"))
    }

    @Test func `a section that only a feed's own categories name is known to check and to the run`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let entry = "<item><title>Tulips</title><link>https://daily.example/1</link><category>Flowers</category></item>"
        try binary.write(
            "<rss version=\"2.0\"><channel><title>Daily</title>\(entry)</channel></rss>", to: "feed.xml")
        try binary.write(
            """
            [digest]
            categories = ["Gardening"]
            [[feeds]]
            url = "file://\(binary.path("feed.xml"))"
            categories = { Flowers = "gardening" }
            """, to: "config.toml")
        #expect(try binary.run("check", "--config", "config.toml").status == 0)
        let result = try binary.run("--config", "config.toml")
        #expect(result.status == 0 && result.stderr == "")
        #expect(result.stdout.contains("Tulips"))
    }

    @Test func `the version is one line`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try binary.run("--version")
        #expect(result.status == 0)
        #expect(result.stderr == "")
        let version = /\d+\.\d+\.\d+(-rc\.\d+)?( \([0-9a-f]{12}\))?\n/
        #expect(result.stdout.wholeMatch(of: version) != nil, "\(result.stdout)")
        try #expect(binary.run("run", "--version").stdout == result.stdout)
        try #expect(binary.shell("$newsdigest --version > /dev/full").status == 73)
    }

    @Test func `a category that no source gives is told with the next step`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write(
            "[[feeds]]\nurl = \"file:///feed.xml\"\nname = \"Daily\"\ncategory = \"technology\"\n", to: "config.toml")
        let result = try binary.run("--config", "config.toml", "--state", "state.sqlite", "--category", "biz")
        #expect(result.status == 69)
        #expect(result.stderr.contains("newsdigest sources list"))
        #expect(result.lines.isEmpty)
    }
}
