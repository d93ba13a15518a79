/// Long random values in web addresses. Many are keys, whatever the name of the parameter, and also in a path.
///
/// Others are no secrets, such as YouTube's `channel_id`. So they are hidden only in messages, and never in texts and
/// links.
enum RandomValues {
    /// The sentence without the long random values of the addresses in it.
    static func hide(in text: String) -> String {
        let bytes = Array(text.utf8)
        let ranges = bytes.split { $0 <= 0x20 || "\"'<>".utf8.contains($0) }.flatMap(values)
        return ranges.isEmpty ? text : String(decoding: bytes.replacing(ranges, with: Redactor.hidden), as: UTF8.self)
    }

    /// The random values of a word that contains an address, behind its host.
    private static func values(inWord word: ArraySlice<UInt8>) -> [Range<Int>] {
        let starts = ["http://", "https://"].compactMap { scheme in
            word.indices.first { word[$0...].starts(with: scheme.utf8) }.map { $0 + scheme.utf8.count }
        }
        guard let start = starts.min(), let end = word[start...].firstIndex(where: "/?#".utf8.contains) else {
            return []
        }
        return word[end...].split { !$0.isLetterOrDigit && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
            .filter(isRandom).map(\.indices)
    }

    private static let shortest = 20

    /// Whether letters and digits, or capital and small letters, change more often than in words.
    private static func isRandom(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.count >= shortest else { return false }
        let kinds = value.filter(\.isLetterOrDigit).map(Kind.init)
        guard kinds.contains(.digit), kinds.contains(where: { $0 != .digit }) else { return false }
        // A small letter follows the capital of a word.
        let changes = zip(kinds, kinds.dropFirst()).count { $0 != $1 && !($0 == .capital && $1 == .small) }
        return changes * 5 >= kinds.count
    }

    private enum Kind {
        case digit, capital, small

        init(_ byte: UInt8) {
            self = byte <= UInt8(ascii: "9") ? .digit : byte <= UInt8(ascii: "Z") ? .capital : .small
        }
    }
}
