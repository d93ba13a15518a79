import CResources

/// The lines of the files in the folder `Phrases` by the heading in square brackets above them. There is a file for each
/// language. A line after `//` says what a heading is for.
enum Phrases {
    static func lines(under heading: String) -> [String] { sections[heading] ?? [] }

    static func table(_ heading: String) -> PhraseTable { PhraseTable(lines(under: heading)) }

    /// The words of lines that only list words.
    static func words(_ heading: String) -> Set<String> {
        Set(lines(under: heading).flatMap { $0.split(separator: "|").map(String.init) })
    }

    private static let sections: [String: [String]] = {
        var (sections, heading) = ([String: [String]](), "")
        for line in String(cString: resource("Phrases")).split(separator: "\n").map(String.init) {
            if line.hasPrefix("[") {
                heading = String(line.dropFirst().dropLast())
            } else if !line.hasPrefix("//") {
                sections[heading, default: []].append(line)
            }
        }
        return sections
    }()
}

/// Phrases of folded words, found by their first word.
///
/// Each line is a phrase. `…` stands for any words or none, `~` for at most four words, and `#` for a number. `a|b` is
/// one of two words, and `a?` is a word or none.
struct PhraseTable: Sendable {
    /// One of a few words, perhaps none of them, or a gap.
    private struct Part: Sendable {
        let words: [String]
        let isOptional, allowsNumbers: Bool
        /// The greatest number of words of any kind.
        let gap: Int?

        init(_ text: Substring) {
            words = text.split { $0 == "|" || $0 == "?" }.map(String.init)
            (isOptional, allowsNumbers) = (text.hasSuffix("?"), words.contains("#"))
            gap = ["…": PhraseTable.longest, "~": 4][text]
        }

        func allows(_ word: String) -> Bool { words.contains(word) || allowsNumbers && word.isNumber }
    }

    private struct Phrase: Sendable {
        let parts: [Part]

        init(_ line: String) { parts = line.split(separator: " ").map(Part.init) }

        /// Whether it fixes only the first words.
        var isBeginning: Bool { parts.firstIndex { $0.gap != nil } == parts.count - 1 }

        func matches(_ words: ArraySlice<String>, from index: Int = 0) -> Bool {
            guard index < parts.count else { return words.isEmpty }
            let part = parts[index]
            if let gap = part.gap {
                return (0...min(gap, words.count)).contains { matches(words.dropFirst($0), from: index + 1) }
            }
            return words.first.map(part.allows) == true && matches(words.dropFirst(), from: index + 1)
                || part.isOptional && matches(words, from: index + 1)
        }
    }

    /// The greatest number of words of boilerplate.
    static let longest = 60

    /// The phrases by their possible first words. Those that any word may begin have the key "".
    private var phrases: [String: [Phrase]] = [:]

    init(_ lines: [String]) {
        for phrase in lines.map(Phrase.init) {
            let end = phrase.parts.firstIndex { !$0.isOptional } ?? 0
            let beginning = phrase.parts[...end]
            let isFixed = beginning.allSatisfy { $0.gap == nil && !$0.allowsNumbers }
            for key in isFixed ? Set(beginning.flatMap(\.words)) : [""] { phrases[key, default: []].append(phrase) }
        }
    }

    /// Whether the words are a phrase.
    /// - Parameter allowsBeginnings: also one that fixes only the first words, with which news can begin, too.
    func contains(_ words: [String], allowsBeginnings: Bool = true) -> Bool {
        guard let first = words.first, words.count <= Self.longest else { return false }
        return [first, ""].contains { key in
            phrases[key]?.contains { (allowsBeginnings || !$0.isBeginning) && $0.matches(words[...]) } ?? false
        }
    }
}

extension String {
    fileprivate var isNumber: Bool { unicodeScalars.allSatisfy { $0.properties.numericType != nil } }
}
