/// What Cyrillic and Latin spellings of a name have in common: its first letter and the consonants after it.
package struct NameSounds: Sendable {
    private let sounds: [UInt8]

    /// - Parameter name: one word.
    package init(_ name: String) {
        let letters = name.unicodeScalars.map { LetterTable.standard.fold($0.value) }
        var sounds: [UInt8] = []
        Self.each(of: letters.filter { $0 > LetterTable.skipped }[...]) { sound in
            guard sound != 0, Self.isVowel(sound) ? sounds.isEmpty : sound != sounds.last else { return }
            sounds.append(sound == UInt8(ascii: "y") ? UInt8(ascii: "i") : sound)
        }
        self.sounds = sounds
    }

    /// The number of sounds. Names with fewer than two cannot be compared.
    package var count: Int { sounds.count }

    package func isEqual(to other: NameSounds) -> Bool { sounds == other.sounds }

    /// Whether both may be spellings of one name: one has a sound more at its end, as an ending of a case is, or one of
    /// at least four sounds differs.
    package func isLike(_ other: NameSounds) -> Bool {
        let (short, long) = count < other.count ? (sounds, other.sounds) : (other.sounds, sounds)
        guard short.count >= 2, long.count <= short.count + 1 else { return false }
        if long.starts(with: short) { return true }
        let start = zip(short, long).prefix { $0 == $1 }.count
        let end = zip(short.reversed(), long.reversed()).prefix { $0 == $1 }.count
        return long.count >= 4 && min(start + end, short.count) >= long.count - 1
    }

    /// Names of places and bodies, in all spellings of one on a line.
    package static var places: [[Substring]] {
        ForeignKeys.places.split(separator: "\n").map { $0.split(separator: " ") }
    }

    static func each(of letters: ArraySlice<UInt16>, _ body: (UInt8) -> Void) {
        for index in letters.indices {
            let next = index + 1 < letters.endIndex ? letters[index + 1] : 0
            let (first, second) = sounds(letters[index], before: next)
            body(first)
            body(second)
        }
    }

    /// The one or two sounds of a letter; 0 is no sound.
    private static func sounds(_ letter: UInt16, before next: UInt16) -> (UInt8, UInt8) {
        switch letter {
        case 0x430..<0x450: cyrillic[Int(letter - 0x430)]
        case UInt16(UInt8(ascii: "c")): (isSoft(next) ? UInt8(ascii: "s") : UInt8(ascii: "k"), 0)
        case UInt16(UInt8(ascii: "k")) where next == UInt16(UInt8(ascii: "h")): (0, 0)
        case UInt16(UInt8(ascii: "h")), UInt16(UInt8(ascii: "j")): (0, 0)
        case UInt16(UInt8(ascii: "q")): (UInt8(ascii: "k"), 0)
        case UInt16(UInt8(ascii: "w")): (UInt8(ascii: "v"), 0)
        case UInt16(UInt8(ascii: "x")): (UInt8(ascii: "k"), UInt8(ascii: "s"))
        case UInt16(UInt8(ascii: "z")): (UInt8(ascii: "s"), 0)
        case 0x61...0x7A: (UInt8(letter), 0)
        default: (0, 0)
        }
    }

    /// Whether a `c` before this letter is a sibilant.
    private static func isSoft(_ letter: UInt16) -> Bool { "eiyh".utf16.contains(letter) }

    /// The sounds of а to я. Sibilants count as one, because languages write them in many ways.
    private static let cyrillic: [(UInt8, UInt8)] = [
        "a", "b", "v", "g", "d", "e", "s", "s", "i", "", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "",
        "ts",
        "s", "s", "s", "", "y", "", "e", "u", "a",
    ].map { ($0.utf8.first ?? 0, $0.utf8.dropFirst().first ?? 0) }

    static func isVowel(_ sound: UInt8) -> Bool {
        switch sound {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"),
            UInt8(ascii: "y"):
            true
        default: false
        }
    }
}
