extension Configuration {
    /// What is done with the articles of a feed's stories in a section.
    package func fullText(of feed: Feed?, in section: String?) -> FullText {
        feed?.fullText ?? section.flatMap { categories[$0]?.fullText } ?? digest.fullText
    }

    /// Whether the page of any story may be asked.
    package var wantsFullTexts: Bool {
        let own = feeds.map(\.fullText) + categories.values.map(\.fullText)
        return ([digest.fullText] + own).contains { $0 != nil && $0 != .off }
    }
}
