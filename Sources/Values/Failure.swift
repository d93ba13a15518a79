import Texts

/// One thing that went wrong at one stage of the run, while the rest went on.
///
/// Its description is the one line that stands on standard error:
/// `gather 'BBC News': https://… answered 503`. Whatever it is made of, its words are one clean line without a secret.
package struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Stage: String, Sendable, Codable { case gather, select, render, deliver, remember }

    package var stage: Stage
    /// The source, template or destination it happened to.
    package private(set) var subject: String
    /// A sentence without a final full stop: the fact with its URL, file or line, then the next step.
    package private(set) var reason: String

    package init(_ stage: Stage, _ subject: String, _ reason: String) {
        self.stage = stage
        self.subject = subject.cleanSentence
        self.reason = reason.cleanSentence
    }

    package var description: String { "\(stage.rawValue) '\(subject)': \(reason)" }
}
