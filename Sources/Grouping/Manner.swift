/// How a text tells what it tells, as far as its words show.
package struct Manner {
    /// From 0 to 3: how much it speaks of what concerns everybody (war, law, government, disaster, money, health), and
    /// of sport, stars, shows, games and goods.
    package var gravity = 0.0
    package var lightness = 0.0
    /// Horoscopes, quizzes, offers, "how to watch" and the like.
    package var isTrifle = false
    /// Live pages, previews, opinions, reactions: not what a story is told by while there is another.
    package var isPoorHeading = false
    /// How alike it is to the others of its story.
    package var likeness: Float = 1

    package init() {}

    /// - Parameters:
    ///   - index: of the text, in the order in which they were added.
    ///   - likeness: `Grouping.likeness` of it.
    package init(_ texts: NewsTexts, _ index: Int, likeness: Float) {
        let text = texts.texts[index]
        let subject = text.subject
        gravity = Self.measure(subject.graveTitle, Double(min(3, subject.graveSummary)) * 0.4)
        lightness = Self.measure(subject.lightTitle, Double(min(2, subject.lightSummary)) * 0.3)
        isTrifle = text.phrases.contains(.trifle)
        isPoorHeading = text.phrases.contains(.poorHeading)
        self.likeness = likeness
    }

    private static func measure(_ title: UInt8, _ summary: Double) -> Double { min(2, Double(title) + summary) }
}
