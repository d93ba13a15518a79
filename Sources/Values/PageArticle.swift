import Foundation

/// The article of an item's web page, as newsdigest took it out of the page.
package struct PageArticle: Sendable, Equatable, Codable {
    /// The address that answered, after redirects.
    package var url: String
    package var title: String
    package var byline: String?
    /// The language tag (BCP 47), if the page gives one.
    package var language: String?
    /// Sanitised, with absolute addresses.
    package var html: String
    /// Plain text. Paragraphs are separated by an empty line.
    package var text: String

    package init(
        url: String, title: String, byline: String? = nil, language: String? = nil, html: String, text: String
    ) {
        self.url = url
        self.title = title
        self.byline = byline
        self.language = language
        self.html = html
        self.text = text
    }
}

/// What came of asking the page of an item.
package struct AskedPage: Sendable, Equatable {
    /// When the page was asked.
    package var asked: Date
    package var result: Result

    package enum Result: Sendable, Equatable {
        case article(PageArticle)
        /// Why the page's article is not used, and before when the page is not asked again; nil for never.
        case refused(String, until: Date?)
    }

    package init(asked: Date, result: Result) {
        self.asked = asked
        self.result = result
    }

    package var article: PageArticle? { if case .article(let article) = result { article } else { nil } }

    /// Whether the page may be asked at this time.
    package func mayBeAsked(at now: Date) -> Bool {
        if case .refused(_, let until?) = result { until <= now } else { false }
    }
}
