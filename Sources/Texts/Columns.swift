extension Unicode.Scalar {
    /// The columns in a terminal, which are also a measure of how much a character says: two for wide East Asian
    /// characters and emoji (Unicode UAX 11), none for marks on another character, one for others.
    package var columns: Int {
        switch value {
        case ..<0x300: 1
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: properties.generalCategory == .nonspacingMark || properties.generalCategory == .format ? 0 : 1
        }
    }
}

extension Substring {
    /// The columns in a terminal. A character is as wide as its first scalar, because the marks and the joined emoji
    /// after it take no column.
    package var columns: Int { reduce(0) { $0 + ($1.unicodeScalars.first?.columns ?? 0) } }
}

extension [[String]] {
    /// The rows as lines with aligned columns. The last cell of a row is not padded.
    package var aligned: [String] {
        var widths: [Int] = []
        for row in self {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = Swift.max(widths[column], cell[...].columns)
            }
        }
        return map { row in
            let padded = zip(row.dropLast(), widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell[...].columns)
            }
            return (padded + row.suffix(1)).joined(separator: "  ")
        }
    }
}

extension String {
    /// The text, cut by the rules of `clipped(to:)` to at most this number of columns. It is cut after a sentence if
    /// one ends in the second half. A text that would lose only its last words is cut earlier.
    package func clipped(toColumns width: Int) -> String {
        guard utf8.count > width else { return self }
        var columns = 0
        // Marks take no column. So the number of scalars is limited too.
        let fitting = unicodeScalars.prefix(4 * width).prefix { scalar in
            columns += scalar.columns
            return columns <= width
        }
        func clipped(closesAfterCut: Bool) -> String {
            self.clipped(to: fitting.count, sentenceFrom: fitting.count / 2, closesAfterCut: closesAfterCut)
        }
        let shorter = fitting.count * 9 / 10
        let losesFewWords = unicodeScalars.dropFirst(shorter).count < 2 * (fitting.count - shorter)
        if losesFewWords, !hasSuffix("…"), clipped(closesAfterCut: false).hasSuffix("…") {
            return self.clipped(to: shorter)
        }
        return clipped(closesAfterCut: true)
    }
}
