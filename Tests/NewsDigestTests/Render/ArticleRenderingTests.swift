import Foundation
import Testing

@testable import Render
@testable import Settings
@testable import Values

/// Articles of pages in a digest.
@Suite struct ArticleRenderingTests {
    private static func story(_ id: String, _ html: String, text: String = "One.\n\nTwo * of it.") -> Story {
        var story = Sample.story(Sample.article("Story \(id)", summary: "The summary of \(id)."), id: id)
        story.article = PageArticle(url: "https://example.org/\(id)", title: id, html: html, text: text)
        story.showsArticle = true
        return story
    }

    private static func rendered(_ stories: [Story], _ format: Format, _ options: RenderOptions = RenderOptions())
        -> String
    {
        String(decoding: Sample.digest(stories).rendered(as: format, options), as: UTF8.self)
    }

    @Test func `an article takes the place of the summary, but not of one that a program wrote`() {
        var story = Self.story("a", "<p>One.</p><p>Two * of it.</p>")
        // A mail client shows the summary of a single story next to the subject.
        let html = Self.rendered([story, Self.story("b", "<p>B</p>")], .html)
        #expect(html.contains("<p>One.</p><p>Two * of it.</p>") && !html.contains("The summary of a."))
        let markdown = Self.rendered([story], .markdown)
        #expect(markdown.contains("One\\.\n\nTwo \\* of it\\.") || markdown.contains("One.\n\nTwo \\* of it."))
        #expect(Self.rendered([story], .text).contains("  One.\n\n  Two * of it."))
        story.generated = Story.Generated(summary: "Written by a program.")
        for format in [Format.html, .markdown, .text] {
            let both = Self.rendered([story], format)
            #expect(both.contains("Written by a program") && both.contains("One"))
        }
    }

    @Test func `nothing of an article acts, and its pictures follow the settings`() {
        let story = Self.story(
            "a",
            "<p onclick=x()>One<script>alert(1)</script><img src=https://example.org/1.jpg><iframe src=x></iframe></p>")
        let html = Self.rendered([story], .html)
        #expect(html.contains(#"<p>One<img src="https://example.org/1.jpg" alt=""></p>"#))
        #expect(!html.contains("alert(1)") && !html.contains("onclick"))
        var options = RenderOptions()
        options.images = .none
        #expect(!Self.rendered([story], .html, options).contains("1.jpg"))
    }

    @Test(arguments: [
        ("<h1>A</h1><h2>B</h2><h6>C</h6>", "<h4>A</h4><h5>B</h5><h6>C</h6>"),
        ("<div><h2>A</h2></div><h3>B</h3>", "<div><h4>A</h4></div><h5>B</h5>"), ("<h5>A</h5>", "<h5>A</h5>"),
    ])
    func `headings of an article stand under that of the story`(html: String, shown: String) {
        #expect(Self.rendered([Self.story("a", html)], .html).contains(">\(shown)</div>"))
    }

    @Test func `a mail has the articles of the first stories, and all stories`() {
        let stories = ["a", "b", "c"].map { Self.story($0, "<p>\(String(repeating: $0, count: 3000))</p>") }
        let digest = Sample.digest(stories).withArticles(ofBytes: 7000)
        #expect(digest.stories.map(\.showsArticle) == [true, true, false])
        let html = String(decoding: digest.rendered(as: .html), as: UTF8.self)
        #expect(html.contains("The summary of c.") && !html.contains("cccc") && html.contains("bbbb"))
    }

    @Test func `a stored digest is without the articles`() throws {
        let digest = Sample.digest([Self.story("a", "<p>Secret</p>")])
        let stored = try JSONEncoder().encode(digest)
        #expect(!String(decoding: stored, as: UTF8.self).contains("Secret"))
        #expect(try JSONDecoder().decode(Digest.self, from: stored).stories[0].article == nil)
    }
}
