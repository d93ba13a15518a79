import Foundation
import Templates
import Testing
import Texts

@testable import Languages
@testable import Render
@testable import Settings
@testable import Values

@Suite struct RenderingTests {
    @Test func `every template in the folder is embedded byte for byte`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Templates")
            .standardized
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".mustache")
        }
        #expect(names.sorted() == Templates.all.map(\.name).sorted())
        for (name, text) in Templates.all {
            #expect(try Data(contentsOf: folder.appending(path: name)) == Data(text.utf8), "\(name)")
            #expect(text.utf8.count < 10_000, "\(name)")
        }
    }

    @Test func `the built-in templates name nothing unknown`() {
        let sources = Templates.all.compactMap {
            TemplateSource(file: $0.name, text: $0.text)
        }
        #expect(sources.count == Templates.all.count)
        #expect(TemplateCheck(builtIn: [], own: sources).firstFault == nil)
        #expect(TemplateSet.builtIn.failures == [])
    }

    @Test(arguments: [
        ("digest.html", Format.html), ("/a.b/c.HTM", .html), ("x.md", .markdown), ("x.markdown", .markdown),
        ("x.txt", .text),
        ("x.y.json", .json), ("x.eml", .eml), ("html", nil), ("a.md/digest", nil), ("x.pdf", nil), ("", nil),
        ("x.", nil),
    ])
    func `a file's ending asks for a format`(path: String, format: Format?) {
        #expect(Format(path: path) == format)
    }

    @Test func `markdown has a heading with a link for a story`() {
        let digest = Sample.digest([Sample.story(Sample.article("A chip", summary: "It is small."))])
        let markdown = String(decoding: digest.rendered(as: .markdown), as: UTF8.self)
        #expect(markdown.contains("### [A chip](<https://example.org/story>)\n\n**Gazette** · 07:15\n\nIt is small.\n"))
    }

    @Test func `the next lines of an entry of a list begin below its first word`() {
        #expect(
            "  * Pilots walk out (Star)\n    https://a.example/1".wrapped(at: 16) == """
                  * Pilots walk
                    out (Star)
                    https://a.example/1
                """)
    }

    @Test func `text without spaces is wrapped too`() {
        let summary = String(repeating: "港の復旧計画をめぐる議論が続いている。", count: 9)
        let text = String(
            decoding: Sample.digest([Sample.story(Sample.article("港の計画", summary: summary))]).rendered(as: .text),
            as: UTF8.self)
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.columns <= 78 } && lines.filter { $0.contains("議論") }.count > 3)
        #expect(!lines.contains { $0.contains("復旧") && !$0.hasPrefix("  ") })
        #expect("".wrapped(at: 5) == "" && "  * ".wrapped(at: 2) == "  * ")
    }

    @Test func `text is wrapped at 78 columns with numbered links`() throws {
        let summary = String(repeating: "Слово и дело. ", count: 30)
        let stories = [
            Sample.story(
                Sample.article(
                    "A chip", summary: summary, url: "https://example.org/" + String(repeating: "x", count: 90))),
            Sample.story(
                Sample.article(
                    "Another", summary: "漢字" + String(repeating: " 漢字漢字", count: 20), url: "https://example.org/2")),
        ]
        let text = String(decoding: Sample.digest(stories).rendered(as: .text), as: UTF8.self)
        #expect(text.contains("\nA chip [1]\n  Gazette · 07:15\n  Слово"))
        #expect(text.contains("\n[1] https://example.org/xxx"))
        #expect(text.contains("\n[2] https://example.org/2\n"))
        for line in text.split(separator: "\n") where !line.hasPrefix("[1]") {
            #expect(line.count + line.filter { "漢字".contains($0) }.count <= 78)
        }
    }

    @Test func `stories that make the page too long are dropped whole and counted`() throws {
        let long = String(repeating: "word ", count: 60)
        let stories = (1...20).map { Sample.story(Sample.article("Story \($0)", summary: long), id: "s\($0)") }
        var digest = Sample.digest(stories)
        digest.sections.append(
            Digest.Section(
                category: "science", title: "Science", stories: [Sample.story(Sample.article("Last"), id: "z")]))
        digest.leftOver = 4
        let whole = digest.rendered(as: .html).count
        let (smaller, dropped) = digest.fitting(maxBytes: whole / 2)
        #expect(smaller.rendered(as: .html).count <= whole / 2)
        #expect(dropped.map(\.id) == (1...20).suffix(dropped.count).reversed().map { "s\($0)" })
        #expect(smaller.stories.map(\.id) == (1...(20 - dropped.count)).map { "s\($0)" } + ["z"])
        #expect(smaller.leftOver == 4 + dropped.count)
        #expect(smaller.sections[0].leftOver == dropped.count)
        #expect(digest.fitting(maxBytes: whole) == (digest, []))
        var oneMore = smaller
        oneMore.sections[0].stories.append(stories[20 - dropped.count])
        #expect(oneMore.rendered(as: .html).count > whole / 2)
    }

    @Test func `a digest keeps one story however small the limit is`() {
        let digest = Sample.digest([
            Sample.story(Sample.article("A"), id: "a"), Sample.story(Sample.article("B"), id: "b"),
        ])
        let (smaller, dropped) = digest.fitting(maxBytes: 10)
        #expect(smaller.stories.map(\.id) == ["a"])
        #expect(dropped.map(\.id) == ["b"])
        #expect(Sample.digest([]).fitting(maxBytes: 10).dropped == [])
    }

    @Test func `the JSON of a digest has the documented form`() throws {
        var digest = Sample.digest([
            Sample.story(
                Sample.article("A chip", summary: "One.\n\nTwo.", image: "https://example.org/a.jpg", author: "Ann"),
                also: [
                    Story.Telling(
                        id: "s2", source: "Post", title: "Chip", url: "https://example.com/c", isSameArticle: false),
                    Story.Telling(
                        id: "s3", source: "Star", title: "A chip", url: "https://example.com/d", isSameArticle: true),
                ])
        ])
        digest.failures = [Digest.SourceFailure(source: "BBC", since: Sample.now, reason: "answered 503")]
        digest.leftOver = 12
        var concert = Sample.article("A concert", source: "KudaGo", category: "events", published: nil)
        concert.kind = .event
        concert.event = Event(
            occurrences: [Event.Occurrence(starts: Sample.now.addingTimeInterval(3600), ends: nil)], place: "Hall",
            address: "Street 1", price: "100", age: "16+")
        digest.sections.append(
            Digest.Section(category: "events", title: "Events", stories: [Sample.story(concert, id: "e1")]))
        #expect(
            String(decoding: digest.rendered(as: .json, RenderOptions(share: [.vk])), as: UTF8.self) == """
                {
                  "created" : "2026-11-21T05:00:00Z",
                  "failures" : [
                    {
                      "reason" : "answered 503",
                      "since" : "2026-11-21T05:00:00Z",
                      "source" : "BBC"
                    }
                  ],
                  "id" : "d20261121",
                  "language" : "en",
                  "left_out" : 0,
                  "left_over" : 12,
                  "profile" : "default",
                  "sections" : [
                    {
                      "category" : "technology",
                      "stories" : [
                        {
                          "also" : [
                            {
                              "source" : "Post",
                              "title" : "Chip",
                              "url" : "https://example.com/c"
                            }
                          ],
                          "author" : "Ann",
                          "earlier" : [

                          ],
                          "id" : "s1",
                          "image" : "https://example.org/a.jpg",
                          "kind" : "article",
                          "published" : "2026-11-21T04:15:00Z",
                          "share" : {
                            "link" : "https://example.org/story",
                            "vk" : "https://vk.com/share.php?url=https%3A%2F%2Fexample.org%2Fstory&title=A%20chip"
                          },
                          "source" : "Gazette",
                          "sources" : [
                            "Gazette",
                            "Star"
                          ],
                          "summary" : "One.\\n\\nTwo.",
                          "title" : "A chip",
                          "url" : "https://example.org/story"
                        }
                      ],
                      "title" : "Technology"
                    },
                    {
                      "category" : "events",
                      "stories" : [
                        {
                          "also" : [

                          ],
                          "earlier" : [

                          ],
                          "event" : {
                            "address" : "Street 1",
                            "age" : "16+",
                            "free" : false,
                            "place" : "Hall",
                            "price" : "100",
                            "starts" : "2026-11-21T06:00:00Z"
                          },
                          "id" : "e1",
                          "kind" : "event",
                          "share" : {
                            "link" : "https://example.org/story",
                            "vk" : "https://vk.com/share.php?url=https%3A%2F%2Fexample.org%2Fstory&title=A%20concert"
                          },
                          "source" : "KudaGo",
                          "sources" : [
                            "KudaGo"
                          ],
                          "summary" : "",
                          "title" : "A concert",
                          "url" : "https://example.org/story"
                        }
                      ],
                      "title" : "Events"
                    }
                  ],
                  "title" : "Morning digest"
                }

                """)
    }

    @Test(arguments: [
        (Int.max, 153_722_867_280_912_930), (.min, 1), (29, 1), (89, 1), (90, 2), (3209, 53), (3210, 54),
    ])
    func `a recording of any stored duration is shown`(seconds: Int, minutes: Int) {
        var episode = Sample.article("An episode")
        episode.audio = Item.Recording(url: "https://example.org/1.mp3", type: "audio/mpeg", seconds: seconds)
        let text = String(decoding: Sample.digest([Sample.story(episode)]).rendered(as: .text), as: UTF8.self)
        #expect(text.contains("Audio, \(minutes) min: https://"))
    }

    @Test func `comments, audio and video are links of the story`() {
        var episode = Sample.article("An episode")
        episode.comments = "https://example.org/1#comments"
        episode.audio = Item.Recording(url: "https://example.org/1.mp3", type: "audio/mpeg", seconds: 3180)
        episode.video = Item.Recording(url: "https://example.org/1.mp4", type: nil, seconds: nil)
        var digest = Sample.digest([Sample.story(episode)])
        func shown(_ format: Format) -> String { String(decoding: digest.rendered(as: format), as: UTF8.self) }
        let json = shown(.json)
        for line in [
            #""comments" : "https://example.org/1#comments""#, #""seconds" : 3180"#, #""type" : "audio/mpeg""#,
            #""url" : "https://example.org/1.mp4""#,
        ] {
            #expect(json.contains(line))
        }
        #expect(shown(.markdown).contains("[Audio, 53 min](<https://example.org/1.mp3>) · [Video](<"))
        #expect(shown(.text).contains("  Comments: https://example.org/1#comments\n  Audio, 53 min: https://"))
        #expect(shown(.html).contains(">Audio, 53 min</a>") && shown(.eml).contains("Comments"))
        digest.language = "ru"
        #expect(shown(.markdown).contains("[Комментарии](<") && shown(.markdown).contains("[Аудио, 53 мин](<"))
        digest.language = "tr"
        #expect(shown(.markdown).contains("[Yorumlar](<") && shown(.markdown).contains("[Ses, 53 dk](<"))
        digest.sections[0].stories[0].item.comments = "javascript:x()"
        #expect(!shown(.html).contains("javascript:x()") && !shown(.json).contains("javascript:x()"))
    }

    @Test func `the page with the comments is shown without tracking parameters, unless it is the story's own`() {
        func json(url: String, comments: String) -> String {
            var item = Sample.article("A", url: url)
            item.comments = comments
            return String(decoding: Sample.digest([Sample.story(item)]).rendered(as: .json), as: UTF8.self)
        }
        let page = "https://example.org/1?utm_source=rss"
        let below = json(url: page, comments: page + "#comments")
        #expect(below.contains(#""comments" : "https://example.org/1#comments""#))
        #expect(!json(url: page, comments: "https://example.org/1?utm_source=news").contains(#""comments""#))
    }

    @Test func `pictures are remote, embedded or none`() throws {
        let digest = Sample.digest([Sample.story(Sample.article("A", image: "https://example.org/a.jpg"))])
        let html = { (options: RenderOptions) in String(decoding: digest.rendered(as: .html, options), as: UTF8.self) }
        #expect(html(RenderOptions()).contains("src=\"https://example.org/a.jpg\" alt=\"Picture: Gazette\""))
        #expect(!html(RenderOptions(images: .none)).contains("<img"))
        let leftOut = html(RenderOptions(images: .embed))
        #expect(!leftOut.contains("<img") && !leftOut.contains("a.jpg") && !leftOut.contains("Picture"))
        #expect(!html(RenderOptions(images: .none)).contains("a.jpg"))
        let jpeg = RenderOptions(images: .embed) { $0 == "https://example.org/a.jpg" ? [0xFF, 0xD8, 0xFF, 0xE0] : nil }
        #expect(html(jpeg).contains("src=\"data:image/jpeg;base64,/9j/4A==\""))
        #expect(!html(RenderOptions(images: .embed) { _ in Array("<html>".utf8) }).contains("<img"))
        #expect(
            !html(RenderOptions(images: .embed) { _ in [0xFF, 0xD8, 0xFF] + Array(repeating: 0, count: 300_000) })
                .contains("<img"))
        #expect(digest.pictures == ["https://example.org/a.jpg"])
    }

    @Test func `the look follows the theme`() {
        let html = { (theme: Configuration.Theme) in
            String(decoding: Sample.digest([]).rendered(as: .html, RenderOptions(theme: theme)), as: UTF8.self)
        }
        #expect(
            html(.auto).contains("@media (prefers-color-scheme: dark) {")
                && html(.auto).contains("content=\"light dark\""))
        #expect(html(.dark).contains("@media all {") && html(.dark).contains("content=\"dark\""))
        #expect(!html(.light).contains("prefers-color-scheme") && html(.light).contains("content=\"light\""))
    }

    @Test func `a digest says what failed, came back, waits and which days it covers`() {
        var digest = Sample.digest([Sample.story(Sample.article("A"))])
        digest.name = "Anna"
        digest.previous = Sample.instant("2026-11-16T05:00:00Z")
        digest.failures = [
            Digest.SourceFailure(
                source: "BBC", since: Sample.instant("2026-11-14T05:00:00Z"), reason: "https://bbc.example answered 503"
            )
        ]
        digest.recovered = ["Post", "Star"]
        digest.leftOver = 12
        let text = String(decoding: digest.rendered(as: .text), as: UTF8.self)
        for line in [
            "5 days since Mon, 16 November", "Good morning, Anna",
            "BBC unreachable since 14 Nov: https://bbc.example answered 503",
            "Back again: Post, Star", "12 more next time",
        ] { #expect(text.contains("\n\(line)\n"), "\(line)") }
        digest.previous = Sample.instant("2026-11-20T05:00:00Z")
        #expect(!String(decoding: digest.rendered(as: .text), as: UTF8.self).contains("since Fri"))
    }

    @Test func `the number of stories that did not fit is shown once`() {
        var digest = Sample.digest([Sample.story(Sample.article("A"))])
        digest.sections[0].leftOver = 57
        digest.leftOver = 60
        for format in [Format.html, .markdown, .text] {
            let text = String(decoding: digest.rendered(as: format), as: UTF8.self)
            #expect(!text.contains("57 more") && text.ranges(of: "60 more next time").count == 1, "\(format)")
            let dropped = digest.rendered(as: format, RenderOptions(keepsLeftovers: false))
            #expect(String(decoding: dropped, as: UTF8.self).contains("60 more did not fit"), "\(format)")
        }
    }

    @Test func `a page says whose a borrowed picture and summary are`() {
        var story = Sample.story(
            Sample.article("A", summary: "It is long.", image: "https://example.org/1.jpg", author: "Ann"))
        story.pictureSource = "Post"
        story.summarySource = "Star"
        let digest = Sample.digest([story])
        let html = String(decoding: digest.rendered(as: .html), as: UTF8.self)
        #expect(html.contains("alt=\"Picture: Post\""))
        #expect(html.contains("Ann</bdi>") && html.contains("Picture:</bdi> <bdi>Post</bdi></p>"))
        #expect(html.contains("It is long. <span") && html.contains("(<bdi>Star</bdi>)"))
        #expect(
            !String(decoding: digest.rendered(as: .html, RenderOptions(images: .none)), as: UTF8.self).contains("Post"))
        for format in [Format.text, .markdown] {
            let text = String(decoding: digest.rendered(as: format), as: UTF8.self)
            #expect(text.contains("It is long. (Star)\n") && !text.contains("Post"), "\(format)")
        }
        let json = String(decoding: digest.rendered(as: .json), as: UTF8.self).filter { !$0.isWhitespace }
        #expect(json.contains(#""image_source":"Post""#) && json.contains(#""summary_source":"Star""#))
    }

    @Test func `dates and times are in the digest's direction, whatever that of the story is`() {
        var item = Sample.article("עיר הנמל", published: Sample.now)
        var story = Sample.story(item)
        story.earlier = [Story.Earlier(id: "e", title: "A", url: "", sent: Sample.now.addingTimeInterval(-86_400))]
        item.kind = .event
        item.event = Event(occurrences: [.init(starts: Sample.now, ends: nil)], age: "16+")
        let html = String(
            decoding: Sample.digest([story, Sample.story(item, id: "b")]).rendered(as: .html), as: UTF8.self)
        #expect(html.contains(" dir=\"rtl\"") && html.contains("</bdi>, <bdi dir=\"ltr\">20 Nov</bdi></p>"))
        #expect(html.contains(" · <bdi dir=\"ltr\"><time ") && html.contains(";\"><bdi dir=\"ltr\"><b class=\"soon\""))
        #expect(html.contains(">16+</span></bdi></p>"))
        #expect(html.contains("\"><bdi dir=\"ltr\">Earlier:</bdi> <bdi>A</bdi>"))
    }

    @Test func `a Hebrew headline may begin with a name in Latin letters`() {
        let story = Sample.story(Sample.article("Elsom Harbour Trust: נמל", language: "heb"))
        let html = String(decoding: Sample.digest([story]).rendered(as: .html), as: UTF8.self)
        #expect(html.contains("id=\"story-s1\" dir=\"rtl\"") && html.contains("<h3 lang=\"he\""))
    }

    @Test(arguments: [("heb", "rtl"), (nil, "ltr")] as [(String?, String)])
    func `a summary may begin with a name in other letters, too`(language: String?, expected: String) {
        let text = "Elsom Harbour Trust: \(language == nil ? "boats" : "נמל")"
        let story = Sample.story(Sample.article("Boats", summary: text, language: language))
        let html = String(decoding: Sample.digest([story]).rendered(as: .html), as: UTF8.self)
        #expect(html.contains("id=\"story-s1\" dir=\"ltr\""))
        #expect(html.contains("<p class=\"summary\" dir=\"\(expected)\""))
    }

    @Test func `a feed in a file has an id of its own, and keeps it`() throws {
        func feed(after earlier: String?) throws -> (id: String, xml: String) {
            var options = RenderOptions()
            options.rolling = Rolling(earlier: earlier.map { Data($0.utf8) })
            let digest = Sample.digest([Sample.story(Sample.article("Boats"))])
            let xml = String(decoding: digest.rendered(as: .atom, options), as: UTF8.self)
            return (String(try #require(xml.firstMatch(of: /<id>(.*?)<\/id>/)).1), xml)
        }
        let (first, other) = (try feed(after: nil), try feed(after: nil))
        #expect(first.id.hasPrefix("urn:uuid:") && first.id != other.id)
        #expect(try feed(after: first.xml).id == first.id)
        let old = "urn:newsdigest:stories:3w5e11264sgsf"
        #expect(try feed(after: first.xml.replacing(first.id, with: old)).id == old)
    }

    @Test func `a digest that is delivered again adds its entries to a rolling feed, and no older ones`() throws {
        func feed(_ title: String, day: Double, after earlier: String? = nil) -> String {
            var options = RenderOptions()
            options.rolling = Rolling(earlier: earlier.map { Data($0.utf8) })
            var digest = Sample.digest([Sample.story(Sample.article(title), id: title)])
            digest.created = Sample.now + day * 86_400
            return String(decoding: digest.rendered(as: .atom, options), as: UTF8.self)
        }
        let resent = feed("Boats", day: 1, after: feed("Trains", day: 0))
        let last = feed("Cars", day: 2)
        var rolling = Rolling(earlier: Data(last.utf8))
        rolling.resent = Data(resent.utf8)
        let both = String(
            decoding: rolling.withResent(
                of: Sample.now + 86_400, as: .atom, in: .gmt, now: Sample.now + 3 * 86_400), as: UTF8.self)
        #expect(both.matches(of: /story:(\w+)</).map(\.1) == ["Cars", "Boats"])
        #expect(both.hasPrefix(last.prefix { $0 != "C" }) && both.hasSuffix("</entry>\n</feed>\n"))
    }

    @Test func `a story names those that it continues, with their links and days`() throws {
        var story = Sample.story(Sample.article("Crew freed"))
        story.earlier = (1...4).map {
            Story.Earlier(
                id: "e\($0)", title: "Ferry taken \($0)", url: $0 == 1 ? "javascript:x" : "https://example.org/\($0)",
                sent: Sample.now.addingTimeInterval(Double(-$0) * 86_400))
        }
        let digest = Sample.digest([story])
        let html = String(decoding: digest.rendered(as: .html), as: UTF8.self)
        #expect(
            html.contains(
                "Earlier:</bdi> <bdi>Ferry taken 1</bdi>, <bdi dir=\"ltr\">20 Nov</bdi> · <a href=\"https://example.org/2\""
            ))
        #expect(html.contains("Ferry taken 3</a>, <bdi dir=\"ltr\">18 Nov</bdi></p>"))
        let text = String(decoding: digest.rendered(as: .text), as: UTF8.self)
        #expect(text.contains("  Earlier: Ferry taken 2, 19 Nov\n    https://example.org/2\n"))
        let markdown = String(decoding: digest.rendered(as: .markdown), as: UTF8.self)
        #expect(markdown.contains("· [Ferry taken 2](<https://example.org/2>), 19 Nov ·"))
        let json = String(decoding: digest.rendered(as: .json), as: UTF8.self).filter { !$0.isWhitespace }
        #expect(
            json.contains(
                #"{"sent":"2026-11-17T05:00:00Z","title":"Ferrytaken4","url":"https://example.org/4"}"#))
        (story.later, story.earlier) = (story.earlier?.reversed(), nil)
        let recap = String(decoding: Sample.digest([story]).rendered(as: .text), as: UTF8.self)
        #expect(recap.contains("Later: Ferry taken 3, 18 Nov") && recap.contains("Later: Ferry taken 1, 20 Nov"))
        let encoder = JSONEncoder()
        let stored = try encoder.encode(digest)
        #expect(try JSONDecoder().decode(Digest.self, from: stored) == digest)
    }

    @Test func `a stored digest of an older version has no earlier stories and no borrowed parts`() throws {
        let stored = try JSONEncoder().encode(Sample.digest([Sample.story(Sample.article("A"))]))
        let text = String(decoding: stored, as: UTF8.self)
            .replacing(/,"earlier":\[\]|"earlier":\[\],/, with: "")
        let old = try JSONDecoder().decode(Digest.self, from: Data(text.utf8))
        #expect(old.stories[0].earlier == nil)
        #expect(String(decoding: old.rendered(as: .json), as: UTF8.self).contains("\"earlier\" : ["))
    }

    /// WCAG 2.2, success criterion 1.4.3.
    @Test(arguments: [
        ("#211f1b", "#fffdf8"), ("#5d574d", "#fffdf8"), ("#8c1d18", "#fffdf8"), ("#5d574d", "#f6f1e6"),
        ("#8c1d18", "#f6f1e6"), ("#5d574d", "#ece6d9"),
        ("#e9e4da", "#1c1a18"), ("#f4efe6", "#1c1a18"), ("#b3ab9d", "#1c1a18"), ("#d8d1c4", "#1c1a18"),
        ("#f0a59a", "#1c1a18"),
        ("#b3ab9d", "#27241f"), ("#f0a59a", "#27241f"), ("#b3ab9d", "#2c2925"), ("#e9e4da", "#27241f"),
    ])
    func `text is at least 4.5 times as light or dark as what it stands on`(text: String, ground: String) {
        let all = Templates.all.map(\.text).joined()
        #expect(all.contains(text) && all.contains(ground))
        let pair = [Self.luminance(text), Self.luminance(ground)].sorted()
        #expect((pair[1] + 0.05) / (pair[0] + 0.05) >= 4.5)
    }

    @Test(
        .enabled(if: Program.isInstalled("tidy"), "tidy is not installed"), arguments: Language.codes,
        Configuration.Theme.allCases)
    func `tidy finds nothing wrong with a page`(language: String, theme: Configuration.Theme) throws {
        let tidy = try #require(Program("tidy"))
        var digest = Sample.digest(
            Hostile.strings.prefix(60).enumerated().map {
                Sample.story(
                    Sample.article($0.element, summary: $0.element, image: "https://example.org/1.jpg", language: "fr"),
                    id: "s\($0.offset)")
            }, language: language)
        digest.sections.append(Digest.Section(category: "events", title: "Events", stories: [], leftOver: 1))
        #expect(
            try tidy.run(
                ["-quiet", "-errors"],
                input: digest.rendered(as: .html, RenderOptions(theme: theme, share: ShareLink.allCases))) == "")
    }

    private static func luminance(_ color: String) -> Double {
        let value = Int(color.dropFirst(), radix: 16) ?? 0
        let parts = [value >> 16, value >> 8 & 255, value & 255].map { Double($0) / 255 }
        let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
}
