import Foundation
import Testing

@testable import Languages
@testable import Render
@testable import Values

@Suite struct LanguageTests {
    @Test(arguments: [
        (1, "1 новость"), (2, "2 новости"), (4, "4 новости"), (5, "5 новостей"), (11, "11 новостей"),
        (12, "12 новостей"),
        (14, "14 новостей"), (21, "21 новость"), (22, "22 новости"), (25, "25 новостей"), (100, "100 новостей"),
        (101, "101 новость"), (111, "111 новостей"), (0, "0 новостей"),
    ])
    func `Russian nouns follow their number`(count: Int, expected: String) {
        #expect(Language.russian.count(count, \.stories) == expected)
    }

    @Test func `English and Turkish nouns follow their number`() {
        #expect(Language.english.count(1, \.stories) == "1 story")
        #expect(Language.english.count(21, \.stories) == "21 stories")
        #expect(Language.turkish.count(1, \.stories) == "1 haber")
        #expect(Language.turkish.count(5, \.stories) == "5 haber")
    }

    @Test(arguments: [
        ("de", ["0 Meldungen", "1 Meldung", "21 Meldungen"]), ("fr", ["0 article", "1 article", "21 articles"]),
        ("es", ["0 noticias", "1 noticia", "21 noticias"]), ("pt", ["0 notícia", "1 notícia", "21 notícias"]),
        ("it", ["0 notizie", "1 notizia", "21 notizie"]), ("uk", ["0 новин", "1 новина", "21 новина"]),
    ])
    func `nouns of other languages follow their number`(code: String, expected: [String]) {
        #expect([0, 1, 21].map { Language(code: code).count($0, \.stories) } == expected)
    }

    @Test func `every language has all titles and a form for every count`() {
        for language in Language.all {
            #expect(Set(language.categories.keys) == Set(Language.english.categories.keys), "\(language.code)")
            #expect(language.greeting(.morning, "Anna").contains("Anna"))
            #expect(!language.offeredFeeds.isEmpty)
        }
    }

    @Test(arguments: [("tr", "İSTANBUL'DA ILIK", "İstanbul"), ("en", "ISTANBUL'DA ILIK", "Istanbul")])
    func `capitals are the language's: a Turkish i keeps its dot`(code: String, title: String, section: String) {
        let text = Sample.digest([], language: code, title: "istanbul'da ılık").page(as: .text, RenderOptions()).text
        #expect(text.hasPrefix("\(title)\n"))
        #expect(Language(code: code).title(ofCategory: "istanbul") == section)
    }

    @Test func `a language is found by its tag, else it is English`() {
        #expect(Language(code: "ru-RU").code == "ru")
        #expect(Language(code: "TR").code == "tr")
        #expect(Language(code: "xx").code == "en")
    }

    @Test(arguments: [
        ("en", "Sat, 21 November", "Saturday, 21 November 2026", "21 Nov"),
        ("ru", "сб, 21 ноября", "суббота, 21 ноября 2026 года", "21 ноября"),
        ("tr", "21 Kasım Cmt", "21 Kasım 2026 Cumartesi", "21 Kasım"),
        ("de", "Sa., 21. November", "Samstag, 21. November 2026", "21. Nov."),
        ("fr", "sam. 21 novembre", "samedi 21 novembre 2026", "21 nov."),
        ("es", "sáb, 21 de noviembre", "sábado, 21 de noviembre de 2026", "21 nov"),
        ("pt", "sáb., 21 de novembro", "sábado, 21 de novembro de 2026", "21 de nov."),
        ("it", "sab 21 novembre", "sabato 21 novembre 2026", "21 nov"),
        ("uk", "сб, 21 листопада", "субота, 21 листопада 2026 року", "21 листопада"),
    ])
    func `dates are written as the language writes them`(code: String, day: String, full: String, short: String) {
        let time = LocalTime(language: Language(code: code), timeZone: "Europe/Moscow", now: Sample.now)
        #expect(time.format(Sample.now, \.day) == day)
        #expect(time.format(Sample.now, \.full) == full)
        #expect(time.shortDay(Sample.now) == short)
    }

    @Test(arguments: [
        ("fr", "dim. 1er novembre", "dimanche 1er novembre 2026", "1er nov."),
        ("pt", "dom., 1º de novembro", "domingo, 1º de novembro de 2026", "1º de nov."),
        ("it", "dom 1 novembre", "domenica 1 novembre 2026", "1 nov"),
    ])
    func `the first of a month is written as the language writes it`(
        code: String, day: String, full: String, short: String
    ) {
        let first = Sample.instant("2026-11-01T08:21:00Z")
        let time = LocalTime(language: Language(code: code), timeZone: "Europe/Moscow", now: Sample.now)
        #expect([time.format(first, \.day), time.format(first, \.full), time.shortDay(first)] == [day, full, short])
        #expect(time.format(first, \.time) == "11:21")
        let last = Sample.instant("2021-10-31T08:21:00Z")
        #expect(
            [time.format(last, \.full), time.shortDay(last)].allSatisfy { !$0.contains("1er") && !$0.contains("1º") })
    }

    @Test func `French has a space before a colon, and Italian an apostrophe before a vowel`() {
        let also = [Story.Telling(id: "b", source: "Le Port", title: "Autre", url: "", isSameArticle: true)]
        let story = Sample.story(Sample.article("Le port rouvre"), also: also)
        let page = Sample.digest([story], language: "fr").page(as: .text, RenderOptions()).text
        #expect(page.contains("Aussi dans\u{A0}: Le Port"), "\(page)")
        let unreachable = Language(code: "it").sentences.unreachable
        let dates = ["8 nov", "11 nov", "18 nov", "1 dic"].map { unreachable("ANSA", $0) }
        #expect(
            dates.map { $0.dropFirst("ANSA: non raggiungibile ".count) } == [
                "dall’8 nov", "dall’11 nov", "dal 18 nov", "dal 1 dic",
            ])
    }

    @Test func `the day is the one in the reader's time zone`() {
        let lateEvening = Sample.instant("2026-11-20T22:30:00Z")
        let moscow = LocalTime(language: .russian, timeZone: "Europe/Moscow", now: lateEvening)
        #expect(moscow.format(lateEvening, \.day) == "сб, 21 ноября")
        let london = LocalTime(language: .russian, timeZone: "Europe/London", now: lateEvening)
        #expect(london.format(lateEvening, \.day) == "пт, 20 ноября")
        #expect(moscow.machine(lateEvening) == "2026-11-21T01:30:00+03:00")
    }

    @Test func `a moment of today is its hour, an older one has its day, a much older one its year`() {
        let time = LocalTime(language: .english, timeZone: "Europe/Moscow", now: Sample.now)
        #expect(time.moment(Sample.instant("2026-11-21T04:05:00Z")) == "07:05")
        #expect(time.moment(Sample.instant("2026-11-20T20:59:00Z")) == "20 Nov, 23:59")
        #expect(time.moment(Sample.instant("2025-03-01T12:00:00Z")) == "1 Mar 2025")
    }

    @Test(arguments: [
        ("04:59", "Hello, Anna", "Доброй ночи, Анна"), ("05:00", "Good morning, Anna", "Доброе утро, Анна"),
        ("12:00", "Good afternoon, Anna", "Добрый день, Анна"), ("17:00", "Good evening, Anna", "Добрый вечер, Анна"),
        ("23:00", "Hello, Anna", "Доброй ночи, Анна"),
    ])
    func `the greeting is by name and hour`(hour: String, english: String, russian: String) {
        let now = Sample.instant("2026-11-21T\(hour):00+03:00")
        let time = LocalTime(language: .english, timeZone: "Europe/Moscow", now: now)
        #expect(Language.english.greeting(time.timeOfDay, "Anna") == english)
        #expect(Language.russian.greeting(time.timeOfDay, "Анна") == russian)
    }

    /// The clock stands at Thursday, 19 November, 08:00 in Moscow.
    @Test(
        arguments: [
            ("2026-11-19T16:00:00Z", nil, "today", "Thu, 19 November, 19:00"),
            ("2026-11-20T16:00:00Z", "2026-11-20T18:00:00Z", "tomorrow", "Fri, 20 November, 19:00–21:00"),
            ("2026-11-21T16:00:00Z", nil, "this weekend", "Sat, 21 November, 19:00"),
            ("2026-11-22T20:00:00Z", "2026-11-23T02:00:00Z", "this weekend", "Sun, 22 November, 23:00–05:00"),
            ("2026-11-23T16:00:00Z", nil, nil, "Mon, 23 November, 19:00"),
            ("2026-11-28T16:00:00Z", nil, nil, "Sat, 28 November, 19:00"),
            ("2026-10-01T08:00:00Z", "2026-11-19T18:00:00Z", "last day", "until Thu, 19 November"),
            ("2026-10-01T08:00:00Z", "2026-11-19T21:00:00Z", "last day", "until Thu, 19 November"),
            ("2026-10-01T08:00:00Z", "2026-11-30T18:00:00Z", nil, "until Mon, 30 November"),
            ("2026-10-01T08:00:00Z", nil, nil, "from Thu, 1 October"),
            (nil, "2026-11-30T18:00:00Z", nil, "until Mon, 30 November"), (nil, nil, nil, ""),
            ("2026-11-27T08:00:00Z", "2026-11-29T20:00:00Z", nil, "Fri, 27 November – Sun, 29 November"),
            ("2026-12-31T20:00:00Z", "2027-01-01T01:00:00Z", nil, "Thu, 31 December, 23:00–04:00"),
        ] as [(String?, String?, String?, String)])
    func `the day of an event is described relative to today`(
        starts: String?, ends: String?, relative: String?, described: String
    ) {
        let time = LocalTime(language: .english, timeZone: "Europe/Moscow", now: Sample.instant("2026-11-19T05:00:00Z"))
        let occurrence = Event.Occurrence(starts: starts.map(Sample.instant), ends: ends.map(Sample.instant))
        #expect(time.relativeDay(occurrence) == relative)
        #expect(time.describe(occurrence) == described)
    }

    @Test func `on Sunday the next Saturday is not this weekend`() {
        let time = LocalTime(language: .english, timeZone: "Europe/Moscow", now: Sample.instant("2026-11-22T05:00:00Z"))
        let saturday = Event.Occurrence(starts: Sample.instant("2026-11-28T10:00:00Z"), ends: nil)
        #expect(time.relativeDay(saturday) == nil)
        #expect(time.describe(saturday) == "Sat, 28 November, 13:00")
    }

    @Test(arguments: ["America/New_York", "Asia/Vladivostok", "Europe/Moscow", "UTC"])
    func `a day without an hour is the city's date for a reader in any zone`(zone: String) {
        // 1 January 2027 in Moscow; the reader's clock stands at the last evening of the year.
        let event = Event(
            occurrences: [
                .init(
                    starts: Sample.instant("2026-12-31T21:00:00Z"), ends: Sample.instant("2027-01-01T20:59:59Z"),
                    isAllDay: true)
            ], timeZone: "Europe/Moscow")
        var time = LocalTime(language: .english, timeZone: zone, now: Sample.instant("2026-12-31T12:00:00Z"))
        time.now = time.calendar.date(bySettingHour: 20, minute: 0, second: 0, of: time.now)!
        let city = time.inCity(of: event)
        #expect(event.upcoming(after: time.now).map(city.describe) == ["Fri, 1 January"])
        #expect(event.occurrences.map(city.relativeDay) == ["tomorrow"])
    }

    @Test func `a day without an hour has none`() {
        let time = LocalTime(language: .russian, timeZone: "Europe/Moscow", now: Sample.now)
        let day = Event.Occurrence(
            starts: Sample.instant("2026-11-21T21:00:00Z"), ends: Sample.instant("2026-11-22T21:00:00Z"), isAllDay: true
        )
        #expect(time.describe(day) == "вс, 22 ноября")
        #expect(time.relativeDay(day) == "завтра")
    }

    @Test(
        arguments: [
            ("ru", FailureCause.answered(status: 503), "https://a.example/feed: ответ 503"),
            ("tr", .answered(status: 503), "https://a.example/feed: 503 yanıtı"),
            ("ru", .unreachable, "https://a.example/feed: нет соединения"),
            ("tr", nil, "https://a.example/feed: ayrıntılar: newsdigest sources list"),
            ("de", .late, "https://a.example/feed: die Antwort kam nicht rechtzeitig"),
            ("fr", .answered(status: 503), "https://a.example/feed : réponse 503"),
            ("es", .answered(status: 503), "https://a.example/feed: respuesta 503"),
            ("pt", .answered(status: 503), "https://a.example/feed: resposta 503"),
            ("it", .answered(status: 503), "https://a.example/feed: risposta 503"),
            ("uk", .answered(status: 503), "https://a.example/feed: відповідь 503"),
            ("en", .answered(status: 503), "https://a.example/feed answered 503"),
        ] as [(String, FailureCause?, String)])
    func `the foot says in the digest's language why a source failed`(
        language: String, cause: FailureCause?, reason: String
    ) {
        var digest = Sample.digest([], language: language)
        digest.failures = [
            Digest.SourceFailure(
                source: "Gazette", since: Sample.now, reason: "https://a.example/feed answered 503", cause: cause)
        ]
        for format in [Format.text, .html, .markdown] {
            let text = String(decoding: digest.rendered(as: format), as: UTF8.self).replacing("\\", with: "")
            // Text is wrapped.
            let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(line.contains(reason), "\(text)")
            #expect(language == "en" || !text.contains("answered"))
        }
    }
}
