/// A part of a text that is not shown, and the name of the rule that took it.
package struct Removal: Sendable, Equatable, Codable {
    package let rule: String
    /// One line, at most `longest` scalars.
    package let text: String

    package init(rule: String, text: String) {
        (self.rule, self.text) = (rule, text)
    }

    /// What `before` has between the beginning and the end that it shares with `after`. Nil if that is nothing.
    package init?(_ rule: String, from before: String, to after: String) {
        let (old, new) = (Array(before.unicodeScalars), Array(after.unicodeScalars))
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        let lost = String(scalars: old[start..<(old.count - end)]).split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        guard !lost.isEmpty else { return nil }
        self.init(rule: rule, text: lost.clipped(to: Self.longest))
    }

    /// Of one item, so many are shown. One more is kept, which says that there are more.
    package static let mostShown = 12

    /// In scalars.
    private static let longest = 100
}
