import Foundation
import Testing
import Texts

@testable import Platform
@testable import Render
@testable import Values

@Suite struct TerminalPageTests {
    private static let digest = {
        let copy = Story.Telling(
            id: "c", source: "Post", title: "The same", url: "https://post.example/1", isSameArticle: true)
        let part = Story.Telling(
            id: "p", source: "Herald", title: "港の復旧計画をめぐる議論が続いている", url: "https://herald.example/2",
            isSameArticle: false)
        let long = Sample.article(
            "Council agrees on the plan for the harbour after a long night", source: "Gazette",
            summary: "Совет одобрил план восстановления гавани после долгой ночи споров.",
            url: "https://gazette.example/1",
            author: "A. Writer")
        let wide = Sample.article(
            "東京で大きな会議が開かれ、多くの国の代表が集まった", source: "新聞", summary: "会議は三日間続く。",
            url: "https://xn--bcher-kva.example/" + String(repeating: "long/", count: 30))
        var digest = Sample.digest([
            Sample.story(long, id: "s1", also: [copy, part]), Sample.story(wide, id: "s2"),
        ])
        digest.leftOver = 3
        return digest
    }()

    private func page(_ width: Int, _ environment: [String: String] = [:], _ digest: Digest = Self.digest) -> ScreenPage
    {
        let screen = Screen(
            columns: width, rows: 24, environment: ["TERM": "xterm-256color"].merging(environment) { $1 })
        return TerminalPage(digest, on: screen, RenderOptions(share: ShareLink.allCases)).shown
    }

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    /// The text without the escape sequences that a page may have.
    private func plain(_ text: String) -> String {
        text.replacing(/\u{1B}\[(1|22)m/, with: "").replacing(/\u{1B}\]8;[^;]*;[^\u{1B}]*\u{1B}\\/, with: "")
    }

    @Test func `the title is in the capitals of its language`() {
        let digest = Sample.digest([], language: "tr", title: "Haber özeti")
        #expect(plain(page(80, [:], digest).text).hasPrefix("HABER ÖZETİ\n"))
    }

    @Test func `headlines are bold, links have numbers, and nothing is there to share`() {
        #expect(
            page(80).text.replacing("\u{1B}[1m", with: "<").replacing("\u{1B}[22m", with: ">") == """
                <MORNING DIGEST>
                Saturday, 21 November 2026 · 2 stories · 4 sources

                <== Technology ==>

                <Council agrees on the plan for the harbour after a long night [1]>
                  Gazette · A. Writer · 07:15
                  Совет одобрил план восстановления гавани после долгой ночи споров.
                  Also in: Post [2]
                  More on this:
                  * 港の復旧計画をめぐる議論が続いている [3] (Herald)

                <東京で大きな会議が開かれ、多くの国の代表が集まった [4]>
                  新聞 · 07:15
                  会議は三日間続く。

                <Links>
                [1] https://gazette.example/1
                [2] https://post.example/1
                [3] https://herald.example/2
                [4]
                https://xn--bcher-kva.example/\(String(repeating: "long/", count: 30))

                3 more next time
                newsdigest \(Values.version) · d20261121

                """)
    }

    @Test(arguments: [12, 40, 80, 200])
    func `every line fits the width, except one that is an address`(width: Int) {
        for environment in [[:], ["VTE_VERSION": "7600"]] {
            for line in lines(plain(page(width, environment).text)) {
                #expect(line[...].columns <= width || line.wholeMatch(of: /https:\S+/) != nil, "\(line)")
            }
        }
    }

    @Test func `a terminal that knows links opens them, on each line of a headline`() {
        let text = page(40, ["VTE_VERSION": "7600"]).text
        let address = "\u{1B}]8;id=1;https://gazette.example/1\u{1B}\\"
        #expect(text.ranges(of: address).count == 2 && !text.contains("[1]") && !text.contains("Links"))
        #expect(text.contains("\(address)\u{1B}[1mCouncil agrees on the plan for the\u{1B}[22m\u{1B}]8;;\u{1B}\\"))
    }

    @Test func `NO_COLOR and a dumb terminal have no escape sequence`() {
        for environment in [["NO_COLOR": "1"], ["TERM": "dumb", "VTE_VERSION": "7600"]] {
            #expect(!page(80, environment).text.contains("\u{1B}"))
        }
        #expect(page(80, ["NO_COLOR": ""]).text.contains("\u{1B}[1m"))
    }

    @Test(arguments: [
        (["TERM": "xterm-kitty"], true), (["TERM_PROGRAM": "vscode"], true), (["KONSOLE_VERSION": "230800"], true),
        (["VTE_VERSION": "4800"], false), ([:], false), (["TERM": "tmux-256color", "VTE_VERSION": "7600"], false),
        (["FORCE_HYPERLINK": "1"], true), (["TERM": "foot", "FORCE_HYPERLINK": "0"], false),
    ])
    func `the variables of the terminal tell whether it knows links`(environment: [String: String], knows: Bool) {
        #expect(page(80, environment).text.contains("\u{1B}]8;") == knows)
    }

    @Test func `the width is the terminal's, else that of COLUMNS, else 80`() {
        func width(_ columns: Int, _ environment: [String: String]) -> Int {
            Screen(columns: columns, rows: 0, environment: environment).width
        }
        #expect(width(100, ["COLUMNS": "50"]) == 100 && width(0, ["COLUMNS": "50"]) == 50)
        #expect(width(0, [:]) == 80 && width(0, ["COLUMNS": "x"]) == 80)
    }

    @Test func `a page that is longer than the screen has a pager`() {
        #expect(page(80, ["PAGER": "less"]).pager == "less")
        #expect(page(80).pager == nil && page(80, ["PAGER": "cat"]).pager == nil)
        #expect(page(80, ["PAGER": "less"], Sample.digest([])).pager == nil)
    }

    @Test(arguments: [[:], ["VTE_VERSION": "7600"]])
    func `nothing foreign is an escape sequence, and an address is visible ASCII`(environment: [String: String]) {
        let texts = Hostile.strings
        for width in [20, 80] {
            let text = page(width, environment, HostileTests.digest(of: texts)).text
            let addresses = text.matches(of: /\u{1B}\]8;(?:id=[0-9]+)?;([^\u{1B}]*)\u{1B}\\/).map {
                String($0.output.1)
            }
            #expect(addresses.allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
            #expect(addresses.allSatisfy { $0.isEmpty || $0.hasPrefix("http://") || $0.hasPrefix("https://") })
            let rest = plain(text).unicodeScalars
            #expect(!rest.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        }
    }
}
