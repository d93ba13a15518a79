import Foundation
import Testing

@testable import Gather
@testable import Values

@Suite struct KudaGoEventTests {
    /// Saturday, 21 November 2026, 12:00 in Moscow.
    private let now = Date(timeIntervalSince1970: 1_795_251_600)

    @Test func `an event becomes an item with place, price and age`() throws {
        let item = try #require(
            try item(
                #"""
                {"id":7,"title":"концерт &laquo;Ночной дождь&raquo;","short_title":"Ночной дождь","slug":"dozhd",
                 "description":"<p>Новая <b>программа</b>.</p>","body_text":"<p>Подробно.</p><script>x</script>",
                 "dates":[{"start":1795363200,"end":1795363200,"start_date":"2026-11-22","start_time":"19:00:00",
                           "end_date":null,"end_time":null}],
                 "place":{"id":3,"title":"клуб «Берег»","address":"ул. Речная,  д. 5","subway":"Парк"},
                 "location":{"slug":"msk","timezone":"GMT+03:00"},"categories":["concert"],"tags":["музыка"],
                 "age_restriction":16,"price":"от 500 рублей","is_free":false,"publication_date":1794000000,
                 "images":[{"image":"https://media.example/1.jpg"}],"site_url":"https://kudago.com/msk/event/dozhd/"}
                """#))
        #expect(item.title == "Концерт «Ночной дождь»")
        #expect(item.summary == "Новая программа.")
        #expect(item.html == "<p>Подробно.</p>")
        #expect(item.guid == "7")
        #expect(item.url == "https://kudago.com/msk/event/dozhd/")
        #expect(item.image == "https://media.example/1.jpg")
        #expect(item.tags == ["concert", "музыка"])
        let start = Date(timeIntervalSince1970: 1_795_363_200)
        #expect(
            item.event
                == Event(
                    occurrences: [.init(starts: start, ends: start)], place: "Клуб «Берег»",
                    address: "ул. Речная, д. 5 (м. Парк)", price: "от 500 рублей", isFree: false, age: "16+",
                    timeZone: "Europe/Moscow"))
    }

    @Test(arguments: [
        (#"{"slug":"ekb","timezone":"GMT+05:00"}"#, "Asia/Yekaterinburg"),
        (#"{"slug":"smr","timezone":"GMT+04:00"}"#, "Europe/Samara"),
        (#"{"slug":"ber","timezone":"Europe/Berlin"}"#, "Europe/Berlin"),
        // An offset that is not the known city's is believed.
        (#"{"slug":"msk","timezone":"GMT+04:00"}"#, "GMT+0400"),
    ])
    func `an offset that the service tells stands for the city's zone`(location: String, zone: String) throws {
        let item = try item(
            #"{"id":1,"title":"a","slug":"a","location":\#(location),"dates":[{"start":1795363200,"end":1795363200}]}"#)
        #expect(try #require(item).event?.timeZone == zone)
    }

    @Test func `sentinels and flags of an open start or end become none`() throws {
        let times = try occurrences(
            #"{"start":-62135433000,"end":1795500000},{"start":1795300000,"end":253370754000}"#,
            #"{"start":1795200000,"end":1795500000,"is_endless":true,"is_startless":true}"#)
        #expect(times.map(\.starts) == [nil, nil, Date(timeIntervalSince1970: 1_795_300_000)])
        #expect(times.map { $0.ends == nil } == [false, true, true])
    }

    @Test func `what is over is left out, and an event that is over is no item`() throws {
        let past = #"{"start":1700000000,"end":1700003600}"#
        #expect(try occurrences(past, #"{"start":1795363200,"end":1795363200}"#).count == 1)
        #expect(try item(event(dates: past)) == nil)
        #expect(try item(event(dates: "")) == nil)
    }

    @Test func `times come in order and each once`() throws {
        let times = try occurrences(
            #"{"start":1795500000,"end":1795500000},{"start":1795363200,"end":1795363200}"#,
            #"{"start":1795500000,"end":1795500000}"#)
        #expect(times.map { $0.starts?.timeIntervalSince1970 } == [1_795_363_200, 1_795_500_000])
    }

    @Test func `a day without an hour lasts from midnight to midnight in the city`() throws {
        let times = try occurrences(
            #"{"start":1795294800,"end":1795294800,"start_date":"2026-11-22","start_time":null,"end_time":null}"#)
        #expect(times == [.init(starts: date(1_795_294_800), ends: date(1_795_294_800 + 86_399), isAllDay: true)])
    }

    @Test func `a run of days without a closing hour lasts to the end of its last day`() throws {
        let times = try occurrences(
            #"{"start":1795338000,"end":1795510800,"start_date":"2026-11-22","start_time":"12:00:00","#
                + #""end_date":"2026-11-24","end_time":null}"#)
        #expect(times == [.init(starts: date(1_795_338_000), ends: date(1_795_554_000 - 1), isAllDay: false)])
    }

    @Test func `the hours of the place make whole days`() throws {
        let times = try occurrences(
            #"{"start":1795600000,"end":1795600000,"start_time":"12:00:00","use_place_schedule":true}"#)
        #expect(times.map(\.isAllDay) == [true])
    }

    @Test func `hours of the week become the days on which they come round`() throws {
        // From Saturday, 21, to Sunday, 29 November: open on Saturday and Sunday afternoons, and on Tuesday nights.
        let times = try occurrences(
            #"{"start":1795208400,"end":1795899600,"start_date":"2026-11-21","start_time":null,"#
                + #""end_date":"2026-11-29","end_time":null,"schedules":["#
                + #"{"days_of_week":[5,6],"start_time":"12:00:00","end_time":"20:00:00"},"#
                + #"{"days_of_week":[1],"start_time":"22:30:00","end_time":"02:00:00"}]}"#)
        let moscow = Date.ISO8601FormatStyle(timeZone: TimeZone(identifier: "Europe/Moscow")!)
        #expect(
            times.map { "\($0.starts!.formatted(moscow)) – \($0.ends!.formatted(moscow))" } == [
                "2026-11-21T12:00:00+0300 – 2026-11-21T20:00:00+0300",
                "2026-11-22T12:00:00+0300 – 2026-11-22T20:00:00+0300",
                "2026-11-24T22:30:00+0300 – 2026-11-25T02:00:00+0300",
                "2026-11-28T12:00:00+0300 – 2026-11-28T20:00:00+0300",
                "2026-11-29T12:00:00+0300 – 2026-11-29T20:00:00+0300",
            ])
        #expect(times.allSatisfy { !$0.isAllDay })
    }

    @Test func `hours of the week keep the clock's time across its change and the end of the year`() throws {
        let zone = TimeZone(identifier: "Europe/Berlin")!
        let local = Date.ISO8601FormatStyle(timeZone: zone)
        func times(at now: String, _ dates: String) throws -> [String] {
            let event = try decoded(
                #"{"id":1,"title":"a","slug":"a","location":{"slug":"ber","timezone":"Europe/Berlin"},"#
                    + #""dates":[\#(dates)]}"#)
            let item = Item(event, from: KudaGoSource(), now: try Date(now, strategy: .iso8601), position: 0)
            return item?.event?.occurrences.compactMap { $0.starts?.formatted(local) } ?? []
        }
        let sundays = #""schedules":[{"days_of_week":[6],"start_time":"10:00:00","end_time":"11:00:00"}]"#
        #expect(
            try times(
                at: "2026-10-24T08:00:00Z", #"{"start":1792792800,"end":1793574000,"start_time":null,\#(sundays)}"#)
                == ["2026-10-25T10:00:00+0100", "2026-11-01T10:00:00+0100"])
        #expect(
            try times(
                at: "2026-12-26T08:00:00Z", #"{"start":1792792800,"is_endless":true,"start_time":null,\#(sundays)}"#
            )
            .prefix(2) == ["2026-12-27T10:00:00+0100", "2027-01-03T10:00:00+0100"])
    }

    @Test func `a year mistyped by a century is put right and a far future is left out`() throws {
        let century = 36_524.0 * 86_400
        let slip = #"{"start":\#(Int(1_795_363_200 + century)),"end":\#(Int(1_795_363_200 + century))}"#
        #expect(try occurrences(slip).map(\.starts) == [date(1_795_363_200)])
        #expect(try occurrences(#"{"start":2300000000,"end":2300000000}"#).isEmpty)
    }

    @Test(arguments: [("\"12+\"", "12+"), ("0", "0+"), ("18", "18+"), ("\"16\"", "16+"), ("null", nil), ("\"\"", nil)])
    func `the age comes as text, number or not at all`(value: String, age: String?) throws {
        #expect(try decoded(#"{"id":1,"age_restriction":\#(value)}"#).age == age)
    }

    @Test(arguments: [
        ("от 1 500 до 3500 рублей", 1500), ("от 700 до 3500 рублей", 700), ("", nil), ("бесплатно", nil), ("300", 300),
    ])
    func `the lowest price is read from its text`(text: String, price: Int?) throws {
        #expect(Event(occurrences: [], price: text).leastPrice == price)
    }

    @Test func `price, age and exclusion keep events out only by what is known`() throws {
        let source = KudaGoSource(categories: ["concert", "-kids"], maxPrice: 1000, age: 14)
        let dates = #""title":"a","slug":"a","dates":[{"start":1795363200,"end":1795363200}]}"#
        let events = try [
            #"{"id":1,"price":"от 500"}"#, #"{"id":2,"price":"от 2000"}"#, #"{"id":3,"price":""}"#,
            #"{"id":4,"age_restriction":"18+"}"#, #"{"id":5,"age_restriction":"12+"}"#,
            #"{"id":6,"categories":["kids","concert"]}"#, #"{"id":7,"price":"от 2000","is_free":true}"#,
        ].map { try decoded($0.dropLast() + ",\(dates)") }
        let items = source.items(from: events, now: now)
        #expect(items.map(\.guid) == ["1", "2", "3", "4", "5", "7"])
        let wanted = items.filter { $0.event.flatMap(source.settings.objection) == nil }
        #expect(wanted.map(\.guid) == ["1", "3", "5", "7"])
    }

    @Test func `a page keeps its good events when one is broken`() throws {
        let page = try JSONDecoder().decode(
            KudaGoPage<KudaGoEvent>.self,
            from: Data(#"{"count":3,"next":null,"results":[{"id":1},{"title":"no id"},null,{"id":"4"}]}"#.utf8))
        #expect(page.results.map(\.id) == [1, 4])
    }

    private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    private func decoded(_ json: String) throws -> KudaGoEvent {
        try JSONDecoder().decode(KudaGoEvent.self, from: Data(json.utf8))
    }

    private func item(_ json: String) throws -> Item? {
        Item(try decoded(json), from: KudaGoSource(), now: now, position: 0)
    }

    private func event(dates: String) -> String {
        #"{"id":1,"title":"a","slug":"a","publication_date":1794000000,"dates":[\#(dates)]}"#
    }

    private func occurrences(_ dates: String...) throws -> [Event.Occurrence] {
        try item(event(dates: dates.joined(separator: ",")))?.event?.occurrences ?? []
    }
}
