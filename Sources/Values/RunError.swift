import Files
import Texts

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
    case configuration(file: String, line: Int?, reason: String)

    /// Standard output cannot be written. `code` is the `errno`.
    package static func standardOutput(_ code: Int32) -> RunError {
        .output(Failure(.deliver, "standard output", "cannot be written: \(errorText(code))"))
    }

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
