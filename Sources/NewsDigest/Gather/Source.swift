import Addresses

/// Where items come from.
///
/// A plain value with everything it takes to ask: a new kind of source is a new file and a new case here.
package enum Source: Sendable, Equatable {
    case newsAPI(NewsAPISource)
    case feed(FeedSource)
    case kudaGo(KudaGoSource)

    /// The stable identity under which its items and its record are kept, such as
    /// `feed:https://example.org/rss`. Never holds a secret.
    var id: String {
        switch self {
        case .newsAPI(let source): source.id
        case .feed(let source): source.id
        case .kudaGo(let source): source.id
        }
    }

    /// What a reader calls it.
    var name: String {
        switch self {
        case .newsAPI(let source): source.name
        case .feed(let source): source.name
        case .kudaGo(let source): source.name
        }
    }

    /// The section its items go to.
    var category: String {
        switch self {
        case .newsAPI(let source): source.section
        case .feed(let source): source.category
        case .kudaGo(let source): source.section
        }
    }

    /// The host that is asked, for progress; empty for a file.
    var host: String {
        switch self {
        case .newsAPI(let source): WebAddress.host(of: source.baseURL)
        case .feed(let source): WebAddress.host(of: source.url)
        case .kudaGo(let source): WebAddress.host(of: source.baseURL)
        }
    }
}
