import Foundation
import Synchronization
import Values

/// The stories that the digests of one run show. For readers with one look, a story is made into a view and rendered
/// once.
final class RenderedStories: Sendable {
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
        private let known = Mutex<[String: (story: Story, view: DigestView.StoryView)]>([:])

        /// - Parameter make: makes the view if there is none yet.
        func view(of story: Story, _ make: () -> DigestView.StoryView) -> DigestView.StoryView {
            known.withLock { known in
                if let found = known[story.id], found.story == story { return found.view }
                let view = make()
                if known.count == RenderedStories.most { known = [:] }
                known[story.id] = (story, view)
                return view
            }
        }
    }

    private let looks = Mutex<[Look: Views]>([:])
    /// The greatest numbers of looks, and of stories in one, that are kept in memory.
    private static let mostLooks = 24
    private static let most = 1000

    func views(in look: Look) -> Views {
        looks.withLock { looks in
            if let known = looks[look] { return known }
            if looks.count == Self.mostLooks { looks = [:] }
            let new = Views()
            looks[look] = new
            return new
        }
    }
}

/// What was made of one view of a story.
final class RenderedStory: @unchecked Sendable {
    /// What a text of the story depends on, beside the view.
    struct Form: Hashable {
        var kind: TemplateKind
        /// The number in the digest; nil if the template does not show it.
        var number: Int?
        var isLead: Bool
        var links: Int
    }

    private let lock = NSLock()
    private var fields: [Bool: [String: Any]] = [:]
    private var texts: [Form: StoryText] = [:]

    /// The values for templates.
    func fields(copiesAlone: Bool, _ make: () -> [String: Any]) -> [String: Any] {
        lock.withLock {
            let known = fields[copiesAlone] ?? make()
            fields[copiesAlone] = known
            return known
        }
    }

    func text(_ form: Form, _ make: () -> String) -> StoryText {
        if let known = lock.withLock({ texts[form] }) { return known }
        let text = StoryText(make())
        return lock.withLock {
            texts[form] = texts[form] ?? text
            return texts[form] ?? text
        }
    }
}

/// The text of a story in one format: whole lines.
final class StoryText: Sendable {
    let text: String
    let count: Int
    /// Whether it names an embedded picture of one digest (`PersonalField`).
    let isPersonal: Bool
    private let quotedCount = Mutex<Int?>(nil)
    private let finished = Mutex<[Bool: Data]>([:])

    fileprivate init(_ text: String) {
        self.text = text
        count = text.utf8.count
        isPersonal = text.contains(PersonalField.prefix)
    }

    /// The number of bytes as quoted-printable.
    var countAsQuoted: Int {
        quotedCount.withLock { known in
            let count = known ?? QuotedPrintable.encoded(text).utf8.count
            known = count
            return count
        }
    }

    /// The bytes as they are sent.
    func finished(isQuoted: Bool, _ finish: (String) -> Data) -> Data {
        finished.withLock { known in
            let bytes = known[isQuoted] ?? finish(text)
            known[isQuoted] = bytes
            return bytes
        }
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
    var count: Int { sum(\.utf8.count, \.count) }

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
