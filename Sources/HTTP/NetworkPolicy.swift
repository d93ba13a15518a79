/// Where requests may go, and by which way.
package struct NetworkPolicy: Sendable, Equatable {
    /// A redirect from `https` to `http` is followed.
    package var allowsDowngrade: Bool
    /// Hosts of the user's own that DNS may put at a private or loopback address, as they are looked up.
    package var privateHosts: Set<String> {
        didSet { privateHosts = Set(privateHosts.map(RequestAddress.lookedUp)) }
    }
    /// Host to `address:port`, as in a hosts file: those hosts are reached there, whatever DNS says.
    /// A name that starts with `*.` stands for all names below it. The user's own word, so not checked.
    var connectTo: [String: String]
    /// `host:port:address`, taken as if DNS had said so (curl's `--resolve`) and checked as such.
    package var resolve: [String]
    /// The proxy variables (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`), where a proxy is wanted.
    package var proxies: [String: String]

    /// A file of certificate authorities (PEM) to trust in place of the system's.
    var certificates: String?

    package init(
        allowsDowngrade: Bool = false, privateHosts: Set<String> = [], connectTo: [String: String] = [:],
        resolve: [String] = [],
        proxies: [String: String] = [:], certificates: String? = nil
    ) {
        self.allowsDowngrade = allowsDowngrade
        self.privateHosts = Set(privateHosts.map(RequestAddress.lookedUp))
        self.connectTo = connectTo
        self.resolve = resolve
        self.proxies = proxies
        self.certificates = certificates
    }

    /// Takes the proxies, `SSL_CERT_FILE`, and from `NEWSDIGEST_CONNECT_TO` the hosts (`name=address:port`,
    /// separated by spaces).
    package init(environment: [String: String]) {
        self.init(certificates: environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 })
        for (name, value) in environment where name.lowercased().hasSuffix("_proxy") { proxies[name] = value }
        for pair in environment["NEWSDIGEST_CONNECT_TO", default: ""].split(separator: " ") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { connectTo[RequestAddress.lookedUp(parts[0])] = parts[1] }
        }
    }

    /// Why an address that somebody else names must not be taken over as if the user had written it: once it stands in
    /// a configuration, it would open the way to a private network. Nil when it may be.
    ///
    /// - Parameter page: where it is named, whose own addresses it may be at; nil for a list of anybody's.
    package func objection(to url: String, namedBy page: String?) -> String? {
        func permit(_ url: String?) -> AddressPermit {
            AddressPermit(HTTPRequest(url: "", configuredURL: url), hosts: .system, privateHosts: privateHosts)
        }
        guard let host = try? RequestAddress(url).host else { return "it is not a web address" }
        let allowed = permit(page)
        if let objection = allowed.objection(to: host) { return objection }
        // A name that the hosts file or `private_hosts` puts at such an address.
        return permit(url).kinds.isSubset(of: allowed.kinds) ? nil : "\(host) is a name of a private network"
    }

    /// Where `connectTo` sends an address's host; nil when it says nothing.
    func mapping(of address: RequestAddress) -> String? {
        if let exact = connectTo[address.host] { return exact }
        var rest = address.host[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if let below = connectTo["*.\(rest)"] { return below }
        }
        return connectTo["*"]
    }
}
