import Foundation
import Texts

/// A server's answer, whatever its status.
package struct HTTPResponse: Sendable, Equatable {
    package var status: Int
    package var headers: [HTTPHeader] = []
    /// The decompressed body.
    package var body: [UInt8] = []
    /// The address that answered, after redirects, without userinfo.
    package var url: String
    var redirects: [Redirect] = []
    /// Counts the body as unread until the caller drops the response (`HTTPRequest.source`).
    var unread: UnreadBody?

    /// One redirect that was followed.
    package struct Redirect: Sendable, Equatable, Codable {
        package var status: Int
        /// The target of the redirect, without userinfo.
        package var url: String

        /// Whether the caller may remember the new address: 301 and 308 (RFC 9110, section 15.4).
        var isPermanent: Bool { status == 301 || status == 308 }
    }

    /// The address for messages. The values of parameters such as `token` are hidden.
    package var shownURL: String { SecretParameters.hide(in: url.withoutUserInfo) }

    package var isSuccess: Bool { (200..<300).contains(status) }

    /// The permanent new address: the target of the last permanent redirect before any temporary one. Nil when the
    /// first redirect is temporary or there is none.
    package var permanentURL: String? { redirects.prefix(while: \.isPermanent).last?.url }

    /// The charset parameter of the media type (RFC 9110, section 8.3.2).
    package var charset: String? {
        guard let type = headers["Content-Type"], let name = type.range(of: "charset", options: .caseInsensitive) else {
            return nil
        }
        let value = type[name.upperBound...].drop(while: \.isWhitespace)
        guard value.first == "=" else { return nil }
        let text = value.dropFirst().drop { $0.isWhitespace || $0 == "\"" }
            .prefix { !$0.isWhitespace && $0 != "\"" && $0 != ";" }
        return text.isEmpty ? nil : String(text)
    }

    package var retryAfter: RetryAfter? { headers["Retry-After"].flatMap(RetryAfter.init) }
}
