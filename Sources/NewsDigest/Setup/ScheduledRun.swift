import Files
import Foundation
import Platform
import Settings
import State
import Texts
import Values

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
    ///   - config: the value of `--config`. `state` and `profile` are the values of `--state` and `--profile`.
    /// - Throws: `RunError.usage` for an unknown profile, and for a path with a line break.
    package init(
        _ configuration: Configuration, readers all: [Configuration]? = nil, program: String, config: String? = nil,
        state: String? = nil, profile: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let paths = Paths(environment: environment)
        // The paths that a scheduled run finds without options.
        let usual = Paths(environment: ["HOME": paths.home])
        let file = config ?? configuration.file.flatMap { $0 == usual.configuration ? nil : $0 }
        let readers = try profile.map { [try configuration.profile($0)] } ?? configuration.profilesInOrder
        command = [program, "run"]
        if let file { command += ["--config", URL(filePath: file).path] }
        let variable = environment["NEWSDIGEST_STATE"]?.nonEmpty
        // The run reads `state` in the configuration itself.
        let ownState = configuration.state == nil && paths.state != usual.state ? paths.state : nil
        if let state = state ?? variable ?? ownState { command += ["--state", try Self.schedulable(state)] }
        if let profile { command += ["--profile", profile] }
        let list = profile == nil ? configuration.readerList : nil
        // The readers of a list inherit what stands at the top.
        let served = list == nil || configuration.profiles.isEmpty ? readers : readers + [configuration]
        variables = Self.variables(of: served, environment)
        startsPrograms = list?.program != nil || served.contains(where: \.startsPrograms)
        longest = Self.longest(served) + Self.pauses(of: all ?? readers) + (list?.program?.timeout ?? 0)
        let mute = readers.filter(\.deliveries.isEmpty)
        if profile == nil, !configuration.profiles.isEmpty || configuration.hasReaderList {
            command.append("--all-profiles")
            servedSentence = configuration.servedSentence
            printing = mute.map(\.profileName)
        } else if let reader = mute.first {
            let name = reader.profileName == "default" ? "digest" : "digest-\(reader.profileName)"
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
        return RunSettings(readers).network.deadline + 60 + programs + answers + 2 * deliveries
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

    /// The variables that secrets name, and those that are set now for the network and for programs.
    private static func variables(of readers: [Configuration], _ environment: [String: String]) -> [String] {
        let secrets = readers.flatMap(\.secrets).compactMap { secret in
            if case .environment(let name) = secret.reference { name } else { nil }
        }
        let read = environment.listedForCommands.union([
            "NEWSDIGEST_COMMAND_ENVIRONMENT", "NEWSDIGEST_CONNECT_TO", "SSL_CERT_FILE",
        ])
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
