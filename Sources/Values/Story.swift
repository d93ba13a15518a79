import Foundation

/// One entry of a digest: an item, and the other items that tell the same story or belong to the same affair.
package struct Story: Sendable, Equatable, Codable {
    /// The id of the lead item. It is short, stable and easy to type (`newsdigest save ID`).
    package var id: String
    package var item: Item
    /// The address to show and to share: the lead's address without tracking parameters.
    package var url: String
    /// The same article from other sources, and other articles on the same story.
    package var also: [Telling]
    /// What a program of the user wrote about the story. It is only shown: the story is recognised by its item.
    package var generated: Generated?
    /// The publisher that gave the picture, if the item has none and another publisher of the same article has one.
    package var pictureSource: String?
    /// The publisher that gave the summary, if the item has none and another publisher of the same article has one.
    package var summarySource: String?
    /// The sent stories that this one continues, the latest first. Nil in a digest of an older version.
    package var earlier: [Earlier]?
    /// In a recap, the sent stories that continue this one, the first one first.
    package var later: [Earlier]?
    /// The article of the story's page. Only the run that makes the digest has it: a stored digest has its bytes.
    package var article: PageArticle?
    /// Whether the digest shows the article.
    package var showsArticle = false

    /// The article, if the digest shows it.
    package var shownArticle: PageArticle? { showsArticle ? article : nil }

    private enum CodingKeys: CodingKey {
        case id, item, url, also, generated, pictureSource, summarySource, earlier, later
    }

    /// A text by a program, instead of the article's own.
    package struct Generated: Sendable, Equatable, Codable {
        /// Nil keeps the article's title.
        package var title: String?
        /// Empty keeps the article's summary.
        package var summary: String
        /// Whether the texts are a translation of the article's own.
        package var isTranslation: Bool?

        package init(title: String? = nil, summary: String) {
            self.title = title
            self.summary = summary
        }
    }

    package struct Earlier: Sendable, Equatable, Codable {
        /// The id of the story's lead item.
        package var id: String
        package var title: String
        package var url: String
        /// When it was sent.
        package var sent: Date

        package init(id: String, title: String, url: String, sent: Date) {
            self.id = id
            self.title = title
            self.url = url
            self.sent = sent
        }
    }

    package struct Telling: Sendable, Equatable, Codable {
        package var id: String
        package var source: String
        package var title: String
        package var url: String
        /// Whether it is the same article, and not only the same story.
        package var isSameArticle: Bool
        /// If several sources carry another article of the story, the id of the first of these items. Nil in a
        /// digest of an older version.
        package var article: String?
        /// If the entry is an affair and this article tells another story of it than the lead does, the id of the
        /// story's first telling. Nil in a digest of an older version.
        package var story: String?

        package init(
            id: String, source: String, title: String, url: String, isSameArticle: Bool, article: String? = nil,
            story: String? = nil
        ) {
            self.id = id
            self.source = source
            self.title = title
            self.url = url
            self.isSameArticle = isSameArticle
            self.article = article
            self.story = story
        }
    }

    package init(id: String, item: Item, url: String, also: [Telling] = [], earlier: [Earlier] = []) {
        self.id = id
        self.item = item
        self.url = url
        self.also = also
        self.earlier = earlier
    }

    /// The title to show.
    package var title: String { generated?.title ?? item.title }

    /// The summary to show.
    package var summary: String { generatedSummary ?? item.summary }

    /// The summary that a program wrote; nil if there is none.
    package var generatedSummary: String? { generated.flatMap { $0.summary.isEmpty ? nil : $0.summary } }

    /// The publisher that the shown summary is from, if that is not the item's.
    package var shownSummarySource: String? { generatedSummary == nil ? summarySource : nil }
}
