import Foundation
import Platform
import Values

/// A program that reads the digest on standard input, such as `msmtp -t`.
struct CommandDestination: Destination {
    static let name = "command"
    static let initial = Self([])
    static let keys: [Key<Self>] = [Key("command", \.words, .command.required).example(#"["msmtp", "-t"]"#)]
    static let shared = Delivery.ofMail + [Delivery.format]
    static let example = """
        #[[deliver]]
        #to = "command"                     # the program reads the digest on standard input
        \(lines())
        \(Delivery.lines("format", "name", "timeout", "attempts", mark: "#"))
        """

    /// The program and its arguments.
    var words: [String]

    init(_ words: [String]) { self.words = words }

    var usualName: String { "command \(commandName(words))" }
    var usualFormat: Format { .markdown }
    var command: [String]? { words }

    func findings(as format: Format) -> [String] { [] }

    /// Without recipients, the program gets one digest. Otherwise it gets each recipient's mail, whatever becomes of the
    /// others.
    func deliver(_ parcel: inout Parcel, by deliverer: Deliverer) async throws(DeliveryFailure) {
        guard parcel.delivery.isPerRecipient else {
            do throws(CommandError) {
                return try await run(parcel.bytes, of: parcel, by: deliverer)
            } catch {
                throw DeliveryFailure("\(error)", retry: error.retry)
            }
        }
        var postponed: DeliveryFailure?
        var hangs = 0
        for copy in parcel.open {
            let recipient = copy.recipient ?? ""
            if !parcel.isOurs() { throw .elsewhere }
            if try deliverer.unsubscribed?.contains(recipient) == true {
                parcel.unwanted.append(recipient)
                continue
            }
            do throws(CommandError) {
                try await run(Array(copy.text.bytes), of: parcel, to: recipient, by: deliverer)
            } catch {
                let failure = DeliveryFailure("\(recipient): \(error)", retry: error.retry)
                if case .timedOut = error.reason { hangs += 1 }
                if error.isOfProgram || hangs == Self.mostHangs { try await parcel.endAttempt(failure) }
                if failure.isTemporary {
                    postponed = postponed ?? failure
                } else {
                    parcel.failed.append((recipient, failure))
                }
                continue
            }
            hangs = 0
            try await parcel.accept(recipient)
        }
        try await parcel.endAttempt(postponed ?? parcel.failed.first?.failure)
    }

    /// A program that hangs so often in a row does so for everybody.
    private static let mostHangs = 2

    private func run(
        _ bytes: [UInt8], of parcel: Parcel, to recipient: String? = nil, by deliverer: Deliverer
    ) async throws(CommandError) {
        var variables = ["NEWSDIGEST_FORMAT": parcel.delivery.format.rawValue]
        variables["NEWSDIGEST_RECIPIENT"] = recipient.map(Mailbox.address(in:))
        let command = Command(
            arguments: words, environment: deliverer.environment(of: parcel, variables),
            timeout: parcel.delivery.timeout, outlivesRun: true)
        _ = try await command.run(bytes)
    }
}

extension Deliverer {
    /// The environment of a program that gets a digest.
    func environment(of parcel: Parcel, _ more: [String: String]) -> [String: String] {
        let ofDigest = [
            "NEWSDIGEST_ID": parcel.digestID, "NEWSDIGEST_PROFILE": parcel.profile, "NEWSDIGEST_TITLE": parcel.title,
        ]
        let variables = ofDigest.merging(more) { $1 }.mapValues { $0.replacing(literal: "\0", with: "") }
        return environment.forCommands.merging(variables) { $1 }
    }
}

extension CommandError {
    /// Whether it fails for everybody.
    var isOfProgram: Bool {
        switch reason {
        case .notFound, .notExecutable, .notStarted: true
        default: false
        }
    }

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
