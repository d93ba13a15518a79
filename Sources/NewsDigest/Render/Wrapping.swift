extension String {
    /// The text with each line that is wider than `width` columns broken between words. The new lines have the same
    /// indent.
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
        var lines: [String] = []
        var current = String(indent)
        var columns = indent.count
        for word in line.unicodeScalars.split(separator: " ").map({ Substring($0) }) {
            let isFirst = columns == indent.count
            // The number of a link stays on the line of its URL, whatever the length.
            let isAfterNumber = columns - indent.count <= 6 && word.columns > width / 2
            if !isFirst && !isAfterNumber && columns + 1 + word.columns > width {
                lines.append(current)
                current = String(indent + word)
                columns = indent.count + word.columns
            } else {
                current += (isFirst ? "" : " ") + word
                columns += (isFirst ? 0 : 1) + word.columns
            }
        }
        return (lines + [current]).joined(separator: "\n")
    }
}

extension Substring {
    /// The columns in a terminal: two for wide East Asian characters and emoji (Unicode UAX 11), one for others.
    fileprivate var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Character {
    fileprivate var columns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
