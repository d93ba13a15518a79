import Foundation

// Texts from outside, without characters that control a terminal or a display.

extension String {
    /// One line without control characters, bidirectional overrides and other active characters.
    package var cleanLine: String {
        isCleanLine ? self : withSingleSpaces
    }

    /// The paragraphs of the text, each as a clean line. Every line break ends a paragraph.
    package var cleanParagraphs: [String] {
        if isCleanLine { return [self] }
        return unicodeScalars.split(whereSeparator: \.isLineBreak).map { String($0).cleanLine }.filter { !$0.isEmpty }
    }

    /// The clean paragraphs, with an empty line between two of them.
    package var cleanText: String { cleanParagraphs.joined(separator: "\n\n") }

    /// The text without terminal escapes, bidirectional overrides and invisible characters. Whitespace stays.
    package var withoutControls: String {
        String(scalars: unicodeScalars.lazy.filter { !$0.isActive })
    }

    /// The text without the characters that XML does not allow (XML, section 2.2, `Char`).
    package var ofXML: String { String(scalars: unicodeScalars.lazy.filter(\.isOfXML)) }

    /// The text with line breaks and tabs as spaces, and without invisible or active characters.
    package var onOneLine: String {
        guard !isPlainLine else { return self }
        return String(scalars: unicodeScalars.lazy.compactMap(\.onOneLine))
    }

    /// Whether the text contains a line break or another control character, which a single line must not have.
    package var hasControls: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }

    /// The words without active characters and with one space between two of them.
    private var withSingleSpaces: String {
        var line: [Unicode.Scalar] = []
        line.reserveCapacity(utf8.count)
        var isBetweenWords = false
        for scalar in unicodeScalars where !scalar.isActive {
            if scalar.isSpace {
                isBetweenWords = true
            } else {
                if isBetweenWords, !line.isEmpty { line.append(" ") }
                isBetweenWords = false
                line.append(scalar)
            }
        }
        return String(scalars: line)
    }

    /// Whether the text has only single spaces, none at its ends, and characters that are easily told from active ones.
    /// Most texts are like that.
    private var isCleanLine: Bool {
        var wasSpace = true
        for scalar in unicodeScalars {
            let isSpace = scalar == " "
            guard scalar.isPlain, !(isSpace && wasSpace) else { return false }
            wasSpace = isSpace
        }
        return !wasSpace
    }

    private var isPlainLine: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}

extension Unicode.Scalar {
    /// Whether the scalar is active: a control that is not whitespace, a bidirectional control (Unicode UAX 9), an
    /// invisible character, or no character at all. Joiners and variation selectors are not active, because emoji and
    /// several scripts need them.
    fileprivate var isActive: Bool {
        if isPlain { return false }
        switch value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029, 0x200C, 0x200D, 0xFE00...0xFE0F: return false
        case 0xFFF9...0xFFFD: return true
        default: break
        }
        switch properties.generalCategory {
        case .control, .surrogate, .privateUse: return true
        default:
            return properties.isBidiControl || properties.isDefaultIgnorableCodePoint
                || properties.isNoncharacterCodePoint
        }
    }

    /// Whether nobody sees it: a control, a mark of direction, a soft hyphen, a joiner, a tag character.
    package var isInvisible: Bool {
        if (0x20...0x7E).contains(value) { return false }
        switch properties.generalCategory {
        case .control, .format: return true
        default: return properties.isDefaultIgnorableCodePoint
        }
    }

    fileprivate var isSpace: Bool { isPlain ? self == " " : properties.isWhitespace }

    /// Whether the scalar is in one of the most frequent blocks: ASCII, Latin, Greek, Cyrillic, dashes and quotation
    /// marks. These contain no active scalar, and no whitespace except U+0020.
    fileprivate var isPlain: Bool {
        switch value {
        case 0x20...0x7E, 0xAE...0x34E, 0x370...0x52F, 0x2010...0x2027, 0x2030...0x205E: true
        default: false
        }
    }

    /// Whether the scalar ends a line (Unicode, section 5.8).
    fileprivate var isLineBreak: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// The scalar for a log line. Joiners are removed, because they could hide the difference between two names.
    fileprivate var onOneLine: Unicode.Scalar? {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: " "
        default: isActive && value != 0xFFFD || properties.isDefaultIgnorableCodePoint ? nil : self
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isOfXML: Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}

extension String {
    /// The text with at most 30 combining marks in a row, as in the stream-safe text format (Unicode UAX 15, section
    /// 13). Then comparing, hashing and normalising take time in proportion to the length.
    ///
    /// Further marks are removed. The format itself would separate them by a joiner, which `cleanLine` would remove. No
    /// language needs so many. Characters that `cleanLine` removes do not separate marks here either.
    package var streamSafe: String {
        isStreamSafe ? self : String(StreamSafe.scalars(unicodeScalars))
    }

    package var isStreamSafe: Bool {
        var text = self
        return !text.withUTF8(Self.mayHaveMarks) || StreamSafe.isSafe(unicodeScalars)
    }

    /// Whether the text may contain combining marks. Most texts have no character from the blocks with marks. Among the
    /// lead bytes from U+0300 on, two are for Cyrillic letters.
    private static func mayHaveMarks(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.contains { $0 >= 0xCC && $0 != 0xD0 && $0 != 0xD1 }
    }
}

private enum StreamSafe {
    static let longestRun = 30

    static func isSafe(_ scalars: String.UnicodeScalarView) -> Bool {
        var run = 0
        return scalars.allSatisfy { isKept($0, &run) }
    }

    static func scalars(_ scalars: String.UnicodeScalarView) -> String.UnicodeScalarView {
        var kept = String.UnicodeScalarView()
        var run = 0
        for scalar in scalars where isKept(scalar, &run) { kept.append(scalar) }
        return kept
    }

    private static func isKept(_ scalar: Unicode.Scalar, _ run: inout Int) -> Bool {
        if isMark(scalar) {
            run += 1
            return run <= longestRun
        }
        if run > 0, !scalar.isActive { run = 0 }
        return true
    }

    /// Whether the scalar is reordered by normalisation, now or after compatibility forms are replaced, or belongs to
    /// the character before it.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Letters of Europe, East Asia and Korea; dashes and quotation marks
        case ..<0x300, 0x400...0x482, 0x2010...0x2027, 0x3041...0x3096, 0x30A1...0x30FF, 0x3400...0x9FFF,
            0xAC00...0xD7A3:
            false
        default: scalar.properties.isGraphemeExtend || scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
