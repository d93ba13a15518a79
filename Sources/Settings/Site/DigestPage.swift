import Foundation

/// A digest for a folder of pages: what is stored of it, and written into its page.
package struct DigestPage: Codable, Equatable {
    var id: String
    var title: String
    var created: Date
    /// The day in words, in the digest's language.
    var date: String
    var language: String
    /// An identifier of the time zone database.
    var timeZone: String
    /// "12 stories · 5 sources"
    var summaryLine: String
    /// What stands above and below the stories, as HTML.
    var intro: String
    var notes: String
    var sections: [Section]
    /// Whether it tells again what earlier digests told: then only its own page shows its stories.
    var isRecap: Bool?
    /// The title of a recap with the word for one.
    var recapTitle: String?

    package init(
        id: String, title: String, created: Date, date: String, language: String, timeZone: String,
        summaryLine: String, intro: String, notes: String, sections: [Section], recapTitle: String? = nil
    ) {
        if recapTitle != nil { isRecap = true }
        self.recapTitle = recapTitle
        (self.id, self.title, self.created, self.date) = (id, title, created, date)
        (self.language, self.timeZone, self.summaryLine) = (language, timeZone, summaryLine)
        (self.intro, self.notes, self.sections) = (intro, notes, sections)
    }

    /// The sections with what no earlier digest told.
    var newSections: [Section] { isRecap == true ? [] : sections }

    package struct Section: Codable, Equatable {
        var category: String
        var title: String
        var stories: [Story]

        package init(category: String, title: String, stories: [Story]) {
            (self.category, self.title, self.stories) = (category, title, stories)
        }
    }

    package struct Story: Codable, Equatable {
        var id: String
        var title: String
        /// Empty if it has no link.
        var url: String
        var source: String
        var author: String?
        /// Plain text.
        var summary: String
        /// The language of the summary, or of the title without one; nil if it is that of the digest.
        var language: String?
        var published: Date?
        /// The stories that it continues, the latest first.
        var earlier: [Earlier]
        /// As the page shows it.
        var html: String

        package init(
            id: String, title: String, url: String, source: String, author: String?, summary: String,
            language: String? = nil, published: Date? = nil, earlier: [Earlier], html: String
        ) {
            (self.id, self.title, self.url, self.source, self.author) = (id, title, url, source, author)
            (self.summary, self.language, self.published) = (summary, language, published)
            (self.earlier, self.html) = (earlier, html)
        }
    }

    package struct Earlier: Codable, Equatable {
        /// The id of the story.
        var id: String
        var sent: Date

        package init(id: String, sent: Date) { (self.id, self.sent) = (id, sent) }
    }
}

/// What the folder remembers of a digest: all but the stories' HTML. Of a recap it has no stories.
struct SiteDigest: Codable, Equatable {
    var id: String
    var title: String
    var created: Date
    var date: String
    /// Year, month and day in the digest's time zone: `2026-11-21`.
    var day: String
    var summaryLine: String
    var sections: [Section]
    var isRecap: Bool?

    struct Section: Codable, Equatable {
        var category: String
        var title: String
        var stories: [Story]
    }

    struct Story: Codable, Equatable {
        var id: String
        var title: String
        var url: String
        var source: String
        var summary: String
        var published: Date?
        /// The number in the search index of the digest's year.
        var number: Int
        /// Stories of later digests that continue it, the first one first.
        var later: [Place]
    }

    /// A story in a digest.
    struct Place: Codable, Equatable {
        var digest: String
        var story: String
        var title: String
        var date: String
    }

    /// - Parameter number: the number of the first story in the search index.
    init(_ page: DigestPage, number: Int) {
        (id, title, created, date) = (page.id, page.title, page.created, page.date)
        (summaryLine, isRecap) = (page.summaryLine, page.isRecap)
        var style = Date.ISO8601FormatStyle(timeZone: TimeZone(identifier: page.timeZone) ?? .gmt)
        style = style.year().month().day()
        day = page.created.formatted(style)
        var number = number
        sections = page.newSections.map { section in
            Section(
                category: section.category, title: section.title,
                stories: section.stories.map { story in
                    defer { number += 1 }
                    return Story(
                        id: story.id, title: story.title, url: story.url, source: story.source,
                        summary: story.summary, published: story.published, number: number, later: [])
                })
        }
    }

    var month: String { String(day.prefix(7)) }
    var year: String { String(day.prefix(4)) }
    var stories: [Story] { sections.flatMap(\.stories) }
}
