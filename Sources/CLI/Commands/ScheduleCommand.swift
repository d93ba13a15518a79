import ArgumentParser
import Files
import Foundation
import NewsDigest
import Settings

struct ScheduleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule", abstract: "Print a line for cron, or a timer for systemd.",
        discussion: """
            It prints the line or the units, and how to install them. With --systemd, it reads the list of [readers], \
            because the service gets enough time for all mails. With --systemd --write, it writes the units to your \
            systemd folder.
            """)

    @Option(help: ArgumentHelp("The time of day; may be repeated.", valueName: "time"))
    var at: [String] = ["08:00"]

    @Option(help: ArgumentHelp("The days: daily, mon-fri, mon,wed,sat…", valueName: "days"))
    var days = "daily"

    @Option(help: ArgumentHelp("Also a recap on these days, an hour after the digest: sun…", valueName: "days"))
    var recap: String?

    @Flag(help: "Print a service and a timer for systemd instead of a line for cron.")
    var systemd = false

    @Flag(help: "Write the two units to your systemd folder. Needs --systemd.")
    var write = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if write && !systemd { throw ValidationError("--write needs --systemd.") }
    }

    func run() async throws {
        let schedule = try Schedule(times: at, days: days)
        let configuration = try Configuration(path: common.config)
        let isForAll = systemd && common.profile == nil
        let run = try ScheduledRun(
            configuration, readers: isForAll ? await configuration.allReaders().all : nil, program: program,
            config: common.config, state: common.state,
            only: common.profile == nil ? nil : await configuration.reader(common.profile))
        // Cron does not know TZ of the shell.
        let machine = TimeZone.system
        let zone = configuration.file == nil ? machine : configuration.timeZone
        let recaps = try recap.map { try schedule.recap(on: $0) }
        if systemd {
            let shown = configuration.file == nil ? nil : zone
            let units = recaps.map { $0.units(run.recap, timeZone: shown, name: "newsdigest-recap") } ?? []
            try show(schedule.units(run, timeZone: shown) + units, of: run)
        } else {
            let isOneClock = Schedule.isOneClock(machine, zone, from: common.clock)
            try printOut(schedule.crontab(run, zones: isOneClock ? nil : (machine, zone), recap: recaps))
        }
    }
}

extension ScheduleCommand {
    /// The full path of this program. If it was called by a symbolic link, it is the path of the link, which may lead to
    /// another file after an update.
    private var program: String {
        let name = CommandLine.arguments[0]
        let ownFile = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        guard let file = ownFile else { return name }
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        let paths = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
        return paths.map { URL(filePath: $0).standardized.path }.first { withoutLinks($0) == file } ?? file
    }

    private func show(_ units: [(name: String, text: String)], of run: ScheduledRun) throws {
        let paths = Paths()
        let timers = units.map(\.name).filter { $0.hasSuffix(".timer") }.joined(separator: " ")
        let start = "systemctl --user daemon-reload && systemctl --user enable --now \(timers)"
        let variables = run.variables.joined(separator: ", ")
        let values = variables.isEmpty ? "" : "set \(variables) in \(paths.serviceEnvironment), then "
        var lines: [String] = []
        if write {
            lines = try Schedule.write(units, to: paths.systemdUnits).map { "wrote \($0)" }
            lines.append("next: \(values)\(start)")
        } else {
            for unit in units {
                lines.append("# \(paths.systemdUnits)/\(unit.name)")
                lines += unit.text.components(separatedBy: "\n")
            }
            lines.append("# Next: \(values)\(start)")
        }
        try printOut(lines: lines)
    }
}
