import FeedParser
import Foundation
import Languages
import Settings
import Texts
import Values

extension Digest {
    /// The digest for a folder of pages, as it is stored. It has nothing that is a reader's own: anybody may see it.
    func siteBytes(_ options: RenderOptions) -> [UInt8] {
        // Encoding cannot fail, because there are only strings, numbers and dates.
        return Array((try? JSONEncoder.sorted(dates: .deferredToDate).encode(digestPage(options))) ?? Data())
    }

    private func digestPage(_ options: RenderOptions) -> DigestPage {
        var digest = self
        digest.name = nil
        let (view, html) = digest.stories(in: .withoutStyles, options)
        let shown = sections.filter { !$0.stories.isEmpty }
        let sections = zip(shown, zip(view.sections, html)).map { section, view in
            DigestPage.Section(
                category: view.0.category, title: view.0.title,
                stories: zip(section.stories, zip(view.0.stories, view.1)).map { story, view in
                    DigestPage.Story(
                        id: view.0.id, title: view.0.title, url: view.0.url ?? "", source: view.0.source,
                        author: view.0.author, summary: view.0.summary ?? "",
                        language: view.0.summary == nil ? view.0.titleLanguage : view.0.summaryLanguage,
                        published: story.item.published,
                        // A recap continues nothing.
                        earlier: isRecap ? [] : (story.earlier ?? []).map { .init(id: $0.id, sent: $0.sent) },
                        html: view.1)
                })
        }
        return DigestPage(
            id: id, title: title.cleanLine, created: created, date: view.date, language: view.language,
            timeZone: timeZone, summaryLine: view.summaryLine,
            intro: view.intro.map {
                "<p class=\"summary\">\(HTMLText.escape($0)) <i>(\(HTMLText.escape(view.words.generatedIntro)))</i></p>\n"
            } ?? "",
            notes: TemplateSet.withoutStyles.footer(of: view), sections: sections,
            recapTitle: isRecap ? shownTitle : nil)
    }
}

extension Digest {
    /// Whether it tells again what earlier digests told.
    var isRecap: Bool { stories.contains { $0.later != nil } }

    /// Feeds and folders of pages keep the title alone, which is also theirs.
    var shownTitle: String {
        isRecap ? "\(title.cleanLine) · \(Language(code: language).words.recap)" : title.cleanLine
    }
}
