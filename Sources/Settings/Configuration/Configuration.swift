import Foundation
import HTTP
import State
import Texts
import Values

/// All settings, read from one TOML file or built in.
///
/// Durations are in seconds. Paths are absolute. Secrets are still references: no file is read and no command is run
/// before `SecretReference.resolve`.
package struct Configuration: Sendable, Equatable {
    /// The file it was read from; nil for the built-in configuration.
    package var file: String?
    /// The name of the profile: `default`, or the NAME of `[profiles.NAME]`.
    package internal(set) var profileName = Digest.defaultProfile
    /// The path of the state, or its address; nil for the user's own state.
    package var state: String?
    /// If several machines use the state: a reader whom one of them served within this time is not due again.
    package var round: TimeInterval = 300
    /// The digest's title; nil for the title of the language.
    package var title: String?
    /// The name for the greeting.
    package var name: String?
    /// The profile's mail address. It is the recipient if a delivery names none.
    package var email: String?
    /// The language of the digest's own words.
    package var language = "en"
    /// An identifier of the time zone database.
    package var timeZone = TimeZone.machine
    /// Which failures of sources are reported.
    package var report = Report.lasting
    /// The kinds of source that are used.
    package var sources = SourceKind.allCases
    package var digest = DigestSettings()
    /// The settings of each kind of source, by the key of its tables. A kind without settings has no sources.
    var sourceSettings: [String: AnyKind<any SourceSettings>] = [:]
    /// The keys of the kinds whose tables stand in the file, and which `sources` leaves out.
    var unread: Set<String> = []
    package var interest = Interest()
    package var network = Network()
    package var health = Health()
    /// The file for the numbers of the last run; nil for none.
    package var metricsFile: String?
    /// The configured categories, by name.
    package var categories: OwnCategories = [:]
    /// Where the `categories` of `digest` stand, for messages.
    package internal(set) var placeOfCategories = "under [digest]"
    /// The sections, in the order in which the file names them.
    package var sectionOrder: [String] = []
    package var filters: [Filter] = []
    /// The language model.
    package var model: Model?
    /// The programs that write the summaries. Each is asked about the stories that the ones before did not answer.
    package var summaries: [Generator] = []
    /// The program that makes sentence vectors. Articles are compared by these and by their words.
    package var vectors: Generator?
    /// The destinations of the digest; empty for standard output alone.
    package var deliveries: [Delivery] = []
    /// The file with the addresses of those who get no mail, one on each line.
    package var unsubscribed: String?
    /// The profiles `[profiles.NAME]` of the file. Each is already merged with the rest of the file.
    package var profiles: [String: Configuration] = [:]
    /// The list of further readers.
    package var readerList: ReaderList?
    /// The path of the file with this list, also in the configurations of profiles and readers.
    var fileOfReaders: String?

    package init() {}

    package struct DigestSettings: Sendable, Equatable {
        /// The sections, in their order; empty for all.
        package var categories: [String] = []
        package var maxItems = 40
        package var maxPerSection = 12
        /// The least score of a story; 0 for none.
        package var minScore = 0.0
        package var maxAge: TimeInterval = 48 * 3600
        /// The greatest size of an HTML digest in bytes.
        package var maxBytes = 100_000
        package var theme = Theme.auto
        package var images = Images.remote
        /// The services for sharing an item.
        package var share: [ShareLink] = [.link, .telegram, .whatsapp, .email]
        /// A folder whose templates replace the built-in ones.
        package var templates: String?
        package var growth = Growth.publishers(3)
        /// Whether news that concern everybody come before sport, celebrities and offers.
        package var isGeneralFirst = true
        package var leftovers = Leftovers.compete
        package var also = Also.names
        /// Whether a digest is sent when nothing is new.
        package var evenIfEmpty = false
        /// The program that writes the text at the beginning of the digest.
        package var intro: Generator?
        /// For how many seconds the bytes of a digest are kept.
        package var keepDigests = Retention().bytes
        /// Whether the pages of the chosen stories are asked for their articles.
        package var fullText = FullText.off
        /// For how many seconds these articles are kept.
        package var keepTexts = Retention().pages

        package init() {}

        /// The bytes of a page without those that are kept free for the intro: the size of the longest one in most
        /// scripts. It is written later, because it must not speak of a story that is removed.
        package var roomOfStories: Int { maxBytes - (intro == nil ? 0 : min(3_000, maxBytes / 4)) }
    }

    package enum Report: String, Sendable, CaseIterable { case lasting, all }

    /// What is done with the web page of a chosen story.
    package enum FullText: Sendable {
        case off
        /// Its article is kept for `show`, for programs and for searches.
        case kept
        /// The digest shows it, too.
        case shown
    }

    package enum Theme: String, Sendable, CaseIterable { case auto, light, dark }

    /// What happens to stories that did not fit into a digest.
    package enum Leftovers: String, Sendable, CaseIterable {
        /// They compete with new stories in the next digest.
        case compete
        /// They come before new stories in the next digest.
        case lead
        /// They are never shown.
        case drop
    }

    /// How the other tellings of a story are listed in HTML and Markdown.
    package enum Also: String, Sendable, CaseIterable {
        /// Five of the other articles with their titles, and the number of the rest; all of the story's own publisher.
        case names
        /// All other articles with their titles.
        case titles
    }

    package enum Images: String, Sendable, CaseIterable { case remote, embed, none }

    /// When a story that was sent may be shown again.
    package enum Growth: Sendable, Equatable {
        case never
        /// When at least this number of new publishers tell it.
        case publishers(Int)
        case always
    }

    /// HTTP basic authentication.
    package struct Auth: Sendable, Equatable {
        package var username: String
        package var password: SecretReference
    }

    /// Patterns that raise or remove stories.
    package struct Interest: Sendable, Equatable {
        package var boost: [Pattern] = []
        package var mute: [Pattern] = []
        /// If not empty, only items that match one of these.
        package var include: [Pattern] = []
        /// Items that match one of these are removed, like a feed's own `exclude`, but for all sources.
        package var exclude: [Pattern] = []
        /// If not empty, only items in these languages, or items whose language is unknown.
        package var languages: [String] = []
    }

    package struct Network: Sendable, Equatable {
        package var connectTimeout: TimeInterval = usual.connectTimeout / .seconds(1)
        /// The limit for one request with its redirects.
        package var timeout: TimeInterval = 20
        /// The limit for waiting without receiving a byte.
        package var idleTimeout: TimeInterval = 10
        /// The limit for the whole gathering.
        package var deadline: TimeInterval = 300
        /// The greatest size of one answer in bytes, decompressed.
        package var maxBody = usual.maxBody
        package var maxRedirects = usual.maxRedirects
        /// The number of requests at the same time, for all hosts together.
        package var parallel = 16
        /// The pause between two requests to one host.
        package var hostGap: TimeInterval = HTTPClient.Configuration.usualHostGap / .seconds(1)
        /// `http://`, `https://` or `socks5://`; nil for the proxy from the environment (`https_proxy`, `no_proxy`).
        package var proxy: String?
        /// Whether to follow a redirect from https to http.
        package var allowHTTPDowngrade = false
        /// The address at which servers can reach the person who runs the program: `https://…` or `mailto:…`.
        package var contact: String?
        /// The user's own hosts that may have a private address.
        package var privateHosts: [String] = []

        private static let usual = HTTPLimits()
    }

    /// The configured sections by their names.
    package typealias OwnCategories = [String: OwnCategory]

    /// A configured section.
    package struct OwnCategory: Sendable, Equatable {
        /// Nil for the title of the built-in section with this name.
        package var title: String?
        /// Categories of sources that belong to this section, in upper or lower case.
        var from: [String]
        /// Other names for the section on the command line.
        package var aliases: [String]
        /// Nil for that of all stories.
        package var fullText: FullText?

        package init(title: String? = nil, from: [String] = [], aliases: [String] = [], fullText: FullText? = nil) {
            (self.title, self.from, self.aliases, self.fullText) = (title, from, aliases, fullText)
        }
    }

    /// A program that reads stories or items as JSON lines and prints texts or sentence vectors on them.
    package struct Generator: Sendable, Hashable {
        package var name: String
        package var command: [String]
        /// The language model that answers in the program's place.
        package var model: Model?
        /// The greatest number of stories, of items, or of digests for an intro, that it is asked about in one run.
        package var max = 40
        /// The limit for one call in seconds.
        package var timeout: TimeInterval = 120
        /// What a model is asked for.
        package var output = Output.summaries

        package enum Output: String, Sendable {
            case summaries, ratings, translations, intro
        }
    }

    /// A service with OpenAI's chat completions.
    package struct Model: Sendable, Hashable {
        /// Without `/chat/completions`.
        package var url: String
        /// The name of the model there.
        package var name: String
        package var key: SecretReference?
        /// 0 for no limit.
        package var maxTokensADay = 200_000
        /// The limit for one request in seconds.
        package var timeout: TimeInterval = 60
        /// How often a request is sent again that the service is too busy for.
        package var retries = 1
        /// The tokens that a request and its answer may have together.
        package var context = 8192
        /// The requests that are sent side by side.
        package var parallel = 1
        /// The stories that it is asked about in one run.
        var max = 40
        var summaries = false
        var intro = false
        /// Whether it rates the importance of the best stories.
        package var rate = false
        /// The language into which it translates stories in other languages.
        package var translate: String?
        /// The name of a model there that gives sentence vectors.
        var embeddings: String?
        /// The name under which the tokens are counted, if it is another one: that of the model beside this one.
        package var counted: String?

        /// The longest time for all requests of one run, in seconds.
        package static let longest: TimeInterval = 60
        /// The stories that one run has rated.
        package static let mostRated = 60
    }

    /// A command that reads items as JSON lines and prints those to keep.
    package struct Filter: Sendable, Equatable {
        package var name: String
        package var command: [String]
        package var timeout: TimeInterval = 30
    }
}

extension Configuration {
    /// The file as errors name it.
    package var shownFile: String { file ?? "built in" }

    /// The settings without the reader's id, name and mail address.
    package var withoutPerson: Configuration {
        var settings = self
        settings.profileName = ""
        settings.placeOfCategories = ""
        settings.name = nil
        settings.email = nil
        for index in deliveries.indices where deliveries[index].isForEmail {
            settings.deliveries[index].recipients = []
        }
        return settings
    }

    /// Sets the profile's mail address, also where it is the recipient.
    mutating func address(to email: String) {
        self.email = email
        for index in deliveries.indices where deliveries[index].isForEmail { deliveries[index].recipients = [email] }
    }
}

extension Collection<Configuration> {
    /// The number of the settings of each reader, counted from 0 in the order of the readers. Readers who differ only as
    /// persons have one number. They often follow one another, so each reader is compared with the last few settings.
    package var settingsNumbers: [Int] {
        var different: [Configuration] = []
        return map { reader in
            let settings = reader.withoutPerson
            if let known = different.suffix(32).firstIndex(of: settings) { return known }
            different.append(settings)
            return different.count - 1
        }
    }

    /// The first reader with each settings.
    package var withDifferentSettings: [Configuration] {
        var count = 0
        return zip(self, settingsNumbers).compactMap { reader, number in
            guard number == count else { return nil }
            count += 1
            return reader
        }
    }
}

/// A value of any of several kinds. It gives what contains it its `==`.
@propertyWrapper package struct AnyKind<Kind: Sendable>: Sendable, Equatable {
    package var wrappedValue: Kind

    package init(wrappedValue: Kind) { self.wrappedValue = wrappedValue }

    package static func == (first: Self, second: Self) -> Bool {
        (first.wrappedValue as? any Equatable)?.equals(second.wrappedValue) ?? false
    }
}

extension Equatable {
    package func equals(_ other: Any) -> Bool { self == other as? Self }
}

extension Configuration {
    /// What is done with the articles of a feed's stories in a section.
    package func fullText(of feed: Feed?, in section: String?) -> FullText {
        feed?.fullText ?? section.flatMap { categories[$0]?.fullText } ?? digest.fullText
    }

    /// Whether the page of any story may be asked.
    package var wantsFullTexts: Bool {
        let own = feeds.map(\.fullText) + categories.values.map(\.fullText)
        return ([digest.fullText] + own).contains { $0 != nil && $0 != .off }
    }
}
