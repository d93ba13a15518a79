import Foundation
import Texts

/// The search index of a year, as scripts that the pages load: a page from a disk may read no other file.
///
/// The words stand in ``shardCount`` shards by their first three letters; each word has the numbers of its stories, as
/// differences in base 36. The stories stand in chunks of ``chunkSize``. The script `site.js` searches in them, and folds
/// the words of a query in the same way.
enum SiteSearch {
    /// What stands in a `site.js` that searches in an index of this form.
    static let form = "// Index form 3\n"
    static let shardCount = 128
    static let chunkSize = 10
    /// Enough for a summary.
    private static let mostWords = 120

    /// The words of a text: without case and accents, with `i` for the Turkish `ı`, and `σ` for the Greek `ς`, which
    /// JavaScript makes of a final `Σ`. A word in a script without spaces has its letters, and the pairs of them.
    static func words(of text: String) -> Set<String> {
        var scalars = String.UnicodeScalarView()
        for scalar in text.streamSafe.decomposedStringWithCompatibilityMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: continue
            default: scalars.append("'’ʼ`".unicodeScalars.contains(scalar) ? "\u{2060}" : scalar)
            }
        }
        let folded = String(scalars).lowercased().replacing(literal: "\u{2060}", with: "")
            .replacing(literal: "ı", with: "i").replacing(literal: "ς", with: "σ")
        var letters: Set<String> = []
        var words: Set<String> = []
        for part in folded.unicodeScalars.split(whereSeparator: { !$0.isOfWord }) where words.count < mostWords {
            let scalars = Array(part)
            guard scalars.contains(where: \.isWithoutSpaces) else {
                words.insert(String(String.UnicodeScalarView(scalars.prefix(longestWord))))
                continue
            }
            letters.formUnion(scalars.filter(\.isWithoutSpaces).map { String($0) })
            for index in scalars.indices.dropLast() {
                words.insert(String(String.UnicodeScalarView(scalars[index...index + 1])))
            }
        }
        return words.union(letters)
    }

    private static let longestWord = 40

    static func shard(of word: String) -> Int {
        word.unicodeScalars.prefix(3).reduce(0) { ($0 * 31 + Int($1.value)) % shardCount }
    }

    /// A script that hands data to the page.
    static func script(_ name: String, _ data: some Encodable) -> String {
        let json = (try? JSONEncoder.sorted().encode(data)) ?? Data("null".utf8)
        // U+2028 and U+2029 may stand in JSON, and in scripts since ECMAScript 2019.
        return "shard(\"\(name)\",\(String(decoding: json, as: UTF8.self)));\n"
    }

    /// The data of such a script.
    static func data<Content: Decodable>(_ script: String) -> Content? {
        guard let comma = script.firstIndex(of: ","), script.hasSuffix(");\n") else { return nil }
        let json = script[script.index(after: comma)...].dropLast(3)
        return try? JSONDecoder().decode(Content.self, from: Data(json.utf8))
    }
}

/// The numbers of stories in ascending order, as text: the differences in base 36.
struct Postings {
    private(set) var numbers: [Int]

    init(_ text: String = "") {
        var last = 0
        numbers = text.split(separator: ",").compactMap { part in
            guard let step = Int32(part, radix: 36) else { return nil }
            last += Int(step)
            return last
        }
    }

    var text: String {
        var last = 0
        return numbers.map { number in
            defer { last = number }
            return String(number - last, radix: 36)
        }.joined(separator: ",")
    }

    mutating func insert(_ number: Int) {
        guard let index = numbers.lastIndex(where: { $0 <= number }) else { return numbers.insert(number, at: 0) }
        if numbers[index] != number { numbers.insert(number, at: index + 1) }
    }
}

extension Unicode.Scalar {
    /// The same as `\p{L}` and `\p{N}` of the script.
    fileprivate var isOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }

    /// Japanese, Chinese and Korean.
    fileprivate var isWithoutSpaces: Bool { (0x3040...0xD7AF).contains(value) }
}
