import Files
import Foundation
import Platform
import Settings
import State
import Texts
import Values

/// When newsdigest runs, as a line for cron or as units for systemd.
package struct Schedule: Sendable, Equatable {
    /// Hours and minutes, in the given order.
    var times: [(hour: Int, minute: Int)]
    /// The days from 0 for Monday to 6, in order. There is at least one.
    var days: [Int]

    /// - Parameters:
    ///   - times: such as `08:00`.
    ///   - days: `daily`, or names and ranges such as `mon-fri` or `mon,wed,sat-sun`.
    /// - Throws: `RunError.usage`.
    package init(times: [String], days: String) throws {
        self.times = try times.map(Self.time).reduce(into: []) { times, time in
            if !times.contains(where: { $0 == time }) { times.append(time) }
        }
        self.days = try Self.days(days)
    }

    package static func == (a: Self, b: Self) -> Bool {
        a.days == b.days && a.times.elementsEqual(b.times) { $0 == $1 }
    }

    /// Lines for `crontab -e`, with comments for the user. Cron's day begins in the machine's time zone.
    ///
    /// - Parameters:
    ///   - zones: the time zones of the machine and of the digest, if they differ.
    ///   - recap: when the same readers get a recap; nil for none.
    package func crontab(
        _ run: ScheduledRun, zones: (machine: String, digest: String)? = nil, recap: Schedule? = nil
    ) -> String {
        var lines = ["# Add this with 'crontab -e'. Cron mails you what a run prints, such as failures and notices."]
        if let zones {
            lines.append("# This is the time of the machine (\(zones.machine)), not of the digest (\(zones.digest)).")
        }
        if let sentence = run.servedSentence { lines.append("# \(sentence).") }
        if !run.printing.isEmpty { lines.append("# \(Self.printing(run))") }
        if !run.variables.isEmpty {
            lines.append(
                "# Cron does not know the variables of your shell. Set these here and remove the '#':")
            lines += run.variables.map { "#\($0)=…" }
        }
        lines += cronLines(run) + (recap?.cronLines(run.recap) ?? [])
        return lines.map { $0 + "\n" }.joined()
    }

    private func cronLines(_ run: ScheduledRun) -> [String] {
        // A percent sign without a backslash would end the line (crontab(5)).
        let command = run.command.map { shellWord($0).replacing(literal: "%", with: "\\%") }.joined(separator: " ")
        let days = days.count == 7 ? "*" : ranges { String($0 + 1) }.joined(separator: ",")
        return times.map { "\($0.minute) \($0.hour) * * \(days) \(command)" }
    }

    /// When recaps are made: an hour after the last digest of some days.
    /// - Parameter days: these days, as for ``init(times:days:)``.
    /// - Throws: `RunError.usage`.
    package func recap(on days: String) throws -> Schedule {
        var recap = self
        recap.days = try Self.days(days)
        guard let last = times.max(by: { ($0.hour, $0.minute) < ($1.hour, $1.minute) }) else { return recap }
        recap.times = [((last.hour + 1) % 24, last.minute)]
        // It may be on the next day.
        if last.hour == 23 { recap.days = recap.days.map { ($0 + 1) % 7 }.sorted() }
        return recap
    }

    /// Whether the clocks of two time zones show the same time on each day of the coming year. Many zones have several
    /// names, such as `Etc/UTC`, `Zulu` and `GMT`.
    package static func isOneClock(_ one: String, _ other: String, from now: Date) -> Bool {
        guard let one = TimeZone(identifier: one), let other = TimeZone(identifier: other) else { return one == other }
        return (0...366).map { now + Double($0) * 86_400 }.allSatisfy {
            one.secondsFromGMT(for: $0) == other.secondsFromGMT(for: $0)
        }
    }

    /// `newsdigest.service`: one run (systemd.service(5)).
    func service(_ run: ScheduledRun) -> String {
        let variables = run.variables.isEmpty ? "" : "\n# This run reads \(run.variables.joined(separator: ", "))."
        let printing =
            (run.servedSentence.map { "\n# \($0)." } ?? "") + (run.printing.isEmpty ? "" : "\n# \(Self.printing(run))")
        return """
            [Unit]
            Description=News digest

            [Service]
            Type=oneshot\(printing)
            ExecStart=\(run.command.map(Self.quotedForSystemd).joined(separator: " "))
            # One NAME=value per line. Keep this file readable only by you. The '-' before the path means that the file may be
            # missing.\(variables)
            EnvironmentFile=-%h/.config/newsdigest/environment
            # 1: delivered or nothing new, but a source is broken; the next digest names it.
            SuccessExitStatus=1
            NotifyAccess=main
            Nice=10
            TimeoutStartSec=\(max(15, Int((run.longest / 60).rounded(.up))))min
            \((run.startsPrograms ? [] : Self.hardening).map { $0 + "\n" }.joined())
            """
    }

    /// What a user's service manager can forbid without a namespace: many systems do not allow users to make one. The
    /// rules would also hold for the programs that a run starts, and `sendmail`, for example, needs the permissions of
    /// its group. Access to files is not restricted, because the run writes to the home folder.
    private static let hardening = [
        "NoNewPrivileges=yes", "LockPersonality=yes", "MemoryDenyWriteExecute=yes", "RestrictNamespaces=yes",
        "RestrictRealtime=yes", "RestrictSUIDSGID=yes", "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK",
        "SystemCallArchitectures=native", "SystemCallFilter=@system-service", "SystemCallErrorNumber=EPERM",
    ]

    /// `newsdigest.timer`. If the machine was off at the time of a run, systemd runs it later (systemd.timer(5)).
    ///
    /// - Parameter timeZone: the profile's time zone; nil for the machine's.
    func timer(timeZone: String?) -> String {
        let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let days = days.count == 7 ? "" : ranges(separator: "..") { names[$0] }.joined(separator: ",") + " "
        // systemd refuses what is no name.
        let zone = timeZone.map { " \(TimeZone.databaseName(of: $0) ?? $0)" } ?? ""
        let calendar = times.map { "OnCalendar=\(days)*-*-* \(Self.clock($0)):00\(zone)" }
        return """
            [Unit]
            Description=News digest, \(times.map(Self.clock).joined(separator: " and "))

            [Timer]
            \(calendar.joined(separator: "\n"))
            Persistent=true
            RandomizedDelaySec=2min

            [Install]
            WantedBy=timers.target

            """
    }

    /// The two units by their file names.
    package func units(
        _ run: ScheduledRun, timeZone: String?, name: String = "newsdigest"
    ) -> [(name: String, text: String)] {
        [
            ("\(name).service", service(run)),
            ("\(name).timer", timer(timeZone: timeZone)),
        ]
    }

    /// Writes the units into a folder. The folder is made if it does not exist.
    ///
    /// - Returns: the paths of the files.
    /// - Throws: `RunError.unwritable`.
    package static func write(_ units: [(name: String, text: String)], to folder: String) throws -> [String] {
        try units.map { name, text in
            let path = "\(folder)/\(name)"
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try FileDelivery(path: path).write(Array(text.utf8))
            } catch {
                throw RunError.unwritable("'\(path)' cannot be written: \(oneLine("\(error)"))")
            }
            return path
        }
    }
}

extension Schedule {
    private static let dayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private static func clock(_ time: (hour: Int, minute: Int)) -> String {
        [time.hour, time.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    private static func time(_ text: String) throws -> (hour: Int, minute: Int) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
            (0..<24).contains(hour), (0..<60).contains(minute)
        else { throw RunError.usage("'\(text)' is not a time of day; write it as 08:00") }
        return (hour, minute)
    }

    private static func days(_ text: String) throws -> [Int] {
        if text.lowercased() == "daily" { return Array(0..<7) }
        var days: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = try part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(day)
            guard let first = ends.first, let last = ends.last else { continue }
            // A range may cross the end of the week: sat-mon.
            for day in first...(last < first ? last + 7 : last) { days.insert(day % 7) }
        }
        return days.sorted()
    }

    private static func day(_ text: Substring) throws -> Int {
        let name = text.trimmingCharacters(in: .whitespaces).lowercased()
        guard let day = dayNames.firstIndex(of: String(name.prefix(3))), name.count >= 3 else {
            throw RunError.usage("'\(text)' is not a day; write daily, mon-fri or mon,wed,sat")
        }
        return day
    }

    /// Ranges of successive days, each as its first and last day.
    private func ranges(separator: String = "-", _ name: (Int) -> String) -> [String] {
        var runs: [ClosedRange<Int>] = []
        for day in days {
            if let last = runs.last, last.upperBound + 1 == day {
                runs[runs.count - 1] = last.lowerBound...day
            } else {
                runs.append(day...day)
            }
        }
        return runs.map { $0.count == 1 ? name($0.lowerBound) : name($0.lowerBound) + separator + name($0.upperBound) }
    }

    private static func printing(_ run: ScheduledRun) -> String {
        "These profiles have no [[deliver]], so their digests are printed: \(run.printing.joined(separator: ", "))."
    }

    /// An argument, quoted for `ExecStart` (systemd.service(5), "Command lines"). Specifiers and variables are doubled.
    private static func quotedForSystemd(_ argument: String) -> String {
        let doubled = argument.replacing(literal: "%", with: "%%").replacing(literal: "$", with: "$$")
        let isPlain = !argument.isEmpty && argument.allSatisfy { !$0.isWhitespace && !"\"'\\;".contains($0) }
        if isPlain { return doubled }
        return "\"" + doubled.replacing(literal: "\\", with: "\\\\").replacing(literal: "\"", with: "\\\"") + "\""
    }
}

/// The run that cron or systemd starts. They know neither the folder nor the environment of the user's shell.
package struct ScheduledRun: Sendable, Equatable {
    /// The program and its arguments, with absolute paths.
    var command: [String]
    /// The environment variables that the run reads, by name.
    package var variables: [String]
    /// The profiles without a `[[deliver]]`, if there are several profiles. Their digests go to standard output.
    var printing: [String] = []
    /// Who is served, as a sentence; nil if there is only one profile.
    var servedSentence: String?
    /// Whether the run starts programs that the configuration names.
    var startsPrograms = false
    /// The longest time that the limits of the configuration allow, in seconds.
    var longest: TimeInterval = 0

    /// The recap for the same readers.
    package var recap: ScheduledRun {
        var run = self
        run.command[1] = "recap"
        if let out = command.firstIndex(of: "--out"), out + 1 < command.count {
            let path = command[out + 1]
            run.command[out + 1] = path.folderOfPath + "/" + path.nameOfPath.replacing("digest", with: "recap")
        }
        return run
    }

    /// - Parameters:
    ///   - all: the profiles and listed readers, whose mails need time; nil for the profiles alone.
    ///   - program: the absolute path of the executable.
    ///   - config: the value of `--config`; `state` is that of `--state`.
    ///   - reader: the only profile or listed reader who is served; nil for all profiles and listed readers.
    /// - Throws: `RunError.usage` for a path with a line break.
    package init(
        _ configuration: Configuration, readers all: [Configuration]? = nil, program: String, config: String? = nil,
        state: String? = nil, only reader: Configuration? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let paths = Paths(environment: environment)
        // The paths that a scheduled run finds without options.
        let usual = Paths(environment: ["HOME": paths.home])
        let file = config ?? configuration.file.flatMap { $0 == usual.configuration ? nil : $0 }
        let readers = reader.map { [$0] } ?? configuration.profilesInOrder
        command = [program, "run"]
        if let file { command += ["--config", URL(filePath: file).path] }
        let variable = environment["NEWSDIGEST_STATE"]?.nonEmpty
        // The run reads `state` in the configuration itself.
        let ownState = configuration.state == nil && paths.state != usual.state ? paths.state : nil
        if let state = state ?? variable ?? ownState { command += ["--state", try Self.schedulable(state)] }
        if let reader { command += ["--profile", reader.profileName] }
        // A run for one profile does not read the list.
        let readsList = reader.map { (try? configuration.profile($0.profileName)) == nil } ?? true
        let list = readsList ? configuration.readerList : nil
        // The readers of a list inherit what stands at the top.
        let served = list == nil || configuration.profiles.isEmpty ? readers : readers + [configuration]
        variables = Self.variables(of: served, environment)
        startsPrograms = list?.program != nil || served.contains(where: \.startsPrograms)
        longest = Self.longest(served) + Self.pauses(of: all ?? readers) + (list?.program?.timeout ?? 0)
        let mute = readers.filter(\.deliveries.isEmpty)
        if reader == nil, !configuration.profiles.isEmpty || configuration.readerList != nil {
            command.append("--all-profiles")
            servedSentence = configuration.servedSentence
            printing = mute.map(\.profileName)
        } else if let reader = mute.first {
            let name = reader.profileName == Digest.defaultProfile ? "digest" : "digest-\(reader.profileName)"
            command += ["--out", "\(paths.home)/\(name).html", "--quiet"]
        }
        if let word = command.first(where: { $0.hasControls || $0.contains(where: \.isNewline) }) {
            // A line break would begin another job. Neither cron nor systemd can quote one.
            throw RunError.usage(
                "the path '\(oneLine(word))' contains a line break or another control character, which cron and "
                    + "systemd do not allow; rename the file")
        }
    }

    /// The time for gathering and selecting, for the programs, and for delivering a pending digest and a new one.
    private static func longest(_ readers: [Configuration]) -> TimeInterval {
        let programs = readers.flatMap(\.selectingPrograms).reduce(0) { $0 + $1.timeout }
        let answers = readers.contains { $0.model != nil } ? Configuration.Model.longest : 0
        let deliveries = readers.reduce(0) { $0 + ($1.deliveries.map(\.longest).max() ?? 0) }
        return (readers.first ?? Configuration()).network.deadline + 60 + programs + answers + 2 * deliveries
    }

    /// The time in which the mails of a pending digest and of a new one wait because of `rate`.
    private static func pauses(of readers: [Configuration]) -> TimeInterval {
        readers.lazy.flatMap(\.deliveries).reduce(0) { $0 + 2 * Double($1.recipients.count) * ($1.mailGap ?? 0) }
    }

    /// - Throws: `RunError.usage` for an address with a password, which the schedule would show.
    private static func schedulable(_ state: String) throws -> String {
        guard let address = try ServerAddress(state) else { return URL(filePath: state).path }
        guard !address.hasPassword else {
            throw RunError.usage(
                "the schedule would show the password of '\(address.name)'; write the password into ~/.pgpass, or the "
                    + "address as 'state' into the configuration")
        }
        return state
    }

    /// The variables that secrets name, and those that are set now for the network, for programs and for the time zone.
    private static func variables(of readers: [Configuration], _ environment: [String: String]) -> [String] {
        let secrets = readers.flatMap(\.secrets).compactMap { secret in
            if case .environment(let name) = secret.reference { name } else { nil }
        }
        var read = environment.listedForCommands.union([
            "NEWSDIGEST_COMMAND_ENVIRONMENT", "NEWSDIGEST_CONNECT_TO", "SSL_CERT_FILE",
        ])
        if readers.contains(where: { $0.timeZone == TimeZone.machine }) { read.insert("TZ") }
        let set = environment.filter { name, value in
            !value.isEmpty && (read.contains(name) || name.lowercased().hasSuffix("_proxy") || name.hasPrefix("PG"))
        }
        return Set(secrets + set.keys).sorted()
    }
}

extension Configuration {
    fileprivate var startsPrograms: Bool {
        let readsSecret = secrets.contains { if case .command = $0.reference { true } else { false } }
        return readsSecret || !programs.isEmpty
    }
}

extension Delivery {
    /// The longest time that it can take with all attempts, in seconds.
    fileprivate var longest: TimeInterval { Double(attempts) * (timeout + destination.extraTime + 60) }
}
