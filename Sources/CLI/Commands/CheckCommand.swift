import ArgumentParser
import Foundation
import NewsDigest

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check configuration, templates, secrets, destinations and state.",
        discussion: """
            Asks no server. Exit status: 0 when a run can do its work, 78 for the configuration and what it names, \
            74 for the state.
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
