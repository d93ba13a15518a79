/// One request as its caller means it. Values are checked when it is sent.
public struct HTTPRequest: Sendable, Equatable {
    public enum Method: String, Sendable, Codable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
    }

    public var method: Method
    /// Absolute, `http` or `https`. Userinfo in it becomes basic authentication, for its own host only.
    public var url: String
    /// Sent verbatim and in this order, the validators of a conditional request among them.
    public var headers: [HTTPHeader]
    public var body: [UInt8]
    /// Names of headers whose values are hidden in errors and recordings and never leave the host they were
    /// meant for; `Authorization`, `Cookie` and `X-Api-Key` always are.
    public var secretHeaders: Set<String>
    /// Further texts to hide wherever they appear, such as the token in the path of a webhook's address.
    public var secrets: [String]
    /// The address in the user's configuration that led to this request: only when its host is a private or
    /// loopback one may this request go to an address of the same kind. Nil when a server named `url`
    /// (a picture, a page's link), which never opens the way to a private address.
    public var configuredURL: String?
    /// The user allows private addresses for this request by name of a setting.
    public var allowsPrivateAddresses: Bool
    /// Replaces the client's limits for this request.
    public var limits: HTTPLimits?

    public init(
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
public struct HTTPLimits: Sendable, Equatable {
    /// Name resolution, TCP and TLS together.
    public var connectTimeout: Duration
    /// All transfers of a request, its redirects included; waiting in the host's queue does not count.
    public var totalTimeout: Duration
    /// The longest silence of a server that is connected.
    public var idleTimeout: Duration
    /// Bytes of the body after decompression.
    public var maxBody: Int
    public var maxRedirects: Int
    /// From the end of a mail to the server's reply, in the place of the other timeouts: ten minutes (RFC 5321,
    /// section 4.5.3.2.6).
    public var receiptTimeout: Duration

    public init(
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
public struct HTTPHeader: Sendable, Equatable, Codable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension [HTTPHeader] {
    /// The first value of a header; names are compared without case.
    public subscript(name: String) -> String? { first { $0.name.lowercased() == name.lowercased() }?.value }

    /// All values of a header, in order.
    public func all(_ name: String) -> [String] {
        filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}
