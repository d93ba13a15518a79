/// Names that the configuration accepts, for the command `categories`.
package struct NameGroup: Sendable, Equatable, Encodable {
    package struct Row: Sendable, Equatable, Encodable {
        package var name: String
        package var title: String
        /// Other names of the section.
        package var aliases: [String]?

        package init(_ name: String, _ title: String, aliases: [String] = []) {
            (self.name, self.title) = (name, title)
            self.aliases = aliases.isEmpty ? nil : aliases
        }
    }

    package var title: String
    package var entries: [Row]

    package init(_ title: String, _ entries: [Row]) {
        (self.title, self.entries) = (title, entries)
    }
}
