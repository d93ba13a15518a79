import Foundation
import HTTP
import Texts

/// Everything the reader decides, read from one TOML file or built in.
///
/// Durations are seconds. Paths are absolute. Secrets are still references:
/// nothing is read or run for them until `SecretReference.resolve`.
public struct Configuration: Sendable, Equatable {
    /// The file it was read from; nil for the built-in configuration.
    public var file: String?
    /// Whose it is: `default`, or the NAME of `[profiles.NAME]`.
    public var profileName = "default"
    /// The digest's title; nil for the language's own words.
    public var title: String?
    /// The reader's name, for the greeting.
    public var name: String?
    /// The reader's mail address, the recipient where a delivery names none.
    public var email: String?
    /// The language of the digest's own words.
    public var language = "en"
    /// An identifier of the time zone database.
    public var timeZone = TimeZone.current.identifier
    /// The kinds of source to use.
    public var sources = SourceKind.allCases
    public var digest = DigestSettings()
    /// Nil when the file has no `[newsapi]` and the environment no `NEWSAPI_KEY`.
    public var newsapi: NewsAPI?
    public var feeds: [Feed] = []
    public var kudago: KudaGo?
    public var interest = Interest()
    public var network = Network()
    /// The reader's own categories, by name.
    public var categories: [String: Category] = [:]
    /// The sections in the order in which the file names them.
    public var sectionOrder: [String] = []
    public var filters: [Filter] = []
    /// Where the digest goes; empty for standard output alone.
    public var deliveries: [Delivery] = []
    /// What the file defines as `[profiles.NAME]`, each already merged with the rest of the file.
    public var profiles: [String: Configuration] = [:]

    public init() {}

    public enum SourceKind: String, Sendable, Codable, CaseIterable { case newsapi, feeds, kudago }

    public struct DigestSettings: Sendable, Equatable {
        /// The sections, in their order; empty for all.
        public var categories: [String] = []
        public var maxItems = 40
        public var maxPerSection = 12
        public var maxAge: TimeInterval = 48 * 3600
        /// The most bytes of an HTML digest.
        public var maxBytes = 100_000
        public var theme = Theme.auto
        public var images = Images.remote
        /// The services an item can be shared with.
        public var share: [ShareLink] = [.link, .telegram, .whatsapp, .email]
        /// A folder whose templates replace the built-in ones.
        public var templates: String?
        public var growth = Growth.publishers(3)
        /// What concerns everybody before sport, stars and offers.
        public var isGeneralFirst = true
        /// Send a digest even when nothing is new.
        public var evenIfEmpty = false

        public init() {}
    }

    public enum Theme: String, Sendable, CaseIterable { case auto, light, dark }

    public enum Images: String, Sendable, CaseIterable { case remote, embed, none }

    /// When a story that was sent may come back.
    public enum Growth: Sendable, Equatable {
        case never
        /// When this many more publishers carry it.
        case publishers(Int)
        case always
    }

    public struct NewsAPI: Sendable, Equatable {
        public var key = SecretReference.environment("NEWSAPI_KEY")
        public var country: String? = "us"
        /// Those to ask top headlines for; empty for the digest's own.
        public var categories: [String] = []
        /// newsapi.org's source ids; not to be combined with country or categories.
        public var sources: [String] = []
        public var query: String?
        public var language: String?
        public var dailyRequests = 100
        /// The most articles of one query.
        public var maxResults = 20
        /// Searches of everything, beside the headlines.
        public var everything: [Everything] = []
        public var baseURL = "https://newsapi.org/v2"

        public init() {}
    }

    /// A search of newsapi.org's `/v2/everything`. It has a query, sources or domains.
    public struct Everything: Sendable, Equatable {
        /// At most 500 characters; "exact phrase", +must, -not, AND OR NOT.
        public var query: String?
        public var searchIn: [Field] = []
        public var sources: [String] = []
        public var domains: [String] = []
        public var excludeDomains: [String] = []
        public var language: String?
        public var sortBy = Order.publishedAt
        /// Nil for that of `[newsapi]`.
        public var maxResults: Int?
        /// The section its articles go to.
        public var category = "general"
        /// Nil for one made of the query.
        public var name: String?

        public enum Field: String, Sendable, CaseIterable { case title, description, content }
        public enum Order: String, Sendable, CaseIterable { case relevancy, popularity, publishedAt }

        public init() {}
    }

    public struct Feed: Sendable, Equatable {
        /// `http:`, `https:` or `file:`.
        public var url: String
        /// Nil for the feed's own title.
        public var name: String?
        public var category = "general"
        public var limit = 20
        /// How many items a feed that is read for the first time starts with.
        public var firstItems = 10
        public var headers: [String: SecretReference] = [:]
        public var auth: Auth?
        /// Words or `/regular expressions/` in title, text, author or URL.
        public var include: [String] = []
        public var exclude: [String] = []
        public var weight = 1.0
        public var language: String?
        /// The feed's own categories (as it writes them), and the section each belongs to.
        public var categories: [String: String] = [:]

        public init(url: String) { self.url = url }
    }

    /// HTTP basic authentication.
    public struct Auth: Sendable, Equatable {
        public var username: String
        public var password: SecretReference

        public init(username: String, password: SecretReference) {
            self.username = username
            self.password = password
        }
    }

    public struct KudaGo: Sendable, Equatable {
        public var location = "msk"
        /// Slugs; one with a leading `-` is left out.
        public var categories: [String] = []
        /// KudaGo's own tags; events need one of them.
        public var tags: [String] = []
        /// Also those that KudaGo's editors pick for each day.
        public var eventsOfTheDay = false
        /// How far ahead to look.
        public var days = 7
        public var freeOnly = false
        public var language = "ru"
        /// In roubles; nil for any.
        public var maxPrice: Int?
        /// The visitor's age in years: events for older people are left out.
        public var age: Int?
        public var limit = 40
        public var baseURL = "https://kudago.com/public-api/v1.4"

        public init() {}
    }

    /// Words or `/regular expressions/` that move stories up or out.
    public struct Interest: Sendable, Equatable {
        public var boost: [String] = []
        public var mute: [String] = []
        /// Where not empty, only items that match one of these.
        public var include: [String] = []
        /// What is not for the digest, as a feed's own `exclude` for all sources.
        public var exclude: [String] = []
        /// Where not empty, only items in these languages, or in none that is known.
        public var languages: [String] = []

        public init() {}
    }

    public struct Network: Sendable, Equatable {
        public var connectTimeout: TimeInterval = 10
        /// For one request, redirects included.
        public var timeout: TimeInterval = 20
        /// Without a single byte.
        public var idleTimeout: TimeInterval = 10
        /// For gathering as a whole.
        public var deadline: TimeInterval = 300
        /// Bytes of one answer, decompressed.
        public var maxBody = 5 << 20
        public var maxRedirects = 5
        /// Requests at a time, all hosts together.
        public var parallel = 16
        /// Between two requests to one host.
        public var hostGap: TimeInterval = HTTPClient.Configuration.usualHostGap / .seconds(1)
        /// `http://`, `https://` or `socks5://`; nil for the environment's (`https_proxy`, `no_proxy`).
        public var proxy: String?
        /// Follow a redirect from https to http.
        public var allowHTTPDowngrade = false
        /// Where servers can reach whoever runs the program: `https://…` or `mailto:…`.
        public var contact: String?
        /// Hosts of the reader's own that may be at a private address.
        public var privateHosts: [String] = []

        public init() {}
    }

    /// A section of the reader's own.
    public struct Category: Sendable, Equatable {
        public var title: String
        /// Sources' own categories that belong here, in any case.
        public var from: [String] = []
        /// Other names for it on the command line.
        public var aliases: [String] = []

        public init(title: String) { self.title = title }
    }

    /// A command that takes items as JSON lines and gives back those to keep.
    public struct Filter: Sendable, Equatable {
        public var name: String
        public var command: [String]
        public var timeout: TimeInterval = 30

        public init(name: String, command: [String]) {
            self.name = name
            self.command = command
        }
    }
}

extension Configuration {
    /// The configuration of one reader.
    ///
    /// - Throws: `RunError.usage`, with the nearest name, when there is no such profile.
    public func profile(_ name: String?) throws -> Configuration {
        guard let name, name != profileName else { return self }
        if let profile = profiles[name] { return profile }
        guard !profiles.isEmpty else {
            throw RunError.usage("no profile '\(name)': \(file ?? "the built-in configuration") defines none")
        }
        throw RunError.usage("no profile '\(name)' in \(file ?? ""); \(suggestion(for: name, among: profiles.keys))")
    }

    /// Every reader: each `[profiles.NAME]` by name, or the file itself where it defines none.
    public var readers: [Configuration] {
        profiles.isEmpty ? [self] : profiles.sorted { $0.key < $1.key }.map(\.value)
    }
}
