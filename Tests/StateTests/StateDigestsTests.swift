import Foundation
import StateTestSupport
import Testing

@testable import State
@testable import Texts
@testable import Values

@Suite(.everyEngine) struct StateDigestsTests {
    let folder: StateFolder
    let state: State

    init() throws {
        folder = try StateFolder()
        state = try folder.open()
    }

    @Test func `a digest counts as the last from when one of its destinations has it`() throws {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        try state.store(
            digest("d1", items), renderings: [rendering("1"), rendering("1", to: "mail")])
        #expect(try state.lastDelivered(profile: "default") == nil)
        try state.markDelivered("d1", to: "file", now: morning + 60)
        #expect(try state.lastDelivered(profile: "default") == morning)
        #expect(try state.lastDelivered(profile: "anna") == nil)
        #expect(try state.giveUp("d1", now: morning + day))
        #expect(try state.lastDelivered(profile: "default") == morning)
    }

    @Test func `a pending digest is found again with its bytes and what is open`() throws {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        let made = digest("d1", items)
        let page = "<p>один</p>"
        let renderings = [rendering(page, to: "file"), rendering(page, to: "mail"), rendering("", to: "hook")]
        try state.store(made, renderings: renderings)
        #expect(try state.pendings(profile: "default").first?.digest == made)
        #expect(try state.pendings(profile: "default").first?.open == renderings)
        #expect(try state.pendings(profile: "anna") == [])
        try state.markDelivered("d1", to: "mail", now: morning)
        try state.markFailed("d1", to: "hook", reason: "answered 500")
        #expect(try state.pendings(profile: "default").first?.open == [renderings[0], renderings[2]])
        #expect(try state.historyDigest("d1")?.destinations.map(\.reason) == [nil, nil, "answered 500"])
    }

    @Test
    func `the last bytes of a destination are those that it has or waits for, however many digests it did not get`()
        throws
    {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        let name = "file /srv/s3cret-k3y/a.html"
        func last(to destination: String = "file", of profile: String = "default", as format: Format = .html) throws
            -> String?
        {
            try state.lastBytes(of: profile, to: [destination], as: format).map { String(decoding: $0, as: UTF8.self) }
        }
        let redactor = Redactor()
        redactor.learn("s3cret-k3y")
        try Redactor.$ofTask.withValue(redactor) {
            try state.store(
                digest("d1", items), renderings: [rendering("1"), rendering("2", to: name), rendering("3", to: "hook")])
            for destination in ["file", name] { try state.markDelivered("d1", to: destination, now: morning) }
            #expect(try state.giveUp("d1", now: morning))
        }
        #expect(try last() == "1" && last(to: name) == "2" && last(to: "hook") == nil)
        for number in 2...30 {
            try state.store(digest("d\(number)", items), renderings: [rendering("4"), rendering("5", to: "hook")])
            try state.giveUp("d\(number)", now: morning)
        }
        #expect(try last() == "1" && last(to: "hook") == nil)
        try state.store(digest("d31", items), renderings: [rendering("6")])
        #expect(try last() == "6" && last(to: name) == "2" && last(as: .atom) == nil && last(of: "anna") == nil)
    }

    @Test func `the parts that a destination has taken are found again`() throws {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        try state.store(digest("d1", items), renderings: [rendering("1", to: "chat"), rendering("1", to: "mail")])
        try state.markTaken("1/3", of: "d1", by: "chat")
        try state.markTaken("\"2/3\"", of: "d1", by: "chat")
        #expect(
            try state.pendings(profile: "default").first?.destinations.map(\.parts) == [["1/3", "\"2/3\""], []])
        #expect(try state.pendingDeliveries().map(\.parts) == [2, 0])
    }

    @Test func `the parts that an early version stored are found again`() throws {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        try state.store(digest("d1", items), renderings: [rendering("1", to: "chat"), rendering("1", to: "mail")])
        try state.markTaken("1/3", of: "d1", by: "chat")
        try state.write { db in
            try db.execute(sql: "ALTER TABLE delivery ADD COLUMN parts TEXT")
            try db.execute(sql: "UPDATE delivery SET parts = '[\"1/3\", \"2/3\"]' WHERE destination = 'chat'")
            try State.separateParts(in: db)
        }
        #expect(try state.pendings(profile: "default").first?.destinations.map(\.parts) == [["1/3", "2/3"], []])
    }

    @Test func `a destination has no secret in its stored name, and is found by it`() throws {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        let names = ["file /srv/s3cret-k3y-1/a.html", "file /srv/s3cret-k3y-2/a.html"]
        try state.store(digest("d1", items), renderings: names.map { rendering("1", to: $0) })
        let redactor = Redactor()
        for secret in ["s3cret-k3y-1", "s3cret-k3y-2"] { redactor.learn(secret) }
        func stored() throws -> [String] { try state.pendings(profile: "default").flatMap(\.open).map(\.destination) }
        #expect(try stored() == names)
        let hidden = try Redactor.$ofTask.withValue(redactor) {
            try state.markFailed("d1", to: names[0], reason: "/srv/s3cret-k3y-1 is missing")
            try state.hideSecretsOfDeliveries()
            return names.map { DestinationName($0).stored }
        }
        #expect(try stored() == hidden)
        #expect(Set(hidden).count == 2 && !hidden.contains { $0.contains("s3cret") })
        #expect(try state.historyDigest("d1")?.destinations.map(\.reason) == ["/srv/<hidden> is missing", nil])
        // A machine that read the names before does not know the new ones.
        try state.markTaken("1/2", of: "d1", by: names[1])
        try state.markDelivered("d1", to: names[0], now: morning)
        #expect(try state.pendings(profile: "default").first?.destinations.map(\.parts) == [[], ["1/2"]])
        #expect(try stored() == [hidden[1]])
        try state.markDelivered("d1", to: hidden[1], now: morning)
        #expect(try state.finish("d1", now: morning))
    }

    @Test func `a destination that waits gets another name, and keeps what it has taken`() throws {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        for id in ["d1", "d2"] {
            try state.store(digest(id, items), renderings: [rendering(id, to: "chat"), rendering("1", to: "chat (2)")])
        }
        try state.markTaken("1/2", of: "d1", by: "chat")
        try state.rename([("chat", "chat #a1b2c3"), ("chat (2)", "chat #d4e5f6")], of: "d1")
        let pending = try state.pendings(profile: "default")
        #expect(pending[0].open.map(\.destination) == ["chat #a1b2c3", "chat #d4e5f6"])
        #expect(pending[0].destinations.map(\.parts) == [["1/2"], []])
        #expect(pending[1].open.map(\.destination) == ["chat", "chat (2)"])
        try state.markDelivered("d1", to: "chat #a1b2c3", now: morning)
        #expect(try state.pendings(profile: "default")[0].open.map(\.destination) == ["chat #d4e5f6"])
        let names: Set = ["chat #a1b2c3", "chat"]
        let bytes = try state.lastBytes(of: "default", to: names, as: .html)
        #expect(bytes == Data("d2".utf8))
    }

    /// Hides what a run that knows these secrets hides, and ends it. Digests up to the first pending one are searched.
    private func hide(_ secrets: String...) throws {
        let redactor = Redactor()
        for secret in secrets { redactor.learn(secret) }
        state.searched.withLock { $0 = nil }
        let run = try state.begin(at: morning)
        try Redactor.$ofTask.withValue(redactor) { try state.hideSecretsOfDeliveries() }
        try state.end(run, summary: ["searched": state.searchedDeliveries], now: morning)
    }

    private func reasons() throws -> [String] {
        try state.read { try String.fetchAll($0, sql: "SELECT reason FROM delivery ORDER BY digest") }
    }

    @Test func `what a run searched for secrets is searched again only for others`() throws {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        let reason = "first-k3y and second-k3y"
        func fail(_ id: String) throws {
            try state.store(digest(id, items), renderings: [rendering("1")])
            try state.markFailed(id, to: "file", reason: reason)
            try state.giveUp(id, now: morning)
        }
        try fail("d1")
        try hide()
        #expect(try reasons() == [reason])
        try hide("first-k3y")
        #expect(try reasons() == ["<hidden> and second-k3y"])
        try state.write { try $0.execute(sql: "UPDATE delivery SET reason = ?", arguments: [reason]) }
        try fail("d2")
        try hide("first-k3y")
        #expect(try reasons() == [reason, "<hidden> and second-k3y"])
        try hide("second-k3y", "first-k3y")
        #expect(try reasons() == Array(repeating: "<hidden> and <hidden>", count: 2))
        // A run that did not know the secrets may have stored them.
        try fail("d3")
        try hide()
        try hide("first-k3y", "second-k3y")
        #expect(try reasons() == Array(repeating: "<hidden> and <hidden>", count: 3))
    }

    @Test func `a digest is searched for secrets until it is delivered, and one with the number of another too`() throws
    {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        try state.store(digest("d1", items), renderings: [rendering("1")])
        try hide("first-k3y")
        try state.markFailed("d1", to: "file", reason: "first-k3y")
        try hide("first-k3y")
        #expect(try reasons() == ["<hidden>"])
        try state.giveUp("d1", now: morning)
        try hide("first-k3y")
        try state.write { db in
            try db.execute(sql: "DELETE FROM delivery")
            try db.execute(sql: "DELETE FROM digest")
        }
        try hide("second-k3y")
        try state.write { db in
            try db.execute(
                sql:
                    "INSERT INTO delivery (digest, place, destination, format, rendering, reason) VALUES (1, 0, 'file', 'html', 1, 'first-k3y')"
            )
        }
        try hide("first-k3y")
        #expect(try reasons() == ["<hidden>"])
    }

    @Test func `items are sent once every destination has the digest, and not before`() throws {
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        try state.store(digest("d1", [items[0]]), renderings: [rendering("1", to: "file"), rendering("1", to: "mail")])
        try state.markDelivered("d1", to: "file", now: morning)
        #expect(try !state.finish("d1", now: morning))
        #expect(try state.history() == [])
        // Nor can they get into another digest meanwhile.
        #expect(try state.unsent() == ["Title of b"])
        try state.markDelivered("d1", to: "mail", now: morning)
        #expect(try state.finish("d1", now: morning))
        #expect(try state.unsent() == ["Title of b"])
        #expect(try state.pendings(profile: "default") == [])
        #expect(try state.lastDelivered(profile: "default") == morning)
    }

    @Test func `every item that a story stands for is sent with it`() throws {
        let items = try state.remember([answer(["a", "b", "c", "d"].map { storyItem($0) })], now: morning)
        var made = digest("d1", [items[0]])
        made.sections[0].stories[0].also = [
            .init(id: items[1].id, source: "B", title: "b", url: items[1].item.url, isSameArticle: true)
        ]
        try state.store(
            made, renderings: [rendering("1")], members: [items[0].id: [items[0].id, items[1].id, items[2].id]])
        try state.markDelivered("d1", to: "file", now: morning)
        try state.finish("d1", now: morning)
        #expect(try state.unsent() == ["Title of d"])
    }

    @Test func `the bytes of a digest stay the same, whatever happens to its items`() throws {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try state.store(
            digest("d1", items), renderings: [StoredRendering(destination: "file", format: .eml, bytes: bytes)])
        try state.markDelivered("d1", to: "file", now: morning)
        try state.finish("d1", now: morning)
        try state.remember([answer([storyItem("a", title: "Changed")])], now: morning)
        #expect(try state.renderings(of: "d1").map(\.bytes) == [bytes])
        #expect(try state.renderings(of: "d2") == [])
    }

    @Test func `an item of a pending digest has that as its reason`() throws {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        try state.store(digest("d1", items), renderings: [rendering("1")])
        let run = try state.begin(at: morning)
        try state.record([:], on: [items[0].name], run: run, profile: "default")
        #expect(
            try state.decisions(run: run, profile: "default")
                == [items[0].id: .alreadySent(digest: "d1", story: items[0].id, newPublishers: 0)])
    }

    @Test func `a released digest leaves its items unsent`() throws {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        try state.store(digest("d1", items), renderings: [rendering("1")])
        try state.giveUp("d1", now: morning)
        #expect(try state.pendings(profile: "default") == [])
        #expect(try state.unsent() == ["Title of a"])
    }

    @Test func `the old digests of profiles that nobody serves are given up, and no others`() throws {
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        try state.store(digest("d1", [items[0]], profile: "gone"), renderings: [rendering("1")])
        try state.store(digest("d2", [items[1]], profile: "anna"), renderings: [rendering("2")])
        #expect(try state.giveUpAbandoned(before: morning, except: ["anna"], now: morning + day).isEmpty)
        let given = try state.giveUpAbandoned(before: morning + 60, except: ["anna"], now: morning + day)
        #expect(given.map(\.digest.digest.id) == ["d1"] && given.map(\.digest.digest.profile) == ["gone"])
        #expect(try state.pendings(profile: "gone").isEmpty)
        #expect(try state.pendings(profile: "anna").map(\.digest.id) == ["d2"])
        #expect(try state.pendingCount() == 1)
    }

    @Test func `a released digest that one recipient of a mail has does not come again`() throws {
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning)
        let copies = ["anna@example.org", "ben@example.org"].map {
            StoredRendering.Copy(to: $0, Composition(Data("1".utf8)))
        }
        let mail = StoredRendering(destination: "mail", format: .eml, copies: copies)
        for (id, item) in zip(["d1", "d2"], items) {
            try state.store(digest(id, [item]), renderings: [mail, rendering("1", to: "chat")])
        }
        try state.markTaken("anna@example.org", of: "d1", by: "mail")
        // A chat that has some of the messages does not have all stories.
        try state.markTaken("1/2", of: "d2", by: "chat")
        #expect(try ["d1", "d2"].map { try state.giveUp($0, now: morning) } == [true, false])
        #expect(try state.unsent() == ["Title of b"])
    }

    @Test func `a released digest that one destination has does not come again`() throws {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        try state.store(digest("d1", items), renderings: [rendering("1", to: "file"), rendering("1", to: "mail")])
        try state.markDelivered("d1", to: "mail", now: morning)
        try state.giveUp("d1", now: morning)
        #expect(try state.unsent() == [])
    }

    @Test func `a sent story is found by its age, and an old one by a key`() throws {
        let items = try state.remember(
            [answer([storyItem("a"), storyItem("b"), storyItem("c")])], now: morning - 10 * day)
        var made = digest("old", [items[0]], created: morning - 10 * day)
        made.sections[0].stories[0].also = [
            Story.Telling(
                id: items[1].id, source: items[1].item.source, title: items[1].item.title, url: items[1].item.url,
                isSameArticle: false)
        ]
        try state.store(made, renderings: [rendering("1")])
        try state.markDelivered("old", to: "file", now: morning - 10 * day)
        try state.finish("old", now: morning - 10 * day)
        try state.send("new", [items[2]], now: morning - 3600)
        #expect(try state.sentStories(profile: "default", candidates: [], now: morning) == [])
        let unlike = [StoredItem(id: "x", item: storyItem("x"), firstSeen: morning, lastSeen: morning)]
        #expect(
            try state.sentStories(profile: "default", candidates: unlike.map(Candidate.init), now: morning).map(
                \.digest) == [
                    "new"
                ])
        let same = try state.remember(
            [answer([storyItem("b", source: "feed:b", guid: "other")], source: "feed:b")], now: morning)
        let sent = try state.sentStories(profile: "default", candidates: same.map(Candidate.init), now: morning)
        #expect(sent.map(\.digest) == ["new", "old"])
        #expect(
            sent == [
                SentStory(digest: "new", sent: morning - 3600, story: Story(items[2])),
                SentStory(digest: "old", sent: morning - 10 * day, story: made.stories[0]),
            ])
        #expect(try state.sentStories(profile: "anna", candidates: same.map(Candidate.init), now: morning) == [])
    }

    @Test func `an item is compared with the stories of four days before it was first seen`() throws {
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning - 10 * day)
        try state.send("before", [items[0]], now: morning - 5 * day)
        try state.send("new", [items[1]], now: morning - 3600)
        for (age, digests) in [(0.0, ["new"]), (2, ["new", "before"])] {
            let seen = [StoredItem(id: "x", item: storyItem("x"), firstSeen: morning - age * day, lastSeen: morning)]
            let sent = try state.sentStories(profile: "default", candidates: seen.map(Candidate.init), now: morning)
            #expect(sent.map(\.digest) == digests)
        }
    }

    @Test func `the stories of a pending digest are known as long as it waits`() throws {
        let items = try state.remember([answer([storyItem("a")])], now: morning - 10 * day)
        try state.store(digest("old", items, created: morning - 10 * day), renderings: [rendering("1")])
        let unlike = [StoredItem(id: "x", item: storyItem("x"), firstSeen: morning, lastSeen: morning)]
        #expect(
            try state.sentStories(profile: "default", candidates: unlike.map(Candidate.init), now: morning)
                .map(\.digest) == ["old"])
    }

    @Test(arguments: [1.0, 20]) func `a sent story is found by the address that its item has now`(days: Double) throws {
        let item = storyItem("a", url: "https://example.org/first")
        let items = try state.remember([answer([item])], now: morning - 30 * day)
        try state.send("old", items, now: morning - days * day)
        try state.remember([answer([storyItem("a", url: "https://example.org/second")])], now: morning - 3600)
        let copy = try state.remember(
            [answer([storyItem("b", source: "feed:b", url: "https://example.org/second")], source: "feed:b")],
            now: morning)
        let candidates = copy.filter { $0.item.sourceID == "feed:b" }.map(Candidate.init)
        let sent = try state.sentStories(profile: "default", candidates: candidates, now: morning)
        #expect(sent.map(\.digest) == ["old"])
        #expect(sent.first?.tellings.first?.address?.key == candidates.first?.addressKey)
    }

    @Test func `an old story that an item was found to tell is returned with the item's number`() throws {
        let items = try state.remember([answer([storyItem("a"), storyItem("b")])], now: morning - 30 * day)
        try state.send("old", [items[0]], now: morning - 20 * day)
        let sent = try state.sentStories(
            profile: "default", candidates: [Candidate(items[1])], recognised: [items[0].id: [items[1].number]],
            now: morning)
        #expect(sent.map(\.digest) == ["old"] && sent.map(\.recognised) == [[items[1].number]])
        #expect(
            try state.sentStories(
                profile: "anna", candidates: [Candidate(items[1])], recognised: [items[0].id: [items[1].number]],
                now: morning) == [])
    }

    @Test func `an old story keeps the keys of what was sent when its article is rewritten`() throws {
        func article(_ title: String, source: String = "feed:a", guid: String = "1") -> Gathered {
            answer([storyItem("a", source: source, guid: guid, title: title)], source: source)
        }
        let title = "The ferry to Elsom gets an electric engine"
        try state.send("old", try state.remember([article(title)], now: morning - 10 * day), now: morning - 10 * day)
        try state.remember([article("Passengers wait for the slow ferry")], now: morning - 9 * day)
        let copy = try state.remember([article(title, source: "feed:b", guid: "2")], now: morning).map(Candidate.init)
        let sent = try state.sentStories(profile: "default", candidates: copy, now: morning)
        #expect(sent.map(\.digest) == ["old"])
        #expect(
            copy[0].storyKeys.all.count == 2 && sent.allSatisfy { Set($0.keys).isSuperset(of: copy[0].storyKeys.all) })
    }

    @Test
    func `stories that --out got with an earlier version count for its own memory, and those of destinations do not`()
        throws
    {
        let items = try state.remember([answer([storyItem("a"), storyItem("b"), storyItem("c")])], now: morning)
        for (index, destination) in ["file /trial.md", "file /morning.md", "mail"].enumerated() {
            let id = "d\(index)"
            try state.store(digest(id, [items[index]]), renderings: [rendering("1", to: destination)])
            try state.markDelivered(id, to: destination, now: morning)
            try state.finish(id, now: morning)
        }
        let output = State.nameOfOutput(beside: "default")
        for _ in 1...2 { try state.inheritOutputs(of: "default", except: ["file /morning.md", "mail"]) }
        let unsent = try state.candidates(profile: output, sources: ["feed:a"], since: { _ in morning - 60 * day })
        #expect(Set(unsent.map(\.item.title)) == ["Title of b", "Title of c"])
        for now in [morning + 3600, morning + 30 * day] {
            let told = try state.sentStories(profile: output, candidates: items.map(Candidate.init), now: now)
            #expect(told.map(\.id) == [items[0].id])
        }
        #expect(
            try state.sentStories(profile: "default", candidates: items.map(Candidate.init), now: morning + 3600).count
                == 3)
    }

    @Test func `a sent story is recognised alike by what was put away and by its rows`() throws {
        let separators = "A title \u{1D}with\u{1E} separators\u{1F} and a \r\n line break"
        var concert = storyItem("c", url: "no address", title: "Концерт", category: "concert")
        concert.kind = .event
        concert.event = Event(
            occurrences: [.init(starts: morning + day, ends: nil)], place: "Клуб", isFree: false)
        let items = try state.remember(
            [
                answer([
                    storyItem("a", title: separators, summary: "Words of it"), storyItem("b", published: morning + day),
                    concert,
                ])
            ], now: morning)
        var made = digest("d1", [items[0], items[2]])
        made.sections[0].stories[0].also = [
            Story.Telling(
                id: items[1].id, source: items[1].item.source, title: items[1].item.title, url: items[1].item.url,
                isSameArticle: true)
        ]
        try state.store(made, renderings: [rendering("1")])
        let fast = try state.sentStories(profile: "default", candidates: items.map(Candidate.init), now: morning)
        try state.write { try $0.execute(sql: "UPDATE told SET stories = ?", arguments: [Data([0])]) }
        let damaged = try state.sentStories(profile: "default", candidates: items.map(Candidate.init), now: morning)
        try state.write { try $0.execute(sql: "DELETE FROM told") }
        let slow = try state.sentStories(profile: "default", candidates: items.map(Candidate.init), now: morning)
        #expect(slow == made.stories.map { SentStory(digest: "d1", sent: morning, story: $0) })
        #expect(damaged == slow)
        #expect(fast == slow)
    }

    /// Two readers get the same digest. One has it at once, the other one later.
    @Test func `an event that changes while its digest is pending is told again, at once and once`() throws {
        var concert = storyItem("c", title: "Concert", category: "concert")
        concert.kind = .event
        func items(at time: Date, place: String = "Hall", isCancelled: Bool = false, now: Date) throws -> [StoredItem] {
            concert.event = Event(occurrences: [.init(starts: time, ends: nil)], place: place, isFree: false)
            concert.event?.isCancelled = isCancelled
            return try state.remember([answer([storyItem("a"), concert])], now: now)
        }
        let later = morning + 3600
        func candidates(of profile: String, now: Date = later) throws -> [StoredItem] {
            try state.candidates(profile: profile, sources: ["feed:a"], since: { _ in now - 2 * day })
        }
        let first = try items(at: morning + 2 * day, now: morning)
        try state.store(digest("d1", first, profile: "anna"), renderings: [rendering("1"), rendering("1", to: "slow")])
        try state.markDelivered("d1", to: "file", now: morning)
        try state.send("e1", first, profile: "boris")
        #expect(try candidates(of: "anna").isEmpty && candidates(of: "boris").isEmpty)
        let moved = try items(at: morning + 3 * day, now: later)
        for profile in ["anna", "boris"] {
            let told = try candidates(of: profile)
            #expect(told.map(\.id) == [moved[1].id] && told.allSatisfy(\.wasSent), "\(profile)")
            let known = try state.sentStories(profile: profile, candidates: moved.map(Candidate.init), now: later)
            #expect(known.map(\.id) == [moved[0].id], "\(profile)")
        }
        // The change waits behind the digest that has the event as it was.
        try state.store(
            digest("d2", [moved[1]], profile: "anna", created: later),
            renderings: [rendering("2"), rendering("2", to: "slow")])
        try state.markDelivered("d2", to: "file", now: later)
        #expect(try candidates(of: "anna").isEmpty)
        for id in ["d1", "d2"] {
            try state.markDelivered(id, to: "slow", now: later)
            #expect(try state.finish(id, now: later))
            #expect(try candidates(of: "anna").isEmpty)
        }
        let known = try state.sentStories(profile: "anna", candidates: moved.map(Candidate.init), now: later)
        #expect(Set(known.map(\.id)) == Set(moved.map(\.id)))
    }

    @Test func `an event that changed is told after the digest that waited has arrived`() throws {
        var concert = storyItem("c", title: "Concert", category: "concert")
        concert.kind = .event
        concert.event = Event(occurrences: [.init(starts: morning + 2 * day, ends: nil)], isFree: false)
        let first = try state.remember([answer([storyItem("a"), concert])], now: morning)
        try state.store(digest("d1", first), renderings: [rendering("1")])
        concert.event?.isCancelled = true
        let later = morning + 3600
        let cancelled = try state.remember([answer([storyItem("a"), concert])], now: later)
        try state.markDelivered("d1", to: "file", now: later)
        #expect(try state.finish("d1", now: later))
        #expect(try state.unsent(now: later) == ["Concert"])
        let known = try state.sentStories(profile: "default", candidates: cancelled.map(Candidate.init), now: later)
        #expect(known.map(\.id) == [first[0].id])
    }

    @Test func `each gathered item has one reason, and what the profile has was sent`() throws {
        let run = try state.begin(at: morning)
        let items = try state.remember([answer([storyItem("a"), storyItem("b"), storyItem("c")])], now: morning)
        try state.send("d1", [items[0]])
        let muted = Decision.muted(by: "horoscope")
        let decisions = [items[1].id: muted, items[2].id: muted]
        try state.record(decisions, on: items.map(\.name), run: run, profile: "default")
        try state.end(run, summary: ["gathered": 3], now: morning)
        let sent = Decision.alreadySent(digest: "d1", story: items[0].id, newPublishers: 0)
        #expect(
            try state.decisions(run: run, profile: "default")
                == decisions.merging([items[0].id: sent]) { first, _ in first })
        #expect(
            try state.decisions(on: items[1].id)
                == [RunDecision(run: run, time: morning, profile: "default", decision: muted)])
    }

    /// A year is the greatest `max_age`.
    @Test func `a decision is found that was made a year after the source last contained the item`() throws {
        let items = try state.remember([answer([storyItem("a")])], now: morning)
        let later = morning + 365 * day
        let run = try state.begin(at: later)
        try state.record(
            [items[0].id: .muted(by: "horoscope")], on: items.map(\.name), run: run, profile: "default")
        try state.end(run, summary: ["gathered": 1], now: later)
        #expect(try state.decisions(on: items[0].id).map(\.time) == [later])
    }
}
