import Texts

extension String {
    /// The text with each line that is wider than `width` columns broken between words. The new lines have the same
    /// indent. Those of an entry of a list (`* `) begin below its first word.
    ///
    /// A word that is wider than `width`, such as a URL, is not broken.
    func wrapped(at width: Int) -> String {
        // Scalars are compared: comparing characters normalises them, which is slow when one has many combining marks.
        unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
            Self.wrap(Substring($0), at: width)
        }.joined(separator: "\n")
    }

    private static func wrap(_ line: Substring, at width: Int) -> String {
        guard line.columns > width else { return String(line) }
        let indent = Substring(line.unicodeScalars.prefix { $0 == " " })
        let isEntry = line.unicodeScalars.dropFirst(indent.count).starts(with: "* ".unicodeScalars)
        let hanging = indent + (isEntry ? "  " : "")
        var lines: [String] = []
        var current = String(indent)
        var columns = indent.count
        for word in line.spaced {
            let isFirst = columns == indent.count
            // The number of a link stays on the line of its URL, whatever the length.
            let isAfterNumber = columns - indent.count <= 6 && word.columns > width / 2
            if !isFirst && !isAfterNumber && columns + 1 + word.columns > width {
                lines.append(current)
                current = String(hanging + word)
                columns = hanging.count + word.columns
            } else {
                current += (isFirst ? "" : " ") + word
                columns += (isFirst ? 0 : 1) + word.columns
            }
        }
        return (lines + [current]).joined(separator: "\n")
    }
}
