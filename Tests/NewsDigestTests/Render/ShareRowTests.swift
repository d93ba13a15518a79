import Foundation
import Testing

@testable import Render
@testable import Values

/// The rows of share links of a long digest take at most a fifth of its stories.
@Suite struct ShareRowTests {
    private let services = ShareLink.allCases

    /// Forty stories. Every fourth has only a title.
    private func digest() -> Digest {
        let long = String(repeating: "The council met again and agreed on most of the plan. ", count: 5)
        return Sample.digest(
            (0..<40).map { number in
                let item = Sample.article(
                    "Story \(number) about the plan for the harbour", summary: number % 4 == 0 ? "" : long,
                    url: "https://a.example/\(number)")
                return Sample.story(item, id: "s\(number)")
            })
    }

    private func rows(_ page: String) -> [[String]] {
        page.matches(of: #/<p class="share meta".*</p>/#).map { row in
            row.output.matches(of: #/">([^<]*)</a>/#).map { String($0.output.1) }
        }
    }

    @Test func `share links take at most a fifth of the stories, and are the same for all`() throws {
        let page = String(decoding: digest().rendered(as: .html, RenderOptions(share: services)), as: UTF8.self)
        let rows = page.matches(of: #/<p class="share meta".*</p>/#).reduce(0) { $0 + $1.output.utf8.count }
        let stories = try #require(page.firstRange(of: "<div class=\"story"))
        #expect(5 * rows <= page[stories.lowerBound...].utf8.count)
        #expect(Set(self.rows(page)) == [["Telegram"]] && self.rows(page).count == 40)
        #expect(page.utf8.count < 100_000)
    }

    @Test func `no link repeats the address of the headline, and a row without links is not there`() throws {
        var short = digest()
        short.sections[0].stories.removeLast(37)
        for digest in [digest(), short] {
            let page = String(decoding: digest.rendered(as: .html, RenderOptions(share: [.link])), as: UTF8.self)
            #expect(rows(page).isEmpty && !page.contains("Share"))
        }
        let page = String(decoding: short.rendered(as: .html, RenderOptions(share: services)), as: UTF8.self)
        #expect(rows(page).allSatisfy { $0 == ["Telegram", "WhatsApp", "X", "VK", "Facebook", "Email"] })
        let json = String(decoding: short.rendered(as: .json, RenderOptions(share: services)), as: UTF8.self)
        #expect(json.contains(#""link" : "https://a.example/0""#) && json.contains(#""email" :"#))
    }
}
