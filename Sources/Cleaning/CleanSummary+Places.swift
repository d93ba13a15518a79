import Foundation
import Texts

extension CleanSummary {
    /// Removes the first sentences if they are boilerplate or repeat the title.
    mutating func dropOpening() -> Bool {
        guard let first = sentences.first else { return false }
        if let length = lengthOfHeadlines {
            return apply("list of headlines") { $0.sentences.removeFirst(length) }
        }
        if let rule = Rule.atStart.first(where: { $0.applies(self, first) }) {
            author = author ?? first.labelledAuthor?.nonEmpty
            return apply(rule.name) { $0.sentences.removeFirst() }
        }
        let length = lengthOfTitle(from: first)
        return length > 0 ? apply("title") { $0.sentences.removeFirst(length) } : shortenFirst()
    }

    /// The number of sentences of the first paragraph or list, if it is the title, its publisher, and then other titles, as
    /// news.google.com writes them. Titles have no full stop; prose that was cut after the title and the publisher has.
    private var lengthOfHeadlines: Int? {
        let items = sentences.prefix(while: \.isListItem).count
        let end = items > 0 ? items - 1 : sentences.firstIndex(where: \.endsParagraph) ?? sentences.count - 1
        let paragraph = sentences[...end]
        guard title.count > 3, case let words = paragraph.flatMap(\.words), words.starts(with: title),
            !sentences[end].isClosed || sentences[end].text.beforeCutSign != nil,
            paragraph.dropLast().allSatisfy({
                $0.text.beforeCutSign != nil || $0.text.last { ".?!".contains($0) } != "."
            })
        else { return nil }
        let rest = words.dropFirst(title.count)
        let isRepeated =
            end == 0 && title.count > 5 && rest.indices.contains { rest[$0...].starts(with: title.prefix(3)) }
        let namesPublisher = (1...Self.mostNameWords).contains {
            $0 < rest.count && publisher.isNamed(by: rest.prefix($0).joined(separator: " "))
        }
        return isRepeated || namesPublisher ? end + 1 : nil
    }

    /// The number of sentences that together are the title, which may consist of several.
    private func lengthOfTitle(from first: Sentence) -> Int {
        var words: [String] = []
        var length = isPartOfTitle(first) ? 1 : 0
        for (offset, sentence) in sentences.prefix(Self.longestPhrase).enumerated() {
            words += sentence.words
            if words.count > title.count + Self.mostNameWords { break }
            if isTitle(words) { length = offset + 1 }
        }
        return length
    }

    /// Whether the paragraph has only the title, the publisher's name and a date, and nothing else: `Elsom Radio, 3
    /// May, Episode 6: The Harbour`. With a day, a part of the title is enough: `#6 – May 3, 2026`.
    func isHeader(_ sentence: Sentence) -> Bool {
        guard sentence.isParagraph, !sentence.isClosed, !title.isEmpty,
            sentence.words.count <= title.count + Self.longestDate
        else { return false }
        let (words, known) = (sentence.words, Set(title).union(publisher.words))
        return words.indices.allSatisfy { known.contains(words[$0]) || words.isPartOfDate(at: $0) }
            && (Set(title).isSubset(of: words) || words.indices.contains(where: words.isMonth))
    }

    /// Whether it is a paragraph whose words are in the title in the same order, and others follow it.
    private func isPartOfTitle(_ first: Sentence) -> Bool {
        guard sentences.count > 1, first.isParagraph, !first.words.isEmpty, first.words.count <= title.count,
            !first.text.hasSuffix(":"), item.title.beforeCutSign == nil
        else { return false }
        return areInTitle(first.words)
    }
}

extension CleanSummary {
    /// Removes the sentences and paragraphs of a section, unless there are no others.
    mutating func drop(_ section: SectionRule) {
        let starts = Set(section.starts(self))
        guard !starts.isEmpty else { return }
        var (kept, isInside) = ([Sentence](), false)
        for (index, sentence) in sentences.enumerated() {
            if starts.contains(index) {
                isInside = true
            } else if sentence.beginsParagraph {
                isInside = isInside && section.goesOn(sentence)
            }
            if !isInside { kept.append(sentence) }
        }
        if !kept.isEmpty { sentences = kept }
    }

    /// Whether it is boilerplate that introduces a list. One word alone, such as `More:`, may also introduce news.
    fileprivate func isListHeading(_ sentence: Sentence) -> Bool {
        sentence.endsParagraph && sentence.text.hasSuffix(":") && sentence.words.count > 1
            && (sentence.namesSponsor || Boilerplate.isEnding(sentence.words))
    }

    /// Whether a paragraph offers readers a lower price.
    fileprivate func offersDiscount(paragraphAt index: Int) -> Bool {
        let end = sentences[index...].firstIndex(where: \.endsParagraph) ?? sentences.count - 1
        let paragraph = sentences[index...end]
        return paragraph.contains { $0.text.utf8.contains(UInt8(ascii: "%")) }
            && paragraph.contains(where: \.addressesReaders)
            && !Boilerplate.wordsOfDiscounts.isDisjoint(with: paragraph.flatMap(\.words))
    }
}

/// Sentences that go together with the paragraphs after them.
struct SectionRule: Sendable {
    let name: String
    /// What the rule takes after a text of the `Elsom Gazette` about a bridge.
    let example: String
    let reason: String
    /// The positions of the sentences with which one begins.
    let starts: @Sendable (CleanSummary) -> [Int]
    /// Whether the first sentence of a later paragraph belongs to it.
    let goesOn: @Sendable (Sentence) -> Bool

    static let all = [
        SectionRule(
            name: "section under a text", example: "About Quay Shoes: Quay Shoes makes shoes.\n\nSince 1900.",
            reason: "a firm or a series always says it",
            starts: { text in
                text.sentences.indices.dropFirst().filter {
                    text.sentences[$0].isAboutItself(before: text.sentences[($0 + 1)...].first)
                }
            }, goesOn: { _ in true }),
        SectionRule(
            name: "list that boilerplate introduces", example: "Sponsored by:\n\n- Quay Shoes\n\n- Elsom Tea",
            reason: "it goes with its heading",
            starts: { text in
                text.sentences.indices.dropLast().filter {
                    let next = text.sentences[$0 + 1]
                    return next.beginsParagraph && next.isListItem && text.isListHeading(text.sentences[$0])
                }
            }, goesOn: { $0.isListItem }),
        SectionRule(
            name: "list of chapters", example: "0:00 Intro\n\n00:12 The bridge\n\n(1:02:10) Questions",
            reason: "with what follows it, except prose, it is about a recording; the times of a programme are later",
            starts: { text in
                let chapters = text.sentences.indices.filter { text.sentences[$0].isChapter }
                let isList = chapters.count > 2 && chapters[0] > 0 && text.sentences[chapters[0]].time[0] == 0
                return isList ? [chapters[0]] : []
            }, goesOn: { !$0.isProse || !$0.time.isEmpty || $0.addressesReaders }),
        SectionRule(
            name: "note of the newsroom", example: "Editor's note: This text was updated. It rained.",
            reason: "the newsroom speaks about the text, or a sponsor about itself",
            starts: { text in
                text.sentences.indices.filter { index in
                    let sentence = text.sentences[index]
                    return sentence.beginsParagraph
                        && (sentence.namesSponsor || text.offersDiscount(paragraphAt: index)
                            || sentence.label.map { Boilerplate.noteLabels.contains($0.words) } == true)
                }
            }, goesOn: { _ in false }),
    ]
}

extension CleanSummary {
    /// Removes sentences inside the text that are nothing but boilerplate.
    mutating func dropBetween() {
        for index in sentences.indices.dropFirst().dropLast().reversed() where index + 1 < sentences.count {
            let sentence = sentences[index]
            guard sentence.isListItem || !sentences[index + 1].isListItem,
                let rule = Rule.inside.first(where: { $0.applies(self, sentence) })
            else { continue }
            // A caption goes with its credit.
            let hasCaption =
                index > 1 && sentence.isCreditOfPicture && sentences[index - 1].isParagraph
                && !sentences[index - 1].isClosed
            apply(rule.name) { $0.sentences.removeSubrange((hasCaption ? index - 1 : index)...index) }
        }
    }

    /// Whether a label such as `Tags:` or `Source:` begins it, with at most so many words after it.
    func isLabelled(_ sentence: Sentence, by tables: [PhraseTable], atMost longest: Int = 8) -> Bool {
        guard sentence.isLine, let label = sentence.label else { return false }
        return label.words.count <= 3 && label.rest.count <= (sentences.count > 1 ? longest : Self.longestName)
            && !sentence.hasNewsAfterLabel && tables.contains { $0.contains(label.words) }
    }

    /// Removes headings of one to three words before sentences: a paragraph of its own.
    mutating func dropHeadings() {
        let all = sentences
        sentences = all.indices.filter { index in
            let (sentence, next) = (all[index], all[(index + 1)...].first)
            let isIntroduced = index > 0 && all[index - 1].text.hasSuffix(":")
            return !sentence.isHeading || isIntroduced || next?.isProse != true
        }.map { all[$0] }
    }
}

extension CleanSummary {
    /// Removes the last sentences if they are boilerplate.
    mutating func dropEnding() -> Bool {
        guard let last = sentences.last else { return false }
        if last.isAddress || last.isPointer { hasLostAddress = true }
        if let rule = Rule.atEnd.first(where: { $0.applies(self, last) }) {
            author = author ?? last.author
            return apply(rule.name) { $0.sentences.removeLast() }
        }
        // The longest phrase first. A quoted title may contain the ends of sentences.
        for count in (1...min(Self.longestPhrase, sentences.count)).reversed() {
            let words = sentences.suffix(count).flatMap(\.words)
            let isPhrase =
                isFooter(words, of: sentences.suffix(count))
                || (count == 1 ? isEnding(last) : Boilerplate.isEnding(words, ofWhichLast: last.words.count))
            guard isPhrase || isTitle(words) && sentences.count > count else { continue }
            return apply(isPhrase ? "phrase" : "title") { $0.sentences.removeLast(count) }
        }
        return false
    }

    /// Whether these sentences name the title, which reaches from the first to the last one, and the publisher, and little
    /// else, in any language: `The post Bridge opens appeared first on Elsom Gazette.`
    private func isFooter(_ words: [String], of sentences: ArraySlice<Sentence>) -> Bool {
        guard title.count > 2, let first = sentences.first, let last = sentences.last,
            (title.count + 1)..<title.count + Self.longestFooter ~= words.count,
            // News may begin with its title.
            let start = (1...(words.count - title.count)).first(where: { words[$0...].starts(with: title) }),
            start < first.words.count, start + title.count > words.count - last.words.count
        else { return false }
        return publisher.isNamed(in: Array(words[..<start] + words[(start + title.count)...]))
    }

    /// Whether it is a name, a button or a part of the title that stands alone after the last sentence.
    func isSignature(_ last: Sentence) -> Bool {
        guard sentences.count > 1, 1...3 ~= last.words.count, last.text[...].firstRange(ofLiteral: " - ") == nil else {
            return false
        }
        let isInTitle = Set(last.words).isSubset(of: title)
        if isInTitle, last.isParagraph, !last.isClosed { return true }
        let before = sentences[sentences.count - 2]
        // After an ellipsis, a word of the same paragraph may be the end of the sentence.
        guard before.isClosed, !before.text.hasSuffix("?"), last.isParagraph || before.text.beforeCutSign == nil,
            before.words.count > 4, last.text.unicodeScalars.last?.properties.isAlphabetic == true || isInTitle
        else { return false }
        let isName = last.text[...].spaced.allSatisfy(Sentence.isWordOfName) && !last.hasNumberOrColon
        return isName || isInTitle
    }

    /// Removes the hashtags after the last sentence: `It rained. #news #elsom`.
    mutating func dropTags() {
        guard let last = sentences.last, let head = last.text.beforeTags, head.spaced.count >= 3 else { return }
        sentences[sentences.count - 1] = last.replaced(by: String(head.dropLast()))
    }

    /// Removes the one to three words that a source left of a sentence, as in "It rained. The…".
    mutating func dropScrap() {
        guard sentences.count > 1, let last = sentences.last, !last.isListItem else { return }
        let isCut =
            last.text.beforeCutSign != nil || [",", "]"].contains(where: last.text.hasSuffix)
            || last.words.count > 1 && last.words.last?.count == 1 && last.text.last?.isLowercase == true
        if isCut, last.text[...].spaced.count <= 3, last.text[...].columns <= Self.widestScrap,
            sentences[sentences.count - 2].isClosed
        {
            sentences.removeLast()
        }
    }

    /// Writes "…" for a colon at the end: what it introduced, such as a list or code, was lost.
    mutating func markLostText() {
        guard let last = sentences.last, let colon = last.text.last, ":：".contains(colon) else { return }
        sentences[sentences.count - 1] = last.replaced(by: last.text.dropLast() + "…")
    }

    /// In columns.
    private static let widestScrap = 30
    /// In words without the title.
    private static let longestFooter = 11
}

extension String {
    /// The text before the hashtags at its end. A single one may belong to the sentence: `We all love #Elsom`.
    var beforeTags: Substring? {
        guard utf8.contains(UInt8(ascii: "#")) else { return nil }
        let words = self[...].spaced
        let tags = words.reversed().prefix {
            $0.hasPrefix("#") && $0.dropFirst().first?.isLetter == true && $0.last != "."
        }
        guard let first = tags.last, let end = words.dropLast(tags.count).last?.last,
            tags.count > 1 || ".!?…".contains(end) || first.lowercased() == "#shorts"
        else { return nil }
        return self[..<first.startIndex]
    }
}
