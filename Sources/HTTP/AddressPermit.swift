import Foundation

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
