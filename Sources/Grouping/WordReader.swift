import Foundation
import Texts

/// Reads the words of a text in UTF-8, one after the other, without making strings.
///
/// Entities are decoded and tags are skipped, because feeds use different escaping. `10,000` is one number. `1.5` and
/// `1,5` are the same number. An apostrophe does not end a word.
struct WordReader {
    /// What is between a word and the word before it. If there are several, the one that is last in this list counts.
    enum Gap: UInt8, Comparable {
        case space, hyphen, mark, colon, dash, bar

        static func < (a: Gap, b: Gap) -> Bool { a.rawValue < b.rawValue }
    }

    // These describe the last word.
    private(set) var hash: UInt32 = 0
    /// The hash of the first five letters; for a word with a digit, the hash of all its letters and digits. In a script
    /// without spaces, each sign is a word, and this is the hash of the word that begins there; 0 if none does.
    private(set) var prefix: UInt32 = 0
    private(set) var hasDigit = false
    private(set) var gap = Gap.mark
    /// Whether the first letter is a capital letter from `A` to `Z` or from `Ѐ` to `Я`.
    private(set) var isCapital = false
    /// Whether an opening bracket is between this word and the word before it.
    private(set) var isBracketed = false
    var letters: ArraySlice<UInt16> { buffer[..<length] }
    private(set) var length = 0

    private let table = LetterTable.standard
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// The position after the word before the last one that was read or looked for.
    private var afterWord = 0
    /// Whether there may be another `>` in the rest of the text.
    private var hasTagEnds = true
    /// The letters of the last word. After them there may be letters of earlier, longer words.
    private var buffer: [UInt16]
    private var state = FNV32.start
    /// Where the signs of one script end that were read last.
    private var run: (end: Int, script: LetterTable.Script) = (-1, .ideograph)
    /// The number of dots inside the present word.
    private var dots = 0

    private static let prefixLength = 5
    private static let longestWord = 40

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        buffer = Array(repeating: 0, count: Self.longestWord)
    }

    /// Reads to the end of the next word. False at the end of the text.
    mutating func next() -> Bool {
        startWord()
        var sawSpace = position == 0
        var dash = false
        while position < bytes.count {
            let start = position
            let scalar = nextScalar()
            let letter = table.fold(scalar)
            if letter > LetterTable.skipped {
                if dash, !sawSpace { gap = max(gap, .hyphen) }
                append(letter)
                isCapital = (0x41...0x5A).contains(scalar) || (0x400...0x42F).contains(scalar)
                if let script = LetterTable.script(of: letter) { return endSign(of: script, from: start) }
                readRest()
                return endWord()
            }
            if letter == LetterTable.skipped { continue }
            switch scalar {
            case 0x20, 0xA0, 0x09, 0x0A, 0x0D, 0x202F, 0x2009:
                if dash { gap = max(gap, .dash) }
                dash = false
                sawSpace = true
                continue
            case 0x2D, 0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212:
                if sawSpace || scalar == 0x2014 || dash { dash = true } else { gap = max(gap, .hyphen) }
            case 0x7C, 0x2022, 0xB7: gap = max(gap, .bar)
            case 0x3A: gap = max(gap, isNext(0x3A) ? .bar : isNext(0x20) ? .colon : .mark)
            case 0x28, 0x5B:
                isBracketed = true
                gap = max(gap, .mark)
            default: gap = max(gap, .mark)
            }
        }
        return false
    }

    /// Whether the text was read to its end, and ends with a sign that its publisher cut it.
    var isTruncated: Bool {
        guard position == bytes.count, afterWord < position else { return false }
        var rest = self
        rest.position = afterWord
        var end = String.UnicodeScalarView()
        while rest.position < bytes.count {
            let scalar = rest.nextScalar()
            if table.fold(scalar) != LetterTable.skipped, let scalar = Unicode.Scalar(scalar) { end.append(scalar) }
        }
        return String(end).beforeCutSign != nil
    }
}

extension WordReader {
    private mutating func startWord() {
        afterWord = position
        length = 0
        dots = 0
        state = FNV32.start
        hasDigit = false
        gap = .space
        isBracketed = false
    }

    private mutating func append(_ letter: UInt16) {
        state = Self.state(state, adding: letter)
        if LetterTable.isDigit(letter) { hasDigit = true }
        if length < Self.longestWord {
            buffer[length] = letter
            length += 1
            if length == Self.prefixLength { prefix = state }
        }
    }

    private mutating func endWord() -> Bool {
        hash = mixed(state)
        prefix = max(1, length < Self.prefixLength || hasDigit ? hash : mixed(prefix))
        return true
    }

    /// Finds the prefix of a sign. In Chinese and Japanese, most words are two ideographs, or one between other signs.
    /// Words of katakana are names and loans, and hiragana is for endings and particles.
    private mutating func endSign(of script: LetterTable.Script, from start: Int) -> Bool {
        let isInRun = start == run.end && script == run.script
        run = (position, script)
        _ = endWord()
        var rest = self
        switch script {
        case .hiragana: prefix = 0
        case .katakana where isInRun: prefix = 0
        case .katakana:
            var word = state
            for _ in 1..<Self.prefixLength {
                guard let next = rest.nextLetter(of: script) else { break }
                word = Self.state(word, adding: next)
            }
            prefix = max(1, mixed(word))
        case .ideograph:
            if let next = rest.nextLetter(of: script) {
                prefix = max(1, mixed(Self.state(state, adding: next)))
            } else if isInRun {
                prefix = 0
            }
        }
        return true
    }

    /// The next character, if it is a letter of a script.
    private mutating func nextLetter(of script: LetterTable.Script) -> UInt16? {
        guard position < bytes.count else { return nil }
        let letter = table.fold(nextScalar())
        return LetterTable.script(of: letter) == script ? letter : nil
    }

    private mutating func readRest() {
        while position < bytes.count {
            readPlainLetters()
            guard position < bytes.count else { return }
            let start = position
            let scalar = nextScalar()
            let letter = table.fold(scalar)
            if letter > LetterTable.skipped {
                if LetterTable.script(of: letter) != nil {
                    position = start
                    return
                }
                append(letter)
            } else if letter == LetterTable.space, !isInsideNumber(scalar), !isInsideAcronym(scalar) {
                position = start
                return
            }
        }
    }

    /// Reads up to the first character that is not a letter of one or two bytes. Most words have only such letters.
    private mutating func readPlainLetters() {
        let (bytes, table) = (bytes, table)
        var (position, length, state, prefix) = (position, length, state, prefix)
        buffer.withUnsafeMutableBufferPointer { buffer in
            while position < bytes.count {
                let first = bytes[position]
                let isOneByte = first < 0x80
                guard isOneByte || ((0xC2..<0xE0).contains(first) && position + 1 < bytes.count) else { return }
                let scalar = isOneByte ? UInt32(first) : UInt32(first & 0x1F) << 6 | UInt32(bytes[position + 1] & 0x3F)
                let letter = table.fold(scalar)
                guard LetterTable.isPlain(letter) else { return }
                state = Self.state(state, adding: letter)
                if length < Self.longestWord {
                    buffer[length] = letter
                    length += 1
                    if length == Self.prefixLength { prefix = state }
                }
                position += isOneByte ? 1 : 2
            }
        }
        (self.position, self.length, self.state, self.prefix) = (position, length, state, prefix)
    }

    private static func state(_ state: UInt32, adding letter: UInt16) -> UInt32 {
        let state = FNV32.adding(UInt32(letter), to: state)
        return state ^ (state >> 15)
    }

    /// Skips the separator inside `10,000`, `10 000` (with a no-break space) and `1.5`. A decimal fraction keeps it as
    /// a dot.
    private mutating func isInsideNumber(_ scalar: UInt32) -> Bool {
        guard hasDigit, LetterTable.isDigit(buffer[length - 1]) else { return false }
        guard scalar == 0x2C || scalar == 0x2E || scalar == 0xA0 || scalar == 0x202F else { return false }
        var digits = 0
        while position + digits < bytes.count, digits < 4, bytes[position + digits] &- 0x30 < 10 { digits += 1 }
        if digits == 3, length <= 3 || scalar == 0x2C { return true }
        guard digits > 0, scalar == 0x2C || scalar == 0x2E else { return false }
        append(0x2E)
        return true
    }

    /// Skips the dot inside `U.S.` and `S.T.A.L.K.E.R.`: each letter has a dot after it.
    private mutating func isInsideAcronym(_ scalar: UInt32) -> Bool {
        guard scalar == 0x2E, length == dots + 1, length < Self.longestWord, position < bytes.count else {
            return false
        }
        var next = self
        let letter = table.fold(next.nextScalar())
        guard letter > LetterTable.skipped, !LetterTable.isDigit(letter), LetterTable.script(of: letter) == nil else {
            return false
        }
        if next.position < bytes.count {
            let after = table.fold(next.nextScalar())
            guard after <= LetterTable.skipped else { return false }
        }
        dots += 1
        return true
    }

    private func isNext(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }

    /// Reads the next scalar. An entity is decoded, and a tag counts as a space.
    private mutating func nextScalar() -> UInt32 {
        let first = bytes[position]
        if first < 0x80 {
            position += 1
            if first == UInt8(ascii: "&") { return entity() ?? 0x26 }
            if first == UInt8(ascii: "<") { return tag() }
            return UInt32(first)
        }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard first >= 0xC2, position + length <= bytes.count else {
            position += 1
            return 0xFFFD
        }
        var scalar = UInt32(first) & (0x7F >> UInt32(length))
        for offset in 1..<length { scalar = scalar << 6 | UInt32(bytes[position + offset] & 0x3F) }
        position += length
        return scalar
    }

    /// Reads an entity after `&`, even if it was escaped several times (`&amp;quot;`). Nil if it is a plain ampersand.
    private mutating func entity() -> UInt32? {
        guard var scalar = escapedOnce() else { return nil }
        while scalar == 0x26, let inner = escapedOnce() { scalar = inner }
        return scalar
    }

    /// Decodes `#39;`, `#x27;` or a name, and skips it.
    private mutating func escapedOnce() -> UInt32? {
        var end = position
        while end < bytes.count, end - position < 9, bytes[end] != UInt8(ascii: ";") { end += 1 }
        guard end < bytes.count, end > position, bytes[end] == UInt8(ascii: ";") else { return nil }
        let name = String(decoding: bytes[position..<end], as: UTF8.self)
        let scalar: UInt32?
        if name.hasPrefix("#x") || name.hasPrefix("#X") {
            scalar = UInt32(name.dropFirst(2), radix: 16)
        } else if name.hasPrefix("#") {
            scalar = UInt32(name.dropFirst())
        } else {
            scalar = Self.entities[name]
        }
        if scalar != nil { position = end + 1 }
        return scalar
    }

    /// Skips a tag after `<`. If no tag begins there, `<` is plain text.
    private mutating func tag() -> UInt32 {
        guard position < bytes.count else { return 0x3C }
        let next = bytes[position] | 0x20
        guard (next >= 0x61 && next <= 0x7A) || bytes[position] == 0x2F || bytes[position] == 0x21 else { return 0x3C }
        guard hasTagEnds else { return 0x3C }
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
            hasTagEnds = false
            return 0x3C
        }
        position = end + 1
        return 0x20
    }

    private static let entities: [String: UInt32] = [
        "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27, "nbsp": 0xA0, "laquo": 0xAB, "raquo": 0xBB,
        "ndash": 0x2013, "mdash": 0x2014, "hellip": 0x2026, "lsquo": 0x2018, "rsquo": 0x2019, "ldquo": 0x201C,
        "rdquo": 0x201D, "bdquo": 0x201E, "sbquo": 0x201A, "shy": 0xAD, "middot": 0xB7, "bull": 0x2022,
        "eacute": 0xE9, "aacute": 0xE1, "iacute": 0xED, "oacute": 0xF3, "uacute": 0xFA, "ntilde": 0xF1, "ccedil": 0xE7,
        "atilde": 0xE3, "otilde": 0xF5, "auml": 0xE4, "ouml": 0xF6, "uuml": 0xFC, "szlig": 0xDF, "agrave": 0xE0,
        "egrave": 0xE8, "ecirc": 0xEA,
    ]
}

/// The finaliser of MurmurHash3. It lets every bit of the hash change all bits of the result.
func mixed(_ hash: UInt32) -> UInt32 {
    var hash = hash
    hash = (hash ^ (hash >> 16)) &* 0x85EB_CA6B
    hash = (hash ^ (hash >> 13)) &* 0xC2B2_AE35
    return hash ^ (hash >> 16)
}

func mixed(_ hash: UInt64) -> UInt64 {
    var hash = hash
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ (hash >> 33)
}

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

    /// The scripts of Chinese and Japanese, which write no spaces between words.
    enum Script { case ideograph, hiragana, katakana }

    /// The script without spaces that a letter belongs to, if any. There, each sign counts as a word.
    static func script(of letter: UInt16) -> Script? {
        switch letter {
        case 0x3041...0x3096: .hiragana
        case 0x3097...0x30FC: .katakana
        case 0x3400...0x9FFF, 0xF900...: .ideograph
        default: nil
        }
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
