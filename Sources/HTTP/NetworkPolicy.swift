import Foundation

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

/// Which addresses outside the public internet a request may reach.
///
/// Only what the user configured decides: the spelling of the host, `private_hosts`, or an address for the socket. The
/// answer of DNS never decides. So a public name that suddenly resolves to this machine (DNS rebinding) opens nothing,
/// and neither does a redirect.
struct AddressPermit: Equatable {
    var kinds: Set<IPAddress.Kind> = []
    /// Whether the user named the address of the socket: a proxy, or a host of `NetworkPolicy.connectTo`.
    var isUsersOwnWay = false

    init(_ request: HTTPRequest, hosts: HostsFile, privateHosts: Set<String> = []) {
        if let configured = request.configuredURL, let address = try? RequestAddress(configured) {
            kinds = Self.kinds(of: address.host, hosts: hosts)
            if privateHosts.contains(address.host) { kinds.formUnion([.loopback, .private]) }
        }
    }

    /// The permit for a host that a user configured and no server can change, such as a mail relay.
    static let anywhere: AddressPermit = {
        var permit = AddressPermit(HTTPRequest(url: "", configuredURL: nil), hosts: HostsFile(""))
        permit.isUsersOwnWay = true
        return permit
    }()

    func allows(_ address: IPAddress) -> Bool {
        guard !isUsersOwnWay, let kind = address.kind else { return true }
        return kinds.contains(kind)
    }

    /// Why a host that is not public by its spelling must not be requested; nil when it may be requested.
    func objection(to host: String) -> String? {
        if let address = IPAddress(host) {
            guard let kind = address.kind, !kinds.contains(kind) else { return nil }
            return "\(host) is \(kind.rawValue) address"
        }
        guard Self.isLocalName(host) || Self.isLocalhost(host), kinds.isEmpty else { return nil }
        return "\(host) is a name of a private network"
    }

    private static func kinds(of host: String, hosts: HostsFile) -> Set<IPAddress.Kind> {
        if let address = IPAddress(host) { return Set([address.kind].compactMap(\.self)) }
        if isLocalhost(host) { return [.loopback] }
        if isLocalName(host) { return [.loopback, .private] }
        return Set(hosts.addresses(of: host).compactMap(\.kind))
    }

    private static func isLocalhost(_ host: String) -> Bool { host == "localhost" || host.hasSuffix(".localhost") }

    /// Names that nobody can register: names of one label, and names below a domain for private use (RFC 6761, 6762,
    /// 8375).
    private static func isLocalName(_ host: String) -> Bool {
        !host.contains(".") || localDomains.contains { host.hasSuffix($0) }
    }

    private static let localDomains = [".local", ".lan", ".internal", ".home.arpa", ".test"]
}
