import Foundation
import Templates
import Testing

@testable import Files
@testable import Render
@testable import Values

@Suite struct TemplateSetTests {
    @Test func `no built-in template shows the whole texts of stories`() {
        for (name, text) in Templates.all {
            #expect(!text.contains("{html}"), "\(name)")
        }
        #expect(!TemplateSet.builtIn.showsTexts)
    }

    @Test func `a template of the folder takes the place of the built-in one`() throws {
        let templates = try Self.set([
            "digest.markdown.mustache": "{{title}}: {{#sections}}{{#stories}}{{> story}}{{/stories}}{{/sections}}",
            "story.markdown.mustache": "<{{title}}|{{words.read}}>",
        ])
        #expect(templates.failures == [])
        #expect(Self.markdown(templates) == "Morning digest: <A \\*chip\\*|Read>")
    }

    @Test(arguments: [
        (
            "digest.html.mustache", "<p>\n  {{titel}}</p>",
            "line 2, column 3: unknown variable 'titel'; did you mean 'title'?"
        ),
        (
            "digest.html.mustache", "{{#sections}}{{#stories}}\n{{title}} {{sumary}}{{/stories}}{{/sections}}",
            "line 2, column 11: unknown variable 'sumary'; did you mean 'summary'?"
        ),
        (
            "digest.html.mustache", "{{#section}}{{/section}}",
            "line 1, column 1: unknown variable 'section'; did you mean 'sections'?"
        ),
        ("digest.html.mustache", "{{words.raed}}", "line 1, column 1: unknown variable 'words.raed'"),
        ("digest.html.mustache", "{{summary}}", "line 1, column 1: unknown variable 'summary'"),
        (
            "digest.html.mustache", "{{uppercase(title)}}",
            "line 1, column 1: unknown function 'uppercase()'; did you mean 'uppercased'?"
        ),
        ("digest.html.mustache", "a\n{{> storry}}", "line 2, column 1: no template 'storry'; did you mean 'story'?"),
        (
            "digest.html.mustache", "{{> story}}",
            "line 1, column 1: 'story' does not belong here: line 1, column 18: unknown variable 'isLead'"
        ),
        ("digest.html.mustache", "{{title}}\n{{> digest}}", "line 2, column 1: 'digest' includes itself"),
        (
            "story.html.mustache", "{{title}}\n\n   {{#url}}x{{/ulr}}",
            "line 3, column 16: this tag closes another section than the one that is open"
        ),
        ("story.html.mustache", "{{title}}\n{{#url}}x", "line 2, column 10: a section is not closed before the end"),
        (
            "story.html.mustache", "{{title}} {{a b}}",
            "line 1, column 15: this tag is not closed, or its name has a character that a name cannot have"
        ),
        (
            "storry.html.mustache", "{{title}}",
            "no template includes it; check the spelling of its name"
        ),
        (
            "story.htm.mustache", "{{title}}",
            "the name must end in .html.mustache, .markdown.mustache or .text.mustache"
        ),
        ("subject.text.mustache", "{{titel}}", "line 1, column 1: unknown variable 'titel'; did you mean 'title'?"),
    ])
    func `a wrong template is named by line and column, and the built-in one used`(
        name: String, text: String, reason: String
    ) throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(text, to: name)
        let templates = TemplateSet(overrides: folder.url)
        let failure = Failure(.render, folder(name), reason)
        #expect(templates.failures.map(\.subject) == [failure.subject])
        #expect(templates.failures.first?.reason.hasPrefix(reason) == true, "\(templates.failures)")
        let digest = Sample.digest([Sample.story(Sample.article("A chip"))])
        #expect(digest.rendered(as: .eml, RenderOptions(templates: templates)) == digest.rendered(as: .eml))
    }

    @Test func `comments, changed delimiters, loops and inner names are known`() throws {
        let templates = try Self.set([
            "digest.markdown.mustache": """
            {{! {{nothing }}{{=<% %>=}}<%title%><%={{ }}=%>{{#sections}}{{#first()}}1{{/first()}}{{#stories}}{{.title}}{{#also}}{{.}}{{/also}}{{^also}}-{{/also}}{{/stories}}
            {{count(stories)}}{{/sections}}
            """
        ])
        #expect(templates.failures == [])
        #expect(Self.markdown(templates) == "Morning digest1A \\*chip\\*-\n1")
    }

    @Test func `sections inside too many others are named, and crash nothing`() throws {
        func text(_ depth: Int) -> String {
            String(repeating: "{{#title}}", count: depth) + "x" + String(repeating: "{{/title}}", count: depth)
        }
        #expect(try Self.set(["digest.markdown.mustache": text(50)]).failures == [])
        let failures = try Self.set(["digest.markdown.mustache": text(5000)]).failures
        #expect(failures.map(\.reason) == ["line 1, column 501: more than 50 sections are inside one another"])
    }

    @Test(arguments: [
        ("{{<page}}{{$body}}{{<page}}{{/page}}{{/body}}{{/page}}", "'page' includes itself"),
        ("{{<page}}{{$body}}{{>page}}{{/body}}{{/page}}", "'page' includes itself"),
        ("{{<page}}{{$body}}{{>other}}{{/body}}{{/page}}", "'page' includes itself"),
        ("{{<page}}{{$body}}{{$body}}x{{/body}}{{/body}}{{/page}}", "the block 'body' is inside itself"),
        ("{{<page}}{{$body}}{{>block}}{{/body}}{{/page}}", "the block 'body' is inside itself"),
        (String(repeating: "{{title}}", count: 20_000), "more than 10000 tags are in one file"),
        (
            "{{\(String(repeating: "reversed(", count: 20_000))title\(String(repeating: ")", count: 20_000))}}",
            "more than 10 functions are inside one another"
        ),
        (
            String(repeating: "{{#sections}}", count: 8) + "x" + String(repeating: "{{/sections}}", count: 8),
            "too much work: too many lists or parts are inside one another"
        ),
        ("{{>many}}", "too much work: too many lists or parts are inside one another"),
        (String(repeating: "{{! note }}", count: 20_000), "more than 10000 tags are in one file"),
        (String(repeating: "{{=<% %>=}}<%={{ }}=%>", count: 8000), "more than 10000 tags are in one file"),
        (
            "{{#sections}}{{#stories}}\(String(repeating: "{{>long}}", count: 10)){{/stories}}{{/sections}}",
            "too much work: too many lists or parts are inside one another"
        ),
        (
            String(repeating: String(repeating: " ", count: 2000) + "{{>long}}\n", count: 100),
            "too much work: too many lists or parts are inside one another"
        ),
        ("{{\(String(repeating: "a", count: 200_000))}}", "aaa…'"),
        ("{{>large}}", "too much work: the templates have too many tags"),
    ])
    func `a template that would never end is refused`(text: String, reason: String) throws {
        var files = ["digest.markdown.mustache": text]
        let uses: (String) -> Bool = { text.contains("\($0)}}") }
        if uses("page") || uses("other") { files["page.markdown.mustache"] = "<{{$body}}-{{/body}}>" }
        if uses("other") { files["other.markdown.mustache"] = "{{<page}}{{/page}}" }
        if uses("long") { files["long.markdown.mustache"] = String(repeating: "line\n", count: 2000) }
        if uses("large") {
            let large = String(repeating: "{{! \(String(repeating: "x", count: 15)) }}", count: 4000)
            for name in ["large", "more"] { files["\(name).markdown.mustache"] = large }
        }
        if uses("block") { files["block.markdown.mustache"] = "{{$body}}y{{/body}}" }
        if uses("many") {
            for level in 0..<20 {
                let next = level < 19 ? "{{>many\(level + 1)}}{{>many\(level + 1)}}" : "{{title}}"
                files["many\(level == 0 ? "" : "\(level)").markdown.mustache"] = next
            }
        }
        let began = ContinuousClock.now
        let reasons = try Self.set(files).failures.map(\.reason)
        #expect(reasons.contains { $0.contains(reason) }, "\(reasons)")
        #expect(ContinuousClock.now - began < .seconds(20))
    }

    @Test func `a parent with blocks is used as usual`() throws {
        let good = try Self.set([
            "digest.markdown.mustache": "{{<page}}{{$body}}{{title}}{{/body}}{{/page}}{{>page}}",
            "page.markdown.mustache": "<{{$body}}-{{/body}}>",
        ])
        #expect(good.failures == [])
        #expect(Self.markdown(good) == "<Morning digest><->")
    }

    @Test func `a template that cannot be read is named with the cause`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "digest.html.mustache"), withIntermediateDirectories: false)
        #expect(TemplateSet(overrides: folder.url).failures.map(\.reason) == ["cannot be read: Is a directory"])
    }

    @Test func `one wrong template does not keep the others from being used`() throws {
        let templates = try Self.set(["digest.markdown.mustache": "{{title}}", "story.html.mustache": "{{titel}}"])
        #expect(templates.failures.count == 1)
        #expect(Self.markdown(templates) == "Morning digest")
    }

    @Test func `an empty template takes no story out of the digest`() throws {
        let folder = ["digest.markdown.mustache": "", "story.markdown.mustache": " \n", "footer.markdown.mustache": ""]
        let templates = try Self.set(folder)
        #expect(templates.failures.map(\.reason) == ["is empty", "is empty"])
        #expect(Self.markdown(templates).contains("## "))
    }

    @Test(arguments: ["{{titel}}", "{{> mine}}", "{{#title}}"])
    func `a template that includes a wrong one is told that`(text: String) throws {
        let templates = try Self.set(["footer.text.mustache": "{{> mine}}", "mine.text.mustache": text])
        #expect(templates.failures.count == 2)
        #expect(templates.failures.last?.reason == "line 1, column 1: 'mine' has a mistake")
    }

    @Test func `a folder that is not there is named and the built-in templates are used`() {
        let templates = TemplateSet(overrides: URL(filePath: "/nonexistent/templates"))
        #expect(
            templates.failures == [
                Failure(
                    .render, "/nonexistent/templates",
                    "the folder of templates cannot be read; 'newsdigest templates DIR' writes one")
            ])
        #expect(Self.markdown(templates) == Self.markdown(.builtIn))
    }

    @Test func `a subject of the configuration is a template`() throws {
        let options = RenderOptions(templates: TemplateSet.builtIn.with(subject: "{{title}}, {{storyCount}} & more"))
        let mail = String(
            decoding: Sample.digest([Sample.story(Sample.article("A"))]).rendered(as: .eml, options), as: UTF8.self)
        #expect(mail.contains("\r\nSubject: Morning digest, 1 & more\r\n"))
        #expect(TemplateSet.builtIn.with(subject: "{{titel}}").failures.map(\.subject) == ["subject"])
    }

    @Test func `a subject of the configuration stands before the folder's and may include its partials`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("{{> brief}} of the folder", to: "subject.text.mustache")
        _ = try folder.write("{{storyCount}}", to: "brief.text.mustache")
        let subject = { (templates: TemplateSet) in
            let mail = Sample.digest([]).rendered(as: .eml, RenderOptions(templates: templates))
            return String(decoding: mail, as: UTF8.self).split(separator: "\r\n").first { $0.hasPrefix("Subject") }
        }
        let templates = TemplateSet(overrides: folder.url)
        #expect(subject(templates) == "Subject: 0 of the folder")
        let own = templates.with(subject: "{{> brief}} of the configuration")
        #expect(own.failures == [])
        #expect(subject(own) == "Subject: 0 of the configuration")
        let wrong = templates.with(subject: "{{> breif}}")
        #expect(
            wrong.failures.map(\.reason) == ["line 1, column 1: no template 'breif'; did you mean 'brief'?"])
        #expect(subject(wrong) == "Subject: 0 of the folder")
    }

    @Test func `the written templates are the built-in ones and give the same digest`() throws {
        let folder = try TemporaryFolder()
        let inner = folder.url.appending(path: "a/b")
        let files = try TemplateSet.write(to: inner, replacing: false)
        #expect(files.count == Templates.all.count)
        let written = TemplateSet(overrides: inner)
        #expect(written.failures == [])
        #expect(Self.markdown(written) == Self.markdown(.builtIn))
        #expect(written.showsValuesPlainly)
    }

    @Test(arguments: PersonalField.templateNames + ["."])
    func `a value of the reader is plain only if it is escaped and nothing changes it`(name: String) {
        func isPlain(_ text: String) -> Bool {
            TemplateSet.showsValuesPlainly(TemplateSource(file: "", kind: .html, part: "digest", text: text))
        }
        #expect(isPlain("<p>{{\(name)}} {{ \(name) }}</p>"))
        for tag in ["{{{\(name)}}}", "{{& \(name)}}", "{{=<% %>=}}<%&\(name)%>", "{{uppercased(\(name))}}"] {
            #expect(!isPlain("<p>\(tag)</p>"), "\(tag)")
        }
    }

    @Test func `written templates are not replaced unless asked for`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("mine", to: "story.html.mustache")
        let failure = Failure(
            .render, folder("story.html.mustache"), "the file exists; --force replaces it")
        #expect(throws: RunError.output(failure)) { try TemplateSet.write(to: folder.url, replacing: false) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["story.html.mustache"])
        _ = try TemplateSet.write(to: folder.url, replacing: true)
        #expect(TemplateSet(overrides: folder.url).failures == [])
    }

    @Test(arguments: [
        "{{title}};", "{{number}} {{title}}{{#hasShare}}{{^last()}},{{/last()}}{{/hasShare}}\n",
        "{{#alsoOthers}}+{{number}}{{/alsoOthers}}{{uppercased(title)}}\n", "{{category}} {{title}}\n",
        "{{words.read}} {{title}} {{{html}}}\n", "{{index()}} {{title}}\n", "{{title}}\n{{isEmpty}}\n",
    ])
    func `a story looks the same, whether its template has lines of its own or not`(story: String) throws {
        func page(_ digest: String) throws -> String {
            let set = try Self.set(["digest.text.mustache": digest, "story.text.mustache": story])
            #expect(set.failures == [])
            return Self.three.page(as: .text, RenderOptions(templates: set, share: [.telegram])).text
        }
        let inLines = try page("{{#sections}}\n{{#stories}}\n{{> story}}\n{{/stories}}\n{{/sections}}\n{{title}}\n")
        let inOne = try page("{{#sections}}{{#stories}}{{> story}}{{/stories}}{{/sections}}{{title}}\n")
        #expect(inLines == inOne && inLines.lowercased().contains("third"))
    }

    @Test(arguments: [Format.html, .markdown, .text, .eml])
    func `a digest is the same, whatever was rendered before with its options`(format: Format) {
        let options = RenderOptions(share: [.link, .telegram])
        for order in [[0, 1, 2], [2, 1, 0], [1], [0, 2]] {
            for language in ["en", "tr"] {
                var digest = Self.three
                digest.language = language
                digest.sections[0].stories = order.map { Self.three.sections[0].stories[$0] }
                let alone = digest.rendered(as: format, RenderOptions(share: [.link, .telegram]))
                #expect(digest.rendered(as: format, options) == alone)
            }
        }
    }

    private static let three = Sample.digest(
        ["First", "Second", "Third"].map { title in
            var item = Sample.article(title, summary: "It is \(title).", image: "https://example.org/\(title).jpg")
            item.html = "<p>The whole text of \(title).</p>"
            return Sample.story(item, id: title)
        })

    @Test func `the sample that names are looked up in has them all`() {
        #expect(Self.missing(in: DigestView.sample, path: "digest") == [])
    }

    @Test func `the documentation names every field`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/templates.md")
            .standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        let missing = Self.names(in: DigestView.sample).filter {
            !text.contains("`\($0)`") && !text.contains("`words.\($0)`")
        }
        #expect(missing == [])
    }

    private static func set(_ files: [String: String]) throws -> TemplateSet {
        let folder = try TemporaryFolder()
        for (name, text) in files { _ = try folder.write(text, to: name) }
        return TemplateSet(overrides: folder.url)
    }

    private static func markdown(_ templates: TemplateSet) -> String {
        let digest = Sample.digest([Sample.story(Sample.article("A *chip*"))])
        return String(decoding: digest.rendered(as: .markdown, RenderOptions(templates: templates)), as: UTF8.self)
    }

    /// Paths of what is nil or empty, and of stored properties that templates do not see.
    private static func missing(in value: Any?, path: String) -> [String] {
        switch value {
        case nil: [path]
        case let view as any TemplateView:
            unseen(in: view).map { "\(path).\($0)" } + view.fields.flatMap { missing(in: $1, path: "\(path).\($0)") }
        case let views as [any TemplateView]:
            views.isEmpty ? [path] : views.flatMap { missing(in: $0, path: path) }
        default: []
        }
    }

    private static func unseen(in view: any TemplateView) -> [String] {
        let properties = Mirror(reflecting: view).children.compactMap(\.label)
        return properties.filter { !["markup", "rendered"].contains($0) && view.fields[$0] == nil }
    }

    private static func names(in value: Any?) -> Set<String> {
        switch value {
        case let view as any TemplateView: view.fields.reduce(into: []) { $0.formUnion([$1.key] + names(in: $1.value)) }
        case let views as [any TemplateView]: views.reduce(into: []) { $0.formUnion(names(in: $1)) }
        default: []
        }
    }
}
