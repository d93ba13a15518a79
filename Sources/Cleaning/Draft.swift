import Foundation
import Texts

/// What a source said about one article. The cleaning makes of it what is shown.
package struct Draft {
    package var title: String
    /// Plain text.
    package var summary: String
    package var author: String?
    let source: String
    let url: String
    let published: Date?
    /// The text of the whole article, without captions. Empty if there is none.
    let article: () -> String

    /// What the cleaning took from its title and summary.
    package private(set) var removals: [Removal] = []

    /// The longest summary, in scalars.
    package static let longest = 1_000

    package init(
        title: String, summary: String, author: String?, source: String, url: String,
        published: Date?, article: @escaping () -> String
    ) {
        (self.title, self.summary, self.author) = (title, summary, author)
        (self.source, self.url, self.published) = (source, url, published)
        self.article = article
    }

    /// Keeps what a rule took.
    mutating func note(_ rule: String, from before: String, to after: String) {
        if before != after, let removal = Removal(rule, from: before, to: after) { note([removal]) }
    }

    /// Keeps what several rules took. A text that is cleaned twice loses the same parts again.
    mutating func note(_ more: [Removal]) {
        for removal in more where removals.count <= Removal.mostShown && !removals.contains(removal) {
            removals.append(removal)
        }
    }

    var publisher: PublisherName { PublisherName(source: source, url: url) }
}

extension [Draft] {
    /// The drafts of one source, without what it writes around the news: additions to the titles, and sentences that
    /// invite, link or repeat.
    /// - Parameter profile: learns from the drafts before it is used.
    package func cleaned(_ profile: inout SourceProfile) -> [Draft] {
        // What texts repeat is compared with the titles, so the titles are cleaned before.
        let headlines = HeadlineBoilerplate(self, &profile)
        var drafts = map { said in
            var draft = said
            draft.title = headlines.cleaned(said)
            draft.note("addition to a title", from: said.title, to: draft.title)
            draft.title = draft.title.completed(by: said.summary)
            return draft
        }
        let cut = CutTexts(drafts, &profile)
        let texts = drafts.indices.map { index in
            let text = cut.marked(drafts[index].summary)
            // Of a sentence that is cut after few words, the rules may leave nothing to find the rest by.
            return drafts[index].sentences(of: text.completed(from: drafts[index].article()) ?? text)
        }
        for (index, text) in zip(drafts.indices, texts) {
            drafts[index].title = drafts[index].title.headline(before: text)
        }
        let repeated = RepeatedSentences(drafts, texts, &profile)
        for index in drafts.indices {
            drafts[index].author = drafts[index].author?.spokenNames
            drafts[index].clean(texts[index], repeated)
        }
        return drafts
    }
}

extension Draft {
    fileprivate mutating func clean(_ sentences: [Sentence], _ repeated: RepeatedSentences) {
        lazy var article = self.article()
        var clean = CleanSummary(sentences, of: self, repeated: repeated)
        author = author ?? clean.named
        // Nothing is left, or a few words that the source cut: `Yellow cards: Lee (10)…`.
        let isScrap =
            clean.text.isEmpty || clean.text.unicodeScalars.count < 60 && clean.text.beforeCutSign != nil
        if isScrap, !article.isEmpty {
            note(clean.removals)
            clean = CleanSummary(self.sentences(of: article.clipped(to: Self.longest)), of: self, repeated: repeated)
            author = author ?? clean.named
        }
        note(clean.removals)
        let text = clean.text
        summary = text.completed(from: article) ?? text.withoutCutSentence ?? text
        if summary.utf8.count < text.utf8.count { note("sentence that was cut", from: text, to: summary) }
    }

    /// The sentences of the excerpt, without its dateline.
    fileprivate mutating func sentences(of excerpt: String) -> [Sentence] {
        let text = excerpt.withoutRepetition.withoutAddressesInBrackets.withoutRemainsOfLinks
        let news = text.withoutDateline(of: self)
        note("dateline", from: text, to: news)
        return news.withSpacesBetweenSentences.sentences
    }
}

extension String {
    /// The text once, if it is written several times, one after the other.
    fileprivate var withoutRepetition: String {
        guard let start = unicodeScalars.index(startIndex, offsetBy: 60, limitedBy: endIndex),
            let second = self[start...].firstRange(ofLiteral: String(self[..<start]))?.lowerBound
        else { return self }
        let once = self[..<second].trimmingCharacters(in: .whitespaces)
        let rest = replacing(literal: once, with: "").trimmingCharacters(in: .whitespaces)
        return once.hasPrefix(rest) ? once : self
    }

    /// The text without web addresses in brackets: `by Quay (https://quay.example/)`.
    fileprivate var withoutAddressesInBrackets: String {
        guard self[...].firstRange(ofLiteral: "://") != nil else { return self }
        return replacing(Self.addressInBrackets, with: "")
    }

    /// An address may contain brackets. The space after it goes if a mark follows.
    private nonisolated(unsafe) static let addressInBrackets =
        /\ ?\( ?https?:\/\/(?:[^\s()]|\([^\s()]*\))+ ?\)(?: (?=[,.;:!?]))?/

    /// The text without the brackets that are left of a link, and without the space between a link and a comma or the
    /// full stop of a sentence.
    fileprivate var withoutRemainsOfLinks: String {
        let text = replacing(literal: " ()", with: "").replacing(literal: " , ", with: ", ")
        guard text[...].firstRange(ofLiteral: " .") != nil else { return text }
        return text.replacing(Self.looseStop) { "\($0.output.1)." }
    }

    private nonisolated(unsafe) static let looseStop = #/(\p{L}) \.(?=\n|$| \p{Lu})/#
}
