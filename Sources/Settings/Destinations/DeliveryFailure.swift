import Foundation
import Texts

/// Why a digest was not delivered to one destination.
package struct DeliveryFailure: Error, Sendable, Equatable, CustomStringConvertible {
    enum Retry: Sendable, Equatable {
        /// Another attempt soon may help.
        case soon
        /// The receiver said after how many seconds to try again.
        case after(TimeInterval)
        /// The next run tries again. Someone must change something first, or another attempt now could deliver a second
        /// copy.
        case nextRun
    }

    /// A sentence without a final full stop. It is one clean line without a secret.
    package private(set) var reason: String
    var retry: Retry
    /// The mail server that takes no mail at all now, by `MailDelivery.name`; nil if the failure is of one mail.
    var mailServer: String?

    init(_ reason: String, retry: Retry) {
        self.reason = reason.cleanMessage
        self.retry = retry
    }

    /// The receiver got everything and may have accepted it. Another attempt in the same run could deliver a second
    /// copy.
    static func unsure(_ reason: String) -> DeliveryFailure {
        DeliveryFailure("\(reason); the digest may have arrived, and the next run sends it again", retry: .nextRun)
    }

    /// Another machine delivers it.
    static let elsewhere = DeliveryFailure("another machine took it over", retry: .nextRun)

    /// Whether another attempt in this run may help.
    var isTemporary: Bool { retry != .nextRun }

    package var description: String { reason }
}
