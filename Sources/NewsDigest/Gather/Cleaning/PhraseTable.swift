/// Phrases of folded words, found by a word at one of their ends.
struct PhraseTable: Sendable {
    private struct Phrase: Sendable {
        /// The words between the gaps.
        var parts: [[String]]
        var hasOpenStart: Bool
        var hasOpenEnd: Bool

        var isFrame: Bool { !hasOpenStart && parts.count > 1 }
    }

    private var byFirstWord: [String: [Phrase]] = [:]
    private var byLastWord: [String: [Phrase]] = [:]

    init(_ lines: String) {
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            let parts = words.split(separator: "…").map(Array.init)
            guard let first = parts.first?.first, let last = parts.last?.last else { continue }
            let phrase = Phrase(parts: parts, hasOpenStart: words.first == "…", hasOpenEnd: words.last == "…")
            if phrase.hasOpenStart {
                byLastWord[phrase.hasOpenEnd ? "" : last, default: []].append(phrase)
            } else {
                byFirstWord[first == "#" ? "" : first, default: []].append(phrase)
            }
        }
    }

    /// - Parameter last: if it is set, only a phrase counts that fixes the first word and has its last part in this
    ///   number of words at the end.
    func contains(_ words: [String], endingInLast last: Int? = nil) -> Bool {
        let start = last.map { words.count - $0 } ?? 0
        guard let first = words.first, let final = words.last, words.count <= Furniture.longest else { return false }
        let phrases = [byFirstWord[first], byFirstWord[""], byLastWord[final], byLastWord[""]]
        return phrases.contains { list in
            list?.contains { (last == nil || $0.isFrame) && Self.matches($0, words, lastPartFrom: start) } ?? false
        }
    }

    private static func matches(_ phrase: Phrase, _ words: [String], lastPartFrom start: Int) -> Bool {
        var position = 0
        for (number, part) in phrase.parts.enumerated() {
            let isFixed = number == 0 && !phrase.hasOpenStart
            let isLast = number == phrase.parts.count - 1 && !phrase.hasOpenEnd
            if isLast, words.count - part.count >= position, !isFixed { position = words.count - part.count }
            if phrase.hasOpenEnd, number == phrase.parts.count - 1 { position = max(position, start) }
            guard let found = index(of: part, in: words, from: position, isFixed: isFixed || isLast) else {
                return false
            }
            position = found + part.count
        }
        return phrase.hasOpenEnd || position == words.count
    }

    private static func index(of part: [String], in words: [String], from start: Int, isFixed: Bool) -> Int? {
        guard words.count - start >= part.count else { return nil }
        let last = isFixed ? start : words.count - part.count
        return (start...last).first { index in zip(part, words[index...]).allSatisfy(isSame) }
    }

    private static func isSame(_ pattern: String, _ word: String) -> Bool {
        pattern == word || pattern == "#" && word.unicodeScalars.allSatisfy { $0.properties.numericType != nil }
    }
}
