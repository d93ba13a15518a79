/// To which addresses requests may go, and over which proxy.
package struct NetworkPolicy: Sendable, Equatable {
    /// Whether a redirect from `https` to `http` is followed.
    package var allowsDowngrade = false
    /// The user's own hosts that may have a private or loopback address in DNS. The names are in the form for lookup.
    package var privateHosts: Set<String> = [] {
        didSet { privateHosts = Set(privateHosts.map(RequestAddress.lookedUp)) }
    }
    /// From host to `address:port`, as in a hosts file. These hosts are reached there, whatever DNS says.
    ///
    /// A name that starts with `*.` stands for all names below it. The user sets this, so it is not checked.
    var connectTo: [String: String] = [:]
    /// Entries `host:port:address` that are used like answers of DNS (curl's `--resolve`), and checked like them.
    var resolve: [String] = []
    /// The variables `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, if a proxy is wanted.
    package var proxies: [String: String] = [:]
    /// A file of certificate authorities (PEM) that replaces the system's.
    var certificates: String?

    package init() {}

    /// Reads the proxies, `SSL_CERT_FILE`, and the hosts from `NEWSDIGEST_CONNECT_TO` (`name=address:port`, separated
    /// by spaces).
    package init(environment: [String: String]) {
        certificates = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
        for (name, value) in environment where name.lowercased().hasSuffix("_proxy") { proxies[name] = value }
        for pair in environment["NEWSDIGEST_CONNECT_TO", default: ""].split(separator: " ") {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 { connectTo[RequestAddress.lookedUp(parts[0])] = parts[1] }
        }
    }

    /// Why an address that another person chose must not be added to the configuration; nil when it may be added.
    ///
    /// Once such an address is in the configuration, requests to a private network would be allowed for it.
    /// - Parameter page: the page that names the address; the address may be in the same network as the page. Nil for a
    ///   list that any person may have made.
    package func objection(to url: String, namedBy page: String?) -> String? {
        func permit(_ url: String?) -> AddressPermit {
            AddressPermit(HTTPRequest(url: "", configuredURL: url), hosts: .system, privateHosts: privateHosts)
        }
        guard let host = try? RequestAddress(url).host else { return "it is not a web address" }
        let allowed = permit(page)
        if let objection = allowed.objection(to: host) { return objection }
        // The hosts file or `private_hosts` may give this name a private address.
        return permit(url).kinds.isSubset(of: allowed.kinds) ? nil : "\(host) is a name of a private network"
    }

    /// The address to which `connectTo` sends a host; nil when `connectTo` does not contain it.
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
