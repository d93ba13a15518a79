import Foundation

// Texts of others without what acts instead of being read.

extension String {
    /// One line without control characters, bidirectional overrides or anything else that acts instead of being read.
    package var cleanLine: String {
        if isCleanASCII { return self }
        let words = withoutControls.unicodeScalars.split { $0.properties.isWhitespace }
        return String(String.UnicodeScalarView(words.joined(separator: [" "])))
    }

    /// The same for text of several paragraphs, which are kept apart by one empty line.
    package var cleanParagraphs: [String] {
        split { $0.isNewline }.map { String($0).cleanLine }.filter { !$0.isEmpty }
    }

    /// Without terminal escapes, bidirectional overrides and what is invisible; white space stays.
    package var withoutControls: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isActive }))
    }

    /// Line breaks and tabs as spaces, and nothing that is invisible or acts instead of being read.
    package var onOneLine: String {
        guard !isPlainLine else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.compactMap(\.onOneLine)))
    }

    /// Whether a line break or another control character is in it, which no single line of text has.
    package var hasControls: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }

    /// Most text is; this saves looking at each scalar.
    private var isCleanASCII: Bool {
        var previous = UInt8(ascii: " ")
        for byte in utf8 {
            guard (0x20...0x7E).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20
    }

    private var isPlainLine: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}

extension Unicode.Scalar {
    /// Controls that are not white space; bidirectional controls (Unicode UAX 9); invisible characters other than the
    /// joiners and variation selectors that emoji and several scripts need; and what is no character.
    var isActive: Bool {
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

    /// A log does without the joiners, which could hide the difference between two names.
    fileprivate var onOneLine: Unicode.Scalar? {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: " "
        default: isActive && value != 0xFFFD || properties.isDefaultIgnorableCodePoint ? nil : self
        }
    }
}
