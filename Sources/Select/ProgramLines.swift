import Addresses
import Foundation
import InFlight
import Settings
import Texts
import Values

extension Array where Element: Encodable {
    /// The lines as a program of the user reads them (JSON Lines).
    var jsonLines: [UInt8] {
        let encoder = JSONEncoder.sorted()
        // Encoding fails only for a number that is not finite, and no line has one.
        return compactMap { try? encoder.encode($0) }.reduce(into: []) { $0 += $1 + [0x0A] }
    }
}

/// What a program of the user prints about one of the items or stories that it was given.
protocol PrintedLine: Decodable {
    /// The keys that a line must have, such as `an 'id' and a 'summary'`.
    static var needed: String { get }
    /// What the value of a key should be, such as `a list of numbers`.
    static func kind(of key: String) -> String

    /// The id of the item or story.
    var id: String { get }
}

extension PrintedLine {
    static func kind(of key: String) -> String { "a string" }
}

/// The lines that a program of the user printed, one JSON object in each. Blank lines do not count.
struct PrintedLines<Line: PrintedLine> {
    /// The lines that can be used, in their order.
    private(set) var lines: [Line] = []
    private(set) var mistakes = PrintedMistakes()

    /// - Parameter known: the ids that the program was given.
    init(_ output: [UInt8], about known: Set<String>) {
        let decoder = JSONDecoder()
        for (index, bytes) in output.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
        where !bytes.isBlank {
            do {
                let line = try decoder.decode(Line.self, from: Data(bytes))
                if known.contains(line.id) {
                    lines.append(line)
                } else {
                    mistakes.note("line \(index + 1) has the id '\(line.id)', which its input does not have")
                }
            } catch {
                mistakes.note(Self.reason(error, inLine: index + 1))
            }
        }
    }

    private static func reason(_ error: any Error, inLine number: Int) -> String {
        let path: [any CodingKey] =
            switch error {
            case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
                DecodingError.dataCorrupted(let context):
                context.codingPath
            default: []
            }
        guard let key = path.first?.stringValue else {
            return "line \(number) is not a JSON object with \(Line.needed)"
        }
        return "'\(key)' in line \(number) should be \(Line.kind(of: key))"
    }
}

/// What is wrong with the output of a program.
struct PrintedMistakes {
    private var first: String?
    private var count = 0

    mutating func note(_ mistake: String) {
        first = first ?? mistake
        count += 1
    }

    /// The number of mistakes and the first one; nil if there are none.
    var text: String? {
        first.map { "its output has \(count == 1 ? "1 mistake" : "\(count) mistakes, the first"): \($0)" }
    }
}

/// A chosen story as a program of the user gets it, in one line of JSON.
package struct StoryInput: Sendable, Equatable, Encodable {
    /// The id of the story in the digest.
    package var id: String
    package var title: String
    var url: String
    var source: String
    package var summary: String
    /// The longest text that the source gave.
    var text: String
    var category: String
    /// The other articles on the story, and the same article by other sources.
    var tellings: [Telling]
    /// The hash of what the source said of the lead. Another hash means that the source changed it.
    package var version: Int64

    struct Telling: Sendable, Equatable, Encodable {
        var title: String
        var url: String
        var source: String
        var summary: String
        var text: String
    }

    private enum CodingKeys: CodingKey { case id, title, url, source, summary, text, category, tellings }

    /// The greatest length of the texts of all tellings together, in Unicode scalars. Later tellings have no text.
    private static let longestTellings = 100_000

    /// - Parameter items: the contents of the tellings, by their ids.
    package init(_ story: Story, category: String, items: [String: Item]) {
        id = story.id
        title = story.title.cleanLine
        url = story.url.safeURL ?? ""
        source = story.item.source.cleanLine
        summary = story.summary.cleanText
        text = story.article.map { $0.text.cleanText.bounded(Bounds.summary) } ?? Self.text(of: story.item, id)
        self.category = category
        var room = Self.longestTellings
        tellings = story.also.map { telling in
            let item = items[telling.id]
            let text = room > 0 ? item.map { Self.text(of: $0, telling.id).clipped(to: room) } ?? "" : ""
            room -= text.unicodeScalars.count
            return Telling(
                title: telling.title.cleanLine, url: telling.url.safeURL ?? "",
                source: telling.source.cleanLine, summary: item?.summary.cleanText ?? "", text: text)
        }
        let said = story.item.wording
        version = StableHash.hash("\(said.title)\n\(said.text ?? 0)\n\(text)")
    }

    /// The title and the summary alone.
    package init(headlineOf story: Story) {
        var story = story
        // The text of the source is not read.
        (story.item.html, story.article, story.also) = (nil, nil, [])
        self.init(story, category: story.item.category, items: [:])
        text = ""
    }

    private static func text(of item: Item, _ id: String) -> String {
        InFlight.during(.selecting, of: Quarantine.subject(ofItem: id)) {
            item.fullText.cleanText.bounded(Bounds.summary)
        }
    }
}
