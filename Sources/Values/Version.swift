/// The program's version (semver.org).
package let version = "0.1.0"

/// How the program names itself to servers (RFC 9110, section 10.1.5).
///
/// - Parameter contact: where whoever runs it can be reached.
package func userAgent(contact: String?) -> String {
    "newsdigest/\(version)" + (contact.map { " (+\($0))" } ?? "")
}
