import Foundation

/// One request. Its values are checked when it is sent.
package struct HTTPRequest: Sendable, Equatable {
    package enum Method: String, Sendable, Codable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"

        /// Whether the request only reads (RFC 9110, section 9.2.1). Any other has a body, and newsdigest never sends
        /// it again by itself: it could be a second message.
        var isSafe: Bool { self == .get || self == .head }
    }

    package var method: Method
    /// An absolute URL, `http` or `https`. Userinfo in it becomes basic authentication, for its own host only.
    package var url: String
    /// The headers, sent unchanged and in this order. They include the validators of a conditional request.
    package var headers: [HTTPHeader]
    package var body: [UInt8]
    /// Names of secret headers. Their values are hidden in errors and recordings, and are sent only to the host that
    /// they are for. `Authorization`, `Cookie` and `X-Api-Key` are always secret.
    package var secretHeaders: Set<String>
    /// More texts to hide wherever they appear, such as the token in the path of a webhook's address.
    package var secrets: [String]
    /// The address in the user's configuration that led to this request.
    ///
    /// The request may go to a private or loopback address only if the host of this address is one of the same kind.
    /// Nil when a server named `url` (a picture, a link of a page). Such a request can never reach a private address.
    package var configuredURL: String?
    /// The limits that replace the client's limits for this request.
    package var limits: HTTPLimits?
    /// When an earlier run sent this request; nil if none did. Of the requests that wait for their turn, the one that
    /// was sent the longest ago goes first.
    package var lastSent: Date?
    /// The requests of one lane are sent one after another without a gap, beside those of other lanes: for a service
    /// that is the user's own. Nil for the queue of the host, which has one request at a time with gaps.
    package var lane: Int?
    /// The source whose answer the caller reads at once and does not keep, as `InFlight` names it. Then other requests
    /// wait while many bodies are unread, and undoing the compression counts as reading the source.
    package var source: String?
    /// What stands for all addresses of the request in errors and recordings, because they are secret as a whole. A
    /// replay finds the answer by it.
    package var alias: String?

    package init(
        _ method: Method = .get, url: String, configuredURL: String?, headers: [HTTPHeader] = [], body: [UInt8] = [],
        secretHeaders: Set<String> = [], secrets: [String] = [], limits: HTTPLimits? = nil, lastSent: Date? = nil
    ) {
        self.method = method
        self.url = url
        self.configuredURL = configuredURL
        self.headers = headers
        self.body = body
        self.secretHeaders = secretHeaders
        self.secrets = secrets
        self.limits = limits
        self.lastSent = lastSent
    }
}

/// The limits of one request.
package struct HTTPLimits: Sendable, Equatable {
    /// For name resolution, TCP and TLS together.
    package var connectTimeout: Duration
    /// For all transfers of a request, with its redirects. The time in the host's queue does not count.
    package var totalTimeout: Duration
    /// For the longest time in which a connected server sends nothing.
    package var idleTimeout: Duration
    /// For the bytes of the body after decompression.
    package var maxBody: Int
    package var maxRedirects: Int
    /// For the time from the end of a mail to the server's reply, instead of the other timeouts: ten minutes (RFC 5321,
    /// section 4.5.3.2.6).
    package var receiptTimeout: Duration

    package static let usualReceiptTimeout = Duration.seconds(600)

    package init(
        connectTimeout: Duration = .seconds(10), totalTimeout: Duration = .seconds(60),
        idleTimeout: Duration = .seconds(20), maxBody: Int = 5 << 20, maxRedirects: Int = 5,
        receiptTimeout: Duration = usualReceiptTimeout
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

    /// Whether the value has no character that could end its line (RFC 9110, section 5.5).
    package var isLine: Bool { !value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } }
}

extension [HTTPHeader] {
    /// The first value of a header. The case of the name does not matter.
    package subscript(name: String) -> String? { first { $0.name.lowercased() == name.lowercased() }?.value }

    /// All values of a header, in order.
    package func all(_ name: String) -> [String] {
        filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}
