import Foundation
import HTTP
import Testing

@testable import NewsDigest
@testable import Settings
@testable import Values

@Suite struct InitialConfigurationTests {
    private let text = {
        var answers = FirstAnswers.none
        answers.timeZone = "Europe/Moscow"
        return Configuration.initialText(answers)
    }()
    private let environment = ["HOME": "/home/anna"]

    @Test func `a new configuration has the built-in settings, except the events of a city`() throws {
        var read = try Configuration(toml: text, file: "config.toml", environment: environment)
        var builtIn = Configuration.builtIn(environment: environment)
        (read.file, builtIn.timeZone) = (nil, "Europe/Moscow")
        builtIn[KudaGo.self] = nil
        #expect(read == builtIn)
    }

    /// If the change is wanted, `NEWSDIGEST_GOLDEN=write` stores the new texts.
    @Test(arguments: ["en", "ru"]) func `a new configuration has the stored text`(language: String) throws {
        var answers = try FirstAnswers(
            language: language, timeZone: "Europe/Moscow", city: language == "ru" ? "Москва" : nil,
            interests: language == "ru" ? ["technology", "космос"] : [])
        if language == "ru" {
            answers.target = try .init("anna@example.org", server: "smtp.example.org", home: "", folder: "")
        }
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Initial/\(language).toml")
        let text = Configuration.initialText(answers)
        if ProcessInfo.processInfo.environment["NEWSDIGEST_GOLDEN"] == "write" {
            try Data(text.utf8).write(to: file)
        }
        #expect(text == (try String(contentsOf: file, encoding: .utf8)))
    }

    @Test(arguments: [("Казань", "Europe/Moscow"), ("Ekaterinburg", "Asia/Yekaterinburg"), ("nsk", "Asia/Novosibirsk")])
    func `a city implies its time zone`(city: String, zone: String) throws {
        #expect(try FirstAnswers(city: city).timeZone == zone)
        #expect(try FirstAnswers(timeZone: "Europe/Berlin", city: city).timeZone == "Europe/Berlin")
        #expect(try FirstAnswers(city: "Elsom").timeZone == TimeZone.current.identifier)
    }

    @Test func `a new configuration contains every key`() {
        let unnamed = KnownKeys.all.filter { key in
            !mentions(String(key.split(separator: ".").last ?? ""))
        }
        #expect(unnamed == [])
    }

    /// As a key of its own line, in a table's header, or as a table's own name.
    private func mentions(_ name: String) -> Bool {
        text.split(separator: "\n").contains { line in
            let bare = line.drop { "# [".contains($0) }
            guard bare.hasPrefix(name) else {
                return bare.split(separator: ".").dropFirst().contains { $0.hasPrefix(name + "]") }
            }
            return [" ", "=", "]", "."].contains { bare.dropFirst(name.count).hasPrefix($0) }
        }
    }

    @Test(arguments: ["", "_file", "_command"])
    func `every commented line of a new configuration is valid without its '#'`(secrets: String) throws {
        // Of the three ways to a secret only one may be used at a time.
        let others = ["", "_file", "_command"].filter { $0 != secrets }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : String(line)
        }.filter { line in
            // Of a file and a command with the list of readers, only one may be used.
            guard !line.hasPrefix("command = [\"/usr/local/bin/list-readers") else { return false }
            return true
        }.filter { line in
            !["key", "password", "token", "url", "unsubscribe_secret", "ping"].contains { stem in
                guard !line.hasPrefix("url = \"http") else { return false }
                return others.contains { line.hasPrefix("\(stem)\($0) =") }
            }
        }
        let configuration = try Configuration(
            toml: lines.joined(separator: "\n"), file: "config.toml", environment: environment)
        #expect(configuration.deliveries.count == 9)
        #expect(configuration.profiles["anna"]?.digest.maxItems == 10)
        #expect(configuration[NewsAPI.self] != nil)
        #expect(configuration.filters.count == 1)
        #expect(configuration.feeds.last?.auth != nil)
    }

    @Test func `a new configuration replaces no file, and only its owner can read it`() throws {
        let folder = try TemporaryFolder()
        let path = folder("new/config.toml")
        try Configuration.writeInitial(to: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try Data("mine".utf8).write(to: URL(filePath: path))
        #expect(
            throws: RunError.unwritable(
                "'\(path)' exists already and was not changed; 'newsdigest check' shows what it contains")
        ) {
            try Configuration.writeInitial(to: path)
        }
        #expect(folder.text("new/config.toml") == "mine")
    }
}

@Suite struct ScheduleTests {
    private func schedule(_ times: [String] = ["08:00"], _ days: String = "daily") throws -> Schedule {
        try Schedule(times: times, days: days)
    }

    @Test func `a line for cron`() throws {
        let plain = try run("title = \"x\"\n[[deliver]]\nto = \"stdout\"")
        #expect(try lines(schedule(), plain) == ["0 8 * * * /n run"])
        let quoted = try run("[[deliver]]\nto = \"stdout\"", config: "/a b/50%'.toml")
        #expect(
            try lines(schedule(["7:30", "18:05"], "mon-fri"), quoted) == [
                #"30 7 * * 1-5 /n run --config '/a b/50\%'\''.toml'"#,
                #"5 18 * * 1-5 /n run --config '/a b/50\%'\''.toml'"#,
            ])
        #expect(try lines(schedule(["08:00"], "mon, wed, fri - sun"), plain) == ["0 8 * * 1,3,5-7 /n run"])
        #expect(try schedule(["08:00"], "sat-mon").days == [0, 5, 6])
    }

    @Test func `no time is told twice, and a recap after midnight is on the next day`() throws {
        let plain = try run("[[deliver]]\nto = \"stdout\"")
        let twice = try schedule(["23:30", "08:00", "23:30"], "sun")
        #expect(lines(twice, plain) == ["30 23 * * 7 /n run", "0 8 * * 7 /n run"])
        #expect(try lines(twice.recap(on: "sun"), plain) == ["30 0 * * 1 /n run"])
        #expect(try lines(twice.recap(on: "fri-sun"), plain) == ["30 0 * * 1,6-7 /n run"])
        #expect(try lines(schedule(["22:59"], "sun").recap(on: "sun"), plain) == ["59 23 * * 7 /n run"])
    }

    @Test(arguments: [
        "Etc/UTC", "UTC", "GMT", "Etc/GMT", "Zulu", "Etc/Zulu", "Universal", "Etc/Universal", "UCT", "Etc/UCT", "GMT0",
        "GMT+0", "GMT-0", "Greenwich", "Etc/Greenwich",
    ])
    func `UTC by another name is UTC`(name: String) {
        #expect(Schedule.isOneClock(name, "UTC", from: noon) && Schedule.isOneClock("UTC", name, from: noon))
        #expect(!Schedule.isOneClock("Europe/Berlin", name, from: noon))
    }

    @Test func `zones whose clocks differ for half a year are two`() {
        #expect(!Schedule.isOneClock("Africa/Abidjan", "Europe/London", from: noon))
        #expect(!Schedule.isOneClock("Europe/London", "Africa/Abidjan", from: noon))
        #expect(Schedule.isOneClock("Europe/Kiev", "Europe/Kyiv", from: noon))
    }

    @Test func `a timer for systemd, in the reader's time zone`() throws {
        let timer = try schedule(["08:00"], "mon-fri").timer(timeZone: "Europe/Moscow")
        #expect(timer.contains("\nOnCalendar=Mon..Fri *-*-* 08:00:00 Europe/Moscow\n"))
        let run = try run("[[deliver]]\nto = \"stdout\"", program: "/opt/my news/newsdigest", config: "/100%")
        #expect(
            try schedule().service(run).contains("\nExecStart=\"/opt/my news/newsdigest\" run --config /100%%\n"))
    }

    @Test func `a run serves the profiles there are, and writes a file where nothing is configured`() throws {
        let family = "[profiles.anna]\n[[profiles.anna.deliver]]\nto = \"stdout\"\n[profiles.boris]"
        let own = Paths(environment: ["HOME": "/home/anna"]).configuration
        #expect(try run("", file: own).command == ["/n", "run", "--out", "/home/anna/digest.html", "--quiet"])
        #expect(try run(family, file: own).command == ["/n", "run", "--all-profiles"])
        #expect(try run(family, file: own).printing == ["boris"])
        #expect(try run(family, file: own, profile: "anna").command == ["/n", "run", "--profile", "anna"])
        #expect(
            try run(family, file: own, profile: "boris").command
                == ["/n", "run", "--profile", "boris", "--out", "/home/anna/digest-boris.html", "--quiet"])
        #expect(throws: RunError.self) { try run(family, file: own, profile: "bors") }
        #expect(throws: RunError.self) { try run("", file: own, config: "/a\nb") }
    }

    @Test(arguments: [
        ("[[filter]]\ncommand = [\"/p\"]\ntimeout = \"20m\"", 1200),
        ("[[summary]]\ncommand = [\"/p\"]\ntimeout = \"20m\"", 1200),
        ("[digest]\nintro = { command = [\"/p\"], timeout = \"20m\" }", 1200),
        ("[grouping]\nvectors = [\"/p\"]\ntimeout = \"20m\"", 1200),
        // Two digests, three attempts for each, and a minute before each attempt.
        ("[[deliver]]\nto = \"command\"\ncommand = [\"/p\"]\ntimeout = \"20m\"", 2 * 3 * 1260),
        ("[readers]\ncommand = [\"/p\"]", 600),
        ("[newsapi]\nkey_command = [\"/p\"]", 0),
    ])
    func `a run that starts a program of the user is not confined, and has the program's time`(
        toml: String, seconds: Double
    ) throws {
        let plain = try run("[readers]\nfile = \"/r\"")
        let run = try run(toml)
        #expect(!plain.startsPrograms && run.startsPrograms)
        #expect(run.longest - plain.longest == seconds)
        #expect(try schedule().service(plain).contains("\nNoNewPrivileges=yes\n"))
        #expect(try !schedule().service(run).contains("NoNewPrivileges"))
    }

    @Test func `a run has the time in which the mails of all readers wait for their turn`() async throws {
        let list = FileManager.default.temporaryDirectory.appending(path: "readers-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: list) }
        try Data((1...90).map { "{\"id\": \"\($0)\", \"email\": \"r\($0)@example.org\"}\n" }.joined().utf8)
            .write(to: list)
        func longest(_ keys: String) async throws -> Double {
            let configuration = try Configuration(
                toml: "[readers]\nfile = \"\(list.path)\"\n[[deliver]]\nto = \"smtp\"\nhost = \"h.example\"\n\(keys)",
                file: "/c", environment: [:])
            return try await ScheduledRun(
                configuration, readers: configuration.allReaders().all, program: "/n", environment: ["HOME": "/h"]
            ).longest
        }
        let plain = try await longest("")
        // Two digests for each reader, two seconds each.
        #expect(try await longest("rate = \"30/m\"") - plain == 2 * 90 * 2)
    }

    @Test func `the readers of a list have the programs and secrets at the top, also beside profiles`() throws {
        let toml = """
            [[filter]]
            command = ["/p"]
            [[deliver]]
            to = "webhook"
            service = "slack"
            url = "env:SLACK_WEBHOOK"
            [profiles.anna]
            filter = []
            deliver = []
            """
        let (anna, all) = (try run(toml), try run(toml + "\n[readers]\nfile = \"/r\""))
        #expect(!anna.startsPrograms && anna.variables == [])
        #expect(all.startsPrograms && all.variables == ["SLACK_WEBHOOK"])
    }

    @Test func `folders that only the shell knows are named in full`() throws {
        let environment = ["HOME": "/home/anna", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s"]
        let file = Paths(environment: environment).configuration
        #expect(
            try run("[[deliver]]\nto = \"stdout\"", file: file, environment: environment).command
                == ["/n", "run", "--config", "/c/newsdigest/config.toml", "--state", "/s/newsdigest/state.sqlite"])
    }

    @Test func `the variables that a run reads are named for the scheduler, without their values`() throws {
        let toml = """
            [[feeds]]
            url = "https://example.org/feed"
            headers = { Authorization = "env:FEED_TOKEN" }
            [[deliver]]
            to = "webhook"
            service = "slack"
            url = "env:SLACK_WEBHOOK"
            """
        let environment = ["HOME": "/home/anna", "NEWSAPI_KEY": "s3cr3t", "https_proxy": "http://s3cr3t@p.example"]
        let run = try run(toml, environment: environment)
        #expect(run.variables == ["FEED_TOKEN", "NEWSAPI_KEY", "SLACK_WEBHOOK", "https_proxy"])
        let crontab = try schedule().crontab(run)
        let service = try schedule().service(run)
        #expect(crontab.contains("\n#FEED_TOKEN=…\n#NEWSAPI_KEY=…\n#SLACK_WEBHOOK=…\n#https_proxy=…\n0 8 "))
        #expect(service.contains("\n# This run reads FEED_TOKEN, NEWSAPI_KEY, SLACK_WEBHOOK, https_proxy.\n"))
        #expect(!(crontab + service).contains("s3cr3t"))
    }

    @Test func `the variables for programs and for other addresses are named if they are set`() throws {
        let environment = [
            "HOME": "/home/anna", "NEWSDIGEST_COMMAND_ENVIRONMENT": "BW_SESSION VAULT_TOKEN", "BW_SESSION": "s3cr3t",
            "NEWSDIGEST_CONNECT_TO": "feeds.example=127.0.0.1:1", "VAULT_TOKEN": "", "OTHER_TOKEN": "s3cr3t",
        ]
        #expect(
            try run("", environment: environment).variables
                == ["BW_SESSION", "NEWSDIGEST_COMMAND_ENVIRONMENT", "NEWSDIGEST_CONNECT_TO"])
    }

    @Test func `TZ is named if a reader has no time zone`() throws {
        let environment = ["HOME": "/home/anna", "TZ": "Asia/Tokyo"]
        let zone = "timezone = \"\(TimeZone.machine == "Pacific/Chatham" ? "UTC" : "Pacific/Chatham")\"\n"
        for (toml, names) in [
            ("", ["TZ"]), (zone, []), ("[profiles.anna]\n[profiles.boris]\n" + zone, ["TZ"]),
            (zone + "[profiles.anna]\n", []),
        ] { #expect(try run(toml, environment: environment).variables == names, "\(toml)") }
        #expect(try run("").variables == [])
    }

    @Test(arguments: [
        (["8"], "daily", "'8' is not a time of day; write it as 08:00"),
        (["24:00"], "daily", "'24:00' is not a time of day; write it as 08:00"),
        (["08:00"], "monday-funday", "'funday' is not a day; write daily, mon-fri or mon,wed,sat"),
        (["08:00"], "", "'' is not a day; write daily, mon-fri or mon,wed,sat"),
    ])
    func `a time or day that is none is refused`(times: [String], days: String, reason: String) {
        #expect(throws: RunError.usage(reason)) { try schedule(times, days) }
    }

    @Test func `the example units and crontab are what the command prints`() throws {
        let run = try builtIn()
        let schedule = try schedule()
        #expect(try page("cron/newsdigest.crontab") == schedule.crontab(run))
        #expect(try page("cron/newsdigest.service") == schedule.service(run))
        #expect(try page("cron/newsdigest.timer") == schedule.timer(timeZone: nil))
    }

    @Test func `the lines of the README and of the page on delivery are what the command prints`() throws {
        let daily = try lines(schedule(), builtIn())
        #expect(try page("README.md").contains("```\n\(daily[0])\n```"))
        let mailed = try run("[[deliver]]\nto = \"stdout\"", program: "/usr/local/bin/newsdigest")
        let weekdays = try lines(schedule(["08:00"], "mon-fri"), mailed)
        #expect(try page("docs/delivery.md").contains("```\n\(weekdays[0])\n```"))
    }

    /// What is printed for somebody without a configuration and without keys.
    private func builtIn() throws -> ScheduledRun {
        let environment = ["HOME": "/home/anna"]
        return try ScheduledRun(
            .builtIn(environment: environment), program: "/usr/local/bin/newsdigest", environment: environment)
    }

    private func run(
        _ toml: String, file: String? = nil, program: String = "/n", config: String? = nil, profile: String? = nil,
        environment: [String: String] = ["HOME": "/home/anna"]
    ) throws -> ScheduledRun {
        let file = file ?? Paths(environment: environment).configuration
        let configuration = try Configuration(toml: toml, file: file, environment: environment)
        return try ScheduledRun(
            configuration, program: program, config: config, only: profile.map { try configuration.profile($0) },
            environment: environment)
    }

    /// Without the comments.
    private func lines(_ schedule: Schedule, _ run: ScheduledRun) -> [String] {
        schedule.crontab(run).split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    private func page(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: name), encoding: .utf8)
    }
}

@Suite struct ConfigurationDocumentTests {
    @Test func `the gap between requests is the same on its page, in the file of init and in the code`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/configuration.md"), encoding: .utf8)
        let gap = "\(Configuration.Network().hostGap)s"
        #expect(page.contains("| `host_gap` | `\"\(gap)\"` |"))
        #expect(Configuration.initialText().contains("\nhost_gap = \"\(gap)\" "))
        #expect(HTTPClient.Configuration(userAgent: "").perHostGap == .seconds(Configuration.Network().hostGap))
    }

    @Test func `every key is documented in its section`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/configuration.md"), encoding: .utf8)
        let sections = page.components(separatedBy: "\n## ")
        let undocumented = KnownKeys.all.filter { key in
            let parts = key.split(separator: ".").map(String.init)
            let title = parts.count == 1 ? "At the top" : parts[0]
            let section = sections.first {
                $0.hasPrefix(title) || $0.hasPrefix("`[\(title)]") || $0.hasPrefix("`[[\(title)]")
            }
            return section?.contains("`\(parts.last ?? "")`") != true
        }
        #expect(undocumented == [])
    }
}

/// The tables of docs/configuration.md say what the keys declare.
@Suite struct ConfigurationDocumentRowTests {
    private static let sections = Result {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let page = try String(contentsOf: root.appending(path: "docs/configuration.md"), encoding: .utf8)
        return page.replacing("\n### ", with: "\n## ").components(separatedBy: "\n## ")
    }

    @Test(arguments: DeclaredTable.all.filter { !["digest.intro", "feeds.auth"].contains($0.name) }.map(\.name))
    func `every row has the default and the bounds that its keys declare, and no key is missing`(table: String) throws {
        let declared = try #require(DeclaredTable.all.first { $0.name == table })
        let heading = table.isEmpty ? "At the top" : table.replacing(".NAME", with: "")
        let section = try #require(
            Self.sections.get().first { $0.prefix { $0 != "\n" }.filter { !"`[]".contains($0) } == heading })
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map {
            $0.split(separator: " | ", maxSplits: 2).map(String.init)
        }
        let keys = rows.flatMap { $0[0].matches(of: /`(\w+)`/).map { String($0.output.1) } }
        #expect(Set(keys) == Set(declared.keys.flatMap(\.names)))
        for key in declared.keys {
            let row = rows.filter { $0[0].contains("`\(key.names[0])`") }
            let text = Self.withoutCommas(row.joined().joined(separator: " "))
            if let bounds = key.bounds {
                #expect(text.contains(bounds.replacing(/\.0\b/, with: "")), "\(key.names[0]): \(bounds)")
            }
            // The default of the time zone is that of the machine.
            guard let usual = key.usual, usual != "\"\"", key.names[0] != "timezone" else { continue }
            let isInColumn = row.contains { $0.count > 1 && $0[1].hasPrefix("`") }
            let isInText = [usual, usual.replacing("\"", with: "")].contains(where: text.contains)
            #expect(
                isInColumn ? row.contains { $0[1] == "`\(usual)`" } : isInText, "\(key.names[0]): \(usual)")
        }
    }

    /// `1,000,000` is one number.
    private static func withoutCommas(_ text: String) -> String {
        text.replacing(/\d{1,3}(?:,\d{3})+/) { $0.output.filter { $0 != "," } }
    }
}

/// Every key of the file with its table, such as `digest.max_items`.
enum KnownKeys {
    static let all = DeclaredTable.all.flatMap { table in
        table.keys.flatMap(\.names).map { table.name.isEmpty ? $0 : "\(table.name).\($0)" }
    }
}

@Suite struct KnownKeysTests {
    @Test func `the list of keys has every table of the configuration`() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/Settings").standardizedFileURL.path
        let paths = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".swift") }
        let code = try paths.map { try String(contentsOfFile: "\(sources)/\($0)", encoding: .utf8) }.joined()
        let declared = code.matches(of: /Key(?:<Self>)?\("(\w+)"/).map { String($0.output.1) }
        let names = Set(KnownKeys.all.compactMap { $0.split(separator: ".").last.map(String.init) })
        #expect(declared.count > 150 && Set(declared).isSubset(of: names))
        let read = code.matches(of: /table\.\w+\("(\w+)"/).map { String($0.output.1) }
        #expect(read.count > 20 && Set(read).isSubset(of: names))
        #expect(KnownKeys.all.count > 100 && KnownKeys.all.contains("health.ping"))
    }
}
