import Addresses
import FeedParser
import Foundation
import InFlight
import Languages
import Settings
import Texts
import Values

/// A digest as the templates see it. The names are those of `fields`; for the larger views, they are in
/// `DigestView+Fields.swift`.
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
    var introParts: [IntroPartView]
    var storyCount: Int { sections.reduce(0) { $0 + $1.stories.count } }
    var summaryLine: String
    var firstTitle: String?
    /// What a mail client shows next to the subject: what comes after the first story.
    var preheader: String?
    var isLong: Bool { storyCount > Self.longDigest && sections.count > 1 }
    var isEmpty: Bool { storyCount == 0 }
    /// Whether a story has an address.
    var hasLinks: Bool { sections.contains { $0.stories.contains { $0.url != nil } } }
    var sections: [SectionView]
    var failures: [FailureView] = []
    var recovered: String?
    var leftOver: String?
    var leftOut: String?
    var belowScore: String?
    var hasNotices: Bool { !failures.isEmpty || [recovered, leftOver, leftOut, belowScore].contains { $0 != nil } }
    var unsubscribe: String?
    /// The address of the digest's page, in mails.
    var online: String?
    /// The media condition for the dark colours; nil for a digest that is always light.
    var darkMedia: String?
    var colorScheme: String
    var words: Language.Words
    var version: String

    struct SectionView: TemplateView {
        var title: String
        var anchor: String
        var category: String
        var count: Int
        var stories: [StoryView]
        var sectionLeftOver: String?

        var fields: TemplateFields {
            [
                "title": title, "anchor": anchor, "category": category, "count": count, "stories": stories,
                "sectionLeftOver": sectionLeftOver,
            ]
        }
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
        /// The item's HTML and that of the article of its page, the address at which their links begin, and which of
        /// their pictures stay.
        private let markup: (html: String?, article: String?, base: String, images: Configuration.Images)?
        /// The paragraphs of the article of its page, for formats without HTML.
        var paragraphs: [ParagraphView] = []
        var hasArticle: Bool
        /// Whether there is a summary, and no article in its place. What a program wrote stands before the article.
        var showsSummary: Bool
        var source: String
        var author: String?
        var published: String?
        var publishedISO: String?
        var storyLanguage: String?
        /// The same for what is shown: a program writes in the language of the digest.
        var titleLanguage: String?
        var summaryLanguage: String?
        /// The direction of the headline's script: `ltr` or `rtl`.
        var storyDirection: String
        /// The same of the summary and of the article.
        var summaryDirection: String
        var articleDirection: String
        /// The sides where a line begins and where it ends: `left` or `right`.
        var startSide: String
        var endSide: String
        var picture: PictureView?
        /// Never there. Templates of earlier versions show it for a picture that could not be embedded.
        var pictureLink: PictureView?
        var event: EventView?
        var also: [TellingView] = []
        /// The publishers of the copies that are named, and the others.
        var alsoNames: [PublisherView] = []
        var hasAlso: Bool { !alsoNames.isEmpty }
        var alsoOthers: OthersView?
        /// Whether `also` is shown in place of `alsoNames`: never. Templates of earlier versions ask for it.
        let showsTitles = false
        /// The other articles that are named with their titles.
        var parts: [TellingView] = []
        var hasParts: Bool { !parts.isEmpty }
        /// "and 12 more": the number of the articles that are not named.
        var moreParts: String?
        /// The number of all other articles.
        var partsCount = 0
        /// The publishers of the picture and of the summary, if these are not the item's own.
        var pictureSource: String?
        var summarySource: String?
        /// The stories that were sent before and that this one continues.
        var earlier: [EarlierView]
        var hasEarlier: Bool { !earlier.isEmpty }
        /// The sent stories that continue this one.
        var later: [EarlierView]
        var hasLater: Bool { !later.isEmpty }
        /// The page with the comments, and files to hear or to see.
        var files: [FileView]
        var hasFiles: Bool { !files.isEmpty }
        var share: [ShareView]
        var hasShare: Bool { !share.isEmpty }
        var isLead: Bool { number == 1 && picture != nil }
        /// What was made of this view and of its copies.
        let rendered = RenderedStory()
    }

    struct ParagraphView: TemplateView {
        var paragraph: String

        var fields: TemplateFields { ["paragraph": paragraph] }
    }

    struct TellingView: TemplateView {
        var id: String
        var source: String
        var title: String
        var tellingURL: String?
        var isSameArticle: Bool

        var fields: TemplateFields {
            ["id": id, "source": source, "title": title, "tellingURL": tellingURL, "isSameArticle": isSameArticle]
        }
    }

    /// A publisher in the line "Also in".
    struct PublisherView: TemplateView {
        var publisher: String
        var publisherURL: String?
        /// The title of its copy, without straight quotes.
        var telling: String

        var fields: TemplateFields { ["publisher": publisher, "publisherURL": publisherURL, "telling": telling] }
    }

    /// The publishers that the line "Also in" only counts.
    struct OthersView: TemplateView {
        var number: Int
        /// Their names, one on each line.
        var list: String

        var fields: TemplateFields { ["number": number, "list": list] }
    }

    /// A part of the intro, and the stories that it is about.
    struct IntroPartView: TemplateView {
        var introText: String
        var introStories: [IntroStoryView]

        var fields: TemplateFields { ["introText": introText, "introStories": introStories] }
    }

    struct IntroStoryView: TemplateView {
        var id: String
        var number: Int
        var url: String?

        var fields: TemplateFields { ["id": id, "number": number, "url": url] }
    }

    struct EarlierView: TemplateView {
        var earlierTitle: String
        var earlierURL: String?
        /// "20 Nov"
        var earlierDay: String

        var fields: TemplateFields {
            ["earlierTitle": earlierTitle, "earlierURL": earlierURL, "earlierDay": earlierDay]
        }
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
        var hasPlace: Bool { place != nil || address != nil }
        var hasPlaceAndAddress: Bool { place != nil && address != nil }
        var hasTerms: Bool { isFree || price != nil || age != nil }
        var hasPriceAndAge: Bool { (isFree || price != nil) && age != nil }
    }

    struct PictureView: TemplateView {
        /// An `http(s)`, `data:` or `cid:` address.
        var address: String
        var alt: String

        var fields: TemplateFields { ["address": address, "alt": alt] }
    }

    struct FileView: TemplateView {
        /// "Comments", "Audio, 53 min"
        var fileLabel: String
        var fileURL: String

        var fields: TemplateFields { ["fileLabel": fileLabel, "fileURL": fileURL] }
    }

    struct ShareView: TemplateView {
        var service: String
        var name: String
        var address: String

        var fields: TemplateFields { ["service": service, "name": name, "address": address] }
    }

    struct FailureView: TemplateView {
        var source: String
        var line: String
        var reason: String

        var fields: TemplateFields { ["source": source, "line": line, "reason": reason] }
    }
}

extension DigestView {
    /// - Parameter picture: returns the address for showing a picture; nil leaves the picture out. Without it, pictures
    ///   are remote or left out, and the views of stories are shared (`RenderedStories`).
    init(_ digest: Digest, _ options: RenderOptions, picture: ((String) -> String?)? = nil) {
        let language = Language(code: digest.language)
        let time = LocalTime(language: language, timeZone: digest.timeZone, now: digest.created)
        sections = Self.sections(of: digest, time, options, picture: picture)
        id = digest.id
        profile = digest.profile.cleanLine
        title = digest.shownTitle
        self.language = language.code
        direction = language.isRightToLeft ? "rtl" : "ltr"
        date = time.format(digest.created, \.full)
        dateISO = time.machine(digest.created)
        greeting = digest.name.map(\.cleanLine).flatMap { $0.isEmpty ? nil : language.greeting(time.timeOfDay, $0) }
        period = digest.previous.flatMap { Self.period(since: $0, time) }
        introParts = Self.introParts(of: digest, sections.flatMap(\.stories))
        intro = introParts.map(\.introText).joined().trimmingCharacters(in: .whitespaces).nonEmpty
        summaryLine = Self.summaryLine(of: digest, language)
        let stories = sections.lazy.flatMap(\.stories)
        firstTitle = stories.first?.title.clipped(to: Self.longestSubject)
        preheader = Self.preheader(of: stories.prefix(6).map { $0 })
        unsubscribe = options.mail?.unsubscribeAddress
        online = options.mail?.onlineAddress(of: digest)
        darkMedia = options.theme.darkMedia
        colorScheme = options.theme.colorScheme
        words = language.words
        version = Values.version
        addNotices(of: digest, time, options)
        if storyCount > Self.longDigest { shortenShareRows() }
    }

    private static func introParts(of digest: Digest, _ stories: [StoryView]) -> [IntroPartView] {
        guard let intro = digest.intro?.cleanParagraphs.joined(separator: " ").nonEmpty else { return [] }
        var parts: [IntroPartView] = []
        var rest = intro[...]
        while let match = rest.firstMatch(of: Digest.storyNumbers) {
            let numbers: [Int] = match.1.split(separator: ",").compactMap { Int($0.drop(while: \.isWhitespace)) }
            let named = numbers.filter { stories.indices.contains($0 - 1) }.map { stories[$0 - 1] }
            parts.append(
                IntroPartView(
                    introText: String(rest[..<match.range.lowerBound]),
                    introStories: named.map { IntroStoryView(id: $0.id, number: $0.number, url: $0.url) }))
            rest = rest[match.range.upperBound...]
        }
        return parts + (rest.isEmpty ? [] : [IntroPartView(introText: String(rest), introStories: [])])
    }

    private static func sections(
        of digest: Digest, _ time: LocalTime, _ options: RenderOptions, picture: ((String) -> String?)?
    ) -> [SectionView] {
        var number = 0
        let isShort = digest.stories.count > longDigest
        let shared = options.stories.views(in: .init(digest, options, isShort: isShort))
        return digest.sections.filter { !$0.stories.isEmpty }.enumerated().map { index, section in
            SectionView(
                title: section.title.cleanLine, anchor: "section-\(index + 1)", category: section.category.cleanLine,
                count: section.stories.count,
                stories: section.stories.map { story in
                    number += 1
                    func view() -> StoryView {
                        InFlight.during(.rendering, of: Quarantine.subject(ofItem: story.id)) {
                            StoryView(story, isShort: isShort, time: time, options) { address in
                                picture.map { $0(address) } ?? (options.images == .none ? nil : address)
                            }
                        }
                    }
                    var story = picture == nil ? shared.view(of: story, view) : view()
                    story.number = number
                    return story
                },
                sectionLeftOver: leftOver(section.leftOver, of: digest.leftOver, time.language, options))
        }
    }

    /// What the end of the digest says: sources that failed or are back, and stories that did not fit.
    private mutating func addNotices(of digest: Digest, _ time: LocalTime, _ options: RenderOptions) {
        failures = digest.failures.map { FailureView($0, time) }
        let back = digest.recovered.map(\.cleanLine).joined(separator: ", ")
        recovered = back.isEmpty ? nil : time.language.sentences.recovered(back)
        leftOver = Self.leftOver(digest.leftOver, time.language, options)
        leftOut = digest.leftOut.flatMap { $0 > 0 ? time.language.count($0, \.leftOut) : nil }
        belowScore = digest.belowScore.map { time.language.count($0, \.belowScore) }
    }

    /// Keeps the first links with which the share rows take at most a fifth of the stories' bytes: the same for all
    /// stories, or none.
    private mutating func shortenShareRows() {
        let stories = sections.flatMap(\.stories)
        var room = stories.reduce(0) { $0 + $1.bytes / 4 - StoryView.shareRow }
        let most = stories.map(\.share.count).max() ?? 0
        let count = (0..<most).prefix { index in
            room -= stories.reduce(0) { $0 + $1.bytes(ofShareLink: index) }
            return room >= 0
        }.count
        for section in sections.indices {
            for story in sections[section].stories.indices { sections[section].stories[story].keepShareLinks(count) }
        }
    }

    fileprivate static let longDigest = 8
    private static let longestSubject = 120

    /// The titles after the first one. If there is only one story, its summary.
    private static func preheader(of stories: [StoryView]) -> String? {
        let titles = stories.dropFirst().map(\.title).joined(separator: " · ")
        return (titles.nonEmpty ?? stories.first?.summary)?.clipped(toColumns: 160)
    }

    /// The sentence on stories that did not fit. It is nil for a section if the end of the digest says the same.
    private static func leftOver(
        _ count: Int, of total: Int? = nil, _ language: Language, _ options: RenderOptions
    ) -> String? {
        guard count > 0, count != total else { return nil }
        return language.count(count, options.keepsLeftovers ? \.leftOver : \.unfit)
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
    /// - Parameter isShort: whether the addresses for sharing have no title.
    fileprivate init(
        _ story: Story, isShort: Bool, time: LocalTime, _ options: RenderOptions, picture: (String) -> String?
    ) {
        let item = story.item
        let link = story.url.safeURL
        let words = time.language.words
        id = story.id.cleanLine
        number = 0
        source = item.source.cleanLine
        title = story.title.cleanLine.clipped(to: Self.longestTitle).shownTitle(url: link, source: source)
        url = link
        isTitleGenerated = story.generated?.title != nil
        generated = story.generated.map { text in
            if text.title == nil { return words.generatedSummary }
            guard text.isTranslation == true else { return words.generatedTitle }
            return "\(words.generatedTranslation)\(words.colonSpace): "
                + item.title.cleanLine.clipped(to: Self.longestTitle)
        }
        // A translated title is marked even if there is no summary.
        summary = Self.summary(of: story, options).nonEmpty ?? generated.map { _ in "" }
        let article = story.shownArticle
        showsSummary = summary != nil && (article == nil || story.generated != nil)
        markup = link.map { (item.html, article?.html, $0, options.images) }
        hasArticle = article != nil
        paragraphs = article?.text.cleanParagraphs.map { .init(paragraph: $0) } ?? []
        author = item.shortByline?.clipped(to: Self.longestTitle)
        published = time.publication(of: item)
        publishedISO = time.machinePublication(of: item)
        storyLanguage = item.language.flatMap { Self.languageTag($0, unlike: time.language.code) }
        titleLanguage = isTitleGenerated ? nil : storyLanguage
        summaryLanguage = story.generatedSummary == nil ? storyLanguage : nil
        storyDirection = title.direction(in: item.language)
        let summaryText = summary?.nonEmpty ?? title
        summaryDirection = summaryText.direction(
            in: story.generatedSummary == nil ? item.language : time.language.code)
        articleDirection = (article?.text ?? title).direction(in: article?.language ?? item.language)
        (startSide, endSide) = storyDirection == "rtl" ? ("right", "left") : ("left", "right")
        summarySource = summary.flatMap { _ in story.shownSummarySource?.cleanLine }
        earlier = (story.earlier ?? []).prefix(Self.mostEarlier).map { .init($0, time) }
        // Both have their newest ones: `earlier` begins with the newest one, and `later` ends with it.
        later = (story.later ?? []).suffix(Self.mostEarlier).map { .init($0, time) }
        event = item.event.map { .init($0, time) }
        files = Self.files(of: item, words)
        share =
            link.map { [title] in Self.links(to: $0, title: isShort ? nil : title, options.share, time.language) } ?? []
        addPicture(of: story, words, picture)
        addOthers(of: story, options.also, time.language)
    }

    private static func files(of item: Item, _ words: Language.Words) -> [DigestView.FileView] {
        let links = [
            (words.comments, item.shownComments), (label(words.audio, item.audio, words), item.audio?.url),
            (label(words.video, item.video, words), item.video?.url),
        ]
        return links.compactMap { label, address in
            address?.safeURL.map { .init(fileLabel: label, fileURL: $0) }
        }
    }

    /// "Audio, 53 min". A recording of less than a minute has one. A stored number may be of any size.
    private static func label(_ name: String, _ recording: Item.Recording?, _ words: Language.Words) -> String {
        recording?.seconds.map { "\(name), \(max(1, $0 / 60 + $0 % 60 / 30)) \(words.minutes)" } ?? name
    }

    /// Sets the picture.
    private mutating func addPicture(of story: Story, _ words: Language.Words, _ address: (String) -> String?) {
        guard let shown = story.item.image?.safeURL.flatMap(address) else { return }
        let alt = "\(words.picture)\(words.colonSpace): \((story.pictureSource ?? story.item.source).cleanLine)"
        picture = .init(address: shown, alt: alt)
        pictureSource = story.pictureSource?.cleanLine
    }

    /// Sets the other tellings of the story, and the other stories of its affair.
    private mutating func addOthers(of story: Story, _ style: Configuration.Also, _ language: Language) {
        if story.also.isEmpty { return }
        let copies = story.copies
        also =
            copies.map { .init(.init(telling: $0, sources: [$0.source]), isSameArticle: true) }
            + story.otherArticles.map { .init($0, isSameArticle: false) }
        alsoNames = copies.prefix(Self.mostCopies).map { .init($0) }
        let others = copies.dropFirst(Self.mostCopies).map(\.source.cleanLine)
        alsoOthers = others.isEmpty ? nil : .init(number: others.count, list: others.joined(separator: "\n"))
        let named = style == .titles ? story.named(most: .max) : story.named()
        parts = named.articles.map { article in
            let sources = Array(article.sources.prefix(Self.mostCopies))
            return .init(.init(telling: article.telling, sources: sources), isSameArticle: false)
        }
        partsCount = parts.count + named.more
        moreParts = named.more == 0 ? nil : language.count(named.more, \.more)
    }

    /// The greatest number of publishers of one article that are named.
    static let mostCopies = 20

    private static func summary(of story: Story, _ options: RenderOptions) -> String {
        let text = story.summary.cleanParagraphs.onOneLine
        // A program was asked for a text of this length, and what it wrote is shown as a whole.
        return story.generatedSummary == nil ? text.clipped(toColumns: options.summaryLength) : text
    }

    fileprivate static let longestTitle = 300
    /// The greatest number of earlier stories that a page names.
    private static let mostEarlier = 3

    /// The HTML, cleaned again, because it may have been stored by a version with older rules. Its pictures stay only
    /// if pictures are remote.
    var html: String? { safe(markup?.html) }

    /// The article of the story's page, cleaned in the same way.
    var article: String? { safe(markup?.article) }

    private func safe(_ html: String?) -> String? {
        guard let markup, let html else { return nil }
        // The story's own heading is an `h3`.
        let safe = HTMLText.safe(html, base: markup.base, headingsFrom: 4).withoutControls
        // The fragment is well-formed and its attributes are escaped, so the first `>` ends the tag.
        return (markup.images == .remote ? safe : safe.replacing(Self.picture, with: "")).nonEmpty
    }

    /// Scalars are compared: a `>` with a combining mark after it ends a tag too.
    private static var picture: Regex<Substring> { /<img\b[^>]*>/.matchingSemantics(.unicodeScalar) }

    private static func languageTag(_ tag: String, unlike other: String) -> String? {
        LanguageTag.primary(tag) == LanguageTag.primary(other) ? nil : LanguageTag.forHTML(tag)
    }
}

extension DigestView.TellingView {
    fileprivate init(_ article: Story.OtherArticle, isSameArticle: Bool) {
        let telling = article.telling
        id = telling.id.cleanLine
        source = article.sources.map(\.cleanLine).joined(separator: ", ")
        tellingURL = telling.url.safeURL
        title = telling.title.cleanLine.clipped(to: DigestView.StoryView.longestTitle)
            .shownTitle(url: tellingURL, source: source)
        self.isSameArticle = isSameArticle
    }
}

extension DigestView.StoryView {
    /// The links that add something: not the one that repeats the headline's address.
    /// - Parameter title: nil for links without a title.
    private static func links(
        to url: String, title: String?, _ services: [ShareLink], _ language: Language
    ) -> [DigestView.ShareView] {
        services.compactMap { service in
            let address = service.address(title: title, url: url)
            if address == url { return nil }
            return .init(service: service.rawValue, name: service.name(in: language), address: address)
        }
    }

    fileprivate mutating func keepShareLinks(_ count: Int) { share = Array(share.prefix(count)) }

    /// The bytes of a link in the share row; 0 if the story has no such link.
    fileprivate func bytes(ofShareLink index: Int) -> Int {
        guard index < share.count else { return 0 }
        return Self.shareLink + share[index].name.utf8.count + share[index].address.utf8.count
    }

    /// About how many bytes the story has in HTML, without its share row and the bytes of an embedded picture. The
    /// numbers are those of the built-in template's markup.
    fileprivate var bytes: Int {
        let texts = [
            url, title, source, author, published, publishedISO, summary, event?.when, event?.place, event?.address,
        ]
        let lines: [[String?]] =
            alsoNames.map { [$0.publisher, $0.publisherURL] } + parts.map { [$0.title, $0.tellingURL, $0.source] }
            + (earlier + later).map { [$0.earlierTitle, $0.earlierURL] } + files.map { [$0.fileLabel, $0.fileURL] }
        return 370 + (texts + lines.joined()).reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            + (markup?.article?.utf8.count ?? 0) + (summary == nil ? 0 : 90) + (picture == nil ? 0 : 300)
            + 80 * (alsoNames.count + parts.count) + 100 * (earlier.count + later.count + files.count)
            + (event == nil ? 0 : 300)
    }

    fileprivate static let shareRow = 90
    private static let shareLink = 20
}

extension DigestView.EarlierView {
    fileprivate init(_ earlier: Story.Earlier, _ time: LocalTime) {
        let link = earlier.url.safeURL
        earlierTitle = earlier.title.cleanLine.clipped(to: 120).shownTitle(url: link)
        earlierURL = link
        earlierDay = time.shortDay(earlier.sent)
    }
}

extension DigestView.PublisherView {
    fileprivate init(_ telling: Story.Telling) {
        publisher = telling.source.cleanLine
        publisherURL = telling.url.safeURL
        // Markdown puts the title between straight quotes.
        let title = telling.title.cleanLine.clipped(to: 120)
        self.telling = String(scalars: title.unicodeScalars.lazy.map { $0 == "\"" ? "”" : $0 })
    }
}

extension DigestView.EventView {
    init(_ event: Event, _ time: LocalTime) {
        let time = time.inCity(of: event)
        let shown = event.shown(at: time.now)
        let others = event.upcoming(after: time.now).dropFirst().count
        when = shown.flatMap { time.describe($0, of: event).nonEmpty }
        relativeDay = shown.flatMap(time.relativeDay)
        starts = shown?.starts.map(time.machine)
        ends = shown?.ends.map(time.machine)
        occasions = others > 0 ? time.language.count(others, \.occasions) : nil
        place = event.place?.cleanLine.clipped(to: 200).nonEmpty
        address = event.address?.cleanLine.clipped(to: 200).nonEmpty
        price = event.isFree ? nil : event.price?.cleanLine.clipped(to: 200).nonEmpty
        isFree = event.isFree
        age = event.age?.cleanLine.clipped(to: 20).nonEmpty
    }
}

extension DigestView.FailureView {
    init(_ failure: Digest.SourceFailure, _ time: LocalTime) {
        source = failure.source.cleanLine
        line = time.language.sentences.unreachable(source, time.shortDay(failure.since))
        reason = time.language.reason(of: failure).cleanLine.clipped(to: 300)
    }
}
