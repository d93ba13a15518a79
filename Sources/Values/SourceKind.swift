package enum SourceKind: String, Sendable, Codable, CaseIterable {
    case newsapi, feeds, kudago, calendars

    /// The beginning of the ids of its sources.
    package var sourcePrefix: String {
        switch self {
        case .newsapi: "newsapi:"
        case .feeds: "feed:"
        case .kudago: "kudago:"
        case .calendars: "calendar:"
        }
    }
}
