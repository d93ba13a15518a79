import Foundation
import Settings
import Values

/// The stories that the digests of one run show. For readers with one look, a story is made into a view and rendered
/// once.
package final class RenderedStories: Sendable {
    /// What the view of a story depends on, beside the story.
    struct Look: Hashable, Sendable {
        private let texts: [String]
        private let templates: Int64?
        private let created: Date
        private let images: Configuration.Images
        private let share: [ShareLink]
        private let also: Configuration.Also
        private let theme: Configuration.Theme
        private let summaryLength: Int
        private let isShort: Bool

        /// - Parameter isShort: whether the addresses for sharing have no title.
        init(_ digest: Digest, _ options: RenderOptions, isShort: Bool) {
            texts = [digest.language, digest.timeZone]
            templates = options.templates.ownTexts
            created = digest.created
            (images, share, also, theme) = (options.images, options.share, options.also, options.theme)
            summaryLength = options.summaryLength
            self.isShort = isShort
        }
    }

    /// The views for one look.
    final class Views: Sendable {
        private let known = OnceForEach<Key, DigestView.StoryView>(most: 1000)

        /// - Parameter make: makes the view if there is none yet.
        func view(of story: Story, _ make: () -> DigestView.StoryView) -> DigestView.StoryView {
            known.value(for: Key(story: story), make)
        }

        private struct Key: Hashable {
            var story: Story

            func hash(into hasher: inout Hasher) { hasher.combine(story.id) }
        }
    }

    private let looks = OnceForEach<Look, Views>(most: 24)

    package init() {}

    func views(in look: Look) -> Views { looks.value(for: look, Views.init) }
}

/// What was made of one view of a story.
final class RenderedStory: Sendable {
    /// What a text of the story depends on, beside the view.
    struct Form: Hashable {
        var kind: TemplateKind
        /// The number in the digest; nil if the template does not show it.
        var number: Int?
        var isLead: Bool
        var links: Int
    }

    /// The values for templates, by `NodeStyle.copiesAlone`.
    let fields = OnceForEach<Bool, [String: any Sendable]>()
    let texts = OnceForEach<Form, StoryText>()
}

/// The text of a story in one format: whole lines.
final class StoryText: Sendable {
    let text: String
    let countWithCRLF: Int
    /// Whether it names an embedded picture of one digest (`PersonalField`).
    let isPersonal: Bool
    private let quotedCount = Once<Int>()
    private let finished = OnceForEach<PlaceholderText.Encoding, Data>()

    init(_ text: String) {
        self.text = text
        countWithCRLF = text.countWithCRLF
        isPersonal = text.contains(PersonalField.prefix)
    }

    /// The number of bytes as quoted-printable.
    var countAsQuoted: Int { quotedCount.value { QuotedPrintable.encoded(text).utf8.count } }

    /// The bytes as they are sent.
    func finished(in encoding: PlaceholderText.Encoding, _ finish: (String) -> Data) -> Data {
        finished.value(for: encoding) { finish(text) }
    }
}

/// A rendered page: the texts of its stories, and what is around them.
struct Page: Sendable {
    enum Part: Sendable {
        case text(String)
        case story(StoryText)

        fileprivate var text: String {
            switch self {
            case .text(let text): text
            case .story(let story): story.text
            }
        }

        fileprivate var endsLine: Bool { text.isEmpty || text.utf8.last == UInt8(ascii: "\n") }
    }

    private(set) var parts: [Part]

    /// If a story does not have lines of its own, the page is one text.
    init(_ parts: [Part]) {
        self.parts = parts
        if !parts.dropLast().allSatisfy(\.endsLine) { self.parts = [.text(text)] }
    }

    init(_ text: String) {
        parts = [.text(text)]
    }

    var text: String { parts.map(\.text).joined() }

    /// The number of bytes.
    var count: Int { sum(\.utf8.count, \.text.utf8.count) }

    /// The number of bytes with CRLF at the end of each line.
    var countWithCRLF: Int { sum(\.countWithCRLF, \.countWithCRLF) }

    /// The number of bytes as quoted-printable.
    var countAsQuoted: Int { sum({ QuotedPrintable.encoded($0).utf8.count }, \.countAsQuoted) }

    private func sum(_ ofText: (String) -> Int, _ ofStory: (StoryText) -> Int) -> Int {
        parts.reduce(0) { sum, part in
            switch part {
            case .text(let text): sum + ofText(text)
            case .story(let story): sum + ofStory(story)
            }
        }
    }
}

extension String {
    /// The number of bytes with CRLF at the end of each line.
    fileprivate var countWithCRLF: Int { utf8.count + utf8.count { $0 == UInt8(ascii: "\n") } }
}
