import Foundation
import Testing

@testable import Grouping
@testable import Render
@testable import Select
@testable import Settings
@testable import Values

@Suite struct SelectionTests {
    static let now = Date(timeIntervalSince1970: 1_795_248_000)

    private func candidate(
        _ id: String, _ title: String, source: String = "Daily", url: String? = nil, category: String = "general",
        number: Int64 = 0, hours: Double = 1, seen: Double? = nil, position: Int = 0,
        change: (inout Item) -> Void = { _ in }
    ) -> Candidate {
        var item = Item(
            sourceID: "feed:\(source)", source: source,
            url: url ?? "https://\(source.lowercased()).example.org/\(id)", title: title,
            published: Self.now.addingTimeInterval(-hours * 3600), category: category, position: position)
        change(&item)
        return Candidate(
            id: id, number: number, item: item, firstSeen: Self.now.addingTimeInterval(-(seen ?? 0) * 3600))
    }

    private func event(
        _ id: String, _ title: String, place: String = "Hall", days: [Double] = [1], source: String = "KudaGo",
        tags: [String] = ["concert"], category: String = "events"
    ) -> Candidate {
        candidate(id, title, source: source, category: category, hours: 200) { item in
            item.kind = .event
            item.tags = tags
            item.event = Event(
                occurrences: days.map {
                    let starts = Self.now.addingTimeInterval($0 * 86_400)
                    return .init(starts: starts, ends: starts.addingTimeInterval(7200))
                }, place: place)
        }
    }

    private func selection(
        _ candidates: [Candidate], sent: [SentStory] = [], leftOver: Set<String> = [], now: Date = Self.now,
        _ change: (inout SelectionRules) throws -> Void
    ) rethrows -> Selection {
        var rules = SelectionRules()
        try change(&rules)
        return Selection(candidates: candidates, sent: sent, rules: rules, leftOver: leftOver, now: now)
    }

    private func selection(_ candidates: [Candidate], sent: [SentStory] = []) -> Selection {
        selection(candidates, sent: sent) { _ in }
    }

    private func ids(_ selection: Selection) -> [[String]] { selection.sections.map { $0.stories.map(\.id) } }

    @Test func `a selection is the same, whatever was selected before from the same candidates`() {
        let titles = [
            "Harbour closes for a week", "Museum of clocks reopens", "Bridge toll doubles", "Clocks are changed",
        ]
        let candidates = titles.enumerated().map {
            candidate("c\($0)", $1, source: "Paper\($0)", hours: Double($0) + 1)
        }
        let shared = SharedSelection()
        for patterns in [[], ["clocks"], ["harbour"], ["nowhere"], ["bridge toll", "clocks"]] {
            for path in [\SelectionRules.mute, \.boost, \.include, \.exclude] {
                var rules = SelectionRules()
                rules[keyPath: path] = patterns.compactMap { try? Pattern($0) }
                func selection(_ shared: SharedSelection) -> Selection {
                    Selection(
                        candidates: candidates, rules: rules, now: Self.now, words: { .shipped },
                        earlier: { _, _ in [] }, vectors: [:],
                        shared: shared, sent: { _ in [] })
                }
                #expect(selection(shared) == selection(SharedSelection()))
            }
        }
    }

    // MARK: One story

    @Test func `an article that only vectors joined to a story does not head it`() throws {
        let pairs = [
            ["Storm closes the ferry terminal of Elsom", "Ferry terminal of Elsom closed by the storm until noon"],
            ["Museum of clocks reopens in Tarn", "Reopened museum of clocks in Tarn counts visitors"],
            ["Vineyard owners of Marlo sue over pesticides", "Pesticides: vineyard owners of Marlo go to court"],
            ["Bridge toll of Quenby doubles in January", "Quenby doubles its bridge toll from January on"],
            ["Zebra escapes from the circus at Holm", "Circus at Holm finds its escaped zebra"],
        ]
        var titles = pairs.flatMap(\.self)
        titles.append("Boats stay in port after a warning of strong wind")
        var candidates: [Candidate] = []
        var vectors: [String: SentenceVector] = [:]
        for (index, title) in titles.enumerated() {
            var numbers = [Float](repeating: 0, count: 32)
            numbers[index == titles.count - 1 ? 0 : index / 2] = 0.95
            numbers[10 + index] = 0.3
            candidates.append(candidate("\(index)", title, source: "S\(index)"))
            vectors["\(index)"] = SentenceVector(numbers)
        }
        let selection = Selection(
            candidates: candidates, rules: SelectionRules(), now: Self.now, words: { WordCounts() },
            earlier: { _, _ in [] }, vectors: vectors,
            sent: { _ in [] })
        let story = try #require(selection.sections.flatMap(\.stories).first { $0.also.count == 2 })
        #expect(story.id == "0" || story.id == "1")
        #expect(story.also.contains { $0.id == "10" })
    }

    @Test func `the same article through two sources is one entry that names both`() {
        let selection = selection([
            candidate("a", "Ferry runs aground off Elsom", url: "https://daily.example.org/f?utm_source=rss", hours: 2),
            candidate(
                "b", "Ferry runs aground off Elsom - Daily", source: "API", url: "https://www.daily.example.org/f"),
        ])
        #expect(
            selection.sections.first?.stories.first?.also == [
                .init(
                    id: "b", source: "API", title: "Ferry runs aground off Elsom - Daily",
                    url: "https://www.daily.example.org/f", isSameArticle: true)
            ])
        #expect(selection.sections.first?.stories.first?.url == "https://daily.example.org/f")
        #expect(selection.decisions["b"] == .duplicate(of: "a"))
        #expect(selection.members == ["a": ["a", "b"]])
    }

    @Test func `another telling stands under the story and hides nothing`() {
        let selection = selection([
            candidate("a", "Ferry runs aground off Elsom, 140 passengers rescued", hours: 2),
            candidate("b", "Passengers rescued after ferry runs aground near Elsom harbour", source: "Herald"),
            candidate("c", "Parliament passes budget after all-night session in Varnia"),
        ])
        #expect(ids(selection) == [["b", "c"]])
        #expect(selection.sections.first?.stories.first?.also.map(\.isSameArticle) == [false])
        guard case .sameStory("b", let reason) = selection.decisions["a"] else {
            Issue.record("\(String(describing: selection.decisions["a"]))")
            return
        }
        #expect(reason.hasPrefix("likeness 0."))
        #expect(["ferry", "aground", "elsom"].allSatisfy(reason.contains))
    }

    @Test(arguments: [
        "", "We look for a nurse who likes to work when the town sleeps. The pay is good, and so is the tea.",
    ])
    func `several items of a feed under one title hide none`(text: String) throws {
        func offer(_ id: String, hours: Double) -> Candidate {
            candidate(id, "Registered nurse, night shift", source: "Clinic", hours: hours) { $0.summary = text }
        }
        let offers = [offer("a", hours: 3), offer("b", hours: 2), offer("c", hours: 1)]
        let stories = selection(offers).sections.flatMap(\.stories)
        let named = stories.flatMap { [$0.id] + $0.otherArticles.map(\.telling.id) }
        #expect(Set(named) == ["a", "b", "c"])
        guard text.isEmpty else { return }
        // What comes after the first one was sent is new.
        let later = selection(offers, sent: [sent(offers[0], hoursAgo: 3)])
        #expect(
            Set(later.sections.flatMap(\.stories).flatMap { [$0.id] + $0.also.map(\.id) }).isSuperset(of: ["b", "c"]))
    }

    @Test func `articles of one source on one page stand both under a story`() throws {
        func episode(_ id: String, _ title: String, at page: String) -> Candidate {
            let episode = candidate(id, title, source: "Kettle", url: page)
            return Candidate(
                id: id, item: episode.item, firstSeen: episode.firstSeen, isOnSharedPage: true)
        }
        for pages in [["show", "show"], ["show#1", "show#2"]].map({ $0.map { "https://kettle.example/\($0)" } }) {
            let story = try #require(
                selection([
                    candidate("a", "Ferry Larkin runs aground off Elsom, 140 passengers rescued"),
                    episode("b", "Ferry Larkin aground off Elsom: how 140 passengers were rescued", at: pages[0]),
                    episode("c", "Who let ferry Larkin run aground off Elsom with 140 passengers?", at: pages[1]),
                ]).sections.first?.stories.first)
            #expect(Set([story.id] + story.otherArticles.map(\.telling.id)) == ["a", "b", "c"])
        }
    }

    @Test func `a story in two scripts is one entry under a heading in the reader's language`() {
        // The second time, both feeds say that they are in English.
        for (language, said) in [("ru", nil), ("en", nil), ("ru", "en"), ("en", "en")] {
            let candidates = [
                candidate("ru", "Зеленский и Макрон обсудили в Париже санкции", source: "Газета", hours: 1) {
                    $0.language = said
                },
                candidate("en", "Zelensky and Macron discuss sanctions in Paris", source: "Herald", hours: 2) {
                    $0.language = said
                },
            ]
            let selection = Selection(
                candidates: candidates, rules: SelectionRules(), language: language, now: Self.now)
            #expect(ids(selection) == [[language]])
            #expect(selection.sections[0].stories[0].also.count == 1)
        }
    }

    @Test func `an affair is one entry under its main story, with the other stories from the first to the last`() {
        let candidates = [
            candidate("a", "Ferry Larkin runs aground off Elsom island with 300 passengers", hours: 6),
            candidate(
                "b", "Ferry Larkin aground off Elsom island, 300 passengers on board", source: "Herald", hours: 5),
            candidate(
                "c", "Prosecutors open inquiry: Larkin captain was asleep, crew of grounded ferry tells police",
                source: "Sky", hours: 1),
            candidate(
                "d", "Shareholders of Larkin Line sell: insurers refuse to pay for grounded ship", source: "Star",
                hours: 2),
            candidate("e", "Parliament passes budget after all-night session in Varnia"),
        ]
        let selection = selection(candidates)
        let affair = selection.sections.flatMap(\.stories).first { !$0.also.isEmpty }
        #expect(selection.sections.flatMap(\.stories).count == 2)
        #expect(["a", "b"].contains(affair?.id))
        #expect(affair?.also.map(\.id).dropFirst() == ["d", "c"])
        #expect(affair?.also.map(\.story) == [nil, "d", "c"])
        guard case .sameAffair(affair?.id, _) = selection.decisions["c"] else {
            Issue.record("\(String(describing: selection.decisions["c"]))")
            return
        }
        // A story of the affair that was sent does not take the others with it.
        let told = sent(candidates[0], hoursAgo: 4)
        let later = self.selection(Array(candidates.dropFirst()), sent: [told])
        #expect(later.decisions["b"]?.name == "already sent")
        #expect(later.decisions["c"]?.name != "already sent")
    }

    @Test func `two notices of one publisher are two stories if its earlier ones have the same words`() {
        func notice(_ food: String, by firm: String) -> (title: String, summary: String) {
            (
                "\(firm) recalls \(food) because of possible health risk",
                "\(firm) recalls \(food), because it may be contaminated with salmonella."
            )
        }
        let new = [notice("almond butter", by: "Elm Foods"), notice("peanut butter", by: "Maple Creek")]
        let candidates = new.enumerated().map { index, notice in
            candidate("\(index)", notice.title, source: "Agency", number: Int64(index + 1)) {
                $0.summary = notice.summary
            }
        }
        let earlier = [
            ("trout", "Harbor Fish"), ("sprouts", "Green Valley"), ("cheese", "Lakeside"), ("rice", "Oak Mill"),
        ]
        .map { food, firm in
            let text = notice(food, by: firm)
            return TextWords(title: text.title, summary: text.summary)
        }
        func stories(_ earlier: [TextWords]) -> Int {
            var asked: [String: Set<Int64>] = [:]
            let selection = Selection(
                candidates: candidates, rules: SelectionRules(), now: Self.now, words: { .shipped },
                earlier: { source, items in
                    asked[source] = items
                    return earlier
                }, vectors: [:], sent: { _ in [] })
            #expect(asked == ["feed:Agency": [1, 2]])
            return selection.sections.reduce(0) { $0 + $1.stories.count }
        }
        #expect(stories([]) == 1)
        #expect(stories(earlier) == 2)
    }

    @Test func `the weightier source leads, then the one with a picture and a text`() {
        let title = "Comet Larkin to pass Earth at closest distance in 300 years"
        let plain = candidate("a", title, source: "Daily", hours: 3)
        let rich = candidate("b", title, source: "Herald") {
            $0.image = "https://example.org/i.jpg"
            $0.summary = "A comet."
        }
        let weighty = candidate("c", title, source: "Sky")
        #expect(ids(selection([plain, rich, weighty])) == [["b"]])
        #expect(ids(selection([plain, rich, weighty]) { $0.sources["feed:Sky"] = .init(weight: 2) }) == [["c"]])
    }

    // MARK: Across days

    private func sent(_ candidate: Candidate, hoursAgo: Double, also: [Story.Telling] = []) -> SentStory {
        SentStory(
            digest: "d1", sent: Self.now.addingTimeInterval(-hoursAgo * 3600),
            story: Story(id: candidate.id, item: candidate.item, url: candidate.item.url, also: also))
    }

    @Test func `a story that was sent does not come back when another publisher picks it up`() {
        let first = candidate("a", "Ferry runs aground off Elsom, 140 passengers rescued", hours: 20)
        let later = candidate("b", "Passengers rescued after ferry runs aground near Elsom harbour", source: "Herald")
        let selection = selection([later], sent: [sent(first, hoursAgo: 19)])
        #expect(selection.sections.isEmpty)
        #expect(selection.decisions == ["b": .alreadySent(digest: "d1", story: "a", newPublishers: 1)])
    }

    @Test(arguments: [("Gazette", "shown"), ("Herald", "already sent")])
    func `in a list of other sites, a sequel is of the publisher that told the story`(
        publisher: String, decision: String
    ) {
        func listed(_ id: String, _ title: String, _ publisher: String, hours: Double) -> Candidate {
            candidate(id, title, source: "My list", url: "https://news.google.com/rss/articles/\(id)", hours: hours) {
                $0.listedPublisher = publisher
            }
        }
        let first = listed("a", "Ferry runs aground off Elsom, 140 passengers rescued", "Gazette", hours: 20)
        let later = listed("b", "Passengers rescued after ferry runs aground near Elsom harbour", publisher, hours: 1)
        let selection = selection([later], sent: [sent(first, hoursAgo: 19)])
        #expect(selection.decisions["b"]?.name == decision)
    }

    @Test func `an item that an earlier run recognised stays with its story, and its publisher joins once`() {
        var story = sent(candidate("a", "Ferry runs aground off Elsom", hours: 100), hoursAgo: 99)
        let later = candidate("b", "Divers find old cannon in the harbour", source: "Herald", number: 7, hours: 2)
        #expect(selection([later], sent: [story]).decisions["b"]?.name == "shown")
        story.recognised = [7]
        let decisions = [Configuration.Growth.publishers(3), .publishers(1)].map { growth in
            selection([later], sent: [story]) { $0.growth = growth }.decisions["b"]
        }
        #expect(decisions[0] == .alreadySent(digest: "d1", story: "a", newPublishers: 1))
        #expect(decisions[1]?.name == "shown")
    }

    @Test func `an item that was recognised as a sent story stays so, and one that is first seen later is new`() {
        let first = candidate("a", "Ferry runs aground off Elsom, 140 passengers rescued", hours: 100)
        func later(seen: Double) -> Candidate {
            candidate(
                "b\(seen)", "Passengers rescued after ferry runs aground near Elsom harbour", source: "Herald",
                hours: 80, seen: seen)
        }
        for (seen, decision) in [(40.0, "already sent"), (2, "shown")] {
            let later = later(seen: seen)
            let selection = selection([later], sent: [sent(first, hoursAgo: 99)]) {
                ($0.growth, $0.maxAge) = (.never, 7 * 86_400)
            }
            #expect(selection.decisions[later.id]?.name == decision)
        }
    }

    @Test(arguments: [
        (Configuration.Growth.never, false), (.publishers(4), false), (.publishers(3), true), (.always, true),
    ]) func `a sent story is shown again if it grew as much as 'growth' says`(
        growth: Configuration.Growth, returns: Bool
    ) {
        let first = candidate("a", "Ferry runs aground off Elsom, 140 passengers rescued", hours: 20)
        let others = ["Herald", "Gazette", "Courier"].map {
            candidate($0, "Passengers rescued after ferry runs aground near Elsom", source: $0)
        }
        let selection = selection(others, sent: [sent(first, hoursAgo: 19)]) { $0.growth = growth }
        #expect(!selection.sections.isEmpty == returns)
    }

    @Test func `another article of its own publisher is shown, however alike it sounds`() {
        let first = candidate("a", "Ferry runs aground off Elsom, 140 passengers rescued", hours: 20)
        let sequel = candidate("b", "Passengers rescued after ferry runs aground near Elsom harbour")
        let selection = selection([sequel], sent: [sent(first, hoursAgo: 19)]) { $0.growth = .never }
        #expect(ids(selection) == [["b"]])
    }

    @Test(arguments: [("20 November. ", true), ("19 November. ", false)])
    func `a notice that comes again is shown again, though cleaning leaves the same text of it`(
        day: String, isShown: Bool
    ) {
        let text = "Scheduled: the servers in Elsom will be restarted between two and four in the morning of that day."
        func notice(_ id: String, _ day: String, hours: Double) -> Candidate {
            candidate(id, "Scheduled maintenance of all servers", hours: hours) {
                $0.summary = text
                $0.wording = .init(title: $0.title, text: day + text)
            }
        }
        let first = notice("a", "19 November. ", hours: 16)
        #expect(!selection([notice("b", day, hours: 1)], sent: [sent(first, hoursAgo: 15)]).sections.isEmpty == isShown)
        let both = selection([notice("b", day, hours: 1), first])
        #expect(both.sections.flatMap(\.stories).count == (isShown ? 2 : 1))
    }

    @Test func `a copy of what was sent is not shown again when the article has been rewritten since`() {
        let first = candidate("a", "Ferry runs aground off Elsom, 140 passengers rescued by noon", hours: 20)
        var item = first.item
        item.sourceID = "feed:copies"
        let copy = Candidate(id: "b", item: item, firstSeen: first.firstSeen)
        (item.title, item.summary) = ("Captain blames thick fog", "An inquiry began on Friday.")
        var story = sent(Candidate(id: "a", item: item, firstSeen: first.firstSeen), hoursAgo: 120)
        #expect(ids(selection([copy], sent: [story])) == [["b"]])
        story.keys += sent(first, hoursAgo: 120).keys
        #expect(selection([copy], sent: [story]).sections.isEmpty)
    }

    @Test func `the same article of the same publisher is not shown again, whatever its address`() {
        let first = candidate("a", "Ferry runs aground off Elsom, 140 passengers rescued", hours: 20)
        var item = first.item
        item.sourceID = "newsapi:top-headlines"
        let copy = Candidate(id: "b", item: item, firstSeen: first.firstSeen)
        #expect(selection([copy], sent: [sent(first, hoursAgo: 19)]).sections.isEmpty)
    }

    @Test(arguments: [20.0, 500])
    func `no source makes another's article count as sent by its address alone`(hours: Double) {
        let url = "https://harbour.example.org/2026/council-vote"
        let bait = candidate("a", "Zebra sale: everything at half price", source: "Shop", url: url, hours: hours)
        let sent = [sent(bait, hoursAgo: hours)]
        let text = "The council voted on Monday to rebuild the old ferry terminal at a cost of nine million crowns."
        let real = candidate("b", "Council votes for a new ferry terminal", source: "Harbour", url: url)
        #expect(ids(selection([real], sent: sent)) == [["b"]])
        let retitled = candidate("c", "Zebra sale ends: half price was too cheap", source: "Harbour", url: url)
        #expect(selection([retitled], sent: sent).sections.isEmpty)
        let told = self.sent(
            candidate("d", "Nine million for old walls", source: "Planet", url: url, hours: hours) {
                $0.summary = text
            }, hoursAgo: hours)
        let copy = candidate("e", "Council votes for a new ferry terminal", source: "Harbour", url: url) {
            $0.summary = text
        }
        #expect(selection([copy], sent: [told]).sections.isEmpty)
    }

    @Test(arguments: [
        ("The mayor will not stand again.", "The mayor will not stand again.", true),
        ("Read the article", "Read the article", false),
        (SelectionTests.first, "\(SelectionTests.first) The opposition wants more.", false),
        ("\(SelectionTests.first) The opposition wants more.", SelectionTests.first, false),
        (
            "\(SelectionTests.first) The opposition wants more.",
            "\(SelectionTests.first) The opposition wants much more.", true
        ),
    ])
    func `with an address, texts make one article only as a whole`(sent: String, now: String, isOne: Bool) {
        let url = "https://harbour.example.org/2026/resigns"
        let bait = candidate("a", "Zebra sale", source: "Shop", url: url, hours: 20) { $0.summary = sent }
        let real = candidate("b", "Minister resigns over harbour contract", source: "Harbour", url: url) {
            $0.summary = now
        }
        #expect(selection([real], sent: [self.sent(bait, hoursAgo: 19)]).sections.isEmpty == isOne)
        let decisions = selection([real, bait]).decisions.values
        #expect(decisions.contains { $0.name == "duplicate" } == isOne)
    }

    static let first =
        "The minister for transport resigned on Monday after the audit office said that the contract for the harbour "
        + "was never tendered."

    @Test func `a page that several items of a source share joins nothing, and has earlier stories`() {
        let url = "https://radio.example.org/show"
        let first = candidate("a", "Harbour radio: pilots of northern straits", source: "Planet", url: url, hours: 20)
        let next = candidate("b", "Harbour radio: cooks of galleys", source: "Radio", url: url)
        let shared = Candidate(id: "b", item: next.item, firstSeen: next.firstSeen, isOnSharedPage: true)
        #expect(selection([next], sent: [sent(first, hoursAgo: 19)]).sections.isEmpty)
        #expect(ids(selection([shared], sent: [sent(first, hoursAgo: 19)])) == [["b"]])
    }

    @Test func `things of one source on one page with one title are all shown`() {
        func bulletin(_ id: String, hours: Double, isShared: Bool = true) -> Candidate {
            let item = candidate(
                id, "The hourly news summary from Kettle Radio", url: "https://radio.example.org/news", hours: hours)
            return Candidate(id: id, item: item.item, firstSeen: item.firstSeen, isOnSharedPage: isShared)
        }
        let first = bulletin("a", hours: 3, isShared: false)
        let next = selection([bulletin("b", hours: 2), bulletin("c", hours: 1)], sent: [sent(first, hoursAgo: 3)])
        #expect(Set(ids(next).joined()) == ["b", "c"])
    }

    @Test func `a copy is known weeks later by its title, a column of one publisher is not`() {
        let title = "Night trains between Vienna and Rome return after two years"
        let old = sent(candidate("a", title, hours: 500), hoursAgo: 500)
        #expect(selection([candidate("b", title, source: "Herald")], sent: [old]).sections.isEmpty)
        #expect(ids(selection([candidate("c", title)], sent: [old])) == [["c"]])
    }

    // MARK: Filters

    @Test func `each item that is left out has its reason`() throws {
        let candidates = [
            candidate("old", "A", hours: 50), candidate("section", "B", category: "sports"),
            candidate("muted", "Гороскоп на завтра"), candidate("excluded", "Gadget sale"),
            candidate("language", "C") { $0.language = "de" }, candidate("plain", "Battery news"),
            candidate("shown", "New chips for laptops"), candidate("over", "D", category: "events"),
            event("past", "Concert", days: [-3, -1]), event("later", "Opera", days: [30]),
        ]
        let selection = try selection(candidates) { rules in
            rules.sections = [Category("general"), .events]
            rules.include = try ["chip", "гороскоп", "gadget"].map(Pattern.init)
            rules.exclude = [try Pattern("sale")]
            rules.mute = [try Pattern("гороскопы")]
            rules.languages = ["en", "ru"]
            rules.eventHorizon = 7 * 86_400
        }
        #expect(
            selection.decisions.mapValues(\.description) == [
                "old": "too old, from 2026-11-19T06:00:00Z",
                "section": "in 'sports', for which this digest has no section",
                "muted": "muted by 'гороскопы'", "excluded": "excluded by 'sale'",
                "language": "in 'de', which is not a wanted language", "plain": "matches no include filter",
                "shown": "shown, score 0.18 = fresh 0.29 + place 0.10 + important -0.21",
                "over": "matches no include filter",
                "past": "the event is over", "later": "the event is too far ahead, on 2026-12-21T08:00:00Z",
            ])
    }

    @Test func `a source's own filters hold for it alone`() throws {
        let selection = try selection(
            [candidate("a", "Chips"), candidate("b", "Rain"), candidate("c", "Snow", source: "Herald")]
        ) { $0.sources["feed:Daily"] = .init(include: [try Pattern("chip")]) }
        #expect(selection.decisions["b"] == .notIncluded)
        #expect(Set(ids(selection).joined()) == ["a", "c"])
    }

    @Test func `an article without a language goes by its script`() {
        let news = [candidate("ru", "Паром сел на мель"), candidate("en", "Ferry runs aground")]
        #expect(ids(selection(news) { $0.languages = ["ru"] }) == [["ru"]])
        #expect(ids(selection(news) { $0.languages = ["en"] }) == [["en"]])
    }

    @Test(arguments: ["eng", "English", "EN_us"])
    func `a language may be written with three letters or in English`(said: String) {
        let news = [candidate("en", "Ferry runs aground") { $0.language = said }]
        #expect(ids(selection(news) { $0.languages = ["en"] }) == [["en"]])
        #expect(ids(selection(news) { $0.languages = ["de"] }).isEmpty)
    }

    @Test(arguments: ["und", "Language", "x", "-", "en,de"])
    func `an article goes by its script if its feed says no language`(said: String) {
        let news = [candidate("en", "Ferry runs aground") { $0.language = said }]
        #expect(ids(selection(news) { $0.languages = ["de"] }) == [["en"]])
        #expect(ids(selection(news) { $0.languages = ["ru"] }).isEmpty)
    }

    @Test func `letters that contradict the language of a feed overrule it`() {
        let news = [
            candidate("ru", "Паром сел на мель") { $0.language = "en-us" },
            candidate("ru2", "Fedora Linux 44") {
                $0.language = "ru"
                $0.summary = "Вышла новая версия дистрибутива"
            },
            candidate("ru3", "PostgreSQL 18.1") { $0.language = "ru" },
            candidate("en", "Ferry runs aground near the old harbour") { $0.language = "ru" },
            candidate("en2", "Elsom Rovers («Роверс») win") { $0.language = "en" },
            candidate("de", "Eine Fähre läuft auf Grund") { $0.language = "de" },
        ]
        func left(_ language: String) -> Set<String> {
            Set(ids(selection(news) { $0.languages = [language] }).joined())
        }
        #expect(left("ru") == ["ru", "ru2", "ru3"])
        #expect(left("en") == ["en", "en2"])
        #expect(left("de") == ["de", "en"])
        let decisions = selection(news) { $0.languages = ["en"] }.decisions
        #expect(decisions["ru"] == .otherLanguage("Cyrillic"))
        #expect(selection(news) { $0.languages = ["ru"] }.decisions["en"] == .otherLanguage("another script"))
    }

    @Test func `a date in the future counts as the time it was seen`() {
        let selection = selection([candidate("a", "From tomorrow", hours: -30, seen: 60)])
        #expect(selection.decisions["a"] == .tooOld(Self.now.addingTimeInterval(-60 * 3600)))
    }

    @Test func `only what is newer than since is shown`() {
        let selection = selection([candidate("a", "Old", hours: 10), candidate("b", "New", hours: 1)]) {
            $0.since = Self.now.addingTimeInterval(-5 * 3600)
        }
        #expect(ids(selection) == [["b"]])
        #expect(selection.decisions["a"]?.name == "before --since")
    }

    // MARK: Ranking and slots

    @Test func `more publishers, fresher news, weight and boosts move a story up, each by its part`() throws {
        let title = "Comet Larkin to pass Earth at closest distance in 300 years"
        let selection = try selection(
            [
                candidate("one", "Orchid flowers in Varnia", hours: 0, position: 0),
                candidate("two", title, source: "Herald", hours: 24, position: 5),
                candidate("two-b", title, source: "Sky", hours: 24, position: 5),
                candidate("boosted", "Swift language turns twelve", source: "Code", hours: 48, position: 20),
            ]
        ) {
            $0.boost = [try Pattern("swift")]
            $0.sources["feed:Code"] = .init(weight: 4)
        }
        #expect(ids(selection) == [["boosted", "two", "one"]])
        #expect(
            selection.decisions["boosted"]?.description
                == "shown, score 3.52 = place 0.02 + weight 2.00 + boost 1.50")
        #expect(
            selection.decisions["two"]?.description
                == "shown, score 0.68 = publishers 0.58 + fresh 0.15 + place 0.05 + important -0.10")
    }

    @Test
    func `what concerns everybody stands before sport and stars, trifles last, unless the reader wants it otherwise`() {
        let news = [
            candidate("trifle", "Horoscope for Elsom: what the stars say today", source: "A"),
            candidate("sport", "Rovers striker scores twice in cup match", source: "B"),
            candidate("plain", "Orchid flowers in Brenn garden again", source: "C"),
            candidate("grave", "Government resigns after court ruling on election", source: "D", hours: 1),
            candidate("ru", "Правительство Варнии ушло в отставку", source: "E", hours: 2),
            candidate("ru-light", "Актриса показала фото в купальнике", source: "F"),
        ]
        #expect(ids(selection(news)) == [["grave", "ru", "plain", "sport", "ru-light", "trifle"]])
        #expect(
            selection(news).decisions["trifle"]?.description
                == "shown, score -1.74 = fresh 0.29 + place 0.10 + important -0.28 + light -0.35 + trifle -1.50")
        #expect(ids(selection(news) { $0.isGeneralFirst = false }).joined().last == "ru")
    }

    @Test func `a preview or a reaction stands below a report, unless the reader wants it otherwise`() {
        let news = [
            candidate("reaction", "Brenn mayor reacts: harbour bridge stays closed", source: "A"),
            candidate("preview", "Elsom council expected to vote on tram line", source: "B"),
            candidate("report", "Orchid flowers in Varnia garden again", source: "C", hours: 3),
        ]
        #expect(ids(selection(news)).joined().first == "report")
        let reaction = selection(news).decisions["reaction"]?.description
        #expect(reaction?.contains("comment -0.60") == true)
        #expect(ids(selection(news) { $0.isGeneralFirst = false }).joined().last == "report")
    }

    @Test func `the words of a text say how important it is, in the languages whose words are known`() throws {
        func part(_ title: String, language: String? = nil, generalFirst: Bool = true) throws -> Double? {
            let one = candidate("one", title) { $0.language = language }
            let decisions = selection([one]) { $0.isGeneralFirst = generalFirst }.decisions
            guard case .shown(let score)? = decisions["one"] else { return nil }
            return score.parts.first { $0.name == "important" }?.value
        }
        let order = "Varnia orders thousands of people out of Brenn as storm nears"
        let advice = "How to find the best chair for your garden this summer"
        #expect(try #require(try part(order)) > 0.1)
        #expect(try #require(try part(advice)) < -0.2)
        #expect(try #require(try part("Варния закрывает границу из-за угрозы взрыва на заводе в Бренне")) > 0.1)
        #expect(try part("Die Regierung von Varnia tritt am Abend zurück", language: "de") == nil)
        #expect(try part(order, generalFirst: false) == nil)
        #expect(
            ids(selection([candidate("a", advice, source: "A"), candidate("o", order, source: "B", hours: 9)]))
                == [["o", "a"]])
    }

    @Test func `a story that others took up within four hours grows, and one that is only new does not`() {
        let title = "Comet Larkin to pass Earth at closest distance in 300 years"
        func growth(_ hours: [Double]) -> Double? {
            let news = hours.enumerated().map { candidate("t\($0)", title, source: "Paper\($0)", hours: $1) }
            let scores = selection(news).decisions.values.compactMap { decision -> Score? in
                guard case .shown(let score) = decision else { return nil }
                return score
            }
            return scores.first?.parts.first { $0.name == "growing" }?.value
        }
        #expect(growth([9, 3]) == 0.15)
        #expect(growth([9, 8, 4, 3, 1]) == 0.3)
        #expect(growth([3, 2, 1]) == nil, "all is new")
        #expect(growth([9, 8]) == nil, "nothing is new")
    }

    @Test func `several articles of one publisher on a story count a little`() throws {
        let selection = selection([
            candidate("a", "Ferry runs aground off Elsom, 140 passengers on board", source: "Daily"),
            candidate("b", "Ferry off Elsom: passengers on board tell of the night aground", source: "Daily", hours: 1),
            candidate("c", "Orchid flowers in Brenn garden again", source: "Herald"),
        ])
        let score = try #require(
            selection.decisions.values.compactMap { decision -> Score? in
                guard case .shown(let score) = decision, score.parts.contains(where: { $0.name == "articles" }) else {
                    return nil
                }
                return score
            }.first)
        #expect(score.parts.first { $0.name == "articles" }?.value == 0.45)
        #expect(!score.parts.contains { $0.name == "publishers" })
    }

    @Test(arguments: [
        "Live: ferry runs aground off Elsom, 140 passengers on board",
        "Why a ferry ran aground off Elsom with 140 passengers on board",
        "«Мы молились»: паром сел на мель у Эльсома, на борту 140 пассажиров",
        "\"We prayed\": ferry runs aground off Elsom with 140 passengers on board",
        "Ferry runs aground off Elsom with 140 passengers on board: latest news",
        "Will the ferry aground off Elsom with 140 passengers sink?",
        "Ferry with 140 passengers aground off Elsom: who will help",
        "Паром с 140 пассажирами сел на мель у Эльсома: кто и как поможет",
        "Раскрыто число пассажиров парома, который сел на мель у Эльсома: 140 на борту",
    ]) func `a live page, a preview, a question, a teaser or a quotation heads no story while there is another telling`(
        heading: String
    ) {
        let isRussian = heading.contains("паром")
        let plain =
            isRussian
            ? "Паром сел на мель у Эльсома, на борту 140 пассажиров"
            : "Ferry with 140 passengers on board runs aground off Elsom"
        let selection = selection([
            candidate("plain", plain, source: "Daily", hours: 3), candidate("other", heading, source: "Herald"),
        ])
        #expect(["same story", "duplicate"].contains(selection.decisions["other"]?.name))
        #expect(selection.members.keys.sorted() == ["plain"])
    }

    @Test func `the later telling heads the story, and of one article the first that had it`() {
        let early = candidate("early", "Ferry runs aground off Elsom, passengers on board", source: "Daily", hours: 5)
        let late = candidate(
            "late", "Passengers of ferry aground off Elsom are all safe on board", source: "Herald", hours: 2)
        let copy = candidate("copy", "Passengers of ferry aground off Elsom are all safe on board", source: "Sky")
        #expect(ids(selection([early, late, copy])) == [["late"]])
    }

    @Test func `a story that several tell takes no source's fair share`() {
        let words = "bamel dokir fenul gatos hirep jolan kumet lavin morgu napse petor rudik".split(separator: " ")
        let told = words.prefix(6).enumerated().flatMap { number, word in
            ["Busy", "Other"].map { source in
                candidate(
                    "\(source)\(number)", "ka\(word) lo\(word) of mi\(word) \(word)", source: source, hours: 1,
                    position: number)
            }
        }
        let single = words.dropFirst(6).map { candidate("single-\($0)", "ka\($0) in \($0)", source: "Small\($0)") }
        let selection = selection(told + single) { $0.maxPerSection = 6 }
        #expect(ids(selection).joined().count == 6)
        #expect(ids(selection).joined().allSatisfy { !$0.hasPrefix("single") })
    }

    @Test func `one busy source does not push out nine others`() {
        let busy = (0..<200).map { candidate("busy\($0)", "Busy thing \($0) happened", source: "Busy", position: 0) }
        let others = (0..<9).map {
            candidate("other\($0)", "Word\($0) term\($0)", source: "Small\($0)", hours: 30, position: 9)
        }
        let selection = selection(busy + others) { $0.maxPerSection = 12 }
        let shown = Set(ids(selection).joined())
        #expect(shown.isSuperset(of: others.map(\.id)))
        #expect(shown.count == 12)
        #expect(selection.leftOver == 197)
        #expect(selection.sections.map(\.leftOver) == [197])
    }

    @Test func `sections share the digest's places`() {
        let news = ["general", "science", "sports"].flatMap { category in
            (0..<10).map {
                candidate("\(category)\($0)", "\(category) unique\($0)", source: "S\($0)", category: category)
            }
        }
        let selection = selection(news) { $0.maxItems = 8 }
        #expect(selection.sections.map(\.stories.count) == [3, 3, 2])
        #expect(selection.leftOver == 22)
        #expect(selection.decisions.values.count { $0.name == "queued" } == 22)
    }

    @Test func `a source's limit holds`() {
        let news = (0..<5).map { candidate("a\($0)", "Thing\($0) word\($0)", position: $0) }
        let selection = selection(news) { $0.sources["feed:Daily"] = .init(limit: 2) }
        #expect(ids(selection) == [["a0", "a1"]])
        #expect(selection.decisions["a4"]?.description.hasPrefix("queued, over the limit of its source") == true)
    }

    @Test func `where leftovers lead, they come first, and everything comes once`() {
        let news = (0..<10).map { candidate("a\($0)", "Thing\($0) word\($0)", seen: 2, position: $0) }
        var pending = news
        var shown: [String] = []
        for round in 0..<4 {
            let leftOver = Set(round == 0 ? [] : pending.map(\.id))
            let fresh = (0..<2).map { candidate("n\(round)\($0)", "Fresh\(round)\($0) news\(round)\($0)", seen: 0.5) }
            let selection = selection(round == 0 ? pending : pending + fresh, leftOver: leftOver) {
                $0.maxPerSection = 3
                $0.leftovers = .lead
            }
            let ids = ids(selection).flatMap { $0 }
            if round > 0, pending.count >= 3 { #expect(ids.allSatisfy { $0.hasPrefix("a") }) }
            shown += ids
            pending.removeAll { ids.contains($0.id) }
        }
        #expect(Set(shown).isSuperset(of: news.map(\.id)))
        #expect(Set(shown).count == shown.count)
    }

    @Test func `what did not fit competes with what is new, leads it or is dropped`() {
        let old = candidate("old", "Council names a new harbour master", source: "Daily", hours: 20)
        let second = candidate("second", "Harbour master of the council is named", source: "Post", hours: 20)
        let new = candidate("new", "Night trams return to Elsom", source: "Star", hours: 1)
        func decisions(_ leftovers: Configuration.Leftovers, _ more: Candidate...) -> Selection {
            selection([old, second, new] + more, leftOver: ["old", "second"]) {
                $0.leftovers = leftovers
                $0.maxItems = 1
            }
        }
        let alone = selection([old, new], leftOver: ["old"]) { $0.maxItems = 1 }
        #expect(ids(alone) == [["new"]])
        #expect(ids(decisions(.lead)).first?.first != "new")
        let dropped = decisions(.drop)
        #expect(ids(dropped) == [["new"]])
        #expect(dropped.decisions["old"] == .dropped && dropped.decisions["second"] == .dropped)
        #expect(dropped.leftOver == 0)
        let told = candidate("told", "Council names new harbour master", source: "Sun", hours: 0.5)
        #expect(decisions(.drop, told).decisions.values.contains(.dropped) == false, "somebody tells it anew")
    }

    @Test func `a rare source comes before a busy one, and its score says so`() throws {
        let busy = candidate("busy", "Tram depot opens its doors", source: "Busy", hours: 0.1)
        let rare = candidate("rare", "Thoughts about slow bread", source: "Rare", hours: 30)
        let rates = ["feed:Busy": 10.0, "feed:Rare": 0.14]
        #expect(ids(selection([busy, rare])) == [["busy", "rare"]])
        let selection = selection([busy, rare]) { $0.itemsADay = rates }
        #expect(ids(selection) == [["rare", "busy"]])
        #expect(selection.decisions["rare"]?.description.contains("rare 0.69") == true)
        #expect(selection.decisions["busy"]?.description.contains("rare") == false)
    }

    @Test func `a section has as many places as it has to say`() {
        func news(_ category: String, _ count: Int, sources: Int) -> [Candidate] {
            (0..<count).map {
                candidate(
                    "\(category)\($0)", "\(category)\($0)er \(category)\($0)al", source: "\(category)\($0 % sources)",
                    category: category, position: $0 / sources)
            }
        }
        let all = news("general", 40, sources: 8) + news("science", 20, sources: 2) + news("chess", 1, sources: 1)
        let selection = selection(all) { $0.maxItems = 16 }
        let counts = Dictionary(uniqueKeysWithValues: selection.sections.map { ($0.category, $0.stories.count) })
        #expect(counts["chess"] == 1)
        #expect(counts["science"]! >= 3 && counts["general"]! >= 2 * counts["science"]! && counts["general"]! <= 12)
        #expect(counts.values.reduce(0, +) == 16)
    }

    // MARK: What was sent, and what others have

    @Test func `a story without a picture or summary takes those of the same article elsewhere`() throws {
        let title = "Harbour pilots walk out over night shifts at the northern terminal"
        let bare = candidate("bare", title, source: "Wire", hours: 3)
        let other = candidate(
            "other", "Pilots of northern terminal walk out over night shifts", source: "Sun", hours: 1
        ) {
            $0.image = "https://sun.example.org/other.jpg"
        }
        let full = candidate("full", title, source: "Post", hours: 2) {
            $0.image = "https://post.example.org/1.jpg"
            $0.summary = "Pilots of the harbour stopped work at midnight."
        }
        let selection = selection([bare, full, other]) { $0.sources["feed:Wire"] = .init(weight: 9) }
        let story = try #require(selection.sections.first?.stories.first { $0.id == "bare" })
        #expect(story.item.image == "https://post.example.org/1.jpg" && story.pictureSource == "Post")
        #expect(story.item.summary == full.item.summary && story.summarySource == "Post")
        #expect(story.item.title == title && story.item.source == "Wire")
        let alone = self.selection([bare, other]) { $0.sources["feed:Wire"] = .init(weight: 9) }
        #expect(alone.sections.flatMap(\.stories).allSatisfy { $0.pictureSource == nil })
    }

    @Test func `a sequel names the stories that were sent before`() throws {
        let first = candidate("first", "Ferry runs aground off Elsom, 140 passengers rescued", hours: 30)
        let sent = SentStory(
            digest: "d1", sent: Self.now.addingTimeInterval(-86_400),
            story: Story(id: "first", item: first.item, url: first.item.url))
        let sequel = candidate("sequel", "Ferry aground off Elsom: captain of rescued passengers is charged")
        let selection = selection([sequel], sent: [sent])
        let story = try #require(selection.sections.first?.stories.first)
        #expect(
            story.earlier == [
                .init(id: "first", title: first.item.title, url: first.item.url, sent: sent.sent)
            ])
        let again = self.selection([first], sent: [sent]) { $0.growth = .always }
        #expect(again.sections.flatMap(\.stories).allSatisfy { $0.earlier == [] })
    }

    // MARK: Sections

    @Test func `sections come in the reader's order under the reader's titles`() {
        let news = [
            candidate("s", "Elsom wins", category: "sports"), candidate("t", "New chip", category: "technology"),
            candidate("c", "Checkmate", category: "chess"),
        ]
        let selection = selection(news) {
            $0.sections = [Category("chess"), Category("technology"), Category("health")]
            $0.titles = ["chess": "On the board"]
        }
        #expect(selection.sections.map(\.title) == ["On the board", "Technology"])
        #expect(selection.decisions["s"] == .otherCategory("sports"))
        #expect(self.selection(news).sections.map(\.category) == ["technology", "sports", "chess"])
    }

    @Test func `a feed's own category chooses the section by the table`() {
        let news = candidate("a", "Match report") { $0.tags = ["Local", "Фигурное катание"] }
        let selection = selection([news]) {
            $0.sections = [Category("general"), Category("sports")]
            $0.tagSections = TagSections(["фигурное катание": "sports"])
        }
        #expect(selection.sections.map(\.category) == ["sports"])
    }

    @Test func `what the table gives to a section that is not wanted is left out`() {
        let news = candidate("a", "Match report") { $0.tags = ["Football"] }
        let selection = selection([news]) {
            $0.sections = [Category("general")]
            $0.tagSections = TagSections(["football": "sports"])
        }
        #expect(selection.sections.isEmpty)
        #expect(selection.decisions["a"] == .otherCategory("sports"))
    }

    @Test func `a feed's table holds for that feed alone, and goes before the reader's`() {
        let candidates = ["one", "two"].map { id in
            candidate(id, "Report of \(id)") {
                $0.tags = ["Oval"]
                $0.sourceID = id
            }
        }
        let selection = selection(candidates) {
            $0.tagSections = TagSections(["oval": "sports"])
            $0.sources = ["two": .init(tagSections: TagSections(["oval": "science"]))]
        }
        let sections = Dictionary(
            uniqueKeysWithValues: selection.sections.map { ($0.category, $0.stories.map(\.id)) })
        #expect(sections == ["sports": ["one"], "science": ["two"]])
    }

    @Test func `an event goes to the narrowest section that is wanted`() {
        let candidates = [event("a", "Jazz"), event("b", "Fair", tags: ["festival", "entertainment"])]
        func sections(_ names: String...) -> [String: [String]] {
            let selection = self.selection(candidates) { $0.sections = names.map { Category($0) } }
            return Dictionary(uniqueKeysWithValues: selection.sections.map { ($0.category, $0.stories.map(\.id)) })
        }
        #expect(sections("events") == ["events": ["a", "b"]])
        #expect(sections("concert", "events") == ["concert": ["a"], "events": ["b"]])
        #expect(sections("entertainment", "events") == ["events": ["a", "b"]])
        #expect(sections("entertainment") == ["entertainment": ["b"]])
        #expect(sections("technology") == [:])
    }

    // MARK: Events

    @Test func `events are one at the same place and day, and in the order in which they happen`() {
        let selection = selection([
            event("late", "Opera", days: [5]), event("soon", "Jazz Night", days: [-2, 1, 9]),
            event("twin", "«Jazz night»", days: [1], source: "Afisha"),
            event("other", "Jazz Night", place: "Club", days: [1]),
            event("day", "Jazz Night", days: [4]),
            candidate("article", "Jazz Night", category: "events"),
        ])
        #expect(ids(selection) == [["article", "soon", "other", "day", "late"]])
        #expect(selection.decisions["twin"] == .duplicate(of: "soon"))
    }

    @Test func `events without a date come after those with one`() {
        func undated(_ id: String) -> Candidate {
            candidate(id, "Exhibition \(id)", source: "KudaGo", category: "events", hours: 1) { item in
                item.kind = .event
                item.event = Event(occurrences: [.init(starts: nil, ends: nil)], place: "Museum")
            }
        }
        let events = [
            undated("a"), event("late", "Opera", days: [13]), undated("b"), event("soon", "Jazz", days: [-0.01]),
        ]
        #expect(ids(selection(events)).map { $0.prefix(2) } == [["soon", "late"]])
        #expect(ids(selection(events) { $0.maxItems = 2 }) == [["soon", "late"]])
    }

    @Test func `the age limit is for articles, not for events`() {
        #expect(ids(selection([event("a", "Exhibition", days: [-1, 3])])) == [["a"]])
    }
}
