import Foundation
import StateTestSupport
import Testing

@testable import Files
@testable import State
@testable import Texts
@testable import Values

/// For every schema there ever was, `Schemas` has a state that its version wrote after a run of the demo, with one item
/// saved. A new migration adds one, made by the version before it, and the history that this version printed (`.json`) if
/// it differs from that of the schema before.
@Suite struct StateUpgradeTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Schemas")

    static let versions =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?
        .filter { $0.hasSuffix(".sqlite") }.map { String($0.dropLast(".sqlite".count)) }.sorted() ?? []

    /// The file of the newest history up to a version.
    private static func history(of version: String) -> String {
        (0...(Int(version) ?? 0)).map { "\($0).json" }
            .last { FileManager.default.fileExists(atPath: folder.appending(path: $0).path) } ?? ""
    }

    @Test func `there is a state of every earlier schema`() {
        #expect(Self.versions.contains(State.migrator.migrations[0]))
        #expect(Self.versions.count >= State.migrator.migrations.count - 1)
    }

    @Test(arguments: versions)
    func `a state of an earlier version goes on as if it were of this one`(version: String) throws {
        let folder = try StateFolder()
        let original = Self.folder.appending(path: "\(version).sqlite")
        try FileManager.default.copyItem(atPath: original.path, toPath: folder.path)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let printed = try decoder.decode(
            [HistoryEntry].self, from: Data(contentsOf: Self.folder.appending(path: Self.history(of: version))))

        // Looking changes nothing, nor does a dry run.
        for mode in [State.Mode.readOnly, .dryRun] {
            let state = try folder.open(mode)
            #expect(try state.history() == printed)
            state.close()
            #expect(try Data(contentsOf: URL(filePath: folder.path)) == Data(contentsOf: original))
        }
        let state = try folder.open()
        #expect(try state.history() == printed)
        #expect(try state.saved().map(\.item.id) == [printed[0].id])
        #expect(try state.renderings(of: printed[0].digest).map(\.bytes.isEmpty) == [false])
        let reasons = try state.decisions(on: printed[0].id).map(\.decision.name)
        #expect(reasons == ["shown"])
        let word = try #require(FoldedText.words(of: printed[0].title).max { $0.count < $1.count })
        #expect(try state.search(word).map(\.id).contains(printed[0].id))
        #expect(try state.history(HistoryFilter(search: word)).contains(printed[0]))
        let candidates = try printed.compactMap { try state.item($0.id) }
        let known = try state.sentStories(
            profile: "default", candidates: candidates.map(Candidate.init), now: printed[0].sent)
        #expect(known.map(\.id) == printed.map(\.id))
        // What was sent is known again by its keys, and stays sent.
        let shown = try printed.compactMap { try state.item($0.id) }
        let stored = try #require(
            shown.first { $0.item.guid != nil && !$0.item.summary.isEmpty && $0.item.published != nil })
        let again = try state.remember(
            [answer([stored.item], source: stored.item.sourceID)], now: stored.lastSeen)
        #expect(again.map(\.id) == [stored.id])
        #expect(try state.unsent([stored.item.sourceID], now: stored.lastSeen).contains(stored.item.title) == false)
        #expect(try state.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
        #expect(state.close() == nil)
    }

    /// What SQLite says of the columns of all tables, of their indexes, and of the indexes of words.
    private func schema(of state: State) throws -> Set<String> {
        try state.read { db in
            let columns = """
                SELECT owner.name, owner.type, owner.wr, c.name, c.type, c."notnull", c.dflt_value, c.pk
                FROM pragma_table_list AS owner, pragma_table_xinfo(owner.name) AS c WHERE owner.schema = 'main'
                """
            let others = """
                SELECT tbl_name, name, sql FROM sqlite_schema WHERE type = 'index' OR sql LIKE '%VIRTUAL%'
                """
            return Set(try [columns, others].flatMap { try Row.fetchAll(db, sql: $0).map { "\($0.values)" } })
        }
    }

    @Test(arguments: versions)
    func `an upgraded state has the tables of a new one`(version: String) throws {
        let (old, new) = (try StateFolder(), try StateFolder())
        try FileManager.default.copyItem(
            atPath: Self.folder.appending(path: "\(version).sqlite").path, toPath: old.path)
        #expect(try schema(of: old.open()).symmetricDifference(schema(of: new.open())) == [])
    }

    /// Programs answered in the run of this state. Three rows of a model's ratings were added to it.
    @Test func `after an upgrade each kind of answer is in its own table`() throws {
        let folder = try StateFolder()
        try FileManager.default.copyItem(
            atPath: Self.folder.appending(path: "11.sqlite").path, toPath: folder.path)
        let state = try folder.open()
        let (first, second, unusable) = ("n29bfdk", "rr0bfs9", "05svhgr")
        let rater: Int64 = 5_520_617_843_019_923_345
        #expect(try state.ratings(by: rater, of: [first, second, unusable]) == [first: 9, second: 6.5])
        #expect(try state.answers(of: rater, about: [first, unusable]) == [unusable: ProgramAnswer(version: 1)])
        let intro = try state.intro(to: "81fx4xxr35g7m", by: 3_719_189_333_822_354_206)
        #expect(intro?.text == "24 stories for you today.")
        let vectors = try state.vectors(by: -6_374_411_032_195_753_964, of: [first])
        #expect(vectors[first]?.packed == Data(base64Encoded: "e2GmVxtJAjbTP5B+gRGv9A=="))
        let counts = try ["rating", "intro", "vector", "answer"].map { table in
            try state.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
        }
        #expect(counts == [2, 1, 23, 25])
        let summaries = try state.answers(of: 7_084_770_264_664_849_359, about: [first, second])
        #expect(summaries[first]?.summary == nil && summaries[second]?.summary?.hasPrefix("In short: ") == true)
    }

    @Test(arguments: versions)
    func `after an upgrade nothing comes back that was there for the last digest`(version: String) throws {
        let folder = try StateFolder()
        try FileManager.default.copyItem(
            atPath: Self.folder.appending(path: "\(version).sqlite").path, toPath: folder.path)
        let state = try folder.open()
        let last = try #require(try state.history().first).sent
        let choices = try state.choices(of: "default")
        let sources = try state.read { try String.fetchAll($0, sql: "SELECT id FROM source ORDER BY id") }
        #expect(!sources.isEmpty)
        var newness = Newness(maxAge: 2 * day, choices, sources: sources)
        // Newsdigest knows these sources since long ago.
        newness.started = Dictionary(uniqueKeysWithValues: sources.map { ($0, last - 90 * day) })
        for source in sources {
            func age(ofItemFirstSeen time: Date) -> Decision? {
                let item = storyItem("x", source: source, published: time)
                return newness.tooOld(
                    Candidate(StoredItem(id: "x", item: item, firstSeen: time, lastSeen: time)),
                    sections: ["technology"], at: last + 7 * day)
            }
            #expect(age(ofItemFirstSeen: last) == .tooOld(last, .firstSeen))
            #expect(age(ofItemFirstSeen: last + 3600) == nil)
        }
    }
}
