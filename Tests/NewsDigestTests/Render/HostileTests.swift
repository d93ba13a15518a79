import Foundation
import Testing

@testable import Render
@testable import Settings
@testable import Texts
@testable import Values

/// Every hostile string in every field, in every format.
@Suite struct HostileTests {
    @Test(arguments: [Configuration.Images.remote, .embed])
    func `no hostile string adds a tag, an attribute or a scheme to the page`(images: Configuration.Images) throws {
        let options = Self.options(images)
        let calm = try PageTags(Self.html(Self.digest(of: Array(repeating: "calm", count: 5)), options))
        try Self.expect(PageTags(Self.html(Self.digest(of: Hostile.strings), options)), like: calm)
    }

    @Test func `no hostile title or name adds a tag, an attribute or a scheme to the page`() throws {
        let calm = try PageTags(Self.html(Self.bare("calm"), Self.options(.remote)))
        for text in Hostile.strings {
            try Self.expect(
                PageTags(Self.html(Self.bare(text), Self.options(.remote)), text.debugDescription), like: calm)
        }
    }

    @Test func `no hostile fragment adds anything that can act to a page with the full text`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("<div class=\"story\">{{title}}{{{html}}}</div>", to: "story.html.mustache")
        let templates = TemplateSet(overrides: folder.url)
        #expect(templates.failures == [])
        let page = try PageTags(Self.html(Self.digest(of: Hostile.strings), RenderOptions(templates: templates)))
        let acting: Set = ["script", "iframe", "object", "embed", "base", "svg", "math", "form", "input", "link"]
        #expect(page.names.isDisjoint(with: acting))
        #expect(page.attributes.allSatisfy { !$0.contains(" on") })
        #expect(page.addresses.filter { !Self.isHarmless($0) } == [])
    }

    @Test(arguments: [Format.text, .markdown, .html, .json])
    func `no control character reaches the reader`(format: Format) {
        let bytes = Self.digest(of: Hostile.strings).rendered(as: format, Self.options(.remote))
        let controls = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { scalar in
            if scalar.isASCII {
                return (scalar.value < 0x20 && scalar != "\n") || scalar.value == 0x7F
            }
            return scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
                || scalar == "\u{2028}" || scalar == "\u{2029}"
        }
        #expect(controls.isEmpty)
    }

    @Test(.enabled(if: Program.isInstalled("cmark"), "cmark is not installed"))
    func `the number and the text of headings survive a round trip through cmark`() throws {
        let cmark = try #require(Program("cmark"))
        let titles = Hostile.strings.map { $0.streamSafe.cleanLine.clipped(to: 300) }.filter { !$0.isEmpty }
        let stories = titles.enumerated().map {
            Sample.story(
                Sample.article($0.element, source: $0.element, summary: $0.element, author: $0.element),
                id: "s\($0.offset)")
        }
        let markdown = Sample.digest(stories).rendered(as: .markdown)
        let xml = try cmark.run(["-t", "xml"], input: markdown)
        let headings = try XMLHeadings(xml)
        for (text, title) in zip(headings.texts(level: 3), titles) where text != title {
            Issue.record("\(title.debugDescription) became \(text.debugDescription)")
        }
        #expect(headings.texts(level: 3).count == titles.count)
        #expect(headings.texts(level: 2) == ["Technology"])
        #expect(
            headings.elements.isDisjoint(with: [
                "html_block", "html_inline", "image", "code_block", "block_quote", "code",
            ]))
        #expect(headings.destinations.allSatisfy { $0 == "https://example.org/story" })
        #expect(headings.links == titles.count)
    }

    private static func expect(_ page: PageTags, like calm: PageTags) {
        #expect(page.styleSheet == calm.styleSheet)
        #expect(page.names.subtracting(calm.names) == [])
        #expect(page.attributes.subtracting(calm.attributes) == [])
        #expect(page.styles.subtracting(calm.styles) == [])
        #expect(page.addresses.filter { !isHarmless($0) } == [])
    }

    private static func options(_ images: Configuration.Images) -> RenderOptions {
        RenderOptions(images: images, share: [.link, .email], picture: { _ in Array("GIF89a".utf8) })
    }

    private static func html(_ digest: Digest, _ options: RenderOptions) -> String {
        String(decoding: digest.rendered(as: .html, options), as: UTF8.self)
    }

    private static func isHarmless(_ address: String) -> Bool {
        ["https://", "http://", "mailto:?", "#section-", "data:image/gif;base64,"].contains { address.hasPrefix($0) }
    }

    /// A digest in which each text stands in every field that the outside fills, addresses included.
    static func digest(of texts: [String]) -> Digest {
        var digest = Sample.digest([])
        digest.sections = texts.map { text in
            Digest.Section(category: text, title: text, stories: stories(of: text), leftOver: 2)
        }
        digest.failures = texts.map { Digest.SourceFailure(source: $0, since: Sample.now, reason: $0) }
        digest.recovered = texts
        digest.previous = Sample.now.addingTimeInterval(-5 * 86_400)
        digest.leftOver = 3
        return digest
    }

    private static func stories(of text: String) -> [Story] {
        let event = Event(
            occurrences: [Event.Occurrence(starts: Sample.now, ends: nil)], place: text, address: text, price: text,
            age: text)
        let inURL = Story.Telling(id: text, source: text, title: text, url: text, isSameArticle: false)
        let inPath = Story.Telling(
            id: text, source: text + ".", title: text, url: "https://example.org/\(text)", isSameArticle: false)
        var item = Sample.article(
            text, source: text, summary: text, url: text, image: "https://example.org/\(text)", author: text,
            language: text)
        item.html = text
        item.event = event
        var other = item
        other.image = text
        other.event?.isFree = true
        other.url = "https://example.org/\(text)"
        var read = Sample.story(other)
        read.article = PageArticle(url: text, title: text, html: "<p>Calm</p>", text: text)
        read.showsArticle = true
        return [Sample.story(item, id: text, also: [inURL, inPath]), Sample.story(other), read]
    }

    private static func bare(_ text: String) -> Digest {
        var digest = Sample.digest([], title: text)
        digest.name = text
        digest.id = text
        return digest
    }
}
