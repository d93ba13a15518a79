import Foundation

/// How each Unicode scalar is read for the comparison: as a letter without case and accents, as a digit, or as a
/// separator between words.
struct LetterTable {
    /// The folded letter (UTF-16 code unit) of each scalar below `limit`; 0 for a separator, 1 for a scalar that is
    /// skipped inside a word.
    private let folded: [UInt16]

    static let standard = LetterTable()

    static let limit: UInt32 = 0x2000
    static let space: UInt16 = 0
    static let skipped: UInt16 = 1

    private init() {
        folded = (0..<Self.limit).map { Unicode.Scalar($0).map(Self.fold) ?? Self.space }
    }

    func fold(_ scalar: UInt32) -> UInt16 {
        if scalar < Self.limit { return folded[Int(scalar)] }
        switch scalar {
        // Typographic apostrophes and joiners do not separate words.
        case 0x2018, 0x2019, 0x200B...0x200F, 0x2060: return Self.skipped
        // Full-width ASCII
        case 0xFF01...0xFF5E: return folded[Int(scalar - 0xFEE0)]
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
            0xF900...0xFAFF:
            return UInt16(scalar)
        case 0x2C00...0x2DFF, 0xA640...0xA69F, 0xA720...0xABFF: return UInt16(scalar)
        default: return Self.space
        }
    }

    /// Whether the letter belongs to a script without spaces. Each of its signs counts as a word.
    static func isIdeograph(_ letter: UInt16) -> Bool {
        (0x3041...0x30FA).contains(letter) || (0x3400...0x9FFF).contains(letter) || letter >= 0xF900
    }

    /// Whether it is a letter of an alphabet, and not a digit.
    static func isPlain(_ letter: UInt16) -> Bool { letter > 0x39 && letter < 0x3041 }

    static func isDigit(_ letter: UInt16) -> Bool { letter >= 0x30 && letter <= 0x39 }

    private static func fold(_ scalar: Unicode.Scalar) -> UInt16 {
        switch scalar {
        // Apostrophes and the soft hyphen do not separate words. Combining marks are removed with the accents.
        case "'", "ʼ", "`", "´", "\u{AD}": return skipped
        // Languages without the dotless i write Turkish names with `i`.
        case "ı": return UInt16(0x69)
        default: break
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return skipped
        case .decimalNumber: return properties.numericValue.map { UInt16(0x30 + Int($0)) } ?? space
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter, .spacingMark: break
        default: return space
        }
        let base = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.first ?? scalar
        let lower = base.properties.lowercaseMapping.unicodeScalars.first ?? base
        return UInt16(truncatingIfNeeded: lower.value)
    }
}
