import Foundation
import Texts

/// What a server answered, whatever the status.
public struct HTTPResponse: Sendable, Equatable {
    public var status: Int
    public var headers: [HTTPHeader]
    /// Decompressed.
    public var body: [UInt8]
    /// The address that answered, after redirects, without userinfo.
    public var url: String
    public var redirects: [Redirect]
    public var timings: Timings

    /// One redirect that was followed.
    public struct Redirect: Sendable, Equatable, Codable {
        public var status: Int
        /// The address it led to, without userinfo.
        public var url: String

        public init(status: Int, url: String) {
            self.status = status
            self.url = url
        }

        /// 301 and 308: the caller may remember the new address (RFC 9110, section 15.4).
        public var isPermanent: Bool { status == 301 || status == 308 }
    }

    /// In seconds, of the last transfer of the request.
    public struct Timings: Sendable, Equatable, Codable {
        /// From the call to the start of the transfer: the wait in the host's queue.
        public var queued = 0.0
        public var connected = 0.0
        public var firstByte = 0.0
        public var total = 0.0

        public init() {}
    }

    public init(
        status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], url: String, redirects: [Redirect] = [],
        timings: Timings = Timings()
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.url = url
        self.redirects = redirects
        self.timings = timings
    }

    /// The address for messages: the values of parameters such as `token` are hidden.
    public var shownURL: String { SecretParameters.hide(inAddress: Redaction.withoutUserinfo(url)) }

    public var isSuccess: Bool { (200..<300).contains(status) }

    /// Where the resource now lives for good: the end of the permanent redirects that lead the chain.
    /// Nil when the first redirect is a temporary one or there is none.
    public var permanentURL: String? { redirects.prefix(while: \.isPermanent).last?.url }

    public var retryAfter: RetryAfter? { headers["Retry-After"].flatMap(RetryAfter.init) }
}
