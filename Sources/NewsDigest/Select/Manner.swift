/// How a text tells what it tells, as far as its words show.
struct Manner {
    /// From 0 to 3: how much it speaks of what concerns everybody (war, law, government, disaster, money, health), and
    /// of sport, stars, shows, games and goods.
    var gravity = 0.0
    var lightness = 0.0
    /// Horoscopes, quizzes, offers, "how to watch" and the like.
    var isTrifle = false
    /// Live pages, previews, opinions, reactions: not what a story is told by while there is another.
    var isPoorHeading = false
    /// How alike it is to the others of its story.
    var likeness: Float = 1

    init() {}

    init(_ text: NewsTexts.Text, likeness: Float) {
        let subject = text.subject
        gravity = Self.measure(subject.graveTitle, Double(min(3, subject.graveSummary)) * 0.4)
        lightness = Self.measure(subject.lightTitle, Double(min(2, subject.lightSummary)) * 0.3)
        isTrifle = text.phrases.contains(.trifle)
        isPoorHeading = text.phrases.contains(.poorHeading)
        self.likeness = likeness
    }

    private static func measure(_ title: UInt8, _ summary: Double) -> Double { min(2, Double(title) + summary) }
}
