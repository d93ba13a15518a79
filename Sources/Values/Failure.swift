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
