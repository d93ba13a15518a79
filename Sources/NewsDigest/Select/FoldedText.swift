import Foundation

/// Text as it is compared: without case, accents that Russian readers leave out, and punctuation.
enum FoldedText {
    /// The words, in order: lower case (compatibility forms made plain), `ё` as `е`, no apostrophes inside words.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in text.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            if scalar == "ё" {
                word.append("е")
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil || isMark(scalar) {
                word.append(scalar)
            } else if !isApostrophe(scalar), !word.isEmpty {
                words.append(String(word))
                word.removeAll()
            }
        }
        if !word.isEmpty { words.append(String(word)) }
        return words
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "'" || scalar == "’" || scalar == "ʼ" || scalar == "`"
    }
}
