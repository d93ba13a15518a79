import FeedParser
import Foundation
import Languages
import Values

/// The statistics as one page without other files and without scripts: plots as inline SVG, and a table.
///
/// The plots have no text, so that they can have any width; the labels beside them are HTML.
package struct StatisticsPage {
    private let statistics: Statistics
    private let time: LocalTime

    package init(_ statistics: Statistics) {
        self.statistics = statistics
        time = LocalTime(language: .english, timeZone: statistics.timeZone, now: statistics.until)
    }

    package var html: String {
        PageFrame(title: "What the sources brought", style: Self.style).html(
            header: """
                <p class="meta">\(escape(period)), \(statistics.digests.counted("digest"))</p>
                \(totals)
                """,
            content: statistics.sources.isEmpty ? "<p>Nothing yet.</p>" : plots + "\n" + table)
    }
}

extension StatisticsPage {
    private var period: String {
        "\(time.format(statistics.since, \.shortWithYear)) – \(time.format(statistics.until, \.shortWithYear))"
    }

    /// The large numbers at the top, which are also the legend of the colours.
    private var totals: String {
        let counts = statistics.all
        let rows = [
            ("items", counts.all, ""), ("shown", counts.shown, "shown"), ("joined", counts.joined, "joined"),
            ("left out", counts.leftOut, "left"), ("liked", statistics.liked, ""),
        ]
        let cells = rows.map { label, count, kind in
            "<div><dt>\(kind.isEmpty ? "" : "<i class=\"\(kind)\"></i> ")\(label)</dt><dd>\(grouped(count))</dd></div>"
        }
        return "<dl class=\"totals\">\(cells.joined())</dl>"
    }

    private var plots: String {
        let days = statistics.shownDays
        let labels = days.map { time.shortDay($0.start) }
        return [
            figure("Items by day", Plot(bars: days.map { Self.parts(of: $0.counts) }), labels),
            sources,
            figure(
                "Published by hour of the day", Plot(bars: statistics.hours.map { [(kind: "shown", count: $0)] }),
                (0..<24).map { String(format: "%02d", $0) }),
            figure("Items in the state", Plot(area: days.map(\.stored)), labels),
        ].joined(separator: "\n")
    }

    private static func parts(of counts: Statistics.Counts) -> [(kind: String, count: Int)] {
        [("shown", counts.shown), ("joined", counts.joined), ("left", counts.leftOut)]
    }

    private func figure(_ title: String, _ plot: Plot, _ labels: [String]) -> String {
        """
        <figure>
        <figcaption>\(title)</figcaption>
        <div class="plot"><span class="most">\(grouped(plot.most))</span>\(plot.svg(label: title, names: labels))</div>
        <p class="axis">\(ends(of: labels))</p>
        </figure>
        """
    }

    /// The first, the middle and the last label.
    private func ends(of labels: [String]) -> String {
        let shown = labels.count < 3 ? labels : [labels[0], labels[labels.count / 2], labels[labels.count - 1]]
        return shown.map { "<span>\(escape($0))</span>" }.joined()
    }

    /// A bar for each of the sources with most items, and one for all others.
    private var sources: String {
        let named = statistics.sources.prefix(Self.mostSources).map { (name: $0.name, counts: $0.counts) }
        let rest = statistics.sources.dropFirst(Self.mostSources)
        let others = rest.reduce(into: Statistics.Counts()) { $0.add($1.counts) }
        let rows = named + (rest.isEmpty ? [] : [(name: "\(rest.count) others", counts: others)])
        let most = rows.map(\.counts.all).max() ?? 0
        let all = max(1, statistics.all.all)
        let bars = rows.map { row in
            "<li><span class=\"name\" dir=\"auto\">\(escape(row.name))</span> <span class=\"meta\">\(grouped(row.counts.all)), "
                + "\(100 * row.counts.all / all) %</span>\(Plot.row(Self.parts(of: row.counts), of: most, label: row.name))</li>"
        }
        return
            "<figure>\n<figcaption>Sources by share</figcaption>\n<ul class=\"sources\">\(bars.joined(separator: "\n"))</ul>\n</figure>"
    }

    private static let mostSources = 20

    private var table: String {
        let rows = statistics.sources.map { source in
            let fault = source.fault.map { fault in
                let since = source.failingSince.map { "since \(time.shortDay($0)): " } ?? ""
                return "<span class=\"fault\">\(escape(since + fault))</span>"
            }
            return "<tr><th scope=\"row\" dir=\"auto\">\(escape(source.name))\(fault ?? "")</th>"
                + source.numbers.map { "<td>\(grouped($0))</td>" }.joined() + "</tr>"
        }
        let heads = Statistics.Source.columns.map { "<th scope=\"col\">\($0)</th>" }.joined()
        return "<table>\n<thead><tr><th scope=\"col\">source</th>\(heads)</tr></thead>\n<tbody>\n"
            + rows.joined(separator: "\n") + "\n</tbody>\n</table>"
    }

    private func grouped(_ number: Int) -> String {
        number.formatted(.number.grouping(.automatic).locale(Locale(identifier: "en")))
    }

    private func escape(_ text: String) -> String { HTMLText.escape(text) }

    private static let style = """
        :root { --joined: #d08a5b; --left: #d9d0bf; }
        @media (prefers-color-scheme: dark) {
        :root { --joined: #a5654c; --left: #4d473f; }
        }
        body { font: 16px/1.5 var(--sans); }
        h1, dd, figcaption { font-family: var(--serif); }
        .totals { display: flex; flex-wrap: wrap; gap: 8px 32px; margin: 16px 0 0; }
        dd { margin: 0; font-size: 28px; line-height: 1.2; font-variant-numeric: tabular-nums; }
        i { display: inline-block; width: 10px; height: 10px; border-radius: 2px; }
        i.shown { background: var(--mark); } i.joined { background: var(--joined); } i.left { background: var(--left); }
        figure { margin: 40px 0 0; }
        figcaption { font-weight: 600; font-size: 19px; line-height: 1.3; margin: 0 0 8px; }
        .plot { position: relative; border-top: 1px solid var(--line); border-bottom: 1px solid var(--quiet); }
        .plot svg { display: block; width: 100%; height: 160px; }
        .most { position: absolute; top: 0; left: 0; padding: 0 4px 0 0; background: var(--paper); color: var(--quiet); font-size: 13px; line-height: 1.4; }
        .axis { display: flex; justify-content: space-between; margin: 4px 0 0; color: var(--quiet); font-size: 13px; }
        rect.shown, path { fill: var(--mark); } rect.joined { fill: var(--joined); } rect.left { fill: var(--left); }
        .sources { list-style: none; margin: 0; padding: 0; }
        .sources li { padding: 4px 0; }
        .sources svg { display: block; width: 100%; height: 12px; }
        table { width: 100%; margin: 40px 0 0; border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
        th, td { padding: 6px 0 6px 10px; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; overflow-wrap: normal; }
        th:first-child { min-width: 6em; padding-left: 0; text-align: start; font-weight: 400; overflow-wrap: break-word; word-break: break-word; }
        thead th { color: var(--quiet); font-weight: 400; }
        .fault { display: block; color: var(--mark); font-size: 13px; }
        @media (max-width: 480px) { th, td { padding-left: 6px; font-size: 12px; } h1 { font-size: 28px; } }
        """
}

/// A drawing in SVG that fills any rectangle. One unit across is one bar, and its height is 100.
private struct Plot {
    var most: Int
    private var count: Int
    private var shapes: [String]

    /// Bars, each with its parts from the bottom to the top.
    init(bars: [[(kind: String, count: Int)]]) {
        let most = max(1, bars.map { $0.reduce(0) { $0 + $1.count } }.max() ?? 0)
        self.most = most
        count = bars.count
        shapes = bars.enumerated().map { index, parts in
            var top = 100.0
            return parts.filter { $0.count > 0 }.map { part in
                let height = 100 * Double(part.count) / Double(most)
                top -= height
                return Self.rectangle(part.kind, x: Double(index) + 0.1, y: top, width: 0.8, height: height)
            }.joined()
        }
    }

    /// An area under a line.
    init(area values: [Int]) {
        let most = max(1, values.max() ?? 0)
        self.most = most
        count = max(1, values.count - 1)
        let points = values.enumerated().map {
            "L\($0.offset) \(Self.short(100 - 100 * Double($0.element) / Double(most)))"
        }
        shapes = ["<path d=\"M0 100 \(points.joined(separator: " ")) L\(max(0, values.count - 1)) 100 Z\"/>"]
    }

    /// - Parameters:
    ///   - label: what it shows, for those who do not see it.
    ///   - names: of the bars.
    func svg(label: String, names: [String]) -> String {
        let titled =
            shapes.count == names.count
            ? zip(shapes, names).map { "<g><title>\(HTMLText.escape($1))</title>\($0)</g>" } : shapes
        return "<svg role=\"img\" aria-label=\"\(HTMLText.escape(label))\" viewBox=\"0 0 \(count) 100\" "
            + "preserveAspectRatio=\"none\">\(titled.joined())</svg>"
    }

    /// One bar from left to right.
    static func row(_ parts: [(kind: String, count: Int)], of most: Int, label: String) -> String {
        var left = 0.0
        let shapes = parts.filter { $0.count > 0 }.map { part in
            let width = 100 * Double(part.count) / Double(max(1, most))
            left += width
            return rectangle(part.kind, x: left - width, y: 0, width: width, height: 1)
        }
        return "<svg role=\"img\" aria-label=\"\(HTMLText.escape(label))\" viewBox=\"0 0 100 1\" "
            + "preserveAspectRatio=\"none\">\(shapes.joined())</svg>"
    }

    private static func rectangle(_ kind: String, x: Double, y: Double, width: Double, height: Double) -> String {
        "<rect class=\"\(kind)\" x=\"\(short(x))\" y=\"\(short(y))\" width=\"\(short(width))\" height=\"\(short(height))\"/>"
    }

    private static func short(_ number: Double) -> String { number.twoDecimals }
}
