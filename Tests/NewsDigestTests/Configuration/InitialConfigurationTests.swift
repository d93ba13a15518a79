import Foundation
import Testing

@testable import NewsDigest

@Suite struct InitialConfigurationTests {
    private let text = Configuration.initialText(timeZone: "Europe/Moscow")
    private let environment = ["HOME": "/home/anna"]

    @Test func `it says what runs without a file`() throws {
        var read = try Configuration(toml: text, file: "config.toml", environment: environment)
        var builtIn = Configuration.default(environment: environment)
        (read.file, builtIn.timeZone) = (nil, "Europe/Moscow")
        #expect(read == builtIn)
    }

    @Test func `every key stands in it`() {
        let unnamed = Configuration.knownKeys.filter { key in
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
    func `what stands in it as a comment can be taken out of the comment`(secrets: String) throws {
        // Of the three ways to a secret only one may be used at a time.
        let others = ["", "_file", "_command"].filter { $0 != secrets }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : String(line)
        }.filter { line in
            !["key", "password", "token", "url"].contains { stem in
                guard !line.hasPrefix("url = \"http") else { return false }
                return others.contains { line.hasPrefix("\(stem)\($0) =") }
            }
        }
        let configuration = try Configuration(
            toml: lines.joined(separator: "\n"), file: "config.toml", environment: environment)
        #expect(configuration.deliveries.count == 7)
        #expect(configuration.profiles["anna"]?.digest.maxItems == 10)
        #expect(configuration.newsapi != nil)
        #expect(configuration.filters.count == 1)
        #expect(configuration.feeds.last?.auth != nil)
    }

    @Test func `it is written once, readable by its owner alone`() throws {
        let folder = try TemporaryFolder()
        let path = folder("new/config.toml")
        try Configuration.writeInitial(to: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        try Data("mine".utf8).write(to: URL(filePath: path))
        #expect(
            throws: RunError.output(Failure(.deliver, path, "is there already and stays as it is"))
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
        #expect(
            try schedule().crontab(command: ["/usr/bin/newsdigest", "run"]) == "0 8 * * * /usr/bin/newsdigest run\n")
        #expect(
            try schedule(["7:30", "18:05"], "mon-fri").crontab(command: ["/n", "--config", "/a b/50%'.toml"])
                == """
                30 7 * * 1-5 /n --config '/a b/50\\%'\\''.toml'
                5 18 * * 1-5 /n --config '/a b/50\\%'\\''.toml'

                """)
        #expect(try schedule(["08:00"], "mon,wed,fri-sun").crontab(command: ["n"]) == "0 8 * * 1,3,5-7 n\n")
        #expect(try schedule(["08:00"], "sat-mon").days == [0, 5, 6])
    }

    @Test func `a timer for systemd, in the reader's time zone`() throws {
        let timer = try schedule(["08:00"], "mon-fri").timer(timeZone: "Europe/Moscow")
        #expect(timer.contains("\nOnCalendar=Mon..Fri *-*-* 08:00:00 Europe/Moscow\n"))
        let service = try schedule().service(command: ["/opt/my news/newsdigest", "run", "100%"])
        #expect(service.contains("\nExecStart=\"/opt/my news/newsdigest\" run 100%%\n"))
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
        let command = ["/usr/local/bin/newsdigest", "run"]
        let schedule = try schedule()
        #expect(try example("newsdigest.crontab").hasSuffix("\n" + schedule.crontab(command: command)))
        #expect(try example("newsdigest.service") == schedule.service(command: command))
        #expect(try example("newsdigest.timer") == schedule.timer(timeZone: nil))
    }

    private func example(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "cron/\(name)"), encoding: .utf8)
    }
}

@Suite struct ConfigurationDocumentTests {
    @Test func `every key is documented in its section`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/configuration.md"), encoding: .utf8)
        let sections = page.components(separatedBy: "\n## ")
        let undocumented = Configuration.knownKeys.filter { key in
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
