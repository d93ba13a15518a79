import CCurl
import Foundation
import Texts

/// One step of a request: its present address, and what may be sent there.
struct Hop {
    let request: HTTPRequest
    let address: RequestAddress
    var headers: [HTTPHeader]
    var user: String?
    var password: String?
    var limits: HTTPLimits
    let permit: AddressPermit
    /// Whether compression is requested and undone.
    var decodes = true
    /// The cookies that the host set on the way, by their names. A host that demands them answers with redirects to the
    /// same page until it gets them. They end with the request.
    private var cookies: [String: String] = [:]
    /// When the first transfer of the request began.
    var began: ContinuousClock.Instant?

    /// Headers that tell another host nothing about the user beyond the request itself.
    static let harmless: Set = [
        "accept", "accept-language", "a-im", "if-modified-since", "if-none-match", "user-agent",
    ]
    /// Headers that decide where the bytes of an answer end. libcurl sets them.
    private static let framing: Set = ["content-length", "transfer-encoding", "connection"]

    init(_ request: HTTPRequest, configuration: HTTPClient.Configuration, permit: AddressPermit) throws(HTTPError) {
        do {
            try Self.check(request.headers)
            self.request = request
            address = try RequestAddress(request.url)
            headers = request.headers
            user = address.user
            password = address.password
            limits = request.limits ?? configuration.limits
            self.permit = permit
            try Self.check(address, permit, configuration.network)
        } catch {
            throw HTTPError(url: Redaction(request).url(request.url), error)
        }
    }

    /// The next step. If it goes to another host, everything that is only for the first host is removed.
    func redirected(
        to target: String, after transfer: Transfer, network: NetworkPolicy, _ redaction: Redaction
    ) throws(HTTPError) -> Hop {
        do throws(HTTPError.Reason) {
            let next = try RequestAddress(target)
            if address.scheme == "https", next.scheme == "http", !network.allowsDowngrade {
                throw .invalidRequest("it leads from https to http")
            }
            try Self.check(next, permit, network)
            return Hop(self, at: next, after: transfer)
        } catch {
            throw HTTPError(url: redaction.url(address.url), .refusedRedirect(to: redaction.url(target), error.refusal))
        }
    }

    private init(_ last: Hop, at address: RequestAddress, after transfer: Transfer) {
        let staysHome = address.origin == last.address.origin
        request = last.request
        self.address = address
        headers = staysHome ? last.headers : last.headers.filter { Self.harmless.contains($0.name.lowercased()) }
        if staysHome {
            cookies = last.cookies.merging(transfer.headers.cookies) { $1 }
            if cookies.count > Self.mostCookies { cookies = [:] }
        }
        user = staysHome ? last.user : nil
        password = staysHome ? last.password : nil
        limits = last.limits
        limits.totalTimeout = max(.milliseconds(1), limits.totalTimeout - transfer.spent)
        permit = last.permit
        began = transfer.began
    }

    private static let mostCookies = 20

    private static func check(
        _ address: RequestAddress, _ permit: AddressPermit, _ network: NetworkPolicy
    ) throws(HTTPError.Reason) {
        guard network.mapping(of: address) == nil else { return }
        if let objection = permit.objection(to: address.host) { throw .forbiddenAddress(objection) }
        guard Proxy(for: address, environment: network.proxies)?.isUsable != false else {
            throw .invalidRequest(
                "the address of the proxy cannot be read; in its user name and password write %23 for #, %2F for /, "
                    + "%3F for ? and %40 for @, and a number as its port")
        }
    }

    /// Checks that no value can end its line early (RFC 9112, section 2.2).
    private static func check(_ headers: [HTTPHeader]) throws(HTTPError.Reason) {
        for header in headers {
            let isToken = header.name.utf8.allSatisfy {
                $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?={}".utf8.contains($0)
            }
            guard isToken, !header.name.isEmpty else {
                throw .invalidRequest("a header's name has a character that is not allowed")
            }
            guard !framing.contains(header.name.lowercased()) else {
                throw .invalidRequest("only newsdigest itself sets the header '\(header.name)'")
            }
            guard header.isLine else {
                throw .invalidRequest("the header '\(header.name)' contains a control character")
            }
        }
    }
}

extension Hop {
    /// This step as a transfer of libcurl.
    func transfer(_ configuration: HTTPClient.Configuration) -> Transfer {
        let network = configuration.network
        let mapping = network.mapping(of: address)
        let proxy = mapping == nil ? Proxy(for: address, environment: network.proxies) : nil
        var permit = permit
        permit.isUsersOwnWay = mapping != nil || proxy != nil
        let transfer = Transfer(
            queue: request.lane.map { "\(address.queue) \($0)" } ?? address.queue, endpoint: address.endpoint,
            isPaced: request.method.isSafe, limits: limits,
            permit: permit, connectRetries: request.method.isSafe ? configuration.retries : 0, began: began,
            lastSent: request.lastSent
        ) { transfer in
            prepare(transfer, configuration, by: proxy, mapping)
        }
        transfer.isReadAtOnce = request.source != nil
        transfer.hasGap = request.lane == nil
        return transfer
    }

    private func prepare(
        _ transfer: Transfer, _ configuration: HTTPClient.Configuration, by proxy: Proxy?, _ mapping: String?
    ) {
        let network = configuration.network
        transfer.set(CURLOPT_URL, address.url)
        transfer.set(CURLOPT_PROTOCOLS_STR, "http,https")
        transfer.set(CURLOPT_FOLLOWLOCATION, false)
        // Over HTTP/2, a server can keep libcurl busy in one call with endless frames that contain nothing (PRIORITY).
        transfer.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        if decodes {
            transfer.set(CURLOPT_ACCEPT_ENCODING, "")
        } else {
            transfer.set(CURLOPT_HTTP_CONTENT_DECODING, false)
        }
        transfer.set(CURLOPT_USERAGENT, configuration.userAgent)
        transfer.set(CURLOPT_PROXY, proxy?.url ?? "")
        transfer.set(CURLOPT_RESOLVE, network.resolve)
        if let mapping { transfer.set(CURLOPT_CONNECT_TO, ["::\(mapping)"]) }
        if let file = network.certificates { transfer.set(CURLOPT_CAINFO, file) }
        if let user {
            transfer.set(CURLOPT_USERNAME, user)
            transfer.set(CURLOPT_PASSWORD, password ?? "")
        }
        if !cookies.isEmpty, !headers.contains(where: { $0.name.lowercased() == "cookie" }) {
            let pairs = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            transfer.set(CURLOPT_COOKIE, pairs.joined(separator: "; "))
        }
        setMethod(of: transfer)
        // libcurl writes a header with an empty value if a semicolon ends its name. To send no `Expect` saves a round
        // trip and avoids a fault.
        transfer.set(
            CURLOPT_HTTPHEADER,
            headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" } + ["Expect:"])
    }

    private func setMethod(of transfer: Transfer) {
        // A HEAD has no body, so its announced length is no reason to fail.
        if request.method != .head {
            newsdigest_setopt_size(transfer.handle, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(limits.maxBody))
        }
        switch request.method {
        case .get:
            transfer.set(CURLOPT_HTTPGET, true)
        case .head:
            transfer.set(CURLOPT_NOBODY, true)
        case .post, .put:
            transfer.set(CURLOPT_POST, true)
            if request.method == .put { transfer.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
            // libcurl would send the request again by itself on a connection that the server has just closed.
            transfer.set(CURLOPT_FRESH_CONNECT, true)
            newsdigest_setopt_size(transfer.handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
            request.body.withUnsafeBytes { body in
                let bytes = UnsafeMutableRawPointer(mutating: body.baseAddress)
                newsdigest_setopt_pointer(transfer.handle, CURLOPT_COPYPOSTFIELDS, bytes)
            }
        }
    }
}

extension Transfer {
    var status: Int { number(CURLINFO_RESPONSE_CODE) }

    /// The target of a redirect, which libcurl made absolute.
    var redirectTarget: String? {
        [301, 302, 303, 307, 308].contains(status) ? text(CURLINFO_REDIRECT_URL) : nil
    }

    /// Whether the whole body was sent.
    func hasSent(_ request: HTTPRequest) -> Bool {
        !request.method.isSafe && number(CURLINFO_REQUEST_SIZE) > 0
            && size(CURLINFO_SIZE_UPLOAD_T) >= request.body.count
    }

    /// The duration of the transfer.
    fileprivate var spent: Duration { .seconds(seconds(CURLINFO_TOTAL_TIME_T)) }
}

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
