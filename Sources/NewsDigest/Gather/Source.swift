import Addresses

/// A source of items.
///
/// A plain value with everything that is needed to fetch the source. A new kind of source is a new file and a new case
/// here.
package enum Source: Sendable, Equatable {
    case newsAPI(NewsAPISource)
    case feed(FeedSource)
    case kudaGo(KudaGoSource)

    /// The stable id of the source in the state, such as `feed:https://example.org/rss`. It never contains a secret.
    var id: String {
        switch self {
        case .newsAPI(let source): source.id
        case .feed(let source): source.id
        case .kudaGo(let source): source.id
        }
    }

    /// The name that is shown.
    var name: String {
        switch self {
        case .newsAPI(let source): source.name
        case .feed(let source): source.name
        case .kudaGo(let source): source.name
        }
    }

    /// The section for its items.
    var category: String {
        switch self {
        case .newsAPI(let source): source.section
        case .feed(let source): source.category
        case .kudaGo(let source): source.section
        }
    }

    /// The host that is requested, for the progress display; empty for a file.
    var host: String {
        switch self {
        case .newsAPI(let source): WebAddress.host(of: source.baseURL)
        case .feed(let source): WebAddress.host(of: source.url)
        case .kudaGo(let source): WebAddress.host(of: source.baseURL)
        }
    }
}
