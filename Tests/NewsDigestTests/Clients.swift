@testable import HTTP

extension HTTPClient {
    /// A client for tests: no gap between requests, and no retry.
    static func test(
        maxParallel: Int = 6, limits: HTTPLimits = HTTPLimits(), network: NetworkPolicy = NetworkPolicy()
    ) throws -> HTTPClient {
        var configuration = Configuration(
            userAgent: "newsdigest/test", maxParallel: maxParallel, perHostGap: .zero, limits: limits, network: network)
        configuration.retries = 0
        return try HTTPClient(configuration)
    }
}
