import ArgumentParser
import Foundation
import NewsDigest

struct ScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule", abstract: "Print a line for cron, or a timer for systemd.",
        discussion: "Nothing is installed: what is printed says how to. With --write, systemd's units are written.")

    @Option(help: ArgumentHelp("When; may be given several times.", valueName: "time"))
    var at: [String] = ["08:00"]

    @Option(help: ArgumentHelp("daily, mon-fri, mon,wed,sat…", valueName: "days"))
    var days = "daily"

    @Flag(help: "A service and a timer for systemd in the place of a line for cron.")
    var systemd = false

    @Flag(help: "Write the two units to your systemd folder. Needs --systemd.")
    var write = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if write && !systemd { throw ValidationError("--write needs --systemd.") }
    }

    func run() throws {
        let schedule = try Schedule(times: at, days: days)
        let configuration = try Configuration(path: common.config)
        _ = try configuration.profile(common.profile)
        let zone = configuration.file == nil ? nil : configuration.timeZone
        if systemd {
            try show(schedule.units(command: command, timeZone: zone))
        } else {
            print("# Add with 'crontab -e'. Cron mails what is printed; MAILTO=\"\" stops that.")
            if let zone, zone != TimeZone.current.identifier {
                print("# The time is this machine's (\(TimeZone.current.identifier)), not the digest's (\(zone)).")
            }
            print(schedule.crontab(command: command), terminator: "")
        }
    }
}

extension ScheduleCommand {
    /// This very program with the options given here, as a scheduler needs them: with full paths.
    private var command: [String] {
        let program =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        var command = [program, "run"]
        if let config = common.config { command += ["--config", URL(filePath: config).path] }
        if let state = common.state { command += ["--state", URL(filePath: state).path] }
        if let profile = common.profile { command += ["--profile", profile] }
        return command
    }

    private func show(_ units: [(name: String, text: String)]) throws {
        let folder = Paths().systemdUnits
        let next = "systemctl --user daemon-reload && systemctl --user enable --now newsdigest.timer"
        if write {
            for path in try Schedule.write(units, to: folder) { print("wrote \(path)") }
            print("next: \(next)")
        } else {
            for unit in units { print("# \(folder)/\(unit.name)\n\(unit.text)") }
            print("# Then: \(next)")
        }
    }
}
