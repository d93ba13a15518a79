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

extension Configuration.Feed: KeyedSettings {
    package static let initial = Self(url: "")
    package static let keys: [Key<Self>] = [
        Key("url", \.url, .url(["https", "http", "file"]))
            .example(#""https://example.org/feed.xml""#, note: "https:, http: or file:///…"),
        Key("command", \.words, .command).example(#"["/home/anna/bin/jobs"]"#),
        Key("timeout", \.timeout, .duration("1s", "1h")),
        Key("name", \.name, .line).example(#""Example""#, note: "the default is the feed's own title"),
        Key("category", \.category, .section).example(#""technology""#, note: "the section of its items"),
        Key("limit", \.limit, .integer(1...1000))
            .note("a digest shows at most this many of its stories; the others wait"),
        Key("first_items", \.firstItems, .integer(1...1000)).note("the first time, only this many items count as new"),
        Key("include", \.include, .patterns)
            .example(#"["chip", "/\\bGPUs?\\b/"]  # only items that match one of these patterns"#),
        Key("exclude", \.exclude, .patterns).example(#"["advertisement"]"#),
        Key("weight", \.weight, .number(0...100)).example("1.5", note: "a value above 1 ranks its stories higher"),
        Key("language", \.language, .language("is")).example(
            #""en""#, note: "instead of the language that the feed names"),
        Key("categories", \.categories, .sectionsOfTags)
            .example(
                #"{ "Artificial Intelligence" = "technology" }  # the feed's own categories, and their sections"#),
        Key("headers", \.headers, .headers).example(#"{ Authorization = "env:FEED_TOKEN" }"#),
        Key("auth", \.auth, .table),
        Key("group", \.isGrouped, .boolean)
            .example("false", note: "each item is an entry of its own, and waits until it was shown"),
        Key("full_text", \.fullText, .fullText)
            .example("true", note: "asks the page of each chosen story for its article"),
        Key("off", \.isOff, .boolean).example("true", note: "do not read it"),
    ]

    package mutating func finish(_ table: ConfigurationTable) throws {
        if command == nil {
            guard table.node("timeout") == nil else { throw table.error("timeout", "is only for 'command'") }
            guard table.node("url") != nil else {
                throw table.error("url", "is missing, and so is 'command'; write one of them")
            }
        } else {
            guard table.node("url") == nil else { throw table.error("command", "and 'url' exclude each other") }
            for key in ["headers", "auth"] where table.node(key) != nil { throw table.error(key, "is only for 'url'") }
        }
        hasLimit = table.node("limit") != nil
    }

    /// The words of its command.
    private var words: [String]? {
        get { command?.words }
        set { if let newValue { origin = .command(.init(newValue)) } }
    }

    /// The limit for its command in seconds.
    private var timeout: TimeInterval {
        get { command?.timeout ?? Configuration.FeedCommand([]).timeout }
        set {
            guard var command else { return }
            command.timeout = newValue
            origin = .command(command)
        }
    }

    /// Its address. That of a command begins with `command:` and has its name, or else its program and the beginning of
    /// a hash of its words.
    package internal(set) var url: String {
        get {
            switch origin {
            case .url(let url): url
            case .command(let command):
                "command:" + (name ?? "\(commandName(command.words))-\(command.words.shortHash)").withoutAt
            }
        }
        set { origin = .url(newValue) }
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
        var parts = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.hashInput)" }
        if let auth { parts.append("\(auth.username): \(auth.password.hashInput)") }
        return parts.shortHash
    }
}

extension KeyType<[String: SecretReference]> {
    fileprivate static var headers: Self {
        var type = KeyType<[String: TOMLNode]>.nodes.map { nodes, entry in
            try nodes.reduce(into: [:]) { $0[$1.key] = try entry.header($1.key, $1.value) }
        }
        type.secrets = { headers, path in headers.sorted { $0.key < $1.key }.map { ("\(path).\($0)", $1) } }
        return type
    }
}

extension KeyType<[String: String]> {
    fileprivate static var sectionsOfTags: Self {
        KeyType<[String: TOMLNode]>.nodes.map { nodes, entry in
            try nodes.reduce(into: [:]) { sections, member in
                guard case .string(let text) = member.value.value else {
                    throw entry.member(member.key, member.value).wrongType("a category")
                }
                sections[member.key] = try entry.section(text)
            }
        }
    }
}

extension Entry {
    /// A field of an HTTP request (RFC 9110, section 5).
    fileprivate func header(_ field: String, _ node: TOMLNode) throws -> SecretReference {
        let symbols = "!#$%&'*+-.^_`|~"
        guard !field.isEmpty, field.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || symbols.contains($0)) })
        else {
            // Somebody may have written the value behind the name.
            throw error("has '\(field.prefix { $0 != ":" })', which is not the name of a header")
        }
        let value = try KeyType<String>.string.read(member(field, node))
        guard !value.hasControls else { throw error("has a line break or another control character in '\(field)'") }
        return try reference(value)
    }
}

package struct FeedList: SourceSettings {
    package var feeds: [Configuration.Feed]

    package static let kind = SourceKind.feeds
    package static let root = "feeds"
    package static let table = InnerTable(settings: Configuration.Feed.self, isArray: true)
    package static let rank = 0

    package static func example(_ wishes: SourceWishes) -> String {
        """
        # Feeds: RSS, Atom, RDF or JSON Feed. Write one [[feeds]] table for each feed.
        \(wishes.feeds.map(\.table).joined(separator: "\n"))
        # A program that prints a feed, for a page that has none:
        #[[feeds]]
        \(Configuration.Feed.lines("command", "timeout", mark: "#"))
        #name = "Jobs"                      # newsdigest knows a command by its name

        # All keys of a feed:
        #[[feeds]]
        \(Configuration.Feed.lines(but: ["command", "timeout"], mark: "#"))
        #[feeds.auth]                       # HTTP basic authentication
        \(Configuration.Auth.lines())
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

    package init?(of file: ConfigurationTable) throws {
        feeds = try file.value(Self.root, .tables()) ?? []
        if feeds.isEmpty { return nil }
    }

    package var summary: String? {
        let off = feeds.count(where: \.isOff)
        guard off < feeds.count else { return nil }
        return (feeds.count - off).counted("feed") + (off == 0 ? "" : " (\(off) more off)")
    }

    package var secrets: [(name: String, reference: SecretReference)] {
        feeds.enumerated().flatMap { $1.secrets(in: "feeds[\($0 + 1)]") }
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
            let tags = (node.entries["categories"]?.entries ?? [:]).sorted {
                $0.value.order < $1.value.order
            }
            return (node.order, [feed.category].compactMap(\.self) + tags.compactMap { feed.categories[$0.key] })
        }
    }

    package func idsOfOff(in configuration: Configuration) -> [String] { feeds.filter(\.isOff).map(\.sourceID) }

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
