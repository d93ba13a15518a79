import Testing

@Suite struct UsageTests {
    @Test func `a wrong flag is a usage error on standard error`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try binary.run("--no-such-flag")
        #expect(result.status == 64)
        #expect(result.stdout == "")
        #expect(result.stderr.contains("--no-such-flag"))
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
