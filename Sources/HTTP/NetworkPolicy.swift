/// Where requests may go, and by which way.
public struct NetworkPolicy: Sendable, Equatable {
    /// A redirect from `https` to `http` is followed.
    public var allowsDowngrade: Bool
    /// Host to `address:port`, as in a hosts file: those hosts are reached there, whatever DNS says.
    /// A name that starts with `*.` stands for all names below it. The user's own word, so not checked.
    public var connectTo: [String: String]
    /// The proxy variables (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`), where a proxy is wanted.
    public var proxies: [String: String]

    public init(allowsDowngrade: Bool = false, connectTo: [String: String] = [:], proxies: [String: String] = [:]) {
        self.allowsDowngrade = allowsDowngrade
        self.connectTo = connectTo
        self.proxies = proxies
    }

    /// Takes the proxies, and from `NEWSDIGEST_CONNECT_TO` the hosts (`name=address:port`, separated by spaces).
    public init(environment: [String: String]) {
        self.init()
        for (name, value) in environment where name.lowercased().hasSuffix("_proxy") { proxies[name] = value }
        for pair in environment["NEWSDIGEST_CONNECT_TO", default: ""].split(separator: " ") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { connectTo[parts[0].lowercased()] = parts[1] }
        }
    }
}
