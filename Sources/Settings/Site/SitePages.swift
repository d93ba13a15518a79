import FeedParser
import Foundation
import Languages
import Texts

/// The pages of a folder of digests, as HTML.
struct SitePages {
    /// The digest that is added. The site has its title, its language and its words.
    let added: DigestPage
    private let language: Language

    init(added: DigestPage) { (self.added, language) = (added, Language(code: added.language)) }

    /// What other pages a page leads to.
    struct Neighbours {
        var previous: SiteDigest?
        var next: SiteDigest?
    }

    /// A list of stories: of a day, a week, a month of a section or a source.
    struct List {
        /// The path from the folder, such as `days/2026-11-21.html`.
        var path: String
        var title: String
        /// A heading, the digest to which it leads, and the stories under it.
        var parts: [(heading: String, digest: SiteDigest?, stories: [(SiteDigest, SiteDigest.Story)])]
        /// More lists of the same kind: names and paths.
        var others: [(name: String, path: String)] = []
    }

    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src https: http: data: 'self'; "
        + "form-action 'self'; base-uri 'none'"

    /// A page in a frame that all pages have.
    /// - Parameters:
    ///   - path: from the folder. It decides how links to other pages begin.
    ///   - title: as plain text.
    ///   - head: more of the head, as HTML.
    ///   - content: the page, as HTML.
    private func page(_ path: String, _ title: String, head: String = "", _ content: String) -> String {
        let root = String(repeating: "../", count: path.count { $0 == "/" })
        let site = HTMLText.escape(added.title)
        let search = HTMLText.escape(language.words.search)
        return """
            <!DOCTYPE html>
            <html lang="\(added.language)" dir="\(language.isRightToLeft ? "rtl" : "ltr")">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <meta name="referrer" content="no-referrer">
            <meta name="color-scheme" content="light dark">
            <title>\(HTMLText.escape(title))</title>
            <link rel="stylesheet" href="\(root)site.css">
            <link rel="alternate" type="application/atom+xml" title="\(site)" href="\(root)feed.atom">
            \(head)<script src="\(root)site.js" defer></script>
            </head>
            <body>
            <header class="bar">
            <a class="name" href="\(root)index.html">\(site)</a>
            <form role="search" action="\(root)index.html" hidden><input type="search" name="q" aria-label="\(search)" placeholder="\(search)"></form>
            </header>
            <main id="main">
            \(content)</main>
            </body>
            </html>

            """
    }

    // MARK: Digests

    private static let marks = (start: "<!--digest-->\n", end: "<!--/digest-->\n")

    /// The part of a digest's page that never changes, except the lines after the marks of its stories.
    var content: String {
        let sections = added.sections.map { section in
            let stories = section.stories.map { "\($0.html)<!--later \($0.id)--><!--/later-->\n" }
            return "<section>\n<h2>\(HTMLText.escape(section.title))</h2>\n\(stories.joined())</section>\n"
        }
        return Self.marks.start + added.intro + sections.joined() + "<div class=\"notes\">\(added.notes)</div>\n"
            + Self.marks.end
    }

    /// That part of a page; nil if the page is none of a digest.
    static func content(ofPage page: String) -> String? {
        guard let start = page.firstRange(of: marks.start), let end = page.firstRange(of: marks.end) else { return nil }
        return start.lowerBound < end.lowerBound ? String(page[start.lowerBound..<end.upperBound]) : nil
    }

    func page(of digest: SiteDigest, _ content: String, _ neighbours: Neighbours) -> String {
        let path = "digests/\(digest.id).html"
        let links: [(String, SiteDigest?)] = [("prev", neighbours.previous), ("next", neighbours.next)]
        let head = links.compactMap { name, other in
            other.map { "<link rel=\"\(name)\" href=\"\($0.id).html\">\n" }
        }
        let pages = links.map { name, other in
            other.map { other in
                let date = HTMLText.escape(other.date)
                return "<a rel=\"\(name)\" href=\"\(other.id).html\">\(name == "prev" ? "← \(date)" : "\(date) →")</a>"
            } ?? "<span></span>"
        }
        let later = Dictionary(digest.stories.map { ($0.id, $0.later) }) { first, _ in first }
        let filled = content.replacing(/<!--later ([^ ]*?)-->(?s:.*?)<!--\/later-->/) { match in
            let id = String(match.1)
            return "<!--later \(id)-->\(line(later[id] ?? []))<!--/later-->"
        }
        let date = HTMLText.escape(digest.date)
        return page(
            path, "\(digest.title), \(digest.date)", head: head.joined(),
            """
            <h1>\(HTMLText.escape(digest.title))</h1>
            <p class="meta"><a href="../days/\(digest.day).html">\(date)</a> · \(HTMLText.escape(digest.summaryLine))</p>
            \(filled)<nav class="pages">\(pages.joined())</nav>

            """)
    }

    private func line(_ places: [SiteDigest.Place]) -> String {
        guard !places.isEmpty else { return "" }
        let links = places.map { place in
            "<a href=\"\(place.digest).html#story-\(place.story)\" dir=\"auto\">\(HTMLText.escape(place.title))</a>, "
                + HTMLText.escape(place.date)
        }
        let label = HTMLText.escape(language.words.later + language.words.colonSpace)
        return "<p class=\"later\">\(label): \(links.joined(separator: " · "))</p>"
    }

    // MARK: Lists

    func page(of list: List) -> String {
        let root = String(repeating: "../", count: list.path.count { $0 == "/" })
        let parts = list.parts.map { part in
            let heading = HTMLText.escape(part.heading)
            let link = part.digest.map { "<a href=\"\(root)digests/\($0.id).html\">\(heading)</a>" }
            return "<h2>\(link ?? heading)</h2>\n" + stories(part.stories, root)
        }
        return page(
            list.path, list.title,
            "<h1>\(HTMLText.escape(list.title))</h1>\n\(parts.joined())\(links(list.others, root, list.path))")
    }

    private func stories(
        _ stories: [(SiteDigest, SiteDigest.Story)], _ root: String, showsDate: Bool = true
    ) -> String {
        if stories.isEmpty { return "" }
        let rows = stories.map { digest, story in
            let date = showsDate ? " · \(HTMLText.escape(digest.date))" : ""
            return """
                <li><a href="\(root)digests/\(digest.id).html#story-\(story.id)" dir="auto">\(HTMLText.escape(story.title))</a>
                <p class="meta"><bdi>\(HTMLText.escape(story.source))</bdi>\(date)</p></li>

                """
        }
        return "<ul class=\"stories\">\n\(rows.joined())</ul>\n"
    }

    private func links(_ links: [(name: String, path: String)], _ root: String, _ current: String = "") -> String {
        guard !links.isEmpty else { return "" }
        let items = links.map { link in
            let isHere = link.path == current ? " aria-current=\"page\"" : ""
            return "<li><a href=\"\(root)\(link.path)\"\(isHere) dir=\"auto\">\(HTMLText.escape(link.name))</a></li>\n"
        }
        return "<ul class=\"lists\">\n\(items.joined())</ul>\n"
    }

    /// The page that a person opens first.
    /// - Parameters:
    ///   - latest: the newest digests, the latest first.
    ///   - years: the years with a search index, the latest first.
    ///   - lists: what leads to all digests: weeks, sections and sources.
    func index(_ latest: [SiteDigest], years: [String], lists: [[(name: String, path: String)]]) -> String {
        // A recap has no stories of its own.
        let shown = latest.first { $0.isRecap != true } ?? latest.first
        let newest = shown.map { digest in
            let sections = digest.sections.map { section in
                "<h2>\(HTMLText.escape(section.title))</h2>\n"
                    + stories(section.stories.map { (digest, $0) }, "", showsDate: false)
            }
            return """
                <p class="meta"><a href="digests/\(digest.id).html">\(HTMLText.escape(digest.date))</a> · \
                \(HTMLText.escape(digest.summaryLine))</p>
                \(sections.joined())
                """
        }
        let others = latest.filter { $0.id != shown?.id }.map { (name: $0.date, path: "digests/\($0.id).html") }
        return page(
            "index.html", added.title,
            """
            <h1>\(HTMLText.escape(added.title))</h1>
            <noscript><p class="meta">\(HTMLText.escape(language.words.searchNeedsScript))</p></noscript>
            <p id="status" role="status"></p>
            <ol class="stories" id="results" hidden data-years="\(years.joined(separator: " "))" \
            data-none="\(HTMLText.escape(language.words.nothingFound))"></ol>
            <div id="front">
            \(newest ?? "")<h2>\(HTMLText.escape(language.words.history))</h2>
            \(links(others, ""))\(lists.map { links($0, "") }.joined())</div>

            """)
    }

    // MARK: Feed

    /// - Parameters:
    ///   - earlier: the feed before this digest; nil if there is none.
    ///   - since: when the oldest digest in it may have been made.
    ///   - base: the address of the folder; nil if nobody knows it.
    func feed(_ earlier: String?, since: Date, base: String?) -> String {
        let entries = added.newSections.flatMap { section in
            section.stories.map { story in
                AtomFeed.Entry(
                    story: story.id, title: story.title, url: story.url.nonEmpty, updated: added.created,
                    published: story.published, author: story.author ?? story.source, category: section.title,
                    html: story.html)
            }
        }
        var feed = AtomFeed(
            id: base, title: added.title, language: added.language, updated: added.created,
            url: base.map { $0 + "feed.atom" },
            page: base.map { $0 + "index.html" }, entries: entries)
        if let earlier { feed.add(earlier, since: since) }
        return feed.xml
    }
}
