import Foundation
import HTTP
import Platform
import Settings

extension FeedSource {
    /// The greatest number of commands that run at the same time.
    static let mostCommands = 4
}

extension Visit {
    /// What a command prints, from the command in its turn or from a recording.
    /// - Parameter url: the address of its feed.
    func output(of command: Configuration.FeedCommand, at url: String) async throws(HTTPError) -> [UInt8] {
        await turns.enter()
        defer { turns.leave() }
        let request = HTTPRequest(url: url, configuredURL: nil)
        return try await client.output(recordedAs: request) { () throws(HTTPError) in try await run(command) }
    }

    private func run(_ command: Configuration.FeedCommand) async throws(HTTPError) -> [UInt8] {
        let left = readingBudget.deadline.map { ContinuousClock.now.duration(to: $0) / .seconds(1) } ?? .infinity
        let program = "'\(commandName(command.words))'"
        guard left > 0 else { throw HTTPError(url: program, .outOfTime) }
        do throws(CommandError) {
            return try await Command(
                arguments: command.words, timeout: min(command.timeout, left),
                outputLimit: client.configuration.limits.maxBody, killsRest: true
            ).run([])
        } catch {
            throw HTTPError(url: program, reason(of: error, isCut: left < command.timeout, left: left))
        }
    }

    /// - Parameters:
    ///   - isCut: whether the run's deadline left the command less than its own time. If it left less than half of the
    ///     run's time, too, the command is not to blame, as with requests.
    ///   - left: the seconds until the deadline when the command began.
    private func reason(of error: CommandError, isCut: Bool, left: TimeInterval) -> HTTPError.Reason {
        switch error.reason {
        case _ where Task.isCancelled: return .cancelled
        case .timedOut where isCut:
            let whole = client.configuration.deadline.map { $0 / .seconds(1) } ?? 0
            return left < whole / 2 ? .outOfTime : .deadline
        case .timedOut(let seconds): return .timeout(.total, seconds: seconds)
        case .tooLong(let limit): return .bodyTooLarge(limit: limit)
        case .notFound, .notExecutable, .notStarted, .exited, .signalled: return .program(error.explanation)
        }
    }
}
