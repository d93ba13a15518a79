import Foundation

/// The proxy the environment names for an address, by the rules of curl(1).
struct Proxy: Equatable {
    var url: String

    /// Nil when the address is to be reached directly.
    init?(for address: RequestAddress, environment: [String: String]) {
        func variable(_ name: String) -> String? {
            // `HTTP_PROXY` in capitals can come from a request's `Proxy:` header under CGI, so it never counts.
            let value = environment[name] ?? (name == "http_proxy" ? nil : environment[name.uppercased()])
            return value.flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let url = variable("\(address.scheme)_proxy") ?? variable("all_proxy") else { return nil }
        let exceptions = variable("no_proxy") ?? ""
        guard
            !exceptions.split(whereSeparator: { $0 == "," || $0 == " " }).contains(where: {
                Self.exception($0.lowercased(), matches: address.host)
            })
        else { return nil }
        self.url = Self.resolvingNames(url)
    }

    /// Whether it can be read as what was meant. Of `http://anna:pass#word@proxy:3128`, the host would be `anna`, and
    /// what reads it would say so.
    var isUsable: Bool {
        let address = url.contains("://") ? url : "http://\(url)"
        let afterAuthority = address[address.range(of: "://")!.upperBound...].drop { !"/?#".contains($0) }
        guard !afterAuthority.contains("@") else { return false }
        return (try? RequestAddress(address, schemes: ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]))
            != nil
    }

    /// SOCKS proxies are given the name and never an address: what a name leads to is for the proxy's own rules, and
    /// one that DNS puts on this machine must not be asked for through a proxy here.
    private static func resolvingNames(_ url: String) -> String {
        guard let end = url.range(of: "://") else { return url }
        switch url[..<end.lowerBound].lowercased() {
        case "socks5": return "socks5h" + url[end.lowerBound...]
        case "socks4", "socks": return "socks4a" + url[end.lowerBound...]
        default: return url
        }
    }

    /// A name stands for itself and all below it; an address may be a range such as `10.0.0.0/8`.
    private static func exception(_ exception: String, matches host: String) -> Bool {
        if exception == "*" { return true }
        if let range = IPRange(exception), let address = IPAddress(host) { return range.contains(address) }
        let name = exception.drop { $0 == "." }
        return host == name || host.hasSuffix("." + name)
    }
}
