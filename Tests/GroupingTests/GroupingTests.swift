import Foundation
import TestSupport
import Testing

@testable import Addresses
@testable import Grouping
@testable import Texts

/// News of an invented world, as several publishers would tell it.
@Suite struct GroupingTests {
    typealias News = Newsroom.News

    private func grouping(_ news: [News]) -> Grouping {
        var texts = NewsTexts(background: WordCounts())
        for news in news {
            texts.add(
                id: "\(news)", title: news.title, summary: news.summary, url: news.url, source: news.source,
                published: news.hour.map { 1_795_219_200 + Int64($0 * 3600) })
        }
        return Grouping(texts)
    }

    private func areOneArticle(_ a: News, _ b: News) -> Bool {
        // Other news of the day, so that words have their usual rarity.
        let article = grouping([a, b] + Self.day).article
        return article[0] == article[1]
    }

    private func areOneStory(_ a: News, _ b: News) -> Bool {
        let story = grouping([a, b] + Self.day).story
        return story[0] == story[1]
    }

    static let day = [
        "Harbour crane collapses in Port Elsom, two dock workers injured",
        "Parliament passes budget after all-night session in Varnia",
        "Rare blue orchid flowers for the first time in Brenn botanical garden",
        "Football: Elsom Rovers sign striker from Varnia United for record fee",
        "Schools in Brenn to start one hour later from January",
        "В Эльсоме открыли пешеходный мост через реку Вару",
        "Парламент Варнии принял бюджет после ночного заседания",
        "Учёные Бренна вырастили устойчивую к морозу пшеницу",
        "Трамвай сошёл с рельсов в центре Эльсома, пострадавших нет",
    ].enumerated().map { News(title: $1, source: "Gazette \($0)", hour: Double($0)) }

    static let copies: [(News, News)] = [
        (
            .init(title: "Bank of Varnia says spare capacity may be more than 1.5 percent", source: "Daily"),
            .init(title: "Bank of Varnia says spare capacity may be more than 1.5%", source: "Herald")
        ),
        (
            .init(title: "Comet Larkin to pass Earth at closest distance in 300 years", source: "Daily"),
            .init(title: "COMET LARKIN TO PASS EARTH AT CLOSEST DISTANCE IN 300 YEARS", source: "Herald", hour: 4)
        ),
        (
            .init(
                title: "Comet Larkin to pass Earth at closest distance in 300 years - Daily Star", source: "Daily Star"),
            .init(title: "Comet Larkin to pass Earth at closest distance in 300 years | World", source: "Herald")
        ),
        (
            .init(title: "UPDATE 2-Comet Larkin to pass Earth at closest distance in 300 years", source: "Wire"),
            .init(title: "Comet Larkin to pass Earth at closest distance in 300 years (video)", source: "Herald")
        ),
        (
            .init(
                title: "&laquo;Комета Ларкин&raquo; пройдёт рядом с&nbsp;Землёй впервые за триста лет", source: "День"),
            .init(title: "«Комета Ларкин» пройдет рядом с Землей впервые за триста лет", source: "Ночь", hour: 6)
        ),
        (
            .init(title: "Mayor's office says Elsom's ring road won't open before the spring", source: "Daily"),
            .init(title: "Mayor’s office says Elsom’s ring road won’t open before the spring", source: "Herald")
        ),
        (
            .init(title: "Bakery on Mill Lane wins the golden loaf for a honey rye bread", source: "Daily"),
            .init(title: "Bakery on Mill Lane wins the golden loaf for a honey rye bred", source: "Herald")
        ),
        (
            .init(title: "Varnia raises export duty on timber to 1.5 percent, 10,000 jobs at risk", source: "Daily"),
            .init(title: "Varnia raises export duty on timber to 1,5 percent, 10000 jobs at risk", source: "Herald")
        ),
        (
            .init(
                title: "Tram drivers call off strike", url: "https://daily.example.org/t?utm_source=rss",
                source: "Daily"),
            .init(
                title: "Drivers call off tram strike after talks", url: "https://www.daily.example.org/t", source: "API"
            )
        ),
        (
            .init(title: "Quiet Winter Expected Across Northern Varnia, Forecasters…", source: "Daily"),
            .init(title: "Quiet winter expected across northern Varnia, forecasters say in outlook", source: "Herald")
        ),
    ]

    static let others: [(News, News)] = [
        // Numbers, places and people that differ
        (
            .init(title: "Five towns show a bus without any driver at the autumn fair in Ulm", source: "Daily"),
            .init(title: "Five towns show a bus without any driver at the autumn fair in Kulm", source: "Herald")
        ),
        (
            .init(title: "Reminder: our prize draw for three telescopes ends soon", source: "Daily"),
            .init(title: "Reminder: our prize draw for three telescopes ends soon", source: "Daily", hour: 50)
        ),
        // Advisories of one publisher with short texts
        (
            .init(
                title: "Flood advisory issued for the county of Holm", summary: "The Vara rises above meadows.",
                source: "Daily"),
            .init(
                title: "Flood advisory issued for the county of Holm", summary: "Snow closes two roads to Brenn.",
                source: "Daily", hour: 3)
        ),
        // Warnings of one publisher with one text, for two districts
        (
            .init(
                title: "Warning of severe frost - district of Elsom",
                summary: "Frost between one and four degrees below zero is expected until tomorrow in all valleys.",
                url: "https://weather.example.org/1", source: "Weather"),
            .init(
                title: "Warning of severe frost - district of Brenn",
                summary: "Frost between one and four degrees below zero is expected until tomorrow in all valleys.",
                url: "https://weather.example.org/2", source: "Weather")
        ),
        // Things of one source with one title
        (
            .init(
                title: "Warning of severe frost until Friday noon",
                summary: "What: frost of four degrees below zero. Where: Elsom, Holm. When: from Thursday evening on.",
                url: "https://weather.example.org/3", source: "Weather"),
            .init(
                title: "Warning of severe frost until Friday noon",
                summary: "What: frost of four degrees below zero. Where: Brenn. When: from Thursday evening on.",
                url: "https://weather.example.org/4", source: "Weather")
        ),
        (
            .init(
                title: "The Crown v Larkin", summary: "VCA Crim 1401. Appeal against sentence. Dismissed.",
                url: "https://court.example.org/1401", source: "Court"),
            .init(
                title: "The Crown v Larkin", summary: "VCA Crim 1409. Appeal against sentence. Dismissed.",
                url: "https://court.example.org/1409", source: "Court", hour: 1)
        ),
        (
            .init(title: "Elsom Rovers beat Brenn City 2-1 in the cup semi-final at home", source: "Daily"),
            .init(title: "Brenn City beat Elsom Rovers 2-1 in the cup semi-final at home", source: "Herald")
        ),
        (
            .init(title: "Fire at paper mill in Elsom put out after five hours overnight", source: "Daily"),
            .init(title: "Fire at paper mill in Brenn put out after five hours overnight", source: "Herald")
        ),
        (
            .init(title: "Court allows extradition of the banker Olm to Varnia on Friday", source: "Daily"),
            .init(title: "Court does not allow extradition of the banker Olm to Varnia on Friday", source: "Herald")
        ),
        (
            .init(title: "Лыжница Орлова выиграла третью медаль на чемпионате мира", source: "День"),
            .init(title: "Лыжница Орлова выиграла вторую медаль на чемпионате мира", source: "Ночь")
        ),
        (
            .init(title: "Tour of Varnia – Day 3", url: "https://sport.example.org/3", source: "Sport"),
            .init(title: "Tour of Varnia – Day 4", url: "https://sport.example.org/4", source: "Sport", hour: 24)
        ),
        (
            .init(title: "Курс кроны на сегодня: 81,20", url: "https://d.example.org/1", source: "День"),
            .init(title: "Курс кроны на сегодня: 81,95", url: "https://d.example.org/2", source: "День", hour: 24)
        ),
        (
            .init(title: "Weather", url: "https://d.example.org/w1", source: "Daily"),
            .init(title: "Weather", url: "https://d.example.org/w2", source: "Daily", hour: 24)
        ),
        (
            .init(title: "Harvest festival opens", url: "https://d.example.org/", source: "Daily"),
            .init(title: "Mine closes for good", url: "https://d.example.org/", source: "Daily")
        ),
        (
            .init(title: "Harvest festival opens", url: "https://d.example.org/page", source: "Daily"),
            .init(title: "Mine closes for good", url: "https://d.example.org/page", source: "Daily")
        ),
    ]

    @Test func `the example of the documentation is true`() {
        var texts = NewsTexts()
        texts.add(
            id: "1", title: "Ferry runs aground off Elsom, 140 passengers rescued", summary: "",
            url: "https://daily.example/ferry", source: "Daily", published: 1_795_219_200)
        texts.add(
            id: "2", title: "Passengers rescued after ferry runs aground near Elsom harbour", summary: "",
            url: "https://herald.example/news/1", source: "Herald", published: 1_795_226_400)
        let grouping = Grouping(texts)
        #expect(grouping.article == [0, 1])
        #expect(grouping.story == [0, 0])
    }

    @Test(arguments: copies) func `copies of an article are one`(a: News, b: News) {
        #expect(areOneArticle(a, b))
        #expect(areOneStory(a, b))
    }

    @Test(arguments: others) func `another event in like words is another article`(a: News, b: News) {
        #expect(!areOneArticle(a, b))
    }

    @Test(arguments: [
        (
            News(title: "Ferry runs aground off Elsom, 140 passengers rescued", source: "Daily"),
            News(title: "Passengers rescued after ferry runs aground near Elsom harbour", source: "Herald", hour: 2)
        ),
        (
            News(title: "Паром сел на мель у Эльсома, пассажиров эвакуируют", source: "День"),
            News(title: "Пассажиров парома, севшего на мель близ Эльсома, эвакуировали", source: "Ночь", hour: 3)
        ),
    ]) func `one event in other words is one story and two articles`(a: News, b: News) {
        #expect(areOneStory(a, b))
        #expect(!areOneArticle(a, b))
    }

    @Test func `two things of one source with one title are no story, and an article that it gives twice is one`() {
        let text =
            "The old lighthouse of Holm was sold to a baker on Monday, who wants to bake bread in it from May on."
        func news(_ number: Int, _ text: String) -> News {
            News(
                title: "Lighthouse of Holm is sold", summary: text, url: "https://d.example.org/\(number)",
                source: "Daily", hour: Double(number))
        }
        for again in [text, text + " The price is secret.", text.replacing(", who", with: ", once a pilot, who")] {
            #expect(areOneArticle(news(1, text), news(2, again)))
        }
        for other in ["to a brewer", "to two bakers"].map({ text.replacing("to a baker", with: $0) }) {
            #expect(!areOneArticle(news(1, text), news(2, other)))
            #expect(!areOneStory(news(1, text), news(2, other)))
        }
        // A thread of each day has the same words.
        #expect(!areOneArticle(news(1, text), news(22, text)))
        #expect(!areOneStory(news(1, text), news(22, text)))
    }

    @Test func `the same words days later are another story`() {
        let first = News(title: "Ferry runs aground off Elsom, passengers rescued", source: "Daily")
        let later = News(
            title: "Passengers rescued as another ferry runs aground off Elsom", source: "Herald", hour: 60)
        #expect(!areOneStory(first, later))
    }

    @Test func `issues of a series stay apart`() {
        let series = (1...5).map {
            News(
                title: "Live blog: Varnia budget talks, day \($0)", url: "https://d.example.org/\($0)", source: "Daily",
                hour: Double($0) * 5)
        }
        #expect(Set(grouping(series + Self.day).story.prefix(5)).count == 5)
    }

    @Test(arguments: [
        ("Varnia news roundup for November 3: what happened overnight", "November 3", "November 4"),
        ("Сводка главных событий в Варнии на 3 ноября: что известно", "3 ноября", "4 ноября"),
        ("The making of the Elsom harbour bridge, part 2 of the story", "part 2", "part 3"),
    ]) func `issues of a series stay apart whoever publishes them`(title: String, number: String, next: String) {
        let first = News(title: title, source: "Daily")
        let second = News(title: title.replacing(number, with: next), source: "Herald", hour: 20)
        #expect(!areOneStory(first, second))
        #expect(!areOneArticle(first, second))
    }

    @Test func `titles that only their numbers tell apart stay apart`() {
        let news = (0..<30).map { News(title: "Item \($0) of source \($0 % 5)", source: "Source \($0 % 5)") }
        #expect(Set(grouping(news).story).count == 30)
    }

    @Test func `two texts alone are told to be one story, or not`() {
        let ferry = News(title: "Ferry runs aground off Elsom, 140 passengers rescued", source: "Daily")
        let again = News(title: "Passengers rescued after ferry runs aground near Elsom harbour", source: "Herald")
        let other = News(title: "Elsom Rovers sign striker from Varnia United", source: "Herald")
        #expect(grouping([ferry, again]).story == [0, 0])
        #expect(grouping([ferry, other]).story == [0, 1])
    }

    @Test func `a short title does not bridge longer ones`() {
        let news = ["Elsom", "Brenn"].map {
            News(title: "Big fire at the old paper mill on the river in \($0) put out at last", source: "Daily \($0)")
        }
        let bridge = News(title: "Big fire at the old paper mill on the river in put out at last", source: "Herald")
        let article = grouping(news + [bridge] + Self.day).article
        #expect(article[0] != article[1])
    }

    @Test func `a title that was cut is the same as the whole one, whatever sign says so`() {
        let whole = News(title: "Quiet winter expected across northern Varnia, forecasters say", source: "Herald")
        let head = "Quiet winter expected across northern Varnia"
        func isSame(_ title: String) -> Bool {
            Set(grouping([News(title: title, source: "Daily"), whole]).article).count == 1
        }
        for sign in ["...", "…", "[...]", "[…]", "(...)", "(…)"] {
            #expect(isSame(head + sign) && isSame("\(head) \(sign)"), "\(sign)")
        }
        #expect(isSame(head + " [&hellip;]") && isSame(head + " (&#8230;)"))
        for sign in ["", ")", " [..]", " (…]", " … )"] { #expect(!isSame(head + sign), "\(sign)") }
    }

    @Test func `nothing and next to nothing can be grouped`() {
        #expect(grouping([]).article.isEmpty)
        #expect(grouping([News(title: "")]).story == [0])
        #expect(grouping([News(title: "", hour: nil), News(title: "…"), News(title: "")]).story == [0, 1, 2])
    }

    @Test func `the earliest of a group stands for it`() {
        let news = [
            News(title: "Comet Larkin to pass Earth at closest distance in 300 years", source: "Late", hour: 5),
            News(title: "Comet Larkin to pass Earth at closest distance in 300 years", source: "Early", hour: 1),
        ]
        #expect(grouping(news).article == [1, 1])
    }

    @Test func `a round-up joins one story at most, and nothing joins through it`() {
        let news = [
            "Ferry Larkin runs aground off Elsom island, passengers wait",
            "Passengers of ferry Larkin aground off Elsom island rescued",
            "Volcano Morvan erupts on Brenn, villages evacuated",
            "Villages on Brenn evacuated as volcano Morvan erupts",
            "5 things to know: ferry Larkin aground off Elsom island; volcano Morvan erupts on Brenn, villages evacuated",
            "Live updates: volcano Morvan erupts on Brenn, villages evacuated; ferry Larkin aground off Elsom island",
        ].enumerated().map { News(title: $1, source: "Paper \($0)", hour: 1 + Double($0) / 10) }
        let story = grouping(news + Self.day).story
        #expect(story[0] == story[1])
        #expect(story[2] == story[3])
        #expect(story[0] != story[2])
    }

    @Test func `an acronym with dots is one word`() {
        var texts = NewsTexts(background: WordCounts())
        for title in ["S.T.A.L.K.E.R. sold out in the U.S. today", "STALKER sold out in the US today", "e.g. a. b c.d"]
        {
            texts.add(id: "", title: title, summary: "", url: "", source: "", published: nil)
        }
        let words = texts.texts.map { text in
            texts.words[Int(text.title.lowerBound)..<Int(text.title.upperBound)].map(\.hash)
        }
        #expect(words[0] == words[1])
        #expect(words[2].count == 4)
    }

    @Test(arguments: [
        ("Зеленский и Макрон обсудили в Париже санкции", "Zelensky and Macron discuss sanctions in Paris", true),
        ("Землетрясение магнитудой 7,4 в Мексике, 5 погибли", "Quake of magnitude 7.4 hits Mexico, 5 dead", true),
        (
            "Эрдоган и Кылычдароглу спорят о выборах в Турции", "Erdoğan and Kılıçdaroğlu clash over Turkey election",
            true
        ),
        ("Зеленский и Макрон обсудили в Париже санкции", "Zelensky and Macron meet the pope", false),
        ("Путин выступил на саммите в Москве", "Summer fair opens in Moscow with Putin masks", false),
        ("Паром сел на мель у острова, 140 пассажиров", "Ferry aground, 150 passengers on board", false),
    ]) func `names, places and numbers join a story across scripts`(cyrillic: String, latin: String, areOne: Bool) {
        let story = grouping(
            [
                News(title: cyrillic, source: "Газета", hour: 1), News(title: latin, source: "Herald", hour: 2),
            ] + Self.day
        ).story
        #expect((story[0] == story[1]) == areOne)
    }

    @Test func `the stories of one event are one affair, and other stories are not`() {
        let news = [
            "Ferry Larkin runs aground off Elsom island with 300 passengers",
            "Passengers of ferry Larkin, aground off Elsom, rescued by helicopters",
            "Captain of ferry Larkin arrested after grounding, prosecutors say",
            "Elsom ferry company Larkin Line shares fall after accident",
        ].enumerated().map { News(title: $1, source: "Paper \($0)", hour: 1 + Double($0)) }
        let grouping = grouping(news + Self.day)
        #expect(Set(grouping.affair[0..<3]).count == 1)
        #expect(!Self.day.indices.contains { grouping.affair[news.count + $0] == grouping.affair[0] })
        for index in grouping.story.indices {
            #expect(grouping.affair[index] == grouping.affair[grouping.story[index]])
        }
    }

    @Test(arguments: 1...4) func `the order of the input does not matter`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pairs = Self.copies + Self.others
        let news = Self.day + pairs.flatMap { [$0.0, $0.1] } + Newsroom(seed: 7).news(300)
        let order = news.indices.shuffled(using: &random)
        let straight = grouping(news)
        let shuffled = grouping(order.map { news[$0] })
        #expect(groups(straight.article, named: Array(news.indices)) == groups(shuffled.article, named: order))
        #expect(groups(straight.story, named: Array(news.indices)) == groups(shuffled.story, named: order))
    }

    /// The sets of a grouping by the texts' first numbers. Texts alike in all are interchangeable.
    private func groups(_ first: [Int], named names: [Int]) -> Set<Set<Int>> {
        Set(Dictionary(grouping: first.indices, by: { first[$0] }).values.map { Set($0.map { names[$0] }) })
    }

    @Test func `every article lies within one story`() {
        let news = Newsroom(seed: 3).news(600)
        let grouping = grouping(news)
        #expect(Set(grouping.story).count < news.count)
        for index in news.indices {
            #expect(grouping.story[index] == grouping.story[grouping.article[index]])
            #expect(grouping.article[grouping.article[index]] == grouping.article[index])
            #expect(grouping.story[grouping.story[index]] == grouping.story[index])
        }
    }

    @Test func `two thousand texts are grouped in seconds even without optimisation`() {
        let news = Newsroom(seed: 5).news(2_000)
        let time = Work.seconds { _ = grouping(news) }
        #expect(time < 15)
    }
}

/// Word weights from other days.
@Suite struct WordCountsTests {
    private func stories(_ titles: [String], _ background: WordCounts) -> Set<Int> {
        var texts = NewsTexts(background: background)
        for (index, title) in titles.enumerated() {
            texts.add(
                id: "\(index)", title: title, summary: "", url: "", source: "Gazette \(index)",
                published: 1_795_219_200 + Int64(index))
        }
        return Set(Grouping(texts).story)
    }

    private func language(_ title: String, said: String? = nil) -> TextLanguage {
        var texts = NewsTexts(background: WordCounts())
        texts.add(id: "1", title: title, summary: "", url: "", source: "", published: 0, language: said)
        return texts.texts[0].language
    }

    @Test func `the main story of a day holds together, though its words are the commonest of that day`() {
        let names = ["bal", "dor", "fek", "gim", "hun", "jat", "kel", "mov", "nur", "pez"].flatMap { start in
            ["ka", "lo", "mi", "nu", "re", "si", "ta", "vu"].map { start + $0 }
        }
        let titles = (0..<40).map {
            "Varnia court strikes down bridge toll, \(names[2 * $0]) tells \(names[2 * $0 + 1])"
        }
        #expect(stories(titles, WordCounts()).count > 1)
        #expect(stories(titles, .shipped).count == 1)
    }

    /// Counts of other days' news about one harbour, in a language without a table.
    private func harbourCounts(days: Range<Int>) -> WordCounts {
        var other = NewsTexts(background: WordCounts())
        for day in days {
            other.add(
                id: "\(day)", title: "Grel morvan tusk oldan in harbour number \(day)", summary: "", url: "",
                source: "",
                published: 0, language: "xx")
        }
        var counts = WordCounts()
        counts.add(other)
        return counts
    }

    @Test func `items of other days say which words are common, if there are enough of them`() {
        let titles = ["Grel morvan tusk oldan ferkin dosmel", "Grel morvan tusk oldan bresna kilvor"]
        func stories(_ background: WordCounts) -> Int {
            var texts = NewsTexts(background: background)
            for (index, title) in titles.enumerated() {
                texts.add(
                    id: "\(index)", title: title, summary: "", url: "", source: "S\(index)",
                    published: Int64(index), language: "xx")
            }
            return Set(Grouping(texts).story).count
        }
        #expect(stories(WordCounts()) == 1)
        #expect(stories(harbourCounts(days: 0..<300)) == 2)
        #expect(stories(harbourCounts(days: 0..<100)) == 1)
    }

    @Test func `counts that are kept by language and added day by day are those of all items`() {
        var kept = WordCounts()
        for day in (0..<30).reversed() {
            for (language, tally) in harbourCounts(days: 10 * day..<10 * day + 10).byLanguage {
                kept.add(tally, language: language)
            }
        }
        #expect(kept == harbourCounts(days: 0..<300))
        #expect(kept.byLanguage.keys.sorted() == ["xx"])
    }

    @Test(
        arguments: [
            ("The ferry that ran aground is afloat", nil, TextLanguage.english),
            ("Паром снова на плаву", nil, .russian), ("Паром снова на плаву", "en-us", .russian),
            ("Паром знову на плаву біля її порту", nil, .unknown), ("Паром знову на плаву", "uk", TextLanguage("uk")),
            ("El ferry de la isla", nil, .unknown), ("El ferry de la isla", "es-AR", TextLanguage("es")),
            ("The ferry that ran aground is afloat", "ru", .english), ("Fedora 44", "ru", .russian),
            ("Elsom Rovers beat Brenn", nil, .unsure), ("渡轮重新浮起", nil, .chinese),
            ("港の橋が再開", "en", .japanese), ("항구 다리 다시 열려", nil, .korean), ("", nil, .unknown),
        ] as [(String, String?, TextLanguage)])
    func
        `a text is in the language that its feed says, unless its letters contradict, else in that of its commonest words`(
            title: String, said: String?, expected: TextLanguage
        )
    {
        #expect(language(title, said: said) == expected)
    }

    @Test func `the table of a first run knows what is common in English and in Russian`() throws {
        for (language, common, rare) in [(TextLanguage.english, "police", "orchid"), (.russian, "полиция", "орхидея")] {
            var texts = NewsTexts(background: WordCounts())
            texts.add(id: "", title: "\(common) \(rare)", summary: "", url: "", source: "", published: nil)
            let known = try #require(WordCounts.shipped[language])
            let prefixes = texts.words.map(\.prefix)
            #expect(known.count(of: prefixes[0]) > 10 * max(1, known.count(of: prefixes[1])))
            #expect(known.texts > 1000)
        }
    }
}
