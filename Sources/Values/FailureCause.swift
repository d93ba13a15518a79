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
