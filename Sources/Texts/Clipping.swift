/// All rules on how texts are cut. Lengths are counted in Unicode scalars, because one character can contain any number
/// of combining marks.
extension String {
    /// At most `length` scalars, to show to people.
    ///
    /// The text is cut at the end of a sentence, if one ends in the last third. A quotation that is open is closed.
    /// Otherwise the text is cut at the end of a word, with "…"; one or two words after a colon or a dash, and short
    /// words such as `of the`, are left out. In scripts without spaces it is cut at a comma in the last third, else
    /// after any character.
    package func clipped(to length: Int) -> String { clipped(to: length, sentenceFrom: max(0, length) * 2 / 3) }

    /// The text without its last word, which its publisher may have cut, by the rules of `clipped(to:)`. It ends with
    /// "…" alone, by which others know that it was cut.
    package var withoutCutWord: String {
        let length = unicodeScalars.count - 1
        return clipped(to: length, sentenceFrom: max(0, length) * 2 / 3, closesAfterCut: false)
    }

    /// - Parameters:
    ///   - start: a sentence that ends before this scalar does not end the text.
    ///   - closesAfterCut: whether a quotation that is open is closed after "…".
    func clipped(to length: Int, sentenceFrom start: Int, closesAfterCut: Bool = true) -> String {
        // A scalar has at least one byte, and bytes can be counted fast.
        guard utf8.count > length else { return self }
        let length = max(0, length)
        let scalars = Array(unicodeScalars.prefix(length + Clip.lookahead))
        guard scalars.count > length else { return self }
        return Clip(scalars: scalars, length: length, sentenceFrom: start).text(closesAfterCut: closesAfterCut)
    }

    /// The mark that closes the quotation that is open at the end; empty if none is open.
    package var closingQuotationMark: String {
        let scalars = Array(unicodeScalars)
        return Clip(scalars: scalars + [" "], length: scalars.count, sentenceFrom: 0).closingMark(before: scalars.count)
    }

    /// The first `length` scalars, for texts that are compared or searched and never shown.
    package func beginning(_ length: Int) -> String {
        utf8.count > length ? String(unicodeScalars.prefix(length)) : self
    }
}

/// A text that is too long, and the number of scalars that fit.
private struct Clip {
    var scalars: [Unicode.Scalar]
    var length: Int
    var sentenceFrom: Int

    /// The number of scalars after the cut that tell whether a sentence ends there.
    static let lookahead = 16

    func text(closesAfterCut: Bool) -> String {
        if let end = sentenceEnd {
            let mark = closingMark(before: end)
            return string(upTo: end) + (end + mark.unicodeScalars.count <= length ? mark : "")
        }
        let end = wordEnd ?? clauseEnd ?? characterEnd
        let trimmed = scalars[..<end].lastIndex { !$0.properties.isWhitespace && !Self.joins.contains($0) }
        let cut = trimmed.map { $0 + 1 } ?? end
        let mark = closesAfterCut ? closingMark(before: cut) : ""
        return string(upTo: cut) + "…" + (cut + mark.unicodeScalars.count <= length ? mark : "")
    }
}

extension Clip {
    /// The last end of a sentence that uses enough of the room and is not inside brackets.
    private var sentenceEnd: Int? {
        var (end, depth): (Int?, Int) = (nil, 0)
        for index in 0..<length {
            switch scalars[index] {
            // The bracket of ":(" opens nothing.
            case "(" where index == 0 || scalars[index - 1].properties.isWhitespace: depth += 1
            case ")": depth = max(0, depth - 1)
            default: break
            }
            if index >= sentenceFrom, depth == 0, isSentenceEnd(index) { end = index + 1 }
        }
        return end
    }

    /// The mark that closes the quotation that is open before `end`; empty if none is open. Some languages close with
    /// the marks that open in others, so a text that begins with a closing mark gets none.
    func closingMark(before end: Int) -> String {
        if isStraightQuotationOpen(before: end) { return "\"" }
        var open: [Int] = []
        for (index, scalar) in scalars[..<end].enumerated() where !scalar.isASCII {
            if let last = open.last, scalar == Self.quotations[scalars[last]] {
                open.removeLast()
            } else if Self.quotations[scalar] != nil {
                open.append(index)
            } else if Self.quotations.values.contains(scalar) {
                return ""
            }
        }
        guard let start = open.first, let mark = Self.quotations[scalars[start]] else { return "" }
        // French has a space on the inner side of both marks.
        let space = scalars[start + 1]
        return String(scalars: space.properties.isWhitespace ? [space, mark] : [mark])
    }

    /// Whether the last straight quotation mark begins a quotation, and each one before it has its end.
    private func isStraightQuotationOpen(before end: Int) -> Bool {
        let marks = scalars[..<end].indices.filter { scalars[$0] == "\"" }
        guard marks.count % 2 == 1, let last = marks.last, last + 1 < end else { return false }
        let isAtStart = last == 0 || scalars[last - 1].properties.isWhitespace || scalars[last - 1] == "("
        return isAtStart && scalars[last + 1].properties.isAlphabetic
    }

    /// The mark that closes each quotation.
    private static let quotations: [Unicode.Scalar: Unicode.Scalar] = ["“": "”", "«": "»", "„": "“"]

    /// Whether a sentence ends with this scalar. It is the full stop of a script without spaces; or it is a mark (with
    /// any quotation marks after it) that a space follows and that does not end an abbreviation.
    private func isSentenceEnd(_ index: Int) -> Bool {
        guard scalars[index].isSentenceMark || scalars[index].isCloser else { return false }
        if Self.wideEnds.contains(scalars[index]) { return !scalars[index + 1].isCloser }
        guard scalars[index + 1].properties.isWhitespace else { return false }
        let mark = scalars[index].isCloser ? index - 1 : index
        // A sentence may go on after an ellipsis.
        guard mark >= 0, scalars[mark].isSentenceMark, scalars[mark] != "…" else { return false }
        let rest = scalars[(index + 2)...]
        // A sentence goes on after a dash: "from alt.ctrl. – a part of the fair".
        return scalars[mark] != "."
            || rest.first.map(Self.endsClause) != true && scalars[..<mark].endsSentence(before: rest)
    }

    /// The end of the last whole word, if that uses at least half of the room. One or two words after a colon or a dash
    /// say nothing, so the text ends before them.
    private var wordEnd: Int? {
        let isWhole = scalars[length].properties.isWhitespace
        if !isWhole, length > 0, scalars[length - 1].isOfScriptWithoutSpaces { return nil }
        var spaces = scalars[..<length].indices.reversed().lazy.filter { scalars[$0].properties.isWhitespace }
            .makeIterator()
        guard let end = isWhole ? length : spaces.next(), end > length / 2 else { return nil }
        let clause = [spaces.next(), spaces.next()].lazy.compactMap(\.self)
            .first { $0 > length / 2 && Self.endsClause(scalars[$0 - 1]) }
        return clause ?? withoutShortWords(upTo: end)
    }

    /// The end without one to three short words in small letters, which connect what follows: `of the`, `и в`.
    private func withoutShortWords(upTo end: Int) -> Int {
        var end = end
        for _ in 0..<3 {
            guard let space = scalars[..<end].lastIndex(where: \.properties.isWhitespace), space > length / 2,
                1...3 ~= end - space - 1, scalars[(space + 1)..<end].allSatisfy(\.properties.isLowercase)
            else { break }
            end = space
        }
        return end
    }

    /// The end of the last clause in the last third, in a script without spaces.
    private var clauseEnd: Int? {
        guard length > 0, scalars[length - 1].isOfScriptWithoutSpaces else { return nil }
        return scalars[(length * 2 / 3)..<length].lastIndex { Self.wideJoins.contains($0) }
    }

    private static func endsClause(_ scalar: Unicode.Scalar) -> Bool { ":;–—".unicodeScalars.contains(scalar) }

    /// The end of the last whole character that fits. Only a character of very many scalars is cut in two.
    private var characterEnd: Int {
        let start = max(0, length - Self.longestCharacter)
        let tail = String(scalars: scalars[start...])
        var end = start
        for character in tail {
            let next = end + character.unicodeScalars.count
            if next > length { break }
            end = next
        }
        return end > start ? end : length
    }

    private func string(upTo end: Int) -> String { String(scalars: scalars[..<end]) }

    private static let longestCharacter = 32
    private static let wideEnds = Set("。！？｡।".unicodeScalars)
    /// Punctuation that connects a word with the next one, or that says the same as the sign of a cut.
    private static let joins = Set(".,;:·–—-…".unicodeScalars).union(wideJoins)
    private static let wideJoins = Set("、，；：".unicodeScalars)
}

extension Unicode.Scalar {
    /// Whether its script has no spaces between words: Thai and related scripts, Chinese and Japanese, but not Korean.
    package var isOfScriptWithoutSpaces: Bool {
        switch value {
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x9FFF, 0xF900...0xFAFF, 0xFF01...0xFF9F,
            0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

extension Substring {
    /// The text before the sign that its publisher cut it: an ellipsis, alone or in brackets. Nil without such a sign.
    package var beforeCutSign: Substring? {
        guard let last = utf8.last, cutSignEnds.contains(last) else { return nil }
        return cutSigns.first { hasSuffix($0) }.map { dropLast($0.count) }
    }
}

extension String {
    package var beforeCutSign: Substring? { self[...].beforeCutSign }
}

private let cutSigns = [
    " [...]", " […]", " (...)", " (…)", "[...]", "[…]", "(...)", "(…)", "...", "…",
]

/// The last bytes of the signs. Most texts end with another one.
private let cutSignEnds = Set(cutSigns.compactMap(\.utf8.last))
