import Foundation
import Languages
import Platform
import Texts
import Values

extension Configuration {
    package var feeds: [Feed] {
        get { (self[FeedList.self] as? FeedList)?.feeds ?? [] }
        set { self[FeedList.self] = newValue.nonEmpty.map { FeedList($0) } }
    }

    /// The section for the items of feeds without a category.
    /// - Parameter sections: the sections that a run shows; empty for those of the configuration.
    package func sectionOfFeedsWithoutCategory(among sections: [Category] = []) -> String {
        Category.ofFeedsWithoutCategory(among: sections.isEmpty ? wantedSections : sections).name
    }

    /// The sections that the items of a feed may have.
    /// - Parameter unsorted: the section for feeds without a category.
    package func sections(of feed: Feed, without unsorted: String) -> Set<String> {
        let fromTags = categories.filter { !$0.value.from.isEmpty }.keys
        return Set([feed.category ?? unsorted]).union(feed.categories.values).union(fromTags)
    }

    package struct Feed: Sendable, Equatable {
        var origin: Origin
        /// Nil for the feed's own title.
        package var name: String?
        /// The section of its items; nil for that of all feeds without a category.
        package var category: String?
        package var limit = 20
        /// Whether the file sets `limit`.
        package var hasLimit = false
        /// Whether its items are grouped with others. If not, each is an entry of its own, and waits until it was shown.
        package var isGrouped = true
        /// The number of items that may be sent when a feed is read for the first time.
        package var firstItems = usualFirstItems
        package var headers: [String: SecretReference] = [:]
        package var auth: Auth?
        /// What to find in title, text, author or URL.
        package var include: [Pattern] = []
        package var exclude: [Pattern] = []
        package var weight = 1.0
        package var language: String?
        /// The feed's own categories, as the feed writes them, each with the section for it.
        var categories: [String: String] = [:]
        /// Nil for that of the story's section, or of all stories.
        package var fullText: FullText?
        /// Whether it is not read.
        package var isOff = false

        package static let usualFirstItems = 10

        package enum Origin: Sendable, Equatable {
            /// `http:`, `https:` or `file:`.
            case url(String)
            case command(FeedCommand)
        }

        package init(_ origin: Origin) { self.origin = origin }
        init(url: String) { self.init(.url(url)) }
    }

    /// A program that prints a feed.
    package struct FeedCommand: Sendable, Equatable {
        /// The program and its arguments, which may contain secrets.
        package var words: [String]
        /// In seconds.
        package var timeout: TimeInterval = 30

        package init(_ words: [String]) { self.words = words }
    }
}

package enum FeedKey: String, CaseIterable {
    case url, command, timeout, name, category, limit, headers, auth, include, exclude, weight, language, categories
    case group, off
    case firstItems = "first_items"
    case fullText = "full_text"
}

extension Configuration.Feed {
    init(_ table: ConfigurationTable<FeedKey>, own: Configuration.OwnCategories, home: String) throws {
        self.init(try Origin(table))
        name = try table.line(.name)
        language = try table.line(.language)
        if let text = try table.line(.category) { category = try table.section(text, of: .category, own: own) }
        limit = try table.integer(.limit, in: 1...1000) ?? limit
        firstItems = try table.integer(.firstItems, in: 1...1000) ?? firstItems
        include = try table.patterns(.include) ?? include
        exclude = try table.patterns(.exclude) ?? exclude
        weight = try table.number(.weight, in: 0...100) ?? weight
        isOff = try table.boolean(.off) ?? isOff
        isGrouped = try table.boolean(.group) ?? isGrouped
        hasLimit = table.node(.limit) != nil
        fullText = try table.fullText(.fullText)
        categories =
            try table.strings(.categories, named: "a category")?.mapValues {
                try table.section($0, of: .categories, own: own)
            } ?? [:]
        for (field, value) in try table.strings(.headers, named: "a string") ?? [:] {
            headers[field] = try table.header(.headers, field, value)
        }
        auth = try table.table(.auth, keys: AuthKey.self).map { try Configuration.Auth($0, home: home) }
    }

    /// Its address. That of a command begins with `command:` and has its name, or else its program and the beginning of
    /// a hash of its words.
    package var url: String {
        switch origin {
        case .url(let url): url
        case .command(let command):
            "command:" + (name ?? "\(commandName(command.words))-\(command.words.shortHash)").withoutAt
        }
    }

    /// Nil for a feed with an address.
    package var command: Configuration.FeedCommand? { if case .command(let command) = origin { command } else { nil } }

    /// The id of its source in the state.
    package var sourceID: String { Self.sourceID(url: url, headersID: headersID) }

    package static func sourceID(url: String, headersID: String?) -> String {
        SourceKind.feeds.sourcePrefix + url.withoutUserInfo + (headersID.map { " as \($0)" } ?? "")
    }

    /// Distinguishes sources with the same address and different headers; nil without headers. It is the beginning of a
    /// hash of the headers as they are configured, so that it reveals no secret.
    package var headersID: String? {
        guard !headers.isEmpty || auth != nil else { return nil }
        var parts = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.origin)" }
        if let auth { parts.append("\(auth.username): \(auth.password.origin)") }
        return parts.shortHash
    }
}

extension Configuration.Feed.Origin {
    fileprivate init(_ table: ConfigurationTable<FeedKey>) throws {
        guard let words = try table.command(.command) else {
            guard table.node(.timeout) == nil else { throw table.error(.timeout, "is only for 'command'") }
            guard let url = try table.url(.url, schemes: ["https", "http", "file"]) else {
                throw table.error(.url, "is missing, and so is 'command'; write one of them")
            }
            self = .url(url)
            return
        }
        guard table.node(.url) == nil else { throw table.error(.command, "and 'url' exclude each other") }
        for key in [FeedKey.headers, .auth] where table.node(key) != nil {
            throw table.error(key, "is only for 'url'")
        }
        var command = Configuration.FeedCommand(words)
        command.timeout = try table.duration(.timeout, from: "1s", to: "1h") ?? command.timeout
        self = .command(command)
    }
}

/// The settings of all feeds.
package struct FeedList: SourceSettings {
    package var feeds: [Configuration.Feed]

    package static let kind = SourceKind.feeds
    package static let root = RootKey.feeds
    package static let keys = ["[[feeds]]": KeyPlace.keys(FeedKey.self)]
    package static let rank = 0

    package static func example(_ wishes: SourceWishes) -> String {
        """
        # Feeds: RSS, Atom, RDF or JSON Feed. Write one [[feeds]] table for each feed.
        \(wishes.feeds.map(\.table).joined(separator: "\n"))
        # A program that prints a feed, for a page that has none:
        #[[feeds]]
        #command = ["/home/anna/bin/jobs"]
        #timeout = "30s"
        #name = "Jobs"                      # newsdigest knows a command by its name

        # All keys of a feed:
        #[[feeds]]
        #url = "https://example.org/feed.xml"               # https:, http: or file:///…
        #name = "Example"                   # the default is the feed's own title
        #category = "technology"            # the section of its items
        #limit = 20                         # a digest shows at most this many of its stories; the others wait
        #first_items = 10                   # the first time, only this many items count as new
        #include = ["chip", "/\\\\bGPUs?\\\\b/"]  # only items that match one of these patterns
        #exclude = ["advertisement"]
        #weight = 1.5                       # a value above 1 ranks its stories higher
        #language = "en"                    # instead of the language that the feed names
        #categories = { "Artificial Intelligence" = "technology" }  # the feed's own categories, and their sections
        #headers = { Authorization = "env:FEED_TOKEN" }
        #group = false                      # each item is an entry of its own, and waits until it was shown
        #off = true                         # do not read it
        #[feeds.auth]                       # HTTP basic authentication
        #username = "anna"
        #password = "env:FEED_PASSWORD"
        #password_file = "~/.config/newsdigest/feed.password"
        #password_command = ["pass", "show", "feed"]
        """
    }

    package static func builtIn(_ environment: [String: String], isAlone: Bool) -> Self? {
        guard isAlone else { return nil }
        return Self(
            Language.english.offeredFeeds.map { offered in
                var feed = Configuration.Feed(url: offered.url)
                feed.name = offered.name
                feed.category = offered.category
                return feed
            })
    }

    init(_ feeds: [Configuration.Feed]) { self.feeds = feeds }

    package init?(_ file: ConfigurationTable<RootKey>, own: Configuration.OwnCategories, home: String) throws {
        guard let tables = try file.tables(.feeds, keys: FeedKey.self)?.nonEmpty else { return nil }
        feeds = try tables.map { try Configuration.Feed($0, own: own, home: home) }
    }

    package var summary: String? {
        let off = feeds.count(where: \.isOff)
        guard off < feeds.count else { return nil }
        return (feeds.count - off).counted("feed") + (off == 0 ? "" : " (\(off) more off)")
    }

    package var secrets: [(name: String, reference: SecretReference)] {
        feeds.enumerated().flatMap { offset, feed in
            feed.headers.sorted { $0.key < $1.key }.map { ("feeds[\(offset + 1)].headers.\($0)", $1) }
                + (feed.auth.map { [("feeds[\(offset + 1)].auth.password", $0.password)] } ?? [])
        }
    }

    package var programs: [Configuration.Program] {
        feeds.filter { !$0.isOff }.compactMap { feed in
            feed.command.map {
                Configuration.Program(
                    name: "feed '\(feed.name ?? commandName($0.words))'", command: $0.words, timeout: $0.timeout)
            }
        }
    }

    package var sections: [String] { feeds.flatMap { [$0.category].compactMap(\.self) + $0.categories.values } }

    package func sectionOrder(in node: TOMLNode) -> [(order: Int, names: [String])] {
        zip(node.elements, feeds).map { node, feed in
            let tags = (node.entries[FeedKey.categories.rawValue]?.entries ?? [:]).sorted {
                $0.value.order < $1.value.order
            }
            return (node.order, [feed.category].compactMap(\.self) + tags.compactMap { feed.categories[$0.key] })
        }
    }

    package func sectionedSources(in configuration: Configuration) -> [NotShown.Source] {
        let unsorted = configuration.sectionOfFeedsWithoutCategory()
        return feeds.filter { !$0.isOff }.map { feed in
            NotShown.Source(
                id: feed.sourceID, feed.name ?? feed.url.withoutUserInfo,
                in: configuration.sections(of: feed, without: unsorted))
        }
    }
}

extension OfferedFeed {
    fileprivate var table: String {
        let name = name.isEmpty ? "" : "name = \(name.inTOML)\n"
        return """
            [[feeds]]
            \(name)category = \(category.inTOML)
            url = \(url.inTOML)

            """
    }
}

extension [String] {
    /// The beginning of a hash, so that it reveals no secret.
    fileprivate var shortHash: String { String(Identity.id(of: joined(separator: "\n")).prefix(7)) }
}

extension String {
    /// What stands before an `@` would count as a user and a password.
    fileprivate var withoutAt: String { replacing(literal: "@", with: "%40") }
}

/// The commands of feeds by their addresses. Commands with one name are one source, so they must be equal: otherwise a
/// reader would get what the command of another prints.
struct FeedCommands: Sendable, Equatable {
    private var words: [String: [String]] = [:]

    /// - Returns: what is wrong with a name that another command has; nil if the commands of these feeds are taken.
    mutating func objection(to feeds: [Configuration.Feed]) -> String? {
        for feed in feeds {
            guard let command = feed.command else { continue }
            guard words[feed.url, default: command.words] == command.words else {
                return "two feeds have the name '\(feed.name ?? feed.url)' and different commands, and a command is "
                    + "known by its name; give one of them another name"
            }
            words[feed.url] = command.words
        }
        return nil
    }
}
