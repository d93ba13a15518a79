import Foundation
import TestSupport
import Testing

@testable import FeedParser
@testable import Gather
@testable import Texts
@testable import Values

/// What publishers write around the news is removed, and news stays.
@Suite struct BoilerplateTests {
    static func item(
        _ title: String, _ summary: String, source: String = "Elsom Gazette", url: String = "https://gazette.example/1",
        language: String? = nil
    ) -> Item {
        Item(
            sourceID: "feed:a", source: source, url: url, title: title, summary: summary, category: "general",
            language: language)
    }

    static func summary(_ summary: String, under title: String = "Bridge opens after ten years") -> String {
        [item(title, summary)].withoutBoilerplate[0].summary
    }

    static let news = "The old bridge carries trams again since Monday."

    static let topics = [
        "Bridge opens", "Baker retires", "Storm passes", "Market returns", "Trams stop", "Choir sings",
    ]

    @Test(arguments: [
        "The post Bridge opens after ten years appeared first on Elsom Gazette.", "Continue reading",
        "Continue reading Bridge opens after ten years →", "[…] Read the full story at Elsom Gazette",
        "Read more of this story at Slashdot.", "Читать далее", "Читать дальше →", "Подробнее на сайте",
        "Submitted by /u/anna_b to r/elsom [link] [comments]", "Permalink", "∞ Permalink", "★", "12 comments",
        "Share on Facebook", "Follow us on Twitter!", "Subscribe to our newsletter.", "Подписывайтесь на наш канал",
        "Sign up for our morning newsletter here.", "Lire la suite", "Weiterlesen …", "Leer más", "Devamını oku",
        "続きを読む", "阅读全文", "© 2026 Elsom Gazette. All rights reserved.",
        "Copyright 2026 Quay News. All rights reserved.", "Copyright (c) 2019-2026 by Quay News",
        "Tags: trams, bridges", "Источник: ТАСС",
        "https://gazette.example/bridge?utm_source=rss",
        "Bridge opens was originally published in Elsom on Medium, where people are continuing the conversation by "
            + "highlighting and responding to this story.",
        "Запись Мост открыт впервые появилась Газета.", "Der Beitrag Brücke erschien zuerst auf Gazette.",
        "This article was originally published on The Conversation.", "Bridge opens after ten years",
        "Listen to the episode", "(Reuters)", "— @elsom_gazette", "#trams #Elsom",
        "Like the podcast?", "Check it out.",
        "➡ Subscribe: https://gazette.example/s", "DONATE https://gazette.example/d",
        "To watch more of the town, click the link below: https://gazette.example/w",
        "Watch all of it here: https://gazette.example/1\n\nFOLLOW THE GAZETTE ON SOCIAL MEDIA",
        "Don't forget to subscribe and click the bell!", "Please subscribe to our channel!",
        "Слушайте также на других платформах: – Spotify:",
        "Read the full blog post on the Gazette's blog", "You can read the full post here.",
        "Article URL: https://a.example/1\n\nComments URL: https://b.example/2\n\nPoints: 5\n\n# Comments: 3",
        "Watch video.", "Follow here for all of it.",
        "For more info and all boats, please visit our site, gazette.example",
        "Check out the old boats playlist for more",
        "To discover more go to https://gazette.example/m", "More at www.gazette.example/m",
        "See acast.com/privacy for more information.",
        "This blog is now closed", "Check out the new Elsom Gazette store!",
        "Listen to the Elsom Podcast with Anna Lee on the radio",
        "This podcast is a production of Elsom Radio.",
        "[Image via Anna Lee/Gazette.]", "Watch it at:\n\nhttps://a.example/1",
        "(C) 2026 Elsom Gazette.", "Reviewed-by: anna, bo",
        "There is no excerpt because this is a protected post.",
        "Statistics: Posted by anna — Today, 5:37 am",
        "If you enjoyed our year on the bridge, take a minute now to donate and keep it open!",
        "© dpa-infocom, dpa:261120-930-123456/1",
        "Copyright 2026 Elsom Gazette.", "[저작권자 ⓒ 항구일보 무단전재-재배포 금지]",
        "Bekijk ook: zo vaar je mee", "לכתבה המלאה", "ادامه مطلب",
        "انتهای پیام/", "और पढ़ें", "यह भी पढ़ें: नया पुल", "বিস্তারিত পড়ুন", "আরও পড়ুন: নতুন সেতু", "点击查看更多>>", "（完）",
        "Baca selengkapnya", "Baca juga: Jembatan Baru", ">> Xem thêm: Cầu mới mở cửa", "Читайте також: Новий міст",
        "Джерело: Гавань", "צילום: דנה לוי", "责任编辑：李安",
        "Το άρθρο Bridge opens after ten years εμφανίστηκε πρώτα στο Elsom Gazette.",
        "A bejegyzés Bridge opens after ten years először Elsom Gazette-en jelent meg.",
        "Материал Bridge opens after ten years впервые опубликован на сайте «Гавань».",
        "Full Changelog: v3.1.4...v3.2.0",
        "7 posts - 4 participants", "Read full topic",
    ])
    func `the end of a summary loses its boilerplate`(end: String) {
        for gap in [" ", "\n\n"] { #expect(Self.summary(Self.news + gap + end) == Self.news) }
        #expect(Self.summary(end).isEmpty)
    }

    @Test(arguments: [
        "Bridge opens after ten years.", "Bridge opens after ten years - Elsom Gazette\n\n",
        "Photo: Anna Lee / Gazette\n\n",
        "Фото: Анна Ли\n\n", "ELSOM (AP) —",
        "PARIS, Nov 21 (Reuters) -", "МОСКВА, 9 мая — РИА Новости.", "By Anna Lee\n\n",
        "Subscribe to the Gazette: https://gazette.example/subscribe", "Bridge opens after ten years:",
        "London, April 28 :", "NEW ELSOM, Nov. 3 —", "NEW ELSOM —", "NEWS FROM ELSOM -", "Москва, 9 мая —",
        "Overview\n\n", "by Bo Day\n\n", "Por Anna Lee e Bo Day\n\n", "Just in: Bridge opens after ten years.",
        "Bridge opens after ten years", "For the boats, please donate: https://gazette.example/d\n\n",
        "SINGAPORE -", "PARIS:", "NEW DELHI:", "SÃO PAULO –",
        "Bridge opens\n\n", "To discover more go to https://gazette.example/m\n\n",
        "¸.·´¯`·.¸\n\n",
        "By Anna Lee on behalf of the Elsom Bridge Committee\n\n", "author: Anna Lee\n\n", "Автор: Анна Ли\n\n",
        "Release: Bridge opens after ten years\n\n", "Hello everyone! ",
        "By Anna Lee | GAZETTE.EXAMPLE Published: May 3, 2026 Reading Time: ~10 minutes\n\n", "Synopsis:",
        "Аннотация:\n\n", "Jump to Recipe Print Recipe\n\n",
        "Jump to Recipe Print Recipe\n\nThis post may contain affiliate links. Please read our disclosure policy.\n\n",
        "Author(s): Anna Lee, Bo Day, Cy Ames\n\n",
        "Editor’s note: Anna Lee wrote this. She tells of the old bridge.\n\n",
    ])
    func `the beginning of a summary loses its boilerplate`(start: String) {
        #expect(Self.summary(start + " " + Self.news) == Self.news)
    }

    @Test func `a note of the newsroom goes, unless it is all there is`() {
        let note = "Editor's note: This text was updated on Monday. It names the architect now."
        #expect(Self.summary(Self.news + "\n\n" + note) == Self.news)
        #expect(Self.summary(note) == note)
        #expect(Self.summary(Self.news + " The editor's note: nothing is lost.").hasSuffix("nothing is lost."))
    }

    @Test(arguments: [
        "Get 20% off your first boat! Just use the code QUAY.", "Hier gibts 15% Rabatt auf eure Boote!",
    ])
    func `a paragraph with a discount for readers goes, unless it is all there is`(offer: String) {
        #expect(Self.summary(offer + "\n\n" + Self.news) == Self.news)
        #expect(Self.summary(offer) == offer)
        let report = "The code says that 20% of the boats are old."
        #expect(Self.summary(report + "\n\n" + Self.news) == report + "\n\n" + Self.news)
    }

    @Test(arguments: ["출처-<Elsom Gazette>", "Photo: Anna Lee / Gazette"])
    func `the credit of a picture between paragraphs goes`(credit: String) {
        let text = "Trams cross it.\n\n\(credit)\n\n\(Self.news)"
        #expect(Self.summary(text, under: "On boats") == "Trams cross it.\n\n\(Self.news)")
    }

    @Test func `a caption goes with its credit, between paragraphs and before a text without a mark`() {
        let text = "Trams cross it.\n\nAnna Lee on a tram\n\nPhoto: Bo Day\n\n\(Self.news)"
        #expect(Self.summary(text, under: "On boats") == "Trams cross it.\n\n\(Self.news)")
        let flat = "“The Tram” by Anna Lee. All images courtesy Elsom Gallery In May, the old bridge carries trams."
        #expect(Self.summary(flat, under: "On boats") == "In May, the old bridge carries trams.")
    }

    @Test func `a line that only names the author goes inside a text, too`() {
        let credited = "Trams cross it.\n\nBy Bo Day | 3 May 2026\n\n\(Self.news)"
        #expect(Self.summary(credited, under: "On boats") == "Trams cross it.\n\n\(Self.news)")
        let text = "Trams cross it.\n\nBy Bo Day and others it was called old\n\n\(Self.news)"
        #expect(Self.summary(text, under: "On boats") == text)
    }

    @Test func `the last word of a sentence with an ellipsis stays`() {
        #expect(Self.summary("The past and the present blur together to make... Bridge!").hasSuffix("make... Bridge!"))
    }

    @Test(arguments: [
        "Read more books, the minister tells schools.", "Subscribers to the gas network pay less from May.",
        "Copyright law changes in March.", "Copyright 2026: who owns the boats?", "Follow-up talks begin on Tuesday.",
        "Related deaths rose to twelve.",
        "The post office in Elsom closes.", "Источники в правительстве говорят о росте цен.",
        "Apple (AAPL) - shares rose.",
        "Published on Monday, the report names three banks.", "Sources: the team signs Ames.",
        "Comments by the mayor caused a stir.", "More people than ever live alone.",
        "Share prices fell by two percent.", "By Monday the bridge was open again.",
        "NASA – The moon landing was put off again on Monday evening.", "ELSOM TOWN — Quay United 2:1 (1:0).",
        "Elsom, April 28 and other days: trams stop on the bridge all day.", "(He survived)", "(Trams: 12)",
        "Harbour, Dec, Bo — Names of boats are short in the old quarter.", "@anna wrote to the mayor.",
        "ARSENAL – The match of the week begins at noon on Sunday.",
        "SPAR — The chain of shops opens a branch in the old quarter on Monday.",
        "SPAR: The chain of shops opens a branch in the old quarter on Monday.",
        "To learn more about whales, the town buys a boat.", "Join the team for a day, the mayor says.",
        "Years after bridge opens\n\nIt is as long as the old one.",
        "More boats sink off the harbour of Elsom https://a.example/1",
        "The mayor and others, et al. in Latin, met.", "Смотри под ноги, пишут городские службы.",
        "Bump a.example/x/bridge",
        "The band rates it 4.5/5", "(C) is a letter.", "Place: Elsom\n\nAlarm: by phone",
    ])
    func `a sentence that carries news stays`(sentence: String) {
        #expect(Self.summary(sentence) == sentence)
        #expect(Self.summary(Self.news + " " + sentence) == Self.news + " " + sentence)
        #expect(Self.summary(sentence + " " + Self.news) == sentence + " " + Self.news)
    }

    @Test func `a list goes with the boilerplate that introduces it`() {
        let list = "\n\n- Elsom Tea: The best tea. Use code BRIDGE.\n\n- Quay Shoes: Ten percent off"
        #expect(Self.summary("\(Self.news)\n\nThis episode of Quay Talk is sponsored by:\(list)") == Self.news)
        #expect(
            Self.summary("\(Self.news)\n\nRelated articles:\n\n- One\n\n- Two\n\nIt rained.")
                == "\(Self.news)\n\nIt rained.")
        let votes = "\(Self.news)\n\nThe council voted:\(list)"
        #expect(Self.summary(votes) == votes)
    }

    @Test(arguments: [
        ("It rained all day. #news #elsom", "It rained all day."), ("We all love #Elsom", "We all love #Elsom"),
        ("They say it rains in #Elsom #Quay", "They say it rains in"), ("#Elsom wins again", "#Elsom wins again"),
        ("It is at www.Gazette.example now.", "It is at www.Gazette.example now."),
        ("See https://a.example.Gazette/x for more.", "See https://a.example.Gazette/x for more."),
    ])
    func `tags are no part of a sentence, and an address stays whole`(text: String, expected: String) {
        #expect(Self.summary(text) == expected)
    }

    @Test(arguments: [
        "Bridge opens after ten years: it is for trams only.", "Bridge opens after ten years — it is for trams only.",
        "Bridge opens after ten years! says the mayor of the town.",
    ])
    func `a title with which the first sentence begins stays`(text: String) {
        #expect(Self.summary(text) == text)
        #expect(Self.summary("Bridge opens after ten years\n\niPhones show it.") == "iPhones show it.")
    }

    @Test func `a link after the sign of a cut goes, also where it only repeats`() {
        #expect(Self.summary("The old bridge carries trams since ... more") == "The old bridge carries trams since…")
        let items = Self.topics.map { Self.item($0, "\($0) at noon on the quay of the town ... 글 전체보기") }
        #expect(items.withoutBoilerplate.map(\.summary) == Self.topics.map { "\($0) at noon on the quay of the town…" })
        let speech = "The mayor said ... well ... nothing of the bridge."
        #expect(Self.summary(speech) == speech)
    }

    @Test func `a name after the last sentence is no text`() {
        for name in [" Elsom Tram Club", "\n\nElsom Gazette"] { #expect(Self.summary(Self.news + name) == Self.news) }
        #expect(Self.summary("and/or") == "and/or")
    }

    @Test(arguments: ["港が開いた。続きを読む", "港が開いた。 続きを読む", "नाव चली। Read more…", "هل أبحر القارب؟…"])
    func `a whole sentence before a link has no ellipsis in any script`(text: String) {
        #expect(!Self.summary(text).hasSuffix("…"))
    }

    @Test func `what is no label, and the first of several labels, stays`() {
        let ticker = Self.topics.map { Self.item($0, "Gazette (XLON:GAZ) of \($0) at noon, a day early.") }
        #expect(ticker.withoutBoilerplate.map(\.summary) == ticker.map(\.summary))
        let roles = Self.topics.map { Self.item($0, "Author : Anna Lee Host : Bo Day Music : Cy Ames \($0) at noon.") }
        #expect(roles.withoutBoilerplate.map(\.summary) == roles.map(\.summary))
    }

    @Test func `a code from the title and the credits under a text are no text`() {
        let credits = "Hosted by Anna Lee\n\nDirected by: Bo Day\n\nGraphics by Cy Ames"
        #expect(Self.summary("\(Self.news)\n\n\(credits)\n\nQ12", under: "The bridge (Q12)") == Self.news)
        let film = "\(Self.news)\n\nDirected by Anna Lee, the film about it opens on Friday."
        #expect(Self.summary(film) == film)
    }

    @Test func `family names before initials are written as they are spoken`() {
        var item = Self.item("On bridges", "")
        item.author = "Lee, A., Ames, C., van Day, B. C."
        #expect([item].withoutBoilerplate[0].author == "A. Lee, C. Ames, B. C. van Day")
    }

    @Test(arguments: [
        ("Ã la Â«Â cafÃ©Â Â»", "à la « café »"), ("CafÃ© â€œQuayâ€\u{9D} isnâ€™t open", "Café “Quay” isn’t open"),
        ("Ð¼Ð¾Ñ\u{81}Ñ‚ is open", "мост is open"), ("“La realtÃ ”", "“La realtà”"),
        ("Ð Ð°Ð±Ð¾Ñ‚Ð° in Elsom", "Работа in Elsom"),
        ("La realtÃ di Elsom", "La realtà di Elsom"), ("The DaysÂ 2017", "The Days 2017"),
        ("AMANHÃ 2017", "AMANHÃ 2017"), ("L’Ã©tÃ©Â : vent", "L’été : vent"),
        ("São Ângelo, Ãlvaro and “Ç”", "São Ângelo, Ãlvaro and “Ç”"), ("мост Ñ", "мост Ñ"), ("“Â”", "“Â”"),
    ])
    func `what was encoded twice is read`(text: String, expected: String) {
        #expect(text.withoutTwiceEncoded == expected)
        #expect([Self.item(text, "")].withoutBoilerplate[0].title == expected)
    }

    @Test(arguments: [
        "Introduction to the harbour of Elsom: a book for all its visitors.",
        "Background noise harms whales, a study says.",
        "It rained.\n\n12:30 The tram leaves\n\n13:30 Another tram leaves",
        "Elsom 2, Quay 1\n\nThe match of the week ended late on Sunday.",
        "Ayes: 12\n\nThe council voted late on Monday.",
        "QR・米\n\nこの人は二〇〇三年の四月から港の古い町に住んでいるという設定です。",
    ])
    func `what is no heading stays`(text: String) {
        #expect(Self.summary(text) == text)
    }

    @Test func `a first paragraph that is the author is no news`() {
        var item = Self.item("Bridge opens", "ANNA LEE I BO DAY /AGENCIES\n\n\(Self.news)")
        #expect([item].withoutBoilerplate[0].summary == item.summary)
        item.author = "Anna Lee i Bo Day / Agencies"
        #expect([item].withoutBoilerplate[0].summary == Self.news)
    }

    @Test(arguments: [
        ("One.&nbsp;Two", "One. Two"), ("Bo&#8217;s boat &amp; <b>", "Bo’s boat & <b>"), ("R&D; no", "R&D; no"),
    ])
    func `references to characters that a text still contains are read`(text: String, expected: String) {
        #expect(Self.summary(text) == expected)
    }

    @Test(arguments: [
        ("It rained, says Quay . The sun came .", "It rained, says Quay. The sun came."),
        ("It is f . g now.", "It is f . g now."),
        ("It runs .Net now.", "It runs .Net now."),
        ("It rained (). The sun came.", "It rained. The sun came."), ("It calls run() now.", "It calls run() now."),
        ("It rained in April.Previously, the sun came.", "It rained in April. Previously, the sun came."),
        ("It rained.The sun came.", "It rained. The sun came."),
        ("It rains since 2015.Over time it stops.", "It rains since 2015. Over time it stops."),
        ("It uses `strings.Builder` now.", "It uses `strings.Builder` now."),
        ("It uses v2015.A now.", "It uses v2015.A now."),
    ])
    func `empty brackets go and joined sentences are parted, but not in code`(text: String, expected: String) {
        #expect(Self.summary(text) == expected)
    }

    @Test func `in a source that encodes twice, the same rules are for all its texts`() {
        let titles = ["Mort Ã 53 ans", "La soirÃ©e Ã Elsom", "Vendredi"]
        let texts = ["Un Ã©tÃ© sec.Â ", "Le bateau restera Ã Elsom.Â\n\nLa suite demain.", "Rien de neuf."]
        let items = zip(titles, texts).map { Self.item("Ville â€º " + $0, $1) }.withoutBoilerplate
        #expect(items.map(\.title) == ["Mort à 53 ans", "La soirée à Elsom", "Vendredi"])
        #expect(
            items.map(\.summary) == ["Un été sec.", "Le bateau restera à Elsom.\n\nLa suite demain.", "Rien de neuf."])
        let letters = ["Mort Ã 53 ans", "Tom &amp;amp; Anna", "Quay &amp;amp; Co"].map { Self.item($0, "") }
        #expect(letters.withoutBoilerplate[0].title == "Mort Ã 53 ans", "Ã may be a letter")
    }

    @Test(arguments: [
        "Read more ", "https://a.example/ ", "the post ", "a. ", ". ", "Photo: ", "\u{301}", "submitted by ", "A",
        "LONDON: ", "ELSOM (AFP) - ", "LONDON:\n", "(AFP) -\n", "[a] ", "a:\n\n", "Show notes\n\n", "ANNA LEE, ",
        "- a\n", "2 May 2026\n\n", "RT by @a: ", "Analysis-A", "Von A B. ", "Ã ", "• ", "a | ", "港。",
        "Lee et al., 2026 It ", "About a: a\n\n", "Directed by a\n\n", "A\n\n", "ELSOM: ", "to https://a.example/ ",
    ])
    func `hostile summaries are cleaned in time that grows with their length`(piece: String) {
        func items(_ length: Int) -> [Item] {
            let long = String(repeating: piece, count: length / piece.utf8.count)
            return (0..<6).map { number in
                var item = Self.item(long + "\(number)", long, url: "https://a.example/\(number)")
                (item.author, item.html) = (long, "<p>\(long)</p>")
                return item
            }
        }
        let growth = Work.growth(of: items, from: 512) { _ = $0.withoutBoilerplate }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test func `a title of two sentences is not repeated in part`() {
        let title = "Harbour towns pay for new families. It works."
        #expect(Self.summary("\(title) Elsom Gazette", under: title) == "")
        #expect(Self.summary("\(title) The \(Self.news)", under: title) == "The \(Self.news)")
        #expect(Self.summary("\(title) Harbours? \(Self.news)", under: title) == "Harbours? \(Self.news)")
    }

    @Test func `a standfirst stays before boilerplate`() {
        let standfirst = "The bridge is old. It has ten arches."
        #expect(
            Self.summary("\(standfirst) This blog is now closed\n\n\(Self.news)") == "\(standfirst)\n\n\(Self.news)")
    }

    @Test(arguments: [" Von Anna Lee.", " By Lee, Anna.", " Von A. Lee.", " Por Anna Lee.", "\n\nVon Anna Lee"])
    func `a last sentence that only names the author goes, and the author stays`(end: String) {
        let item = [Self.item("Bridge opens", Self.news + end)].withoutBoilerplate[0]
        #expect(item.summary == Self.news)
        #expect(item.author == (end.contains("A.") ? "A. Lee" : "Anna Lee"))
    }

    @Test func `what a firm says of itself is no text`() {
        for about in [
            "About Quay Shoes: Quay Shoes makes shoes.", "About Quay Boats:\n\nQuay Boats has all the boats.",
        ] {
            #expect(Self.summary("\(Self.news)\n\n\(about)") == Self.news)
        }
        let bridge = "\(Self.news)\n\nAbout the bridge: it was ten years old."
        #expect(Self.summary(bridge) == bridge)
    }

    @Test func `a list of changes is no byline`() {
        let changes = "\(Self.news)\n\n- Updated the Old Harbour\n\n- Smaller boats"
        #expect(Self.summary(changes) == changes)
        #expect(
            Self.summary("\(Self.news)\n\nUpdated on Monday\n\n\(Self.news) It rains.")
                == "\(Self.news)\n\n\(Self.news) It rains.")
    }

    @Test(arguments: [
        ("Boat race at noon #elsom #harbour", "Boat race at noon"), ("Boat race at noon #Shorts", "Boat race at noon"),
        ("Boat race in #Elsom", "Boat race in #Elsom"), ("Boats #1 #2", "Boats #1 #2"),
        ("#elsom #harbour", "#elsom #harbour"),
    ])
    func `a title loses the hashtags at its end`(title: String, shown: String) {
        #expect([Self.item(title, Self.news)].withoutBoilerplate[0].title == shown)
    }

    @Test func `a title that was cut is completed by the first sentence of the text`() {
        let line = "The old bridge of Elsom carries trams and boats again since Monday"
        let text = "Nobody knows why it was closed for so long."
        let item = [Self.item("\(line.prefix(40))…", "\(line)\n\n\(text)")].withoutBoilerplate[0]
        #expect(item.title == line)
        #expect(item.summary == text)
        let other = [Self.item("The old ship of Elsom…", "\(line)\n\n\(Self.news)")].withoutBoilerplate[0]
        #expect(other.title == "The old ship of Elsom…")
    }

    @Test(arguments: ["An early version of the", "Es gibt dort eine", "Он стоит на"])
    func `a last sentence that ends before a word was cut`(scrap: String) {
        let text =
            "\(Self.news) The boats of the town sail on to the harbour. They come back at noon, and all of them are full."
        #expect(Self.summary("\(text) \(scrap)") == text)
    }

    @Test func `what begins a text without saying anything goes`() {
        #expect(Self.summary("Friday, 14 March 2026\n\n\(Self.news)") == Self.news)
        #expect(Self.summary("14 марта 2026\n\n\(Self.news)") == Self.news)
        #expect(Self.summary("March 2026: the end\n\n\(Self.news)") == "March 2026: the end\n\n\(Self.news)")
    }

    @Test func `a list of headlines that begins with the title is no summary`() {
        let titles = ["Bridge opens after ten years", "Trams are back on the bridge", "What the bridge costs"]
        let list = titles.map { "- \($0)  Elsom Gazette" }.joined(separator: "\n")
        #expect(Self.summary(list, under: titles[0]) == "")
    }

    @Test func `the title with the publisher and the day before the text goes`() {
        var item = Self.item("Bridge opens after ten years", "")
        item.author = "anna_lee"
        item.summary = "Elsom Gazette, November 19th 2026: \(item.title)\n\n\(Self.news)"
        #expect([item].withoutBoilerplate[0].summary == Self.news)
        item.summary = item.title + " anna_lee 30 boats sail"
        #expect([item].withoutBoilerplate[0].summary == item.summary)
    }

    @Test func `a list of articles inside the text stays`() {
        let list = "\(Self.news)\n\n相关文章:\n\n大桥\n\n港口从星期一开始恢复通车，市民们说他们等了很久。"
        #expect(Self.summary(list) == list)
    }

    @Test func `the cleaning and the parser know the same marks of a sentence`() {
        let marks = (UInt32(0)...0xFFFF).compactMap(Unicode.Scalar.init).filter { $0.isSentenceMark || $0.isCloser }
        for mark in marks {
            let text = mark.isSentenceMark ? "\(mark)" : ".\(mark)"
            let html = "<h2>The bridge</h2><p>It carries trams again since Monday\(text)</p>"
            #expect(HTMLText.article(html) == "It carries trams again since Monday\(text)", "\(mark)")
        }
    }

    @Test func `the author before the first sentence goes`() {
        var item = Self.item("Harbour", "By Anna Lee Both boats are late again.")
        #expect([item].withoutBoilerplate[0].summary == item.summary)
        item.author = "Anna Lee"
        #expect([item].withoutBoilerplate[0].summary == "Both boats are late again.")
    }

    @Test func `a day before the text is a header`() {
        #expect(Self.summary("#6 – May 3, 2026\n\n\(Self.news)", under: "Issue 6: all the boats") == Self.news)
    }

    @Test func `a label that only invites is no part of a title`() {
        #expect(
            [Self.item("WATCH: Trams cross the bridge", "")].withoutBoilerplate[0].title == "Trams cross the bridge")
    }

    @Test func `a question of another paragraph stays where an invitation goes`() {
        let text = "It rained.\n\nWhy does it rain here?\n\nRead more. Subscribe!\n\n\(Self.news)"
        #expect(Self.summary("Sun.\n\n" + text) == "Sun.\n\nIt rained.\n\nWhy does it rain here?\n\n\(Self.news)")
    }

    @Test func `addresses in brackets and what a sponsor says go`() {
        let text = "Quay (https://quay.example/a) sails (with http://b.example/ and others) on ( https://c.example )."
        #expect(Self.summary(text) == "Quay sails (with http://b.example/ and others) on.")
        #expect(Self.summary("\(Self.news)\n\nSponsored by Quay. Heading to sea? Talk to us.") == Self.news)
        #expect(Self.summary("It is open ( https://c.example ) , they say.") == "It is open, they say.")
        #expect(
            Self.summary("Boats (https://quay.example/Boat_(ship)) sail (httpd) home.") == "Boats sail (httpd) home.")
        let open = "Quay sails (http://a.example and on to the harbour."
        #expect(Self.summary(open) == open)
    }

    @Test(arguments: [
        ("Elsom beats Quay in final", "Elsom beats Quay 3:1 in final. The crowd sang until midnight."),
        ("Council meets", "Council meets Monday 10 pm in the town hall to talk of all the boats."),
        ("News", "The opera is a production of the National Theatre."),
        ("News", "Additional reporting requirements apply to all banks from May."),
        ("News", "Support for Elsom and the future of boats top the agenda."),
        ("News", "Text: Ships must stop at night"),
        ("News", "记者：您认为今年的经济形势如何？专家表示，形势总体稳定，明年会更好，就业也会增加。"),
        ("News", "大桥开通。\n\n来源：中国地震局表示，此次地震造成五人死亡，救援仍在继续"),
        ("News", "The town is old.\n\nSource: Elsom was founded by three brothers\n\nIt lies by the sea."),
        ("News", "我劝大家继续阅读。"), ("News", "春节——中国最重要的传统节日，从今天开始庆祝一个星期。"),
        ("News", "日本第3大城市大阪昨晚大规模停电，数百万居民没有电用。"),
        ("News", "明年1月1日起全国居民用电，价格将上涨百分之五，居民不满。"),
        ("News", "Mayor Donald Marsh died Sunday\n\nHe was old."),
        ("Harbour bridge opens", "Harbour bridge opens to traffic Monday at 10 am.\n\nIt is old."),
        ("News", "By Prime Minister Keir Lee's own admission, the plan for the boats is late."),
        ("News", "It rained all day here. By-Election Tomorrow Evening."),
        ("News", "Win2016.Net was dropped from the list."),
    ])
    func `news that looks like boilerplate stays`(title: String, text: String) {
        #expect(Self.summary(text, under: title) == text)
    }

    @Test func `a labelled line that begins most texts goes, if a sentence follows`() {
        let items = Self.topics.map { Self.item($0, "Headquarters: \($0) Street\n\n\($0) in all of the old town.") }
        #expect(items.withoutBoilerplate.map(\.summary) == Self.topics.map { "\($0) in all of the old town." })
        let linked = items.map {
            Self.item($0.title, $0.summary.replacing("\n\n", with: "\n\nURL: https://a.example\n\n"))
        }
        #expect(linked.withoutBoilerplate.map(\.summary) == Self.topics.map { "\($0) in all of the old town." })
        let alarms = Self.topics.map { Self.item("Fire \($0)", "Place: \($0) Street\n\nAlarm: for \($0)") }
        #expect(alarms.withoutBoilerplate.map(\.summary) == alarms.map(\.summary))
    }

    @Test func `a text that its source wrote several times is shown once`() {
        let text = "«The old bridge carries trams again since Monday», says the mayor of the town of Elsom"
        for copies in ["\(text)\(text)", "\(text) \(text)\(text.prefix(40))"] { #expect(Self.summary(copies) == text) }
        let twice = "\(Self.news) It rains in all of the town. \(Self.news) It rains on the harbour, too."
        #expect(Self.summary(twice) == twice)
    }

    @Test func `the publisher beside a place, inverted authors and what a series is about are no text`() {
        #expect(Self.summary("Elsom (Gazette.example) – \(Self.news)") == Self.news)
        #expect(Self.summary("Elsom (population 900) – \(Self.news)").hasPrefix("Elsom (population"))
        #expect(Self.summary("Day, Bo; van Lee, Anna M.\n\n\(Self.news)") == Self.news)
        let trams = "Trams, old; boats, new\n\n\(Self.news)"
        #expect(Self.summary(trams) == trams)
        #expect(Self.summary("SERIES#1 - \(Self.news)", under: "A talk").hasPrefix("SERIES#1 - "))
    }
}
