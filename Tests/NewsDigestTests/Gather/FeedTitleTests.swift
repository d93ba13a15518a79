import Testing

@testable import NewsDigest

@Suite struct FeedTitleTests {
    @Test(arguments: [
        ("Elsom Gazette - News, Sport and Opinion from Elsom", "Elsom Gazette"),
        ("Elsom Gazette: All the news of the harbour", "Elsom Gazette"),
        ("Elsomgazette.example - Die Nachrichten der Stadt Elsom", "Elsomgazette.example"),
        ("All the news of the harbour | Elsom Gazette", "Elsom Gazette"),
        ("Elsom Gazette - Top Stories - Public RSS", "Elsom Gazette - Top Stories"),
        ("Elsom Gazette RSS", "Elsom Gazette RSS"), ("Elsom Gazette - RSS Feed", "Elsom Gazette"),
        ("Elsom Gazette - Harbour news", "Elsom Gazette - Harbour news"),
        ("Boats - all you need to know of them", "Boats - all you need to know of them"), ("RSS", "RSS"),
        (" - ", " - "), ("", ""), ("Elsom Gazette -", "Elsom Gazette"), ("Articles | Elsom Gazette", "Elsom Gazette"),
        ("Portada // elsomgazette", "elsomgazette"), ("Latest News and News Headlines | Gazette", "Gazette"),
        ("Elsom Gazette - RSS Channel - Harbour", "Elsom Gazette - Harbour"),
        ("Elsom Gazette | All stories", "Elsom Gazette"),
        ("Gazette » Boats", "Gazette » Boats"), ("Latest News", "Latest News"),
    ])
    func `a title of a feed names its source`(title: String, name: String) {
        #expect(title.asSourceName(of: "https://www.elsomgazette.example/news") == name)
    }
}
