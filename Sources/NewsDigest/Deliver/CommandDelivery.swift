import Foundation

/// A program that reads the digest on standard input, such as `msmtp -t`.
struct CommandDelivery {
    var command: Command

    func write(_ bytes: [UInt8]) async throws(DeliveryFailure) {
        do {
            _ = try await command.run(bytes)
        } catch {
            throw DeliveryFailure("\(error)", retry: error.retry)
        }
    }
}

extension CommandError {
    /// Whether to try again, by the exit statuses of sysexits.h and of the shell. A program that was killed may have
    /// delivered the digest already.
    var retry: DeliveryFailure.Retry {
        switch reason {
        case .exited(let code, _):
            [64, 65, 66, 67, 72, 73, 76, 77, 78, 126, 127].contains(code) ? .nextRun : .soon
        case .notStarted: .soon
        case .notFound, .notExecutable, .signalled, .timedOut, .tooLong: .nextRun
        }
    }
}
