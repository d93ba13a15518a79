import FeedParser
import Foundation
import TestServer
import TestSupport
import Testing

@testable import Gather

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
        ("Elsom Gazette RSS Feed", "Elsom Gazette"), ("RSS Feed", nil), ("Elsom Gazette - RSS Feed", "Elsom Gazette"),
        ("Elsom Gazette - Harbour news", "Elsom Gazette - Harbour news"),
        ("Boats - all you need to know of them", "Boats - all you need to know of them"), ("RSS", nil),
        (" - ", nil), ("", nil), ("Elsom Gazette -", "Elsom Gazette"), ("Articles | Elsom Gazette", "Elsom Gazette"),
        ("Portada // elsomgazette", "elsomgazette"), ("Latest News and News Headlines | Gazette", "Gazette"),
        ("Elsom Gazette - RSS Channel - Harbour", "Elsom Gazette - Harbour"),
        ("Elsom Gazette | All stories", "Elsom Gazette"),
        ("Gazette » Boats", "Gazette » Boats"), ("Latest News", nil), ("Feed MRSS-S", nil),
        ("酷 壳 – 港 口", "酷 壳 – 港 口"), ("Latest Items from Elsom Gazette", "Elsom Gazette"),
        ("Elsom Gazette is a web magazine with all news of boats", "Elsom Gazette"), ("Elsom is here", "Elsom is here"),
        ("Elsomgazette.example, news, guides and videos", "Elsomgazette.example"),
        ("Quay, boats, trams and the old town", "Quay, boats, trams and the old town"),
        ("Boats from Elsom", "Boats from Elsom"), ("Quay RSS Feed: local", "Quay: local"),
        ("elsom-boats - Medium", "elsom-boats"), ("Siste nytt fra Elsom", "Elsom"), ("港口 -- 首页", "港口"),
        ("Quay One - Quayone.example - Boats", "Quay One - Boats"),
        ("Elsom Gazette| All the boats of the harbour", "Elsom Gazette"),
        ("Elsom Gazette | 主页", "Elsom Gazette"), ("newest submissions : boats", "boats"),
        ("Latest Boats - Fri, 19 Feb 2021 17:50:06 EST", "Latest Boats"), ("Der Blog | Startseite", "Der Blog"),
        ("World News", "elsomgazette.example - World News"), ("Политика", "elsomgazette.example - Политика"),
        ("Elsom Gazette - schöne boote", "Elsom Gazette"), ("Elsom Gazette - Alle schönen boote", "Elsom Gazette"),
        ("Elsom Gazette - Boote und häfen", "Elsom Gazette - Boote und häfen"),
        ("Elsom Gazette - lokale nachrichten", "Elsom Gazette - lokale nachrichten"),
        ("Elsom Gazette latest articles", "Elsom Gazette"), ("Elsom Harbour Headlines", "Elsom Harbour"),
        ("Elsom Short Stories", "Elsom Short Stories"), ("Elsom Daily News", "Elsom Daily News"),
        ("Elsom Daily News Headlines", "Elsom Daily News"), ("Boat Feed", "Boat Feed"), ("Boat feed", "Boat"),
        ("World News: Boats, crime, politics, and more", "elsomgazette.example - World News"),
        ("Elsom Gazette - meet the harbour", "Elsom Gazette"), ("Elsom Gazette: Boote, Meer, Quai", "Elsom Gazette"),
        ("www.elsomgazette.example - Boats", "elsomgazette.example - Boats"),
        ("Boote - www.quay.example", "Boote - quay.example"), ("Новости | Elsom Gazette", "Elsom Gazette"),
        ("Elsom Gazette - Últimas Notícias", "Elsom Gazette"), ("Nyheter från Elsom", "Elsom"),
        ("Elsom - Noticias de Elsom", "Elsom - Noticias de Elsom"), ("Elsom Nachrichten", "Elsom Nachrichten"),
        ("Élsom Gàzette - Alle schönen boote", "Élsom Gàzette"),
    ])
    func `a title of a feed names its source`(title: String, name: String?) {
        #expect(title.asSourceName(of: "https://www.elsomgazette.example/news") == name)
    }

    @Test(arguments: [
        ("Sport: Elsom United - official site of the club", "eu.example", "Sport: Elsom United"),
        ("Sport | Elsom United | Official site of the club", "eu.example", "Sport | Elsom United"),
        ("Sport: official site of the club - Elsom United", "eu.example", "Sport: Elsom United"),
        ("Politics - Sunday Times of Elsom", "st.example", "Politics - Sunday Times of Elsom"),
        ("World: The news of the harbour", "st.example", "st.example - World"),
        ("1984 - Elsom Book Club", "bc.example", "1984 - Elsom Book Club"),
        ("Sunday - Elsom", "sun.example", "Sunday - Elsom"), ("Elsom - 19 Feb", "sun.example", "Elsom"),
        ("Channel 4 - News", "channel4.example", "Channel 4"), ("Channel 4 RSS", "c.example", "Channel 4"),
        ("The Index", "www.index.example", "The Index"), ("The Index", "elsom.example", "The Index"),
        ("The Index RSS Feed", "elsom.example", "The Index"), ("News | The Public", "elsom.example", "The Public"),
        ("Front Page", "frontpage.example", "Front Page"), ("Front Page", "front-page.example", "Front Page"),
        ("Front Page - RSS", "elsom.example", "elsom.example - Front Page"), ("Index", "elsom.example", nil),
        ("Front Page - Elsom Gazette", "elsom.example", "Elsom Gazette"), ("QRE > Home Page", "qre.example", "QRE"),
        ("Fútbol", "quay.example", "quay.example - Fútbol"),
        ("The All Channel News", "tac.example", "The All Channel News"), ("X", "x.com", "X"), ("X", "y.example", "X"),
        ("Home News", "homenews.example", "Home News"), ("Home News", "elsom.example", nil),
        ("News", "elsom.news", nil), ("RSS", "rss.elsom.example", nil), ("Medium", "medium.com", "Medium"),
        ("elsom-boats - Medium", "medium.com", "elsom-boats"),
        ("Stories by Anna Lee on Medium", "medium.com", "Anna Lee"),
        ("Stories by Design", "elsom.example", "Stories by Design"), ("A - B", "ab.example", "A - B"),
        ("The World", "elsom.example", "elsom.example - The World"), ("The News", "elsom.example", nil),
        ("Elsom Gazette « Boats", "eg.example", "Elsom Gazette « Boats"), ("RSS « Boats", "eg.example", "Boats"),
    ])
    func `a title that may be a name is not lost`(title: String, host: String, name: String?) {
        #expect(title.asSourceName(of: "https://\(host)/") == name)
    }

    @Test func `a title of many parts is read in time that does not grow with their square`() {
        let titles: [@Sendable (Int) -> String] = [
            { "ab\($0).example" }, { "RSS | ab\($0): c" }, { "ELSOM: (Reuters) \($0)" }, { "News \($0) » Sport" },
        ]
        for title in titles {
            func text(_ parts: Int) -> String { (0..<parts).map(title).joined(separator: " - ") }
            let growth = Work.growth(of: text, from: 256) {
                _ = $0.asSourceName(of: "https://www.elsomgazette.example/")
            }
            #expect(growth.isLinear, "\(title(0)): \(growth)")
        }
    }

    private static let hostile = [
        " - ", "RSS - ", "a.b | ", ". : ", "» ", "\u{301}", "Elsom Gazette: ", ".", "e\u{301}. - ", "🎈 - .",
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
            let answer = try await gathered([FeedSource(url: server.url("/feed"))])[0]
            #expect(answer.items.map(\.source) == ["127.0.0.1"])
        }
    }

    @Test(arguments: [
        ("California", "latimes.example", "Los Angeles Times © 2020", "Los Angeles Times - California"),
        ("Politics", "quaytimes.example", "2018 QUAY TIMES", "QUAY TIMES - Politics"),
        ("Harbour of the town", "qre.example", "Copyright 2026 qre.example", "qre.example - Harbour of the town"),
        ("World news", "qre.example", "© Somebody Else", "QRE - World news"),
        ("Boats of the harbour", "elsom.example", "© 2026 Anna Lee. All rights reserved.", "Boats of the harbour"),
        ("Elsom Mixed", "elsom.example", "© 2026 Elsom", "Elsom"),
        ("Elsom Harbour Medicine Headlines", "elsom.example", "© 2026 Elsom", "Elsom Harbour Medicine"),
        ("Elsom Collection: Boats", "elsom.example", "© 2026 Elsom", "Elsom Collection: Boats"),
        ("Elsom all that happens in town", "elsom.example", "© 2026 Elsom", "Elsom"),
        ("Flux RSS du magazine de la mer Le Quai", "a.elsom.example", "Le Quai", "Le Quai"),
        ("Flux RSS du magazine Le Quai", "a.elsom.example", "Anna Lee", "magazine Le Quai"),
        ("RSS Feed do Site Inovação Elsom", "inovacaoelsom.example", "inovacaoelsom.example", "Inovação Elsom"),
        ("Latest News Boats Elsom", "elsom.example", "© 2026 Elsom", "Elsom"),
        ("RSS de Elsom", "quay.example", "Anna Lee", "Elsom"), ("Rosa de Elsom", "quay.example", "", "Rosa de Elsom"),
        ("Elsom - Boats", "elsom.example", "© Elsom, 2019-2026", "Elsom - Boats"),
        ("Elsom Times: Boats", "elsomtimes.example", "© 2026 Elsom Times", "Elsom Times: Boats"),
        ("Top Stories", "elsomtimes.example", "© 2026 Elsom Times - all uses", "Elsom Times"),
        ("Quayville : The leading news of the harbour", "elsom.example", "© 2026 Quayville. All rights.", "Quayville"),
        ("Quayville : Boats", "elsom.example", "© 2026 Quayville", "Quayville : Boats"),
    ])
    func `the owner of the rights names the publisher before a section`(
        title: String, host: String, rights: String, name: String
    ) {
        var feed = Feed(format: .rss)
        feed.copyright = rights
        #expect(title.asSourceName(of: "https://\(host)/", claims: feed.claimedNames) == name)
    }

    @Test(arguments: [
        ("Harbour Towns", "https://www.elsomtimes.org/harbour-towns", "", "elsomtimes.org - Harbour Towns"),
        (
            "F.C. Quay", "https://elsomtimes.org/", "https://elsomtimes.org/rss/fc-quay.xml",
            "elsomtimes.org - F.C. Quay"
        ),
        ("Anna Lee", "https://elsomtimes.org/", "https://quayfeeds.org/anna-lee.xml", "Anna Lee"),
        ("Elsom Times", "https://elsomtimes.org/elsom-times/", "", "Elsom Times"),
        ("Elsom Boats", "https://elsomtimes.org/elsom-boats/", "", "Elsom Boats"),
        ("Harbour Towns", "https://medium.com/harbour-towns", "", "Harbour Towns"),
        ("The Harbour Towns", "https://elsomtimes.org/the-harbour-towns", "", "The Harbour Towns"),
        ("Bo And Di", "https://elsomtimes.org/boanddi", "", "Bo And Di"),
        ("quay2boat", "https://elsomtimes.org/quay2boat", "", "quay2boat"),
        ("Harbour Towns of the sea", "https://elsomtimes.org/harbour/", "", "Harbour Towns of the sea"),
    ])
    func `the host is before a title that only says what the path says`(
        title: String, page: String, feed: String, name: String
    ) {
        #expect(title.asSourceName(of: page, feed: feed, claims: []) == name)
        if name.hasPrefix("elsomtimes.org - ") {
            let named = title.asSourceName(of: page, feed: feed, claims: ["Elsom Times"])
            #expect(named == "Elsom Times - \(title)")
        }
    }

    @Test func `a name with a hyphen is that of its host`() {
        #expect("El-Quay: The pulse of the harbour".asSourceName(of: "https://www.el-quay.example/") == "El-Quay")
    }

    @Test func `a picture, a description and a publisher name it, too`() throws {
        let feed = try Feed(
            parsing: Data(
                """
                <rss version="2.0"><channel><title>Harbour</title><link>https://quaynews.example/harbour/</link>
                <description>All news from the Quay News.</description>
                <image><url>https://quaynews.example/a.png</url><title>Quay News</title></image>
                <managingEditor>Quay News</managingEditor></channel></rss>
                """.utf8))
        #expect(feed.imageTitle == "Quay News")
        #expect(feed.claimedNames == ["Quay News", "Quay News", "Quay News"])
    }
}
