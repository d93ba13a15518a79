extension PageVisit {
    /// The number of pages that a run asks.
    package static let mostPages = 40
    /// The time in which a run asks pages for one digest.
    package static let longestAsking = Duration.seconds(60)
}
