/// Finds secrets in a text, in the forms in which a server, a program or a file may repeat them.
///
/// It searches three forms of a text. The first is the text itself. In the second, percent-encoding, references of HTML
/// and escapes of JSON are undone, as often as they are nested. The third is the text as base64 from each of its four
/// possible starts. The cost is linear in the length of the text, whatever the number of secrets.
package struct SecretIndex: Sendable {
    /// A shorter secret is not hidden, because it would hide half of a sentence.
    private static let shortest = 4
    /// A shorter secret is hidden only if it is a separate word.
    private static let longEnoughInsideWords = 7
    /// Each part of this length of a longer secret is hidden too, because a server may cut a secret.
    private static let longestPart = 12

    /// The hashes of the secrets and their parts, by length.
    private var parts: [Int: Set<UInt64>] = [:]
    /// One bit for each of 65,536 hashes: whether a secret or a part begins with four bytes of this hash. A full search
    /// is needed only at such a beginning.
    private var beginnings: [UInt64] = []

    package init() {}

    var isEmpty: Bool { parts.isEmpty }

    /// A number that depends on all secrets, in whatever order they came.
    var sum: UInt64 {
        parts.reduce(0) { sum, part in part.value.reduce(sum) { $0 &+ ($1 ^ UInt64(part.key)) &* 0x9E37_79B9_7F4A_7C15 }
        }
    }

    package mutating func insert(_ secret: String) {
        for form in Self.forms(of: secret) where form.count >= Self.shortest {
            let length = min(form.count, Self.longestPart)
            if beginnings.isEmpty { beginnings = Array(repeating: 0, count: 1024) }
            for start in 0...(form.count - length) {
                let bit = Self.beginning(form, start)
                beginnings[bit >> 6] |= 1 << UInt64(bit & 63)
                parts[length, default: []].insert(Self.hash(form, start, length))
            }
        }
    }

    /// The text without secrets, also where invisible characters stand in them.
    package func hide(inVisible text: String, with replacement: String) -> String {
        hide(inVisible: [text[...]], with: replacement)[0]
    }

    /// The pieces of one text without secrets, also where a secret begins in one piece and goes on in the next.
    package func hide(inVisible pieces: [Substring], with replacement: String) -> [String] {
        guard !isEmpty else { return pieces.map(String.init) }
        let text = pieces.joined()
        var found: [Range<Int>] = []
        DecodedText(visibleOf: text).eachUnescaped { reading in find(in: reading, &found) }
        if found.isEmpty { return pieces.map(String.init) }
        let bytes = Array(text.utf8)
        var rest = found.merged[...]
        var end = 0
        return pieces.map { piece in
            let start = end
            end += piece.utf8.count
            var (shown, position): ([UInt8], Int) = ([], start)
            while let secret = rest.first, secret.lowerBound < end {
                if secret.lowerBound >= start { shown += bytes[position..<secret.lowerBound] + replacement.utf8 }
                position = min(secret.upperBound, end)
                if secret.upperBound > end { break }
                rest.removeFirst()
            }
            return String(decoding: shown + bytes[position..<end], as: UTF8.self)
        }
    }

    /// The positions of secrets, in order and without overlaps.
    package func ranges(in text: [UInt8]) -> [Range<Int>] {
        guard !isEmpty else { return [] }
        var found: [Range<Int>] = []
        DecodedText(text).eachReading { reading in find(in: reading, &found) }
        return found.merged
    }
}

extension SecretIndex {
    /// The forms of a secret after another program has decoded it or read it in a wrong encoding.
    private static func forms(of secret: String) -> Set<[UInt8]> {
        var texts = [secret]
        if !secret.utf8.allSatisfy({ $0 < 0x80 }) {
            texts += [secret.lowercased(), secret.uppercased()]
            texts += [secret.decomposedStringWithCanonicalMapping, secret.precomposedStringWithCanonicalMapping]
            // UTF-8 that was read as Latin-1, and Latin-1 that was read as UTF-8.
            texts.append(String(scalars: secret.utf8.map { Unicode.Scalar($0) }))
            texts.append(String(secret.unicodeScalars.map { $0.isASCII ? Character($0) : "\u{FFFD}" }))
        }
        var forms = texts.map { Array($0.utf8) }
        let latin1 = secret.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        if latin1.count == secret.unicodeScalars.count { forms.append(latin1) }
        var all = Set<[UInt8]>()
        for form in forms {
            DecodedText(form).eachUnescaped { all.insert($0.bytes.map(folded)) }
        }
        return all
    }

    private func find(in text: DecodedText, _ found: inout [Range<Int>]) {
        let bytes = text.bytes.map(Self.folded)
        guard bytes.count >= Self.shortest else { return }
        for start in 0...(bytes.count - Self.shortest) {
            let bit = Self.beginning(bytes, start)
            guard beginnings[bit >> 6] & (1 << UInt64(bit & 63)) != 0 else { continue }
            for (length, hashes) in parts where start + length <= bytes.count {
                let range = start..<(start + length)
                guard hashes.contains(Self.hash(bytes, start, length)), stands(range, in: bytes) else { continue }
                // The slash at the beginning of a path is not part of the secret.
                let first = bytes[start] == UInt8(ascii: "/") ? start + 1 : start
                found.append(text.source(of: first..<range.upperBound))
            }
        }
    }

    private func stands(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard range.count < Self.longEnoughInsideWords else { return true }
        let isInsideWord =
            range.lowerBound > 0 && bytes[range.lowerBound - 1].isLetterOrDigit
            && bytes[range.lowerBound].isLetterOrDigit
            || range.upperBound < bytes.count && bytes[range.upperBound].isLetterOrDigit
        return !isInsideWord
    }

    /// The byte without case. A plus sign becomes a space, as in a form.
    private static func folded(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "+"): 0x20
        default: byte
        }
    }

    private static func beginning(_ bytes: [UInt8], _ start: Int) -> Int {
        let word = (0..<shortest).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + $1]) }
        return Int((word &* 0x9E37_79B1) >> 16)
    }

    /// FNV-1a, 64 bits.
    private static func hash(_ bytes: [UInt8], _ start: Int, _ length: Int) -> UInt64 {
        StableHash.fnv1a(bytes[start..<(start + length)])
    }
}

extension [Range<Int>] {
    /// The ranges in order. Ranges that touch are joined.
    package var merged: [Range<Int>] {
        var result: [Range<Int>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}

extension [UInt8] {
    /// The bytes with a replacement for each range. The ranges must be in order and must not overlap.
    package func replacing(_ ranges: [Range<Int>], with replacement: String) -> [UInt8] {
        guard !ranges.isEmpty else { return self }
        var result: [UInt8] = []
        var end = 0
        for range in ranges {
            result += self[end..<range.lowerBound]
            result += Array(replacement.utf8)
            end = range.upperBound
        }
        return result + self[end...]
    }
}
