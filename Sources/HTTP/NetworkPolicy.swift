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

/// The machine's own list of hosts (hosts(5)). The user decides what it contains, not a server.
struct HostsFile: Sendable, Equatable {
    private var names: [String: [String]] = [:]

    static let system = HostsFile(contentsOf: "/etc/hosts")

    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
            for name in words.dropFirst() { names[name.lowercased(), default: []].append(words[0]) }
        }
    }

    init(contentsOf path: String) {
        self.init((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
    }

    func addresses(of host: String) -> [IPAddress] { names[host, default: []].compactMap(IPAddress.init) }
}

/// An IPv4 or IPv6 address as its 4 or 16 bytes.
struct IPAddress: Equatable, CustomStringConvertible {
    /// Why an address is not public (the special-purpose registries of RFC 6890).
    enum Kind: String {
        case loopback = "a loopback"
        case `private` = "a private"
        case linkLocal = "a link-local or metadata"
        case reserved = "a reserved"
    }

    var bytes: [UInt8]

    /// Reads dotted or colon notation. A zone (`%eth0`) and brackets are ignored.
    init?(_ text: String) {
        let text = text.trimmingCharacters(in: ["[", "]"]).prefix { $0 != "%" }
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, String(text), &v4) == 1 {
            bytes = withUnsafeBytes(of: &v4) { Array($0) }
        } else if inet_pton(AF_INET6, String(text), &v6) == 1 {
            bytes = withUnsafeBytes(of: &v6) { Array($0) }
        } else {
            return nil
        }
    }

    /// Nil for a family that is neither IPv4 nor IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            var v4 = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            bytes = withUnsafeBytes(of: &v4) { Array($0) }
        case AF_INET6:
            var v6 = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            bytes = withUnsafeBytes(of: &v6) { Array($0) }
        default:
            return nil
        }
    }

    private init(bytes: ArraySlice<UInt8>) {
        self.bytes = Array(bytes)
    }

    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Nil for a public address.
    var kind: Kind? {
        if let v4 = embeddedV4 { return v4.kind }
        return Self.special.first { $0.range.contains(self) }?.kind
    }

    /// The IPv4 address that an IPv6 address contains: mapped, compatible, NAT64 (RFC 6052) and 6to4 (RFC 3056).
    private var embeddedV4: IPAddress? {
        guard bytes.count == 16 else { return nil }
        if Self.sixToFour.contains(self) { return IPAddress(bytes: bytes[2..<6]) }
        let isV6Alone = bytes.prefix(15).allSatisfy { $0 == 0 } && bytes[15] < 2
        guard !isV6Alone, Self.endInV4.contains(where: { $0.contains(self) }) else { return nil }
        return IPAddress(bytes: bytes[12..<16])
    }

    private static let sixToFour = IPRange("2002::/16")!
    private static let endInV4 = ["::ffff:0:0/96", "::/96", "64:ff9b::/96"].compactMap(IPRange.init)

    private static let special: [(range: IPRange, kind: Kind)] = [
        // These come before fc00::/7. The first is the metadata service of one cloud, and 168.63.129.16 that of
        // another.
        (.linkLocal, ["fd00:ec2::254/128", "168.63.129.16/32", "169.254.0.0/16", "fe80::/10"]),
        (.loopback, ["127.0.0.0/8", "::1/128"]),
        (.private, ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "198.18.0.0/15"]),
        (.private, ["fc00::/7", "fec0::/10"]),
        (.reserved, ["0.0.0.0/8", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.51.100.0/24"]),
        (.reserved, ["203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"]),
        (.reserved, ["::/128", "64:ff9b:1::/48", "100::/64", "2001::/32", "2001:db8::/32", "ff00::/8"]),
    ].flatMap { (kind: Kind, ranges: [String]) in ranges.map { (IPRange($0)!, kind) } }
}

/// Addresses with the same first bits, such as `10.0.0.0/8`.
struct IPRange {
    var first: IPAddress
    var bits: Int

    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let address = IPAddress(String(parts[0])), let bits = Int(parts[1]),
            (0...address.bytes.count * 8).contains(bits)
        else { return nil }
        first = address
        self.bits = bits
    }

    func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == first.bytes.count else { return false }
        let whole = bits / 8
        guard address.bytes.prefix(whole) == first.bytes.prefix(whole) else { return false }
        guard bits % 8 != 0 else { return true }
        let shift = UInt8(8 - bits % 8)
        return address.bytes[whole] >> shift == first.bytes[whole] >> shift
    }
}
