import Foundation
import Testing

@testable import Files
@testable import Select
@testable import Settings
@testable import Texts
@testable import Values

private func configuration(_ toml: String, environment: [String: String] = ["HOME": "/home/anna"]) throws
    -> Configuration
{
    try Configuration(toml: toml, file: "/etc/newsdigest/config.toml", environment: environment)
}

/// The one line that reading this text fails with, without the file's name.
private func complaint(_ toml: String) -> String {
    do {
        _ = try configuration(toml)
        return "no error"
    } catch {
        return "\(error)".replacing("configuration '/etc/newsdigest/config.toml', ", with: "")
    }
}

@Suite struct ConfigurationTests {
    @Test(arguments: [
        ("mailto:anna@example.org", true), ("MAILTO:anna@example.org", true), ("https://example.org/out", true),
        ("mailto:anna@example.org,boris@example.org", true), ("mailto:anna@example.org?subject=Out", true),
        ("mailto:@", false), ("mailto:anna@", false), ("mailto:", false), ("mailto:anna@example.org,", false),
        ("mailto:Anna%20<anna@example.org>", false), ("anna@example.org", false), ("https://", false),
    ]) func `every key for a web or mail address takes the same addresses`(address: String, isTaken: Bool) {
        let keys = [
            "[network]\ncontact = ",
            "[[deliver]]\nto = \"smtp\"\nhost = \"a\"\nfrom = \"a@b.example\"\nrecipients = [\"a@b.example\"]\n"
                + "list_unsubscribe = ",
        ]
        for key in keys {
            let configuration = try? Configuration(toml: "\(key)\"\(address)\"", file: "c.toml", environment: [:])
            #expect((configuration != nil) == isTaken, "\(key)")
        }
    }

    @Test(arguments: ["mailto:{{token}}@a.example", "mailto:out-{{recipient}}-{{reader}}-{{token}}@a.example"])
    func `the values of one recipient may be a part of a mail address`(address: String) throws {
        let toml = """
            [[deliver]]
            to = "smtp"
            host = "a"
            from = "a@b.example"
            recipients = ["a@b.example"]
            unsubscribe_secret = "s3cret key"
            list_unsubscribe = "\(address)"
            """
        _ = try Configuration(toml: toml, file: "c.toml", environment: [:])
    }

    @Test func `the secrets of files are hidden before they are used`() throws {
        let folder = try TemporaryFolder()
        let toml = """
            [newsapi]
            key_file = "\(try folder.write("k3y-of-the-service\nmore", to: "key"))"
            [[deliver]]
            to = "smtp"
            host = "a.example"
            from = "a@b.example"
            recipients = ["a@b.example"]
            username = "harbour"
            password_file = "\(try folder.write("pa55word-of-mails", to: "password"))"
            [[deliver]]
            to = "webhook"
            service = "slack"
            url_file = "\(folder("none"))"
            """
        let file = try folder.write(toml, to: "config.toml")
        let redactor = Redactor()
        _ = try Redactor.$ofTask.withValue(redactor) { try Configuration(path: file, environment: [:]) }
        #expect(redactor.hide(in: "k3y-of-the-service, pa55word-of-mails") == "<hidden>, <hidden>")
    }

    @Test func `every section is read into its value`() throws {
        let configuration = try configuration(
            """
            title = "Morning digest"
            language = "ru"
            timezone = "Europe/Moscow"
            name = "Anna"
            [digest]
            categories = ["technology", "science", "events"]
            max_items = 30
            max_age = "1d12h"
            max_bytes = "90kB"
            theme = "dark"
            growth = "never"
            templates = "templates"
            [newsapi]
            key_file = "~/.config/newsdigest/newsapi.key"
            base_url = "http://127.0.0.1:8080/v2"
            [[feeds]]
            url = "https://feeds.bbci.co.uk/news/technology/rss.xml"
            category = "technology"
            headers = { Authorization = "env:FEED_TOKEN" }
            auth = { username = "anna", password_command = ["pass", "bbc"] }
            categories = { Chips = "hardware" }
            [kudago]
            categories = ["concert", "-kids"]
            max_price = 500
            [interest]
            mute = ["horoscope"]
            exclude = ["title: quiz"]
            [network]
            timeout = "5s"
            max_body = "2MiB"
            contact = "mailto:anna@example.org"
            [categories]
            hardware = "Hardware"
            moscow = { title = "Москва", from = ["город"], aliases = ["msk"] }
            [[filter]]
            command = ["/usr/local/bin/summary", "--short"]
            [[deliver]]
            to = "file"
            path = "~/digest.html"
            [[deliver]]
            to = "command"
            command = ["msmtp", "-t"]
            format = "eml"
            """)
        #expect(configuration.title == "Morning digest")
        #expect(configuration.timeZone == "Europe/Moscow")
        #expect(configuration.digest.maxAge == 36 * 3600)
        #expect(configuration.digest.maxBytes == 90_000)
        #expect(configuration.digest.growth == .never)
        #expect(configuration.digest.templates == "/etc/newsdigest/templates")
        #expect(
            (configuration[NewsAPI.self] as? NewsAPI)?.key == .file(path: "/home/anna/.config/newsdigest/newsapi.key"))
        #expect((configuration[NewsAPI.self] as? NewsAPI)?.baseURL == "http://127.0.0.1:8080/v2")
        #expect(configuration.feeds.map(\.url) == ["https://feeds.bbci.co.uk/news/technology/rss.xml"])
        #expect(configuration.feeds[0].headers == ["Authorization": .environment("FEED_TOKEN")])
        #expect(
            configuration.feeds[0].auth == Configuration.Auth(username: "anna", password: .command(["pass", "bbc"])))
        #expect(configuration.feeds[0].categories == ["Chips": "hardware"])
        #expect((configuration[KudaGo.self] as? KudaGo)?.maxPrice == 500)
        #expect(configuration.interest.mute.map(\.description) == ["horoscope"])
        #expect(SelectionRules(configuration, sections: []).exclude.map(\.description) == ["title: quiz"])
        #expect(configuration.network.maxBody == 2 << 20)
        #expect(userAgent(contact: configuration.network.contact) == "newsdigest/\(version) (+mailto:anna@example.org)")
        #expect(userAgent(contact: nil) == "newsdigest/\(version)")
        #expect(configuration.categories["moscow"]?.from == ["город"])
        #expect(configuration.categories["hardware"]?.title == "Hardware")
        #expect(configuration.filters.map(\.name) == ["summary"])
        var deliveries = [
            Delivery(
                name: "file /home/anna/digest.html", destination: FileDestination(path: "/home/anna/digest.html"),
                format: .html),
            Delivery(name: "command msmtp", destination: CommandDestination(["msmtp", "-t"]), format: .eml),
        ]
        for index in deliveries.indices { deliveries[index].isForEmail = true }
        deliveries.tellApart()
        #expect(configuration.deliveries == deliveries)
    }

    @Test(arguments: [
        ("titel = \"x\"", "line 1: unknown key 'titel'; did you mean 'title'?"),
        ("max_items = 3", "line 1: unknown key 'max_items'; it belongs to [digest]"),
        ("[interest]\nlanguage = \"en\"", "line 2: unknown key 'language' in 'interest'; did you mean 'languages'?"),
        (
            "[[deliver]]\nto = \"smtp\"\nhost = \"127.0.0.1:2525\"",
            "line 3: 'deliver[1].host' has a port in it; write that as 'port'"
        ),
        ("[kudago]\nmax_age = \"2d\"", "line 2: unknown key 'max_age' in 'kudago'; it belongs to [digest]"),
        (
            "[digest]\ntimezone = \"UTC\"",
            "line 2: unknown key 'timezone' in 'digest'; it belongs to the top of the file, above the first [table]"
        ),
        ("[digest]\n\nmax_item = 3", "line 3: unknown key 'max_item' in 'digest'; did you mean 'max_items'?"),
        (
            "[[feeds]]\nurl = \"https://a.example/\"\n[[feeds]]\nurl = \"https://b.example/\"\nlimt = 3",
            "line 5: unknown key 'limt' in 'feeds[2]'; did you mean 'limit'?"
        ),
        (
            "title = \"\"\"\nmany\nlines\"\"\"\nlangauge = \"en\"",
            "line 4: unknown key 'langauge'; did you mean 'language'?"
        ),
        (
            "# comment\r\n\"digest\".'max_items' = \"3\"",
            "line 2: 'digest.max_items' is a string, and should be an integer"
        ),
        ("digest = { theme = \"dim\" }", "line 1: 'digest.theme' is \"dim\"; known: auto, dark, light"),
        ("[digest]\nmax_items = 0", "line 2: 'digest.max_items' is 0, and should be from 1 to 10000"),
        ("[digest]\nmax_age = 48", "line 2: 'digest.max_age' should be a duration from \"1h\" to \"365d\""),
        (
            "timezone = \"Europe/Moskow\"",
            "line 1: 'timezone' is \"Europe/Moskow\", which is not a time zone; did you mean 'Europe/Moscow'?"
        ),
        ("[[feeds]]\nname = \"BBC\"", "line 1: 'feeds[1].url' is missing, and so is 'command'; write one of them"),
        (
            "[interest]\nlanguages = [\"de-AT\", \"english\"]",
            "line 2: 'interest.languages' has \"english\"; write the code of the language, such as \"en\""
        ),
        (
            "[[feeds]]\nurl = \"https://b.example/\"\nlanguage = \"notatag!!\"",
            "line 3: 'feeds[1].language' is \"notatag!!\"; write the code of the language, such as \"en\""
        ),
        (
            "[[deliver]]\nto = \"stdout\"\nview_online = \"https://b.example/n?x=1\"",
            "line 3: 'deliver[1].view_online' has '?', so 'digests/ID.html' cannot be appended; write {id} where the id of "
                + "the digest belongs"
        ),
        (
            "[[deliver]]\nto = \"site\"\npath = \"n\"\nbase_url = \"https://b.example/n#x\"",
            "line 4: 'deliver[1].base_url' has '#', so 'digests/ID.html' cannot be appended; write the address of the "
                + "folder alone"
        ),
        ("[categories]\ncity = 3", "line 2: 'categories.city' is an integer, and should be a title or a table"),
        (
            "[[feeds]]\nurl = \"ftp://example.org/\"",
            "line 2: 'feeds[1].url' starts with 'ftp:'; write https://… or http://… or file://…"
        ),
        (
            "[feeds]\nurl = \"https://example.org/\"",
            "line 1: 'feeds' is a table, and should be an array of tables: write [[feeds]]"
        ),
        ("[digest]\nshare = [\n  \"link\",\n  3,\n]", "line 4: 'digest.share' is an integer, and should be a string"),
        (
            "[profiles.anna]\nlanguage = \"ru\"\n[profiles.anna.digest]\nmax_itmes = 5",
            "line 4: unknown key 'max_itmes' in 'digest'; did you mean 'max_items'?"
        ),
        (
            "[profiles.anna]\nmax_items = 5",
            "line 2: unknown key 'max_items' in 'profiles.anna'; it belongs to [profiles.anna.digest]"
        ),
        ("[[digest]]\nmax_items = 5", "line 1: 'digest' is an array, and should be a table: write [digest]"),
    ])
    func `a mistake is named with its line and the nearest right thing`(toml: String, expected: String) {
        #expect(complaint(toml) == expected)
    }

    @Test func `a syntax error is named with its line`() {
        #expect(complaint("title = \"x\"\nlanguage = en\n").hasPrefix("line 2: not valid TOML: "))
        for text in ["title = \"x\nname = \"y\"\n", "title = 'x\n", "title = \"\"\"x\nname = 1\n", "title = \"x"] {
            #expect(complaint(text) == "line 1: not valid TOML: the closing quote is missing")
        }
        #expect(complaint("title = \"x\u{0}\"").hasPrefix("line 1: a NUL byte"))
    }

    @Test func `a profile is the rest of the file with its own keys over it`() throws {
        let configuration = try configuration(
            """
            language = "en"
            [digest]
            max_items = 30
            theme = "dark"
            [[feeds]]
            url = "https://a.example/rss"
            [profiles.anna]
            language = "ru"
            [profiles.anna.digest]
            max_items = 5
            [profiles.boris]
            feeds = [{ url = "https://b.example/rss" }]
            """)
        let anna = try configuration.profile("anna")
        #expect(anna.profileName == "anna")
        #expect(anna.language == "ru")
        #expect(anna.digest.maxItems == 5)
        #expect(anna.digest.theme == .dark)
        #expect(anna.feeds == configuration.feeds)
        #expect(try configuration.profile("boris").feeds.map(\.url) == ["https://b.example/rss"])
        #expect(configuration.profilesInOrder.map(\.profileName) == ["anna", "boris"])
        #expect(try configuration.profile(nil).profileName == "default")
        #expect(throws: RunError.usage("no profile 'ana' in /etc/newsdigest/config.toml; did you mean 'anna'?")) {
            try configuration.profile("ana")
        }
    }

    @Test(arguments: [#""America""#, #"{ title = "America" }"#])
    func `a section of which a profile changes one key keeps its title and its place`(america: String) throws {
        func profile(_ keys: String) throws -> Configuration {
            try configuration(
                """
                feeds = []
                [categories]
                uk = "Britain"
                us = \(america)
                it = "Italy"
                [profiles.anna.categories]
                \(keys)

                """
            ).profile("anna")
        }
        let changed = try profile(#"us = { aliases = ["usa"] }"# + "\n" + #"jp = "Japan""#)
        #expect(changed.categories["us"]?.title == "America" && changed.categories["us"]?.aliases == ["usa"])
        #expect(changed.sectionOrder == ["uk", "us", "it", "jp"])
        let renamed = try profile(#"us = "The States""#)
        #expect(renamed.categories["us"]?.title == "The States")
        #expect(renamed.sectionOrder == ["uk", "us", "it"])
    }

    @Test func `without a file the built-in sources run, and newsapi when its key is there`() throws {
        let without = try Configuration(path: nil, environment: ["HOME": "/nonexistent"])
        #expect(without[NewsAPI.self] == nil)
        #expect((without[KudaGo.self] as? KudaGo)?.location == "msk")
        #expect(Set(without.feeds.map(\.category)).count == 7)
        let with = try Configuration(path: nil, environment: ["HOME": "/nonexistent", "NEWSAPI_KEY": "k"])
        #expect((with[NewsAPI.self] as? NewsAPI)?.key == .environment("NEWSAPI_KEY"))
    }

    @Test func `destinations of one name are told apart, for the state knows them by it`() throws {
        func deliveries(_ tables: String...) throws -> [Delivery] {
            try configuration(tables.map { "[[deliver]]\n" + $0 + "\n" }.joined()).deliveries
        }
        let (slack, other) = (
            "to = \"webhook\"\nservice = \"slack\"\nurl = \"https://a.example/s3cret\"",
            "to = \"webhook\"\nservice = \"slack\"\nurl = \"env:SLACK\""
        )
        #expect(try deliveries(slack).map(\.name) == ["slack"])
        let both = try deliveries(slack, other)
        #expect(both.allSatisfy { $0.name.wholeMatch(of: /slack #[0-9a-z]{6}/) != nil && $0.mistakes.isEmpty })
        #expect(both[0].name != both[1].name)
        // Neither the order, nor others, nor what does not say where it goes changes the name.
        let more = try deliveries(other, "to = \"stdout\"", slack + "\nattempts = 5")
        #expect(more.map(\.name) == [both[1].name, "stdout", both[0].name])
        let alone = try deliveries(other)
        func stored(_ name: String) -> StoredRendering {
            StoredRendering(destination: name, format: .markdown, bytes: Data())
        }
        #expect(alone.first(for: stored(both[1].name)) != nil && alone.first(for: stored(both[0].name)) == nil)
        // As an earlier version named them.
        #expect(both.first(for: stored("slack")) == both[0] && both.first(for: stored("slack (2)")) == both[1])

        // Two people with one name of their own.
        let chats = ["@a", "@b"].map { chat in
            "to = \"webhook\"\nservice = \"telegram\"\nname = \"phone\"\ntoken = \"1:t\"\nchat = \"\(chat)\""
        }
        let phones = try deliveries(chats[0], chats[1])
        #expect(Set(phones.map(\.name)).count == 2 && !phones.contains(where: \.isNumbered))
        #expect(try deliveries(chats[1], chats[0]).map(\.name) == phones.map(\.name).reversed())

        let stdout = "to = \"stdout\""
        let same = try deliveries(stdout, stdout, stdout + "\nname = \"stdout (2)\"", stdout)
        let name = same[0].name
        #expect(name.wholeMatch(of: /stdout #[0-9a-z]{6}/) != nil)
        #expect(same.map(\.name) == [name, "\(name) (2)", "stdout (2)", "\(name) (3)"])
        #expect(same.map(\.isNumbered) == [true, true, false, true])
        #expect(same.map(\.placeName) == ["stdout", "stdout (2)", "stdout (2) (2)", "stdout (3)"])
    }

    @Test func `a password of a mail server without a user is a mistake`() throws {
        let smtp = """
            email = "anna@example.org"
            [[deliver]]
            to = "smtp"
            host = "mail.example.org"
            password = "env:SMTP_PASSWORD"

            """
        let mistakes = try configuration(smtp).deliveries.flatMap(\.destination.mistakes)
        #expect(mistakes == ["'password' is not used without a 'username'"])
        #expect(try configuration(smtp + "username = \"anna\"").deliveries[0].destination.mistakes.isEmpty)
    }

    @Test func `mail without a recipient goes to the reader's own address, and SMTP needs one`() throws {
        let smtp = "[[deliver]]\nto = \"smtp\"\nhost = \"mail.example.org\"\n"
        #expect(
            try configuration("email = \"anna@example.org\"\n" + smtp).deliveries[0].recipients == ["anna@example.org"])
        #expect(complaint(smtp) == "line 1: 'deliver[1].recipients' is missing, and so is 'email'")
        let shared = try configuration(smtp + "[profiles.anna]\nemail = \"anna@example.org\"\n")
        #expect(shared.topAsPerson.isEmpty)
        #expect(shared.profiles["anna"]?.deliveries[0].recipients == ["anna@example.org"])
        #expect(complaint(smtp + "[profiles.anna]\n") == complaint(smtp))
    }

    @Test func `categories are known by their short forms, aliases and feeds`() throws {
        let configuration = try configuration(
            """
            [digest]
            categories = ["tech", "town", "zines"]
            [categories.city]
            aliases = ["town"]
            [[feeds]]
            url = "https://a.example/"
            category = "zines"
            [[feeds]]
            url = "https://b.example/"
            category = "Sport"
            [[feeds]]
            url = "https://c.example/"
            category = "Town"
            """)
        #expect(configuration.digest.categories == ["technology", "city", "zines"])
        #expect(configuration.feeds.map(\.category) == ["zines", "sports", "city"])
    }

    @Test(arguments: [
        (
            "[digest]\ncategories = [\n\"science\",\n\"tehcnology\"]",
            "line 4: 'digest.categories' has \"tehcnology\"; did you mean 'technology'?"
        ),
        ("[kudago]\ncategories = [\"-kid\"]", "line 2: 'kudago.categories' has \"-kid\"; did you mean 'kids'?"),
        (
            "[newsapi]\nsources = [\"bbc-news\"]\ncountry = \"us\"",
            "line 2: 'newsapi.sources' cannot be combined with country or categories"
        ),
        (
            "[newsapi]\n[[newsapi.everything]]\nlanguage = \"en\"",
            "line 2: 'newsapi.everything[1].query' is missing, and so are 'sources' and 'domains'; write one of them"
        ),
        (
            "[[newsapi.everything]]\nquery = \"x\"\nsort_by = \"newest\"",
            "line 3: 'newsapi.everything[1].sort_by' is \"newest\"; known: popularity, publishedAt, relevancy"
        ),
        ("[newsapi]\nkey = \"k\"\nkey_file = \"f\"", "line 3: 'newsapi.key_file' and 'newsapi.key' exclude each other"),
        (
            "[[deliver]]\nto = \"fax\"",
            "line 2: 'deliver[1].to' is \"fax\"; known: command, file, podcast, site, smtp, stdout, webhook"
        ),
        (
            "[[deliver]]\nto = \"file\"\npath = \"x\"\nhost = \"y\"",
            "line 4: 'deliver[1].host' cannot be used with to = \"file\""
        ),
        (
            "[[deliver]]\nto = \"webhook\"\nservice = \"telegram\"\ntoken = \"t\"",
            "line 1: 'deliver[1].chat' is missing"
        ),
        (
            "[[deliver]]\nto = \"webhook\"\nservice = \"matrix\"\nurl = \"https://a.example\"\ntoken = \"t\"\nchat = \"#news:a.example\"",
            "line 6: 'deliver[1].chat' should be the internal id of a room, such as \"!abcdef:example.org\""
        ),
        (
            "[[deliver]]\nto = \"smtp\"\nhost = \"h\"\nsecurity = \"none\"\nusername = \"u\"",
            "line 4: 'deliver[1].security' is \"none\", and 'username' needs a password, which would be sent without "
                + "encryption; write \"starttls\" or \"tls\", or remove 'username'"
        ),
        (
            "[[deliver]]\nto = \"command\"\ncommand = []",
            "line 3: 'deliver[1].command' should be a program and its arguments, such as [\"msmtp\", \"-t\"]"
        ),
        (
            "[[deliver]]\nto = \"stdout\"\nfrom = \"Anna\"",
            "line 3: 'deliver[1].from' is \"Anna\", which is not a mail address"
        ),
        (
            "[[feeds]]\nurl = \"https://u:p@a.example/\"",
            "line 2: 'feeds[1].url' contains a user name or password, which would be printed; use the keys for them"
        ),
        (
            "[network]\nproxy = \"http://u:p@a.example:1\"",
            "line 2: 'network.proxy' contains a user name or password, which would be printed; use the environment "
                + "variable https_proxy"
        ),
        (
            "[interest]\nmute = [\"a\",\n\"/(/\"]",
            "line 3: 'interest.mute' has '/(/', which is not a regular expression"
        ),
        (
            "[[feeds]]\nurl = \"https://a.example/\"\ninclude = [\"title:\"]",
            "line 3: 'feeds[1].include' has 'title:', which has no word to look for"
        ),
        (
            "[[deliver]]\nto = \"smtp\"\nhost = \"a\"\nfrom = \"a@b.example\"\nrecipients = [\"a@b.example\"]\n"
                + "list_unsubscribe = \"ftp://a.example/\"",
            "line 6: 'deliver[1].list_unsubscribe' is \"ftp://a.example/\"; write https://…, http://… or mailto:…"
        ),
        (
            "[[feeds]]\nurl = \"https://a.example/\"\nheaders = { A = 1 }",
            "line 3: 'feeds[1].headers.A' is an integer, and should be a string"
        ),
        (
            "[[feeds]]\nurl = \"https://a.example/\"\ncategories = { A = 1 }",
            "line 3: 'feeds[1].categories.A' is an integer, and should be a category"
        ),
        ("[network]\nhost_gap = \"-1s\"", "line 2: 'network.host_gap' should be a duration from \"0s\" to \"5m\""),
        ("[readers]", "line 1: 'readers.file' is missing, and so is 'command'; write one of them"),
        (
            "[[feeds]]\nurl = \"https://a.example/\"\nheaders = { \"X Y\" = \"z\" }",
            "line 3: 'feeds[1].headers' has 'X Y', which is not the name of a header"
        ),
        (
            "[[feeds]]\nurl = \"https://a.example/\"\nheaders = { \"Authorization: Bearer secret\" = \"z\" }",
            "line 3: 'feeds[1].headers' has 'Authorization', which is not the name of a header"
        ),
        ("title = \"a\\u0000b\"", "line 1: not valid TOML: a NUL in a text"),
        (
            "[newsapi]\nkey = 12345678901234567890123456789012",
            "line 2: not valid TOML: Error while parsing decimal integer: '…' is not representable in 64 bits"
        ),
        (
            "[network]\ncontact = \"anna@example.org\"",
            "line 2: 'network.contact' is \"anna@example.org\"; write https://…, http://… or mailto:…"
        ),
        (
            "[network]\ncontact = \"https://a.example/(x)\"",
            "line 2: 'network.contact' has '(' (U+0028), which the header User-Agent cannot contain here; write a host as xn--…, and other characters as %…"
        ),
        (
            "[network]\ncontact = \"https://ünï.example/\"",
            "line 2: 'network.contact' has 'ü' (U+00FC), which the header User-Agent cannot contain here; write a host as xn--…, and other characters as %…"
        ),
        (
            "[network]\ncontact = \"https://x.example:99999999/\"",
            "line 2: 'network.contact' is \"https://x.example:99999999/\"; write https://…, http://… or mailto:…"
        ),
        (
            "[[feeds]]\nurl = \"https://x.example:65536/\"",
            "line 2: 'feeds[1].url' has the port 65536; the last is 65535"
        ),
        (
            "[network]\ncontact = \"mailto:anna\"",
            "line 2: 'network.contact' is \"mailto:anna\"; write https://…, http://… or mailto:…"
        ),
        (
            "[network]\nproxy = \"proxy.example:3128\"",
            "line 2: 'network.proxy' is not a URL; write http://… or https://… or socks5://… or socks5h://…"
        ),
    ])
    func `settings that contradict each other or make no sense are refused`(toml: String, expected: String) {
        #expect(complaint(toml) == expected)
    }
}

@Suite struct PathTests {
    @Test(arguments: [
        ("c", ".", "c"), ("", ".", ""), ("/", "/", ""), ("/c", "/", "c"), ("a/c", "a", "c"), ("//a///c", "//a", "c"),
        ("./é", ".", "é"), ("/a/b\u{301}/\n", "/a/b\u{301}", "\n"), ("/a/c/", "/a/c", ""),
    ])
    func `a path has a folder and a name`(path: String, folder: String, name: String) {
        #expect(path.folderOfPath == folder)
        #expect(path.nameOfPath == name)
    }

    @Test func `a configuration whose name is one letter has relative paths`() throws {
        let configuration = try Configuration(
            toml: "[[deliver]]\nto = 'file'\npath = 'x.html'", file: "c", environment: ["HOME": "/home/anna"])
        let here = FileManager.default.currentDirectoryPath
        #expect(configuration.deliveries.first?.destination.equals(FileDestination(path: "\(here)/x.html")) == true)
    }
}
