import Foundation
import HTTP
import Texts
import Values

/// Everything the reader decides, read from one TOML file or built in.
///
/// Durations are seconds. Paths are absolute. Secrets are still references:
/// nothing is read or run for them until `SecretReference.resolve`.
package struct Configuration: Sendable, Equatable {
    /// The file it was read from; nil for the built-in configuration.
    package var file: String?
    /// Whose it is: `default`, or the NAME of `[profiles.NAME]`.
    var profileName = "default"
    /// The digest's title; nil for the language's own words.
    package var title: String?
    /// The reader's name, for the greeting.
    package var name: String?
    /// The reader's mail address, the recipient where a delivery names none.
    var email: String?
    /// The language of the digest's own words.
    package var language = "en"
    /// An identifier of the time zone database.
    package var timeZone = TimeZone.current.identifier
    /// The kinds of source to use.
    var sources = SourceKind.allCases
    var digest = DigestSettings()
    /// Nil when the file has no `[newsapi]` and the environment no `NEWSAPI_KEY`.
    var newsapi: NewsAPI?
    var feeds: [Feed] = []
    var kudago: KudaGo?
    var interest = Interest()
    var network = Network()
    /// The reader's own categories, by name.
    var categories: [String: Category] = [:]
    /// The sections in the order in which the file names them.
    var sectionOrder: [String] = []
    var filters: [Filter] = []
    /// Where the digest goes; empty for standard output alone.
    var deliveries: [Delivery] = []
    /// What the file defines as `[profiles.NAME]`, each already merged with the rest of the file.
    package var profiles: [String: Configuration] = [:]

    package init() {}

    struct DigestSettings: Sendable, Equatable {
        /// The sections, in their order; empty for all.
        var categories: [String] = []
        var maxItems = 40
        var maxPerSection = 12
        var maxAge: TimeInterval = 48 * 3600
        /// The most bytes of an HTML digest.
        var maxBytes = 100_000
        var theme = Theme.auto
        var images = Images.remote
        /// The services an item can be shared with.
        var share: [ShareLink] = [.link, .telegram, .whatsapp, .email]
        /// A folder whose templates replace the built-in ones.
        var templates: String?
        var growth = Growth.publishers(3)
        /// What concerns everybody before sport, stars and offers.
        var isGeneralFirst = true
        /// Send a digest even when nothing is new.
        var evenIfEmpty = false

        init() {}
    }

    enum Theme: String, Sendable, CaseIterable { case auto, light, dark }

    enum Images: String, Sendable, CaseIterable { case remote, embed, none }

    /// When a story that was sent may come back.
    enum Growth: Sendable, Equatable {
        case never
        /// When this many more publishers carry it.
        case publishers(Int)
        case always
    }

    struct NewsAPI: Sendable, Equatable {
        var key = SecretReference.environment("NEWSAPI_KEY")
        var country: String? = "us"
        /// Those to ask top headlines for; empty for the digest's own.
        var categories: [String] = []
        /// newsapi.org's source ids; not to be combined with country or categories.
        var sources: [String] = []
        var query: String?
        var language: String?
        var dailyRequests = 100
        /// The most articles of one query.
        var maxResults = 20
        /// Searches of everything, beside the headlines.
        var everything: [Everything] = []
        var baseURL = "https://newsapi.org/v2"

        init() {}
    }

    /// A search of newsapi.org's `/v2/everything`. It has a query, sources or domains.
    struct Everything: Sendable, Equatable {
        /// At most 500 characters; "exact phrase", +must, -not, AND OR NOT.
        var query: String?
        var searchIn: [Field] = []
        var sources: [String] = []
        var domains: [String] = []
        var excludeDomains: [String] = []
        var language: String?
        var sortBy = Order.publishedAt
        /// Nil for that of `[newsapi]`.
        var maxResults: Int?
        /// The section its articles go to.
        var category = "general"
        /// Nil for one made of the query.
        var name: String?

        enum Field: String, Sendable, CaseIterable { case title, description, content }
        enum Order: String, Sendable, CaseIterable { case relevancy, popularity, publishedAt }

        init() {}
    }

    struct Feed: Sendable, Equatable {
        /// `http:`, `https:` or `file:`.
        var url: String
        /// Nil for the feed's own title.
        var name: String?
        var category = "general"
        var limit = 20
        /// How many items a feed that is read for the first time starts with.
        var firstItems = 10
        var headers: [String: SecretReference] = [:]
        var auth: Auth?
        /// Words or `/regular expressions/` in title, text, author or URL.
        var include: [String] = []
        var exclude: [String] = []
        var weight = 1.0
        var language: String?
        /// The feed's own categories (as it writes them), and the section each belongs to.
        var categories: [String: String] = [:]

        init(url: String) { self.url = url }
    }

    /// HTTP basic authentication.
    struct Auth: Sendable, Equatable {
        var username: String
        var password: SecretReference
    }

    struct KudaGo: Sendable, Equatable {
        var location = "msk"
        /// Slugs; one with a leading `-` is left out.
        var categories: [String] = []
        /// KudaGo's own tags; events need one of them.
        var tags: [String] = []
        /// Also those that KudaGo's editors pick for each day.
        var eventsOfTheDay = false
        /// How far ahead to look.
        var days = 7
        var freeOnly = false
        var language = "ru"
        /// In roubles; nil for any.
        var maxPrice: Int?
        /// The visitor's age in years: events for older people are left out.
        var age: Int?
        var limit = 40
        var baseURL = "https://kudago.com/public-api/v1.4"

        init() {}
    }

    /// Words or `/regular expressions/` that move stories up or out.
    struct Interest: Sendable, Equatable {
        var boost: [String] = []
        var mute: [String] = []
        /// Where not empty, only items that match one of these.
        var include: [String] = []
        /// What is not for the digest, as a feed's own `exclude` for all sources.
        var exclude: [String] = []
        /// Where not empty, only items in these languages, or in none that is known.
        var languages: [String] = []

        init() {}
    }

    struct Network: Sendable, Equatable {
        var connectTimeout: TimeInterval = 10
        /// For one request, redirects included.
        var timeout: TimeInterval = 20
        /// Without a single byte.
        var idleTimeout: TimeInterval = 10
        /// For gathering as a whole.
        var deadline: TimeInterval = 300
        /// Bytes of one answer, decompressed.
        var maxBody = 5 << 20
        var maxRedirects = 5
        /// Requests at a time, all hosts together.
        var parallel = 16
        /// Between two requests to one host.
        var hostGap: TimeInterval = HTTPClient.Configuration.usualHostGap / .seconds(1)
        /// `http://`, `https://` or `socks5://`; nil for the environment's (`https_proxy`, `no_proxy`).
        var proxy: String?
        /// Follow a redirect from https to http.
        var allowHTTPDowngrade = false
        /// Where servers can reach whoever runs the program: `https://…` or `mailto:…`.
        var contact: String?
        /// Hosts of the reader's own that may be at a private address.
        var privateHosts: [String] = []

        init() {}
    }

    /// A section of the reader's own.
    struct Category: Sendable, Equatable {
        package var title: String
        /// Sources' own categories that belong here, in any case.
        var from: [String] = []
        /// Other names for it on the command line.
        var aliases: [String] = []

        init(title: String) { self.title = title }
    }

    /// A command that takes items as JSON lines and gives back those to keep.
    struct Filter: Sendable, Equatable {
        var name: String
        var command: [String]
        var timeout: TimeInterval = 30

        init(name: String, command: [String]) {
            self.name = name
            self.command = command
        }
    }
}

extension Configuration {
    /// The configuration of one reader.
    ///
    /// - Throws: `RunError.usage`, with the nearest name, when there is no such profile.
    package func profile(_ name: String?) throws -> Configuration {
        guard let name, name != profileName else { return self }
        if let profile = profiles[name] { return profile }
        guard !profiles.isEmpty else {
            throw RunError.usage("no profile '\(name)': \(file ?? "the built-in configuration") defines none")
        }
        throw RunError.usage("no profile '\(name)' in \(file ?? ""); \(suggestion(for: name, among: profiles.keys))")
    }

    /// Every reader: each `[profiles.NAME]` by name, or the file itself where it defines none.
    package var readers: [Configuration] {
        profiles.isEmpty ? [self] : profiles.sorted { $0.key < $1.key }.map(\.value)
    }
}
