import Foundation
import Mustache

/// A view as Mustache reads it, without reflection.
protocol TemplateNode: MustacheParent, Sendable {
    /// The names of its fields.
    var names: [String] { get }
}

/// How the values of views are made into nodes.
struct NodeStyle: Sendable {
    var locale: Locale
    /// Whether `also` has only copies.
    var copiesAlone = false

    func node(of value: (any Sendable)?) -> (any Sendable)? {
        switch value {
        case let text as String: LocalText(description: text, locale: locale)
        case let story as DigestView.StoryView: StoryNode(story, self)
        case let view as any TemplateView: self.view(view)
        case let views as [any TemplateView]: views.compactMap(node)
        default: value
        }
    }

    func view(_ view: any TemplateView) -> ViewNode { ViewNode(fields: view.fields.compactMapValues(node)) }
}

struct ViewNode: TemplateNode {
    fileprivate let fields: [String: any Sendable]

    var names: [String] { fields.keys.sorted() }

    func child(named name: String) -> Any? { fields[name] }
}

/// A story. Most of its fields are shared with other digests of the same look.
final class StoryNode: TemplateNode {
    private let view: DigestView.StoryView
    private let style: NodeStyle
    private let fields: [String: any Sendable]
    /// The digest, for a story that is rendered alone.
    private let digest: ViewNode?

    init(_ view: DigestView.StoryView, _ style: NodeStyle, of digest: ViewNode? = nil) {
        (self.view, self.style, self.digest) = (view, style, digest)
        fields = view.rendered.fields.value(for: style.copiesAlone) {
            var view = view
            if style.copiesAlone { view.also.removeAll { !$0.isSameArticle } }
            return view.fields.compactMapValues(style.node)
        }
    }

    var names: [String] { (fields.keys + ["article", "html"]).sorted() }

    func child(named name: String) -> Any? {
        switch name {
        // These differ among the digests with the story.
        case "number": view.number
        case "isLead": view.isLead
        case "share": style.node(of: view.share)
        case "hasShare": view.hasShare
        // Few templates show it, and it takes long.
        case "html": style.node(of: view.html)
        case "article": style.node(of: view.article)
        case StoryTemplate.mark: StoryTemplate.mark(ofStory: view.number)
        default: fields[name] ?? digest?.child(named: name)
        }
    }
}

/// A text whose upper case follows its language: a Turkish i keeps its dot. It has no fields.
private struct LocalText: MustacheTransformable, MustacheCustomRenderable, MustacheParent, Sendable {
    var description: String
    var locale: Locale

    var renderText: String { description }
    var isNull: Bool { false }

    func child(named name: String) -> Any? { nil }

    func transform(_ name: String) -> Any? {
        switch name {
        case "uppercased": LocalText(description: description.uppercased(with: locale), locale: locale)
        case "lowercased": LocalText(description: description.lowercased(with: locale), locale: locale)
        case "capitalized": LocalText(description: description.capitalized(with: locale), locale: locale)
        default: description.transform(name)
        }
    }
}
