import Foundation
import Values

/// How important a model finds stories.
///
/// Models use a scale differently, so a rating counts against the average of all. A model that rates at random would
/// spoil a digest, so the ratings count by how well they agree with the scores of the same stories without them
/// (Pearson's correlation). Few ratings say little about that, so a model is trusted first.
struct Ratings {
    /// From 0 to 10, by the ids of items.
    private let ratings: [String: Double]
    private var average = 0.0
    private var agreement = 0.0

    /// What ten points more than the average add to a score, if the ratings agree with the scores.
    private static let weight = 4.0
    /// The correlations from which on ratings count a little, and wholly. Those of 60 random ratings are below the
    /// first on three days of four.
    private static let correlations = 0.1...0.4
    /// The correlation that is expected of a model, and as many ratings as the expectation is worth.
    private static let expected = (correlation: 0.5, ratings: 10.0)

    /// - Parameters:
    ///   - ratings: from 0 to 10, by the ids of items. The first item of a story that has one stands for it.
    ///   - stories: the stories with their scores without ratings.
    init(_ ratings: [String: Double], of stories: [RankedStory]) {
        self.ratings = ratings
        let pairs = stories.compactMap { story in rating(of: story).map { (x: $0, y: story.score.total) } }
        guard !pairs.isEmpty else { return }
        let count = Double(pairs.count)
        let (x, y) = (pairs.reduce(0) { $0 + $1.x } / count, pairs.reduce(0) { $0 + $1.y } / count)
        let both = pairs.reduce(0) { $0 + ($1.x - x) * ($1.y - y) }
        let spread = pairs.reduce(0) { $0 + ($1.x - x) * ($1.x - x) } * pairs.reduce(0) { $0 + ($1.y - y) * ($1.y - y) }
        let (least, most) = (Self.correlations.lowerBound, Self.correlations.upperBound)
        let seen = spread > 0 ? both / spread.squareRoot() : 0
        let (prior, weight) = Self.expected
        let correlation = (count * seen + weight * prior) / (count + weight)
        average = x
        agreement = min(1, max(0, (correlation - least) / (most - least)))
    }

    /// The stories with what their ratings add to their scores. A story without one keeps its score.
    func applied(to stories: [RankedStory]) -> [RankedStory] {
        guard agreement > 0 else { return stories }
        return stories.map { story in
            guard let rating = rating(of: story) else { return story }
            var story = story
            story.score.parts.append(Score.Part("rated", Self.weight * agreement * (rating - average) / 10))
            return story
        }
    }

    private func rating(of story: RankedStory) -> Double? { story.ids.lazy.compactMap { ratings[$0] }.first }
}
