import FeedParser
import Foundation
import FoundationXML
import TestSupport
import Testing

@testable import Render
@testable import Values

/// `format = "epub"` (EPUB 3.3).
@Suite struct EPUBTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0]

    private func book(
        _ digest: Digest, _ options: RenderOptions = RenderOptions()
    ) throws -> [(name: String, text: String)] {
        let files = try filesOfZIP(digest.rendered(as: .epub, options))
        #expect(files[0].name == "mimetype" && files[0].isStored)
        for file in files where file.name.hasSuffix("ml") || file.name.hasSuffix("opf") {
            #expect(XMLParser(data: Data(file.bytes)).parse(), "\(file.name)")
        }
        return files.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }
    }

    private func story(html: String? = nil, article: String? = nil) -> Story {
        var item = Sample.article("Ferry & market", summary: "The ferry was late.")
        item.html = html
        var story = Sample.story(item)
        story.article = article.map { PageArticle(url: "https://example.org/story", title: "", html: $0, text: $0) }
        return story
    }

    @Test func `a book has a page of contents, a chapter for each section, and the notes`() throws {
        var digest = Sample.digest([story()])
        digest.leftOver = 3
        let files = try book(digest)
        let pages = ["contents", "section-1", "notes"].map { "EPUB/\($0).xhtml" }
        #expect(files.map(\.name).filter { $0.hasSuffix("xhtml") } == pages)
        #expect(files[0].text == "application/epub+zip")
        let contents = try #require(files.first { $0.name == pages[0] }).text
        #expect(contents.contains("<a href=\"section-1.xhtml#story-1\" dir=\"auto\">Ferry &amp; market</a>"))
        #expect(
            try #require(files.first { $0.name == pages[1] }).text.contains("<p dir=\"ltr\">The ferry was late.</p>"))
        #expect(try #require(files.first { $0.name == pages[2] }).text.contains("3 more"))
    }

    @Test func `the same digest gives the same bytes`() {
        let digest = Sample.digest([story(html: "<p>\(String(repeating: "Word. ", count: 50))")])
        #expect(digest.rendered(as: .epub) == digest.rendered(as: .epub))
    }

    @Test func `a story has the article of its page, else the text of the feed`() throws {
        let feed = "<p>The ferry was late. \(String(repeating: "The feed says more. ", count: 5))</p>"
        for (article, words) in [(nil, "The feed says more."), ("<p>The page says all.</p>", "The page says all.")] {
            let files = try book(Sample.digest([story(html: feed, article: article)]))
            let chapter = try #require(files.first { $0.name.hasSuffix("section-1.xhtml") }).text
            #expect(chapter.contains(words) && !chapter.contains("<p dir=\"ltr\">The ferry was late.</p>"))
        }
    }

    @Test func `pictures are in the book, and none is loaded from elsewhere`() throws {
        let html = """
            <p>\(String(repeating: "Text of the page. ", count: 5))</p><img src="https://example.org/a.png" alt="A&quot;">
            <img src="https://example.org/missing.png"><p>End.</p>
            """
        let digest = Sample.digest([story(html: html)])
        #expect(digest.picturesOfBook.suffix(2) == ["https://example.org/a.png", "https://example.org/missing.png"])
        let files = try book(digest, RenderOptions { $0.hasSuffix("/a.png") ? Self.png : nil })
        let picture = try #require(files.first { $0.name.hasPrefix("EPUB/pictures/") }).name.dropFirst("EPUB/".count)
        let chapter = try #require(files.first { $0.name.hasSuffix("section-1.xhtml") }).text
        #expect(chapter.contains("<img src=\"\(picture)\" alt=\"A&quot;\"/>") && !chapter.contains("src=\"http"))
        #expect(files.contains { $0.name == "EPUB/package.opf" && $0.text.contains("media-type=\"image/png\"") })
    }

    @Test(arguments: [
        ("<p>a<p>b", "<p>a</p><p>b</p>"), ("<span>a<div>b</div></span>", "<span>a b </span>"),
        ("<ul>x<li>a</ul>", "<ul><li>x</li><li>a</li></ul>"), ("<li>a", "<div>a</div>"),
        ("<a href=/x>a<b><a href=/y>b</a></b></a>", "<a href=\"/x\">a<b>b</b></a>"),
        (
            "<table><thead><tr><th>h<td colspan=2>c</table>",
            "<table><tbody><tr><th>h</th><td colspan=\"2\">c</td></tr></tbody></table>"
        ),
        ("<figure><figcaption>c</figcaption><p>p</figure>", "<figure><p>p</p><figcaption>c</figcaption></figure>"),
        ("<ruby>漢<rp>(</rp><rt>kan</rt></ruby>", "漢<small>(kan)</small>"),
        ("<h1>T</h1><hr><br>", "<h2>T</h2><hr/><br/>"),
        ("<p lang=\"e n\" dir=up onclick=x>a&nbsp;&lt;\u{1}", "<p>a\u{A0}&lt;</p>"),
        ("<ol start=-1><li>a</ol>", "<ol><li>a</li></ol>"),
        ("<p lang=ru>a", "<p lang=\"ru\" xml:lang=\"ru\">a</p>"), ("<script>x</script><form>a</form>", "a"),
    ])
    func `an element at a place where it must not stand leaves its content`(html: String, xhtml: String) {
        #expect(HTMLText.xhtml(html, link: { $0 }, picture: { _ in nil }) == xhtml)
    }
}
