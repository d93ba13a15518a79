import Texts

extension CleanSummary {
    /// Removes what stands before the news in the first sentence. Each removal copies the sentence, so there are at
    /// most four.
    mutating func shortenFirst() -> Bool {
        guard shortenings < Self.mostShortenings else { return false }
        shortenings += 1
        return apply("title") { $0.dropTitle() } || apply("author") { $0.dropAuthor() }
            || apply("caption") { $0.dropCaptionBeforeCredit() } || apply("label") { $0.dropLabel() }
    }

    /// Removes the title if the first sentence continues after it: `Title: text`, `Title — text`, `Title Text`.
    private mutating func dropTitle() {
        let first = sentences[0]
        guard title.count > 2, first.text.unicodeScalars.starts(with: item.title.unicodeScalars) else { return }
        let after = first.text.unicodeScalars.dropFirst(item.title.unicodeScalars.count)
        var rest = Substring(after.drop { $0 == " " })
        if let mark = rest.unicodeScalars.first, ":–—-|.".unicodeScalars.contains(mark) {
            rest = rest.drop { ":–—-|. ".contains($0) }
            if !rest.isEmpty { replaceFirst(by: rest) }
        } else if after.first == " ", textFollowsTitle(rest) {
            replaceFirst(by: rest)
        }
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

    /// Removes the author before the first sentence: `By Anna Lee At the end of the day, it rained.`
    private mutating func dropAuthor() {
        guard let author = item.author, let by = sentences[0].text[...].spaced.first,
            AuthorWords.prepositions.contains(by.lowercased()),
            case let rest = sentences[0].text.dropFirst(by.count + 1), rest.hasPrefix(author + " "),
            case let news = rest.dropFirst(author.count + 1), news.first?.isUppercase == true
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

    private static let mostShortenings = 4
    /// The greatest number of words of a caption.
    private static let longestCaption = 14
}

extension Substring {
    /// The number of words that end with a colon.
    fileprivate var countOfLabels: Int { spaced.count { $0.hasSuffix(":") } }
}
