/// Phrases of folded words, found by a word at one of their ends.
struct PhraseTable: Sendable {
    private struct Phrase: Sendable {
        /// The words between the gaps.
        var parts: [[String]] = []
        /// The greatest number of words before each part, and after the last one.
        var gaps = [0]

        var hasOpenStart: Bool { gaps[0] > 0 }
        var hasOpenEnd: Bool { gaps[parts.count] > 0 }
        var isFrame: Bool { !hasOpenStart && parts.count > 1 }
        /// Whether it fixes only the first words, with which news can begin, too.
        var isBeginning: Bool { !hasOpenStart && parts.count == 1 && hasOpenEnd }

        init(_ words: [Substring]) {
            var isInPart = false
            for word in words {
                if let gap = PhraseTable.gaps[word] {
                    gaps[parts.count] = gap
                    isInPart = false
                } else if isInPart {
                    parts[parts.count - 1].append(String(word))
                } else {
                    parts.append([String(word)])
                    gaps.append(0)
                    isInPart = true
                }
            }
        }
    }

    /// The signs for words of any kind, and the greatest number of these words.
    private static let gaps: [Substring: Int] = ["…": Furniture.longest, "~": 4]

    private var byFirstWord: [String: [Phrase]] = [:]
    private var byLastWord: [String: [Phrase]] = [:]

    init(_ lines: String) {
        for line in lines.split(separator: "\n") {
            let phrase = Phrase(line.split(separator: " "))
            guard let first = phrase.parts.first?.first, let last = phrase.parts.last?.last else { continue }
            if phrase.hasOpenStart {
                byLastWord[phrase.hasOpenEnd ? "" : last, default: []].append(phrase)
            } else {
                byFirstWord[first == "#" ? "" : first, default: []].append(phrase)
            }
        }
    }

    /// Whether the words are a phrase that fixes more than its first words.
    func containsMoreThanBeginning(_ words: [String]) -> Bool { contains(words) { !$0.isBeginning } }

    /// - Parameter last: if it is set, only a phrase counts that fixes the first word and has its last part in this
    ///   number of words at the end.
    func contains(_ words: [String], endingInLast last: Int? = nil) -> Bool {
        contains(words, lastPartFrom: last.map { words.count - $0 } ?? 0) { last == nil || $0.isFrame }
    }

    private func contains(
        _ words: [String], lastPartFrom start: Int = 0, where isMeant: (Phrase) -> Bool
    ) -> Bool {
        guard let first = words.first, let final = words.last, words.count <= Furniture.longest else { return false }
        let phrases = [byFirstWord[first], byFirstWord[""], byLastWord[final], byLastWord[""]]
        return phrases.contains { list in
            list?.contains { isMeant($0) && Self.matches($0, words, lastPartFrom: start) } ?? false
        }
    }

    private static func matches(_ phrase: Phrase, _ words: [String], lastPartFrom start: Int) -> Bool {
        var position = 0
        for (number, part) in phrase.parts.enumerated() {
            let isLast = number == phrase.parts.count - 1
            let least = !isLast ? position : phrase.hasOpenEnd ? max(position, start) : words.count - part.count
            let most = min(position + phrase.gaps[number], words.count - part.count)
            guard least <= most, position <= least,
                let found = (least...most).first(where: { zip(part, words[$0...]).allSatisfy(isSame) })
            else { return false }
            position = found + part.count
        }
        return words.count - position <= phrase.gaps[phrase.parts.count]
    }

    private static func isSame(_ pattern: String, _ word: String) -> Bool {
        pattern == word || pattern == "#" && word.unicodeScalars.allSatisfy { $0.properties.numericType != nil }
    }
}
