/// Why a source gave nothing, as far as a digest tells it in a language other than the program's own.
package enum FailureCause: Sendable, Equatable, Codable {
    case answered(status: Int)
    case unreachable, late, brokenOff, insecure, tooLarge, redirected, forbidden, unreadable
    /// What only the program's own words tell.
    case other
}
