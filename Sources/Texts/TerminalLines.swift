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
    package func lines(ofColumns width: Int) -> [[StyledText]] {
        var lines: [Line] = []
        var line = Line()
        for unit in units {
            if !line.isEmpty, line.columns + (unit.space == nil ? 0 : 1) + unit.columns > width {
                lines.append(line)
                line = Line()
            }
            if let span = unit.space, !line.isEmpty { line.append(" ", of: span) }
            for (span, character) in unit.parts {
                if !line.isEmpty, line.columns + character.columns > width {
                    lines.append(line)
                    line = Line()
                }
                line.append(character, of: span)
            }
        }
        return (line.isEmpty ? lines : lines + [line]).map { $0.parts.map { self[$0.span].showing($0.text) } }
    }

    /// Characters between which no line is broken, with the indices of their spans.
    private struct Unit {
        var parts: [(span: Int, character: Character)] = []
        var columns = 0
        /// The index of the span with the space before it; nil if there is no space.
        var space: Int?
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
                if space != nil || (before.map { character.mayBeginLine(after: $0) } ?? true) {
                    units.append(Unit(space: space))
                    space = nil
                }
                units[units.count - 1].parts.append((index, character))
                units[units.count - 1].columns += character.columns
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
