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
        ("title", { $0.dropTitleBeforeColon() }), ("phrase", { $0.dropPhraseBeforeBar() }),
        ("header", { $0.dropHeader() }), ("author", { $0.dropAuthor() }),
        ("caption", { $0.dropCaptionBeforeCredit() }), ("caption", { $0.dropCaptionInBrackets() }),
        ("title", { $0.dropTitleBeforeText() }), ("label", { $0.dropLabel() }), ("citation", { $0.dropCitation() }),
        ("dateline", { $0.dropDateline() }), ("publisher", { $0.dropPublisherInBrackets() }),
    ]

    /// Removes the title if the first sentence continues after it: `Title: text`, `Title — text`.
    private mutating func dropTitleBeforeColon() {
        let first = sentences[0].text.unicodeScalars
        guard title.count > 2, first.starts(with: item.title.unicodeScalars) else { return }
        let rest = first.dropFirst(item.title.unicodeScalars.count)
        let text = rest.drop { ":–—-|. ".unicodeScalars.contains($0) }
        guard let mark = rest.first(where: { $0 != " " }), ":–—-|.".unicodeScalars.contains(mark), !text.isEmpty else {
            return
        }
        replaceFirst(by: Substring(text))
    }

    /// Removes an invitation before a bar: `Watch now (4 mins) | It rained.`
    private mutating func dropPhraseBeforeBar() {
        guard let first = sentences.first, let bar = first.text[...].firstRange(ofLiteral: " | "),
            Boilerplate.isEnding(FoldedText.words(of: String(first.text[..<bar.lowerBound])))
        else { return }
        replaceFirst(by: first.text[bar.upperBound...])
    }

    /// Removes the title if the text follows without a mark: `Storm closes the old harbour The storm …`.
    private mutating func dropTitleBeforeText() {
        let first = sentences[0]
        let isEnough = first.words.count > title.count + 5 || sentences.count > 1 && first.isClosed
        guard title.count > 4, isEnough, first.words.count > title.count, first.words.starts(with: title),
            first.text.hasPrefix(item.title + " ")
        else { return }
        let rest = first.text.dropFirst(item.title.count + 1)
        // A name may be longer than in the title: `Two die near Elsom Castle on Monday`.
        let goesOn = rest.first?.isUppercase == true && Sentence.isUsualBeginning(first.words[title.count])
        let isCitation = first.words[title.count...].prefix(Self.longestCitation).contains("al")
        guard goesOn || isCitation || first.words[title.count] == title[0] else { return }
        replaceFirst(by: rest)
    }

    /// Removes the title together with the author and the time after it, which may touch: `Bridge opensanna November
    /// 19, 2026`.
    private mutating func dropHeader() {
        let first = sentences[0].text
        guard title.count > 2, first.hasPrefix(item.title) else { return }
        var rest = first.dropFirst(item.title.count).drop { $0 == " " }
        if let author = item.author, rest.hasPrefix(author) { rest = rest.dropFirst(author.count) }
        let words = rest.spaced
        let date = words[words.indices.prefix(Self.longestDate).prefix(while: words.isPartOfDate)]
        guard date.count >= Self.shortestDate, date.contains(where: { String($0).namesMonthOrYear }),
            date.first != "at", words.dropFirst(date.count).first?.first?.isLowercase != true
        else { return }
        replaceFirst(by: words.dropFirst(date.count).joined(separator: " "))
    }

    /// Removes the author before the first sentence: `By Anna Lee At the end of the day, it rained.`
    private mutating func dropAuthor() {
        let words = sentences[0].text[...].spaced
        guard words.count > 4, let by = sentences[0].words.first, AuthorWords.isPreposition(by) else { return }
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
            let end = words.indices.prefix(Self.longestCitation).first {
                $0 > 2 && words[$0].first!.isUppercase && Sentence.isUsualBeginning(words[$0].lowercased())
                    && Boilerplate.creditsOfPictures.contains(FoldedText.words(of: words[..<$0].joined(separator: " ")))
            }
            guard let end, words.count > end + 4, words[end - 1].first!.isUppercase else { continue }
            sentences.removeFirst(index)
            replaceFirst(by: words[end...].joined(separator: " "))
            return
        }
    }

    /// Removes what a picture shows or whose it is, in brackets before the text: `(Image: Anna Lee). It rained.`
    private mutating func dropCaptionInBrackets() {
        let first = sentences[0].text
        guard first.hasPrefix("("), let end = first.firstIndex(of: ")"), case let inside = first[..<end].dropFirst(),
            let last = inside.last, !".!?".contains(last), case let words = FoldedText.words(of: String(inside)),
            words.count <= Self.longestCitation,
            Boilerplate.creditsOfPictures.contains(words) || Boilerplate.creditLabels.contains(Array(words.prefix(1)))
        else { return }
        let rest = first[end...].dropFirst().drop { ". ".contains($0) }
        if rest.first?.isLowercase != true { replaceFirst(by: rest) }
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

    /// Removes the authors and the year of a paper before the first sentence: `Lee et al., Elsom Talks 2026 It rained`.
    private mutating func dropCitation() {
        let words = sentences[0].text[...].spaced
        let index = words.prefix(Self.longestCitation).firstIndex { $0 == "al.," || $0 == "al." }
        guard let index, index > 0, words[index - 1] == "et" else { return }
        let year = words[index...].prefix(Self.longestCitation).firstIndex { $0.utf8.count == 4 && $0.utf8.areDigits }
        guard let year, words.count > year + 5, words[year + 1].first!.isUppercase else { return }
        replaceFirst(by: words[(year + 1)...].joined(separator: " "))
    }

    /// Removes a dateline that was after a title or a credit, where the earlier cleaning did not find it.
    private mutating func dropDateline() {
        let text = sentences[0].text.withoutDateline(of: item)
        guard text.utf8.count < sentences[0].text.utf8.count else { return }
        replaceFirst(by: text)
    }

    /// Removes the publisher's name in brackets before the text: `[Elsom News] It rained`, `（泡泡特约）`. If most texts of
    /// a source begin with square brackets, the brackets name the paper that each text comes from.
    private mutating func dropPublisherInBrackets() {
        let first = sentences[0].text
        guard let bracket = first.first, let closing = Boilerplate.brackets[bracket],
            let end = first.firstIndex(of: closing),
            case let inside = String(first[..<end].dropFirst()),
            bracket == "[" && repeated.beginWithBrackets || publisher.isNamed(by: inside)
                || bracket != "[" && inside.hasPrefix(item.source) && inside.count <= item.source.count + 3
        else { return }
        let rest = first[end...].dropFirst().drop { $0 == " " }
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
    /// The greatest number of words before "et al.", and from there to the year.
    private static let longestCitation = 14
}

extension Substring {
    /// The number of words that end with a colon.
    fileprivate var countOfLabels: Int { spaced.count { $0.hasSuffix(":") } }
}
