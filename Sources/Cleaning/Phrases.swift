import CResources

/// The lines of the files in the folder `Phrases` by the heading in square brackets above them. There is a file for each
/// language.
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
            } else {
                sections[heading, default: []].append(line)
            }
        }
        return sections
    }()
}

/// Phrases of folded words, found by a word at one of their ends.
///
/// Each line is a phrase. `…` stands for any words or none, `~` for at most four words, and `#` for a number. `a|b` is
/// one of two words, and `a?` is a word or none.
struct PhraseTable: Sendable {
    private enum Part: Sendable {
        /// One of these few words, or any number.
        case word([String], orNumber: Bool, isOptional: Bool)
        case gap(Int)

        init(_ text: Substring) {
            if let most = PhraseTable.gaps[text] {
                self = .gap(most)
            } else {
                let isOptional = text.hasSuffix("?")
                let words = text.split { $0 == "|" || $0 == "?" }.map(String.init)
                self = .word(words, orNumber: words.contains("#"), isOptional: isOptional)
            }
        }

        var isGap: Bool { if case .gap = self { true } else { false } }
    }

    private struct Phrase: Sendable {
        let parts: [Part]
        /// Where the words after the last gap inside begin.
        let lastStart: Int

        init(_ line: String) {
            parts = line.split(separator: " ").map(Part.init)
            lastStart = (parts.dropLast().lastIndex(where: \.isGap) ?? -1) + 1
        }

        /// Whether it fixes its first word, and others after a gap.
        var isFrame: Bool { parts.first?.isGap == false && lastStart > 0 }
        /// Whether it fixes only the first words, with which news can begin, too.
        var isBeginning: Bool { parts.first?.isGap == false && lastStart == 0 && parts.last?.isGap == true }

        /// - Parameter least: where the words after the last gap may begin at the earliest.
        func matches(_ words: ArraySlice<String>, from part: Int = 0, lastPartFrom least: Int) -> Bool {
            guard part < parts.count else { return words.isEmpty }
            guard part != lastStart || words.startIndex >= least else { return false }
            switch parts[part] {
            case .gap(let most):
                return (0...min(most, words.count)).contains {
                    matches(words.dropFirst($0), from: part + 1, lastPartFrom: least)
                }
            case .word(let meant, let orNumber, let isOptional):
                let isThere = words.first.map { meant.contains($0) || orNumber && $0.isNumber } == true
                return isThere && matches(words.dropFirst(), from: part + 1, lastPartFrom: least)
                    || isOptional && matches(words, from: part + 1, lastPartFrom: least)
            }
        }

        /// The words at an end, to find it by. Nil if the words there may be any.
        func key(_ parts: some Sequence<Part>) -> Set<String>? {
            var keys: Set<String> = []
            for part in parts {
                guard case .word(let words, orNumber: false, let isOptional) = part else { return nil }
                keys.formUnion(words)
                if !isOptional { return keys }
            }
            return nil
        }
    }

    /// The signs for words of any kind, and the greatest number of these words.
    private static let gaps: [Substring: Int] = ["…": longest, "~": 4]
    /// The greatest number of words of boilerplate.
    static let longest = 60

    private var byFirstWord: [String: [Phrase]] = [:]
    private var byLastWord: [String: [Phrase]] = [:]

    init(_ lines: [String]) {
        for line in lines {
            let phrase = Phrase(line)
            if phrase.parts.first?.isGap == false {
                for key in phrase.key(phrase.parts) ?? [""] { byFirstWord[key, default: []].append(phrase) }
            } else {
                let isOpen = phrase.parts.last?.isGap != false
                for key in isOpen ? [""] : phrase.key(phrase.parts.reversed()) ?? [""] {
                    byLastWord[key, default: []].append(phrase)
                }
            }
        }
    }

    init(_ lines: String) { self.init(lines.split(separator: "\n").map(String.init)) }

    /// Whether the words are a phrase that fixes more than its first words.
    func containsMoreThanBeginning(_ words: [String]) -> Bool { contains(words) { !$0.isBeginning } }

    /// - Parameter last: if it is set, only a phrase counts that fixes the first word and has its last part in this
    ///   number of words at the end.
    func contains(_ words: [String], endingInLast last: Int? = nil) -> Bool {
        contains(words, lastPartFrom: last.map { words.count - $0 } ?? 0) { last == nil || $0.isFrame }
    }

    private func contains(
        _ words: [String], lastPartFrom least: Int = 0, where isMeant: (Phrase) -> Bool
    ) -> Bool {
        guard let first = words.first, let last = words.last, words.count <= Self.longest else { return false }
        return [byFirstWord[first], byFirstWord[""], byLastWord[last], byLastWord[""]].contains { phrases in
            phrases?.contains { isMeant($0) && $0.matches(words[...], lastPartFrom: least) } ?? false
        }
    }
}

extension String {
    fileprivate var isNumber: Bool { unicodeScalars.allSatisfy { $0.properties.numericType != nil } }
}
