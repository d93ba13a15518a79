/// What the words of a text show about its subject and its form.
package struct TextTraits {
    /// How much the text is about subjects that concern everybody (war, law, government, disaster, money, health), and
    /// how much about sport, celebrities, shows, games and products. Both are from 0 to 2.
    package var gravity = 0.0
    package var lightness = 0.0
    /// How important the text is by all its words, from -1.5 to 1.5 (`WordImportance`).
    package var importance = 0.0
    var language = TextLanguage.unknown
    /// Whether the text is a horoscope, a quiz, an offer, "how to watch" or similar.
    package var isTrifle = false
    /// Whether the text is a round-up, a live page, a preview, an opinion or a reaction. Such a text should not lead a
    /// story that has other texts.
    package var isPoorHeading = false
    /// How similar the text is to the others of its story.
    package var likeness: Float = 1

    package init() {}

    /// - Parameters:
    ///   - texts: must have been made with `readsTraits`.
    ///   - index: the index of the text, in the order in which texts were added.
    ///   - likeness: its value in `Grouping.likeness`.
    package init(_ texts: NewsTexts, _ index: Int, likeness: Float) {
        let text = texts.texts[index]
        let subject = text.subject
        gravity = Self.measure(subject.graveTitle, Double(min(3, subject.graveSummary)) * 0.4)
        lightness = Self.measure(subject.lightTitle, Double(min(2, subject.lightSummary)) * 0.3)
        importance = texts.importance.importance(
            Double(subject.importanceTitle) + Self.summaryWeight * Double(subject.importanceSummary), in: text.language)
        language = text.language
        isTrifle = text.phrases.contains(.trifle)
        isPoorHeading = !text.phrases.isDisjoint(with: [.poorHeading, .roundup])
        self.likeness = likeness
    }

    /// What a word of the summary weighs in `importance`, compared with one of the title.
    private static let summaryWeight = 0.3

    private static func measure(_ title: UInt8, _ summary: Double) -> Double { min(2, Double(title) + summary) }
}

extension [TextTraits] {
    /// The same with `importance` relative to what is usual among them in their language, where that is less than the
    /// average of news. So a text in a language without a table stands beside the usual text of a language with one,
    /// and not above it.
    ///
    /// The average of news is 0. The fewer texts there are, the less they change that; four change nothing.
    package var relativeToLanguages: [TextTraits] {
        let usual = Dictionary(grouping: self, by: \.language).mapValues { texts in
            texts.count <= Self.caution
                ? 0 : Swift.min(0, texts.reduce(0) { $0 + $1.importance } / Double(texts.count + Self.caution))
        }
        return map { traits in
            var traits = traits
            traits.importance -= usual[traits.language] ?? 0
            return traits
        }
    }

    /// The average of news counts as much as this number of texts.
    private static var caution: Int { 4 }
}
