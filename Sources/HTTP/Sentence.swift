import Foundation

extension String {
    /// What may be printed or stored of words that servers, feeds, programs or users gave: one line without anything
    /// that a terminal or a log would obey, and without a secret.
    public var cleanSentence: String { onOneLine.withoutSecrets }

    /// Without any secret that is known, or that the name of an address's parameter gives away.
    public var withoutSecrets: String { SecretParameters.hide(in: Redactor.current?.hide(in: self) ?? self) }

    /// Line breaks and tabs as spaces, and nothing that is invisible or acts instead of being read.
    public var onOneLine: String {
        guard !isPlainLine else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.compactMap(\.onOneLine)))
    }

    private var isPlainLine: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}

extension Unicode.Scalar {
    /// Controls that are not white space; bidirectional controls (Unicode UAX 9); invisible characters other than the
    /// joiners and variation selectors that emoji and several scripts need; and what is no character.
    public var isActive: Bool {
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
