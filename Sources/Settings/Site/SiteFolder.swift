import Files
import Foundation
import Templates
import Texts

/// A folder of static pages that shows digests. It remembers all that it needs to know of earlier digests in its folder
/// `data`, one file for each month, so it can be moved, and needs no database.
///
/// A digest may be added again, after a crash too: then the same files are written, and those that are right stay.
struct SiteFolder: OwnFolder {
    let path: String
    /// The address of the folder on the web, with a slash at the end.
    var baseURL: String?
    /// For how long digests are kept, in seconds; nil for ever.
    var keep: TimeInterval?

    private var months: [String: [SiteDigest]] = [:]
    private var changedMonths: Set<String> = []

    init(path: String, baseURL: String? = nil, keep: TimeInterval? = nil) {
        self.path = path
        self.baseURL = baseURL.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
        self.keep = keep
    }

    /// Writes the pages of a digest, and all pages that lead to it.
    /// - Throws: `FolderFault`.
    mutating func add(_ added: DigestPage) throws {
        for folder in ["", "data", "days", "digests", "search", "sections", "sources", "weeks"] { try make(folder) }
        let pages = SitePages(added: added)
        var digest = try remember(added)
        // The page is there before anything leads to it.
        let content = pages.content
        try write(pages.page(of: digest, content, try neighbours(of: digest)), to: Self.file(of: digest))
        try renewIndex()
        try changeIndex { try $0.writeIndex(of: digest) }
        try link(added, from: digest)
        digest = months[digest.month]?.first { $0.id == added.id } ?? digest
        let present = added.created.plausible(after: try neighbours(of: digest).previous?.created)
        let gone = try removeOld(before: keep.map { present - $0 })
        // The memory forgets old digests last, so that after a crash the next delivery finds them.
        let oldMonths = Set(gone.map(\.month))
        for month in changedMonths.subtracting(oldMonths).sorted() { try writeMemory(of: month) }
        let neighbours = try neighbours(of: digest)
        for other in [neighbours.previous, neighbours.next].compactMap(\.self) { try update(other, pages) }
        // The oldest one that is left has no previous one any more.
        let left = try gone.isEmpty ? nil : names(in: "data").first { try !digests(of: $0).isEmpty }
        if let left, let oldest = try digests(of: left).first { try update(oldest, pages) }
        for place in try earlier(of: added) { try update(place, pages) }
        // The lists of each month lead to those of the others.
        let isMonthGone = try oldMonths.contains { try digests(of: $0).isEmpty }
        for month in try isMonthGone ? names(in: "data") : oldMonths.union([digest.month]).sorted() {
            try writeLists(of: month, pages)
        }
        try writeFront(pages, at: present)
        if !gone.isEmpty {
            try sync()
            for month in oldMonths.sorted() { try writeMemory(of: month) }
        }
        try sync()
    }
}

extension SiteFolder {
    /// Whether the next new digest removes one of this time.
    mutating func isOld(_ created: Date) throws -> Bool {
        guard let keep, let month = try names(in: "data").last, let newest = try digests(of: month).last else {
            return false
        }
        return created < newest.created - keep
    }
}

// MARK: - Files

extension SiteFolder {
    /// A file that adding a digest would replace, although newsdigest did not write it: its own are never there without
    /// its folders.
    var foreignFile: String? {
        func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }
        guard !["data", "digests"].allSatisfy(exists) else { return nil }
        return ["index.html", "feed.atom", "site.css", "site.js"].first(where: exists)
    }

    private static func file(of digest: SiteDigest) -> String { "digests/\(digest.id).html" }
}

// MARK: - Memory

extension SiteFolder {
    private mutating func digests(of month: String) throws -> [SiteDigest] {
        if let known = months[month] { return known }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let file = "data/\(month).json"
        let data = try contents(of: file)
        // Files are named by what it says, so that it must not name one outside the folder.
        guard let digests = try? data.map({ try decoder.decode([SiteDigest].self, from: $0) }) ?? [],
            digests.allSatisfy({ $0.month == month && $0.namesFiles && $0.stories.allSatisfy { $0.number >= 0 } })
        else {
            throw FolderFault(
                file: "\(path)/\(file)",
                reason: "is damaged; restore it, or remove it to do without the digests of that month in lists")
        }
        months[month] = digests
        return digests
    }

    private func writeMemory(of month: String) throws {
        guard let digests = months[month], !digests.isEmpty else { return remove("data/\(month).json") }
        let encoder = JSONEncoder.sorted(dates: .secondsSince1970)
        try write(String(decoding: try encoder.encode(digests), as: UTF8.self), to: "data/\(month).json", syncs: true)
    }

    /// Adds the digest to the memory of its month, unless it is there already.
    private mutating func remember(_ added: DigestPage) throws -> SiteDigest {
        var digest = SiteDigest(added, number: 0)
        var others = try digests(of: digest.month)
        if let known = others.first(where: { $0.id == digest.id }) { return known }
        digest = SiteDigest(added, number: try nextNumber(in: digest.year))
        let index = others.firstIndex { $0.created > digest.created } ?? others.endIndex
        others.insert(digest, at: index)
        months[digest.month] = others
        changedMonths.insert(digest.month)
        // The numbers are on the disk before the index uses them.
        try writeMemory(of: digest.month)
        return digest
    }

    /// The number of the next story in the search index of a year. A digest may come after those of later months, so the
    /// greatest number may be in any month. What a run that was killed did not add to the index is in the newest one.
    private mutating func nextNumber(in year: String) throws -> Int {
        var next = 0
        try changeIndex { next = try $0.indexedNumbers(in: year) }
        for month in try names(in: "data").reversed() where month.hasPrefix(year) {
            let greatest = try digests(of: month).flatMap(\.stories).map(\.number).max()
            if let greatest { return max(next, greatest + 1) }
        }
        return next
    }

    private mutating func neighbours(of digest: SiteDigest) throws -> SitePages.Neighbours {
        let known = try names(in: "data")
        let own = try digests(of: digest.month)
        guard let index = own.firstIndex(where: { $0.id == digest.id }) else { return .init() }
        var neighbours = SitePages.Neighbours(
            previous: index > 0 ? own[index - 1] : nil, next: index + 1 < own.count ? own[index + 1] : nil)
        if neighbours.previous == nil, let month = known.last(where: { $0 < digest.month }) {
            neighbours.previous = try digests(of: month).last
        }
        if neighbours.next == nil, let month = known.first(where: { $0 > digest.month }) {
            neighbours.next = try digests(of: month).first
        }
        return neighbours
    }

    /// The digests with the stories that this one continues.
    private mutating func earlier(of added: DigestPage) throws -> [SiteDigest] {
        var found: [SiteDigest] = []
        let zone = TimeZone(identifier: added.timeZone) ?? .gmt
        let style = Date.ISO8601FormatStyle(timeZone: zone).year().month()
        for earlier in added.sections.flatMap(\.stories).flatMap(\.earlier) {
            let digest = try digests(of: earlier.sent.formatted(style)).last { digest in
                digest.id != added.id && digest.stories.contains { $0.id == earlier.id }
            }
            if let digest, !found.contains(where: { $0.id == digest.id }) { found.append(digest) }
        }
        return found
    }

    /// Notes in the stories that this digest continues where they go on.
    private mutating func link(_ added: DigestPage, from digest: SiteDigest) throws {
        let earlier = try earlier(of: added)
        for story in added.sections.flatMap(\.stories) {
            let place = SiteDigest.Place(digest: added.id, story: story.id, title: story.title, date: added.date)
            for id in story.earlier.map(\.id) {
                for other in earlier {
                    change(story: id, of: other) { if !$0.later.contains(place) { $0.later.append(place) } }
                }
            }
        }
    }

    private mutating func change(story id: String, of digest: SiteDigest, _ body: (inout SiteDigest.Story) -> Void) {
        guard let index = months[digest.month]?.firstIndex(where: { $0.id == digest.id }) else { return }
        for section in digest.sections.indices {
            for story in digest.sections[section].stories.indices
            where digest.sections[section].stories[story].id == id {
                body(&months[digest.month]![index].sections[section].stories[story])
                changedMonths.insert(digest.month)
            }
        }
    }

    /// Forgets digests that are older than they are kept.
    /// - Returns: these digests.
    private mutating func removeOld(before limit: Date?) throws -> [SiteDigest] {
        guard let limit else { return [] }
        var gone: [SiteDigest] = []
        for month in try names(in: "data") {
            let old = try digests(of: month).filter { $0.created < limit }
            // Later months have no older digest.
            guard !old.isEmpty else { break }
            for digest in old {
                try changeIndex { try $0.replaceChunks(of: digest.stories, year: digest.year) { _ in nil } }
                months[month]?.removeAll { $0.id == digest.id }
            }
            changedMonths.insert(month)
            gone += old
        }
        let rest = try Set(gone.map(\.month)).flatMap { try digests(of: $0) }
        for digest in gone {
            remove(Self.file(of: digest))
            if !rest.contains(where: { $0.day == digest.day }) { remove("days/\(digest.day).html") }
            if !rest.contains(where: { $0.week == digest.week }) { remove("weeks/\(digest.week).html") }
        }
        return gone
    }

    /// Writes the page of a digest again, whose neighbours or later stories may have changed.
    private mutating func update(_ digest: SiteDigest, _ pages: SitePages) throws {
        let present = try digests(of: digest.month).first { $0.id == digest.id }
        guard let present, let page = try read(Self.file(of: present)), let content = SitePages.content(ofPage: page)
        else { return }
        try write(pages.page(of: present, content, neighbours(of: present)), to: Self.file(of: present), syncs: true)
    }
}

// MARK: - Search

extension SiteFolder {
    /// Title, digest, story, date, source and section, as `site.js` shows them.
    private typealias Row = [String]

    /// A file of the index cannot be read.
    private struct DamagedIndex: Error {}

    /// The data of a file of the index; nil if there is no such file.
    private func stored<Content: Decodable>(_ name: String) throws -> Content? {
        guard let script = try read("search/\(name).js") else { return nil }
        guard let data: Content = SiteSearch.data(script) else { throw DamagedIndex() }
        return data
    }

    /// Makes the index anew if an earlier version made it in another form.
    private mutating func renewIndex() throws {
        guard let script = try read("site.js"), !script.contains(SiteSearch.form) else { return }
        try makeIndex()
    }

    /// Changes the index. If a file of it is damaged, as after a power failure, the index is made anew before.
    private mutating func changeIndex(_ change: (Self) throws -> Void) throws {
        do {
            try change(self)
        } catch is DamagedIndex {
            try makeIndex()
            try change(self)
        }
    }

    /// Makes the index of all years of what the folder remembers.
    private mutating func makeIndex() throws {
        // If this does not finish, the index is made anew again (`renewIndex`).
        try write("", to: "site.js", syncs: true)
        for year in try names(in: "search") {
            let old = "\(path)/search/\(year)"
            do {
                try FileManager.default.removeItem(atPath: old)
            } catch CocoaError.fileNoSuchFile {
                // A file of the user's.
            } catch {
                throw FolderFault(file: old, reason: "cannot be removed: \(errorText(of: error))")
            }
        }
        for month in try names(in: "data") {
            for digest in try digests(of: month) { try writeIndex(of: digest) }
        }
    }

    private func writeIndex(of digest: SiteDigest) throws {
        try make("search/\(digest.year)")
        let rows = Dictionary(
            digest.sections.flatMap { section in
                section.stories.map { story in
                    (story.number, [story.title, digest.id, story.id, digest.date, story.source, section.title])
                }
            }
        ) { first, _ in first }
        try replaceChunks(of: digest.stories, year: digest.year) { rows[$0] }
        var shards: [Int: [String: [Int]]] = [:]
        for story in digest.stories {
            for word in SiteSearch.words(of: "\(story.title) \(story.summary) \(story.source)") {
                shards[SiteSearch.shard(of: word), default: [:]][word, default: []].append(story.number)
            }
        }
        for (shard, words) in shards {
            let name = "\(digest.year)/\(shard)"
            var index: [String: String] = try stored(name) ?? [:]
            for (word, numbers) in words {
                var postings = Postings(index[word] ?? "")
                for number in numbers { postings.insert(number) }
                index[word] = postings.text
            }
            try write(SiteSearch.script(name, index), to: "search/\(name).js")
        }
    }

    /// How many numbers the index of a year has.
    private func indexedNumbers(in year: String) throws -> Int {
        guard
            let chunk = try names(in: "search/\(year)").compactMap({ $0.hasPrefix("d") ? Int($0.dropFirst()) : nil })
                .max()
        else { return 0 }
        let rows: [Row?] = try stored("\(year)/d\(chunk)") ?? []
        return chunk * SiteSearch.chunkSize + rows.count
    }

    /// Replaces the rows of these stories in the index of a year; nil for a story that is gone.
    private func replaceChunks(of stories: [SiteDigest.Story], year: String, _ row: (Int) -> Row?) throws {
        for (chunk, stories) in Dictionary(grouping: stories, by: { $0.number / SiteSearch.chunkSize }) {
            let name = "\(year)/d\(chunk)"
            var rows: [Row?] = try stored(name) ?? []
            for story in stories {
                let index = story.number % SiteSearch.chunkSize
                while rows.count <= index { rows.append(nil) }
                rows[index] = row(story.number)
            }
            try write(SiteSearch.script(name, rows), to: "search/\(name).js")
        }
    }
}

// MARK: - Lists

extension SiteFolder {
    private static let shown = 14
    private static let feedAge: TimeInterval = 30 * 86_400

    private mutating func writeLists(of month: String, _ pages: SitePages) throws {
        let digests = try Array(digests(of: month).reversed())
        for (day, digests) in Dictionary(grouping: digests, by: \.day) {
            try write(
                pages.page(of: list("days/\(day).html", digests[0].date, digests, heading: \.title)),
                to: "days/\(day).html")
        }
        try writeWeeks(of: digests, pages)
        for (folder, key) in [("sections", \SiteEntry.section), ("sources", \SiteEntry.source)] {
            var names = try storedNames(in: folder)
            let groups = Dictionary(grouping: digests.flatMap(\.entries), by: { $0[keyPath: key] })
            for (slug, name) in names where groups[name] == nil {
                remove("\(folder)/\(slug)/\(month).html")
                if try self.names(in: "\(folder)/\(slug)").isEmpty { names[slug] = nil }
            }
            for (name, entries) in groups.sorted(by: { $0.key < $1.key }) where !name.isEmpty {
                let slug = names.first { $0.value == name }?.key ?? name.slug { names[$0] == nil }
                names[slug] = name
                try make("\(folder)/\(slug)")
                let path = "\(folder)/\(slug)/\(month).html"
                let others = Set(try self.names(in: "\(folder)/\(slug)") + [month]).sorted(by: >)
                var list = SitePages.List(
                    path: path, title: name, parts: [(month, nil, entries.map { ($0.digest, $0.story) })])
                list.others = others.map { ($0, "\(folder)/\(slug)/\($0).html") }
                try write(pages.page(of: list), to: path)
            }
            try write(
                String(decoding: JSONEncoder.sorted().encode(names), as: UTF8.self), to: "\(folder)/names.json",
                syncs: true)
        }
    }

    /// The names of sections or sources, by the names of their folders.
    private func storedNames(in folder: String) throws -> [String: String] {
        guard let data = try contents(of: "\(folder)/names.json") else { return [:] }
        return ((try? JSONDecoder().decode([String: String].self, from: data)) ?? [:]).filter(\.key.isPlainName)
    }

    /// The weeks that a month touches (ISO 8601), with the digests of the months beside it.
    private mutating func writeWeeks(of digests: [SiteDigest], _ pages: SitePages) throws {
        let known = try names(in: "data")
        var all = digests
        for month in Set(digests.map(\.month)) {
            guard let index = known.firstIndex(of: month) else { continue }
            for other in [index - 1, index + 1] where known.indices.contains(other) {
                all += try self.digests(of: known[other])
            }
        }
        let wanted = Set(digests.map(\.week))
        for (week, digests) in Dictionary(grouping: all, by: \.week) where wanted.contains(week) {
            let path = "weeks/\(week).html"
            let newest = digests.sorted { $0.created > $1.created }
            try write(pages.page(of: list(path, week, newest, heading: \.date)), to: path)
        }
    }

    private func list(
        _ path: String, _ title: String, _ digests: [SiteDigest], heading: KeyPath<SiteDigest, String>
    ) -> SitePages.List {
        SitePages.List(
            path: path, title: title,
            parts: digests.map { digest in (digest[keyPath: heading], digest, digest.stories.map { (digest, $0) }) })
    }

    private mutating func writeFront(_ pages: SitePages, at present: Date) throws {
        var latest: [SiteDigest] = []
        for month in try names(in: "data").reversed() {
            if latest.count > Self.shown { break }
            latest += try digests(of: month).reversed()
        }
        let weeks = try self.names(in: "weeks").reversed().map { (name: $0, path: "weeks/\($0).html") }
        let lists = try ["sections", "sources"].map { folder in
            try storedNames(in: folder).sorted { $0.value < $1.value }.compactMap { slug, name in
                try self.names(in: "\(folder)/\(slug)").last.map { (name: name, path: "\(folder)/\(slug)/\($0).html") }
            }
        }
        try write(Templates.siteStyle, to: "site.css")
        try write(Templates.siteScript, to: "site.js")
        let oldest = present - min(Self.feedAge, keep ?? .infinity)
        try write(pages.feed(read("feed.atom"), since: oldest, base: baseURL), to: "feed.atom", syncs: true)
        try write(
            pages.index(
                Array(latest.prefix(Self.shown)), years: try self.names(in: "search").reversed(),
                lists: [Array(weeks)] + lists),
            to: "index.html")
    }
}

/// A story with its digest and the title of its section.
private struct SiteEntry {
    var digest: SiteDigest
    var section: String
    var story: SiteDigest.Story

    var source: String { story.source }
}

extension SiteDigest {
    fileprivate var entries: [SiteEntry] {
        sections.flatMap { section in
            section.stories.map { SiteEntry(digest: self, section: section.title, story: $0) }
        }
    }

    /// Whether its files can only be in the folder.
    fileprivate var namesFiles: Bool { id.isPlainName && day.isPlainName }

    /// The week of ISO 8601, such as `2026-W47`.
    fileprivate var week: String {
        let style = Date.ISO8601FormatStyle()
        guard let date = try? Date("\(day)T12:00:00Z", strategy: style) else { return day }
        return date.formatted(style.year().weekOfYear())
    }
}

extension String {
    /// A name for a folder: letters and digits of ASCII, and a hash if other characters were left out, or if another
    /// text has this name, as one that differs only in case.
    fileprivate func slug(isFree: (String) -> Bool) -> String {
        let plain = lowercased().utf8.split { !$0.isLetterOrDigit }
        let words = plain.map { String(Substring($0)) }.joined(separator: "-").prefix(40)
        let isComplete = utf8.count == words.utf8.count && !contains("-")
        if isComplete, isFree(String(words)) { return String(words) }
        let hash = String(UInt64(bitPattern: StableHash.hash(self)), radix: 36).prefix(6)
        return words.isEmpty ? String(hash) : "\(words)-\(hash)"
    }
}
