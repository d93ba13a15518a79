import FeedParser
import Files
import Foundation
import Languages
import Mustache
import Templates
import Texts
import Values

/// The templates for digests: the built-in ones, and those of a folder that replace them.
///
/// A file name consists of its part and its format. `digest.html.mustache` is the whole page. `story.html.mustache` is
/// a partial that `{{> story}}` includes. A faulty file is named in `failures`, and the built-in one is used.
package struct TemplateSet: Sendable {
    /// The faults in the folder's files, with file, line and column.
    package private(set) var failures: [Failure] = []
    /// The parsed templates of each format for which the user has templates.
    private var changed: [TemplateKind: Parsed] = [:]
    /// The built-in templates and the user's own, without the faulty ones.
    private var sources: [TemplateSource]
    /// Another value for other texts of the user's own templates; nil if there are none.
    package private(set) var ownTexts: Int64?
    /// The formats in which the user's own templates show both `also` and `parts`. There, `also` is only the copies: the
    /// templates of earlier versions would show the other articles twice.
    private var kindsWithParts: Set<TemplateKind> = []
    /// Whether a template shows the whole texts of stories (`html`). No built-in one does.
    package private(set) var showsTexts = false
    /// Whether one rendering can serve many readers (`PersonalField`). The built-in templates allow it.
    package private(set) var showsValuesPlainly = true

    package static let builtIn = TemplateSet()
    /// The built-in templates for HTML without attributes `style`, for pages that have a file of styles.
    static let withoutStyles = {
        var set = TemplateSet()
        set.changed[.html] = Parsed(
            builtInSources.filter { $0.kind == .html }.map { source in
                var source = source
                source.text = source.text.replacing(#/ (style|role)="[^"]*"/#, with: "")
                return source
            })
        return set
    }()
    /// No templates: enough for the sample by which templates are checked.
    static let none = TemplateSet(sources: [])

    /// - Parameter folder: a folder with templates. They replace the built-in ones of the same name.
    package init(overrides folder: URL? = nil) {
        sources = Self.builtInSources
        use(folder.map { read($0) } ?? [])
    }

    private init(sources: [TemplateSource]) {
        self.sources = sources
    }

    /// The same templates with another subject for mails, such as `{{title}}: {{summaryLine}}`.
    ///
    /// A faulty subject is not used. Then the `failures` of the result contain only its fault.
    package func with(subject text: String) -> TemplateSet {
        let source = TemplateSource(file: "subject", kind: .text, part: "subject", text: text)
        var set = self
        set.failures = []
        if let fault = source.syntaxFault ?? TemplateCheck(builtIn: sources, own: [source]).firstFault?.reason {
            set.fail(source.file, fault)
        } else {
            var parsed = parsed(source.kind)
            parsed.register(source)
            set.changed[source.kind] = parsed
            set.note([source])
        }
        return set
    }

    /// A digest as text in a format.
    func page(_ view: DigestView, as kind: TemplateKind) -> Page {
        let style = style(of: view, as: kind)
        let digest = style.view(view)
        guard let template = parsed(kind).story else { return Page(rendered(digest, kind, "digest")) }
        let stories = view.sections.flatMap(\.stories)
        return StoryTemplate.page(rendered(digest, kind, Parsed.frame)) { number in
            let story = stories[number - 1]
            let form = RenderedStory.Form(
                kind: kind, number: template.showsNumber ? number : nil, isLead: story.isLead, links: story.share.count)
            return story.rendered.texts.value(for: form) {
                StoryText(rendered(StoryNode(story, style, of: digest), kind, Parsed.oneStory))
            }
        }
    }

    /// The HTML of each story, by section.
    func stories(of view: DigestView) -> [[String]] {
        let style = style(of: view, as: .html)
        let digest = style.view(view)
        return view.sections.map { section in
            section.stories.map { story in
                rendered(StoryNode(story, style, of: digest), .html, "story")
            }
        }
    }

    /// The HTML under the stories.
    func footer(of view: DigestView) -> String { rendered(style(of: view, as: .html).view(view), .html, "footer") }

    /// The subject of a mail.
    func subject(_ view: DigestView) -> String { rendered(style(of: view, as: .text).view(view), .text, "subject") }

    private func parsed(_ kind: TemplateKind) -> Parsed { changed[kind] ?? .builtIn(kind) }

    private func rendered(_ node: some TemplateNode, _ kind: TemplateKind, _ part: String) -> String {
        parsed(kind).library.render(node, withTemplate: part) ?? ""
    }

    private func style(of view: DigestView, as kind: TemplateKind) -> NodeStyle {
        NodeStyle(
            locale: Language(code: view.language).locale,
            copiesAlone: kindsWithParts.contains(kind))
    }

    /// Writes the built-in templates into a folder. The folder is made if it does not exist.
    ///
    /// - Throws: `RunError.output` for a file that exists already, unless `replacing`, or that cannot be written.
    package static func write(to folder: URL, replacing: Bool) throws -> [URL] {
        let files = Templates.all.map { (url: folder.appending(path: $0.name), text: $0.text) }
        let manager = FileManager.default
        if !replacing, let existing = files.first(where: { manager.fileExists(atPath: $0.url.path) }) {
            throw RunError.output(Failure(.render, existing.url.path, "the file exists; --force replaces it"))
        }
        do {
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
            for file in files { try FileReplacement(of: file.url.path).write(Array(file.text.utf8)) }
        } catch {
            throw RunError.output(Failure(.render, folder.path, "cannot be written: \(errorText(of: error))"))
        }
        return files.map(\.url)
    }
}

extension TemplateSet {
    private static let longestFile = 256 << 10
    private static let mostFiles = 100

    fileprivate static let builtInSources = Templates.all.compactMap { name, text in
        TemplateSource(file: name, text: text)
    }

    private mutating func fail(_ file: String, _ reason: String) {
        failures.append(Failure(.render, file, reason))
    }

    private mutating func read(_ folder: URL) -> [TemplateSource] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        } catch {
            fail(folder.path, "the folder of templates cannot be read; 'newsdigest templates DIR' writes one")
            return []
        }
        let templates = names.filter { $0.hasSuffix(".mustache") }
        if templates.count > Self.mostFiles {
            fail(folder.path, "has more than \(Self.mostFiles) templates; only the first \(Self.mostFiles) are used")
        }
        return templates.prefix(Self.mostFiles).compactMap { name in
            let file = folder.appending(path: name)
            let data: Data?
            do {
                data = try FileHandle.read(file.path, upTo: Self.longestFile)
            } catch {
                fail(file.path, "cannot be read: \(errorText(of: error))")
                return nil
            }
            guard let data, let text = String(data: data, encoding: .utf8) else {
                fail(file.path, "is not UTF-8 text of at most 256 KiB")
                return nil
            }
            // Mails and files get line ends of their own.
            let lines = text.replacing(literal: "\r\n", with: "\n")
            guard let source = TemplateSource(file: file.path, text: lines) else {
                fail(file.path, "the name must end in .html.mustache, .markdown.mustache or .text.mustache")
                return nil
            }
            return source
        }
    }

    /// Adds the user's templates, except those that cannot be parsed or that use names that do not exist.
    private mutating func use(_ own: [TemplateSource]) {
        var parsing = 0
        var accepted = own.filter { source in
            parsing += source.parsingWork
            let work = parsing > TemplateSource.mostParsing ? "too much work: the templates have too many tags" : nil
            guard let fault = source.emptiness ?? source.excess ?? work ?? source.syntaxFault else { return true }
            fail(source.file, fault)
            return false
        }
        // If a template is left out, the others may include other parts. So the check is repeated until there is no
        // fault.
        func firstFault() -> TemplateCheck.Fault? {
            let refused = own.filter { !accepted.contains($0) }
            return TemplateCheck(builtIn: Self.builtInSources, own: accepted, refused: refused).firstFault
        }
        while !accepted.isEmpty, let fault = firstFault() {
            fail(fault.file, fault.reason)
            let others = accepted.filter { $0.file != fault.file }
            // A fault of a built-in template would stay for ever.
            if others.count == accepted.count { break }
            accepted = others
        }
        for kind in Set(accepted.map(\.kind)) {
            changed[kind] = Parsed((Self.builtInSources + accepted).filter { $0.kind == kind })
        }
        note(accepted)
    }

    private mutating func note(_ own: [TemplateSource]) {
        guard !own.isEmpty else { return }
        sources += own
        showsTexts = showsTexts || own.flatMap(\.tags).contains { $0.name.split(separator: ".").last == "html" }
        showsValuesPlainly = showsValuesPlainly && own.allSatisfy(Self.showsValuesPlainly)
        let texts = own.map { "\($0.kind.rawValue) \($0.part) \($0.text)" }
        for kind in TemplateKind.allCases {
            let sections = own.filter { $0.kind == kind }.flatMap(\.tags).filter { $0.kind == .section }.map(\.name)
            if sections.contains("also"), sections.contains("parts") { kindsWithParts.insert(kind) }
        }
        ownTexts = StableHash.hash(([ownTexts.map(String.init) ?? ""] + texts).joined(separator: "\n"))
    }
}

/// The parsed templates of one format.
private struct Parsed: Sendable {
    private(set) var library = MustacheLibrary()
    /// The parts that show one story, if they can be rendered apart from the digest.
    private(set) var story: StoryTemplate?

    // No template of a user has these names, because a name has no space.
    static let frame = "digest frame"
    static let oneStory = "digest story"

    /// - Parameter sources: of two with one name, the second counts.
    init(_ sources: [TemplateSource]) {
        for source in sources { register(source) }
        let parts = Dictionary(sources.map { ($0.part, $0) }) { $1 }
        guard let digest = parts["digest"], let template = StoryTemplate(digest, parts: parts) else { return }
        var (frame, story) = (digest, digest)
        (frame.text, story.text) = (template.frame, template.body)
        guard let frame = try? frame.parsed(), let story = try? story.parsed() else { return }
        library.register(frame, named: Self.frame)
        library.register(story, named: Self.oneStory)
        self.story = template
    }

    mutating func register(_ source: TemplateSource) {
        if let template = try? source.parsed() { library.register(template, named: source.part) }
    }

    /// The built-in templates. A run that writes one format parses no other.
    static func builtIn(_ kind: TemplateKind) -> Parsed {
        switch kind {
        case .html: html
        case .markdown: markdown
        case .text: text
        }
    }

    private static let html = Parsed(TemplateSet.builtInSources.filter { $0.kind == .html })
    private static let markdown = Parsed(TemplateSet.builtInSources.filter { $0.kind == .markdown })
    private static let text = Parsed(TemplateSet.builtInSources.filter { $0.kind == .text })
}

extension TemplateSource {
    /// Where and why the template cannot be parsed; nil if it can.
    fileprivate var syntaxFault: String? {
        if let fault = excess { return fault }
        do {
            _ = try parsed()
            return nil
        } catch let error as MustacheTemplate.ParserError {
            let place = "line \(error.context.lineNumber - 1), column \(error.context.columnNumber)"
            return "\(place): \(Self.sentence(for: error.error))"
        } catch {
            return "\(error)"
        }
    }

    /// An empty file would show no stories, which would count as sent. Other parts may be empty.
    fileprivate var emptiness: String? {
        let isNeeded = ["digest", "subject", "story", "event"].contains(part)
        return isNeeded && text.allSatisfy(\.isWhitespace) ? "is empty" : nil
    }

    /// What makes the template too large to parse and to render. Mustache does both by recursion.
    fileprivate var excess: String? {
        var depth = 0
        for (index, tag) in tags.enumerated() {
            switch tag.kind {
            case .section, .inverted, .block, .parent: depth += 1
            case .close: depth -= 1
            case .variable, .partial, .other: break
            }
            let excess =
                depth > Self.deepest
                ? "\(Self.deepest) sections are inside one another"
                : tag.transforms.count > Self.mostTransforms
                    ? "\(Self.mostTransforms) functions are inside one another"
                    : index > Self.mostTags ? "\(Self.mostTags) tags are in one file" : nil
            if let excess { return "line \(tag.line), column \(tag.column): more than \(excess)" }
        }
        return nil
    }

    static let deepest = 50
    private static let mostTransforms = 10
    private static let mostTags = 10_000

    /// Mustache measures the rest of the text at each tag.
    fileprivate var parsingWork: Int { tags.count * text.utf8.count }
    /// Of all templates of a folder.
    fileprivate static let mostParsing = 500_000_000

    fileprivate func parsed() throws -> MustacheTemplate {
        try MustacheTemplate(string: "{{% CONTENT_TYPE: \(kind.contentType) }}\n" + text)
    }

    private static func sentence(for error: any Error) -> String {
        switch error as? MustacheTemplate.Error {
        case .sectionCloseNameIncorrect: "this tag closes another section than the one that is open"
        case .unfinishedName: "this tag is not closed, or its name has a character that a name cannot have"
        case .expectedSectionEnd: "a section is not closed before the end"
        case .invalidSetDelimiter: "the delimiters are not set as {{=<% %>=}}"
        case .transformAppliedToInheritanceSection: "a block cannot be transformed"
        case .illegalTokenInsideInheritSection, .textInsideInheritSection: "only blocks may be inside a parent section"
        case .invalidConfigVariableSyntax, .unrecognisedConfigVariable: "this pragma is not known"
        case nil: "a tag is not closed"
        }
    }
}

extension TemplateKind {
    /// Mustache's own HTML escaping does not escape a quote with a combining mark after it, which is another
    /// `Character` than `"`.
    fileprivate var contentType: String {
        _ = Self.registered
        return "newsdigest.\(rawValue)"
    }

    private static let registered: Void = {
        for kind in allCases {
            MustacheContentTypes.register(Escaping(kind: kind), named: "newsdigest.\(kind.rawValue)")
        }
    }()

    private struct Escaping: MustacheContentType {
        var kind: TemplateKind

        func escapeText(_ text: String) -> String { kind.escaped(text) }
    }
}
