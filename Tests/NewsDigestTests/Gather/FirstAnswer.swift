import Cleaning
import Foundation

@testable import Gather
@testable import Values

/// What the first answer of a source is cleaned to, when nothing is known of the source.
extension [Item] {
    var withoutBoilerplate: [Item] {
        var profile = SourceProfile(nil, now: .now)
        return withoutBoilerplate(&profile)
    }
}

extension PublisherSuffix {
    init(titles: [String]) {
        var profile = SourceProfile(nil, now: .now)
        self.init(titles: titles, &profile)
    }
}

extension NewsAPISource {
    func items(from articles: [NewsAPIResponse.Article]) -> [Item] {
        var profile = SourceProfile(nil, now: .now)
        return items(from: articles, &profile)
    }
}
