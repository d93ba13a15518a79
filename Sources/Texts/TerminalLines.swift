/// A part of a paragraph on a terminal, with one look.
package struct StyledText: Sendable, Equatable {
    package var text: String
    /// The number of the link that it is.
    package var link: Int?
    package var isBold = false

    package init(_ text: String, link: Int? = nil, isBold: Bool = false) {
        self.text = text
        self.link = link
        self.isBold = isBold
    }
}

extension String {
    /// The text as lines of at most `width` columns, broken between words and between wide characters. The new lines have
    /// the same indent.
    package func lines(ofColumns width: Int) -> [String] {
        let indent = String(prefix { $0 == " " })
        return [StyledText(self)].lines(ofColumns: width - indent.count).map { indent + $0.map(\.text).joined() }
    }
}

extension [StyledText] {
    /// The paragraph as lines of at most `width` columns. A line is broken between words, beside a wide character (but
    /// not before a punctuation mark that follows it), and within a word that is wider than a line.
    /// - Parameter keepingAddresses: whether an address stays whole, on the line of the number before it.
    package func lines(ofColumns width: Int, keepingAddresses: Bool = false) -> [[StyledText]] {
        var lines: [Line] = []
        var line = Line()
        for unit in units {
            let isWhole = keepingAddresses && unit.isAddress
            let isAfterNumber = isWhole && line.columns <= Self.widestNumber
            if !line.isEmpty, !isAfterNumber, line.columns + (unit.space == nil ? 0 : 1) + unit.columns > width {
                lines.append(line)
                line = Line()
            }
            if let span = unit.space, !line.isEmpty { line.append(" ", of: span) }
            for (span, character) in unit.parts {
                if !isWhole, !line.isEmpty, line.columns + character.columns > width {
                    lines.append(line)
                    line = Line()
                }
                line.append(character, of: span)
            }
        }
        return (line.isEmpty ? lines : lines + [line]).map { $0.parts.map { self[$0.span].showing($0.text) } }
    }

    /// The columns of the number of a link, such as `[1234]`.
    private static let widestNumber = 6

    /// Characters between which no line is broken, with the indices of their spans.
    private struct Unit {
        var parts: [(span: Int, character: Character)] = []
        var columns = 0
        /// The index of the span with the space before it; nil if there is no space.
        var space: Int?
        var beginsWord: Bool
        var isAddress = false

        mutating func append(_ character: Character, of span: Int) {
            parts.append((span, character))
            columns += character.columns
            if character == "/", parts.suffix(3).map(\.character) == [":", "/", "/"] { isAddress = true }
        }
    }

    private struct Line {
        var parts: [(span: Int, text: String)] = []
        var columns = 0
        var isEmpty: Bool { parts.isEmpty }

        mutating func append(_ character: Character, of span: Int) {
            if parts.last?.span == span {
                parts[parts.count - 1].text.append(character)
            } else {
                parts.append((span, String(character)))
            }
            columns += character.columns
        }
    }

    private var units: [Unit] {
        var units: [Unit] = []
        var space: Int?
        for (index, span) in enumerated() {
            for character in span.text {
                if character == " " {
                    space = index
                    continue
                }
                let before = units.last?.parts.last?.character
                // The host of an address may have wide letters.
                let isInAddress = units.last.map { $0.isAddress && $0.beginsWord } ?? false
                if space != nil || (before.map { !isInAddress && character.mayBeginLine(after: $0) } ?? true) {
                    units.append(Unit(space: space, beginsWord: space != nil || before == nil))
                    space = nil
                }
                units[units.count - 1].append(character, of: index)
            }
        }
        return units
    }
}

extension StyledText {
    fileprivate func showing(_ text: String) -> StyledText { StyledText(text, link: link, isBold: isBold) }
}

extension Character {
    /// Whether a line may be broken between these two, which have no space between them (simplified from Unicode UAX
    /// 14).
    fileprivate func mayBeginLine(after other: Character) -> Bool {
        guard columns > 1 || other.columns > 1 else { return false }
        switch unicodeScalars.first?.properties.generalCategory {
        case .closePunctuation, .finalPunctuation, .otherPunctuation, .modifierLetter: return false
        default: break
        }
        switch other.unicodeScalars.first?.properties.generalCategory {
        case .openPunctuation, .initialPunctuation: return false
        default: return true
        }
    }
}

extension Unicode.Scalar {
    /// The columns in a terminal, which are also a measure of how much a character says: two for wide East Asian
    /// characters and emoji (Unicode UAX 11), none for marks on another character, one for others.
    package var columns: Int {
        switch value {
        case ..<0x300: 1
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        case 0x2300...0x2BFF, 0x1F000...: properties.isEmojiPresentation ? 2 : 1
        default: properties.generalCategory == .nonspacingMark || properties.generalCategory == .format ? 0 : 1
        }
    }
}

extension Character {
    /// The columns in a terminal. Emoji that are joined to a wide one take no further column. The letters of a cluster
    /// in other scripts stand beside one another.
    package var columns: Int {
        let scalars = unicodeScalars
        guard let first = scalars.first, first.columns < 2, scalars.dropFirst().first != nil else {
            return scalars.first?.columns ?? 0
        }
        // The last selector asks for the wide picture of a sign.
        return scalars.contains("\u{FE0F}") ? 2 : scalars.reduce(0) { $0 + $1.columns }
    }
}

extension Substring {
    /// The columns in a terminal.
    package var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension [[String]] {
    /// The rows as lines with aligned columns. The last cell of a row is not padded.
    package var aligned: [String] {
        let widths = widths
        return map { row in
            let padded = zip(row.dropLast(), widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell[...].columns)
            }
            return (padded + row.suffix(1)).joined(separator: "  ")
        }
    }

    /// The rows as aligned lines of at most `width` columns; nil sets no limit.
    ///
    /// The first cell of a row is its title, which is cut last. Before it, columns are cut or left out, those at the end
    /// first.
    /// - Parameter kept: the number of columns that are neither cut nor left out, except the title.
    package func aligned(within width: Int?, keeping kept: Int = 1) -> [String] {
        guard let width else { return aligned }
        var limits = widths
        func excess() -> Int { limits.reduce(-2) { $0 + $1 + 2 } - width }
        while excess() > 0, limits.count > kept, let last = limits.last {
            limits.removeLast()
            if -excess() - 2 >= Self.leastCell { limits.append(Swift.min(last, -excess() - 2)) }
        }
        if excess() > 0, let title = limits.first { limits[0] = Swift.max(1, title - excess()) }
        return map { row in zip(row, limits).map { $0.cut(toColumns: $1) } }.aligned
    }

    /// A cell is left out if fewer columns than these were left of it.
    private static let leastCell = 12

    /// The widths of the columns.
    private var widths: [Int] {
        var widths: [Int] = []
        for row in self {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = Swift.max(widths[column], cell[...].columns)
            }
        }
        return widths
    }
}

extension String {
    /// The beginning of the text in at most this number of columns, with an ellipsis if something is missing.
    package func cut(toColumns width: Int) -> String {
        guard self[...].columns > width else { return self }
        var columns = 1
        let beginning = prefix { character in
            columns += character.columns
            return columns <= width
        }
        return beginning + "…"
    }

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
