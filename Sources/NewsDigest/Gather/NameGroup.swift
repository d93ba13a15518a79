/// Names that the configuration accepts, for the command `categories`.
package struct NameGroup: Sendable, Equatable, Encodable {
    package struct Row: Sendable, Equatable, Encodable {
        package var name: String
        package var title: String

        init(_ name: String, _ title: String) {
            self.name = name
            self.title = title
        }
    }

    package var title: String
    package var entries: [Row]

    init(_ title: String, _ entries: [Row]) {
        self.title = title
        self.entries = entries
    }
}
