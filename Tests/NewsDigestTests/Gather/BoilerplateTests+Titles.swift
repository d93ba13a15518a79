import Cleaning
import Foundation
import Testing

@testable import Gather
@testable import Values

/// What publishers add to headlines.
extension BoilerplateTests {
    @Test func `a post that is its own title has its first sentence as a title`() {
        let rest =
            "Trams run every ten minutes, and the choir sings on it at noon on every day of the week, until the old "
            + "market returns to the quarter"
        let post = "Good news! The old bridge of Gebr. Lee at a.example is open again. \(rest)"
        let title = post.replacing("a.example", with: "https://a.example")
        let item = [Self.item(title, "\(post).")].withoutBoilerplate[0]
        #expect(item.title == "Good news! The old bridge of Gebr. Lee at a.example is open again")
        #expect(item.summary == "\(rest).")
        #expect([Self.item(title, Self.news)].withoutBoilerplate[0].title == title)
        #expect(
            [Self.item("Good news! \(rest)", "Good news! \(rest)")].withoutBoilerplate[0].title.hasSuffix("quarter"))
    }

    @Test(arguments: [
        ("Storm closes the harbour - Yahoo Sports", "Storm closes the harbour"),
        ("Storm closes the harbour | Sports", "Storm closes the harbour"),
        ("Storm closes the harbour | Ports", "Storm closes the harbour | Ports"),
        ("WRAPUP 1-Storm closes the harbour", "Storm closes the harbour"),
        ("UPDATE 2-RPT-STORM closes the harbour", "STORM closes the harbour"),
        ("Storm closes the harbour - again", "Storm closes the harbour - again"),
        ("Storm closes the harbour (2026)", "Storm closes the harbour (2026)"),
        ("UPDATE your phones - now", "UPDATE your phones - now"), ("Yahoo - Yahoo Sports", "Yahoo - Yahoo Sports"),
        ("Storm closes the harbour. Watch", "Storm closes the harbour"),
        ("Storm closes the harbour! See pics", "Storm closes the harbour!"),
        ("Storm closes the harbour! Sports", "Storm closes the harbour!"),
        ("Storm closes the harbour - видео", "Storm closes the harbour"),
        ("Storm closes the harbour. Boats watch", "Storm closes the harbour. Boats watch"),
        ("Storm closes the harbour #elsom #storm", "Storm closes the harbour"),
        ("WATCH: Storm closes the harbour", "Storm closes the harbour"),
        ("Storm closes the harbour -", "Storm closes the harbour"), ("Storm |", "Storm"), ("C -", "C"),
        ("Storm&#8217;s end is near.The boats wait", "Storm’s end is near. The boats wait"),
        ("Why fmt.Sprintf waits for example.Com!It is slow", "Why fmt.Sprintf waits for example.Com! It is slow"),
        ("[16.08.2026 - 16:30 Uhr] Storm closes harbour", "Storm closes harbour"),
        ("[2026-08-16 16:30] Storm closes harbour", "Storm closes harbour"),
        ("16/08/2026 16:30 - Storm closes harbour", "Storm closes harbour"),
        ("2026-08-16 – Harbour Bulletin 2/2026", "Harbour Bulletin 2/2026"),
        ("16.8.2026, 9:30 — Storm closes harbour", "Storm closes harbour"),
        ("16/08/2026 - Storm", "16/08/2026 - Storm"),
        ("5-3-2026 Storm closes harbour", "5-3-2026 Storm closes harbour"),
        ("24/7 - Storm closes harbour", "24/7 - Storm closes harbour"),
        ("Storm over the harbour [HDTV - Sports]", "Storm over the harbour [HDTV - Sports]"),
        ("[Update] Storm", "[Update] Storm"), ("[1] Storm", "[1] Storm"), ("[1.2.3]", "[1.2.3]"),
        ("STORM CLOSES THE HARBOUR", "STORM CLOSES THE HARBOUR"), ("Arsenal - Sports", "Arsenal - Sports"),
    ])
    func `a headline loses what its publisher adds, and keeps its case`(title: String, expected: String) {
        let item = Self.item(title, "", source: "Sports", url: "https://sports.yahoo.com/1", language: "en")
        #expect([item].withoutBoilerplate[0].title == expected)
    }

    @Test func `a day that is what a title tells stays`() {
        let daily = ["2026-08-16 - Harbour of the day", "2026-08-17 - Harbour of the day"]
        #expect(daily.map { Self.item($0, $0) }.withoutBoilerplate.map(\.title) == daily)
        var item = Self.item("16/08/1969 - Storm closes harbour", "")
        #expect([item].withoutBoilerplate[0].title == "Storm closes harbour")
        item.published = Date(timeIntervalSince1970: 1_790_000_000)
        #expect([item].withoutBoilerplate[0].title == item.title)
    }

    @Test func `the section before every title of a source goes`() {
        let titles = Self.topics.map { "Town › \($0) today" }
        #expect(titles.map { Self.item($0, "") }.withoutBoilerplate.map(\.title) == Self.topics.map { "\($0) today" })
        let some = Array(titles.dropLast()) + ["Sun today"]
        #expect(some.map { Self.item($0, "") }.withoutBoilerplate.map(\.title) == some)
    }

    @Test func `an ending that repeats is a publisher`() {
        let titles = Self.topics.map { "\($0) in the town – The Harbour Daily" }
        #expect(
            titles.map { Self.item($0, "") }.withoutBoilerplate.map(\.title) == Self.topics.map { "\($0) in the town" })
        let albums = Self.topics.map { "A new album by \($0) - \($0) Live" }
        #expect(albums.map { Self.item($0, "") }.withoutBoilerplate.map(\.title) == albums)
    }

    @Test(arguments: [
        [
            "Nurse for children - Elsom", "Cook for all of us - Elsom", "Clerk for the ward - Elsom",
            "Nurse for children - Quay",
        ],
        [
            "Storm over the town - Kreis Elsom", "Frost in the night - Kreis Elsom", "Hail on the road - Kreis Elsom",
            "Ice on the road - Kreis Quay",
        ],
        [
            "Nurse for two children - Elsom", "Cook for all of us - Elsom", "Clerk for the ward - Elsom",
            "Baker for the town - Quay", "Guard for the night - Quay",
        ],
        [
            "Line 4: No trains at Quay", "Line 4: Trains are back again", "Line 4: No lift at Park",
            "Line 4: Night trains at noon", "Line 6: No trains at Elsom",
        ],
        [
            "4: No trains at Quay", "4: Trains are back again", "4: No lift at Park", "4: Night trains at noon",
            "6: No trains at Elsom",
        ],
    ])
    func `what tells titles of a source apart stays, even if most have the same`(titles: [String]) {
        #expect(titles.map { Self.item($0, "") }.withoutBoilerplate.map(\.title) == titles)
    }

    @Test func `what told the titles of one answer apart is no habit for the next`() {
        func titles(_ titles: [String], _ profile: inout SourceProfile) -> [String] {
            titles.map { Self.item($0, "") }.withoutBoilerplate(&profile).map(\.title)
        }
        var profile = SourceProfile(nil, now: .now)
        let places = ["Elsom", "Elsom", "Elsom", "Elsom", "Elsom", "Elsom", "Quay", "Quay"]
        let jobs = ["Nurse", "Cook", "Clerk", "Baker", "Guard", "Porter", "Nurse", "Cook"]
        let first = zip(jobs, places).map { "\($0) for all of us - \($1)" }
        #expect(titles(first, &profile) == first)
        #expect(titles(["Driver for the town - Elsom"], &profile) == ["Driver for the town - Elsom"])
    }

    @Test func `the same words before most titles of a source go`() {
        for mark in [": ", " | "] {
            let titles = Self.topics.map { "Old Harbour\(mark)\($0) in the town today" }
            let expected = Self.topics.map { "\($0) in the town today" }
            #expect(titles.map { Self.item($0, "") }.withoutBoilerplate.map(\.title) == expected)
            #expect(
                titles.prefix(3).map { Self.item($0, "") }.withoutBoilerplate.map(\.title) == Array(titles.prefix(3)))
        }
        #expect(
            [Self.item("Analysis-Storm closes the harbour", "")].withoutBoilerplate[0].title
                == "Storm closes the harbour"
        )
        #expect(
            [Self.item("Analysis-based work on harbours", "")].withoutBoilerplate[0].title.hasPrefix("Analysis-based"))
    }

    @Test func `a medium at the end of a title goes`() {
        #expect([Self.item("The old bridge opens [Video]", "")].withoutBoilerplate[0].title == "The old bridge opens")
        #expect([Self.item("The old bridge opens (today)", "")].withoutBoilerplate[0].title.hasSuffix("(today)"))
    }

    @Test(arguments: ["[Video]", "[Watch] ", "【来自】"])
    func `a title that is only a label stays`(title: String) {
        let titles = Self.topics.map { _ in title }
        #expect(titles.map { Self.item($0, "") }.withoutBoilerplate.map(\.title) == titles)
    }
}
