import Addresses
import FeedParser
import Foundation
import InFlight
import Texts
import Values

/// A digest as the templates see it. Every name in `docs/templates.md` is a stored property here.
///
/// If a value is missing, a template looks for the name in the surrounding levels. So a name whose value may be nil
/// must exist at one level only.
struct DigestView {
    var id: String
    var profile: String
    var title: String
    var language: String
    var direction: String
    var date: String
    var dateISO: String
    var greeting: String?
    var period: String?
    var intro: String?
    var storyCount: Int
    var summaryLine: String
    var isLong: Bool
    var isEmpty: Bool
    var sections: [SectionView]
    var failures: [FailureView]
    var recovered: String?
    var leftOver: String?
    var hasNotices: Bool
    var unsubscribe: String?
    /// The media condition for the dark colours; nil for a digest that is always light.
    var darkMedia: String?
    var colorScheme: String
    var words: Language.Words
    var version: String

    struct SectionView {
        var title: String
        var anchor: String
        var category: String
        var count: Int
        var stories: [StoryView]
        var sectionLeftOver: String?
    }

    struct StoryView {
        var id: String
        /// The number of the story, counted from 1 through the whole digest.
        var number: Int
        var title: String
        var url: String?
        var summary: String?
        /// The words that say which texts a program wrote; nil if it wrote none.
        var generated: String?
        var isTitleGenerated: Bool
        var html: String?
        var source: String
        var author: String?
        var published: String?
        var publishedISO: String?
        var storyLanguage: String?
        /// The direction of the headline's script: `ltr` or `rtl`.
        var storyDirection: String
        /// The sides where a line begins and where it ends: `left` or `right`.
        var startSide: String
        var endSide: String
        var picture: PictureView?
        /// A link to a picture that should be embedded but was left out.
        var pictureLink: PictureView?
        var event: EventView?
        var also: [TellingView]
        var hasAlso: Bool
        var share: [ShareView]
        var hasShare: Bool
        var isLead: Bool
    }

    struct TellingView {
        var id: String
        var source: String
        var title: String
        var tellingURL: String?
        var isSameArticle: Bool
    }

    struct EventView {
        var when: String?
        var relativeDay: String?
        var starts: String?
        var ends: String?
        var occasions: String?
        var place: String?
        var address: String?
        var price: String?
        var isFree: Bool
        var age: String?
        var hasPlace: Bool
        var hasPlaceAndAddress: Bool
        var hasTerms: Bool
        var hasPriceAndAge: Bool
    }

    struct PictureView {
        /// An `http(s)`, `data:` or `cid:` address.
        var address: String
        var alt: String
    }

    struct ShareView {
        var service: String
        var name: String
        var address: String
    }

    struct FailureView {
        var source: String
        var line: String
        var reason: String
    }
}

extension DigestView {
    /// - Parameter picture: returns the address for showing a picture; nil leaves the picture out.
    init(_ digest: Digest, _ options: RenderOptions, picture: (String) -> String?) {
        let language = Language(code: digest.language)
        let time = LocalTime(language: language, timeZone: digest.timeZone, now: digest.created)
        var number = 0
        sections = digest.sections.filter { !$0.stories.isEmpty }.enumerated().map { index, section in
            SectionView(
                title: section.title.cleanLine, anchor: "section-\(index + 1)", category: section.category.cleanLine,
                count: section.stories.count,
                stories: section.stories.map { story in
                    number += 1
                    return InFlight.during(.rendering, of: Quarantine.subject(ofItem: story.id)) {
                        StoryView(story, number: number, time: time, options, picture: picture)
                    }
                },
                sectionLeftOver: Self.leftOver(of: section, in: digest, language))
        }
        id = digest.id
        profile = digest.profile.cleanLine
        title = digest.title.cleanLine
        self.language = language.code
        direction = language.isRightToLeft ? "rtl" : "ltr"
        date = time.format(digest.created, \.full)
        dateISO = time.machine(digest.created)
        greeting = digest.name.map(\.cleanLine).flatMap { $0.isEmpty ? nil : language.greeting(time.timeOfDay, $0) }
        period = digest.previous.flatMap { Self.period(since: $0, time) }
        intro = digest.intro?.cleanParagraphs.joined(separator: " ").nonEmpty
        storyCount = number
        summaryLine = Self.summaryLine(of: digest, language)
        isLong = number > Self.longDigest && sections.count > 1
        isEmpty = number == 0
        failures = digest.failures.map { FailureView($0, time) }
        let back = digest.recovered.map(\.cleanLine).joined(separator: ", ")
        recovered = back.isEmpty ? nil : language.sentences.recovered(back)
        leftOver = digest.leftOver > 0 ? language.count(digest.leftOver, \.leftOver) : nil
        hasNotices = !failures.isEmpty || recovered != nil || leftOver != nil
        unsubscribe = options.mail?.unsubscribeAddress
        darkMedia = options.theme.darkMedia
        colorScheme = options.theme.colorScheme
        words = language.words
        version = Values.version
    }

    private static let longDigest = 8

    /// The sentence on queued stories of a section. If only one section has queued stories, only the end of the digest
    /// says it.
    private static func leftOver(of section: Digest.Section, in digest: Digest, _ language: Language) -> String? {
        guard section.leftOver > 0, section.leftOver != digest.leftOver else { return nil }
        return language.count(section.leftOver, \.leftOver)
    }

    /// "5 days since Mon, 16 November", for a digest that makes up for missed runs.
    private static func period(since previous: Date, _ time: LocalTime) -> String? {
        let days = time.days(since: previous)
        guard days > 1 else { return nil }
        return time.language.sentences.since(time.language.count(days, \.days), time.format(previous, \.day))
    }

    private static func summaryLine(of digest: Digest, _ language: Language) -> String {
        let sources = Set(digest.stories.flatMap { [$0.item.source] + $0.also.map(\.source) })
        return "\(language.count(digest.stories.count, \.stories)) · \(language.count(sources.count, \.sources))"
    }
}

extension DigestView.StoryView {
    init(_ story: Story, number: Int, time: LocalTime, _ options: RenderOptions, picture: (String) -> String?) {
        let item = story.item
        let link = SafeURL(story.url)?.text
        let words = time.language.words
        id = story.id.cleanLine
        self.number = number
        let headline = story.title.cleanLine.clipped(to: Self.longestTitle)
        title = headline.isEmpty ? link ?? item.source.cleanLine : headline
        url = link
        let paragraphs = story.summary.cleanParagraphs.joined(separator: " ")
        // A program was asked for a text of this length, and what it wrote is shown as a whole.
        summary = (story.generated == nil ? paragraphs.clipped(to: options.summaryLength) : paragraphs).nonEmpty
        isTitleGenerated = story.generated?.title != nil
        generated = story.generated.map { $0.title == nil ? words.generatedSummary : words.generatedTitle }
        html = link.flatMap { base in item.html.flatMap { Self.fragment($0, base: base, options.images).nonEmpty } }
        source = item.source.cleanLine
        author = item.byline?.clipped(to: Self.longestTitle)
        published = time.publication(of: item)
        publishedISO = time.machinePublication(of: item)
        storyLanguage = item.language.flatMap { Self.languageTag($0, unlike: time.language.code) }
        let isRightToLeft = title.isRightToLeft
        storyDirection = isRightToLeft ? "rtl" : "ltr"
        (startSide, endSide) = isRightToLeft ? ("right", "left") : ("left", "right")
        let remote = item.image.flatMap(SafeURL.init)?.text
        let alt = "\(words.picture): \(item.source.cleanLine)"
        self.picture = remote.flatMap(picture).map { .init(address: $0, alt: alt) }
        pictureLink =
            self.picture == nil && options.images == .embed ? remote.map { .init(address: $0, alt: alt) } : nil
        event = item.event.map { .init($0, time) }
        also =
            story.copies.map { .init(.init(telling: $0, sources: [$0.source]), isSameArticle: true) }
            + story.otherArticles.map { .init($0, isSameArticle: false) }
        hasAlso = !also.isEmpty
        let shareTitle = title
        share =
            link.map { link in
                options.share.map {
                    .init(
                        service: $0.rawValue, name: $0.name(in: time.language),
                        address: $0.address(title: shareTitle, url: link))
                }
            } ?? []
        hasShare = !share.isEmpty
        isLead = number == 1 && self.picture != nil
    }

    private static let longestTitle = 300

    /// The HTML, cleaned again, because it may have been stored by a version with older rules. Its pictures stay only
    /// if pictures are remote.
    private static func fragment(_ html: String, base: String, _ images: Configuration.Images) -> String {
        let safe = HTMLText.safe(html, base: base).withoutControls
        // The fragment is well-formed and its attributes are escaped, so the first `>` ends the tag.
        return images == .remote ? safe : safe.replacing(Self.picture, with: "")
    }

    /// Scalars are compared: a `>` with a combining mark after it ends a tag too.
    private static var picture: Regex<Substring> { /<img\b[^>]*>/.matchingSemantics(.unicodeScalar) }

    private static func languageTag(_ tag: String, unlike other: String) -> String? {
        let isTag = tag.utf8.count <= 35 && tag.wholeMatch(of: /[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*/) != nil
        return isTag && tag.lowercased().prefix(2) != other.prefix(2) ? tag : nil
    }
}

extension DigestView.TellingView {
    fileprivate init(_ article: Story.OtherArticle, isSameArticle: Bool) {
        let telling = article.telling
        id = telling.id.cleanLine
        source = article.sources.map(\.cleanLine).joined(separator: ", ")
        title = telling.title.cleanLine.clipped(to: 300)
        tellingURL = SafeURL(telling.url)?.text
        self.isSameArticle = isSameArticle
    }
}

extension DigestView.EventView {
    init(_ event: Event, _ time: LocalTime) {
        let time = time.inCity(of: event)
        let shown = event.shown(at: time.now)
        let others = event.upcoming(after: time.now).dropFirst().count
        when = shown.flatMap { time.describe($0).nonEmpty }
        relativeDay = shown.flatMap(time.relativeDay)
        starts = shown?.starts.map(time.machine)
        ends = shown?.ends.map(time.machine)
        occasions = others > 0 ? time.language.count(others, \.occasions) : nil
        place = event.place?.cleanLine.clipped(to: 200).nonEmpty
        address = event.address?.cleanLine.clipped(to: 200).nonEmpty
        price = event.isFree ? nil : event.price?.cleanLine.clipped(to: 200).nonEmpty
        isFree = event.isFree
        age = event.age?.cleanLine.clipped(to: 20).nonEmpty
        hasPlace = place != nil || address != nil
        hasPlaceAndAddress = place != nil && address != nil
        hasPriceAndAge = (isFree || price != nil) && age != nil
        hasTerms = isFree || price != nil || age != nil
    }
}

extension DigestView.FailureView {
    init(_ failure: Digest.SourceFailure, _ time: LocalTime) {
        source = failure.source.cleanLine
        line = time.language.sentences.unreachable(source, time.shortDay(failure.since))
        reason = time.language.reason(of: failure).cleanLine.clipped(to: 300)
    }
}

extension String {
    var nonEmpty: String? { isEmpty ? nil : self }
}
