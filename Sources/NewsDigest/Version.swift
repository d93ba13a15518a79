/// The program's version (semver.org).
public let version = "0.1.0"

/// How the program names itself to servers (RFC 9110, section 10.1.5).
let userAgent = "newsdigest/\(version) (+https://github.com/newsdigest/newsdigest)"
