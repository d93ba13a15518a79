import CCurl
import Foundation

/// The one door to the network.
public final class HTTPClient: Sendable {}
