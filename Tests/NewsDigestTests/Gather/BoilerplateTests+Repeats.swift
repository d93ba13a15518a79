import Testing

@testable import Gather
@testable import Values

/// What most texts of a source repeat.
extension BoilerplateTests {
    @Test func `a label that names the publisher goes where it repeats`() {
        let items = Self.topics.map { Self.item($0, "Gazette in brief: \($0) at noon, a day early.") }
        #expect(items.withoutBoilerplate.map(\.summary) == Self.topics.map { "\($0) at noon, a day early." })
        let long = Self.topics.map { Self.item($0, "The Gazette News and Best Insights: it was at noon, \($0).") }
        #expect(long.withoutBoilerplate.map(\.summary) == Self.topics.map { "it was at noon, \($0)." })
        let others = Self.topics.map { Self.item("On \($0)", "\($0): it was at noon, a day early.") }
        #expect(others.withoutBoilerplate.map(\.summary) == others.map(\.summary))
    }

    private static func feed(ending: String, titles: [String] = topics) -> [String] {
        titles.enumerated().map { number, title in
            item(
                "\(title) in the old quarter", "Something number \(number) happened.\(ending)",
                url: "https://a.example/\(number)")
        }.withoutBoilerplate.map(\.summary)
    }

    @Test(arguments: [
        " The Gazette brings you the town.", " We bring you closer to home.", "\n\nMore of the town every morning",
        "\n\nAll about the harbour and its people.", " Did you like what you saw here?",
    ])
    func `what ends the entries of a feed is boilerplate`(ending: String) {
        #expect(Self.feed(ending: ending) == (0..<6).map { "Something number \($0) happened." })
        let some = Array(Self.topics.prefix(2))
        #expect(
            Self.feed(ending: ending, titles: some).allSatisfy { $0.hasSuffix(ending.suffix(6)) }, "two may be chance")
    }

    @Test func `news that repeats in a feed stays`() {
        let flood = ["Flood reaches Elsom", "Flood closes schools", "Army helps after flood", "Flood moves south"]
        let ending = " Twelve people have died in the flood."
        #expect(Self.feed(ending: ending, titles: flood).allSatisfy { $0.hasSuffix(ending) })
        #expect(Self.feed(ending: "\n\nFlood: twelve dead", titles: flood).allSatisfy { $0.hasSuffix("twelve dead") })
        let war = " Twelve soldiers were freed on Sunday."
        #expect(Self.feed(ending: war).allSatisfy { $0.hasSuffix(war) }, "a plain sentence of somebody else's")
    }

    @Test func `what repeats stays if it is all that is said about what only one text names`() {
        let states = Self.topics.map { topic in
            Self.item(
                topic, "Resolved\n\nAll services have fully recovered.\n\nParts\n\n- \(topic) (up)")
        }
        #expect(
            states.withoutBoilerplate.map(\.summary)
                == Self.topics.map { "All services have fully recovered.\n\nParts\n\n- \($0) (up)" })
        let news = states.map { Self.item($0.title, $0.summary + "\n\n\($0.title) again since Monday at noon.") }
        #expect(news.withoutBoilerplate.allSatisfy { $0.summary.hasSuffix(" again since Monday at noon.") })
    }

    @Test func `the state of an incident stays, although most texts repeat its words`() {
        let state = "Resolved - This incident has been resolved."
        func shown(_ texts: [String], source: String = "Quay Cloud - Incident History") -> [String] {
            zip(Self.topics, texts).map { Self.item($0, $1, source: source) }.withoutBoilerplate.map(\.summary)
        }
        let newestFirst = Self.topics.map { "\(state)\n\nInvestigating - \($0) too late." }
        #expect(shown(newestFirst) == newestFirst)
        let oldestFirst = Self.topics.map { "Investigating - \($0) too late.\n\n\(state)" }
        #expect(shown(oldestFirst) == oldestFirst)
        let toReaders = Self.topics.map { "Monitoring - We watch it.\n\nInvestigating - \($0) too late." }
        #expect(shown(toReaders) == toReaders)
        let short = Self.topics.map { "This incident is over.\n\n\($0) in all of the town." }
        #expect(shown(short) == short)
        for own in ["The Elsom Gazette brings news at noon.", "You read the best news here."] {
            let texts = Self.topics.map { "\(own)\n\n\($0) in all of the town." }
            #expect(shown(texts, source: "Elsom Gazette") == Self.topics.map { "\($0) in all of the town." })
        }
    }

    @Test func `a short value that is the whole text stays where most are such values, and differ`() {
        func shown(_ texts: [String]) -> [String] {
            zip(Self.topics, texts).map { Self.item($0, $1) }.withoutBoilerplate.map(\.summary)
        }
        for (one, two) in [("Closed", "Two hours late"), ("Vegan, 3.20 €", "Fish, 4 €"), ("Closed.", "Open.")] {
            let values = [one, two, one, two, one, two]
            #expect(shown(values) == values)
        }
        let placeholders = Self.topics.enumerated().map { $0 % 2 == 0 ? "No text" : "\($1) at noon, a day too early." }
        #expect(shown(placeholders) == placeholders.map { $0 == "No text" ? "" : $0 })
        #expect(shown(Array(repeating: "No text", count: 6)) == Array(repeating: "", count: 6))
    }

    @Test func `where a journal printed an article is no text`() {
        var item = Self.item("On bridges", "Elsom Papers, Volume 70, Issue 6, Page 1352-1359, December 2026.")
        item.html = "<p>\(Self.news)</p>"
        #expect([item].withoutBoilerplate[0].summary == Self.news)
        item.summary = "Elsom Papers, EarlyView."
        #expect([item].withoutBoilerplate[0].summary == Self.news)
        item.summary = "Elsom Papers, volume and page, are old."
        #expect([item].withoutBoilerplate[0].summary == item.summary)
    }

    @Test func `a summary that only praises its publisher is removed`() {
        let items = Self.topics.map {
            Self.item(
                $0 + " again today", "News and comment from the Elsom Gazette, the leading paper",
                url: "https://a.example/\($0)")
        }
        #expect(items.withoutBoilerplate.map(\.summary) == items.map { _ in "" })
    }

    @Test func `copies of one text keep what they repeat`() {
        let text = "The harbour stays closed today. The boats wait for the sun. Nobody is on the quay."
        let items = (0..<5).map { Self.item("Storm over Elsom", text, url: "https://a.example/\($0)") }
        #expect(items.withoutBoilerplate.allSatisfy { $0.summary == text })
    }

    @Test func `paragraphs inside most texts of a source are boilerplate`() {
        let texts = Self.topics.map {
            "\($0) at noon.\n\nNew to the town?\n\nIt is about \($0).\n\n\(Self.news) \($0)."
        }
        let items = zip(Self.topics, texts).map { Self.item($0 + " today", $1) }.withoutBoilerplate
        #expect(items.allSatisfy { !$0.summary.contains("New to") && $0.summary.contains("It is about") })
    }

    @Test func `news after the title stays, also where all items of a source have it`() {
        let items = Self.topics.map { Self.item("\($0) County", "\($0) County is under a flood warning until noon.") }
        #expect(items.withoutBoilerplate.map(\.summary) == items.map(\.summary))
    }
}
