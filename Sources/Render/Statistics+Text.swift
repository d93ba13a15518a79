import Foundation
import Languages
import Texts
import Values

extension Statistics {
    /// The statistics for people, as lines of at most `width` columns with bars.
    package func lines(width: Int) -> [String] {
        let time = LocalTime(language: .english, timeZone: timeZone, now: until)
        let head = sentence(time).lines(ofColumns: width)
        guard all.all > 0 || !sources.isEmpty else { return head }
        let dayRows = shownDays.map { (time.shortDay($0.start), $0.counts.all) }
        let hourRows = hours.enumerated().map { (String(format: "%02d", $0.offset), $0.element) }
        let storedRows = shownDays.map { (time.shortDay($0.start), $0.stored) }
        return head + [""] + sourceLines(width) + faultLines(time, width)
            + Self.bars("ITEMS BY DAY", dayRows, width) + Self.bars("PUBLISHED BY HOUR", hourRows, width)
            + Self.bars("ITEMS IN THE STATE", storedRows, width)
    }

    /// `since 22 Oct 2026: 5 items from 2 sources, 3 digests; …`
    func sentence(_ time: LocalTime) -> String {
        let counts = all
        let asked = pages.articles + pages.without
        let articles = asked == 0 ? "" : ", \(asked.counted("page")) asked, \(pages.without) without an article"
        return "since \(time.format(since, \.shortWithYear)): "
            + "\(counts.all.counted("item")) from \(sources.count.counted("source")), \(digests.counted("digest")); "
            + "\(counts.shown) shown, \(counts.joined) joined, \(counts.leftOut) left out, \(liked) liked\(articles)"
    }

    private func sourceLines(_ width: Int) -> [String] {
        let numbers = sources.map { source -> [String] in
            let counts = source.counts
            return [counts.all, counts.shown, counts.joined, counts.leftOut, source.liked].map { "\($0)" }
        }
        let columns = ["ITEMS", "SHOWN", "JOINED", "LEFT OUT", "LIKED"]
        let widths = columns.indices.map { column in
            max(columns[column].count, numbers.map { $0[column].count }.max() ?? 0)
        }
        let most = sources.map(\.counts.all).max() ?? 0
        let longest = min(32, sources.map { $0.name[...].columns }.max() ?? 0)
        let room = width - max(6, longest) - widths.reduce(0) { $0 + $1 + 2 } - 2
        let cells = zip([columns] + numbers, [nil] + sources.map(Optional.some)).map { row, source in
            [source.map { $0.name.cut(toColumns: 32) } ?? "SOURCE"]
                + zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }
                + [source.map { Self.bar($0.counts.all, of: most, columns: min(40, room)) } ?? ""]
        }
        return cells.aligned(within: width).map(\.trimmedEnd)
    }

    private func faultLines(_ time: LocalTime, _ width: Int) -> [String] {
        let faults = sources.compactMap { source in
            source.fault.map { fault in
                let since = source.failingSince.map { " since \(time.shortDay($0))" } ?? ""
                return "\(source.name) has failed\(since): \(fault)"
            }
        }
        return faults.isEmpty ? [] : [""] + faults.flatMap { $0.lines(ofColumns: width) }
    }

    /// A heading, and a line with a bar for each row.
    private static func bars(_ title: String, _ rows: [(label: String, value: Int)], _ width: Int) -> [String] {
        let most = rows.map(\.value).max() ?? 0
        guard most > 0 else { return [] }
        let labels = rows.map { $0.label[...].columns }.max() ?? 0
        let room = width - labels - "\(most)".count - 4
        return ["", title]
            + rows.map { row in
                let label = row.label + String(repeating: " ", count: labels - row.label[...].columns)
                let bar = bar(row.value, of: most, columns: min(60, room))
                return "\(label)  \(bar)\(bar.isEmpty ? "" : " ")\(row.value)"
            }
    }

    /// Blocks of eighths of a column, so that small differences show.
    private static func bar(_ value: Int, of most: Int, columns: Int) -> String {
        guard value > 0, most > 0, columns > 0 else { return "" }
        let eighths = max(1, 8 * columns * value / most)
        let rest = eighths % 8
        return String(repeating: "█", count: eighths / 8)
            + (rest == 0 ? "" : ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][rest - 1])
    }
}

extension String {
    fileprivate var trimmedEnd: String { String(scalars: unicodeScalars.reversed().drop { $0 == " " }.reversed()) }
}
