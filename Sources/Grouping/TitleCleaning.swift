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
        var counted: Set<UInt64> = []
        var counts: [UInt64: Int] = [:]
        let cuts = texts.texts.map { lastSeparator(of: $0.title, texts.words) }
        for (text, cut) in zip(texts.texts, cuts) {
            guard let cut else { continue }
            let ending = hash(texts.words[cut..<Int(text.title.upperBound)])
            let whole = hash(texts.words[Int(text.title.lowerBound)..<cut], ending)
            if counted.insert(whole).inserted { counts[ending, default: 0] += 1 }
        }
        for index in texts.texts.indices {
            guard let cut = cuts[index] else { continue }
            let text = texts.texts[index]
            let ending = cut..<Int(text.title.upperBound)
            let left = cut - Int(text.title.lowerBound)
            guard left >= 3, isShort(ending, texts) else { continue }
            // In "Tour of Spain – Day 3", the ending distinguishes the title from that of day 4.
            let hasNumber = texts.words[ending].contains { $0.kind.contains(.digit) }
            let isBar = texts.words[cut].gap == .bar
            if isNameOfSource(ending, text, texts)
                || (!hasNumber && ((isBar && left >= 4) || counts[hash(texts.words[ending])] ?? 0 >= Self.recurrence))
            {
                texts.texts[index].title = text.title.lowerBound..<Int32(cut)
            }
        }
    }

    private func dropBeginnings(_ texts: inout NewsTexts) {
        var counts: [UInt64: Int] = [:]
        var counted: Set<UInt64> = []
        let cuts = texts.texts.map { firstBar(of: $0.title, texts.words) }
        for (text, cut) in zip(texts.texts, cuts) {
            guard let cut else { continue }
            let beginning = hash(texts.words[Int(text.title.lowerBound)..<cut])
            let whole = hash(texts.words[cut..<Int(text.title.upperBound)], beginning)
            if counted.insert(whole).inserted { counts[beginning, default: 0] += 1 }
        }
        for index in texts.texts.indices {
            guard let cut = cuts[index] else { continue }
            let text = texts.texts[index]
            let beginning = Int(text.title.lowerBound)..<cut
            guard Int(text.title.upperBound) - cut >= 3, isShort(beginning, texts) else { continue }
            if isNameOfSource(beginning, text, texts)
                || counts[hash(texts.words[beginning])] ?? 0 >= Self.recurrence
            {
                texts.texts[index].title = Int32(cut)..<text.title.upperBound
            }
        }
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

    private func lastSeparator(of title: Range<Int32>, _ words: [NewsTexts.Word]) -> Int? {
        guard title.count > 3 else { return nil }
        return (Int(title.lowerBound) + 1..<Int(title.upperBound)).last { words[$0].gap >= .dash }
    }

    private func firstBar(of title: Range<Int32>, _ words: [NewsTexts.Word]) -> Int? {
        guard title.count > 3 else { return nil }
        return (Int(title.lowerBound) + 1..<Int(title.upperBound)).first { words[$0].gap == .bar }
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
