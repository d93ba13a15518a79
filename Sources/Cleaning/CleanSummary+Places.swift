import Foundation
import Texts

extension CleanSummary {
    /// Removes a sentence at the beginning or the end that is boilerplate, or those that repeat the title.
    mutating func drop(at place: Rule.Places, by rules: [Rule]) -> Bool {
        func outer(_ count: Int) -> ArraySlice<Sentence> {
            place == .start ? sentences.prefix(count) : sentences.suffix(count)
        }
        guard let sentence = outer(1).first else { return false }
        let rule = rules.first { $0.applies(self, sentence) }
        if let rule {
            named = named ?? sentence.author ?? (rule.name == "author" ? sentence.label.map { String($0.text) } : nil)
        }
        // The title may consist of several sentences. A small letter goes on with a sentence that it begins.
        func isTitle(_ count: Int) -> Bool {
            let next = place == .start ? sentences.dropFirst(count).first : nil
            return areTitle(outer(count)) && (next?.beginsParagraph != false || next?.text.first?.isLowercase != true)
        }
        let lengths = 1...min(Self.longestPhrase, sentences.count)
        guard let count = rule != nil ? 1 : lengths.last(where: isTitle) else { return false }
        return apply(rule?.name ?? "title") {
            if place == .start { $0.sentences.removeFirst(count) } else { $0.sentences.removeLast(count) }
        }
    }

    /// Removes the first paragraph or list if it is the title, its publisher, and then other titles, as news.google.com
    /// writes them. Titles have no full stop; prose that was cut after the title and the publisher has.
    mutating func dropHeadlines() {
        let items = sentences.prefix(while: \.isListItem).count
        let last = items > 0 ? items - 1 : sentences.firstIndex(where: \.endsParagraph)
        guard title.count > 3, let end = last ?? sentences.indices.last,
            case let words = sentences[...end].flatMap(\.words), words.starts(with: title),
            !sentences[end].isClosed || sentences[end].text.beforeCutSign != nil,
            sentences[..<end].allSatisfy({ !$0.text.hasSuffix(".") || $0.text.beforeCutSign != nil })
        else { return }
        let rest = words.dropFirst(title.count)
        let isRepeated =
            end == 0 && title.count > 5 && rest.indices.contains { rest[$0...].starts(with: title.prefix(3)) }
        let namesPublisher = (1...Self.mostNameWords).contains {
            $0 < rest.count && publisher.isNamed(by: rest.prefix($0).joined(separator: " "))
        }
        if isRepeated || namesPublisher { sentences.removeFirst(end + 1) }
    }
}

extension CleanSummary {
    /// Removes the sentences that a rule takes with the rest of their paragraph and a list after it, unless there are no
    /// others.
    mutating func dropAsides(_ rule: Rule) {
        var (kept, isInside) = ([Sentence](), false)
        for (index, sentence) in sentences.enumerated() {
            place = index
            if rule.applies(self, sentence) {
                isInside = true
            } else if sentence.beginsParagraph {
                isInside = isInside && sentence.isListItem
            }
            if !isInside { kept.append(sentence) }
        }
        if !kept.isEmpty { sentences = kept }
    }

    /// Whether the paragraph offers readers a lower price.
    var offersDiscount: Bool {
        let paragraph = sentences[
            place...(sentences[place...].firstIndex(where: \.endsParagraph) ?? sentences.count - 1)]
        return paragraph.contains { $0.text.utf8.contains(UInt8(ascii: "%")) }
            && paragraph.contains(where: \.addressesReaders)
            && !Boilerplate.wordsOfDiscounts.isDisjoint(with: paragraph.flatMap(\.words))
    }

    /// Whether the paragraph says about whom it is, and the name again: `About Quay Shoes: Quay Shoes makes shoes.` The
    /// first part may be a heading of its own.
    var isAboutItself: Bool {
        let sentence = sentences[place]
        func isAbout(_ heading: Sentence, _ next: Sentence?) -> Bool {
            guard heading.words.first == "about", let label = heading.label, label.words.count > 1 else { return false }
            let (name, rest) = (label.words.dropFirst(), label.rest.isEmpty ? next?.words ?? [] : label.rest)
            return rest.starts(with: name) || rest.dropFirst().starts(with: name)
        }
        return isAbout(sentence, sentences[(place + 1)...].first)
            || place > 0 && sentences[place - 1].text.hasSuffix(":") && isAbout(sentences[place - 1], sentence)
    }
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
            let before = sentences[index - 1]
            let hasCaption = index > 1 && isCreditOfPicture(sentence) && before.isParagraph && !before.isClosed
            apply(rule.name) { $0.sentences.removeSubrange((hasCaption ? index - 1 : index)...index) }
        }
    }

    /// Whether a label such as `Tags:` or `Source:` begins it, with a few words after it; if it is the whole text, with a
    /// name.
    func isLabelled(_ sentence: Sentence, by table: PhraseTable) -> Bool {
        guard sentence.isLine, let label = sentence.label else { return false }
        return label.words.count <= 3 && label.rest.count <= (sentences.count > 1 ? 8 : 3)
            && !sentence.hasNewsAfterLabel && table.contains(label.words)
    }

    /// Whether it only says whose a picture is.
    func isCreditOfPicture(_ sentence: Sentence) -> Bool {
        let longest = sentence.isClosed ? 4 : sentences.count > 1 ? PhraseTable.longest : 6
        return sentence.isParagraph && sentence.words.count <= longest
            && Boilerplate.creditsOfPictures.contains(sentence.words)
            || isLabelled(sentence, by: Boilerplate.creditLabels)
    }

    /// Removes headings of one to three words before sentences: a paragraph of its own.
    mutating func dropHeadings() {
        let all = sentences
        sentences = all.indices.filter { index in
            let (sentence, next) = (all[index], all[(index + 1)...].first)
            let isIntroduced = index > 0 && all[index - 1].text.hasSuffix(":")
            let isEmpty = next.map(\.isProse) ?? Boilerplate.headings.contains(sentence.text.lowercased())
            return !sentence.isHeading || isIntroduced || !isEmpty
        }.map { all[$0] }
    }
}

extension CleanSummary {
    /// Whether it is a name or a button that stands alone after the last sentence.
    func isSignature(_ last: Sentence) -> Bool {
        guard sentences.count > 1, 1...3 ~= last.words.count, last.text[...].firstRange(ofLiteral: " - ") == nil,
            case let before = sentences[sentences.count - 2], before.isClosed, before.words.count > 4,
            !before.text.hasSuffix("?")
        else { return false }
        return last.text.unicodeScalars.last?.properties.isAlphabetic == true
            && last.text[...].spaced.allSatisfy(Sentence.isWordOfName)
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
            last.text.beforeCutSign.map { $0.unicodeScalars.last?.isSentenceMark != true } == true
            || [",", "]"].contains(where: last.text.hasSuffix)
            || last.words.count > 1 && last.words.last?.count == 1 && last.text.last?.isLowercase == true
        if isCut, last.text[...].spaced.count <= 3, last.isLine, sentences[sentences.count - 2].isClosed {
            sentences.removeLast()
        }
    }

    /// Writes "…" for a colon at the end: what it introduced, such as a list or code, was lost.
    mutating func markLostText() {
        guard let last = sentences.last, let colon = last.text.last, ":：".contains(colon) else { return }
        sentences[sentences.count - 1] = last.replaced(by: last.text.dropLast() + "…")
    }
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
