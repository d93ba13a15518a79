import Addresses
import Foundation
import Texts
import Values

extension Digest {
    /// The digest as JSON (RFC 8259) with sorted keys. The same digest gives the same bytes.
    func json(_ options: RenderOptions) -> [UInt8] {
        let encoder = JSONEncoder.sorted(isIndented: true)
        encoder.keyEncodingStrategy = .convertToSnakeCase
        // Encoding cannot fail, because there are only strings, numbers and dates.
        let data = try? encoder.encode(DigestJSON(self, options))
        return Array(data ?? Data()) + [UInt8(ascii: "\n")]
    }
}

/// The structure of `--format json`.
private struct DigestJSON: Encodable {
    var id: String
    var profile: String
    var title: String
    var created: Date
    var language: String
    var intro: String?
    var sections: [SectionJSON]
    var failures: [Digest.SourceFailure]
    var leftOver: Int
    var leftOut: Int

    struct SectionJSON: Encodable {
        var category: String
        var title: String
        var stories: [StoryJSON]
    }

    struct OriginalJSON: Encodable {
        var title, summary: String
    }

    struct StoryJSON: Encodable {
        var id: String
        var kind: Item.Kind
        var title: String
        var url: String
        var share: [String: String]
        var summary: String
        /// The names of the fields that a program wrote.
        var generated: [String]?
        /// What the article itself says, if a program translated it.
        var original: DigestJSON.OriginalJSON?
        /// The article of the story's page, if the digest shows it.
        var text: String?
        var image: String?
        var source: String
        /// All publishers that carry the article. The article's own source is first.
        var sources: [String]
        var author: String?
        var published: Date?
        /// The id, if the entry is an affair of several stories.
        var affair: String?
        var also: [TellingJSON]
        /// The number of other articles of an affair that a page does not name.
        var more: Int?
        /// The publishers of a picture and a summary that the article itself does not have.
        var imageSource: String?
        var summarySource: String?
        var earlier: [EarlierJSON]
        /// In a recap, the stories that continue it.
        var later: [EarlierJSON]?
        var comments: String?
        var audio: RecordingJSON?
        var video: RecordingJSON?
        var event: EventJSON?
    }

    struct RecordingJSON: Encodable {
        var url: String
        var type: String?
        var seconds: Int?

        init?(_ recording: Item.Recording?) {
            guard let recording, let address = recording.url.safeURL else { return nil }
            (url, type, seconds) = (address, recording.type?.cleanLine, recording.seconds)
        }
    }

    struct EarlierJSON: Encodable {
        var title: String
        var url: String
        var sent: Date

        init(_ earlier: Story.Earlier) {
            (title, url, sent) = (earlier.title.cleanLine, earlier.url.safeURL ?? "", earlier.sent)
        }
    }

    struct TellingJSON: Encodable {
        var source: String
        /// The publishers, if several carry the article.
        var sources: [String]?
        var title: String
        var url: String
        /// An id that all articles on the same other story of the affair have in common.
        var story: String?

        init(_ article: Story.OtherArticle) {
            let telling = article.telling
            source = telling.source.cleanLine
            sources = article.sources.count > 1 ? article.sources.map(\.cleanLine) : nil
            title = telling.title.cleanLine
            url = telling.url.safeURL ?? ""
            story = telling.story?.cleanLine
        }
    }
}

/// An event as programs get it.
struct EventJSON: Encodable {
    var starts: Date?
    var ends: Date?
    var place: String?
    var address: String?
    var price: String?
    var free: Bool
    var age: String?
    /// Whether it does not take place; nil for no.
    var cancelled: Bool?

    init(_ event: Event, at now: Date) {
        let shown = event.shown(at: now)
        starts = shown?.starts
        ends = shown?.ends
        place = event.place?.cleanLine
        address = event.address?.cleanLine
        price = event.price?.cleanLine
        free = event.isFree
        age = event.age?.cleanLine
        cancelled = event.isCancelled ? true : nil
    }
}

extension DigestJSON {
    init(_ digest: Digest, _ options: RenderOptions) {
        id = digest.id.cleanLine
        profile = digest.profile.cleanLine
        title = digest.shownTitle
        created = digest.created
        language = digest.language
        intro = digest.intro?.replacing(Digest.storyNumbers, with: "").cleanText
        sections = digest.sections.map { section in
            SectionJSON(
                category: section.category.cleanLine, title: section.title.cleanLine,
                stories: section.stories.map { StoryJSON($0, at: digest.created, share: options.share) })
        }
        failures = digest.failures.map {
            .init(source: $0.source.cleanLine, since: $0.since, reason: $0.reason.cleanLine)
        }
        leftOver = digest.leftOver
        leftOut = digest.leftOut ?? 0
    }
}

extension DigestJSON.StoryJSON {
    init(_ story: Story, at now: Date, share services: [ShareLink]) {
        let item = story.item
        let link = story.url.safeURL ?? ""
        id = story.id.cleanLine
        kind = item.kind
        title = story.title.cleanLine
        url = link
        // Without an address there is nothing to share.
        let links = link.isEmpty ? [] : Set(services + [.link])
        share = Dictionary(
            uniqueKeysWithValues: links.map { ($0.rawValue, $0.address(title: story.title, url: link)) })
        summary = story.summary.cleanText
        generated = story.generated.map { text in
            [text.title.map { _ in "title" }, story.generatedSummary.map { _ in "summary" }].compactMap(\.self)
        }
        original = story.generated?.isTranslation.map { _ in
            .init(title: item.title.cleanLine, summary: item.summary.cleanText)
        }
        text = story.shownArticle?.text.cleanText
        image = item.image?.safeURL
        source = item.source.cleanLine
        sources = story.sources.map(\.cleanLine)
        author = item.byline
        published = item.published
        affair = story.also.contains { $0.story != nil } ? story.id.cleanLine : nil
        also = story.otherArticles.map(DigestJSON.TellingJSON.init)
        more = affair.map { _ in story.named().more }
        imageSource = story.pictureSource?.cleanLine
        summarySource = story.shownSummarySource?.cleanLine
        earlier = (story.earlier ?? []).map(DigestJSON.EarlierJSON.init)
        later = story.later?.map(DigestJSON.EarlierJSON.init)
        comments = item.shownComments?.safeURL
        audio = DigestJSON.RecordingJSON(item.audio)
        video = DigestJSON.RecordingJSON(item.video)
        event = item.event.map { EventJSON($0, at: now) }
    }
}
