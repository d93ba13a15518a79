import Foundation
import Texts
import Values

/// The run that cron or systemd starts: they know neither the folder nor the environment of the user's shell.
package struct ScheduledRun: Sendable, Equatable {
    /// The program and its arguments, with absolute paths.
    var command: [String]
    /// The environment variables that the run reads, by name.
    package var variables: [String]
    /// The profiles without a `[[deliver]]` where several are served: their digests go to standard output.
    var printing: [String] = []

    /// - Parameters:
    ///   - program: the absolute path of the executable.
    ///   - config: of `--config`, `state` of `--state`, `profile` of `--profile`.
    /// - Throws: `RunError.usage` for an unknown profile, and for a path that has no place in a line.
    package init(
        _ configuration: Configuration, program: String, config: String? = nil, state: String? = nil,
        profile: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        let paths = Paths(environment: environment)
        // What a scheduler finds without being told.
        let usual = Paths(environment: ["HOME": paths.home])
        let file = config ?? configuration.file.flatMap { $0 == usual.configuration ? nil : $0 }
        let readers = try profile.map { [try configuration.profile($0)] } ?? configuration.readers
        command = [program, "run"]
        if let file { command += ["--config", URL(filePath: file).path] }
        if let state = state ?? (paths.state == usual.state ? nil : paths.state) {
            command += ["--state", URL(filePath: state).path]
        }
        if let profile { command += ["--profile", profile] }
        variables = Self.variables(of: readers, environment)
        let mute = readers.filter(\.deliveries.isEmpty)
        if profile == nil, !configuration.profiles.isEmpty {
            command.append("--all-profiles")
            printing = mute.map(\.profileName)
        } else if let reader = mute.first {
            let name = reader.profileName == "default" ? "digest" : "digest-\(reader.profileName)"
            command += ["--out", "\(paths.home)/\(name).html", "--quiet"]
        }
        if let word = command.first(where: { $0.hasControls || $0.contains(where: \.isNewline) }) {
            // A line break would begin a job of its own, and neither cron nor systemd knows a way to quote one.
            throw RunError.usage(
                "the path '\(oneLine(word))' contains a line break or another control character, which cron and "
                    + "systemd do not allow; rename the file")
        }
    }

    /// Those that secrets name, and those of the network that are set now.
    private static func variables(of readers: [Configuration], _ environment: [String: String]) -> [String] {
        let secrets = readers.flatMap(\.secrets).compactMap { secret in
            if case .environment(let name) = secret.reference { name } else { nil }
        }
        let network = environment.filter { name, value in
            !value.isEmpty && (name.lowercased().hasSuffix("_proxy") || name == "SSL_CERT_FILE")
        }
        return Set(secrets + network.keys).sorted()
    }
}
