import Foundation

/// Text in the form for comparison: without case, without accents that Russian writers leave out, without punctuation.
package enum FoldedText {
    /// The words in order: in lower case, with compatibility forms replaced, with `е` for `ё`, without apostrophes.
    package static func words(of text: String) -> [String] {
        bytes(of: text).split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The words with single spaces between them.
    package static func folded(_ text: String) -> String { String(decoding: bytes(of: text), as: UTF8.self) }

    private static func bytes(of text: String) -> [UInt8] {
        var text = text
        return text.withUTF8(PlainLetters.folded) ?? Array(fullyFolded(text).utf8)
    }

    /// The words without accents, as people type them, with `i` for the Turkish `ı`.
    package static func bareWords(of text: String) -> [String] {
        words(of: text.folding(options: .diacriticInsensitive, locale: nil)).map {
            $0.replacing(literal: "ı", with: "i")
        }
    }

    /// All spellings of a folded word with `i` and `ı`; the word itself is first. If a word has more than four of these
    /// letters, only the spellings with all `i` and with all `ı` are added.
    package static func dottedAndDotless(_ word: String) -> [String] {
        let count = word.count { $0 == "i" || $0 == "ı" }
        guard count <= 4 else {
            let others = [word.replacing(literal: "ı", with: "i"), word.replacing(literal: "i", with: "ı")]
            return [word] + others.filter { $0 != word }
        }
        var spellings = [""]
        for letter in word {
            let choices: [Character] = letter == "i" ? ["i", "ı"] : letter == "ı" ? ["ı", "i"] : [letter]
            spellings = spellings.flatMap { start in choices.map { start + String($0) } }
        }
        return spellings
    }

    /// Folds by the tables of Unicode, for letters of all scripts.
    private static func fullyFolded(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        var isBetweenWords = false
        for scalar in text.streamSafe.precomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            if isOfWord(scalar) {
                if isBetweenWords, !line.isEmpty { line.append(" ") }
                isBetweenWords = false
                line.append(scalar == "ё" ? "е" : scalar)
            } else if !isApostrophe(scalar) {
                isBetweenWords = true
            }
        }
        return String(line)
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return UInt8(scalar.value).isLetterOrDigit }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: return true
        default: return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
    }

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "'" || scalar == "’" || scalar == "ʼ" || scalar == "`"
    }
}

/// Folds the most frequent characters: ASCII, the letters of Western Europe, Russian letters and the usual punctuation.
/// They need no tables, so this is many times faster.
private enum PlainLetters {
    /// Nil for text with any other character.
    static func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var line: [UInt8] = []
        line.reserveCapacity(text.count)
        var isBetweenWords = false
        var index = 0
        while index < text.count {
            guard let (step, length) = step(text, at: index) else { return nil }
            index += length
            switch step {
            case .skip: break
            case .part: isBetweenWords = true
            case .letter(let scalar):
                if isBetweenWords, !line.isEmpty { line.append(0x20) }
                isBetweenWords = false
                if scalar < 0x80 {
                    line.append(UInt8(scalar))
                } else {
                    line.append(UInt8(0xC0 | scalar >> 6))
                    line.append(UInt8(0x80 | scalar & 0x3F))
                }
            }
        }
        return line
    }

    private enum Step {
        case letter(UInt32)
        case part
        case skip
    }

    /// The kind of the character at `index`, and its number of bytes.
    private static func step(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (Step, Int)? {
        let first = UInt32(text[index])
        switch first {
        case 0x61...0x7A, 0x30...0x39: return (.letter(first), 1)
        case 0x41...0x5A: return (.letter(first + 0x20), 1)
        case 0x27, 0x60: return (.skip, 1)
        case ..<0x80: return (.part, 1)
        case 0xC2...0xDF where index + 1 < text.count:
            return letter((first & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F)).map { ($0, 2) }
        case 0xE2 where index + 2 < text.count:
            switch (text[index + 1], text[index + 2]) {
            case (0x80, 0x99): return (.skip, 3)
            // Narrow spaces, dashes, quotation marks, bullets, dots; without U+2017, which contains a combining mark
            case (0x80, 0x80...0x8B), (0x80, 0x90...0x96), (0x80, 0x98...0xA7), (0x80, 0xAF...0xBA): return (.part, 3)
            // Currencies, arrows
            case (0x82, 0xA9...0xBF), (0x86, 0x90...0xBF): return (.part, 3)
            default: return nil
            }
        default: return nil
        }
    }

    private static func letter(_ scalar: UInt32) -> Step? {
        switch scalar {
        // The no-break space, «» and other signs
        case 0xA0...0xA7, 0xA9, 0xAB...0xAE, 0xB0, 0xB1, 0xB6, 0xB7, 0xBB, 0xBF, 0xD7, 0xF7: .part
        case 0xC0...0xDE: .letter(scalar + 0x20)
        case 0xDF...0xFF: .letter(scalar)
        // Pairs of a capital and a small letter; without İ, Ĳ and others that become two letters
        case 0x131: .letter(scalar)
        case 0x100...0x12F, 0x134...0x137, 0x14A...0x177: .letter(scalar | 1)
        case 0x139...0x13E, 0x141...0x148, 0x179...0x17E: .letter(scalar + scalar % 2)
        case 0x401, 0x451: .letter(0x435)
        case 0x400...0x40F: .letter(scalar + 0x50)
        case 0x410...0x42F: .letter(scalar + 0x20)
        case 0x430...0x45F: .letter(scalar)
        default: nil
        }
    }
}
