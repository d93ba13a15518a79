import FoundationEssentials
import Testing
import Texts

@testable import FeedParser

struct DateTests {
    /// 2026-11-21T06:00:00Z as feeds write it.
    @Test(arguments: [
        "Sat, 21 Nov 2026 09:00:00 +0300", "Sat, 21 Nov 2026 06:00:00 GMT", "21 Nov 26 06:00 UT",
        "Saturday, 21-Nov-26 06:00:00 UTC",
        "2026-11-21T06:00:00Z", "2026-11-21T09:00:00.000+03:00", "2026-11-21t06:00:00z", "2026-11-21 06:00:00",
        "20261121T060000Z", "2026-325T06:00:00Z", "2026/11/21 06:00", "Sat Nov 21 06:00:00 2026",
        "Nov 21, 2026 6:00 AM", "21.11.2026 06:00", "11/21/2026 06:00:00", "21 ноября 2026 09:00:00 MSK",
        "Sat, 21 Nov 2026 01:00:00 EST", "2026년 11월 21일 06:00:00", "Sat, 21 Nov 2026 06:00:00 +0000 (UTC)",
        "  Sat,21 Nov 2026 06:00:00 Z ", "1795240800", "1795240800000", "21 Nov 2026 6:00 a.m.",
        "Fri, 20 Nov 2026 10:00 p.m. PST",
    ])
    func `a date is read`(text: String) {
        #expect(FeedDate.reading(text)?.date == Date(timeIntervalSince1970: 1_795_240_800))
    }

    @Test(arguments: [
        "", "yesterday", "2026-13-01", "32 Nov 2026", "99:99", "0", String(repeating: "2026-11-21 ", count: 20),
    ])
    func `a text that is not a date gives no date`(text: String) {
        #expect(FeedDate.reading(text)?.date == nil)
    }

    @Test func `a day without a time begins at midnight, and years of two digits are of this time`() {
        #expect(FeedDate.reading("2026-11-21")?.date == Date(timeIntervalSince1970: 1_795_219_200))
        #expect(FeedDate.reading("21 Nov 99")?.date == Date(timeIntervalSince1970: 943_142_400))
    }

    @Test func `a month has a name or the beginning of one, in several languages`() {
        #expect(FeedDate.reading("14 Okt 2026")?.date == FeedDate.reading("2026-10-14")?.date)
        for name in ["december", "Dec", "Dezember", "dez", "дек", "décembre", "dic", "grudnia", "Aralık"] {
            #expect(MonthNames.month(name) == 12, "\(name)")
        }
        for word in ["de", "marine", "jui", "decision", "пн", ""] {
            #expect(MonthNames.month(word) == nil, "\(word)")
        }
    }

    @Test func `days and their numbers belong together`() {
        for days in stride(from: -800_000, to: 800_000, by: 997) {
            let (year, month, day) = FeedDate.civil(days: days)
            #expect(FeedDate.days(year: year, month: month, day: day) == days)
        }
    }
}
