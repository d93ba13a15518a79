import TestServer
import TestSupport
import Testing

@testable import NewsDigest

@Suite struct FeedTitleTests {
    @Test(arguments: [
        ("Elsom Gazette - News, Sport and Opinion from Elsom", "Elsom Gazette"),
        ("Elsom Gazette: All the news of the harbour", "Elsom Gazette"),
        ("Elsomgazette.example - Die Nachrichten der Stadt Elsom", "Elsomgazette.example"),
        ("All the news of the harbour | Elsom Gazette", "Elsom Gazette"),
        ("Elsom Gazette - Harbour Stories - Public RSS", "Elsom Gazette - Harbour Stories"),
        ("Elsom Gazette - Top Stories - RSS", "Elsom Gazette"),
        ("All the news of the harbour | Elsomgazette.example", "Elsomgazette.example"),
        ("Elsom Gazette RSS", "Elsom Gazette"), ("Вестник Элсома (RSS)", "Вестник Элсома"),
        ("Elsom Gazette RSS Feed", "Elsom Gazette"), ("RSS Feed", "RSS"), ("Elsom Gazette - RSS Feed", "Elsom Gazette"),
        ("Elsom Gazette - Harbour news", "Elsom Gazette - Harbour news"),
        ("Boats - all you need to know of them", "Boats - all you need to know of them"), ("RSS", "RSS"),
        (" - ", " - "), ("", ""), ("Elsom Gazette -", "Elsom Gazette"), ("Articles | Elsom Gazette", "Elsom Gazette"),
        ("Portada // elsomgazette", "elsomgazette"), ("Latest News and News Headlines | Gazette", "Gazette"),
        ("Elsom Gazette - RSS Channel - Harbour", "Elsom Gazette - Harbour"),
        ("Elsom Gazette | All stories", "Elsom Gazette"),
        ("Gazette » Boats", "Gazette » Boats"), ("Latest News", "Latest News"), ("Feed MRSS-S", "Feed MRSS-S"),
        ("酷 壳 – 港 口", "酷 壳 – 港 口"), ("Latest Items from Elsom Gazette", "Elsom Gazette"),
        ("Elsom Gazette is a web magazine with all news of boats", "Elsom Gazette"), ("Elsom is here", "Elsom is here"),
        ("Boats from Elsom", "Boats from Elsom"), ("Quay RSS Feed: local", "Quay: local"),
        ("elsom-boats - Medium", "elsom-boats"), ("Siste nytt fra Elsom", "Elsom"), ("港口 -- 首页", "港口"),
        ("Quay One - Quayone.example - Boats", "Quay One - Boats"),
        ("Elsom Gazette| All the boats of the harbour", "Elsom Gazette"),
        ("Latest Boats - Fri, 19 Feb 2021 17:50:06 EST", "Latest Boats"), ("Der Blog | Startseite", "Der Blog"),
        ("World News", "elsomgazette.example - World News"), ("Политика", "elsomgazette.example - Политика"),
        ("World News: Boats, crime, politics, and more", "elsomgazette.example - World News"),
    ])
    func `a title of a feed names its source`(title: String, name: String) {
        #expect(title.asSourceName(of: "https://www.elsomgazette.example/news") == name)
    }

    private static let hostile = [
        " - ", "RSS - ", "a.b | ", ". : ", "» ", "\u{301}", ".", "e\u{301}. - ", "🎈 - .",
        "a - RSS | b.c :: ",
    ]

    @Test(arguments: hostile)
    func `hostile titles of feeds are read in time that grows with their length`(piece: String) {
        func title(_ length: Int) -> String { String(repeating: piece, count: length / piece.utf8.count) }
        let growth = Work.growth(of: title, from: 1_024) {
            _ = $0.asSourceName(of: "https://www.elsomgazette.example/")
        }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test(arguments: hostile)
    func `no hostile title of a few pieces ends the program`(piece: String) {
        for count in 1...6 {
            _ = String(repeating: piece, count: count).asSourceName(of: "https://www.elsomgazette.example/")
        }
    }

    @Test func `a feed whose title only says that it is a feed has the name of its host`() async throws {
        for title in ["Top Stories", "RSS Feed", "- - -", "Feed MRSS-S"] {
            let server = try TestServer { _ in
                .ok(
                    "<rss><channel><title>\(title)</title><item><title>a</title><link>https://a.example/</link></item></channel></rss>"
                )
            }
            let answer = try await gathered([.feed(FeedSource(url: server.url("/feed")))])[0]
            #expect(answer.items.map(\.source) == ["127.0.0.1"])
        }
    }
}
