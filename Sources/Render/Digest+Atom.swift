import FeedParser
import Foundation
import Settings
import Texts
import Values

extension Digest {
    /// The digest as an Atom feed, with the entries of earlier digests if the file is a rolling one.
    /// - Parameter format: `.atom` for an entry for each story, `.atomDigests` for one entry for the digest.
    func atom(as format: Format, _ options: RenderOptions) -> String {
        let (view, html) = stories(in: .withoutStyles, options)
        // What a recap tells is there already, or was too old.
        let isTold = isRecap && format == .atom && options.rolling?.earlier != nil
        let page = options.mail?.onlineAddress(of: self)
        let entries =
            format == .atom
            ? zip(view.sections, html).flatMap { section, html in
                zip(section.stories, html).map { entry(of: $0, in: section.title, $1) }
            }
            : [entry(of: view, html, page)]
        let kind = format == .atom ? "stories" : "digests"
        // What a program or a pipe gets has no feed before it.
        let fixed = "urn:newsdigest:\(kind):\(String(StableHash.hash(profile).magnitude, radix: 36))"
        var feed = AtomFeed(
            id: options.rolling == nil ? fixed : nil, title: title.cleanLine, language: view.language, updated: created,
            page: nil, entries: isTold ? [] : entries)
        if let rolling = options.rolling, let earlier = rolling.earlier {
            feed.add(String(decoding: earlier, as: UTF8.self), since: created.plausible(after: previous) - rolling.keep)
        }
        return feed.xml
    }

    private func entry(of story: DigestView.StoryView, in section: String, _ html: String) -> AtomFeed.Entry {
        let item = stories.first { $0.id == story.id }?.item
        return AtomFeed.Entry(
            story: story.id, title: story.title, url: story.url, updated: created, published: item?.published,
            author: story.author ?? story.source, category: section, html: html)
    }

    private func entry(of view: DigestView, _ html: [[String]], _ page: String?) -> AtomFeed.Entry {
        let sections = zip(view.sections, html).map { section, html in
            "<h2>\(HTMLText.escape(section.title))</h2>\n\(html.joined())"
        }
        let intro = view.intro.map { "<p>\(HTMLText.escape($0))</p>\n" } ?? ""
        return AtomFeed.Entry(
            id: "urn:newsdigest:digest:\(view.id)", title: "\(view.title), \(view.date)", url: page, updated: created,
            published: created, author: "newsdigest", category: nil, content: intro + sections.joined())
    }
}
