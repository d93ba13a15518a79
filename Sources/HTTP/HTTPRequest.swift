/// One request as its caller means it. Values are checked when it is sent.
package struct HTTPRequest: Sendable, Equatable {
    package enum Method: String, Sendable, Codable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
    }

    package var method: Method
    /// Absolute, `http` or `https`. Userinfo in it becomes basic authentication, for its own host only.
    package var url: String
    /// Sent verbatim and in this order, the validators of a conditional request among them.
    package var headers: [HTTPHeader]
    package var body: [UInt8]
    /// Names of headers whose values are hidden in errors and recordings and never leave the host they were
    /// meant for; `Authorization`, `Cookie` and `X-Api-Key` always are.
    package var secretHeaders: Set<String>
    /// Further texts to hide wherever they appear, such as the token in the path of a webhook's address.
    package var secrets: [String]
    /// The address in the user's configuration that led to this request: only when its host is a private or
    /// loopback one may this request go to an address of the same kind. Nil when a server named `url`
    /// (a picture, a page's link), which never opens the way to a private address.
    package var configuredURL: String?
    /// The user allows private addresses for this request by name of a setting.
    var allowsPrivateAddresses: Bool
    /// Replaces the client's limits for this request.
    package var limits: HTTPLimits?

    package init(
        _ method: Method = .get, url: String, configuredURL: String?, headers: [HTTPHeader] = [], body: [UInt8] = [],
        secretHeaders: Set<String> = [], secrets: [String] = [], allowsPrivateAddresses: Bool = false,
        limits: HTTPLimits? = nil
    ) {
        self.method = method
        self.url = url
        self.configuredURL = configuredURL
        self.headers = headers
        self.body = body
        self.secretHeaders = secretHeaders
        self.secrets = secrets
        self.allowsPrivateAddresses = allowsPrivateAddresses
        self.limits = limits
    }
}

/// What bounds one request.
package struct HTTPLimits: Sendable, Equatable {
    /// Name resolution, TCP and TLS together.
    package var connectTimeout: Duration
    /// All transfers of a request, its redirects included; waiting in the host's queue does not count.
    package var totalTimeout: Duration
    /// The longest silence of a server that is connected.
    package var idleTimeout: Duration
    /// Bytes of the body after decompression.
    package var maxBody: Int
    package var maxRedirects: Int
    /// From the end of a mail to the server's reply, in the place of the other timeouts: ten minutes (RFC 5321,
    /// section 4.5.3.2.6).
    package var receiptTimeout: Duration

    package init(
        connectTimeout: Duration = .seconds(10), totalTimeout: Duration = .seconds(60),
        idleTimeout: Duration = .seconds(20), maxBody: Int = 5 << 20, maxRedirects: Int = 5,
        receiptTimeout: Duration = .seconds(600)
    ) {
        self.connectTimeout = connectTimeout
        self.totalTimeout = totalTimeout
        self.idleTimeout = idleTimeout
        self.maxBody = maxBody
        self.maxRedirects = maxRedirects
        self.receiptTimeout = receiptTimeout
    }
}

/// One header field (RFC 9110, section 5).
package struct HTTPHeader: Sendable, Equatable, Codable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HTTPHeader] {
    /// The first value of a header; names are compared without case.
    package subscript(name: String) -> String? { first { $0.name.lowercased() == name.lowercased() }?.value }

    /// All values of a header, in order.
    package func all(_ name: String) -> [String] {
        filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}
