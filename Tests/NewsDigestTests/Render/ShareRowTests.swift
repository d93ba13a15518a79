import Foundation
import Testing

@testable import NewsDigest
@testable import Values

/// The row of share links under a story of a long digest takes at most a fifth of the story.
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

    @Test func `share links take at most a fifth of a story, and always include the first service`() throws {
        let page = String(decoding: digest().rendered(as: .html, RenderOptions(share: services)), as: UTF8.self)
        let stories = page.components(separatedBy: "<div class=\"story").dropFirst()
        #expect(stories.count == 40)
        for story in stories {
            let row = try #require(story.firstRange(of: #/<p class="share meta".*</p>/#))
            let text = story[row]
            #expect(text.contains(">Telegram<") || text.contains("https://a.example/"))
            let whole = story.firstRange(of: "</section>").map { story[..<$0.lowerBound] } ?? story[...]
            let links = text.matches(of: #/<a /#).count
            #expect(links == 1 || 5 * text.utf8.count <= whole.utf8.count, "\(text.utf8.count) of \(whole.utf8.count)")
        }
        #expect(page.utf8.count < 100_000)
    }

    @Test func `a longer story has more links, in the order of the configuration`() {
        let page = String(decoding: digest().rendered(as: .html, RenderOptions(share: services)), as: UTF8.self)
        let rows = page.matches(of: #/<p class="share meta".*</p>/#).map { row in
            row.output.matches(of: #/">([^<]*)</a>/#).map { String($0.output.1) }
        }
        #expect(rows.count == 40)
        for (number, row) in rows.enumerated() {
            #expect(row == (number % 4 == 0 ? ["Link"] : ["Link", "Telegram"]))
        }
    }
}
