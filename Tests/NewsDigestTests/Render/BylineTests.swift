import TestSupport
import Testing

@testable import Render
@testable import Values

@Suite struct BylineTests {
    @Test(
        arguments: [
            ("Ann Lee", "Ann Lee"), ("By Ann Lee", "Ann Lee"), ("BY ANN VAN LEEUW", "Ann van Leeuw"),
            ("ANN LEE", "ANN LEE"), ("JR VAN QUAY YU", "JR van Quay Yu"), ("ABC NEWSROOM", "Abc Newsroom"),
            ("BBC Sport", "BBC Sport"), ("АННА ЛИ", "Анна Ли"), ("BBC HARBOUR", "BBC Harbour"), ("null", nil),
            ("Unknown", nil), ("CY O'LEARY-DAY", "Cy O'Leary-Day"),
            ("By: Ann Lee", "Ann Lee"),
            ("Byron Lee", "Byron Lee"),
            ("ann@cnn.com (Ann Lee)", "Ann Lee"), ("noreply@cnn.com (By Ann Lee, PhD)", "By Ann Lee, PhD"),
            ("Ann Lee <ann@cnn.com>", "Ann Lee"), ("\"Ann Lee\" <ann@cnn.com>", "Ann Lee"),
            ("Ann Lee (Paris)", "Ann Lee (Paris)"), ("Ann Lee (ann-lee), Bo Day (bday)", "Ann Lee, Bo Day (bday)"),
            ("Ann Lee, CNN", "Ann Lee"),
            ("By Ann Lee, Bo Day", "Ann Lee, Bo Day"),
            ("CNN", nil), ("By CNN", nil), ("cnn.com", nil), ("CNN World", nil), ("ann@cnn.com (CNN)", nil), ("", nil),
            ("no-reply@cnn.com (No reply CNN.com)", nil), ("No Reply", nil), ("Do Lee", "Do Lee"),
            ("—", nil), (nil, nil), ("The CNN World", nil), ("Ann Lee, Editor at Quay News", "Ann Lee"),
            ("Ann Lee, Environment Correspondent", "Ann Lee"),
            ("Ann Lee, senior harbour editor, Bo Day", "Ann Lee, Bo Day"),
            ("Political editor", "Political editor"),
            ("Bo Day, Ann Lee harbour editor", "Bo Day, Ann Lee"),
            ("Staff Writer", nil), ("Die CNN", nil),
            ("quaynews.example Redaktion", "quaynews.example Redaktion"), ("quayNews.at Redaktion", nil),
            ("J.R.R.Lee", "J.R.R.Lee"), ("Cable News Network", nil), ("Cy N. Nash", "Cy N. Nash"),
            ("Ann Lee, illustrations by Bo Day", "Ann Lee"), ("CNN GmbH", nil), ("Ann Lee, CNN US", "Ann Lee"),
            ("Ann Die", "Ann Die"),
            ("Lee, A., Day, S.", "Lee, A., Day, S."), ("Quay By Ann Lee", "Ann Lee"),
            ("Ann Lee;Bo Day;", "Ann Lee, Bo Day"),
            ("Ann Lee - Staff Reporter", "Ann Lee"), ("Ann Lee - Bo Day", "Ann Lee - Bo Day"),
            ("Редакция «Гавани»", nil), ("quay-builds", nil), ("quaybot[bot]", nil), ("Harbour1", nil), ("dpa", "dpa"),
            ("QRE World Desk", nil), ("Madonna", "Madonna"), ("anna lee", "anna lee"),
            ("Elsom’s trusted voice for boats, bridges, trams, and all that sails in the harbour.", nil),
        ] as [(String?, String?)])
    func `a byline has names, and never the publisher's own`(author: String?, byline: String?) {
        let item = Sample.article("A", source: "CNN - World", url: "https://edition.cnn.com/a", author: author)
        #expect(item.byline == byline.map { $0.hasPrefix("By Ann Lee, PhD") ? "Ann Lee, PhD" : $0 })
    }

    @Test(arguments: [
        ("Ann Lee, Bo Day, Cy Ames, Di Orr, Ed Poe, Flo Ray", "Ann Lee, Bo Day, Cy Ames, Di Orr, Ed Poe, Flo Ray"),
        ("Ann Lee, Bo Day, Cy Ames, Di Orr, Ed Poe, Flo Ray, Gil Roe", "Ann Lee, Bo Day, Cy Ames et al."),
        ("Lee, A., Day, S. T., Ames, C., Orr, D.", "Lee, A., Day, S. T. et al."),
        ("A., B., C., D., E., F., G.", "A., B., C., D., E., F., G."),
    ])
    func `a digest names at most six authors, and JSON all of them`(author: String, short: String) {
        let item = Sample.article("A", source: "CNN", url: "https://edition.cnn.com/a", author: author)
        #expect(item.byline == author)
        #expect(item.shortByline == short)
    }

    @Test(
        arguments: [
            (nil, "By Ann Lee, Editor at Quay News", "Ann Lee"), (nil, "CNN", nil), ("Bo Day", "Ann Lee", "Bo Day"),
            (nil, "https://edition.cnn.com/profiles/ann", nil),
        ] as [(String?, String, String?)])
    func `the byline of an item's page is cleaned as its own`(own: String?, page: String, byline: String?) {
        let item = Sample.article("A", source: "CNN", url: "https://edition.cnn.com/a", author: own)
        let article = PageArticle(url: item.url, title: "A", byline: page, html: "", text: "")
        #expect(item.byline(withPage: article) == byline)
    }

    @Test func `a byline in capitals is written by the rules of its language`() {
        var item = Sample.article("A", source: "CNN", url: "https://edition.cnn.com/a", author: "IŞIK LEE, CEM YILMAZ")
        item.language = "tr"
        #expect(item.byline == "Işık Lee, Cem Yılmaz")
    }

    @Test func `a name that is the site's, written as one word, is no author`() {
        let item = Sample.article(
            "A", source: "Quaycast", url: "https://quaystudio.example/a", author: "The Quay Studio")
        #expect(item.byline == nil)
    }

    @Test(arguments: [
        ("Anna Lee North of Elsom editor", "Anna Lee"), ("Anna Lee Political editor", "Anna Lee"),
        ("Chief Harbour Correspondent", "Chief Harbour Correspondent"), ("Anna van Day", "Anna van Day"),
        ("Article Author", nil), ("site admin", nil), ("Sponsor", nil), ("Quay und Boote GmbH & Co KG", nil),
        ("Elsom Gazette-A daily of the harbour", nil), ("Gazette Video", nil),
    ])
    func `a position that is not divided from a name is no part of it`(author: String, byline: String?) {
        let item = Sample.article("A", source: "Elsom Gazette", url: "https://gazette.example/1", author: author)
        #expect(item.byline == byline)
    }

    @Test(arguments: [
        "Super User", "Da Redação", "Van onze redactie", "Aus der Redaktion", "di Redazione Sport", "Spor Servisi",
        "red.", "Radio Elsom Nord S.A.", "Radio Elsom Sp. z o.o.",
        "Toimitus", "Redaksjonen", "Sportredaktion", "מערכת הנמל", "নিজস্ব প্রতিবেদক", "Letters to the Editor", "a.lee",
        "Foto: Bo Day",
    ])
    func `a newsroom of any language is no author`(author: String) {
        #expect(Sample.article("A", source: "Quay", author: author).byline == nil)
    }

    @Test(arguments: [
        ("di Paolo Conti", "Paolo Conti"), ("Von Anna Lee", "Anna Lee"), ("Door Anna Lee", "Anna Lee"),
        ("מאת דנה לוי", "דנה לוי"), ("كتب: أحمد حسن", "أحمد حسن"), ("Written by: Ann Lee", "Ann Lee"),
        ("来源：港新网", "港新网"), ("Ann Lee | Enviada especial", "Ann Lee"), ("Ann Lee | Bo Day", "Ann Lee, Bo Day"),
        ("Ann Lee Special to the Gazette", "Ann Lee"), ("Text: Ann Lee, Foto: Bo Day", "Ann Lee"),
        ("Ann Lee, ABC News", "Ann Lee"), ("Reuters | AFP", "Reuters, AFP"), ("Ann Lee | AFP", "Ann Lee"),
        ("Ann Lee, BOBBY DAY and CY AMES", "Ann Lee, Bobby Day and Cy Ames"), ("annlee (Ann Lee)", "Ann Lee"),
        ("ale (Ann Lee)", "Ann Lee"),
    ])
    func `words around a name are no part of it`(author: String, byline: String) {
        #expect(Sample.article("A", source: "Quay", author: author).byline == byline)
    }

    @Test(arguments: [
        "Di Lee", "Ann di Lee", "von der Quay", "Par Quay", "Ann Redfern", "Red Lee", "Ann Super", "Redmond Day Lee",
        "Ann Toimi", "Ann Special", "dpa (Bo)", "Ann Lee (Quay Bo)", "Word: Ann Lee", "Bo Servis Day",
    ])
    func `a name that looks like a newsroom or has such a word stays`(author: String) {
        #expect(Sample.article("A", source: "Elsom Gazette", author: author).byline == author)
    }

    @Test func `the owner of a site is the author in a planet of many sites, and the publisher in a feed of its own`() {
        var item = Sample.article("A", source: "Planet Elsom", url: "https://annalee.example/1", author: "Anna Lee")
        #expect(item.byline == "Anna Lee")
        item.source = "Anna Lee's notes"
        #expect(item.byline == nil)
        item.source = "Elsom"
        item.sourceID = "feed:https://annalee.example/rss"
        #expect(item.byline == nil)
    }

    @Test(arguments: [("Quay | Boats", nil), ("Anna Lee | Boats", "Anna Lee"), ("Quay | Harbour Boats", nil)])
    func `the publisher with a section is no author`(author: String, byline: String?) {
        #expect(Sample.article("A", source: "Quay", author: author).byline == byline)
    }

    @Test func `no format calls a publisher its own author`() {
        let item = Sample.article("A", source: "CNN", url: "https://edition.cnn.com/a", author: "By CNN")
        let digest = Sample.digest([Sample.story(item)])
        for format in [Format.html, .markdown, .text] {
            #expect(!String(decoding: digest.rendered(as: format), as: UTF8.self).contains("By CNN"))
        }
        #expect(!String(decoding: digest.rendered(as: .json), as: UTF8.self).contains("\"author\""))
        let stored = StoredItem(id: "a", item: item, firstSeen: Sample.now, lastSeen: Sample.now)
        #expect(
            ItemPage(stored, article: nil, language: "en", timeZone: "UTC", now: Sample.now).text.contains(
                "\nCNN · Saturday"))
    }

    @Test(arguments: [
        "a@b (", "<", "(", "@", ", ", "by ", "Von A B. ", "ANN LEE, ", "Lee, A., ", "Lee et al., 2026 ", "a | ",
        "\u{301}",
    ])
    func `a long author is read in time that grows with its length`(piece: String) {
        func item(_ length: Int) -> Item {
            let author = String(repeating: piece, count: length / piece.utf8.count) + ")"
            return Sample.article("A", source: "CNN", author: author)
        }
        let growth = Work.growth(of: item, from: 4_096) { _ = $0.byline }
        #expect(growth.isLinear, "\(growth)")
    }
}
