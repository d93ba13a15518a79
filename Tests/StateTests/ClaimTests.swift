import Foundation
import StateTestSupport
import Testing

@testable import State
@testable import Values

@Suite struct ClaimTests {
    @Test func `a state that one machine uses gives it all work, whenever it was done before`() throws {
        let state = try StateFolder(.sqlite).open()
        for _ in 0..<2 {
            #expect(try state.claim(.reader, ["b", "a"], notWithin: 300, lease: 60, now: morning) == ["b", "a"])
            try state.release(.reader, ["a", "b"], completed: morning)
        }
    }

    #if PostgreSQL
        private func machines(_ count: Int) throws -> [State] {
            let folder = try StateFolder(.postgresql)
            return try (0..<count).map { _ in try folder.open() }
        }

        @Test func `what one machine claimed no other gets, until it is released`() throws {
            let machines = try machines(2)
            #expect(try machines[0].claim(.host, ["a", "b"], lease: 60, now: morning) == ["a", "b"])
            #expect(try machines[1].claim(.host, ["a", "b", "c"], lease: 60, now: morning) == ["c"])
            // The same name is another matter in other work.
            #expect(try machines[1].claim(.source, ["a"], lease: 60, now: morning) == ["a"])
            try machines[0].release(.host, ["a"])
            #expect(try machines[1].claim(.host, ["a", "b"], lease: 60, now: morning) == ["a"])
        }

        @Test func `names may have any sign in them`() throws {
            let names = ["it's", "\"quoted\"", "back\\slash", "{a,b}", "", "NULL", "Ёж \u{1F994}"]
            #expect(try machines(1)[0].claim(.reader, names, lease: 60, now: morning) == names)
        }

        @Test func `what was completed within the window is not due, by the clock of the run`() throws {
            let machines = try machines(2)
            _ = try machines[0].claim(.reader, ["anna"], notWithin: 300, lease: 60, now: morning)
            try machines[0].release(.reader, ["anna"], completed: morning)
            for (seconds, isDue) in [(0.0, false), (299, false), (-299, false), (300, true)] {
                let claimed = try machines[1].claim(
                    .reader, ["anna"], notWithin: 300, lease: 60, now: morning + seconds)
                #expect(claimed.isEmpty != isDue, "\(seconds)")
            }
        }

        @Test func `the claims of a machine that is gone are free at once`() throws {
            let machines = try machines(2)
            var gone: State? = machines[0]
            #expect(try gone?.claim(.reader, ["anna"], lease: 3600, now: morning) == ["anna"])
            #expect(try machines[1].claim(.reader, ["anna"], lease: 3600, now: morning) == [])
            let process = try #require(
                try gone?.read { try Int64.fetchOne($0, sql: "SELECT CAST(pg_backend_pid() AS BIGINT)") })
            gone = nil
            try machines[1].read { db in
                _ = try Row.fetchOne(
                    db, sql: "SELECT pg_terminate_backend(CAST(? AS INTEGER), 5000)", arguments: [process])
            }
            #expect(try machines[1].claim(.reader, ["anna"], lease: 3600, now: morning) == ["anna"])
        }

        @Test func `a machine that hung for longer than its lease marks nothing`() async throws {
            let machines = try machines(2)
            let items = try machines[0].remember([answer([storyItem("a")])], now: morning)
            #expect(try machines[0].claim(.reader, ["default"], lease: 0.01, now: morning) == ["default"])
            try machines[0].store(digest("d1", items), renderings: [rendering("1"), rendering("1", to: "mail")])
            try await Task.sleep(for: .seconds(0.1))
            #expect(try machines[1].claim(.reader, ["default"], lease: 60, now: morning) == ["default"])
            let changes: [() throws -> Void] = [
                { try machines[0].markDelivered("d1", to: "file", now: morning) },
                { try machines[0].markTaken("1/2", of: "d1", by: "file") },
                { try machines[0].markFailed("d1", to: "file", reason: "x") },
                { try machines[0].finish("d1", now: morning) }, { try machines[0].giveUp("d1", now: morning) },
                { try machines[0].store(digest("d2", items), renderings: [rendering("2")]) },
            ]
            for change in changes {
                #expect(throws: ClaimLost(work: .reader, subject: "default"), performing: change)
            }
            #expect(machines[0].isLost(.reader, "default"))
            // The other machine finishes the digest, with the same bytes.
            let pending = try machines[1].pendings(profile: "default")
            #expect(pending.map(\.open) == [[rendering("1"), rendering("1", to: "mail")]])
            for name in ["file", "mail"] { try machines[1].markDelivered("d1", to: name, now: morning) }
            #expect(try machines[1].finish("d1", now: morning))
            #expect(try machines[1].history().map(\.digest) == ["d1"])
        }

        @Test func `a digest joins an edition that was sent, even if another machine ends its run meanwhile`() throws {
            let machines = try machines(2)
            let items = try machines[0].remember([answer([storyItem("a")])], now: morning)
            let run = try machines[1].begin(at: morning)
            try machines[0].store(digest("d1", items), renderings: [rendering("1")])
            try machines[0].markDelivered("d1", to: "file", now: morning)
            #expect(try machines[0].finish("d1", now: morning))
            try machines[1].end(run, summary: ["gathered": 1], now: morning)
            let second = StoredDigest(
                digest("d2", items, profile: "anna"), renderings: [rendering("2")], sameStories: "d1")
            try machines[0].store([second], run: run)
            #expect(try machines[1].pendings(profile: "anna").map(\.digest.stories.count) == [1])
        }

        @Test func `machines that claim at the same time share, and none gets what another has`() async throws {
            let folder = try StateFolder(.postgresql)
            let names = (0..<100).map { "reader \($0)" }
            let claimed = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let machine = try folder.open()
                        let own = try names.shuffled().flatMap {
                            try machine.claim(.reader, [$0], notWithin: 300, lease: 60, now: morning)
                        }
                        try machine.release(.reader, own, completed: morning)
                        return own
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(claimed.sorted() == names.sorted())
        }
    #endif
}
