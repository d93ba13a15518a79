/// A kind of source. `Settings` has the list of all kinds.
package struct SourceKind: Sendable, Hashable {
    /// The name in the configuration: of its tables, and under `sources`.
    package let rawValue: String
    /// The beginning of the ids of its sources.
    package let sourcePrefix: String

    package init(_ name: String, sourcePrefix: String) { (rawValue, self.sourcePrefix) = (name, sourcePrefix) }

    package static let feeds = SourceKind("feeds", sourcePrefix: "feed:")
    package static let calendars = SourceKind("calendars", sourcePrefix: "calendar:")
}
