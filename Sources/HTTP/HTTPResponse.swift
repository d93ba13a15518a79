import Foundation
import Texts

/// What a server answered, whatever the status.
package struct HTTPResponse: Sendable, Equatable {
    package var status: Int
    package var headers: [HTTPHeader]
    /// Decompressed.
    package var body: [UInt8]
    /// The address that answered, after redirects, without userinfo.
    package var url: String
    var redirects: [Redirect]
    var timings: Timings

    /// One redirect that was followed.
    package struct Redirect: Sendable, Equatable, Codable {
        package var status: Int
        /// The address it led to, without userinfo.
        package var url: String

        package init(status: Int, url: String) {
            self.status = status
            self.url = url
        }

        /// 301 and 308: the caller may remember the new address (RFC 9110, section 15.4).
        var isPermanent: Bool { status == 301 || status == 308 }
    }

    /// In seconds, of the last transfer of the request.
    package struct Timings: Sendable, Equatable, Codable {
        /// From the call to the start of the transfer: the wait in the host's queue.
        var queued = 0.0
        var connected = 0.0
        var firstByte = 0.0
        package var total = 0.0

        package init() {}
    }

    package init(
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
    package var shownURL: String { SecretParameters.hide(inAddress: Redaction.withoutUserinfo(url)) }

    package var isSuccess: Bool { (200..<300).contains(status) }

    /// Where the resource now lives for good: the end of the permanent redirects that lead the chain.
    /// Nil when the first redirect is a temporary one or there is none.
    package var permanentURL: String? { redirects.prefix(while: \.isPermanent).last?.url }

    package var retryAfter: RetryAfter? { headers["Retry-After"].flatMap(RetryAfter.init) }
}
