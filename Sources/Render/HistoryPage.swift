import FeedParser
import Foundation
import Languages
import Values

/// A listing as one page without other files: days, digests, items, and a search box that needs no server. If scripts
/// are switched off, only the search box is missing.
struct HistoryPage {
    let listing: Listing

    var html: String {
        PageFrame(language: listing.language.code, title: title, style: Self.style, script: Self.script).html(
            header: """
                <p class="meta">\(escape(summary))</p>
                <p class="search" hidden><label for="search">\(escape(words.search))</label>
                <input id="search" type="search" autocomplete="off" aria-controls="list"> <span id="count" class="meta" role="status"></span></p>
                """,
            content: """
                <div id="list">
                \(listing.days.map(day).joined(separator: "\n"))
                </div>
                """)
    }
}

extension HistoryPage {
    private var words: Language.Words { listing.language.words }

    private var title: String { listing.subject == .history ? words.history : words.saved }

    private var summary: String {
        guard let first = listing.rows.last, let last = listing.rows.first else { return words.nothingYet }
        let stories = listing.language.count(listing.rows.count, \.stories)
        let days = [first.date, last.date].map { listing.time.format($0, \.shortWithYear) }
        return "\(stories), \(days[0] == days[1] ? days[0] : "\(days[0]) – \(days[1])")"
    }

    private func day(_ day: Listing.Day) -> String {
        """
        <section>
        <h2>\(escape(listing.time.format(day.date, \.full)))</h2>
        \(day.digests.map(article).joined(separator: "\n"))
        </section>
        """
    }

    private func article(_ rows: [Listing.Row]) -> String {
        var heading = ""
        if let first = rows.first, let digest = first.digest {
            let profile = first.shownProfile.map { ", \($0)" } ?? ""
            heading =
                "<h3>\(escape("\(listing.time.format(first.date, \.time)), \(words.digest) \(digest)\(profile)"))</h3>\n"
        }
        return """
            <article>
            \(heading)<ul>
            \(rows.map(row).joined(separator: "\n"))
            </ul>
            </article>
            """
    }

    private func row(_ row: Listing.Row) -> String {
        let title = escape(row.shownTitle)
        let link = row.url.isEmpty ? title : "<a href=\"\(escape(row.url))\" rel=\"noopener noreferrer\">\(title)</a>"
        let category = listing.language.title(ofCategory: row.category)
        return "<li dir=\"auto\">\(link) <span class=\"meta\">\(escape(row.source)) · \(escape(category)) · "
            + "<code>\(escape(row.id))</code></span>\(also(row.also))\(earlier(row.earlier))</li>"
    }

    /// The publishers with the titles of their articles.
    private func also(_ notes: [Listing.Note]) -> String {
        line(words.alsoIn, notes) { note in
            "\(link(note.label, note.url))\(note.title.isEmpty ? "" : " <i dir=\"auto\">\(escape(note.title))</i>")"
        }
    }

    private func earlier(_ notes: [Listing.Note]) -> String {
        line(words.earlier, notes) { "\(link($0.title, $0.url)), <bdi>\(escape($0.label))</bdi>" }
    }

    private func line(_ label: String, _ notes: [Listing.Note], _ text: (Listing.Note) -> String) -> String {
        guard !notes.isEmpty else { return "" }
        return
            " <span class=\"meta\">\(escape(label))\(words.colonSpace): \(notes.map(text).joined(separator: " · "))</span>"
    }

    private func link(_ text: String, _ url: String) -> String {
        guard !url.isEmpty else { return "<bdi>\(escape(text))</bdi>" }
        return "<a href=\"\(escape(url))\" rel=\"noopener noreferrer\" dir=\"auto\">\(escape(text))</a>"
    }

    private func escape(_ text: String) -> String { HTMLText.escape(text) }

    private static let style = """
        h2 { position: sticky; top: 0; margin: 32px 0 8px; padding: 8px 0; background: var(--paper); border-bottom: 2px solid var(--ink); font-size: 19px; }
        h3 { margin: 16px 0 4px; font-weight: 600; }
        ul { margin: 0; padding: 0; list-style: none; }
        li { padding: 8px 0; border-bottom: 1px solid var(--line); }
        li .meta { display: block; }
        a { color: inherit; text-decoration-color: var(--mark); text-underline-offset: 3px; }
        a:focus-visible, input:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
        input { display: block; box-sizing: border-box; width: 100%; padding: 10px 12px; border: 1px solid var(--quiet); border-radius: 8px; background: transparent; color: inherit; font: inherit; }
        @media print { .search { display: none; } h2 { position: static; } }
        """

    /// Every word must occur. The search ignores case and accents, and does not distinguish ё or the Turkish ı.
    private static let script = """
        "use strict";
        const fold = text => text.toLowerCase().normalize("NFD").replace(/\\p{M}/gu, "").replace(/ı/g, "i");
        const items = [...document.querySelectorAll("li")].map(item => ({ item, text: fold(item.textContent) }));
        const groups = [...document.querySelectorAll("article"), ...document.querySelectorAll("section")];
        const box = document.getElementById("search");
        const count = document.getElementById("count");
        const filter = () => {
            const words = fold(box.value).split(/\\s+/).filter(Boolean);
            let shown = 0;
            for (const { item, text } of items) {
                item.hidden = !words.every(word => text.includes(word));
                if (!item.hidden) shown += 1;
            }
            for (const group of groups) group.hidden = !group.querySelector("li:not([hidden])");
            count.textContent = words.length ? shown + " / " + items.length : "";
        };
        box.addEventListener("input", filter);
        document.querySelector(".search").hidden = items.length === 0;
        filter();
        """
}
