import Addresses
import Foundation
import Languages
import Platform
import Texts
import Values

/// The format of a printed list of stories.
package enum ListingFormat: String, Sendable, CaseIterable { case table, json, csv, markdown, html }

/// A list of stories to print: stories of the history by day and digest, or saved items by day.
package struct Listing: Sendable {
    enum Subject: Sendable, Equatable { case history, saved }

    struct Row: Sendable, Equatable {
        /// When the story was sent or saved.
        var date: Date
        var digest: String?
        var profile: String?
        var category: String
        var id: String
        var title: String
        var url: String
        var source: String
        /// The other articles on the story, and the same article from other sources: publisher, title, address.
        var also: [Note] = []
        /// The stories that it continued: day, title, address.
        var earlier: [Note] = []

        /// The title for people. JSON and CSV have the title itself.
        var shownTitle: String { title.shownTitle(url: url, source: source) }

        /// The profile for people; nil for the default one, which many have alone.
        var shownProfile: String? { profile == Digest.defaultProfile ? nil : profile }

        /// The title in Markdown, with a link if there is an address.
        fileprivate var linkedTitle: String {
            let title = shownTitle.escapedForMarkdown
            return url.isEmpty ? title : "[\(title)](<\(url.escapedForDestination)>)"
        }
    }

    struct Note: Sendable, Equatable {
        var label: String
        var title: String
        var url: String
    }

    /// The rows of one day, grouped by digest.
    struct Day {
        var date: Date
        var digests: [[Row]]
    }

    var subject: Subject
    var rows: [Row]
    package var language: Language
    package var time: LocalTime

    /// - Parameters:
    ///   - notes: what the digest showed under each story. Only the page shows it.
    ///   - language: the language of dates, section titles and the page's own words, as a tag such as `en`.
    ///   - timeZone: an identifier of the time zone database. It decides when a day begins.
    package init(
        history: [HistoryEntry], notes: [StoryNotes] = [], language: String, timeZone: String, now: Date
    ) {
        self.init(.history, language, timeZone, now)
        rows = history.map {
            Row(
                date: $0.sent, digest: $0.digest, profile: $0.profile, category: $0.category.cleanLine, id: $0.id,
                title: $0.title.cleanLine, url: $0.url.safeURL ?? "", source: $0.source.cleanLine)
        }
        for (index, notes) in notes.enumerated() {
            rows[index].also = notes.also.map { Note($0) }
            rows[index].earlier = notes.earlier.map { Note($0, time) }
        }
    }

    package init(saved: [SavedItem], language: String, timeZone: String, now: Date) {
        self.init(.saved, language, timeZone, now)
        rows = saved.map {
            Row(
                date: $0.saved, category: $0.item.item.category.cleanLine, id: $0.item.id,
                title: $0.item.item.title.cleanLine, url: $0.item.shownURL.safeURL ?? "",
                source: $0.item.item.source.cleanLine)
        }
    }

    private init(_ subject: Subject, _ language: String, _ timeZone: String, _ now: Date) {
        self.subject = subject
        self.language = Language(code: language)
        time = LocalTime(language: self.language, timeZone: timeZone, now: now)
        rows = []
    }

    /// The listing as text. It ends with a line break, unless it is empty.
    /// - Parameter screen: the terminal that shows a table; nil if there is none.
    package func rendered(as format: ListingFormat, on screen: Screen? = nil) throws -> String {
        switch format {
        case .table: screen.map { table(width: $0.width) } ?? table
        case .json: try json
        case .csv: csv
        case .markdown: markdown
        case .html: HistoryPage(listing: self).html
        }
    }

    var days: [Day] {
        var days: [Day] = []
        for row in rows {
            if let last = days.last, time.calendar.isDate(last.date, inSameDayAs: row.date) {
                if let part = last.digests.last?.last, part.digest == row.digest {
                    days[days.count - 1].digests[last.digests.count - 1].append(row)
                } else {
                    days[days.count - 1].digests.append([row])
                }
            } else {
                days.append(Day(date: row.date, digests: [[row]]))
            }
        }
        return days
    }
}

extension Listing.Note {
    /// A copy of the story's own article has no title of its own.
    fileprivate init(_ telling: Story.Telling) {
        let title = telling.isSameArticle ? "" : telling.title.cleanLine
        self.init(label: telling.source.cleanLine, title: title, url: telling.url.safeURL ?? "")
    }

    fileprivate init(_ story: Story.Earlier, _ time: LocalTime) {
        let url = story.url.safeURL ?? ""
        self.init(label: time.shortDay(story.sent), title: story.title.cleanLine.shownTitle(url: url), url: url)
    }
}

extension Listing {
    private var hasReaders: Bool { rows.contains { $0.shownProfile != nil } }

    private var table: String {
        let hasReaders = hasReaders
        let stories = rows.map { row in
            [
                time.format(row.date, \.time), row.digest, hasReaders ? row.profile ?? "" : nil, row.id, row.category,
                row.source, row.shownTitle,
            ].compactMap(\.self)
        }
        return byDay(stories.aligned)
    }

    /// The table for a terminal. It begins with what a person needs most: the title and the id. The digests are headings,
    /// so that a narrow terminal has room for their ids.
    private func table(width: Int) -> String {
        let stories = rows.map { row in
            [row.shownTitle, row.id, row.source, row.category]
                + (row.digest == nil ? [time.format(row.date, \.time)] : [])
        }
        return byDay(stories.aligned(within: width - 2, keeping: 2), namesDigests: true)
    }

    /// One line for each row, under the days.
    private func byDay(_ stories: [String], namesDigests: Bool = false) -> String {
        let hasReaders = hasReaders
        var rest = stories[...]
        let days = days.map { day in
            var lines = [time.format(day.date, \.full)]
            for part in day.digests {
                if namesDigests, let first = part.first, let digest = first.digest {
                    let reader = hasReaders ? first.profile.map { " for \($0)" } ?? "" : ""
                    lines.append("\(time.format(first.date, \.time)), digest \(digest)\(reader)")
                }
                lines += rest.prefix(part.count).map { "  " + $0 }
                rest = rest.dropFirst(part.count)
            }
            return lines.map { $0 + "\n" }.joined()
        }
        return days.joined(separator: "\n")
    }

    private var json: String {
        get throws {
            let list = rows.map { row in
                var fields = [
                    "category": row.category, "id": row.id, "title": row.title, "url": row.url, "source": row.source,
                ]
                fields["digest"] = row.digest
                fields["profile"] = row.profile
                fields[subject == .history ? "sent" : "saved"] = row.date.formatted(.iso8601)
                return fields
            }
            return try JSONEncoder.indentedText(of: list)
        }
    }

    /// CSV by RFC 4180, with a header.
    private var csv: String {
        let header =
            subject == .history
            ? ["sent", "digest", "profile", "category", "id", "title", "url", "source"]
            : ["saved", "category", "id", "title", "url", "source"]
        let lines = rows.map { row in
            [
                row.date.formatted(.iso8601), row.digest, row.profile, row.category, row.id, row.title, row.url,
                row.source,
            ]
            .compactMap(\.self)
        }
        return ([header] + lines).map { $0.map(Self.cell).joined(separator: ",") + "\r\n" }.joined()
    }

    /// A cell of the CSV. A spreadsheet treats `=…`, `+…`, `-…` and `@…` as formulas, and a title must not be one.
    private static func cell(_ text: String) -> String {
        // Scalars are compared: for a spreadsheet, a sign with a combining mark after it is still that sign.
        let text = text.unicodeScalars.first.map("=+-@".unicodeScalars.contains) == true ? "'" + text : text
        guard text.unicodeScalars.contains(where: ",\"\r\n".unicodeScalars.contains) else { return text }
        return "\"" + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    }

    private var markdown: String {
        var lines: [String] = []
        for day in days {
            lines += ["## " + time.format(day.date, \.full).escapedForMarkdown, ""]
            for part in day.digests {
                if let first = part.first, let digest = first.digest {
                    let profile = first.shownProfile.map { ", \($0.escapedForMarkdown)" } ?? ""
                    lines += ["### \(time.format(first.date, \.time)), `\(digest)`\(profile)", ""]
                }
                lines += part.map { row in
                    "- \(row.linkedTitle) "
                        + "\(row.source.escapedForMarkdown), "
                        + "\(language.title(ofCategory: row.category).escapedForMarkdown), `\(row.id)`"
                }
                lines.append("")
            }
        }
        return lines.dropLast().map { $0 + "\n" }.joined()
    }
}

extension HistoryDigest {
    /// The digest as `history show` prints it. A table begins with a heading that tells the status of the digest; other
    /// formats have only the list.
    package func rendered(
        as format: ListingFormat, on screen: Screen? = nil, notes: [StoryNotes] = [], language: String,
        timeZone: String, now: Date
    ) throws -> String {
        let list = Listing(history: entries, notes: notes, language: language, timeZone: timeZone, now: now)
        guard format == .table else { return try list.rendered(as: format) }
        let time = list.time
        var lines = ["\(title.cleanLine) (\(id)) for \(profile.cleanLine), made \(time.fullMoment(created))"]
        for target in destinations {
            let fate =
                target.delivered.map { "delivered \(time.fullMoment($0))" }
                ?? target.reason.map { "not delivered: \($0.cleanLine)" } ?? "not delivered"
            lines.append("  \(target.destination.cleanLine), \(target.format.rawValue): \(fate)")
        }
        if status == .givenUp { lines.append("  given up") }
        if leftOver > 0 { lines.append("  \(leftOver) queued") }
        if let screen { lines = lines.flatMap { $0.lines(ofColumns: screen.width) } }
        return (lines + [""]).map { $0 + "\n" }.joined() + (try list.rendered(as: .table, on: screen))
    }
}
