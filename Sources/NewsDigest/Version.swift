/// The program's version (semver.org).
public let version = "0.1.0"
