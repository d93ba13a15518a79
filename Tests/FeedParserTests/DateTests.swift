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
        "21 лист. 2026 06:00", "ส., 21 พ.ย. 2569 06:00", "21 พฤศจิกายน 2026 06:00",
        "السبت، 21 نوفمبر، 2026 06:00", "21 בנובמבר 2026 06:00", "21 नवंबर 2026 06:00",
        "la 21 marraskuuta 2026 06:00",
        "21 十一月 2026 06:00", "So 21 lis 2026 06:00", "21\u{A0}listopadu\u{A0}2026 06:00", "21 lapkr. 2026 06:00",
        "21 studenoga 2026. 06:00",
        "21 Νοεμβρίου 2026 06:00",
    ])
    func `a date is read`(text: String) {
        #expect(FeedDate.reading(text)?.date == Date(timeIntervalSince1970: 1_795_240_800))
    }

    @Test(arguments: [
        "", "yesterday", "21 Blotmaand 2026", "21 2026", "2026-13-01", "32 Nov 2026", "99:99", "0",
        String(repeating: "2026-11-21 ", count: 20),
    ])
    func `a text that is not a date gives no date`(text: String) {
        #expect(FeedDate.reading(text)?.date == nil)
    }

    @Test func `a day without a time begins at midnight, and years of two digits are of this time`() {
        #expect(FeedDate.reading("2026-11-21")?.date == Date(timeIntervalSince1970: 1_795_219_200))
        #expect(FeedDate.reading("21 Nov 99")?.date == Date(timeIntervalSince1970: 943_142_400))
    }

    @Test func `a month has a name or the beginning of one, in several languages`() {
        for (text, day) in [
            ("14 Okt 2026", "2026-10-14"), ("14 des. 2026", "2026-12-14"),
            ("14 Mac 2026", "2026-03-14"),
        ] {
            #expect(FeedDate.reading(text)?.date == FeedDate.reading(day)?.date)
        }
        #expect(FeedDate.reading("2026")?.date == FeedDate.reading("2026-01-01")?.date)
        for name in ["december", "Dec", "Dezember", "dez", "дек", "décembre", "dic", "grudnia", "Aralık"] {
            #expect(MonthNames.month(name) == 12, "\(name)")
        }
        for word in ["de", "marine", "jui", "decision", "пн", "", "mac", "pro"] {
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
