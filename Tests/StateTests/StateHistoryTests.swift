import Foundation
import StateTestSupport
import Testing

@testable import State
@testable import Values

@Suite(.everyEngine) struct StateHistoryTests {
    let folder: StateFolder
    let state: State
    let items: [StoredItem]

    init() throws {
        folder = try StateFolder()
        state = try folder.open()
        items = try state.remember(
            [
                answer([
                    storyItem("a", url: "https://example.org/a?utm_source=rss", title: "Выставка «Ёлки»"),
                    storyItem("b", title: "Battery news"), storyItem("c", title: "Chips and batteries"),
                    storyItem("d", title: "Unsent"),
                ])
            ], now: morning)
        try state.send("d1", [items[0], items[1]])
        var second = digest("d2", [items[2]], profile: "anna", created: morning + day)
        second.sections[0].category = "science"
        second.sections[0].stories[0].also = [
            .init(id: items[1].id, source: "B", title: "Battery news", url: items[1].item.url, isSameArticle: false)
        ]
        second.sections[0].stories[0].earlier = [
            .init(id: items[0].id, title: "Exhibition", url: items[0].item.url, sent: morning)
        ]
        try state.store(second, renderings: [rendering("2")])
        try state.markDelivered("d2", to: "file", now: morning + day + 5)
        try state.finish("d2", now: morning + day + 5)
        try state.store(digest("d3", [items[3]], created: morning + day), renderings: [rendering("3")])
    }

    private func ids(_ filter: HistoryFilter) throws -> [String] { try state.history(filter).map(\.id) }

    @Test func `the history has what was sent, the newest digest first`() throws {
        #expect(try ids(HistoryFilter()) == [items[2].id, items[0].id, items[1].id])
        #expect(
            try state.history()[1]
                == HistoryEntry(
                    digest: "d1", sent: morning, profile: "default", category: "technology", id: items[0].id,
                    title: "Выставка «Ёлки»", url: "https://example.org/a", source: "Paper of feed:a"))
    }

    @Test func `the history has the titles that were sent, and is searched by these and by later ones`()
        throws
    {
        func retitle(_ title: String, at time: Date) throws {
            var item = items[1].item
            item.title = title
            try state.remember([answer([item])], now: time)
        }
        let sent = ["Chips and batteries", "Выставка «Ёлки»", "Battery news"]
        try retitle("Accumulators recalled", at: morning + 2 * day)
        try retitle("Recall widens", at: morning + 3 * day)
        #expect(try state.history().map(\.title) == sent)
        #expect(try state.notes(on: state.history())[0].also.map(\.title) == ["Battery news"])
        #expect(try ids(HistoryFilter(search: "battery")) == [items[2].id, items[1].id])
        #expect(try ids(HistoryFilter(search: "recall")) == [items[2].id, items[1].id])
        #expect(try state.search("recall").map(\.id) == [items[2].id, items[1].id])
        // Sent again, it has the title of that time.
        try state.send("d4", [#require(try state.item(items[1].id))], profile: "eva")
        try retitle("Recall ends", at: morning + 4 * day)
        #expect(try Set(state.history().map(\.title)) == Set(sent + ["Recall widens"]))
        let folder = try StateFolder()
        try state.copy(to: folder.open())
        #expect(try folder.open(.readOnly).history().map(\.title) == state.history().map(\.title))
    }

    @Test func `the history contains the other articles of each story`() throws {
        let also = Story.Telling(
            id: items[1].id, source: "Paper of feed:a", title: "Battery news", url: "https://example.org/b",
            isSameArticle: false)
        let earlier = Story.Earlier(
            id: items[0].id, title: "Выставка «Ёлки»", url: "https://example.org/a", sent: morning)
        let notes = try state.notes(on: state.history())
        #expect(notes == [StoryNotes(also: [also], earlier: [earlier]), .init(), .init()])
        #expect(try state.forget(items[0].id))
        #expect(try state.notes(on: state.history())[0] == StoryNotes(also: [also]))
    }

    @Test func `the history knows which of the other articles are one, and which tell one story`() throws {
        let others = try ["v", "w", "x", "y", "z"].map { source in
            let item = storyItem("copy", source: source, guid: source, url: "https://\(source).example/")
            return try state.remember([answer([item], source: source)], now: morning)[0]
        }
        let firsts: [(article: Int, story: Int?)] = [(0, nil), (0, nil), (2, 2), (3, 2), (3, 2)]
        var made = digest("d4", [items[3]], profile: "eva")
        made.sections[0].stories[0].also = zip(others, firsts).map { item, first in
            .init(
                id: item.id, source: "Paper of \(item.item.sourceID)", title: item.item.title, url: item.item.url,
                isSameArticle: false, article: others[first.article].id, story: first.story.map { others[$0].id })
        }
        try state.store(made, renderings: [rendering("4")])
        try state.markDelivered("d4", to: "file", now: morning)
        try state.finish("d4", now: morning)
        let filter = HistoryFilter(profile: "eva")
        #expect(try state.notes(on: state.history(filter)).map(\.also) == [made.stories[0].also])
        // What was the first is gone.
        #expect(try state.forget(others[0].id) && state.forget(others[2].id))
        let rest = try state.notes(on: state.history(filter))[0].also
        #expect(rest.map(\.article) == [1, 3, 3].map { others[$0].id })
        #expect(rest.map(\.story) == [nil, others[3].id, others[3].id])
    }

    @Test func `in a digest of an earlier version, copies at one address are one of the other articles`() throws {
        let copies = try ["x", "y", "z"].map { source in
            let url = "https://example.net/\(source == "z" ? "other" : "copy?utm_source=\(source)")"
            let item = storyItem("copy", source: source, guid: source, url: url, title: "Battery news")
            return try state.remember([answer([item], source: source)], now: morning)[0]
        }
        var made = digest("d5", [items[3]], profile: "eva")
        made.sections[0].stories[0].also = copies.map {
            .init(id: $0.id, source: "X", title: $0.item.title, url: $0.item.url, isSameArticle: false)
        }
        try state.store(made, renderings: [rendering("5")])
        try state.markDelivered("d5", to: "file", now: morning)
        try state.finish("d5", now: morning)
        let also = try state.notes(on: state.history(HistoryFilter(profile: "eva")))[0].also
        #expect(also.map { $0.article ?? $0.id } == [copies[0].id, copies[0].id, copies[2].id])
    }

    @Test func `what a destination has was sent when it got it, also if another one was given up later`() throws {
        try state.store(
            digest("d4", [items[3]], profile: "eva"), renderings: [rendering("4"), rendering("4", to: "hook")])
        try state.markDelivered("d4", to: "file", now: morning + 60)
        #expect(try state.giveUp("d4", now: morning + 14 * day))
        #expect(try state.history(HistoryFilter(profile: "eva")).map(\.sent) == [morning + 60])
        #expect(try ids(HistoryFilter(since: morning + day, profile: "eva")) == [])
        #expect(try ids(HistoryFilter(since: morning + day, search: "unsent")) == [])
        #expect(try ids(HistoryFilter(search: "unsent")) == [items[3].id])
    }

    @Test func `what was delivered last is the newest, also if its digest was made before others`() throws {
        try state.markDelivered("d3", to: "file", now: morning + 3 * day)
        try state.finish("d3", now: morning + 3 * day)
        try state.send("d4", [items[1]], now: morning + 2 * day)
        let sent = try state.history().map(\.sent)
        #expect(sent == sent.sorted(by: >) && sent.count == 5)
        #expect(try ids(HistoryFilter(limit: 1)) == [items[3].id])
    }

    @Test func `the history is filtered by time, words, category and profile`() throws {
        #expect(try ids(HistoryFilter(since: morning + 1)) == [items[2].id])
        #expect(try ids(HistoryFilter(search: "ВЫСТАВКА елки")) == [items[0].id])
        #expect(try ids(HistoryFilter(search: "batter", profile: "default")) == [items[1].id])
        #expect(try ids(HistoryFilter(category: "science")) == [items[2].id])
        #expect(try ids(HistoryFilter(profile: "anna")) == [items[2].id])
        #expect(try ids(HistoryFilter(profile: "nobody")) == [])
        #expect(throws: RunError.usage("'—' has no word to look for")) { try ids(HistoryFilter(search: "—")) }
        #expect(try ids(HistoryFilter(limit: 2)) == [items[2].id, items[0].id])
    }

    @Test func `a story is found by the words of another telling`() throws {
        #expect(try ids(HistoryFilter(search: "news", profile: "anna")) == [items[2].id])
    }

    @Test func `a digest is shown with what became of it`() throws {
        let shown = try #require(try state.historyDigest("d2"))
        #expect(shown.status == .delivered)
        #expect(shown.finished == morning + day + 5)
        #expect(shown.entries.map(\.id) == [items[2].id])
        #expect(
            shown.destinations
                == [.init(destination: "file", format: .html, delivered: morning + day + 5, reason: nil)])
        #expect(try state.historyDigest("d3")?.status == .pending)
        #expect(try state.historyDigest("none") == nil)
    }

    @Test func `why tells where an item came from and what each run made of it`() throws {
        let run = try state.begin(at: morning)
        try state.record([items[0].id: .muted(by: "ёлки")], on: [items[0].name], run: run, profile: "anna")
        let why = try state.why("https://www.example.org/a")
        #expect(why.map(\.item) == [items[0]])
        #expect(why[0].sourceName == "Name of feed:a")
        #expect(why[0].digests.map(\.id) == ["d1"])
        #expect(why[0].decisions.map(\.decision) == [.muted(by: "ёлки")])
        #expect(try state.why(items[3].id)[0].digests.map(\.status) == [.pending])
        #expect(try state.why("https://example.org/unknown") == [])
    }

    @Test func `a page that no source had is saved by its address, until it is removed`() throws {
        let page = try #require(try state.save("https://www.example.net/page?utm_source=mail", now: morning))
        #expect(page.item.title == "https://www.example.net/page")
        #expect(page.item.source == "example.net")
        #expect(try state.save("https://example.net/page", now: morning + 60)?.id == page.id)
        #expect(try state.saved() == [SavedItem(item: page, saved: morning)])
        #expect(try state.search("page").map(\.id) == [page.id])
        #expect(try state.unsent(["saved"]) == [])
        #expect(try state.removeSaved("https://example.net/page"))
        #expect(try state.item(page.id) == nil)
        #expect(try state.save("https://example.net/other", now: morning) != nil)
        #expect(try state.save(items[0].id, now: morning) != nil)
        #expect(try state.clearSaved() == 2)
        #expect(try state.search("other") == [])
        #expect(try state.item(items[0].id) == items[0])
    }

    @Test func `what is saved is saved no longer by its address either, whoever else has it`() throws {
        let url = "https://example.org/shared"
        let told = try ["feed:x", "feed:y"].flatMap { id in
            let item = Item(sourceID: id, source: id, url: url, title: "Told by \(id)", category: "general")
            return try state.remember(
                [Gathered(sourceID: id, name: id, items: [item], status: .fresh, record: SourceRecord())], now: morning
            )
        }
        for item in told {
            #expect(try state.save(item.id, now: morning)?.id == item.id)
            #expect(try state.save(url, now: morning) != nil)
            #expect(try state.saved().map(\.item.id) == [item.id])
            #expect(try state.isSaved(url))
            #expect(try state.removeSaved(url))
            #expect(try !state.isSaved(url))
            #expect(try state.saved() == [])
        }
    }

    @Test func `saved items stay, the latest first, until they are removed`() throws {
        #expect(try state.save(items[3].id, now: morning)?.id == items[3].id)
        #expect(try state.save("https://example.org/a", now: morning + 60)?.id == items[0].id)
        #expect(try state.save(items[3].id, now: morning + 120) != nil)
        #expect(try state.save("unknown", now: morning) == nil)
        #expect(
            try state.saved()
                == [SavedItem(item: items[0], saved: morning + 60), SavedItem(item: items[3], saved: morning)])
        #expect(try state.removeSaved(items[0].id))
        #expect(try !state.removeSaved(items[0].id))
        #expect(try state.clearSaved() == 1)
        #expect(try state.saved() == [])
    }
}
