import Texts

extension CleanSummary {
    /// Removes what stands before the news in the first sentence. Each removal copies the sentence, so there are at
    /// most four.
    mutating func shortenFirst() -> Bool {
        guard !sentences.isEmpty, shortenings < Self.mostShortenings else { return false }
        shortenings += 1
        return apply("title") { $0.dropTitle() } || apply("author") { $0.dropAuthor() }
            || apply("caption") { $0.dropCaptionBeforeCredit() } || apply("label") { $0.dropLabel() }
    }

    /// Removes the title if the first sentence continues after it: `Title: text`, `Title — text`, `Title The text`.
    private mutating func dropTitle() {
        let text = sentences[0].text.unicodeScalars
        guard title.count > 2, text.starts(with: item.title.unicodeScalars) else { return }
        let after = Substring(text.dropFirst(item.title.unicodeScalars.count))
        let rest = after.drop { ":–—-|. ".contains($0) }
        let hasMark = after.first { $0 != " " }.map { ":–—-|.".contains($0) } == true
        // A name may be longer than in the title: `Two die near Elsom Castle on Monday`.
        let next = sentences[0].words.dropFirst(title.count).first ?? ""
        let begins = title.count > 4 && (next == title[0] || Sentence.isUsualBeginning(next))
        // A small letter goes on with a sentence that the title begins.
        if rest.first?.isLowercase == false, hasMark || after.first == " " && begins { replaceFirst(by: rest) }
    }

    /// Removes the author before the first sentence: `By Anna Lee At the end of the day, it rained.`
    private mutating func dropAuthor() {
        let text = sentences[0].text
        guard let author = item.author, let by = text[...].spaced.first,
            AuthorWords.prepositions.contains(by.lowercased()), text.hasPrefix("\(by) \(author) "),
            case let news = text.dropFirst(by.count + author.count + 2), news.first?.isUppercase == true
        else { return }
        replaceFirst(by: news)
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
    /// News in Brief: It rained`, `Synopsis: It rained`. A line with a repeated label goes as a whole, if a text follows:
    /// `Headquarters: Elsom`, `arXiv:2607.1 Type: new`.
    private mutating func dropLabel() {
        guard let first = sentences.first, let label = first.label else { return }
        let isRepeated = repeated.isBoilerplate(label: label.words)
        let next = sentences.dropFirst().first { !$0.isPointer && !$0.text.hasSuffix(":") }
        if isRepeated, first.isParagraph, !first.isClosed, first.isLine, next?.isClosed == true {
            sentences.removeFirst()
            return
        }
        // After several labels nobody knows where their list ends and the text begins.
        let isAmongLabels = sentences.dropFirst().first.map { $0.beginsParagraph && $0.label != nil } == true
        guard isRepeated || label.words.count == 1 && Boilerplate.headings.contains(label.words[0]), !isAmongLabels,
            label.text.spaced.count(where: { $0.hasSuffix(":") }) < 2
        else { return }
        replaceFirst(by: label.text)
    }

    private static let mostShortenings = 4
    /// The greatest number of words of a caption.
    private static let longestCaption = 14
}
