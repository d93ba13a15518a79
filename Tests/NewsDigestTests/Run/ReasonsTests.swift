import Foundation
import StateTestSupport
import Synchronization
import TestServer
import Testing

@testable import NewsDigest
@testable import Settings

/// Every item that a run gathers has exactly one reason in it, whatever becomes of the run.
@Suite struct ReasonsTests {
    let folder: StateFolder
    let server: TestServer

    private static let feed = [
        ("Bridge over the old canal opens again", "Sat, 21 Nov 2026 06:00:00 GMT"),
        ("Orchestra plays in the empty swimming pool", "Sat, 21 Nov 2026 05:00:00 GMT"),
        ("Ferry line buys its first electric boat", "Sat, 21 Nov 2026 04:00:00 GMT"),
        ("Your horoscope for today", "Sat, 21 Nov 2026 06:30:00 GMT"),
        ("Taken out by a program of the reader", "Sat, 21 Nov 2026 06:30:00 GMT"),
        ("Library finds a map that was lost for years", "Sun, 15 Nov 2026 06:00:00 GMT"),
    ]

    init() throws {
        folder = try StateFolder()
        let answers = Mutex(0)
        server = try TestServer { request in
            guard request.path == "/feed" else { return .status(404) }
            let items = Self.feed.map { ($0.0, "https://publisher.example/\($0.0.count)", $0.1 as String?) }
            // Each answer differs, as with feeds that tell when they were built, so that each run gathers the items.
            let number = answers.withLock { number in
                number += 1
                return number
            }
            return .ok(FeedStandIn.rss("Feed", items) + "<!-- \(number) -->", type: "application/rss+xml")
        }
    }

    /// A run with this destination; what it decided on each item of the feed, by title.
    private func reasons(_ number: Int64, to command: String) async throws -> [String: String] {
        let configuration = try Configuration(
            toml: """
                timezone = "UTC"
                [digest]
                categories = ["technology"]
                max_items = 2
                general_first = false
                [interest]
                mute = ["horoscope"]
                [[filter]]
                name = "own"
                command = ["grep", "-v", "Taken out"]
                [network]
                host_gap = "0s"
                [[feeds]]
                url = "\(server.url("/feed"))"
                name = "Feed"
                category = "technology"
                [[feeds]]
                url = "\(server.url("/broken"))"
                name = "Broken"
                category = "technology"
                [[deliver]]
                name = "program"
                to = "command"
                command = ["sh", "-c", "\(command)"]
                """, file: "config.toml", environment: [:])
        var options = Run.Options()
        options.kinds = [.feeds]
        let now = morning + Double(number) * 3600
        _ = try? await Run([configuration], options: options, statePath: folder.path, now: now).perform()
        let state = try folder.open(.readOnly)
        let decisions = try state.decisions(run: number, profile: "default")
        let items = try Self.feed.map { try #require(try state.item("https://publisher.example/\($0.0.count)")) }
        #expect(Set(decisions.keys) == Set(items.map(\.id)))
        return Dictionary(uniqueKeysWithValues: zip(Self.feed.map(\.0), items.map { decisions[$0.id]?.name ?? "none" }))
    }

    @Test func `the reasons add up to what was gathered, run after run`() async throws {
        defer { server.stop() }
        func expected(_ first: String, _ second: String, _ third: String) -> [String: String] {
            let fates = [first, second, third, "muted", "filtered out", "too old"]
            return Dictionary(uniqueKeysWithValues: zip(Self.feed.map(\.0), fates))
        }
        // The digest is full, and its destination does not take it.
        let first = try await reasons(1, to: "exit 73")
        #expect(first == expected("shown", "shown", "queued"))
        // It is tried again, in vain: nothing new is made for a destination that is out of order.
        #expect(try await reasons(2, to: "exit 73") == expected("already sent", "already sent", "queued"))
        // It is delivered at last, and then what waited.
        #expect(try await reasons(3, to: "true") == expected("already sent", "already sent", "shown"))
        #expect(try await reasons(4, to: "true") == expected("already sent", "already sent", "already sent"))
    }
}
