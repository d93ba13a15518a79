import ArgumentParser
import Foundation
import NewsDigest

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check configuration, templates, secrets, destinations and state.",
        discussion: """
            Sends no request. Exit status: 0 if a run can work, 78 if the configuration or something that it names is \
            wrong, 74 if the state cannot be used.
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
