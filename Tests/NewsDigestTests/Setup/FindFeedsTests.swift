import Testing

@testable import HTTP
@testable import NewsDigest
@testable import Values

@Suite struct FindFeedsTests {
    /// The client opens no socket, so that a wrong answer looks up no host.
    @Test(arguments: ["/tmp/feed.xml", "~/feed.xml", "~anna/feed.xml", "~"])
    func `a path is no web address, and no host is looked for`(path: String) async throws {
        let folder = try TemporaryFolder()
        let client = try HTTPClient(.init(userAgent: "newsdigest/test", mode: .replay(folder.path)))
        let refusal = RunError.usage(
            "'\(path)' is not a web address; give one such as https://example.org. A feed in a file is a 'url' such as "
                + "file:///srv/feed.xml under [[feeds]]")
        await #expect(throws: refusal) { try await findFeeds(at: path, over: client) }
    }
}
