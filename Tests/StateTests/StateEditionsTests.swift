import Foundation
import StateTestSupport
import Testing

@testable import State
@testable import Values

/// Digests of many readers with the same stories, which are stored once.
@Suite(.everyEngine) struct StateEditionsTests {
    let folder: StateFolder
    let state: State
    let items: [StoredItem]
    let form = SharedText(Data("Good morning, . Here are the news.".utf8))

    init() throws {
        folder = try StateFolder()
        state = try folder.open()
        items = try state.remember([answer(["a", "b", "c"].map { storyItem($0) })], now: morning)
    }

    /// A mail for each of these readers with the same stories. Its pieces are the greeting and the shared text.
    private func mails(
        _ readers: [String], _ stories: [StoredItem]? = nil, day number: Int = 1, created: Date = morning
    ) -> [StoredDigest] {
        let shown = stories ?? [items[0], items[1]]
        return readers.map { reader in
            var made = digest("\(reader)-\(number)", shown, profile: reader, created: created)
            made.name = "Name of \(reader)"
            let pieces: [Composition.Piece] = [.shared(0..<14), .own(Data(reader.utf8)), .shared(14..<34)]
            let copy = StoredRendering.Copy(to: "\(reader)@example.org", Composition(pieces, of: form))
            return StoredDigest(
                made, renderings: [StoredRendering(destination: "smtp", format: .eml, copies: [copy])],
                sameStories: reader == readers[0] ? nil : "\(readers[0])-\(number)")
        }
    }

    private func deliver(_ digests: [StoredDigest], now: Date = morning) throws {
        for stored in digests {
            try state.markDelivered(stored.digest.id, to: "smtp", waitsForDisk: false, now: now)
        }
        #expect(try state.finish(digests.map(\.digest.id), now: now) == Set(digests.map(\.digest.id)))
    }

    private func count(_ table: String) throws -> Int {
        try state.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }

    @Test func `what readers have in common is stored once, and each has the whole digest`() throws {
        let digests = mails(["r1", "r2", "r3"])
        try state.store(digests, run: 1)
        #expect(try count("entry") == 2)
        #expect(try count("told") == 1)
        #expect(try count("form") == 1)
        for stored in digests {
            let pending = try #require(try state.pendings(profile: stored.digest.profile).first)
            #expect(pending.digest.id == stored.digest.id && pending.digest.profile == stored.digest.profile)
            #expect(pending.digest.stories == stored.digest.stories)
            #expect(pending.open == stored.renderings)
        }
        try deliver(digests)
        for reader in ["r1", "r2", "r3"] {
            let entries = try state.history(HistoryFilter(profile: reader))
            #expect(entries.map(\.digest) == ["\(reader)-1", "\(reader)-1"])
            #expect(entries.map(\.title) == ["Title of a", "Title of b"])
            #expect(try state.history(HistoryFilter(search: "title b", profile: reader)) == [entries[1]])
            #expect(try state.historyDigest("\(reader)-1")?.entries == entries)
            let text = "Good morning, \(reader). Here are the news."
            #expect(try state.renderings(of: "\(reader)-1").map(\.bytes) == [Data(text.utf8)])
            #expect(try state.unsent(profile: reader) == ["Title of c"])
        }
        #expect(try state.unsent(profile: "r4").count == 3)
    }

    @Test func `a sent story is recognised for each reader by their own digest`() throws {
        let digests = mails(["r1", "r2"])
        for stored in digests { try state.store([stored], run: 1) }
        try deliver(digests)
        for (now, title) in [(morning + 3600, "soon"), (morning + 30 * day, "later")] {
            for reader in ["r1", "r2"] {
                let known = try state.sentStories(profile: reader, candidates: items.map(Candidate.init), now: now)
                #expect(known.map(\.digest) == ["\(reader)-1", "\(reader)-1"], "\(title)")
                #expect(known.map(\.id) == [items[0].id, items[1].id])
            }
            #expect(try state.sentStories(profile: "r3", candidates: items.map(Candidate.init), now: now) == [])
        }
    }

    @Test func `a reader who joins an edition later is found by its keys too`() throws {
        let digests = mails(["r1", "r2"])
        try state.store([digests[0]], run: 1)
        try deliver([digests[0]])
        try state.store([digests[1]], run: 1)
        try deliver([digests[1]])
        for reader in ["r1", "r2"] {
            let known = try state.sentStories(
                profile: reader, candidates: items.map(Candidate.init), now: morning + 30 * day)
            #expect(known.map(\.digest) == ["\(reader)-1", "\(reader)-1"])
        }
    }

    @Test func `one digest of an edition can be given up, and the others stay`() throws {
        let digests = mails(["r1", "r2"])
        try state.store(digests, run: 1)
        #expect(try !state.giveUp("r1-1", now: morning))
        try deliver([digests[1]])
        #expect(try state.unsent(profile: "r1").count == 3)
        #expect(try state.history(HistoryFilter(profile: "r1")) == [])
        #expect(try state.history(HistoryFilter(profile: "r2")).count == 2)
        #expect(try state.sentStories(profile: "r1", candidates: items.map(Candidate.init), now: morning + 3600) == [])
    }

    @Test func `the content of an edition stays until no digest of it is pending`() throws {
        let run = try state.begin(at: morning)
        let digests = mails(["r1", "r2"])
        try state.store(digests, run: run)
        try deliver([digests[0]])
        try state.end(run, summary: [0], now: morning)
        #expect(try state.pendings(profile: "r2").map(\.digest.stories) == [digests[1].digest.stories])
        try deliver([digests[1]])
        #expect(try state.pendings(profile: "r2") == [])
        // Other machines may add digests to an edition for a day.
        let next = try state.begin(at: morning + 2 * day)
        try state.end(next, summary: [0], now: morning + 2 * day)
        #expect(try state.read { try Int.fetchOne($0, sql: "SELECT count(content) FROM digest") } == 0)
    }

    @Test func `readers share reasons, and each sees their own digest in them`() throws {
        let first = try state.begin(at: morning)
        let digests = mails(["r1", "r2"])
        let shown = [items[2].id: Decision.notIncluded]
        try state.store(
            digests,
            reasons: [
                Reasons(of: "r1", decisions: shown, items: items.map(\.name)), Reasons(of: "r2", sameAs: "r1"),
            ], run: first)
        try deliver(digests)
        let second = try state.begin(at: morning + day)
        try state.store(
            [],
            reasons: [
                Reasons(of: "r1", decisions: shown, items: items.map(\.name)), Reasons(of: "r2", sameAs: "r1"),
            ], run: second)
        for reader in ["r1", "r2"] {
            let sent = Decision.alreadySent(digest: "\(reader)-1", story: items[0].id, newPublishers: 0)
            #expect(try state.decisions(run: second, profile: reader)[items[0].id] == sent)
            #expect(try state.decisions(run: second, profile: reader)[items[2].id] == .notIncluded)
        }
        #expect(try state.decisions(on: items[2].id).map(\.profile) == ["r1", "r2", "r1", "r2"])
        let why = try state.why(items[0].id, profile: "r2")
        #expect(why.flatMap(\.digests).map(\.id) == ["r2-1"])
        #expect(why.flatMap(\.decisions).map(\.profile) == ["r2"])
        let short = try state.why(items[0].id, limit: 1)
        #expect(short.map(\.digests.count) == [1] && short.map(\.otherDigests) == [1])
        #expect(short.map(\.otherProfiles) == [1])
        // Another item may get the number of a forgotten one, but not its reasons.
        #expect(try state.forget(items[2].id))
        #expect(try state.decisions(run: second, profile: "r2")[items[2].id] == nil)
    }

    @Test func `the history of a profile is told apart by what was sent and when`() throws {
        func same(_ a: String, _ b: String) throws -> Bool {
            let both = try state.checksums(of: [a, b])
            return both[0] == both[1]
        }
        #expect(try same("r1", "r2"))
        let digests = mails(["r1", "r2"])
        try state.store([digests[0]], run: 1)
        #expect(try !same("r1", "r2"))
        try state.store([digests[1]], run: 1)
        #expect(try same("r1", "r2"))
        // What was counted before goes on to be counted.
        let others = mails(["r1", "r2"], [items[2]], day: 2, created: morning + day)
        try state.store([others[0]], run: 2)
        #expect(try !same("r1", "r2"))
        try state.store([others[1]], run: 2)
        #expect(try same("r1", "r2"))
        try deliver(digests)
        try deliver([others[0]])
        #expect(try same("r1", "r2"))
        #expect(try !state.giveUp("r2-2", now: morning))
        #expect(try !same("r1", "r2"))
        // The numbers that were counted one by one are those of a count from the beginning.
        let counted = try state.checksums(of: ["r1", "r2"])
        try state.write { try $0.execute(sql: "DELETE FROM history") }
        #expect(try state.checksums(of: ["r1", "r2"]) == counted)
        #expect(try state.forget(items[2].id))
        #expect(try same("r1", "r2") == false)
        #expect(try state.checksums(of: ["r1"]) != [counted[0]])
        try state.judge(items[0].id, liked: true, profile: "r1", now: morning)
        #expect(try state.checksums(of: ["r1", "r9"])[0] == nil)
    }

    @Test func `nothing of a batch is stored if one of its digests cannot be`() throws {
        let digests = mails(["r1", "r2"])
        try state.store([digests[1]], run: 1)
        #expect(throws: RunError.self) { try state.store(digests, run: 1) }
        #expect(try state.pendings(profile: "r1") == [])
        // A text of the failed commit is stored with the next.
        try state.store([digests[0]], run: 1)
        #expect(try state.pendings(profile: "r1").map(\.open) == [digests[0].renderings])
    }
}
