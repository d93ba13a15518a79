import Foundation
import HTTP
import Settings
import Texts
import Values

extension HTTPClient {
    /// The client for a configuration, with the proxies from the environment.
    ///
    /// - Parameters:
    ///   - hasDeadline: whether `deadline` limits the client. Deliveries have their own limits.
    ///   - traffic: counts the answers.
    package convenience init(
        _ network: Settings.Configuration.Network, mode: Mode = .live, hasDeadline: Bool = true,
        traffic: Traffic = Traffic(), environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(HTTPError) {
        var policy = NetworkPolicy(environment: environment)
        policy.allowsDowngrade = network.allowHTTPDowngrade
        policy.privateHosts = Set(network.privateHosts)
        if let proxy = network.proxy { policy.proxies["all_proxy"] = proxy }
        for (name, proxy) in policy.proxies where name.lowercased() != "no_proxy" {
            Redactor.current?.learn(proxyAddress: proxy)
        }
        var configuration = HTTPClient.Configuration(
            userAgent: userAgent(contact: network.contact), maxParallel: network.parallel,
            perHostGap: .seconds(network.hostGap),
            limits: HTTPLimits(
                connectTimeout: .seconds(network.connectTimeout), totalTimeout: .seconds(network.timeout),
                idleTimeout: .seconds(network.idleTimeout), maxBody: network.maxBody,
                maxRedirects: network.maxRedirects),
            deadline: hasDeadline ? .seconds(network.deadline) : nil, mode: mode, network: policy)
        configuration.traffic = traffic
        try self.init(configuration)
    }
}
