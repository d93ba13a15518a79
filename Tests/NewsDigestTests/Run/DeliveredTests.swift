import Foundation
import StateTestSupport
import TestServer
import Testing

@testable import NewsDigest
@testable import Settings

@Suite struct DeliveredTests {
    @Test func `the stories of a delivered digest stay in memory only for a command that prints their links`()
        async throws
    {
        let folder = try StateFolder()
        let server = try TestServer { _ in
            .ok(
                FeedStandIn.rss(
                    "Feed", [("Ferry line", "https://publisher.example/1", "Sat, 21 Nov 2026 06:00:00 GMT")]),
                type: "application/rss+xml")
        }
        defer { server.stop() }
        let configuration = try Configuration(
            toml: """
                timezone = "UTC"
                [[feeds]]
                url = "\(server.url("/feed"))"
                [[deliver]]
                name = "program"
                to = "command"
                command = ["true"]
                """, file: "config.toml", environment: [:])
        var options = Run.Options()
        options.kinds = [.feeds]
        let now = Date(timeIntervalSince1970: 1_795_248_000)
        func delivered(to readers: [Configuration]) async throws -> [Run.Delivered] {
            try await Run(readers, options: options, statePath: folder.path, now: now).perform().delivered
        }
        #expect(try await delivered(to: [configuration]).map { $0.stories.map(\.title) } == [["Ferry line"]])
        var (anna, bo) = (configuration, configuration)
        (anna.profileName, bo.profileName) = ("anna", "bo")
        let toMany = try await delivered(to: [anna, bo])
        #expect(toMany.map(\.storyCount) == [1, 1])
        #expect(toMany.flatMap(\.stories).isEmpty)
    }
}
