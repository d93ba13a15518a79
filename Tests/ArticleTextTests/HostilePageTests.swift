import Foundation
import TestSupport
import Testing

@testable import ArticleText

@Suite(.serialized) struct HostilePageTests {
    private static let prose = "<p>The quay was quiet, the ferry late, and the tide low, again, said the clerk.</p>"

    /// Pages that make a careless reader work for a square of their length.
    private static let pages: [(name: String, make: @Sendable (Int) -> String)] = [
        ("candidates", { String(repeating: "<div><div>\(prose)</div></div>", count: $0) }),
        ("nested divisions", { String(repeating: "<div>", count: $0) + prose }),
        ("nested lists", { String(repeating: "<ul><li>a, b", count: $0) }),
        ("nested tables", { String(repeating: "<table><tr><td>", count: $0) + prose }),
        ("line breaks", { "<div>" + String(repeating: "x<br><br>", count: $0) }),
        ("line breaks alone", { "<div>" + String(repeating: "<br> ", count: $0) }),
        ("headings", { "<title>Quay tide</title>" + String(repeating: "<h1>quay</h1>", count: $0) + prose }),
        ("open scripts", { String(repeating: "<script", count: $0) }),
        ("linked data", { String(repeating: "<script type=application/ld+json>[", count: $0) }),
        ("nested JSON", { "<script type=application/ld+json>" + String(repeating: "[", count: $0) + "</script>" }),
        ("metadata", { String(repeating: "<meta name=a\(Int.random(in: 0...9)) content=b>", count: $0) + prose }),
        ("attributes", { "<p " + (0..<$0).map { "a\($0)=b " }.joined() + ">" + prose }),
        ("open quotes", { String(repeating: "<a href=\"x>", count: $0) }),
        ("less", { String(repeating: "<", count: $0) }),
        ("links", { String(repeating: "<a href=#>a, b</a> ", count: $0) }),
        ("anchors around all", { String(repeating: "<a><span>", count: $0) + prose }),
        ("classes", { "<div class='\(String(repeating: "comment ", count: $0))'>\(prose)</div>" }),
    ]

    @Test(arguments: pages.map(\.name)) func `the work grows as the page`(name: String) throws {
        let make = try #require(Self.pages.first { $0.name == name }).make
        func pages(_ count: Int) -> [UInt8] { Array(make(count).utf8) }
        let growth = Work.growth(of: pages, from: 250) { _ = Article(page: $0, url: "https://quay.example/") }
        #expect(growth.isLinear, "\(name): \(growth)")
    }

    @Test func `a page has no more than 100,000 elements`() {
        let page = Array(String(repeating: "<template><b>x</b></template><b>x</b>", count: 100_010).utf8)
        let body = Page(page, charset: nil, url: "https://quay.example/").body
        #expect(body.elements.count { _ in true } == 100_000)
    }

    @Test func `any bytes give an article or none`() {
        var generator = SeededGenerator(seed: 47)
        let tokens = [
            "<p>", "</p>", "<div class=article>", "</div>", "<br>", "<ul>", "<li>", "<table>", "<td>", "a, b. ", "\0",
            "<script>", "</script>", "<!--", "-->", "<a href=x>", "\u{FFFF}", "&amp", "<title>", "<noscript>", "<pre>",
            "<meta charset=utf-16>", "<base href='//[' >", "<h1>", "</body>", "<svg>", "]]>", "é", "<section hidden>",
        ]
        for _ in 0..<2000 {
            let page = (0..<60).map { _ in tokens.randomElement(using: &generator)! }.joined()
            var bytes = Array(page.utf8)
            if Bool.random(using: &generator), !bytes.isEmpty { bytes[bytes.count / 2] = .random(in: 0...255) }
            if let found = Article(page: bytes, url: "https://quay.example/") {
                #expect(!found.text.isEmpty && !found.html.contains("<script"))
            }
        }
    }
}
