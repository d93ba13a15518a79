import ArgumentParser
import Foundation
import NewsDigest
import Settings
import Values

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check configuration, templates, secrets, destinations and state.",
        discussion: """
            Without --profile, it checks all profiles, and the top of the file if --all-profiles serves it; if the \
            file has no profile, it checks the file itself. It requests no source and delivers nothing, except a test \
            message with --send. It runs the commands that print secrets and readers, and connects to \
            the server of a state on PostgreSQL. Exit status: 0 if a run can work, 64 if no such profile exists, 73 if \
            the temporary folder cannot be written, 74 if the state cannot be used, 76 if a test message was not \
            delivered, 78 if the configuration or something that it names is wrong.
            """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "Also send a test message to each destination; to those of a reader of [readers] with --profile.")
    var send = false

    func run() async throws {
        let check = await Check(
            configuration: common.config, state: common.state, profile: common.profile, now: common.clock)
        try printOut(lines: check.findings)
        for warning in check.warnings { complain("warning: \(warning)") }
        for problem in check.problems.dropFirst() { complain("\(problem)") }
        if let problem = check.problems.first { throw problem }
        if send { try await sendTest() }
    }

    private func sendTest() async throws {
        let configuration = try Configuration(path: common.config)
        let readers =
            common.profile == nil ? configuration.profilesInOrder : [try await configuration.reader(common.profile)]
        let failures = try await Run(readers, statePath: try common.statePath, now: common.clock).tellTest()
        if !failures.isEmpty { throw ExitCode(RunError.delivery(failures).exitStatus) }
    }
}

extension Run {
    /// Sends a test message to each destination, and prints what came of it.
    func tellTest() async throws -> [Failure] {
        let (findings, failures) = try await sendTest()
        try printOut(lines: findings.map { "send: \($0)" })
        complain(failures)
        return failures
    }
}
