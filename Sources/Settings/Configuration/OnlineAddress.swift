import Addresses
import Texts

/// The address of a digest's page (`view_online`). `{id}` and `{profile}` stand for the digest's id and its profile.
/// Without `{id}` it is the address of a folder of pages, as `to = "site"` writes it.
package struct OnlineAddress: Sendable, Equatable {
    var text: String

    package init(text: String) { self.text = text }

    package func address(ofDigest id: String, profile: String) -> String {
        let encoded = { (text: String) in PercentEncoding.encoded(text, keeping: PercentEncoding.unreserved) }
        let named = text.replacing(literal: OutputPath.profile, with: encoded(profile))
        if named.contains("{id}") { return named.replacing(literal: "{id}", with: encoded(id)) }
        return "\(named)\(named.hasSuffix("/") ? "" : "/")digests/\(encoded(id)).html"
    }
}
