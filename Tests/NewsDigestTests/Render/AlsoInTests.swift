import Foundation
import Testing

@testable import Render
@testable import Select
@testable import Settings
@testable import Values

/// "Also in": each article once, and each publisher of an article once.
@Suite struct AlsoInTests {
    private static let story: Story = {
        var item = Sample.article("Ferry runs aground", source: "CNN", url: "https://edition.cnn.com/ferry")
        item.guid = "1"
        func telling(_ id: String, _ source: String, _ url: String, article: String? = nil) -> Story.Telling {
            Story.Telling(
                id: id, source: source, title: id == "b" ? item.title : "Title \(article ?? id)", url: url,
                isSameArticle: article == nil, article: article)
        }
        return Sample.story(
            item,
            also: [
                telling("b", "CNN World", "https://www.cnn.com/world/ferry"),
                telling("c", "Post", "https://post.net/ferry"),
                telling("d", "Post Sea", "https://www.post.net/sea/ferry"),
                telling("e", "Star", "https://star.net/1", article: "e"),
                telling("f", "Globe", "https://globe.net/1", article: "e"),
                telling("g", "Star Sea", "https://star.net/sea/1", article: "e"),
                telling("h", "Star", "https://star.net/2", article: "h"),
            ])
    }()

    @Test func `an article is named once, with each publisher that carries it once`() {
        #expect(Self.story.sources == ["CNN", "Post"])
        #expect(Self.story.otherArticles.map(\.telling.id) == ["e", "h"])
        #expect(Self.story.otherArticles.map(\.sources) == [["Star", "Globe"], ["Star"]])
    }

    @Test func `a list of links is named beside the site to which it links`() {
        var item = Sample.article("Ferry runs aground", source: "Elsom Blog", url: "https://blog.elsom-lang.org/ferry")
        item.guid = "1"
        let copies = ["Quay Links", "Elsom Blog - Boats", "elsomlang", "Quay Links"].map { source in
            Story.Telling(id: source, source: source, title: item.title, url: item.url, isSameArticle: true)
        }
        #expect(Sample.story(item, also: copies).sources == ["Elsom Blog", "Quay Links", "elsomlang"])
    }

    @Test func `a page names each publisher of a copy once, and shows other articles with their titles`() {
        let digest = Sample.digest([Self.story])
        let html = String(decoding: digest.rendered(as: .html), as: UTF8.self)
        let line = html.split(separator: "\n").first { $0.contains("Also in:</bdi> ") } ?? ""
        #expect(line.matches(of: /<bdi>([^<]*)<\/bdi>/).map(\.1) == ["Post"])
        let articles = html.split(separator: "\n").first { $0.contains("More on this:") } ?? ""
        #expect(articles.contains(#">Title e</a> (<bdi>Star, Globe</bdi>)<br>"#))
        #expect(articles.contains(#">Title h</a> (<bdi>Star</bdi>)</p>"#))
        #expect(!line.contains("title=") && !articles.contains("title="))
        let markdown = String(decoding: digest.rendered(as: .markdown), as: UTF8.self)
        #expect(
            markdown.contains(
                """
                Also in: [Post](<https://post.net/ferry>)

                More on this:

                * [Title e](<https://star.net/1>) – Star, Globe
                * [Title h](<https://star.net/2>) – Star

                """))
    }

    @Test(arguments: [(5, nil), (6, "and 1 more"), (17, "and 12 more")])
    func `a page names five other articles and counts the rest`(count: Int, rest: String?) {
        let also = (0..<count).map {
            Story.Telling(
                id: "t\($0)", source: "Paper \($0)", title: "Told \"otherwise\u{301}\" \($0)",
                url: "https://p\($0).net/1",
                isSameArticle: false)
        }
        let digest = Sample.digest([Sample.story(Sample.article("Ferry runs aground"), also: also)])
        for (format, options) in Self.formats {
            let page = String(decoding: digest.rendered(as: format, options), as: UTF8.self)
            #expect(page.ranges(of: "Told ").count == 5, "\(format)")
            #expect(rest.map(page.contains) ?? !page.contains(" more"), "\(format)")
        }
        let all = String(decoding: digest.rendered(as: .markdown, RenderOptions(also: .titles)), as: UTF8.self)
        #expect(all.ranges(of: "\n* [Told").count == count && !all.contains(" more\n"))
    }

    private static let formats: [(Format, RenderOptions)] = [
        (.html, RenderOptions()), (.markdown, RenderOptions()), (.text, RenderOptions()),
    ]

    @Test func `an article of the lead's own publisher always stands with its title`() {
        func telling(_ id: Int, _ source: String, _ host: String, story: String? = nil) -> Story.Telling {
            Story.Telling(
                id: "t\(id)", source: source, title: "Sequel \(id)", url: "https://\(host)/\(id)", isSameArticle: false,
                article: "t\(id)", story: story)
        }
        let others = (0..<6).map { telling($0, "Paper \($0)", "p\($0).net") }
        let own = [telling(6, "Post Harbour", "post.net"), telling(7, "Harbour Post", "post.net", story: "t7")]
        let story = Sample.story(
            Sample.article("Ferry runs aground", source: "Harbour Post", url: "https://post.net/ferry"),
            also: others + own)
        let named = story.named()
        #expect(named.articles.map(\.telling.id) == ["t0", "t1", "t2", "t6", "t7"] && named.more == 3)
        let mostly = Sample.story(
            Sample.article("Ferry runs aground", source: "Harbour Post", url: "https://post.net/ferry"),
            also: (0..<9).map { telling($0, "Harbour Post", "post.net") } + [telling(9, "Star", "star.net")])
        #expect(mostly.named().articles.count == 9 && mostly.named().more == 1)
        let text = Sample.digest([story]).page(as: .text, RenderOptions()).text
        #expect(text.contains("  * Sequel 6 (Post Harbour)\n    https://post.net/6\n"))
        #expect(!text.contains("Also in: Post Harbour"))
    }

    /// A story with one other article, in an affair with six other stories. Four publishers tell the fifth of them, and
    /// the last has two articles.
    private static let affair: Story = {
        func telling(_ id: String, _ source: String, article: String? = nil, story: String?) -> Story.Telling {
            Story.Telling(
                id: id, source: source, title: "Title \(id)", url: "https://\(source).net/\(id)", isSameArticle: false,
                article: article ?? id, story: story)
        }
        let parts = (1...6).map { telling("p\($0)", "paper\($0)", story: "p\($0)") }
        return Sample.story(
            Sample.article("Ferry runs aground"),
            also: [telling("own", "star", story: nil)] + parts + [
                telling("p5b", "globe", article: "p5", story: "p5"), telling("p5c", "sun", article: "p5", story: "p5"),
                telling("p5d", "moon", article: "p5", story: "p5"),
                telling("p6b", "globe", story: "p6"),
            ])
    }()

    @Test func `an affair names its main stories with their titles, and counts the other articles`() throws {
        #expect(Self.affair.named().articles.map(\.telling.id) == ["own", "p1", "p2", "p5", "p6"])
        #expect(Self.affair.named().more == 3)
        let digest = Sample.digest([Self.affair])
        let markdown = String(decoding: digest.rendered(as: .markdown), as: UTF8.self)
        #expect(
            markdown.contains(
                """
                More on this:

                * [Title own](<https://star.net/own>) – star
                * [Title p1](<https://paper1.net/p1>) – paper1
                * [Title p2](<https://paper2.net/p2>) – paper2
                * [Title p5](<https://paper5.net/p5>) – paper5, globe, sun, moon
                * [Title p6](<https://paper6.net/p6>) – paper6
                * and 3 more
                """))
        let text = String(decoding: digest.rendered(as: .text), as: UTF8.self)
        #expect(
            text.contains("  More on this:\n  * Title own (star)\n    https://star.net/own\n  * Title p1 (paper1)\n"))
        #expect(text.contains("  and 3 more\n"))
        let html = String(decoding: digest.rendered(as: .html), as: UTF8.self)
        #expect(html.contains(#"More on this:</bdi><br><a href="https://star.net/own" dir="auto""#))
        #expect(html.contains("(<bdi>paper6</bdi>)<br>and 3 more</p>"))
    }

    @Test func `the JSON of an affair has all articles and the number of those that a page does not name`() throws {
        let json = try JSONSerialization.jsonObject(with: Data(Sample.digest([Self.affair]).rendered(as: .json)))
        let sections = try #require((json as? [String: Any])?["sections"] as? [[String: Any]])
        let story = try #require((sections.first?["stories"] as? [[String: Any]])?.first)
        #expect(story["more"] as? Int == 3)
        #expect((story["also"] as? [[String: Any]])?.count == 8)
        let plain = String(decoding: Sample.digest([Self.story]).rendered(as: .json), as: UTF8.self)
        #expect(!plain.contains("\"more\""))
    }

    @Test func `a digest can show all titles of an affair`() {
        let options = RenderOptions(also: .titles)
        let markdown = String(decoding: Sample.digest([Self.affair]).rendered(as: .markdown, options), as: UTF8.self)
        #expect(markdown.ranges(of: "\n* [Title ").count == 8)
        #expect(!markdown.contains(" more\n"))
    }

    @Test func `a page can show the titles of the other articles`() throws {
        let configuration = try Configuration(toml: "[digest]\nalso = \"titles\"", file: "", environment: [:])
        let digest = Sample.digest([Self.story])
        let markdown = String(
            decoding: digest.rendered(as: .markdown, RenderOptions(also: configuration.digest.also)), as: UTF8.self)
        #expect(
            markdown.contains(
                "* [Title e](<https://star.net/1>) – Star, Globe\n* [Title h](<https://star.net/2>) – Star\n"))
    }

    @Test func `a copy by the lead's own publisher stands under its own title`() {
        func telling(_ id: String, _ title: String, _ url: String) -> Story.Telling {
            Story.Telling(id: id, source: "CNN World", title: title, url: url, isSameArticle: true)
        }
        let story = Sample.story(
            Sample.article("Ferry runs aground", source: "CNN", url: "https://edition.cnn.com/ferry"),
            also: [
                telling("a", "Ferry runs aground", "https://www.cnn.com/world/ferry"),
                telling("b", "Ferry with 200 on board runs aground", "https://www.cnn.com/world/ferry-2"),
                telling("c", "Ferry with 200 on board runs aground!", "https://www.cnn.com/world/ferry-3"),
                telling("d", "Ferry: live", "https://edition.cnn.com/ferry"),
            ])
        #expect(story.sources == ["CNN"] && story.otherArticles.map(\.telling.id) == ["b"])
        for (format, options) in Self.formats {
            let page = String(decoding: Sample.digest([story]).rendered(as: format, options), as: UTF8.self)
            #expect(page.ranges(of: "Ferry with 200 on board").count == 1, "\(format)")
        }
    }

    @Test func `the templates of earlier versions name every article once`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(
            "{{#also}}<{{title}}>{{/also}}{{#parts}}<{{title}}>{{/parts}}{{#showsTitles}}{{#also}}{{title}}{{/also}}{{/showsTitles}}",
            to: "story.text.mustache")
        _ = try folder.write("{{#also}}<{{title}}>{{/also}}", to: "story.markdown.mustache")
        let options = RenderOptions(templates: TemplateSet(overrides: folder.url))
        #expect(options.templates.failures.isEmpty)
        func titles(_ kind: TemplateKind, _ story: Story) -> [Substring] {
            Sample.digest([story]).page(as: kind, options).text.matches(of: /<(Title \w+)>/).map(\.1)
        }
        #expect(titles(.text, Self.affair) == ["Title own", "Title p1", "Title p2", "Title p5", "Title p6"])
        #expect(Set(titles(.text, Self.story)) == ["Title c", "Title e", "Title h"])
        #expect(titles(.markdown, Self.affair).count == 8)
    }

    @Test func `text, JSON and messages have them in full`() {
        let digest = Sample.digest([Self.story])
        let text = String(decoding: digest.rendered(as: .text), as: UTF8.self)
        #expect(
            text.contains("Also in: Post\n    https://post.net/ferry\n  More on this:\n  * Title e (Star, Globe)\n"))
        let json = String(decoding: digest.rendered(as: .json), as: UTF8.self).filter { !$0.isWhitespace }
        #expect(json.contains(#""sources":["CNN","Post"]"#))
        #expect(json.contains(#"{"source":"Star","sources":["Star","Globe"],"title":"Titlee","#))
        #expect(json.contains(#"{"source":"Star","title":"Titleh","#))
        let chat = ChatMessages(digest, for: Telegram(), Webhook(service: .telegram, url: .environment("HOOK")))
            .jsonLines
        #expect(String(decoding: chat, as: UTF8.self).contains("Also in Post · More on this: 2"))
    }

    @Test func `copies of another article are one article of a selection`() throws {
        let title = "Harbour pilots walk out over night shifts at the northern terminal"
        let items = [
            ("a", "Ferry runs aground off Elsom, pilots walk out", "Daily"), ("b", title, "Gazette"),
            ("c", title, "Post"), ("d", title, "Star"),
        ].map { id, title, source in
            var item = Sample.article(title, source: source, url: "https://\(source.lowercased()).example.org/\(id)")
            item.sourceID = "feed:\(source)"
            item.summary =
                "Harbour pilots at the northern terminal of Elsom walk out over night shifts; a ferry ran aground."
            return Candidate(id: id, item: item, firstSeen: Sample.now)
        }
        let story = try #require(
            Selection(candidates: items, rules: SelectionRules(), now: Sample.now).sections.first?.stories.first)
        let articles = Set([story.id] + story.also.map { $0.isSameArticle ? story.id : $0.article ?? "" })
        #expect(articles.count < 4, "three of them are one article")
        #expect(story.sources.count + story.otherArticles.flatMap(\.sources).count == 1 + story.also.count)
    }
}
