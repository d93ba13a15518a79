import Foundation
import Texts
import Values

/// A summary without what publishers write around their news (`Furniture`).
struct CleanSummary {
    private var sentences: [Sentence]
    private let item: Item
    private let title: [String]
    private let repeated: RepeatedSentences
    /// Whether an address at the end was removed. Then a label before it, such as `Download it at:`, is useless.
    private var hasLostAddress = false
    /// The author whom a removed sentence at the end names.
    private(set) var author: String?
    /// How often the program tried to shorten the first sentence.
    private var shortenings = 0

    init(_ sentences: [Sentence], of item: Item, repeated: RepeatedSentences) {
        self.sentences = sentences.withoutSections
        self.item = item
        self.repeated = repeated
        title = FoldedText.words(of: item.title)
        dropLists()
        dropChapters()
        dropNotes()
        // Each of them may hide another one.
        while dropEnding() || dropOpening() || dropTags() || dropHeadings() {}
        dropTitleThatWasCut()
        dropLink()
        dropBetween()
        dropEmptyLabels()
        dropScrap()
        dropDash()
        dropRepetition()
        markLostText()
    }

    var text: String { sentences.text.withOneEllipsis }
}

extension CleanSummary {
    /// Removes lists that furniture introduces, such as `Sponsored by:`, together with this furniture.
    private mutating func dropLists() {
        var kept: [Sentence] = []
        var isInList = false
        for sentence in sentences {
            if sentence.beginsParagraph, sentence.isListItem, !isInList, kept.last.map(isListHeading) == true {
                kept.removeLast()
                isInList = true
            } else if sentence.beginsParagraph {
                isInList = isInList && sentence.isListItem
            }
            if !isInList { kept.append(sentence) }
        }
        sentences = kept
    }

    /// Removes the list of the chapters of a recording, `0:00 Intro`, and what follows the list.
    private mutating func dropChapters() {
        let chapters = sentences.indices.filter { sentences[$0].isChapter }
        if chapters.count > 2, chapters[0] > 0, sentences[chapters[0]].isFirstChapter {
            sentences.removeSubrange(chapters[0]...)
        }
    }

    /// Removes the paragraphs in which the newsroom speaks about the article, or a sponsor about itself: `Editor's note:
    /// This text was updated.`
    private mutating func dropNotes() {
        var (kept, isInNote): ([Sentence], Bool) = ([], false)
        for sentence in sentences {
            if sentence.beginsParagraph {
                isInNote =
                    sentence.label.map { Furniture.isNoteLabel($0.words) } == true
                    || sentence.namesSponsor
            }
            if !isInNote { kept.append(sentence) }
        }
        if !kept.isEmpty { sentences = kept }
    }

    /// Whether it is furniture that introduces a list. One word alone, such as `More:`, may also introduce news.
    private func isListHeading(_ sentence: Sentence) -> Bool {
        guard sentence.endsParagraph, !sentence.isClosed else { return false }
        let words = sentence.words
        guard sentence.text.hasSuffix(":") else { return sentence.isParagraph && Furniture.isListHeading(words) }
        if sentence.isCredit { return true }
        return words.count > 1 && (Furniture.isEnding(words) || Furniture.isEndingLabel(words))
    }

    /// Removes the last sentences if they are furniture.
    private mutating func dropEnding() -> Bool {
        guard let last = sentences.last else { return false }
        if last.isAddress || last.isPointer { hasLostAddress = true }
        let isFurniture =
            last.isEmptyOfWords || hasLostAddress && last.text.hasSuffix(":") || last.isPointer
            || isPublisher(last) || isSignature(last) || isOwnByline(last) || isSectionAfterCut
            || sentences.count > 1 && last.author != nil && sentences[sentences.count - 2].isClosed
            || sentences.count > 1 && last.isCredit
            || last.isCopyright || last.namesSponsor || repeated.isFurniture(last, under: title)
            || last.isListOfTopics && sentences.dropLast().last?.isClosed != false
            || isLabelled(last, by: Furniture.isEndingLabel)
        if isFurniture {
            author = author ?? last.author
            return drop(last: 1)
        }
        // The longest phrase first. A quoted title may contain the ends of sentences.
        for count in (1...min(Self.longestPhrase, sentences.count)).reversed() {
            let words = sentences.suffix(count).flatMap(\.words)
            let isPhrase =
                count == 1 ? Furniture.isEnding(words) : Furniture.isEnding(words, ofWhichLast: last.words.count)
            if isPhrase || isTitle(words) && sentences.count > count { return drop(last: count) }
        }
        return false
    }

    /// Whether a label such as `Tags:` or `Source:` begins it.
    private func isLabelled(_ sentence: Sentence, by isLabel: ([String]) -> Bool) -> Bool {
        guard sentence.isLine, let label = sentence.label else { return false }
        return label.words.count <= 3 && label.rest.count <= 8 && !sentence.hasNewsAfterLabel && isLabel(label.words)
    }

    /// Whether it is a paragraph of a label and what it introduces: `Related links: Boats | Trams`.
    private func isLabelledLine(_ sentence: Sentence) -> Bool {
        sentence.isParagraph && !sentence.text.hasSuffix(":") && isLabelled(sentence, by: Furniture.isAsideLabel)
    }

    /// Whether the last sentence is the section after a text that was cut, as SPIP writes it: `It cost (...) - Town`.
    private var isSectionAfterCut: Bool {
        guard let last = sentences.last, sentences.count > 1, last.text.hasPrefix("- "), !last.isClosed else {
            return false
        }
        let before = sentences[sentences.count - 2].text
        return !last.beginsParagraph && last.words.count <= 6 && before.hasSuffix(")") && before.beforeCutSign != nil
    }

    /// Removes the link after a text that was cut: `It cost Continue reading Title`.
    private mutating func dropLink() {
        guard let text = sentences.last?.text else { return }
        let longest = 40 + 2 * item.title.unicodeScalars.count
        let start = text.unicodeScalars.index(text.endIndex, offsetBy: -longest, limitedBy: text.startIndex)
        let end = text[(start ?? text.startIndex)...]
        let link = Furniture.links.lazy.compactMap { end.lastRange(ofLiteral: $0) }.first
        guard let link, isTitleOrNothing(text[link.upperBound...]) else { return }
        let head = text[..<link.lowerBound].trimmingCharacters(in: Self.joins)
        let last = sentences.removeLast()
        if !head.isEmpty { sentences.append(last.replaced(by: head + "…")) }
    }

    private func isTitleOrNothing(_ rest: Substring) -> Bool {
        let words = FoldedText.words(of: String(rest))
        return words.isEmpty ? !rest.contains { ".!?。！？｡".contains($0) } : words == title
    }

    /// Removes sentences inside the text that are nothing but furniture.
    private mutating func dropBetween() {
        let inside = sentences.indices.dropFirst().dropLast()
        var dropped = Set(inside.filter { isFurnitureInside(sentences[$0]) })
        // `New to the town? Subscribe!`
        for index in inside.dropLast()
        where dropped.contains(index + 1) && !sentences[index].endsParagraph && sentences[index].text.hasSuffix("?") {
            dropped.insert(index)
        }
        sentences = sentences.indices.filter { !dropped.contains($0) }.map { sentences[$0] }
    }

    private func isFurnitureInside(_ sentence: Sentence) -> Bool {
        sentence.isEmptyOfWords || sentence.isPointer || sentence.isCredit || sentence.namesSponsor
            || isHeadline(sentence)
            || Furniture.isEnding(sentence.words) || isLabelledLine(sentence)
            || sentence.isParagraph && repeated.isInMost(sentence, under: title)
    }

    /// Whether it is a paragraph that repeats the title, as a heading or a caption.
    private func isHeadline(_ sentence: Sentence) -> Bool {
        sentence.isParagraph && sentence.text.utf8.count > 10 && sentence.words == title
    }

    /// Whether it is a paragraph that names the author, as in `By Anna Lee in Elsom, 2026-11-21.`
    private func isOwnByline(_ last: Sentence) -> Bool {
        guard last.isParagraph, last.words.first == "by", last.words.count <= 12, let author = item.author else {
            return false
        }
        let names = FoldedText.words(of: author)
        return !names.isEmpty && last.words.dropFirst().starts(with: names)
    }

    /// Whether it is a name, a button or a part of the title that stands alone after the last sentence.
    private func isSignature(_ last: Sentence) -> Bool {
        guard sentences.count > 1, 1...3 ~= last.words.count, last.text[...].firstRange(ofLiteral: " - ") == nil else {
            return false
        }
        let isInTitle = Set(last.words).isSubset(of: title)
        if isInTitle, last.isParagraph, !last.isClosed { return true }
        let before = sentences[sentences.count - 2]
        // After an ellipsis, a word of the same paragraph may be the end of the sentence.
        guard before.isClosed, last.isParagraph || before.text.beforeCutSign == nil, before.words.count > 4,
            last.text.unicodeScalars.last?.properties.isAlphabetic == true || isInTitle
        else { return false }
        let isName = last.text[...].spaced.allSatisfy { $0.first!.isUppercase } && !last.hasNumberOrColon
        return isName || isInTitle
    }

    /// Removes the hashtags after the last sentence: `It rained. #news #elsom`.
    private mutating func dropTags() -> Bool {
        guard let last = sentences.last, last.text.utf8.contains(UInt8(ascii: "#")) else { return false }
        let words = last.text[...].spaced
        let kept =
            words.count
            - words.reversed().prefix {
                $0.hasPrefix("#") && $0.count > 1 && !$0.hasSuffix(".") || $0.hasPrefix("pic.twitter.com/")
            }.count
        guard kept >= 3, kept < words.count, words.count - kept > 1 || ".!?…".contains(words[kept - 1].last!) else {
            return false
        }
        sentences[sentences.count - 1] = last.replaced(by: words[..<kept].joined(separator: " "))
        return true
    }

    /// Removes a label from the first sentence, if the source repeats it or it only says that this is the text: `Quay
    /// News in Brief: It rained`, `Synopsis: It rained`.
    private mutating func dropLabel() -> Bool {
        guard let first = sentences.first, let label = first.label,
            repeated.isFurniture(label: label.words) || label.words.count == 1 && Furniture.isHeading(label.words[0]),
            let colon = first.text.firstIndex(where: { ":：".contains($0) })
        else { return false }
        let rest = first.text[colon...].dropFirst().drop { $0 == " " }
        // After several labels nobody knows where their list ends and the text begins.
        let isAmongLabels = sentences.dropFirst().first.map { $0.beginsParagraph && $0.label != nil } == true
        guard !rest.isEmpty || sentences.count > 1, rest[...].countOfLabels < 2, !isAmongLabels else { return false }
        if rest.isEmpty { sentences.removeFirst() } else { sentences[0] = first.replaced(by: String(rest)) }
        return true
    }

    /// Removes the one to three words that a source left of a sentence, as in "It rained. The…".
    private mutating func dropScrap() {
        guard sentences.count > 1, let last = sentences.last, !last.isListItem else { return }
        let isCut = last.text.beforeCutSign != nil || [",", "]"].contains(where: last.text.hasSuffix)
        if isCut, last.text[...].spaced.count <= 3, last.text[...].columns <= Self.widestScrap,
            sentences[sentences.count - 2].isClosed
        {
            sentences.removeLast()
        }
    }

    /// Removes the beginning of the text that a cut title already says. Inside a sentence, "…" takes its place.
    private mutating func dropTitleThatWasCut() {
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

    /// Removes the text of a sentence before an index. A word that contains the index is kept whole.
    private mutating func goOn(in first: Int, at index: String.Index) {
        let sentence = sentences[first]
        let isInWord = index < sentence.text.endIndex && sentence.text.unicodeScalars[index].properties.isAlphabetic
        let head = sentence.text.unicodeScalars[..<index]
        let start = isInWord ? head.lastIndex(of: " ").map(head.index(after:)) ?? head.startIndex : index
        let rest = sentence.text[start...].drop { " ,;:–—-".contains($0) }
        sentences.removeFirst(first)
        if rest.contains(where: \.isLetter) {
            if start > sentence.text.startIndex { sentences[0] = sentence.replaced(by: "…" + rest) }
        } else {
            sentences.removeFirst()
        }
    }

    /// Removes headings of one to three words before sentences: a paragraph of its own, or a first word such as
    /// `Introduction`.
    private mutating func dropHeadings() -> Bool {
        let all = sentences
        sentences = all.enumerated().filter { index, sentence in
            let isIntroduced = index > 0 && all[index - 1].text.hasSuffix(":")
            return isIntroduced || !(index + 1 < all.count && sentence.isHeading && all[index + 1].isProse)
        }.map(\.element)
        if sentences.count < all.count { return true }
        guard let first = sentences.first, first.words.count > 5, Furniture.isHeading(first.words[0]),
            Sentence.isUsualBeginning(first.words[1]), let space = first.text.unicodeScalars.firstIndex(of: " "),
            case let rest = first.text[space...].dropFirst(), rest.unicodeScalars.first?.properties.isUppercase == true
        else { return false }
        sentences[0] = first.replaced(by: String(rest))
        return true
    }

    /// Removes labels such as `Transcript:` that are followed by another label or by nothing.
    private mutating func dropEmptyLabels() {
        let all = sentences
        sentences = all.enumerated().filter { index, sentence in
            !sentence.isLabel || index == 0 || index + 1 < all.count && !all[index + 1].isLabel
        }.map(\.element)
    }

    /// Whether the paragraph is the item's author.
    private func isByline(_ sentence: Sentence) -> Bool {
        sentence.isParagraph && item.author.map { FoldedText.words(of: $0) == sentence.words } == true
    }

    /// Whether the paragraph has only the title, the publisher's name and a date, and nothing else: `Elsom Radio, 3 May,
    /// Episode 6: The Harbour`. With a day, a part of the title is enough: `#6 – May 3, 2026`.
    private func isHeader(_ sentence: Sentence) -> Bool {
        guard sentence.isParagraph, !title.isEmpty, sentence.words.count <= title.count + Self.longestDate else {
            return false
        }
        let others = Set(sentence.words).subtracting(title).subtracting(item.publisher.words)
        let isDated = sentence.words.contains(where: \.isNameOfMonth)
        return !sentence.isClosed && (isDated || Set(title).isSubset(of: sentence.words))
            && others.allSatisfy(\.isPartOfDate)
    }

    /// Removes a short text if each of its words is in the title. The words of a sentence must have the same order: `Man
    /// bites dog.` is other news than `Dog bites man`.
    private mutating func dropRepetition() {
        let words = sentences.flatMap(\.words).filter { !["http", "https", "www"].contains($0) }
        let isSentence = sentences.last?.isClosed == true
        if !words.isEmpty, isSentence ? areInTitle(words) : Set(words).isSubset(of: title) { sentences = [] }
    }

    /// Removes the first sentences if they are furniture or repeat the title.
    private mutating func dropOpening() -> Bool {
        guard let first = sentences.first else { return false }
        let words = first.words
        let isCredit =
            Furniture.isEnding(words) && (!first.isClosed || first.isParagraph || words.count <= 15)
            || Furniture.isCreditOfPicture(words) && (!first.isClosed || words.count <= 4)
            || isLabelledCredit(first) || first.namesSponsor
            || !first.isClosed && words.count <= 12
                && (first.isListOfCredits || first.beginsWithByline && (words.count <= 6 || first.isParagraph))
            || first.isParagraph && first.isLine
                && first.label.map { Furniture.isAuthorLabel($0.words) && $0.rest.count <= 6 } == true
            || first.isListOfAuthors && (sentences.count > 1 || !first.isClosed)
            || sentences.count > 1 && first.isParagraph && first.text.isDay
            || words.count <= 6 && words.suffix(2) == ["et", "al"]
            || sentences.count > 1 && (isByline(first) || isHeader(first))
        if let caption = captionLength {
            sentences.removeFirst(caption)
            return true
        }
        if first.isListItem, title.count > 3, words.starts(with: title) {
            // In a list of headlines, the publisher is after each.
            sentences.removeFirst(words == title ? 1 : sentences.prefix(while: \.isListItem).count)
            return true
        }
        if isListOfHeadlines(first) {
            sentences.removeFirst()
            return true
        }
        if first.isEmptyOfWords || first.isPointer || isCredit || repeated.isFurniture(first, under: title) {
            sentences.removeFirst()
            return true
        }
        var opening: [String] = []
        var repetition = 0
        // A title may consist of several sentences.
        for (offset, sentence) in sentences.prefix(Self.longestPhrase).enumerated() {
            opening += sentence.words
            if opening.count > title.count + Self.mostNameWords { break }
            let isEndOfTitle = opening.count > 3 && title.suffix(opening.count).elementsEqual(opening)
            if isEndOfTitle || isTitle(opening) { repetition = offset + 1 }
        }
        if repetition == 0, isPartOfTitle(first) { repetition = 1 }
        if repetition == 0 { return shortenFirst() }
        sentences.removeFirst(repetition)
        return true
    }

    /// Whether it is a label such as `Photo:` with what it introduces. If the text has nothing else, this must be short.
    private func isLabelledCredit(_ first: Sentence) -> Bool {
        guard let label = first.label, Furniture.isCreditLabel(label.words) else { return false }
        return sentences.count > 1 ? label.rest.count <= 25 : label.rest.count <= 8 && !first.hasNewsAfterLabel
    }

    /// Whether it is a paragraph whose words are in the title in the same order, and others follow it.
    private func isPartOfTitle(_ first: Sentence) -> Bool {
        guard sentences.count > 1, first.isParagraph, !first.words.isEmpty, first.words.count <= title.count,
            !first.text.hasSuffix(":"), item.title.beforeCutSign == nil
        else { return false }
        return areInTitle(first.words)
    }

    /// Whether the title has these words in the same order.
    private func areInTitle(_ words: [String]) -> Bool {
        var rest = title[...]
        return words.allSatisfy { word in
            guard let index = rest.firstIndex(of: word) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }

    /// Removes a title, a label, a citation, a dateline or the publisher from the first sentence. Each removal copies the sentence, so
    /// there are at most four.
    private mutating func shortenFirst() -> Bool {
        guard shortenings < Self.mostShortenings else { return false }
        shortenings += 1
        return dropTitleBeforeColon() || dropHeader() || dropAuthor() || dropTitleBeforeText() || dropLabel()
            || dropCitation() || dropDateline() || dropPublisherInBrackets()
    }

    /// Removes the title together with the author and the time after it, which may touch: `Bridge opensanna November 19,
    /// 2026`.
    private mutating func dropHeader() -> Bool {
        let first = sentences[0].text
        guard title.count > 2, first.hasPrefix(item.title) else { return false }
        var rest = first.dropFirst(item.title.count).drop { $0 == " " }
        if let author = item.author, rest.hasPrefix(author) { rest = rest.dropFirst(author.count) }
        let words = rest.spaced
        let date = words.prefix(Self.longestDate).prefix { String($0).isPartOfDate }
        guard date.count >= Self.shortestDate, date.contains(where: { String($0).namesMonthOrYear }),
            date.first != "at",
            words.dropFirst(date.count).first?.first?.isLowercase != true
        else { return false }
        if date.count == words.count {
            sentences.removeFirst()
        } else {
            sentences[0] = sentences[0].replaced(by: words.dropFirst(date.count).joined(separator: " "))
        }
        return true
    }

    /// Removes the author before the first sentence: `By Anna Lee At the end of the day, it rained.`
    private mutating func dropAuthor() -> Bool {
        let words = sentences[0].text[...].spaced
        guard words.count > 8, let by = sentences[0].words.first, AuthorWords.isPreposition(by) else { return false }
        let name = words[1...].prefix(3).prefix { !Sentence.isUsualBeginning($0.lowercased()) }
        let isName = 2...3 ~= name.count && name.allSatisfy(Sentence.isPartOfName)
        // `Por Puerto Rico` may also begin a sentence.
        let isKnown = by == "by" || item.author == name.joined(separator: " ")
        guard isName, isKnown, words.count > name.count + 1, case let next = words[name.count + 1],
            next.first!.isUppercase,
            Sentence.isUsualBeginning(next.lowercased())
        else { return false }
        author = author ?? name.joined(separator: " ")
        sentences[0] = sentences[0].replaced(by: words[(name.count + 1)...].joined(separator: " "))
        return true
    }

    /// Removes the publisher's name in brackets before the text: `[Elsom News] It rained`, `（泡泡特约）`. If most texts of
    /// a source begin with square brackets, the brackets name the paper that each text comes from.
    private mutating func dropPublisherInBrackets() -> Bool {
        let first = sentences[0].text
        guard let bracket = first.first, let closing = Self.brackets[bracket], let end = first.firstIndex(of: closing),
            case let inside = String(first[..<end].dropFirst()),
            bracket == "[" && repeated.beginWithBrackets || item.publisher.isNamed(by: inside)
                || bracket != "[" && inside.hasPrefix(item.source) && inside.count <= item.source.count + 3
        else { return false }
        let rest = first[end...].dropFirst().drop { $0 == " " }
        if rest.isEmpty { sentences.removeFirst() } else { sentences[0] = sentences[0].replaced(by: String(rest)) }
        return true
    }

    /// Whether the sentence is only the publisher's name.
    private func isPublisher(_ sentence: Sentence) -> Bool {
        sentences.count > 1 && !sentence.isClosed && sentence.words.count <= Self.mostNameWords
            && item.publisher.isNamed(by: sentence.text)
    }

    /// Removes the title if the first sentence continues after it: `Title: text`, `Title — text`.
    private mutating func dropTitleBeforeColon() -> Bool {
        let first = sentences[0].text.unicodeScalars
        guard title.count > 2, first.starts(with: item.title.unicodeScalars) else { return false }
        let rest = first.dropFirst(item.title.unicodeScalars.count)
        let text = rest.drop { ":–—-|. ".unicodeScalars.contains($0) }
        guard let mark = rest.first(where: { $0 != " " }), ":–—-|.".unicodeScalars.contains(mark), !text.isEmpty else {
            return false
        }
        sentences[0] = sentences[0].replaced(by: String(Substring(text)))
        return true
    }

    /// Removes the title if the text follows without a mark: `Storm closes the old harbour The storm …`.
    private mutating func dropTitleBeforeText() -> Bool {
        let first = sentences[0]
        let isEnough = first.words.count > title.count + 5 || sentences.count > 1 && first.isClosed
        guard title.count > 4, isEnough, first.words.count > title.count, first.words.starts(with: title),
            first.text.hasPrefix(item.title + " ")
        else { return false }
        let rest = first.text.dropFirst(item.title.count + 1)
        // A name may be longer than in the title: `Two die near Elsom Castle on Monday`.
        let goesOn = rest.first?.isUppercase == true && Sentence.isUsualBeginning(first.words[title.count])
        guard goesOn || first.words[title.count] == title[0] else { return false }
        sentences[0] = first.replaced(by: String(rest))
        return true
    }

    /// Removes the authors and the year of a paper before the first sentence: `Lee et al., Elsom Talks 2026 It rained`.
    private mutating func dropCitation() -> Bool {
        let words = sentences[0].text[...].spaced
        let index = words.prefix(Self.longestCitation).firstIndex { $0 == "al.," || $0 == "al." }
        guard let index, index > 0, words[index - 1] == "et" else { return false }
        let year = words[index...].prefix(Self.longestCitation).firstIndex { word in
            word.utf8.count == 4 && word.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard let year, words.count > year + 5, words[year + 1].first!.isUppercase else { return false }
        sentences[0] = sentences[0].replaced(by: words[(year + 1)...].joined(separator: " "))
        return true
    }

    /// Removes a dateline that was after a title or a credit, where the earlier cleaning did not find it.
    private mutating func dropDateline() -> Bool {
        let text = sentences[0].text.withoutDateline(under: item.title)
        guard text.utf8.count < sentences[0].text.utf8.count else { return false }
        sentences[0] = sentences[0].replaced(by: text)
        return true
    }

    /// Removes the dash before a text that continues with a small letter: `– with Anna Lee`.
    private mutating func dropDash() {
        guard let first = sentences.first, let dash = first.text.unicodeScalars.first, dash == "–" || dash == "—",
            case let rest = first.text.unicodeScalars.dropFirst(),
            rest.first == " ", rest.dropFirst().first?.properties.isLowercase == true, !rest.contains(dash)
        else { return }
        sentences[0] = first.replaced(by: String(Substring(rest.dropFirst())))
    }

    /// Writes "…" for a colon at the end: what it introduced, such as a list or code, was lost.
    private mutating func markLostText() {
        guard let last = sentences.last, let colon = last.text.last, ":：".contains(colon) else { return }
        sentences[sentences.count - 1] = last.replaced(by: last.text.dropLast() + "…")
    }

    private mutating func drop(last count: Int) -> Bool {
        sentences.removeLast(count)
        return true
    }

    /// The number of sentences of the first paragraph, if it ends with the credit of a picture and others follow.
    private var captionLength: Int? {
        guard let end = sentences.firstIndex(where: \.endsParagraph), end > 0, end < sentences.count - 1,
            !sentences[end].isClosed, Furniture.isCreditOfPicture(sentences[end].words)
        else { return nil }
        return end + 1
    }

    /// Whether it is the title, its publisher, and then other titles, as news.google.com writes them.
    private func isListOfHeadlines(_ first: Sentence) -> Bool {
        let words = first.words
        let isCut = !first.isClosed || first.text.beforeCutSign != nil
        guard title.count > 3, isCut, words.starts(with: title) else { return false }
        let rest = words.dropFirst(title.count)
        let beginning = title.prefix(3)
        if title.count > 5, rest.indices.contains(where: { rest[$0...].starts(with: beginning) }) { return true }
        let publisher = item.publisher
        return (1...Self.mostNameWords).contains {
            $0 < rest.count && publisher.isNamed(by: rest.prefix($0).joined(separator: " "))
        }
    }

    /// Whether the words are the title, its first four words or more, the title after one to three other words, or the
    /// title before the publisher's name.
    private func isTitle(_ words: [String]) -> Bool {
        if words.count > 3, title.starts(with: words) { return true }
        if title.count > 4, 1...3 ~= words.count - title.count, words.suffix(title.count).elementsEqual(title) {
            return true
        }
        guard !title.isEmpty, words.starts(with: title) else { return false }
        let rest = words.dropFirst(title.count)
        return rest.isEmpty
            || rest.count <= Self.mostNameWords && item.publisher.isNamed(by: rest.joined(separator: " "))
    }

    private static let brackets: [Character: Character] = ["[": "]", "【": "】", "（": "）"]
    /// In words.
    private static let shortestDate = 3
    private static let longestDate = 8
    /// The greatest number of sentences in one phrase.
    private static let longestPhrase = 4
    private static let mostNameWords = 5
    private static let mostShortenings = 4
    /// In columns.
    private static let widestScrap = 30
    /// The greatest number of words before "et al.", and from there to the year.
    private static let longestCitation = 14
    /// What connects a text with the link after it.
    private static let joins = CharacterSet(charactersIn: " ,;:–—-(…")
}

extension String {
    /// The text with one ellipsis if signs at its end show that it was cut. After a whole sentence there is none.
    fileprivate var withOneEllipsis: String {
        // Some newspapers end an article with a dot of their own.
        if hasSuffix(" •") { return String(dropLast(2)) }
        // What is left of a sign such as `[...]`.
        if hasSuffix(".]"), !contains("[") { return String(dropLast()) }
        var text = self[...]
        while let shorter = text.beforeCutSign ?? text.beforePointer { text = shorter }
        if text.endIndex == endIndex || text.isEmpty { return String(text) }
        if ".!?".contains(text.last!) { return String(text) }
        while let last = text.last, ",;–— ".contains(last) { text.removeLast() }
        return String(text) + "…"
    }
}

extension Substring {
    /// The number of words that end with a colon.
    fileprivate var countOfLabels: Int { spaced.count { $0.hasSuffix(":") } }

    /// The text before an arrow or a space at its end. A French quotation ends with " »", too.
    fileprivate var beforePointer: Substring? {
        guard let pointer = [" »", " →", " >>", " "].first(where: hasSuffix) else { return nil }
        let isQuoted = pointer == " »" && count { $0 == "«" } >= count { $0 == "»" }
        return isQuoted ? nil : dropLast(pointer.count)
    }
}
