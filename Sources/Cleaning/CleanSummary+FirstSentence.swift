import Texts

extension CleanSummary {
    /// Removes what stands before the news in the first sentence. Each removal copies the sentence, so there are at
    /// most four.
    mutating func shortenFirst() -> Bool {
        guard shortenings < Self.mostShortenings else { return false }
        shortenings += 1
        return Self.waysToShorten.contains { apply($0, $1) }
    }

    private static let waysToShorten: [(String, @Sendable (inout CleanSummary) -> Void)] = [
        ("title", { $0.dropTitle() }), ("phrase", { $0.dropPhraseBeforeBar() }), ("author", { $0.dropAuthor() }),
        ("caption", { $0.dropCaptionBeforeCredit() }), ("label", { $0.dropLabel() }),
        ("brackets", { $0.dropBrackets() }),
    ]

    /// Removes the title if the first sentence continues after it: `Title: text`, `Title — text`, `Title Text`. The
    /// author and the time go with it, which may touch: `Bridge opensanna November 19, 2026`.
    private mutating func dropTitle() {
        let first = sentences[0]
        guard title.count > 2, first.text.unicodeScalars.starts(with: item.title.unicodeScalars) else { return }
        let after = first.text.unicodeScalars.dropFirst(item.title.unicodeScalars.count)
        var rest = Substring(after.drop { $0 == " " })
        if let mark = rest.unicodeScalars.first, ":–—-|.".unicodeScalars.contains(mark) {
            rest = rest.drop { ":–—-|. ".contains($0) }
            if !rest.isEmpty { replaceFirst(by: rest) }
        } else if let text = afterDate(
            item.author.flatMap { rest.hasPrefix($0) ? rest.dropFirst($0.count) : nil } ?? rest)
        {
            replaceFirst(by: text)
        } else if after.first == " ", textFollowsTitle(rest) {
            replaceFirst(by: rest)
        }
    }

    /// What follows a date of several words.
    private func afterDate(_ rest: Substring) -> String? {
        let words = rest.spaced
        let date = words[words.indices.prefix(Self.longestDate).prefix(while: words.isPartOfDate)]
        guard date.count >= Self.shortestDate, date.contains(where: { String($0).namesMonthOrYear }),
            date.first != "at", words.dropFirst(date.count).first?.first?.isLowercase != true
        else { return nil }
        return words.dropFirst(date.count).joined(separator: " ")
    }

    /// Whether a text begins after the title without a mark: `Storm closes the old harbour The storm …`.
    private func textFollowsTitle(_ rest: Substring) -> Bool {
        let first = sentences[0]
        guard title.count > 4, first.words.count > title.count + 5 || sentences.count > 1 && first.isClosed,
            first.words.count > title.count, first.words.starts(with: title)
        else { return false }
        // A name may be longer than in the title: `Two die near Elsom Castle on Monday`.
        let next = first.words[title.count]
        return rest.first?.isUppercase == true && Sentence.isUsualBeginning(next) || next == title[0]
    }

    /// Removes an invitation before a bar: `Watch now (4 mins) | It rained.`
    private mutating func dropPhraseBeforeBar() {
        guard let first = sentences.first, let bar = first.text[...].firstRange(ofLiteral: " | "),
            Boilerplate.isEnding(FoldedText.words(of: String(first.text[..<bar.lowerBound])))
        else { return }
        replaceFirst(by: first.text[bar.upperBound...])
    }

    /// Removes the author before the first sentence: `By Anna Lee At the end of the day, it rained.`
    private mutating func dropAuthor() {
        let words = sentences[0].text[...].spaced
        guard words.count > 4, let by = sentences[0].words.first, AuthorWords.prepositions.contains(by) else { return }
        let known = item.author.map { $0[...].spaced } ?? []
        let isKnown = !known.isEmpty && words[1...].starts(with: known)
        let name = isKnown ? known : words[1...].prefix(3).prefix { !Sentence.isUsualBeginning($0.lowercased()) }
        // `Por Puerto Rico` may also begin a sentence.
        let isName =
            isKnown || by == "by" && words.count > 8 && 2...3 ~= name.count && name.allSatisfy(Sentence.isPartOfName)
        guard isName, words.count > name.count + 1, case let next = words[name.count + 1], next.first!.isUppercase,
            isKnown || Sentence.isUsualBeginning(next.lowercased())
        else { return }
        author = author ?? name.joined(separator: " ")
        replaceFirst(by: words[(name.count + 1)...].joined(separator: " "))
    }

    /// Removes a caption and the credit after it, if the text follows without a mark: `A tram. Photo by Anna Lee In
    /// May, it rained.`
    private mutating func dropCaptionBeforeCredit() {
        for (index, sentence) in sentences.prefix(2).enumerated() {
            let words = sentence.text[...].spaced
            let end = words.indices.prefix(Self.longestCaption).first {
                $0 > 2 && words[$0].first!.isUppercase && Sentence.isUsualBeginning(words[$0].lowercased())
                    && Boilerplate.creditsOfPictures.contains(FoldedText.words(of: words[..<$0].joined(separator: " ")))
            }
            guard let end, words.count > end + 4, words[end - 1].first!.isUppercase else { continue }
            sentences.removeFirst(index)
            replaceFirst(by: words[end...].joined(separator: " "))
            return
        }
    }

    /// Removes a label from the first sentence, if the source repeats it or it only says that this is the text: `Quay
    /// News in Brief: It rained`, `Synopsis: It rained`.
    private mutating func dropLabel() {
        guard let first = sentences.first, let label = first.label,
            repeated.isBoilerplate(label: label.words)
                || label.words.count == 1 && Boilerplate.headings.contains(label.words[0])
        else { return }
        let rest = label.text
        // After several labels nobody knows where their list ends and the text begins.
        let isAmongLabels = sentences.dropFirst().first.map { $0.beginsParagraph && $0.label != nil } == true
        guard !rest.isEmpty || sentences.count > 1, rest.countOfLabels < 2, !isAmongLabels else { return }
        replaceFirst(by: rest)
    }

    /// Removes brackets before the text that only say whose a picture is, or name the publisher: `(Photo: Anna Lee). It
    /// rained.`, `[Elsom News] It rained.`
    private mutating func dropBrackets() {
        let first = sentences[0].text
        guard let closing = ["(": ")", "[": "]"][first.prefix(1)], let end = first[...].firstRange(ofLiteral: closing),
            case let inside = first[..<end.lowerBound].dropFirst(),
            case let words = FoldedText.words(of: String(inside)),
            case let rest = first[end.upperBound...].drop(while: { ". ".contains($0) }),
            words.count <= Self.longestCaption, rest.first?.isLowercase != true,
            inside.last.map(".!?".contains) == false,
            Boilerplate.creditsOfPictures.contains(words) || Boilerplate.creditLabels.contains(Array(words.prefix(1)))
                || publisher.isNamed(by: String(inside))
        else { return }
        replaceFirst(by: rest)
    }

    /// Removes the beginning of the text that a cut title already says. Inside a sentence, "…" takes its place.
    mutating func dropTitleThatWasCut() {
        guard let head = item.title.beforeCutSign else { return }
        var said = head.unicodeScalars.filter { !$0.properties.isWhitespace }
        while let last = said.last, ",;:–—-".unicodeScalars.contains(last) { said.removeLast() }
        guard said.count >= 15 else { return }
        var (rest, first) = (said[...], 0)
        while first < sentences.count {
            let text = sentences[first].text.unicodeScalars
            var index = text.startIndex
            while index < text.endIndex, let next = rest.first {
                if text[index] == next { rest.removeFirst() } else if text[index] != " " { return }
                index = text.index(after: index)
            }
            if rest.isEmpty { return goOn(in: first, at: index) }
            first += 1
        }
    }

    /// Removes the text of a sentence before an index. A word that contains the index is kept whole. If only the last words
    /// of the title would be left, the whole title is said.
    private mutating func goOn(in first: Int, at index: String.Index) {
        let sentence = sentences[first]
        let isInWord = index < sentence.text.endIndex && sentence.text.unicodeScalars[index].properties.isAlphabetic
        let head = sentence.text.unicodeScalars[..<index]
        let start = isInWord ? head.lastIndex(of: " ").map(head.index(after:)) ?? head.startIndex : index
        let rest = sentence.text[start...].drop { " ,;:–—-".contains($0) }
        if first + 1 == sentences.count, start > sentence.text.startIndex, 1...2 ~= rest.spaced.count { return }
        sentences.removeFirst(first)
        if rest.contains(where: \.isLetter) {
            if start > sentence.text.startIndex { sentences[0] = sentence.replaced(by: "…" + rest) }
        } else {
            sentences.removeFirst()
        }
    }

    private static let mostShortenings = 4
    /// The least number of words of a date.
    private static let shortestDate = 3
    /// The greatest number of words of a caption.
    private static let longestCaption = 14
}

extension Substring {
    /// The number of words that end with a colon.
    fileprivate var countOfLabels: Int { spaced.count { $0.hasSuffix(":") } }
}
