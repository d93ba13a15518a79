import Values

/// A program whose feeds newsdigest can take, or the format in which many programs write theirs.
package enum FeedReader: String, Sendable, CaseIterable {
    case newsboat, rss2email, sfeed, opml

    /// What the program's record of its items is called, and where it is usually found beside the list of feeds.
    var record: (name: String, places: [String])? {
        switch self {
        case .newsboat: ("cache.db", ["cache.db", "../../.local/share/newsboat/cache.db"])
        case .rss2email: ("rss2email.json", ["rss2email.json", "../.local/share/rss2email.json"])
        case .sfeed: ("the folder with its files of items", ["feeds"])
        case .opml: nil
        }
    }

    /// What the program did with the items of its record.
    var deed: String {
        switch self {
        case .newsboat: "that you read in newsboat"
        case .rss2email: "that rss2email sent"
        case .sfeed: "that sfeed fetched"
        case .opml: ""
        }
    }

    /// Whether the user wrote the addresses. The author of an OPML file may be another person.
    var isOwn: Bool { self != .opml }
}

/// The feeds that another program reads, and the items that it has shown.
struct Subscriptions: Sendable, Equatable {
    struct Feed: Sendable, Equatable {
        /// As the program writes it.
        var url: String
        /// The program that prints it, and its arguments.
        var command: [String]?
        var name: String?
        var folder: String?
        var isOff = false
    }

    var feeds: [Feed] = []
    var shown: [ShownItem] = []
    /// A sentence for each thing that newsdigest cannot take.
    var leftOut: [String] = []

    static func += (list: inout Subscriptions, more: Subscriptions) {
        list.feeds += more.feeds
        list.shown += more.shown
        list.leftOut += more.leftOut
    }
}
