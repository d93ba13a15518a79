/// The proxy the environment names for an address, by the rules of curl(1).
struct Proxy: Equatable {
    var url: String

    /// Nil when the address is to be reached directly.
    init?(for address: WebAddress, environment: [String: String]) {
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
        self.url = url
    }

    /// A name stands for itself and all below it; an address may be a range such as `10.0.0.0/8`.
    private static func exception(_ exception: String, matches host: String) -> Bool {
        if exception == "*" { return true }
        if let range = IPRange(exception), let address = IPAddress(host) { return range.contains(address) }
        let name = exception.drop { $0 == "." }
        return host == name || host.hasSuffix("." + name)
    }
}
