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
    package var profileName = "default"
    /// The digest's title; nil for the language's own words.
    package var title: String?
    /// The reader's name, for the greeting.
    package var name: String?
    /// The reader's mail address, the recipient where a delivery names none.
    package var email: String?
    /// The language of the digest's own words.
    package var language = "en"
    /// An identifier of the time zone database.
    package var timeZone = TimeZone.current.identifier
    /// The kinds of source to use.
    package var sources = SourceKind.allCases
    package var digest = DigestSettings()
    /// Nil when the file has no `[newsapi]` and the environment no `NEWSAPI_KEY`.
    package var newsapi: NewsAPI?
    package var feeds: [Feed] = []
    package var kudago: KudaGo?
    package var interest = Interest()
    package var network = Network()
    /// The reader's own categories, by name.
    package var categories: [String: Category] = [:]
    /// The sections in the order in which the file names them.
    package var sectionOrder: [String] = []
    package var filters: [Filter] = []
    /// Where the digest goes; empty for standard output alone.
    package var deliveries: [Delivery] = []
    /// What the file defines as `[profiles.NAME]`, each already merged with the rest of the file.
    package var profiles: [String: Configuration] = [:]

    package init() {}

    package struct DigestSettings: Sendable, Equatable {
        /// The sections, in their order; empty for all.
        package var categories: [String] = []
        package var maxItems = 40
        package var maxPerSection = 12
        package var maxAge: TimeInterval = 48 * 3600
        /// The most bytes of an HTML digest.
        package var maxBytes = 100_000
        package var theme = Theme.auto
        package var images = Images.remote
        /// The services an item can be shared with.
        package var share: [ShareLink] = [.link, .telegram, .whatsapp, .email]
        /// A folder whose templates replace the built-in ones.
        package var templates: String?
        package var growth = Growth.publishers(3)
        /// What concerns everybody before sport, stars and offers.
        package var isGeneralFirst = true
        /// Send a digest even when nothing is new.
        package var evenIfEmpty = false

        package init() {}
    }

    package enum Theme: String, Sendable, CaseIterable { case auto, light, dark }

    package enum Images: String, Sendable, CaseIterable { case remote, embed, none }

    /// When a story that was sent may come back.
    package enum Growth: Sendable, Equatable {
        case never
        /// When this many more publishers carry it.
        case publishers(Int)
        case always
    }

    package struct NewsAPI: Sendable, Equatable {
        package var key = SecretReference.environment("NEWSAPI_KEY")
        package var country: String? = "us"
        /// Those to ask top headlines for; empty for the digest's own.
        package var categories: [String] = []
        /// newsapi.org's source ids; not to be combined with country or categories.
        package var sources: [String] = []
        package var query: String?
        package var language: String?
        package var dailyRequests = 100
        /// The most articles of one query.
        package var maxResults = 20
        /// Searches of everything, beside the headlines.
        package var everything: [Everything] = []
        package var baseURL = "https://newsapi.org/v2"

        package init() {}
    }

    /// A search of newsapi.org's `/v2/everything`. It has a query, sources or domains.
    package struct Everything: Sendable, Equatable {
        /// At most 500 characters; "exact phrase", +must, -not, AND OR NOT.
        package var query: String?
        package var searchIn: [Field] = []
        package var sources: [String] = []
        package var domains: [String] = []
        package var excludeDomains: [String] = []
        package var language: String?
        package var sortBy = Order.publishedAt
        /// Nil for that of `[newsapi]`.
        package var maxResults: Int?
        /// The section its articles go to.
        package var category = "general"
        /// Nil for one made of the query.
        package var name: String?

        package enum Field: String, Sendable, CaseIterable { case title, description, content }
        package enum Order: String, Sendable, CaseIterable { case relevancy, popularity, publishedAt }

        package init() {}
    }

    package struct Feed: Sendable, Equatable {
        /// `http:`, `https:` or `file:`.
        package var url: String
        /// Nil for the feed's own title.
        package var name: String?
        package var category = "general"
        package var limit = 20
        /// How many items a feed that is read for the first time starts with.
        package var firstItems = 10
        package var headers: [String: SecretReference] = [:]
        package var auth: Auth?
        /// Words or `/regular expressions/` in title, text, author or URL.
        package var include: [String] = []
        package var exclude: [String] = []
        package var weight = 1.0
        package var language: String?
        /// The feed's own categories (as it writes them), and the section each belongs to.
        package var categories: [String: String] = [:]

        package init(url: String) { self.url = url }
    }

    /// HTTP basic authentication.
    package struct Auth: Sendable, Equatable {
        package var username: String
        package var password: SecretReference

        package init(username: String, password: SecretReference) {
            self.username = username
            self.password = password
        }
    }

    package struct KudaGo: Sendable, Equatable {
        package var location = "msk"
        /// Slugs; one with a leading `-` is left out.
        package var categories: [String] = []
        /// KudaGo's own tags; events need one of them.
        package var tags: [String] = []
        /// Also those that KudaGo's editors pick for each day.
        package var eventsOfTheDay = false
        /// How far ahead to look.
        package var days = 7
        package var freeOnly = false
        package var language = "ru"
        /// In roubles; nil for any.
        package var maxPrice: Int?
        /// The visitor's age in years: events for older people are left out.
        package var age: Int?
        package var limit = 40
        package var baseURL = "https://kudago.com/public-api/v1.4"

        package init() {}
    }

    /// Words or `/regular expressions/` that move stories up or out.
    package struct Interest: Sendable, Equatable {
        package var boost: [String] = []
        package var mute: [String] = []
        /// Where not empty, only items that match one of these.
        package var include: [String] = []
        /// What is not for the digest, as a feed's own `exclude` for all sources.
        package var exclude: [String] = []
        /// Where not empty, only items in these languages, or in none that is known.
        package var languages: [String] = []

        package init() {}
    }

    package struct Network: Sendable, Equatable {
        package var connectTimeout: TimeInterval = 10
        /// For one request, redirects included.
        package var timeout: TimeInterval = 20
        /// Without a single byte.
        package var idleTimeout: TimeInterval = 10
        /// For gathering as a whole.
        package var deadline: TimeInterval = 300
        /// Bytes of one answer, decompressed.
        package var maxBody = 5 << 20
        package var maxRedirects = 5
        /// Requests at a time, all hosts together.
        package var parallel = 16
        /// Between two requests to one host.
        package var hostGap: TimeInterval = HTTPClient.Configuration.usualHostGap / .seconds(1)
        /// `http://`, `https://` or `socks5://`; nil for the environment's (`https_proxy`, `no_proxy`).
        package var proxy: String?
        /// Follow a redirect from https to http.
        package var allowHTTPDowngrade = false
        /// Where servers can reach whoever runs the program: `https://…` or `mailto:…`.
        package var contact: String?
        /// Hosts of the reader's own that may be at a private address.
        package var privateHosts: [String] = []

        package init() {}
    }

    /// A section of the reader's own.
    package struct Category: Sendable, Equatable {
        package var title: String
        /// Sources' own categories that belong here, in any case.
        package var from: [String] = []
        /// Other names for it on the command line.
        package var aliases: [String] = []

        package init(title: String) { self.title = title }
    }

    /// A command that takes items as JSON lines and gives back those to keep.
    package struct Filter: Sendable, Equatable {
        package var name: String
        package var command: [String]
        package var timeout: TimeInterval = 30

        package init(name: String, command: [String]) {
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
