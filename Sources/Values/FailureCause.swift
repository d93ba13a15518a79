/// Why a source gave nothing, for a digest that is not in English.
package enum FailureCause: Sendable, Equatable, Codable {
    case answered(status: Int)
    case unreachable, late, brokenOff, insecure, tooLarge, redirected, forbidden, unreadable
    /// A cause that only the English reason describes.
    case other
}
