import FeedParser
import Foundation
import Texts
import Values

/// The newest entries of a feed, which are collected while it is read. So neither memory nor the work after reading
/// grows with what a feed repeats.
///
/// An entry without a title and a text can never be shown, so it takes no place.
struct NewestEntries {
    /// An entry with its place in the document.
    struct Placed {
        var position: Int
        var date: Date?
        var entry: FeedParser.Entry
    }

    /// The entries that are kept of one answer.
    static let most = 10_000

    private(set) var kept: [Placed] = []
    /// The number of entries that can be shown, kept or not.
    private(set) var count = 0
    /// The number of entries that cannot be shown.
    private(set) var emptyCount = 0
    private var isDated = true
    private var order = Order()
    private var ends: Ends

    /// - Parameter record: what is remembered of the feed. It knows whether the feed appends its entries.
    init(_ record: SourceRecord) {
        ends = Ends(record)
    }

    mutating func add(_ entry: FeedParser.Entry) {
        guard entry.mayBeShown else {
            emptyCount += 1
            return
        }
        let date = entry.date?.time
        isDated = isDated && date != nil
        order.add(date)
        ends.add(entry, at: count)
        kept.append(Placed(position: count, date: date, entry: entry.withoutSpareFiles))
        count += 1
        if kept.count >= 4 * Self.most { dropOld() }
    }

    /// The kept entries, the newest first: by date, or without all dates by their place.
    /// - Parameter isNew: whether the feed is read for the first time. If it has too many entries without dates, both
    ///   ends are kept then, because the next entry may come at either.
    func ranked(isNew: Bool) -> ArraySlice<Placed> {
        let isAppended = order.isOldestFirst ?? (isDated ? nil : ends.isAppended)
        let inOrder = isAppended == true ? kept.reversed() : kept
        if isDated { return Self.byDate(inOrder).prefix(Self.most) }
        guard isNew, isAppended == nil, inOrder.count > Self.most else { return inOrder.prefix(Self.most) }
        return inOrder.prefix(Self.most - Self.otherEnd) + inOrder.suffix(Self.otherEnd)
    }

    /// The number of entries that the bound left out.
    var leftOut: Int { max(0, count - Self.most) }

    /// Remembers the two ends of the document, by which the next answer shows where new entries come.
    func remember(in record: inout SourceRecord) {
        record.ends = isDated ? nil : ends.present
        record.isAppended = isDated ? nil : ends.isAppended
    }

    /// The entries that the other end of a long document keeps: those of one later answer.
    private static let otherEnd = FeedSource.usualLimit

    /// Keeps the newest by date, and both ends of the document: the next entry may be without a date.
    private mutating func dropOld() {
        let dated = isDated ? Set(Self.byDate(kept).prefix(Self.most).map(\.position)) : []
        let (first, last) = (Self.most, kept.count - Self.most)
        kept = kept.enumerated().filter { index, placed in
            index < first || index >= last || dated.contains(placed.position)
        }.map(\.element)
    }

    /// The newest first. Entries of one date stay in their order.
    private static func byDate(_ entries: [Placed]) -> [Placed] {
        entries.enumerated().sorted { a, b in
            (b.element.date ?? .distantPast, a.offset) < (a.element.date ?? .distantPast, b.offset)
        }.map(\.element)
    }
}

extension NewestEntries {
    /// Whether a document tells its dates from the oldest to the newest.
    private struct Order {
        private var last: Date?
        private var (rising, falling) = (0, 0)

        mutating func add(_ date: Date?) {
            guard let date else { return }
            if let last, last < date { rising += 1 }
            if let last, last > date { falling += 1 }
            last = date
        }

        /// Nil if there are too few dates to know.
        var isOldestFirst: Bool? {
            guard rising + falling >= 3 else { return nil }
            return rising > 3 * falling ? true : falling > 3 * rising ? false : nil
        }
    }

    /// The first and the last entry of a document, now and in the last answer.
    private struct Ends {
        private var first: Int64?
        private var last: Int64?
        private var count = 0
        private let earlier: [Int64]
        /// Where the ends of the last answer are now.
        private var places: (first: Int?, last: Int?)
        private let known: Bool?

        init(_ record: SourceRecord) {
            earlier = record.ends ?? []
            known = record.isAppended
        }

        mutating func add(_ entry: FeedParser.Entry, at position: Int) {
            let name = StableHash.hash(entry.id ?? entry.link ?? entry.title ?? "")
            if first == nil { first = name }
            last = name
            count = position + 1
            if name == earlier.first { places.first = places.first ?? position }
            if name == earlier.last { places.last = position }
        }

        var present: [Int64] { [first, last].compactMap(\.self) }

        /// Whether new entries came behind the others. Nil if that is not known.
        var isAppended: Bool? {
            let hasMoreBehind = places.last.map { $0 < count - 1 } ?? false
            let hasMoreBefore = places.first.map { $0 > 0 } ?? false
            return hasMoreBehind == hasMoreBefore ? known : hasMoreBehind
        }
    }
}

extension FeedParser.Entry {
    /// False if it has neither a title nor a text, so that it costs nothing to know that it cannot be shown.
    fileprivate var mayBeShown: Bool {
        [title, summary?.value, content?.value].contains { $0?.utf8.contains { $0 > 0x20 } == true }
    }

    /// The entry without the links and files that no item uses. Each can be much longer than it is written, because
    /// of its base.
    fileprivate var withoutSpareFiles: FeedParser.Entry {
        guard links.count > 1 || enclosures.count > 1 || media.count > 1 else { return self }
        var copy = self
        copy.links = Array(links.prefix(1))
        let used = ["image/", "audio/", "video/"].compactMap { kind in enclosures.first { $0.isOfKind(kind) } }
        copy.enclosures = Array(enclosures.prefix(1)) + used
        copy.media = ["audio/", "video/"].compactMap { kind in media.first { $0.isOfKind(kind) } }
        return copy
    }
}

extension Enclosure {
    var isPicture: Bool { isOfKind("image/") }

    /// Whether its media type, or the ending of its name if it has none, is of a kind such as `audio/`.
    func isOfKind(_ kind: String) -> Bool {
        if let type, !type.isEmpty { return type.lowercased().hasPrefix(kind) }
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return Self.endings[kind]?.contains { path.hasSuffix($0) } == true
    }

    private static let endings = [
        "image/": [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif"],
        "audio/": [".mp3", ".m4a", ".ogg", ".opus", ".aac"], "video/": [".mp4", ".m4v", ".webm", ".mov"],
    ]
}
