/// Where requests may go, and by which way.
public struct NetworkPolicy: Sendable, Equatable {
    /// A redirect from `https` to `http` is followed.
    public var allowsDowngrade: Bool
    /// Hosts of the user's own that DNS may put at a private or loopback address, in lower case.
    public var privateHosts: Set<String>
    /// Host to `address:port`, as in a hosts file: those hosts are reached there, whatever DNS says.
    /// A name that starts with `*.` stands for all names below it. The user's own word, so not checked.
    public var connectTo: [String: String]
    /// `host:port:address`, taken as if DNS had said so (curl's `--resolve`) and checked as such.
    public var resolve: [String]
    /// The proxy variables (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`), where a proxy is wanted.
    public var proxies: [String: String]

    /// A file of certificate authorities (PEM) to trust in place of the system's.
    public var certificates: String?

    public init(
        allowsDowngrade: Bool = false, privateHosts: Set<String> = [], connectTo: [String: String] = [:],
        resolve: [String] = [],
        proxies: [String: String] = [:], certificates: String? = nil
    ) {
        self.allowsDowngrade = allowsDowngrade
        self.privateHosts = privateHosts
        self.connectTo = connectTo
        self.resolve = resolve
        self.proxies = proxies
        self.certificates = certificates
    }

    /// Takes the proxies, `SSL_CERT_FILE`, and from `NEWSDIGEST_CONNECT_TO` the hosts (`name=address:port`,
    /// separated by spaces).
    public init(environment: [String: String]) {
        self.init(certificates: environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 })
        for (name, value) in environment where name.lowercased().hasSuffix("_proxy") { proxies[name] = value }
        for pair in environment["NEWSDIGEST_CONNECT_TO", default: ""].split(separator: " ") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { connectTo[parts[0].lowercased()] = parts[1] }
        }
    }

    /// Where `connectTo` sends an address's host; nil when it says nothing.
    func mapping(of address: WebAddress) -> String? {
        if let exact = connectTo[address.host] { return exact }
        var rest = address.host[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if let below = connectTo["*.\(rest)"] { return below }
        }
        return connectTo["*"]
    }
}
