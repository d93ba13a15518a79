import Foundation
import HTTP

extension HTTPClient {
    /// The client that a configuration asks for, proxies from the environment included.
    convenience init(
        _ network: NewsDigest.Configuration.Network, mode: Mode = .live,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(HTTPError) {
        var policy = NetworkPolicy(environment: environment)
        policy.allowsDowngrade = network.allowHTTPDowngrade
        policy.privateHosts = Set(network.privateHosts.map { $0.lowercased() })
        if let proxy = network.proxy { policy.proxies["all_proxy"] = proxy }
        try self.init(
            HTTPClient.Configuration(
                userAgent: userAgent, maxParallel: network.parallel, perHostGap: .seconds(network.hostGap),
                limits: HTTPLimits(
                    connectTimeout: .seconds(network.connectTimeout), totalTimeout: .seconds(network.timeout),
                    idleTimeout: .seconds(network.idleTimeout), maxBody: network.maxBody,
                    maxRedirects: network.maxRedirects),
                deadline: .seconds(network.deadline), mode: mode, network: policy))
    }
}
