import Foundation
import Texts
import Values

/// The stored content of an item, without what has a column of its own: source, title, address, category and place.
struct StoredContent: Equatable {
    var kind: Item.Kind
    var guid: String?
    var summary: String
    var html: String?
    var author: String?
    var image: String?
    var published: Date?
    var isPublishedOnDay: Bool?
    var tags: [String]
    var language: String?
    var event: Event?
    var comments: String?
    var audio: Item.Recording?
    var video: Item.Recording?
    var removals: [Removal]?
    var listedPublisher: String?

    /// The content of an item whose text was removed.
    static let tombstone = StoredContent(Item(sourceID: "", source: "", url: "", title: "", category: ""))

    /// A hash of everything that makes two versions of an item differ, without its place in the source.
    static func version(of item: Item) -> Int64 {
        var parts = [item.kind.rawValue, item.guid, item.url, item.title, item.summary, item.html, item.source]
        parts += [item.author, item.image, item.category, item.language, text(item.published)] + item.tags
        if item.isPublishedOnDay == true { parts.append("day") }
        if let event = item.event {
            parts += [event.place, event.address, event.price, "\(event.isFree)", event.age, event.timeZone]
            if event.isCancelled { parts.append("cancelled") }
            for occurrence in event.occurrences {
                parts += [text(occurrence.starts), text(occurrence.ends), "\(occurrence.isAllDay)"]
            }
        }
        for recording in [item.audio, item.video].compactMap(\.self) {
            parts += ["file", recording.url, recording.type, recording.seconds.map(String.init)]
        }
        if let comments = item.comments { parts += ["comments", comments] }
        if let publisher = item.listedPublisher { parts += ["publisher", publisher] }
        return StableHash.hash(parts.map { $0 ?? "\u{1}" }.joined(separator: "\u{2}"))
    }

    /// What stays of a sent item: the part of its text that the search uses.
    var shortened: StoredContent {
        var short = self
        (short.html, short.removals) = (nil, nil)
        short.summary = State.searched(summary)
        return short
    }

    private static func text(_ date: Date?) -> String? { date.map { "\($0.timeIntervalSince1970)" } }
}

extension StoredContent {
    init(_ item: Item) {
        kind = item.kind
        guid = item.guid
        summary = item.summary.beginning(Bounds.summary)
        html = item.html
        author = item.author
        image = item.image
        published = item.published
        isPublishedOnDay = item.isPublishedOnDay
        tags = item.tags
        language = item.language
        event = item.event
        comments = item.comments
        audio = item.audio
        video = item.video
        removals = item.removals
        listedPublisher = item.listedPublisher
    }
}

extension StoredContent {
    /// The encoding that the state stores. Short contents are not compressed, because every run reads those of the
    /// queued items.
    var stored: Data { Compressed(packed, over: Self.longestPlain).data }

    /// The same encoding, always compressed, for contents that are kept for ever and rarely read.
    var archived: Data { Compressed(packed).data }

    /// - Parameters:
    ///   - bytes: what was stored, no longer compressed.
    ///   - html: whether to read it.
    init(unpacking bytes: Data, html: Bool = true) throws {
        guard bytes.first == Self.encodingVersion else {
            self = try JSONDecoder.bounded.decode(JSONContent.self, from: bytes).content
            if !html { self.html = nil }
            return
        }
        self = try bytes.withUnsafeBytes { try StoredContent(packed: $0, html: html) }
    }

    private static let longestPlain = 1000
    /// The version of the encoding, which is the first byte. It distinguishes this encoding from JSON.
    private static let encodingVersion: UInt8 = 1

    private var packed: Data {
        var values = PackedValues()
        values.append(Int(Self.encodingVersion))
        values.append(kind == .event)
        for text in [guid, summary, html, author, image, language] { values.append(text) }
        values.append(published)
        values.append(tags)
        values.append(event != nil)
        if let event { values.append(event) }
        // These values are at the end, where earlier versions do not read.
        let isCancelled = event?.isCancelled == true
        let (formerPlace, former) = (event?.formerPlace, event?.former ?? [])
        let hasFormer = formerPlace != nil || !former.isEmpty
        let isCleaned = removals != nil || listedPublisher != nil || hasFormer
        let hasMore = comments != nil || audio != nil || video != nil || isCancelled || isCleaned
        if isPublishedOnDay == true || hasMore { values.append(isPublishedOnDay == true) }
        if hasMore {
            values.append(comments)
            for recording in [audio, video] { values.append(recording) }
        }
        if isCancelled || isCleaned { values.append(isCancelled) }
        if isCleaned { values.append((removals ?? []).flatMap { [$0.rule, $0.text] }) }
        if listedPublisher != nil || hasFormer { values.append(listedPublisher) }
        if hasFormer { values.append(formerPlace) }
        for former in former {
            values.append(UInt64(clamping: former.digest))
            values.append(former.event)
            values.append(former.event.isCancelled)
            values.append(former.event.formerPlace)
        }
        return values.data
    }

    private init(packed bytes: UnsafeRawBufferPointer, html isRead: Bool) throws(PackedValues.Damaged) {
        var reader = PackedValues.Reader(bytes)
        _ = try reader.number()
        kind = try reader.flag() ? .event : .article
        guid = try reader.text()
        summary = try reader.text() ?? ""
        if isRead { html = try reader.text() } else { try reader.skipText() }
        author = try reader.text()
        image = try reader.text()
        language = try reader.text()
        published = try reader.date()
        tags = try reader.texts()
        event = try reader.flag() ? try reader.event() : nil
        if !reader.isAtEnd, try reader.flag() { isPublishedOnDay = true }
        guard !reader.isAtEnd else { return }
        comments = try reader.text()
        audio = try reader.recording()
        video = try reader.recording()
        if !reader.isAtEnd, try reader.flag() { event?.isCancelled = true }
        guard !reader.isAtEnd else { return }
        let texts = try reader.texts()
        if isRead, !texts.isEmpty {
            removals = stride(from: 0, to: texts.count - 1, by: 2).map { Removal(rule: texts[$0], text: texts[$0 + 1]) }
        }
        if !reader.isAtEnd { listedPublisher = try reader.text() }
        if !reader.isAtEnd { event?.formerPlace = try reader.text() }
        var former: [Event.Former] = []
        while !reader.isAtEnd {
            let (digest, known) = (Int64(clamping: try reader.number()), try reader.event())
            former.append(Event.Former(digest: digest, event: known))
            former[former.count - 1].event.isCancelled = try reader.flag()
            former[former.count - 1].event.formerPlace = try reader.text()
        }
        event?.remember(former)
    }
}

extension PackedValues {
    fileprivate mutating func append(_ recording: Item.Recording?) {
        append(recording?.url)
        guard let recording else { return }
        append(recording.type)
        append(recording.seconds ?? 0)
    }

    fileprivate mutating func append(_ event: Event) {
        for text in [event.place, event.address, event.price, event.age, event.timeZone] { append(text) }
        append(event.isFree)
        append(event.occurrences.count)
        for occurrence in event.occurrences {
            append(occurrence.starts)
            append(occurrence.ends)
            append(occurrence.isAllDay)
        }
    }
}

extension PackedValues.Reader {
    fileprivate mutating func recording() throws(PackedValues.Damaged) -> Item.Recording? {
        guard let url = try text() else { return nil }
        let (type, seconds) = (try text(), try number())
        return Item.Recording(url: url, type: type, seconds: seconds == 0 ? nil : Int(clamping: seconds))
    }

    fileprivate mutating func event() throws(PackedValues.Damaged) -> Event {
        var event = Event(occurrences: [])
        event.place = try text()
        event.address = try text()
        event.price = try text()
        event.age = try text()
        event.timeZone = try text()
        event.isFree = try flag()
        for _ in 0..<(try count()) {
            event.occurrences.append(.init(starts: try date(), ends: try date(), isAllDay: try flag()))
        }
        return event
    }
}

/// The encoding before the third schema. There can be a million of these contents, so each stays as it is until its
/// text is removed or its source changes it.
private struct JSONContent: Decodable {
    var kind: Item.Kind
    var guid: String?
    var summary: String?
    var html: String?
    var author: String?
    var image: String?
    var published: Date?
    var tags: [String]?
    var language: String?
    var event: Event?

    enum CodingKeys: String, CodingKey {
        case kind = "k"
        case guid = "g"
        case summary = "s"
        case html = "h"
        case author = "a"
        case image = "i"
        case published = "p"
        case tags = "t"
        case language = "l"
        case event = "e"
    }

    var content: StoredContent {
        StoredContent(
            kind: kind, guid: guid, summary: summary ?? "", html: html, author: author, image: image,
            published: published, tags: tags ?? [], language: language, event: event)
    }
}

extension Item {
    init(
        _ content: StoredContent, sourceID: String, source: String, url: String, title: String, category: String,
        position: Int, wording: Wording? = nil
    ) {
        self.init(
            kind: content.kind, sourceID: sourceID, source: source, guid: content.guid, url: url, title: title,
            summary: content.summary, html: content.html, author: content.author, image: content.image,
            published: content.published, isPublishedOnDay: content.isPublishedOnDay, category: category,
            tags: content.tags, language: content.language, event: content.event, position: position, wording: wording)
        comments = content.comments
        audio = content.audio
        video = content.video
        removals = content.removals
        listedPublisher = content.listedPublisher
    }
}
