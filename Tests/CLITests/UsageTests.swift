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
}
