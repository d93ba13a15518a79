import Addresses
import Foundation
import InFlight
import Settings
import Texts
import Values

/// A chosen story as a program of the user gets it, in one line of JSON.
package struct StoryJSON: Sendable, Equatable, Encodable {
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
        url = SafeURL(story.url)?.text ?? ""
        source = story.item.source.cleanLine
        summary = Self.paragraphs(story.summary)
        text = story.article.map { Self.paragraphs($0.text).bounded(Bounds.summary) } ?? Self.text(of: story.item, id)
        self.category = category
        var room = Self.longestTellings
        tellings = story.also.map { telling in
            let item = items[telling.id]
            let text = room > 0 ? item.map { Self.text(of: $0, telling.id).clipped(to: room) } ?? "" : ""
            room -= text.unicodeScalars.count
            return Telling(
                title: telling.title.cleanLine, url: SafeURL(telling.url)?.text ?? "",
                source: telling.source.cleanLine, summary: item.map { Self.paragraphs($0.summary) } ?? "", text: text)
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
            paragraphs(item.fullText).bounded(Bounds.summary)
        }
    }

    private static func paragraphs(_ text: String) -> String { text.cleanParagraphs.joined(separator: "\n\n") }
}
