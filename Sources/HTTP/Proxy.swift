import Foundation
import Texts

/// The proxy for an address, from the environment, by the rules of curl(1).
struct Proxy: Equatable {
    var url: String

    /// Nil when the address must be requested without a proxy.
    init?(for address: RequestAddress, environment: [String: String]) {
        func variable(_ name: String) -> String? {
            // `HTTP_PROXY` in capitals can come from a request's `Proxy:` header under CGI, so it never counts.
            let value = environment[name] ?? (name == "http_proxy" ? nil : environment[name.uppercased()])
            return value?.nonEmpty
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

    /// Whether the value can only be read in one way. In `http://anna:pass#word@proxy:3128`, the host would be `anna`,
    /// and an error would name it.
    var isUsable: Bool {
        let address = url.contains("://") ? url : "http://\(url)"
        guard !address[AddressParts(address[...]).path.startIndex...].contains("@") else { return false }
        return (try? RequestAddress(address, schemes: ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]))
            != nil
    }

    /// The proxy's URL in the form that makes a SOCKS proxy resolve names, by its own rules. An address that was
    /// resolved here, such as 127.0.0.1, would mean another machine to the proxy.
    private static func resolvingNames(_ url: String) -> String {
        guard let end = url[...].firstRange(ofLiteral: "://") else { return url }
        switch url[..<end.lowerBound].lowercased() {
        case "socks5": return "socks5h" + url[end.lowerBound...]
        case "socks4", "socks": return "socks4a" + url[end.lowerBound...]
        default: return url
        }
    }

    /// Whether an exception matches a host. A name matches itself and all names below it. An address may be a range
    /// such as `10.0.0.0/8`.
    private static func exception(_ exception: String, matches host: String) -> Bool {
        if exception == "*" { return true }
        if let range = IPRange(exception), let address = IPAddress(host) { return range.contains(address) }
        let name = exception.drop { $0 == "." }
        return host == name || host.hasSuffix("." + name)
    }
}
