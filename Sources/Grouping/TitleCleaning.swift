/// Removes what publishers add to a title: their name, a section name, additional words of the newsroom.
struct TitleCleaning {
    private let known: KnownWords

    private static let longestAffix = 45
    private static let mostWords = 6
    /// A beginning or ending that at least this number of different titles share is not part of the titles themselves.
    private static let recurrence = 3

    init(_ texts: inout NewsTexts) {
        known = texts.known
        // This is done twice, because some titles end with a section name and a publisher's name.
        for _ in 0..<2 {
            dropEndings(&texts)
            dropBeginnings(&texts)
        }
        for index in texts.texts.indices {
            texts.texts[index].title = withoutDecor(texts.texts[index].title, texts.words)
        }
    }
}

extension TitleCleaning {
    private func dropEndings(_ texts: inout NewsTexts) {
        let endings = texts.texts.map { ending(of: texts.words(of: $0)) }
        let counts = counts(of: endings, texts)
        for (index, ending) in endings.enumerated() {
            guard let ending else { continue }
            let text = texts.texts[index]
            let left = ending.lowerBound - Int(text.title.lowerBound)
            guard left >= 3, isShort(ending, texts) else { continue }
            // In "Tour of Spain – Day 3", the ending distinguishes the title from that of day 4.
            let hasNumber = texts.words[ending].contains { $0.kind.contains(.digit) }
            let isBar = texts.words[ending.lowerBound].gap == .bar
            if isNameOfSource(ending, text, texts)
                || (!hasNumber && ((isBar && left >= 4) || counts[hash(texts.words[ending])] ?? 0 >= Self.recurrence))
            {
                texts.texts[index].title = text.title.lowerBound..<Int32(ending.lowerBound)
            }
        }
    }

    private func dropBeginnings(_ texts: inout NewsTexts) {
        let beginnings = texts.texts.map { beginning(of: texts.words(of: $0)) }
        let counts = counts(of: beginnings, texts)
        for (index, beginning) in beginnings.enumerated() {
            guard let beginning else { continue }
            let text = texts.texts[index]
            guard Int(text.title.upperBound) - beginning.upperBound >= 3, isShort(beginning, texts) else { continue }
            if isNameOfSource(beginning, text, texts)
                || counts[hash(texts.words[beginning])] ?? 0 >= Self.recurrence
            {
                texts.texts[index].title = Int32(beginning.upperBound)..<text.title.upperBound
            }
        }
    }

    /// In how many different titles each beginning or ending is, by its hash.
    /// - Parameter parts: the beginning or the ending of each text's title.
    private func counts(of parts: [Range<Int>?], _ texts: NewsTexts) -> [UInt64: Int] {
        var counted: Set<UInt64> = []
        var counts: [UInt64: Int] = [:]
        for (text, part) in zip(texts.texts, parts) {
            guard let part else { continue }
            let (title, hashOfPart) = (texts.words(of: text), hash(texts.words[part]))
            let rest = part.lowerBound == title.startIndex ? title[part.upperBound...] : title[..<part.lowerBound]
            if counted.insert(hash(rest, hashOfPart)).inserted { counts[hashOfPart, default: 0] += 1 }
        }
        return counts
    }

    /// The title without UPDATE 1-, VIDEO: or СРОЧНО at its start, and without (video), (2) or [видео] at its end.
    private func withoutDecor(_ title: Range<Int32>, _ words: [NewsTexts.Word]) -> Range<Int32> {
        var (start, end) = (Int(title.lowerBound), Int(title.upperBound))
        while end - start > 3, words[start].kind.contains(.decor),
            words[start + 1].gap != .space || isNumbered(start, words)
        {
            start += isNumbered(start, words) ? 2 : 1
        }
        while end - start > 3, let last = lastBracketed(start..<end, words) { end = last }
        return Int32(start)..<Int32(end)
    }

    /// Whether `UPDATE 2-` begins here.
    private func isNumbered(_ start: Int, _ words: [NewsTexts.Word]) -> Bool {
        words[start + 1].gap == .space && words[start + 1].kind.contains(.digit) && words[start + 2].gap != .space
    }

    /// Where the last part begins, if it is an additional word or a small number in brackets, or an additional word
    /// after a dash.
    private func lastBracketed(_ title: Range<Int>, _ words: [NewsTexts.Word]) -> Int? {
        let last = words[title.upperBound - 1]
        let isBoilerplate = last.kind.contains(.decor) || last.hash == known.copy
        if last.isBracketed, isBoilerplate || (last.kind.contains(.digit) && last.length == 1) {
            return title.upperBound - 1
        }
        return isBoilerplate && last.gap >= .dash ? title.upperBound - 1 : nil
    }

    /// What is behind the last separator of a title.
    private func ending(of title: ArraySlice<NewsTexts.Word>) -> Range<Int>? {
        guard title.count > 3 else { return nil }
        return title.indices.dropFirst().last { title[$0].gap >= .dash }.map { $0..<title.endIndex }
    }

    /// What is before the first bar of a title.
    private func beginning(of title: ArraySlice<NewsTexts.Word>) -> Range<Int>? {
        guard title.count > 3 else { return nil }
        return title.indices.dropFirst().first { title[$0].gap == .bar }.map { title.startIndex..<$0 }
    }

    private func isShort(_ range: Range<Int>, _ texts: NewsTexts) -> Bool {
        range.count <= Self.mostWords
            && texts.words[range].reduce(0) { $0 + Int($1.length) + 1 } <= Self.longestAffix + 1
    }

    private func isNameOfSource(_ range: Range<Int>, _ text: NewsTexts.Text, _ texts: NewsTexts) -> Bool {
        let first = Int(texts.words[range.lowerBound].letters)
        let last = texts.words[range.upperBound - 1]
        let affix = texts.letters[first..<Int(last.letters) + Int(last.length)]
        return [text.source, text.label].contains { name in
            guard name.count >= 3, affix.count >= 3 else { return false }
            let name = texts.names[Int(name.lowerBound)..<Int(name.upperBound)]
            return contains(affix, name) || contains(name, affix)
        }
    }

    private func contains(_ long: ArraySlice<UInt16>, _ short: ArraySlice<UInt16>) -> Bool {
        guard long.count >= short.count else { return false }
        return (long.startIndex...long.endIndex - short.count).contains { long[$0..<$0 + short.count] == short }
    }

    private func hash(_ words: ArraySlice<NewsTexts.Word>, _ seed: UInt64 = 0) -> UInt64 {
        words.reduce(mixed(seed &+ 0x9E37)) { mixed($0 ^ UInt64($1.hash)) }
    }
}
