import Foundation
import HTTP
import Texts

/// Why a digest did not get to one destination.
struct DeliveryFailure: Error, Sendable, Equatable, CustomStringConvertible {
    enum Retry: Sendable, Equatable {
        /// Trying again soon may help.
        case soon
        /// The receiver said when, in seconds.
        case after(TimeInterval)
        /// Not before somebody has changed something, or not without the risk of a second copy.
        case nextRun
    }

    /// A sentence without a final full stop: one clean line without a secret.
    private(set) var reason: String
    var retry: Retry

    init(_ reason: String, retry: Retry) {
        self.reason = reason.cleanSentence
        self.retry = retry
    }

    /// The receiver got everything and may have taken it; a second try in the same run would be a second copy.
    static func unsure(_ reason: String) -> DeliveryFailure {
        DeliveryFailure("\(reason); the digest may have arrived, and the next run sends it again", retry: .nextRun)
    }

    /// Trying again within this run may help.
    var isTemporary: Bool { retry != .nextRun }

    var description: String { reason }
}
