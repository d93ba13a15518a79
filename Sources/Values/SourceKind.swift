/// A kind of source.
package enum SourceKind: String, Sendable, Codable, CaseIterable {
    case newsapi, feeds, kudago

    /// What the ids of its sources start with.
    package var sourcePrefix: String {
        switch self {
        case .newsapi: "newsapi:"
        case .feeds: "feed:"
        case .kudago: "kudago:"
        }
    }
}
