import Foundation
import Languages
import Settings
import Texts
import Values

/// Finds names in templates that do not exist.
///
/// Mustache renders an unknown name as an empty text. So a spelling mistake would make a part of the digest empty
/// without an error.
struct TemplateCheck {
    struct Fault: Equatable {
        var file: String
        var reason: String
    }

    private var sources: [TemplateKind: [String: TemplateSource]] = [:]
    private var ownFiles: Set<String> = []
    /// The user's files that replace built-in ones. Another file of the user may leave such a file without a use.
    private var replacing: Set<String> = []
    /// The user's files that were refused.
    private var refused: [TemplateSource]
    private static let roots = ["digest", "subject"]

    init(builtIn: [TemplateSource], own: [TemplateSource], refused: [TemplateSource] = []) {
        self.refused = refused
        for source in builtIn + own { sources[source.kind, default: [:]][source.part] = source }
        ownFiles = Set(own.map(\.file))
        replacing = Set(
            own.filter { file in builtIn.contains { $0.kind == file.kind && $0.part == file.part } }.map(\.file))
    }

    /// The first fault in the user's files.
    var firstFault: Fault? {
        guard !ownFiles.isEmpty else { return nil }
        let sample = NodeStyle(locale: Locale(identifier: "en")).view(DigestView.sample)
        var used: Set<String> = []
        for kind in TemplateKind.allCases {
            for root in Self.roots {
                guard let source = sources[kind]?[root] else { continue }
                let names = Set(refused.filter { $0.kind == kind }.map(\.part))
                var walk = Walk(sources: sources[kind] ?? [:], ownFiles: ownFiles, refused: names)
                let fault = walk.fault(in: source, at: Place(scopes: [sample], parts: [root]))
                used.formUnion(walk.used)
                if let fault { return fault }
            }
        }
        return ownFiles.subtracting(used).subtracting(replacing).min().map {
            Fault(file: $0, reason: "no template includes it; check the spelling of its name")
        }
    }
}

extension TemplateCheck {
    /// - Parameter scopes: the values of the open sections.
    static func value(of tag: TemplateTag, _ scopes: [Any]) -> Any? {
        if tag.name == "." { return scopes.last }
        let path = tag.name.split(separator: ".").map(String.init)
        guard let first = path.first else { return nil }
        let candidates = tag.name.hasPrefix(".") ? scopes.suffix(1) : scopes[...]
        guard let found = candidates.reversed().lazy.compactMap({ child(first, of: $0) }).first else { return nil }
        return path.dropFirst().reduce(found as Any?) { value, name in value.flatMap { child(name, of: $0) } }
    }

    static func child(_ name: String, of value: Any) -> Any? { (value as? any TemplateNode)?.child(named: name) }

    /// The context inside a section of `value`: an element of an array, otherwise the value itself.
    static func element(of value: Any) -> Any { (value as? [Any])?.first ?? value }

    /// What is around a tag.
    private struct Place {
        /// The values of the open sections.
        var scopes: [Any]
        /// The templates that include one another here. What is inside of a parent counts as a part of it, because the
        /// parent shows it.
        var parts: [String]
        var blocks: [String] = []
        /// How often this is rendered, if each list has `listLength` elements.
        var times = 1
        /// The columns before each line.
        var indent = 0
    }

    /// Follows one template and the partials that it includes, with sample values for each section.
    private struct Walk {
        var sources: [String: TemplateSource]
        var ownFiles: Set<String>
        /// The names of the templates that were refused.
        var refused: Set<String>
        var used: Set<String> = []
        var tags = 0
        var work = 0
        var bytes = 0
        var known: [String: [TemplateTag]] = [:]

        private static let listLength = 20
        /// Of a name in a message, in characters.
        private static let longestName = 100
        /// The tags of a template with all parts that it includes, each time that it includes them.
        private static let mostTags = 50_000
        /// The tags that are rendered.
        private static let mostWork = 5_000_000
        /// The bytes of the templates' own texts that are rendered.
        private static let mostBytes = 20 << 20

        mutating func fault(in source: TemplateSource, at place: Place) -> Fault? {
            used.insert(source.file)
            var stack = [place]
            let all = known[source.part] ?? source.tags
            known[source.part] = all
            for tag in all {
                guard let place = stack.last else { return nil }
                (tags, work) = (tags + 1, work + place.times)
                bytes += (tag.textBefore.bytes + tag.textBefore.lines * place.indent) * place.times
                if tags > Self.mostTags || work > Self.mostWork || bytes > Self.mostBytes {
                    return Fault(tag, in: source, "too much work: too many lists or parts are inside one another")
                }
                switch tag.kind {
                case .variable, .section, .inverted:
                    if let reason = reason(against: tag, place.scopes) { return Fault(tag, in: source, reason) }
                    if tag.kind != .variable { stack.append(tag.kind == .section ? inside(tag, place) : place) }
                case .block:
                    if place.blocks.contains(tag.name) {
                        return Fault(tag, in: source, "the block '\(tag.name)' is inside itself")
                    }
                    stack.append(place)
                    stack[stack.count - 1].blocks.append(tag.name)
                case .close: if stack.count > 1 { stack.removeLast() }
                case .other: break
                case .partial, .parent:
                    if let fault = fault(ofPart: tag, in: source, at: place) { return fault }
                    guard tag.kind == .parent else { continue }
                    stack.append(place)
                    stack[stack.count - 1].parts.append(tag.name)
                }
            }
            return nil
        }

        /// The place inside of a section.
        private func inside(_ tag: TemplateTag, _ place: Place) -> Place {
            guard let value = TemplateCheck.value(of: tag, place.scopes) else { return place }
            var inner = place
            inner.scopes.append(TemplateCheck.element(of: value))
            if value is [Any] {
                inner.times = min(place.times * Self.listLength, Self.mostWork)
            }
            return inner
        }

        /// The first fault of an included template, in this place.
        private mutating func fault(ofPart tag: TemplateTag, in source: TemplateSource, at place: Place) -> Fault? {
            guard let part = sources[tag.name] else {
                let name = tag.name.clipped(to: Self.longestName)
                guard !refused.contains(tag.name) else { return Fault(tag, in: source, "'\(name)' has a mistake") }
                return Fault(tag, in: source, "no template '\(name)'" + hint(for: name, among: sources.keys))
            }
            if place.parts.contains(tag.name) { return Fault(tag, in: source, "'\(tag.name)' includes itself") }
            guard place.parts.count < TemplateSource.deepest else {
                return Fault(tag, in: source, "more than \(TemplateSource.deepest) templates include one another")
            }
            var inner = place
            inner.parts.append(tag.name)
            inner.indent += tag.indent
            // A built-in part is correct, so the fault is in the file that includes it in a wrong place.
            return fault(in: part, at: inner).map { fault in
                ownFiles.contains(fault.file)
                    ? fault : Fault(tag, in: source, "'\(tag.name)' does not belong here: \(fault.reason)")
            }
        }

        private func reason(against tag: TemplateTag, _ scopes: [Any]) -> String? {
            if let transform = tag.transforms.first(where: { !Self.transforms.contains($0) }) {
                let name = transform.clipped(to: Self.longestName)
                return "unknown function '\(name)()'" + hint(for: name, among: Self.transforms)
            }
            if tag.name == "." || (tag.name.isEmpty && !tag.transforms.isEmpty)
                || TemplateCheck.value(of: tag, scopes) != nil
            {
                return nil
            }
            let known = scopes.reversed().flatMap { ($0 as? any TemplateNode)?.names ?? [] }
            let name = tag.name.clipped(to: Self.longestName)
            return "unknown variable '\(name)'" + hint(for: name, among: known)
        }

        /// https://github.com/hummingbird-project/swift-mustache/blob/main/documentation/Transforms.md
        private static let transforms = [
            "first", "last", "index", "even", "odd", "count", "empty", "reversed", "sorted", "capitalized",
            "lowercased", "uppercased", "plusone", "minusone", "equalzero", "destination",
        ]
    }
}

extension TemplateCheck.Fault {
    fileprivate init(_ tag: TemplateTag, in source: TemplateSource, _ reason: String) {
        self.init(file: source.file, reason: "line \(tag.line), column \(tag.column): \(reason)")
    }
}

extension DigestView {
    /// A view in which nothing is nil or empty. Names in templates are checked against it.
    static let sample = {
        var digest = Digest.sample
        (digest.leftOut, digest.belowScore) = (24, 7)
        var view = DigestView(digest, RenderOptions(templates: .none, share: [.telegram], mail: .sample)) { $0 }
        view.sections[0].stories[0].generated = view.words.generatedSummary
        view.sections[0].stories[0].pictureLink = view.sections[0].stories[0].picture
        return view
    }()
}

extension MailHeader {
    fileprivate static let sample = MailHeader(
        from: Mailbox(address: "digest@example.org"), to: [Mailbox(address: "anna@example.org")],
        unsubscribe: "https://example.org/unsubscribe", online: OnlineAddress(text: "https://example.org"))
}

extension Digest {
    static let sample = {
        var digest = Digest(
            id: "d1", profile: "default", title: "Digest", name: "Anna", created: noon,
            previous: noon.addingTimeInterval(-5 * 86_400), language: "en", timeZone: "UTC",
            sections: [Section(category: "events", title: "Events", stories: [.sample], leftOver: 2)],
            failures: [SourceFailure(source: "A source", since: noon, reason: "answered 503")],
            recovered: ["Another source"], leftOver: 3)
        digest.intro = "An intro [1]"
        return digest
    }()

    fileprivate static let noon = Date(timeIntervalSince1970: 1_795_262_400)
}

extension Story {
    fileprivate static let sample = {
        var story = Story(id: "s1", item: item, url: "https://example.org/1", also: tellings, earlier: [earlier])
        story.later = [earlier]
        story.pictureSource = "Another source"
        story.summarySource = "Another source"
        story.article = PageArticle(
            url: "https://example.org/1", title: "An event", html: "<p>An article.</p>", text: "An article.")
        story.showsArticle = true
        return story
    }()

    private static let earlier = Earlier(
        id: "s0", title: "An earlier event", url: "https://example.org/0", sent: Digest.noon)

    /// More tellings and parts than a page names.
    private static let tellings =
        (0...DigestView.StoryView.mostCopies).map {
            Telling(
                id: "t\($0)", source: "Publisher \($0)", title: "The same", url: "https://example.com/\($0)",
                isSameArticle: true)
        }
        + (0...mostNamed).map {
            Telling(
                id: "p\($0)", source: "Publisher \($0)", title: "Another part", url: "https://example.com/p\($0)",
                isSameArticle: false, article: "p\($0)", story: "p\($0)")
        }

    private static let item = {
        var item = Item(
            kind: .event, sourceID: "feed:https://example.org/rss", source: "A source", url: "https://example.org/1",
            title: "An event", summary: "A summary.", html: "<p>A text.</p>", author: "An author",
            image: "https://example.org/1.jpg", published: Digest.noon, category: "events", language: "fr",
            event: Event(
                occurrences: [
                    Event.Occurrence(
                        starts: Digest.noon.addingTimeInterval(3600), ends: Digest.noon.addingTimeInterval(7200)),
                    Event.Occurrence(starts: Digest.noon.addingTimeInterval(90_000), ends: nil),
                ], place: "A place", address: "An address", price: "100", age: "16+"))
        item.comments = "https://example.org/1/comments"
        item.audio = Item.Recording(url: "https://example.org/1.mp3", type: "audio/mpeg", seconds: 3180)
        item.video = Item.Recording(url: "https://example.org/1.mp4", type: "video/mp4", seconds: 60)
        return item
    }()
}
