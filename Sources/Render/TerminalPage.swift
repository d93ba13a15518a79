import Addresses
import Foundation
import Languages
import Platform
import Texts
import Values

/// A digest as a person reads it on a terminal: lines of its width, bold headlines, and links that the terminal opens
/// or that are numbered. It has no share links.
///
/// All texts are clean lines, so the only escape sequences are those that are written here.
package struct TerminalPage {
    private let view: DigestView
    private let screen: Screen
    private var lines: [String] = []
    /// The links so far. Without links on the terminal, their numbers are those at the end of the page.
    private var links: [String] = []

    package init(_ digest: Digest, on screen: Screen, _ options: RenderOptions = RenderOptions()) {
        var options = options
        options.share = []
        view = DigestView(digest, options) { _ in nil }
        self.screen = screen
        addHead()
        for section in view.sections { add(section) }
        addFoot()
    }

    /// The page with its pager, if it is longer than the screen.
    package var shown: ScreenPage {
        // The prompt of the shell takes a row.
        let isLong = rows >= screen.height
        return ScreenPage(text: lines.map { $0 + "\n" }.joined(), pager: isLong ? screen.pager : nil)
    }

    /// An address may take several rows.
    private var rows: Int {
        lines.reduce(0) { $0 + ($1.contains("\u{1B}") ? 1 : max(1, ($1[...].columns - 1) / screen.width + 1)) }
    }
}

extension TerminalPage {
    private mutating func addHead() {
        add([StyledText(view.title.uppercased(with: Language(code: view.language).locale), isBold: true)])
        add([StyledText(view.isEmpty ? view.date : "\(view.date) · \(view.summaryLine)")])
        if let period = view.period { add([StyledText(period)]) }
        for text in [view.greeting, view.intro.map { "\($0) (\(view.words.generatedIntro))" }].compactMap(\.self) {
            lines.append("")
            add([StyledText(text)])
        }
        if view.isEmpty {
            lines.append("")
            add([StyledText(view.words.nothingNew)])
        }
    }

    private mutating func add(_ section: DigestView.SectionView) {
        lines.append("")
        add([StyledText("== \(section.title) ==", isBold: true)])
        for story in section.stories { add(story) }
    }

    private mutating func add(_ story: DigestView.StoryView) {
        lines.append("")
        add([link(story.title, to: story.url, isBold: true)])
        let date = story.event == nil ? story.published : nil
        add([StyledText([story.source, story.author, date].compactMap(\.self).joined(separator: " · "))], indent: 2)
        for line in story.event?.lines(view.words) ?? [] { add([StyledText("* " + line)], indent: 2) }
        if let summary = story.summary {
            let notes = [story.generated, story.summarySource].compactMap { $0 }.map { " (\($0))" }.joined()
            add([StyledText(summary + notes)], indent: 2)
        }
        addOthers(of: story)
    }

    /// Adds the comments and recordings, the other publishers, the other articles and the earlier stories.
    private mutating func addOthers(of story: DigestView.StoryView) {
        let files = story.files.map { [link($0.fileLabel, to: $0.fileURL)] }
        if !files.isEmpty { add(Array(files.joined(separator: [StyledText(" · ")])), indent: 2) }
        if story.hasAlso {
            let names = story.alsoNames.map { [link($0.publisher, to: $0.publisherURL)] }
            let more = story.alsoOthers.map { [StyledText(" +\($0.number)")] } ?? []
            add(
                [StyledText(view.words.alsoIn + view.words.colonSpace + ": ")]
                    + names.joined(separator: [StyledText(" · ")])
                    + more, indent: 2)
        }
        if story.hasParts { add([StyledText(view.words.parts + view.words.colonSpace + ":")], indent: 2) }
        for part in story.parts {
            add([StyledText("* "), link(part.title, to: part.tellingURL), StyledText(" (\(part.source))")], indent: 2)
        }
        if let more = story.moreParts { add([StyledText("* " + more)], indent: 2) }
        for (label, others) in [(view.words.earlier, story.earlier), (view.words.later, story.later)] {
            for other in others {
                add(
                    [
                        StyledText(label + view.words.colonSpace + ": "),
                        link(other.earlierTitle, to: other.earlierURL),
                        StyledText(", " + other.earlierDay),
                    ], indent: 2)
            }
        }
    }

    private mutating func addFoot() {
        if !screen.knowsLinks, !links.isEmpty {
            lines.append("")
            add([StyledText(view.words.links, isBold: true)])
            for (index, address) in links.enumerated() { add(address, number: index + 1) }
        }
        lines.append("")
        let failures = view.failures.map { "\($0.line)\(view.words.colonSpace): \($0.reason)" }
        let counts = [view.leftOver, view.leftOut, view.belowScore].compactMap(\.self)
        for notice in counts + failures + [view.recovered].compactMap(\.self) { add([StyledText(notice)]) }
        add([StyledText("newsdigest \(view.version) · \(view.id)")])
    }

    /// Only a line that is one address may be wider than the terminal.
    private mutating func add(_ address: String, number: Int) {
        let line = "[\(number)] \(address)"
        lines += line[...].columns <= screen.width ? [line] : ["[\(number)]", address]
    }

    private mutating func add(_ paragraph: [StyledText], indent: Int = 0) {
        let margin = String(repeating: " ", count: indent)
        lines += paragraph.lines(ofColumns: screen.width - indent).map { margin + $0.map(escaped).joined() }
    }

    /// A link, with its number if the terminal does not open links.
    private mutating func link(_ text: String, to address: String?, isBold: Bool = false) -> StyledText {
        guard let address else { return StyledText(text, isBold: isBold) }
        links.append(address)
        let number = links.count
        return StyledText(screen.knowsLinks ? text : "\(text) [\(number)]", link: number, isBold: isBold)
    }

    /// The span with the escape sequences of its look: SGR 1 and 22 (ECMA-48), and OSC 8, in which an id joins the lines
    /// of a link (https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda).
    private func escaped(_ span: StyledText) -> String {
        let text = span.isBold && screen.hasStyles ? "\u{1B}[1m\(span.text)\u{1B}[22m" : span.text
        guard screen.knowsLinks, let number = span.link else { return text }
        let address = PercentEncoding.encoded(links[number - 1], keeping: Self.ofAddresses)
        return "\u{1B}]8;id=\(number);\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
    }

    /// The visible ASCII characters. A terminal may take any other for the end of the address.
    private static let ofAddresses = ByteSet(0x21...0x7E)
}

extension DigestView.EventView {
    /// When, where, and on which terms.
    fileprivate func lines(_ words: Language.Words) -> [String] {
        let time = [relativeDay, when.map { occasions == nil ? $0 : "\($0) \(occasions ?? "")" }]
        let places = [place, address].compactMap(\.self).joined(separator: ", ")
        let terms = [isFree ? words.free : nil, price, age].compactMap(\.self).joined(separator: " · ")
        return [time.compactMap(\.self).joined(separator: " · "), places, terms].filter { !$0.isEmpty }
    }
}
