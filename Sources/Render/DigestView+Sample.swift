import Foundation
import Languages
import Settings
import Values

extension DigestView {
    /// A view in which nothing is nil or empty. Names in templates are checked against it.
    static let sample = {
        var digest = Digest.sample
        (digest.leftOut, digest.belowScore) = (24, 7)
        var view = DigestView(digest, RenderOptions(templates: .none, share: [.telegram], mail: .sample)) { $0 }
        view.sections[0].stories[0].generated = view.words.generatedSummary
        view.sections[0].stories[0].pictureLink = view.sections[0].stories[0].picture
        return view
    }()
}

extension MailHeader {
    fileprivate static let sample = MailHeader(
        from: Mailbox(address: "digest@example.org"), to: [Mailbox(address: "anna@example.org")],
        unsubscribe: "https://example.org/unsubscribe", online: OnlineAddress(text: "https://example.org"))
}

extension Digest {
    static let sample = {
        var digest = unwritten
        digest.intro = "An intro [1]"
        return digest
    }()

    private static let unwritten = Digest(
        id: "d1", profile: "default", title: "Digest", name: "Anna", created: noon,
        previous: noon.addingTimeInterval(-5 * 86_400), language: "en", timeZone: "UTC",
        sections: [Section(category: "events", title: "Events", stories: [.sample], leftOver: 2)],
        failures: [SourceFailure(source: "A source", since: noon, reason: "answered 503")],
        recovered: ["Another source"], leftOver: 3)

    fileprivate static let noon = Date(timeIntervalSince1970: 1_795_262_400)
}

extension Story {
    fileprivate static let sample = {
        var story = Story(id: "s1", item: item, url: "https://example.org/1", also: tellings, earlier: [earlier])
        story.later = [earlier]
        story.pictureSource = "Another source"
        story.summarySource = "Another source"
        story.article = PageArticle(
            url: "https://example.org/1", title: "An event", html: "<p>An article.</p>", text: "An article.")
        story.showsArticle = true
        return story
    }()

    private static let earlier = Earlier(
        id: "s0", title: "An earlier event", url: "https://example.org/0", sent: Digest.noon)

    /// More tellings and parts than a page names.
    private static let tellings =
        (0...DigestView.StoryView.mostCopies).map {
            Telling(
                id: "t\($0)", source: "Publisher \($0)", title: "The same", url: "https://example.com/\($0)",
                isSameArticle: true)
        }
        + (0...mostNamed).map {
            Telling(
                id: "p\($0)", source: "Publisher \($0)", title: "Another part", url: "https://example.com/p\($0)",
                isSameArticle: false, article: "p\($0)", story: "p\($0)")
        }

    private static let item = {
        var item = bareItem
        item.comments = "https://example.org/1/comments"
        item.audio = Item.Recording(url: "https://example.org/1.mp3", type: "audio/mpeg", seconds: 3180)
        item.video = Item.Recording(url: "https://example.org/1.mp4", type: "video/mp4", seconds: 60)
        return item
    }()

    private static let bareItem = Item(
        kind: .event, sourceID: "feed:https://example.org/rss", source: "A source", url: "https://example.org/1",
        title: "An event", summary: "A summary.", html: "<p>A text.</p>", author: "An author",
        image: "https://example.org/1.jpg", published: Digest.noon, category: "events", language: "fr",
        event: Event(
            occurrences: [
                Event.Occurrence(
                    starts: Digest.noon.addingTimeInterval(3600), ends: Digest.noon.addingTimeInterval(7200)),
                Event.Occurrence(starts: Digest.noon.addingTimeInterval(90_000), ends: nil),
            ], place: "A place", address: "An address", price: "100", age: "16+"))
}
