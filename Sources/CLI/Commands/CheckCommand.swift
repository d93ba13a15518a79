import ArgumentParser
import Foundation
import NewsDigest

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check configuration, templates, secrets, destinations and state.",
        discussion: """
            Without --profile, it checks all profiles, and the top of the file if --all-profiles serves it; if the \
            file has no profile, it checks the file itself. It requests no source and delivers nothing. It runs the commands that print secrets and readers, and connects to \
            the server of a state on PostgreSQL. Exit status: 0 if a run can work, 64 if no such profile exists, 74 if \
            the state cannot be used, 78 if the configuration or something that it names is wrong.
            """)

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let check = await Check(configuration: common.config, state: common.state, profile: common.profile)
        try printOut(lines: check.findings)
        for warning in check.warnings { complain("warning: \(warning)") }
        for problem in check.problems.dropFirst() { complain("\(problem)") }
        if let problem = check.problems.first { throw problem }
    }
}
