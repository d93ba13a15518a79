import Foundation
import Texts

/// The part of a digest's template that shows one story, apart from the rest.
///
/// Then a story is rendered once for all digests with it, and a digest is rendered with a mark in place of each story.
struct StoryTemplate {
    /// The digest's template with a line for the mark in place of the part.
    let frame: String
    /// What is written for each story: whole lines.
    let body: String
    /// Whether it shows the number of the story.
    private(set) var showsNumber = false

    /// Nil if the digest shows its stories in another way, or if the text of a story depends on the other stories.
    init?(_ digest: TemplateSource, parts: [String: TemplateSource]) {
        let tags = digest.tags
        guard !digest.text.contains("{{="), let place = Self.place(in: tags),
            let lines = Self.lines(between: tags[place.lowerBound], tags[place.upperBound], in: digest.text)
        else { return nil }
        body = String(digest.text[lines])
        frame = digest.text.replacingCharacters(in: lines, with: "{{{\(Self.mark)}}}\n")
        guard let story = DigestView.sample.sections.first?.stories.first else { return nil }
        var walk = Walk(parts: parts, story: StoryNode(story, NodeStyle(locale: Locale(identifier: "en"))))
        guard walk.isOwn(tags[place].dropFirst(), []) else { return nil }
        showsNumber = walk.showsNumber
    }

    /// The name of the mark in the frame. No template of a user contains it.
    static let mark = "mark\(PersonalField.prefix)"

    static func mark(ofStory number: Int) -> String { "\(mark)\(number)" }

    /// The page for a frame that was rendered.
    /// - Parameter story: returns the text of the story with this number.
    static func page(_ frame: String, story: (Int) -> StoryText) -> Page {
        let pieces = frame[...].split(atLiteral: mark)
        let parts = pieces.dropFirst().flatMap { piece -> [Page.Part] in
            let end = piece.utf8.firstIndex(of: 10) ?? piece.endIndex
            let text = Page.Part.text(String(Substring(piece[end...].utf8.dropFirst())))
            return Int(piece[..<end]).map { [.story(story($0)), text] } ?? [text]
        }
        return Page([.text(String(pieces[0]))] + parts)
    }
}

extension StoryTemplate {
    /// The tags of the only section `stories` in a section `sections`, with those that open and close it.
    private static func place(in tags: [TemplateTag]) -> ClosedRange<Int>? {
        var open: [Int] = []
        var found: [ClosedRange<Int>] = []
        for (index, tag) in tags.enumerated() {
            switch tag.kind {
            case .section, .inverted, .block, .parent: open.append(index)
            case .close:
                guard let start = open.popLast() else { return nil }
                let (tag, outer) = (tags[start], open.last.map { tags[$0] })
                let isInSection = outer.map { $0.kind == .section && $0.name == "sections" } ?? false
                if tag.kind == .section, tag.name == "stories", tag.transforms.isEmpty, isInSection {
                    found.append(start...index)
                }
            case .variable, .partial, .other: break
            }
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The lines between two tags that have lines of their own.
    private static func lines(
        between open: TemplateTag, _ close: TemplateTag, in text: String
    ) -> Range<String.Index>? {
        func isAlone(_ tag: TemplateTag) -> Bool {
            let before = text[..<tag.range.lowerBound].reversed().prefix { $0 != "\n" }
            let after = text[tag.range.upperBound...].prefix { $0 != "\n" }
            return (before + after).allSatisfy { $0 == " " || $0 == "\t" }
        }
        guard isAlone(open), isAlone(close), let end = text[open.range.upperBound...].firstIndex(of: "\n"),
            let last = text[..<close.range.lowerBound].lastIndex(of: "\n"), end < last
        else { return nil }
        return text.index(after: end)..<text.index(after: last)
    }

    /// Looks where the names of the part are found.
    private struct Walk {
        var parts: [String: TemplateSource]
        /// A story that has all fields.
        var story: any TemplateNode
        var showsNumber = false

        /// Whether all names are fields of the story, or of the digest's look.
        /// - Parameter inner: the values of the sections that are open inside of the story.
        mutating func isOwn(_ tags: some Sequence<TemplateTag>, _ inner: [Any]) -> Bool {
            var stack = [inner]
            for tag in tags {
                let inner = stack.last ?? []
                switch tag.kind {
                case .variable: if !isOwn(tag, inner) { return false }
                case .section, .inverted:
                    guard isOwn(tag, inner) else { return false }
                    let value = tag.kind == .section ? TemplateCheck.value(of: tag, [story] + inner) : nil
                    // A flag is no scope. Inside of it, last() still speaks of the list around it.
                    let scope = value is Bool ? nil : value.map(TemplateCheck.element)
                    stack.append(inner + [scope].compactMap(\.self))
                case .close: stack.removeLast()
                case .partial: if !isOwn(parts[tag.name]?.tags ?? [], inner) { return false }
                case .block, .parent: return false
                case .other: break
                }
                if stack.isEmpty { return true }
            }
            return true
        }

        private mutating func isOwn(_ tag: TemplateTag, _ inner: [Any]) -> Bool {
            let names = tag.name.split(separator: ".")
            guard let first = names.first.map(String.init) else { return !inner.isEmpty }
            if inner.contains(where: { TemplateCheck.child(first, of: $0) != nil }) { return true }
            if first == "number" { showsNumber = true }
            return TemplateCheck.child(first, of: story) != nil || DigestView.namesOfLook.contains(first)
        }
    }
}
