import Files
import Foundation
import Values

extension Configuration {
    /// The commented file that `newsdigest init` writes: what runs without a file, and every other key as a comment.
    static func initialText(timeZone: String = TimeZone.current.identifier, language: String = "en") -> String {
        """
        # newsdigest's configuration (TOML). See docs/configuration.md, or 'newsdigest check' after a change.
        # A line that starts with # and a space explains; one that starts with # and a key shows what you can set.

        #title = "Morning digest"           # without it, the language's own words
        #name = "Anna"                      # "Good morning, Anna"
        #email = "anna@example.org"         # the recipient where a [[deliver]] names none
        language = "\(language)"                     # of the digest's own words: en, ru, tr
        timezone = "\(timeZone)"
        sources = ["newsapi", "feeds", "kudago"]

        [digest]
        #categories = ["technology", "science", "events"]   # the sections, in this order; without it, all
        max_items = 40                      # what does not fit stays unsent and leads next time
        max_per_section = 12
        max_age = "48h"
        max_bytes = 100_000                 # mail clients cut longer HTML off
        theme = "auto"                      # auto, light, dark
        images = "remote"                   # remote, embed, none
        share = ["link", "telegram", "whatsapp", "email"]   # also x, vk, facebook
        growth = 3                          # a story comes back when so many more carry it; or "never", "always"
        even_if_empty = false               # deliver also when nothing is new
        general_first = true                # what concerns everybody before sport, stars and offers
        #templates = "templates"            # a folder of your own; 'newsdigest templates DIR' writes the built-in ones

        # newsapi.org. The key comes from the environment (NEWSAPI_KEY) or from one of the three keys below;
        # "env:NAME" names another variable. With neither, take [newsapi] out.
        #[newsapi]
        #key = "env:NEWSAPI_KEY"
        #key_file = "~/.config/newsdigest/newsapi.key"
        #key_command = ["pass", "show", "newsapi"]
        #country = "us"
        #categories = ["technology", "science"]
        #query = "swift OR rust"
        #language = "en"
        #daily_requests = 100               # your plan's allowance
        #max_results = 20                   # of each query
        #base_url = "https://newsapi.org/v2"
        # Certain publishers by newsapi.org's names, instead of country and categories:
        # sources = ["bbc-news", "the-verge"]
        # A search of all that newsapi.org has, any number of these; with a query, sources or domains:
        #[[newsapi.everything]]
        #query = '"solid state" AND battery'
        #search_in = ["title", "description"]   # and content
        #sources = ["the-verge"]
        #domains = ["arstechnica.com"]
        #exclude_domains = ["example.com"]
        #language = "en"
        #sort_by = "publishedAt"            # or relevancy, popularity
        #max_results = 20
        #category = "technology"
        #name = "Batteries"

        # Events (kudago.com): no key needed.
        [kudago]
        location = "msk"                    # msk, spb, nsk, ekb, kzn, nnv, sochi, krasnoyarsk, online
        #categories = ["concert", "exhibition", "-kids"]    # one with a minus is left out
        #tags = ["с детьми"]                # KudaGo's own
        #events_of_the_day = true           # also what its editors pick for each day
        days = 7                            # how far ahead
        free_only = false
        language = "ru"                     # ru, en
        #max_price = 1000                   # in roubles
        #age = 16                           # leave out what is for older people
        limit = 40
        #base_url = "https://kudago.com/public-api/v1.4"

        # Feeds: RSS, Atom, RDF or JSON Feed, one [[feeds]] each.
        \(builtInFeeds.map(feedText).joined(separator: "\n"))
        # Everything a feed can have:
        #[[feeds]]
        #url = "https://example.org/feed.xml"               # https:, http: or file:///…
        #name = "Example"                   # without it, the feed's own title
        #category = "technology"            # the section
        #limit = 20                         # the newest so many
        #first_items = 10                   # what a new feed starts with
        #include = ["chip", "/\\\\bGPUs?\\\\b/"]  # only items with one of these in title, text, author or URL
        #exclude = ["advertisement"]
        #weight = 1.5                       # more than 1 ranks its stories higher
        #language = "en"                    # instead of what the feed says
        #categories = { "Artificial Intelligence" = "technology" }  # the feed's own categories, and their section
        #headers = { Authorization = "env:FEED_TOKEN" }
        #[feeds.auth]                       # HTTP basic authentication
        #username = "anna"
        #password = "env:FEED_PASSWORD"
        #password_file = "~/.config/newsdigest/feed.password"
        #password_command = ["pass", "show", "feed"]

        # Words or /regular expressions/ that move stories up or out.
        [interest]
        boost = []
        mute = []
        #include = ["moscow"]               # only what has one of these
        #exclude = ["title: quiz"]          # none of these, as mute
        #languages = ["en", "ru"]           # only these

        # Sections of your own.
        #[categories.city]
        #title = "The city"
        #from = ["Moscow", "Город"]         # sources' own categories that belong here
        #aliases = ["town"]                 # other names for --category

        [network]
        connect_timeout = "10s"
        timeout = "20s"                     # one request
        idle_timeout = "10s"                # without a single byte
        deadline = "5m"                     # all requests together
        max_body = "5MiB"                   # of one answer, decompressed
        max_redirects = 5
        parallel = 16                       # requests at a time, one to each host
        host_gap = "0.5s"                   # between two requests to one host
        allow_http_downgrade = false        # follow a redirect from https to http
        #private_hosts = ["rss.home.example.org"]           # yours, at a private address (docs/network.md)
        #contact = "https://example.org/about"              # or mailto:…, told to servers (User-Agent)
        #proxy = "http://proxy.example.org:3128"            # without it, the environment's https_proxy and so on

        # Commands that read items as JSON lines, and print those to keep (docs/delivery.md).
        #[[filter]]
        #name = "summary"
        #command = ["/usr/local/bin/summarize"]
        #timeout = "30s"

        # Where the digest goes; without any [[deliver]], to standard output. See docs/delivery.md.
        #[[deliver]]
        #to = "stdout"
        #format = "markdown"                # markdown, html, text, json, eml

        #[[deliver]]
        #to = "file"
        #path = "~/digest.html"             # the format follows from the ending

        #[[deliver]]
        #to = "command"                     # reads the digest on standard input
        #command = ["msmtp", "-t"]
        #format = "eml"
        #name = "mail"                      # in failure lines
        #timeout = "60s"
        #attempts = 3                       # in one run, when it fails for the moment

        #[[deliver]]
        #to = "smtp"
        #host = "smtp.example.org"
        #port = 587
        #security = "starttls"              # starttls, tls, none
        #username = "anna@example.org"
        #password = "env:SMTP_PASSWORD"
        #password_file = "~/.config/newsdigest/smtp.password"
        #password_command = ["pass", "show", "smtp"]
        #from = "News digest <anna@example.org>"
        #recipients = ["anna@example.org", "Boris <boris@example.org>"]
        #subject = "{{title}}: {{summaryLine}}"             # a template
        #list_id = "news.example.org"
        #list_unsubscribe = "mailto:anna@example.org"

        #[[deliver]]
        #to = "webhook"
        #service = "telegram"               # slack, discord, telegram, ntfy, json
        #chat = "@my_channel"               # telegram
        #token = "env:TELEGRAM_TOKEN"       # telegram; ntfy and json where they need one
        #token_file = "~/.config/newsdigest/telegram.token"
        #token_command = ["pass", "show", "telegram"]

        #[[deliver]]
        #to = "webhook"
        #service = "slack"
        #url = "env:SLACK_WEBHOOK"          # slack, discord and json; telegram and ntfy have one of their own
        #url_file = "~/.config/newsdigest/slack.url"
        #url_command = ["pass", "show", "slack"]

        #[[deliver]]
        #to = "webhook"
        #service = "ntfy"
        #topic = "anna-news"

        # One more reader: any of the above again. Tables add to those above, lists such as [[feeds]] replace them.
        # 'newsdigest --profile anna', or '--all-profiles' for every one.
        #[profiles.anna]
        #name = "Anna"
        #language = "ru"
        #[profiles.anna.digest]
        #max_items = 10

        """
    }

    /// Writes `initialText` where nothing is yet, readable by its owner alone, for it may come to hold keys.
    ///
    /// - Throws: `RunError.unwritable` when there is a file already or it cannot be written.
    package static func writeInitial(to path: String) throws {
        try? FileManager.default.createDirectory(
            atPath: path.folderOfPath, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let code = errno
            throw RunError.unwritable(
                code == EEXIST
                    ? "'\(path)' exists already and was not changed; 'newsdigest check' shows what it contains"
                    : "'\(path)' cannot be written: \(errorText(code))")
        }
        let code = writeAll(Array(initialText().utf8), to: file)
        close(file)
        if let code { throw RunError.unwritable("'\(path)' cannot be written: \(errorText(code))") }
    }

    private static func feedText(name: String, category: String, url: String) -> String {
        """
        [[feeds]]
        name = "\(name)"
        category = "\(category)"
        url = "\(url)"

        """
    }

    /// Every key of the file with the table it stands in, such as `digest.max_items`.
    static var knownKeys: [String] {
        func keys<Key: RawRepresentable<String> & CaseIterable>(_ table: String, _: Key.Type) -> [String] {
            Key.allCases.map { table.isEmpty ? $0.rawValue : "\(table).\($0.rawValue)" }
        }
        return keys("", RootKey.self) + keys("digest", DigestKey.self) + keys("newsapi", NewsAPIKey.self)
            + keys("newsapi.everything", EverythingKey.self)
            + keys("feeds", FeedKey.self) + keys("feeds.auth", AuthKey.self) + keys("kudago", KudaGoKey.self)
            + keys("interest", InterestKey.self) + keys("network", NetworkKey.self)
            + keys("categories.NAME", CategoryKey.self) + keys("filter", FilterKey.self)
            + keys("deliver", DeliverKey.self)
    }
}
