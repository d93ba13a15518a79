import Files
import Texts

/// One thing that went wrong in one stage of the run. The rest of the run continues.
///
/// Its description is one line for standard error: `gather 'BBC News': https://… answered 503`. The line is cleaned
/// and contains no secret, whatever texts it is made from.
package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Stage: String, Sendable, Codable, CaseIterable { case gather, select, render, deliver, remember }

    package var stage: Stage
    /// The source, template or destination that the failure concerns.
    package private(set) var subject: String
    /// A sentence without a final full stop. It names the fact with its URL, file or line, and then the next step.
    package private(set) var reason: String

    package init(_ stage: Stage, _ subject: String, _ reason: String) {
        self.stage = stage
        self.subject = subject.cleanMessage
        self.reason = reason.cleanMessage
    }

    package var description: String { "\(stage.rawValue) '\(subject)': \(reason)" }
}

/// Why a source gave nothing, for a digest that is not in English.
package enum FailureCause: Sendable, Equatable, Codable {
    case answered(status: Int)
    case unreachable, late, brokenOff, insecure, tooLarge, redirected, forbidden, unreadable
    /// Runs ended while they read or stored the source.
    case endsRuns
    /// A cause that only the English reason describes.
    case other

    /// Whether the cause often passes without anybody's help: a timeout, a broken connection, a name that was not
    /// found, 429 and 5xx.
    package var isPassing: Bool {
        switch self {
        case .unreachable, .late, .brokenOff, .answered(status: 429), .answered(status: 500...599): true
        case .answered, .insecure, .tooLarge, .redirected, .forbidden, .unreadable, .endsRuns, .other: false
        }
    }
}

/// An error that ends the run. Each case has an exit status that a script can rely on (from sysexits.h where one
/// fits).
package enum RunError: Error, Sendable, Equatable, CustomStringConvertible {
    case usage(String)
    case unusableInput(String)
    case noSource([Failure])
    /// A digest or standard output could not be written.
    case output(Failure)
    /// Another output could not be written.
    case unwritable(String)
    case state(path: String, reason: String)
    case locked(path: String, holder: String)
    case delivery([Failure])
    /// A digest was not delivered again. This does not concern what counts as sent.
    case undelivered(Failure)
    case configuration(file: String, line: Int? = nil, reason: String)

    /// Standard output cannot be written. `code` is the `errno`.
    package static func standardOutput(_ code: Int32) -> RunError {
        .output(Failure(.deliver, "standard output", "cannot be written: \(errorText(code))"))
    }

    package static let awaitsUpgrade = "is of an earlier version; the next run upgrades it"

    /// The name of the state, if nothing is wrong with it but that no run of this version has upgraded it yet.
    package var stateToUpgrade: String? { if case .state(let path, Self.awaitsUpgrade) = self { path } else { nil } }

    package var exitStatus: Int32 {
        switch self {
        case .usage: 64
        case .unusableInput: 65
        case .noSource: 69
        case .output, .unwritable: 73
        case .state: 74
        case .locked: 75
        case .delivery, .undelivered: 76
        case .configuration: 78
        }
    }

    package var description: String { words.cleanSentence }

    private var words: String {
        switch self {
        case .usage(let reason), .unusableInput(let reason), .unwritable(let reason): reason
        case .noSource([]):
            "gather: no source matches the options and the sections of the configuration; "
                + "'newsdigest sources list' lists all sources"
        case .noSource: "gather: no source could be used"
        case .output(let failure), .undelivered(let failure): "\(failure)"
        case .state(let path, let reason): "remember '\(path)': \(reason)"
        case .locked(let path, let holder): "remember '\(path)': another newsdigest process holds the lock (\(holder))"
        case .delivery: "deliver: nothing was marked as sent"
        case .configuration(let file, let line, let reason):
            "configuration '\(file)'\(line.map { ", line \($0)" } ?? ""): \(reason)"
        }
    }
}
