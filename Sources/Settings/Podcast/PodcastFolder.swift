import Files
import Foundation
import Texts
import Values

/// A folder with a podcast: each digest is an episode, with its sound, its chapters, and an entry in `feed.xml`. It
/// remembers its episodes in `episodes.json`.
struct PodcastFolder: OwnFolder {
    let path: String
    /// The address of the folder, with a slash at the end.
    private let address: String
    /// For how long episodes are kept, in seconds; nil for ever.
    private let keep: TimeInterval?

    init(path: String, baseURL: String?, keep: TimeInterval?) {
        self.path = path
        let address = baseURL ?? URL(fileURLWithPath: path).absoluteString
        self.address = address.hasSuffix("/") ? address : address + "/"
        self.keep = keep
    }

    struct Episode: Codable, Equatable {
        var id: String
        var title: String
        /// The title of the podcast.
        var podcast: String
        var language: String
        var created: Date
        /// HTML.
        var notes: String
        var ending: Sound.Ending
        /// In bytes.
        var size: Int
        var seconds: Double

        fileprivate var file: String { "episodes/\(id).\(ending.rawValue)" }
        fileprivate var chapters: String { "episodes/\(id).json" }
    }

    var foreignFile: String? {
        func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }
        return exists("feed.xml") && !exists("episodes") ? "feed.xml" : nil
    }
}

// MARK: - Parts

extension PodcastFolder {
    /// A passage that was spoken.
    struct Part: Sendable {
        var passage: Passage
        fileprivate var file: String
        var kind: Sound.Kind
        var seconds: Double
        /// The number of bytes of its samples or frames.
        fileprivate var count: Int

        fileprivate init?(_ passage: Passage, _ file: String, _ bytes: [UInt8]) {
            guard let sound = Sound(bytes) else { return nil }
            (self.passage, self.file) = (passage, file)
            (kind, seconds, count) = (sound.kind, sound.seconds, sound.body.count)
        }
    }

    /// What an earlier attempt has spoken, so that nothing is spoken twice.
    /// - Parameter program: the program that speaks, with its arguments.
    func part(_ passage: Passage, by program: [String]) throws -> Part? {
        let file = Self.file(passage, program)
        return try contents(of: file).flatMap { Part(passage, file, Array($0)) }
    }

    /// - Returns: nil if it is no sound.
    func store(_ bytes: [UInt8], of passage: Passage, by program: [String]) throws -> Part? {
        let file = Self.file(passage, program)
        guard let part = Part(passage, file, bytes) else { return nil }
        for folder in ["", "parts"] { try make(folder) }
        try write(to: file) { writeAll(bytes, to: $0) }
        return part
    }

    private static func file(_ passage: Passage, _ program: [String]) -> String {
        "parts/" + String(StableHash.hash((program + [passage.text]).joined(separator: "\0")).magnitude, radix: 36)
    }

    private func removeParts() throws {
        for name in try names(in: "parts") { remove("parts/\(name)") }
    }
}

// MARK: - Episodes

extension PodcastFolder {
    /// Writes an episode.
    /// - Parameter parts: at least one, all of one kind.
    func add(_ page: DigestPage, _ parts: [Part]) throws {
        for folder in ["", "episodes", "parts"] { try make(folder) }
        let kind = parts[0].kind
        let pause = kind.pause(Self.pause)
        let count = parts.reduce(0) { $0 + $1.count + pause.count }
        let header = kind.header(count)
        var episode = Episode(
            id: page.id, title: "\(page.recapTitle ?? page.title), \(page.date)", podcast: page.title,
            language: page.language, created: page.created, notes: "", ending: kind.ending,
            size: header.count + count, seconds: 0)
        var chapters: [Chapter] = []
        var times: [String: Double] = [:]
        for part in parts {
            let passage = part.passage
            chapters.append(Chapter(startTime: episode.seconds, title: passage.title, url: passage.url))
            times[passage.story] = episode.seconds
            episode.seconds += part.seconds + (pause.isEmpty ? 0 : Self.pause)
        }
        episode.notes = page.notes(times)
        // Both are on the disk before the memory names them: after a power failure too, what it names is whole.
        try write(to: episode.file, syncs: true) { file in
            var code = writeAll(header, to: file)
            for part in parts where code == nil {
                guard let bytes = try? contents(of: part.file), let sound = Sound(Array(bytes)) else { return EIO }
                code = writeAll(Array(sound.body) + pause, to: file)
            }
            return code
        }
        let chapterFile = ChapterFile(version: "1.2.0", chapters: chapters)
        let text = String(decoding: try JSONEncoder.sorted().encode(chapterFile), as: UTF8.self)
        try write(text, to: episode.chapters, syncs: true)
        try remember((episodes().filter { $0.id != episode.id } + [episode]).sorted { $0.created < $1.created })
    }

    private func remember(_ episodes: [Episode]) throws {
        let data = try JSONEncoder.sorted(dates: .secondsSince1970).encode(episodes)
        try write(String(decoding: data, as: UTF8.self), to: Self.memory, syncs: true)
    }

    /// Writes the feed with an episode that is there, and removes what is old. The memory forgets old episodes last, so
    /// that after a crash the next delivery finds them.
    func finish(_ id: String) throws {
        let episodes = try episodes()
        guard let index = episodes.lastIndex(where: { $0.id == id }) else { return }
        let created = episodes[index].created
        let present = created.plausible(after: episodes[..<index].last { $0.created < created }?.created)
        let limit = keep.map { present - $0 } ?? .distantPast
        let kept = episodes.filter { $0.created >= limit }
        try writeFeed(of: kept)
        for old in episodes where old.created < limit { for file in [old.file, old.chapters] { remove(file) } }
        try removeParts()
        try remember(kept)
        try sync()
    }

    /// Whether the next new episode removes one of this time.
    func isOld(_ created: Date) throws -> Bool {
        guard let keep, let newest = try episodes().last else { return false }
        return created < newest.created - keep
    }

    /// Whether an earlier attempt wrote the episode of a digest.
    func has(_ id: String) throws -> Bool {
        try episodes().contains { $0.id == id && FileManager.default.fileExists(atPath: "\(path)/\($0.file)") }
    }

    /// The oldest one first.
    private func episodes() throws -> [Episode] {
        guard let data = try contents(of: Self.memory) else { return [] }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        // Files are named by what it says, so that it must not name one outside the folder.
        guard let episodes = try? decoder.decode([Episode].self, from: data), episodes.allSatisfy(\.id.isPlainName)
        else {
            throw FolderFault(
                file: "\(path)/\(Self.memory)",
                reason: "is damaged; restore it, or remove it to do without the earlier episodes")
        }
        return episodes
    }

    private static let memory = "episodes.json"
    /// Between two passages, in seconds.
    private static let pause = 0.7
}

/// A file of chapters (Podcasting 2.0, JSON chapters 1.2).
private struct ChapterFile: Encodable {
    var version: String
    var chapters: [Chapter]
}

private struct Chapter: Encodable {
    /// In seconds.
    var startTime: Double
    var title: String
    var url: String?
}

// MARK: - Feed

extension PodcastFolder {
    /// RSS 2.0 with the elements of Apple and of Podcasting 2.0.
    private func writeFeed(of episodes: [Episode]) throws {
        guard let newest = episodes.last else { return }
        let cover = ["cover.jpg", "cover.png"].first { FileManager.default.fileExists(atPath: "\(path)/\($0)") }
        let head = [
            "<title>\(newest.podcast.inXML)</title>", "<link>\(address.inXML)</link>",
            "<description>\(newest.podcast.inXML)</description>", "<language>\(newest.language.inXML)</language>",
            "<generator>newsdigest</generator>",
            "<atom:link rel=\"self\" type=\"application/rss+xml\" href=\"\((address + "feed.xml").inXML)\"/>",
            "<itunes:author>\(newest.podcast.inXML)</itunes:author>", "<itunes:category text=\"News\"/>",
            "<itunes:explicit>false</itunes:explicit>",
            cover.map { "<itunes:image href=\"\((address + $0).inXML)\"/>" },
        ]
        let xml = """
            <?xml version="1.0" encoding="utf-8"?>
            <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" \
            xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" \
            xmlns:podcast="https://podcastindex.org/namespace/1.0">
            <channel>
            \((head.compactMap(\.self) + episodes.reversed().map(item)).joined(separator: "\n"))
            </channel>
            </rss>

            """
        try write(xml, to: "feed.xml", syncs: true)
    }

    private func item(_ episode: Episode) -> String {
        """
        <item>
        <title>\(episode.title.inXML)</title>
        <guid isPermaLink="false">urn:newsdigest:digest:\(episode.id.inXML)</guid>
        <pubDate>\(episode.created.rfc5322(in: .gmt))</pubDate>
        <description>\(episode.notes.inXML)</description>
        <enclosure url="\((address + episode.file).inXML)" length="\(episode.size)" type="\(episode.ending.mediaType)"/>
        <itunes:duration>\(Int(episode.seconds.rounded()))</itunes:duration>
        <podcast:chapters url="\((address + episode.chapters).inXML)" type="application/json+chapters"/>
        </item>
        """
    }
}
