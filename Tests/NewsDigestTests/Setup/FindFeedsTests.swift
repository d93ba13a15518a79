import Foundation
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
        let calendar = RunError.usage(
            "'webcal://a.example/c.ics' is a calendar and no feed; write it as 'url' under [[calendars]]")
        await #expect(throws: calendar) { try await findFeeds(at: "webcal://a.example/c.ics", over: client) }
    }

    @Test func `a calendar is no feed, and the table for it is named`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/c.ics"
        try Data("\r\nBEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8).write(to: URL(filePath: file))
        let error = #expect(throws: Failure.self) { try findFeed(inFile: "file://" + file) }
        #expect(error.map { "\($0)" }?.contains("write it as 'url' under [[calendars]]") == true)
    }
}
