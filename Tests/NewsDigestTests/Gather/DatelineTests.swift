import Foundation
import Testing

@testable import FeedParser
@testable import Gather
@testable import Texts
@testable import Values

/// The place, day and agency before a text go, and what a text is about stays.
@Suite struct DatelineTests {
    private static let news = "The old bridge carries trams again since Monday."

    private static func summary(_ summary: String, under title: String = "Bridge opens after ten years") -> String {
        let item = Item(
            sourceID: "feed:a", source: "Elsom Gazette", url: "https://gazette.example/1", title: title,
            summary: summary, published: nil, category: "general")
        return [item].withoutBoilerplate[0].summary
    }

    @Test(arguments: [
        "London, April 28:", "ELSOM, April 28, 2026:", "Berlin, 28. April:", "ELSOM, 28. Mai:", "Berlin, 28. Dezember:",
        "Rio de Janeiro, 28 de abril –", "Paris, 28 avr. -", "ELSOM, 28 października —", "New York, Sept. 3 —",
        "Москва, 9 мая —", "Москва, 9 сент. —",
    ])
    func `a place and a day in one of several languages go`(dateline: String) {
        #expect(Self.summary("\(dateline) \(Self.news)") == Self.news)
    }

    @Test(arguments: [
        "Saturday, 28 November: The museum opens its doors to all visitors for free.",
        "Tomorrow, November 26: Trains will not run on the bridge all day.",
        "The free museum of Elsom, April 28: The doors open for all at noon.",
        "London, April 28, was a dark day: The bridge of the town broke.",
        "London, April 28 – May 3: The museum opens its doors to all.",
    ])
    func `a day that is part of the news stays`(text: String) {
        #expect(Self.summary(text) == text)
    }

    @Test(arguments: [
        "本市10月26日停电，影响两万户居民用水和取暖，市民们很不高兴。", "市政府10月26日发布消息，大桥从星期一开始恢复通车，市民很高兴。",
        "北京——上海高铁今天提速，全程只需要四个小时就能到达。", "我明天坐火车去北京——这是我第一次去那里，我很高兴。",
        "【大规模停电】大桥从星期一开始恢复通车，市民们说他们等了很久。", "本市10月26日停电（记者无法到达），影响两万户居民用水和取暖。",
    ])
    func `what a text in Chinese is about stays`(text: String) {
        #expect(Self.summary(text) == text)
    }

    @Test(arguments: [
        "【埃尔索姆报道】", "【埃尔索姆报道】10月26日消息，", "新华社北京10月26日电 ", "新华社北京10月26日专电 ",
        "埃尔索姆讯 北京时间10月26日消息，", "埃尔索姆讯 北京时间10月26日晚间消息，", "新华社北京10月26日电（记者李安）", "新华社北京10月26日电 (记者 李安)",
        "【東京共同】",
    ])
    func `datelines in Chinese go`(dateline: String) {
        let news = "大桥从星期一开始恢复通车，市民们说他们等了很久。"
        #expect(Self.summary(dateline + news) == news)
    }

    @Test func `after a dateline in Korean, news with an equals sign stays`() {
        let news = "회사는 A=B 라는 식을 새로운 다리의 이름으로 골랐다고 토요일에 밝혔다."
        #expect(Self.summary("(부산=항구뉴스) \(news)") == news)
    }

    @Test func `text in Chinese without a dateline stays`() {
        let news = "大桥从星期一开始恢复通车，市民们说他们等了很久。"
        for text in ["10月26日，" + news, "大桥——城里最老的桥——从星期一开始恢复通车了。", "消息，" + news] {
            #expect(Self.summary(text) == text)
        }
    }

    @Test(arguments: [
        "Automobile Association (AA): Drivers should avoid the old bridge until Monday.",
        "The Automobile Association (AA) - Drivers should avoid the old bridge until Monday.",
        "WORLD BOAT ORGANIZATION (WBO): Boats should avoid the old bridge until Monday.",
        "Trams in town (AP): Riders should avoid the old bridge until Monday.",
        "ELSOMEX — The makers of boats in ELSOMEX are happy since Monday.",
        "ELSOM TOWN — Quay United 2:1 (1:0). The old bridge carries trams again since Monday.",
        "МОСКВА — Петербург: поезда пойдут быстрее уже в этом году, говорят на станции.",
        "London: a town of boats that carries trams again since Monday.",
        "Elsom (AP) is the name of a new tram stop of the town.",
        "The chief of the news agency (dpa) Anna Lee opened the bridge on Monday.",
        "Quay (QNA/UK) – The name of the old bridge is in a long list.",
        "(UN) troops left the old bridge of the town on Monday.",
        "(E=mc2) The formula of the year stands on the bridge since Monday.",
        "Quaybook.com, Elsomnet – The two firms pay for the new bridge since Monday.",
        "Elsom, the capital (QNA) – The bridge carries trams again since Monday.",
    ])
    func `a name before a mark that is no place stays`(text: String) {
        #expect(Self.summary(text) == text)
    }

    @Test(arguments: [
        "Elsom (AP) —", "ELSOM (AP) —", "ELSOM (AP)—", "Elsom (AP) ―", "(AP)", "ELSOM (AP):", "Paris (AP):",
        "Paris, Nov 21 (AFP) -", "(AFP) -",
        "Mangaluru:", "New Delhi –", "VARNIA (QR 2):", "VARNIA—", "VARNIA, Qu. —", "NEW VARNIA- ",
        "МОСКВА, 9 мая. /ТАСС/.", "ELSOM —", "ELSOM, May 9, 2026 - (ACN Newswire) -", "МОСКВА, 9 мая — РИА Новости.",
        "NEW ELSOM--(BUSINESS WIRE)--", "ELSOM, Quay / ACCESS Newswire /",
        "VARNIA, Quay. and NEW ELSOM, Harb., May 9, 2026 /PRNewswire/ --",
        "Elsom, Quay, and New Varnia, QA, May 9, 2026 (GLOBE NEWSWIRE) --", "Elsom (dpa/lni) -", "Elsom (dpa-AFX) –",
        "Elsom (APA) -", "Elsom (KNA)", "Elsom (sda)", "Elsom (PAP) -", "Elsom, 20 nov 2026 (Lusa) –", "Oslo (NTB):",
        "ELSOM, 20 Nov 2026 (QNA) –", "القاهرة (رويترز) -", "मुंबई, 20 नवंबर (भाषा)", "(TTXVN) -",
        "JAKARTA, GAZETTE.example -",
        "Jakarta, Elsom Gazette -", "GAZETTE.EXAMPLE, VARNIA -", "(부산=항구뉴스) 이안나 기자 =", "[항구일보 = 이안나 기자]",
    ])
    func `a place with an agency or in capitals goes`(dateline: String) {
        #expect(Self.summary("\(dateline) \(Self.news)") == Self.news)
    }

    @Test(arguments: [
        "Friday, 14 March 2026", "vendredi 14 mars 2026", "Freitag, 14. März 2026", "Fr., 14. Mai 2026",
        "14. Mai 2026", "2 de mayo de 2026", "Пт, 14 марта 2026", "14 maja 2026",
    ])
    func `a first paragraph that is only a date goes`(date: String) {
        #expect(Self.summary("\(date)\n\n\(Self.news)") == Self.news)
    }

    @Test(arguments: [
        "March 2026: the end", "Montreal 14 2026 March", "Out of 14 marines", "Set 3 Mai Lee 2026",
    ])
    func `a first paragraph with other words than a date stays`(text: String) {
        #expect(Self.summary("\(text)\n\n\(Self.news)") == "\(text)\n\n\(Self.news)")
    }

    @Test func `a month counts as a part of a date only beside a number`() {
        #expect(Self.summary("#6 – 3. Mai 2026\n\n\(Self.news)", under: "Issue 6: all the boats") == Self.news)
        #expect(Self.summary("#6 – May 3, 2026\n\n\(Self.news)", under: "Issue 6: all the boats") == Self.news)
        let url = "https://gazette.example/rss"
        #expect("Elsom Gazette - 3. Mai 2026".asSourceName(of: url) == "Elsom Gazette")
        #expect("Elsom Gazette - Mai".asSourceName(of: url) == "Elsom Gazette - Mai")
    }
}
