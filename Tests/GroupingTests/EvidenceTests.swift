import Foundation
import TestSupport
import Testing

@testable import Grouping

/// Items of feeds that are no newspapers, of one hour each, and what news of several publishers needs to be one story.
@Suite struct EvidenceTests {
    typealias News = Newsroom.News

    private func grouping(_ news: [News]) -> Grouping {
        var texts = NewsTexts()
        for (index, news) in news.enumerated() {
            texts.add(
                id: "n\(index)", title: news.title, summary: news.summary,
                url: "https://a\(index).example/\(index)", source: news.source, published: 1_795_219_200)
        }
        return Grouping(texts)
    }

    static let feeds: [[String]] = [
        [
            "Flood Advisory issued for Elsom", "Flood Warning issued for Brenn",
            "Flood Advisory issued for Larkin County",
        ],
        ["Quayside 9.0 released", "Quayside 8.12 released", "Quayside 8.11 released", "Quayside 8.10 released"],
        [
            "EDSA-6101-1 quayfs security update", "EDSA-6102-1 brennd security update",
            "EDSA-6103-1 olm security update",
        ],
        ["Tide Pod 1049: The Glass Orchard", "Tide Pod 1051: A Ferry of Salt", "Tide Pod 1050: Lanterns"],
        ["Minutes of the monetary policy meeting on 6 May", "Minutes of the monetary policy meeting on 16 June"],
        ["Load forwarding in the Toy Optimizer", "Alias analysis in the Toy Optimizer", "A parser by hand"],
        ["Set up local Quaybase logins", "Using your own Quaybase signing keys", "Why tests should be short"],
        ["Die mit Lisbeth und den Wespen", "Die mit Felix und dem Radio", "Die mit Emilio auf dem Dach"],
    ]

    @Test(arguments: feeds) func `items of one publisher that share its pattern or one name are not one story`(
        titles: [String]
    ) {
        let grouping = grouping(titles.map { News(title: $0, source: "Quay") })
        #expect(Set(grouping.story).count == titles.count)
        #expect(Set(grouping.affair).count == titles.count)
    }

    /// Two items, each a title and a summary, and a third one that shows what is common in so small a feed.
    static let series: [[(String, String)]] = [
        [
            (
                "QVE-2026-5107 - Quay kernel Race Condition",
                "In the Quay kernel, the following has been resolved: quayfs: fix race in lease break."
            ),
            (
                "QVE-2026-5108 - Quay kernel Memory Leak",
                "In the Quay kernel, the following has been resolved: mesh: fix leak in teardown."
            ),
            ("QVE-2026-5109 - Oakdb Path Traversal", "The restore command follows links."),
        ],
        [
            (
                "Elsom Rovers 2-1 Brenn City",
                "Rovers came from behind at home with two late goals by Olm."
            ),
            (
                "Elsom Rovers 2-1 Varnia United",
                "Rovers came from behind away with two late goals by Larkin."
            ),
            ("Brenn City 0-0 Varnia United", "No goals."),
        ],
        [
            (
                "John A. Larkin",
                "John A. Larkin of Elsom died on Monday. Funeral services will be held on Friday at the Olm Home in Elsom."
            ),
            (
                "Mary B. Larkin",
                "Mary B. Larkin of Elsom died on Sunday. Funeral services will be held on Saturday at the Olm Home in Elsom."
            ),
            ("Peter Holm", "Peter Holm of Brenn died on Monday."),
        ],
        [
            (
                "Machine learning of interatomic potentials for liquid silicon",
                "Neural networks learn energies of liquid silicon from density functional theory."
            ),
            (
                "Machine learning of interatomic potentials for amorphous carbon",
                "Neural networks learn energies of amorphous carbon from density functional theory."
            ),
            ("Salt wedges in estuaries", "We measured."),
        ],
    ]

    @Test(arguments: series) func `items that fill in one form, or whose titles begin alike, are not one story`(
        items: [(String, String)]
    ) {
        let grouping = grouping(items.map { News(title: $0.0, summary: $0.1, source: "Quayside") })
        #expect(Set(grouping.story).count == items.count)
        #expect(Set(grouping.affair).count == items.count)
    }

    @Test func `two posts have their publisher's name for nothing in common`() {
        let grouping = grouping([
            News(
                title: "Backing Larkin's AI sector and its future",
                summary: "Quay is giving a grant to grow Brenna, an AI job platform, after years of support.",
                source: "The Quay Blog"),
            News(
                title: "Three Quay AI tools that help to find a job",
                summary: "Use Quay's AI tools for letters, interviews and more.", source: "The Quay Blog"),
        ])
        #expect(grouping.story[0] != grouping.story[1])
    }

    static let japanese = [
        ("港の橋が十年ぶりに再開、市民が渡り初め", "エルソム港の橋が修理を終えて土曜日に開通した。市民が渡り初めをした。"),
        ("新しい路面電車の運賃について議会が議論", "議会は路面電車の運賃を値上げするかどうかについて話し合っている。"),
        ("古いオルガンの修復が完了、コンサートを開催", "教会のオルガンが修復された。来月にコンサートが開かれる。"),
        ("研究者がカエルの新種を湖で発見したと発表", "オルム湖で見つかったカエルは新種であると研究者が発表した。"),
        ("パン屋の行列が話題に、一日に三百個が売れる", "小さなパン屋に行列ができている。一日に三百個のパンが売れる。"),
        ("データセンターの電力をどう確保するのか", "データセンターが使う電力が増えている。確保の方法を聞いた。"),
        ("プログラムを書くときに気をつけたいこと", "読みやすいプログラムを書くために気をつけたいことをまとめた。"),
        ("サッカーの決勝は雨のため日曜日に延期", "雨が強いため、サッカーの決勝は日曜日に行われることになった。"),
        ("図書館が閉館時間を延長、学生から歓迎の声", "図書館は夜十時まで開くことになり、学生が歓迎している。"),
        ("スマートフォンのケースを自分で作ってみた", "手元にある材料でスマートフォンのケースを作る方法を紹介する。"),
    ].enumerated().map { News(title: $1.0, summary: $1.1, source: "新聞\($0)") }

    @Test(arguments: [0, 150]) func `texts in Japanese are as much alike beside English ones as alone`(count: Int) {
        let english = (0..<count).map {
            News(title: "Harbour note \($0): ferry \($0 * 7) leaves", summary: "", source: "Gazette \($0)")
        }
        let again = News(
            title: "エルソム港の橋、修理を終えて開通", summary: "十年ぶりに再開した港の橋を、土曜日に市民が渡り初めした。", source: "日報")
        let stories = grouping(Self.japanese + [again] + english).affair.prefix(Self.japanese.count + 1)
        #expect(stories.first == stories.last)
        #expect(Set(stories).count == Self.japanese.count)
    }

    @Test func `a newspaper's report and its next report of the day are one story`() {
        let grouping = grouping([
            News(
                title: "Ferry with 80 passengers runs aground off Port Elsom",
                summary: "The ferry Larkin ran aground on the Brenn sandbank; the coast guard is coming.",
                source: "Gazette"),
            News(
                title: "All passengers of grounded ferry brought ashore at Port Elsom",
                summary:
                    "The coast guard emptied the ferry Larkin, which ran aground on the Brenn sandbank.",
                source: "Gazette"),
            News(
                title: "Council debates tram fares", summary: "A debate about fares went on all day.", source: "Gazette"
            ),
        ])
        #expect(grouping.story[0] == grouping.story[1])
        #expect(grouping.story[2] != grouping.story[0])
    }

    @Test(arguments: [
        ("Three days of rain ahead for Elsom", "Elsom's two tigers move to a new home"),
        ("Quaybox prices rise again", "Judge fines Quaybox maker"),
        ("Total Solar Eclipse 2026", "Foreign exchange transactions in July 2026"),
        ("Policy rate unchanged at 1.75 per cent", "Policy rate kept unchanged at 4.25 percent"),
        ("Tulips: don't water these patterns", "The patterns that models don't show"),
    ]) func `one rare name or number is no story of two publishers`(a: String, b: String) {
        let grouping = grouping([News(title: a, source: "Gazette"), News(title: b, source: "Herald")])
        #expect(grouping.story[0] != grouping.story[1])
        #expect(grouping.affair[0] != grouping.affair[1])
    }

    @Test func `a name alone joins an article to a story that others tell, and no two articles`() {
        let (report, other, third) = (
            News(title: "Reef toads return to Lake Olm", source: "Gazette"),
            News(title: "Return of reef toads delights Lake Olm", source: "Herald"),
            News(title: "Reef toads surprise the bathers", source: "Courier")
        )
        let alone = grouping([report, third])
        #expect(alone.story[0] != alone.story[1])
        let confirmed = grouping([report, other, third])
        #expect(Set(confirmed.story).count == 1)
        let copied = grouping([report, News(title: report.title, source: "Herald"), third])
        #expect(copied.story[0] == copied.story[1])
        #expect(copied.story[0] != copied.story[2])
    }

    @Test func `a publisher of many feeds is known by its name`() {
        func isOneStory(_ publishers: [String?]) -> Bool {
            var texts = NewsTexts()
            let titles = ["Reef toads return to Lake Olm", "Lake Olm: reef toads counted by schools"]
            for (index, title) in titles.enumerated() {
                texts.add(
                    id: "\(index)", title: title, summary: "", url: "", source: "Feed \(index)",
                    publisher: publishers[index], published: 0)
            }
            let story = Grouping(texts).story
            return story[0] == story[1]
        }
        #expect(isOneStory([nil, nil]))
        #expect(!isOneStory(["quay", "quay"]))
    }
}
