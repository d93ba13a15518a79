import TestSupport
import Testing

@testable import Gather
@testable import Values

/// News that begins, ends or looks like boilerplate stays whole.
@Suite struct NewsStaysTests {
    private static func item(
        _ summary: String, _ title: String = "News of the day", source: String = "Elsom Gazette",
        language: String? = nil
    ) -> Item {
        Item(
            sourceID: "feed:a", source: source, url: "https://gazette.example/1", title: title, summary: summary,
            category: "general", language: language)
    }

    private static func summary(_ summary: String, _ title: String = "News of the day") -> String {
        [item(summary, title)].withoutBoilerplate[0].summary
    }

    @Test(arguments: [
        "Full story of the wreck emerges after 80 years, divers say.",
        "Reading time among children falls by a third, survey finds.",
        "Share on Elsom exchange doubles after takeover offer.", "Support US steel, minister urges Europe.",
        "Visit by the Pope to Elsom draws crowds for more than three days.",
        "Follow the latest rules on water or pay 900 crowns, the council warned on Monday.",
        "View on the harbour is blocked by wrecks, police say.", "Donate now, pay later: hospital tests new scheme.",
        "Download the tax app and wait: 40,000 people could not log in.",
        "Discuss this with a doctor first, the agency says about the pill.",
        "Read on paper, remembered longer: what a study of 900 pupils found.",
        "Полный текст закона о рыбе депутаты увидят только в мае.",
        "Полная версия доклада показала рост цен на 9 процентов.",
        "Подробности на пресс-конференции рассказал мэр Элсома.",
        "Следите за ценами в магазинах, советует министр жителям.", "Mehr auf dem Konto haben Rentner ab Juli.",
        "Más información sobre vacunas reduce el miedo, según un estudio.",
        "Leer más mejora la memoria de los niños, dice un estudio.",
        "Lire plus rend plus heureux, selon une étude menée à Elsom.",
        "للمزيد من الأمن نشرت الحكومة ألف شرطي في الميناء.",
        "Print recipes from old books are shown in the museum of Elsom.",
        "Watch now sold for two million crowns had belonged to a sailor of Elsom.",
        "Copyright 2026 rules are too strict, say the makers of films.",
        "Author of the year: Anna Lee of Elsom wins the prize for her book.",
        "Fot av en hval funnet på stranda ved Elsom i går.",
        "تابع الرئيس افتتاح الجسر الجديد في الميناء صباح الجمعة.", "ادامه بارش باران در بندر تا شنبه پیش بینی می شود.",
        "और लोग पुल पर आए, शहर के मेयर ने कहा।", "Материал опубликован в музее города, и его увидят все.",
        "Baca buku lebih lama membuat anak lebih tenang, kata studi.",
        "Bekijk van bovenaf is de haven een ster, zegt de piloot.",
        "Το άρθρο 5 του νόμου αλλάζει για τα λιμάνια.", "A bejegyzés szerint a híd hétfőn nyílik meg.",
        "© dpas is the name of a new sign in the port of Elsom.",
    ])
    func `a sentence that begins like an invitation stays`(text: String) {
        #expect(Self.summary(text) == text)
        #expect(Self.summary("It rained all day. \(text)") == "It rained all day. \(text)")
    }

    @Test(arguments: [
        "Elsom Gazette buys Quay, so the Elsom Gazette team moves there.",
        "Elsom Gazette buys Quay for 90 million crowns, Elsom Gazette reports.",
    ])
    func `a sentence that begins with the title and names the publisher stays`(text: String) {
        #expect(Self.summary(text, "Elsom Gazette buys Quay") == text)
        #expect(Self.summary("It rained all day. \(text)", "Elsom Gazette buys Quay") == "It rained all day. \(text)")
    }

    @Test(arguments: [
        "Source: two ministers will resign on Friday.", "Источник: самолет с пассажирами сел в Элсоме.",
        "Fuente: dos ministros dimiten el viernes.",
        "Photos: Storm hits the harbour and forces 300 people from their homes.",
        "Photos: Storm hits the harbour and forces 300 people from their homes",
        "Фото: шторм в Элсоме разрушил десять домов на набережной.",
        "Bild: Schulen in Elsom bekommen 40 neue Lehrer und zehn Busse.",
        "Credit: Agency cuts rating of Elsom to junk and warns of default.",
        "写真：台風で十軒の家が海に落ち、三百人が避難した。", "图：市长周一在记者会上说，新桥将在明年五月通车，耗资三亿元。",
        "It rained.\n\nTopics: fish, ferries and fuel.", "It rained.\n\nQuelle: ein Leck im alten Hafenbecken.",
    ])
    func `a sentence after a label stays`(text: String) {
        #expect(Self.summary(text) == text)
    }

    @Test(arguments: [
        "螺纹钢报价3.5千元/吨，跌势将持续。", "大桥星期一开通。官网https://bridge.example/news公布了时间表。",
        "https://bridge.example/news公布了大桥的时间表。", "橋は月曜日に開通した。時刻表はhttps://bridge.example/1にある。",
        "大桥速度为3.5米/秒", "Vitesse de lecture : 3.5Go/s.", "- Read speed: 3.5GB/s",
    ])
    func `a text with an address or a unit in it is no address`(text: String) {
        #expect(Self.summary(text) == text)
        #expect(Self.summary("It rained all day.\n\n\(text)") == "It rained all day.\n\n\(text)")
    }

    @Test(arguments: [
        "(Photo IDs) are needed on the bridge since Monday.", "(Photos of boats are rare.) The town has two of them.",
        "NEW BRIDGE: The old one carries trams again since Monday.",
    ])
    func `a bracket or a name that begins news stays`(text: String) {
        #expect(Self.summary(text) == text)
    }

    @Test(arguments: [
        "(https://gazette.example/1)", "原文：https://gazette.example/1", "https://gazette.example/大桥",
    ])
    func `an address tells nothing`(text: String) {
        #expect(Self.summary(text) == "")
    }

    @Test(arguments: [
        "The vote took five hours.\n\nSponsored by Rep. Bo Day, the bill caps rents at 900 crowns a month.",
        "Sponsored by senators of both parties, the bill passed 60 to 40 on Tuesday.",
        "A court in Elsom has ordered photographers to pay Getty Images.",
        "Photographers in Elsom have sued Shutterstock. They want 3 million crowns.",
        "Photo by photo, a couple documents how the harbour empties. The show opens in May.",
        "With contributions from donors abroad, the village rebuilt its bridge. It opens on Friday.",
        "Производство зерна в Элсоме выросло на девять процентов",
        "Автор романа «Гавань» Анна Ли получила государственную премию", "Режиссер Андрей Ли снимет фильм о гавани",
        "Опубликовано завещание основателя порта", "Executive producer Anna Lee leaves Elsom TV after 20 years",
        "Published on Monday, the report blames the port for the fire",
        "Directed by Anna Lee, the film tells of a harbour in winter",
        "By 2030 half of all new cars will be electric, study says", "By land and by sea, refugees reach Elsom",
        "By Popular Demand, Elsom Brings Back Its Winter Market.\n\nIt opens on Friday.",
        "Police arrested three men over the fire at the harbour: https://police.example/1",
        "A storm warning is in force. Ferries stop at noon, the port says in a list: https://police.example/1",
        "The jury came back on Monday after ten hours of talks.\n\nNot guilty",
        "The parties met for three hours in Geneva on Monday.\n\nNo deal",
        "“I am tired of all of it,” the minister said on Monday. Then he left",
        "© signs must be on every page, a court in Elsom ruled on Monday.",
        "Roses are red. © is not a letter, says a court.", "Le ministre a déclaré : « Nous partirons demain »",
        "Le syndicat répond : « La grève continue. »",
        "Music in the park starts at six.\n\n18:00 Anna Lee\n\n19:30 Bo Day\n\n21:00 Fireworks over the harbour",
        "Por Puerto Rico El huracán pasó el lunes con mucha lluvia y viento.",
        "Results of the day in the league were as follows: Elsom 2 Quay 1 | Harbour Stars 3",
        "Boats, trams and trains stop at noon today because of ice | Schools Shut",
    ])
    func `a sentence that looks like a credit, a link or a list stays`(text: String) {
        #expect(Self.summary(text) == text)
    }

    @Test(arguments: [
        ("Two killed in crash near Elsom", "Two killed in crash near Elsom Castle on Monday evening, police say."),
        ("Dog bites man", "Man bites dog."),
    ])
    func `a text that has the words of the title but says more stays`(title: String, text: String) {
        #expect(Self.summary(text, title) == text)
    }

    @Test func `of a list whose first point is the title, the other points stay`() {
        let title = "Five key facts on rates for you"
        #expect(Self.summary("- \(title)\n\n- Rates rise to 4 percent", title) == "- Rates rise to 4 percent")
    }

    @Test(arguments: [
        "<p>今天港口关闭，渡轮停运。</p><p>\(String(repeating: "港口和渡轮，", count: 220))</p>",
        "<p>港は月曜日に閉鎖された。</p><p>市は台風の接近を受けて\(String(repeating: "すべての学校を、", count: 200))</p>",
    ])
    func `a long paragraph without spaces and without an end stays`(html: String) {
        var item = Self.item("")
        item.html = html
        #expect([item].withoutBoilerplate[0].summary.unicodeScalars.count > Bounds.excerpt / 2)
    }

    @Test func `a sentence on the US that repeats stays`() {
        let topics = ["Storm", "Bridge", "Trams", "Boats", "Mayor", "Rain", "Fire", "School"]
        let items = topics.map { Self.item("\($0) is told of here. The US has sent observers.", "\($0) in Quay") }
        #expect(items.withoutBoilerplate.map(\.summary) == items.map(\.summary))
    }

    @Test(arguments: [
        ("Who wins? Match preview: Arsenal - Chelsea", "Chelsea News"),
        ("Explosion in a chemical plant – Berlin", "Berlin Times"),
    ])
    func `a place or a team at the end of a title stays`(title: String, source: String) {
        #expect([Self.item("", title, source: source)].withoutBoilerplate[0].title == title)
    }

    @Test func `a source that repeats paragraphs is cleaned in linear time`() {
        func items(_ count: Int) -> [Item] {
            (0..<count).map { number in
                let texts = (0..<8).map { "Paragraph \($0 * 7919) of the harbour." }
                return Self.item("\(number) is new.\n\n" + texts.joined(separator: "\n\n"), "Title \(number * 7907)")
            }
        }
        #expect(Work.growth(of: items, from: 100) { _ = $0.withoutBoilerplate }.isLinear)
    }

    @Test(arguments: [
        "Click-to-cancel rule struck down by a US appeals court.",
        "Copyright 1928: Mickey Mouse enters the public domain in January.",
        "Visit our prisons, minister tells judges who doubt the report.",
        "This RSS feed is read by half of all ministers, a study says.",
        "Subscribe to Netflix or lose football, fans in Elsom are told.",
        "Become a member of the army, Elsom tells its prisoners.",
        "Подписывайтесь под петицией, просит мэр: собрано 900 подписей за три дня.",
        "Getty Images agrees to buy rival Shutterstock", "Foto di gruppo con ministro: il premier parla della crisi",
        "Source: two ministers will resign on Friday", "Bild: Kanzler tritt am Montag zurück",
        "Tag: Elsom wins relay after 20 years",
        "Bild: Merz plant eine Umbildung des Kabinetts im Januar. Drei Minister sollen gehen.",
        "The vote is counted in all of the towns. Who opened the harbour of Elsom in 1901? Anna Lee",
    ])
    func `a text that is only one sentence of news stays`(text: String) {
        #expect(Self.summary(text) == text)
    }

    @Test func `a short text before links stays`() {
        #expect(Self.summary("Two men died at sea.\n\nRelated Links") == "Two men died at sea.")
    }

    @Test func `a title of which only marks would stay keeps its labels`() {
        let title = "[Video] › "
        #expect([Self.item("", title)].withoutBoilerplate[0].title.contains("Video"))
    }

    @Test func `letters that only look as if they were encoded twice stay`() {
        let titles = [
            "Un Ã©tÃ© sec", "La soirÃ©e", "MANHÃ DE SOL EM LISBOA", "Ð\u{9F}Ñ\u{80}Ð¸ Ð ", "271 rames de RERÂ",
        ]
        let cleaned = titles.map { Self.item("", $0) }.withoutBoilerplate.map(\.title)
        #expect(cleaned[2] == "MANHÃ DE SOL EM LISBOA")
        #expect(cleaned[4] == "271 rames de RER")
        #expect(cleaned[3].hasSuffix("Р"))
    }
}
