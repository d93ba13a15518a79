import TestSupport
import Testing
import Texts

@Suite struct TerminalLinesTests {
    @Test(arguments: [8, 10, 17, 40])
    func `every line fits the columns, and the words are all there`(width: Int) {
        let text = "The harbour 港の復旧計画をめぐる議論が続いている（第二報）。 Гавань открыта with Donaudampfschifffahrt ❤️ 👩‍👩‍👧 क्षत्रिय"
        let lines = text.lines(ofColumns: width)
        #expect(lines.allSatisfy { $0[...].columns <= width }, "\(lines)")
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        #expect(!lines.contains { $0.hasPrefix(" ") || $0.hasSuffix(" ") || $0.hasPrefix("。") || $0.hasSuffix("（") })
    }

    @Test func `a line is broken between words, and a part keeps its look on each line`() {
        #expect("one two three".lines(ofColumns: 7) == ["one two", "three"])
        #expect("  one two three".lines(ofColumns: 9) == ["  one two", "  three"])
        let parts = [StyledText("Also in: "), StyledText("The Post", link: 1), StyledText(" · more")]
        #expect(
            parts.lines(ofColumns: 14) == [
                [StyledText("Also in: "), StyledText("The", link: 1)],
                [StyledText("Post", link: 1), StyledText(" · more")],
            ])
        #expect("".lines(ofColumns: 7).isEmpty)
    }

    @Test func `an address stays whole if it is to, on the line of its number`() {
        func lines(_ text: String) -> [String] {
            [StyledText(text)].lines(ofColumns: 12, keepingAddresses: true).map { $0.map(\.text).joined() }
        }
        #expect(lines("[12] https://a.example/long") == ["[12] https://a.example/long"])
        #expect(lines("See it at https://港.example/") == ["See it at", "https://港.example/"])
        #expect(lines("港の計画https://a.example/b港の") == ["港の計画", "https://a.example/b", "港の"])
        #expect(lines("Donaudampfschiff") == ["Donaudampfsc", "hiff"])
        #expect("https://a.example/".lines(ofColumns: 12).count == 2)
    }

    @Test func `the work grows no faster than the text`() {
        func text(_ count: Int) -> String { String(repeating: "word 漢字 ", count: count) }
        let growth = Work.growth(of: text, from: 512) { _ = $0.lines(ofColumns: 40) }
        #expect(growth.isLinear, "\(growth)")
    }

    @Test func `columns are cut and left out from the last to the second, and then the title is cut`() {
        let rows = [["A title of some length", "7k2m9qx", "The Gazette", "technology"], ["短い", "abc", "Post", "x"]]
        #expect(rows.aligned(within: nil, keeping: 2) == rows.aligned)
        #expect(rows.aligned(within: 100, keeping: 2) == rows.aligned)
        #expect(
            rows.aligned(within: 50, keeping: 2) == [
                "A title of some length  7k2m9qx  The Gazette", "短い                    abc      Post",
            ])
        #expect(
            rows.aligned(within: 31, keeping: 2) == ["A title of some length  7k2m9qx", "短い                    abc"])
        #expect(rows.aligned(within: 20, keeping: 2) == ["A title of…  7k2m9qx", "短い         abc"])
        let long = [["Feed", "https://feeds.example.org/a/long/path"]]
        #expect(long.aligned(within: 24) == ["Feed  https://feeds.exa…"])
        #expect(long.aligned(within: 12) == ["Feed"])
    }

    @Test func `wide signs and the letters of a cluster take their columns`() {
        #expect("⚡✅⭐"[...].columns == 6 && "→·é"[...].columns == 3)
        #expect("क्ष"[...].columns >= 2 && "👩‍👩‍👧"[...].columns == 2 && "🇫🇷"[...].columns == 2)
        #expect("❤️"[...].columns == 2 && "한"[...].columns == 2)
    }
}
