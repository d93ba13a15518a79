import Testing

@Suite struct UsageTests {
    @Test(arguments: [
        ("--no-such-flag", "Unknown option '--no-such-flag' (see 'newsdigest run --help')"),
        ("history --format pdf", "(see 'newsdigest history list --help')"),
        ("history --limit 0", "--limit takes a whole number from 1. (see 'newsdigest history list --help')"),
        ("share", "Missing expected argument '<item>' (see 'newsdigest share --help')"),
        ("--record a --replay b", "(see 'newsdigest run --help')"),
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

    @Test func `the version is one line`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try binary.run("--version")
        #expect(result.status == 0)
        #expect(result.lines.count == 1)
        #expect(result.stderr == "")
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
