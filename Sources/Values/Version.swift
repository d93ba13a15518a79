/// The program's version (semver.org).
package let version = "1.0.0-rc.1"

/// The `User-Agent` that the program sends to servers (RFC 9110, section 10.1.5).
///
/// - Parameter contact: an address at which the person who runs the program can be reached.
package func userAgent(contact: String?) -> String {
    "newsdigest/\(version)" + (contact.map { " (+\($0))" } ?? "")
}
