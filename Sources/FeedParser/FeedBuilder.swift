import FoundationEssentials

/// Builds a feed from the contents of its elements. If several elements mean the same, the one with the highest rank is
/// kept; of equal ranks, the first.
struct FeedBuilder {
    let entries: EntrySink
    private(set) var isFeed = false
    var feed = Feed(format: .rss)
    private var feedRanks = Ranks()
    /// The categories of the feed and of the entry. They are compared as they are written.
    private var feedCategories: Set<[UInt8]> = []
    private var entry = Entry()
    private var isInEntry = false
    private var entryRanks = Ranks()
    private var categories: Set<[UInt8]> = []
    private var isPermalink: Bool?
    /// The address that the id is according to `isPermaLink="true"`.
    private var permalink: String?
    /// The duration of the recording that is the entry.
    private var seconds: Int?
    /// Whether the texts of the entry have no base of their own.
    private var areTextsOnPage = false
    /// The declared width of the picture of the entry.
    private var imageWidth: PictureWidth?
    private var person = Author()
    private var origin = Origin()
    private var updatePeriod: String?
    private var updateFrequency = 1
    /// A link whose address follows as its text.
    var pendingLink: (link: Link, length: Int?)?

    init(entries: EntrySink) {
        self.entries = entries
    }
}

/// Gives out each entry once. A document that is not well-formed is read again; entries that were already given out are
/// skipped then.
final class EntrySink {
    private let take: (Entry) -> Void
    private let isOver: () -> Bool
    /// Whether an entry inside which the document ends is left out: half of a title or of an address is wrong.
    let areWhole: Bool
    private var handedOut = 0
    private var position = 0
    private var elements = 0

    init(
        until isOver: @escaping () -> Bool = { false }, areWhole: Bool = false, _ take: @escaping (Entry) -> Void
    ) {
        self.isOver = isOver
        self.areWhole = areWhole
        self.take = take
    }

    /// Counts one more element, and asks from time to time whether to continue.
    func mayGoOn() -> Bool {
        elements &+= 1
        return elements & 31 != 0 || !isOver()
    }

    func append(_ entry: Entry) {
        position += 1
        guard position > handedOut else { return }
        handedOut = position
        take(entry)
    }

    func rewind() { position = 0 }
}

/// The base for relative addresses.
struct Base {
    var value: String
    /// Whether `xml:base` declares the base, and not only the address of the document.
    var isDeclared: Bool
}

/// The fields that several elements can fill.
private enum Field: Int {
    case id, title, description, content, link, published, updated, authors, categories, image, language, original
}

private struct Ranks {
    private var ranks = SIMD16<UInt8>.zero

    /// True if a value of this rank should replace the present one.
    mutating func claim(_ field: Field, _ rank: UInt8, overEqual: Bool = false) -> Bool {
        guard rank > ranks[field.rawValue] || overEqual && rank == ranks[field.rawValue] else { return false }
        ranks[field.rawValue] = rank
        return true
    }

    func rank(_ field: Field) -> UInt8 { ranks[field.rawValue] }
}

// MARK: - Structure

extension FeedBuilder {
    mutating func begin(_ format: Feed.Format) {
        if !isFeed { feed.format = format }
        isFeed = true
    }

    mutating func beginEntry(language: String?) {
        if isInEntry { endEntry() }
        isFeed = true
        isInEntry = true
        entry.language = language
        entryRanks = Ranks()
        categories = []
        isPermalink = nil
        permalink = nil
        areTextsOnPage = false
        imageWidth = nil
        seconds = nil
    }

    /// Relative addresses in the texts of RSS are relative to the page of the entry, where these texts stand too.
    private mutating func putTextsOnPage() {
        guard let page = [entry.originalLink, entry.link].lazy.compactMap(\.self).first(where: \.isWebAddress) else {
            return
        }
        entry.summary?.base = page
        entry.content?.base = page
    }

    mutating func endEntry() {
        guard isInEntry else { return }
        isInEntry = false
        if feed.format != .atom, entryRanks.rank(.id) > 1, isPermalink ?? true, let id = entry.id, id.isWebAddress {
            entry.idIsPermalink = true
            if entry.link == nil { entry.link = id }
        } else if entry.link == nil, let permalink, permalink.isWebAddress {
            entry.link = permalink
        }
        if let subtitle = entry.subtitle, let summary = entry.summary, subtitle.continues(summary) {
            entry.summary = subtitle
        }
        if areTextsOnPage { putTextsOnPage() }
        if let seconds { setDuration(seconds) }
        var finished = Entry()
        swap(&entry, &finished)
        entries.append(finished)
    }

    mutating func beginPerson() { person = Author() }

    mutating func endPerson(text: Bytes, rank: UInt8, in context: Context) {
        if person.isEmpty, !text.isEmpty { person = Author(text: text) }
        guard !person.isEmpty else { return }
        if context == .origin {
            origin.authors.add(person)
        } else if isInEntry {
            if entryRanks.claim(.authors, rank) { entry.authors = [] }
            if entryRanks.rank(.authors) == rank { entry.authors.add(person) }
        } else {
            if feedRanks.claim(.authors, rank) { feed.authors = [] }
            if feedRanks.rank(.authors) == rank { feed.authors.add(person) }
        }
    }

    mutating func beginOrigin(url: String?) { origin = Origin(url: url) }

    mutating func note(originLink link: Link) {
        guard !link.href.isEmpty, link.rel.isExactly("self") || origin.url == nil else { return }
        origin.url = link.href
    }

    mutating func endOrigin(text: Bytes) {
        if origin.title == nil, !text.isEmpty { origin.title = HTMLText.line(text) }
        if isInEntry, origin != Origin() { entry.source = origin }
    }

    mutating func finished() -> Feed {
        if isInEntry { endEntry() }
        if feed.ttl == nil, let updatePeriod {
            feed.ttl = minutes(in: updatePeriod).map { $0 / max(1, updateFrequency) }
        }
        return feed
    }

    private func minutes(in period: String) -> Int? {
        switch period.utf8.count > 20 ? "" : period.lowercased() {
        case "hourly": 60
        case "daily": 24 * 60
        case "weekly": 7 * 24 * 60
        case "monthly": 30 * 24 * 60
        case "yearly": 365 * 24 * 60
        default: nil
        }
    }
}

// MARK: - Values from attributes

extension FeedBuilder {
    mutating func noteIsPermalink(_ value: Bool) { isPermalink = value }

    /// Sets the id. It is kept as written. An id that is relative to an `xml:base` is resolved, because it has no
    /// meaning without the base.
    mutating func set(id: Bytes, rank: UInt8, base: Base? = nil) {
        guard !id.isEmpty, entryRanks.claim(.id, rank, overEqual: true) else { return }
        let id = String(valid: id)
        // Some feeds call a number a permalink.
        permalink = isPermalink == true && id.contains("/") ? URIReference.resolve(id, against: base?.value) : nil
        entry.id =
            feed.format == .atom && base?.isDeclared == true ? URIReference.resolve(id, against: base!.value) : id
    }

    mutating func set(language: String, rank: UInt8) {
        if isInEntry {
            if entryRanks.claim(.language, rank) { entry.language = language }
        } else if feedRanks.claim(.language, rank) {
            feed.language = language
        }
    }

    /// Sets the picture. Of two that declare their widths, an entry keeps the one that is seen better. A small one is kept
    /// only until there is another, and an icon never.
    mutating func set(image: String, rank: UInt8, width: Int? = nil) {
        guard !image.isEmpty else { return }
        guard isInEntry else {
            if feedRanks.claim(.image, rank) { feed.image = image }
            return
        }
        let width = width.map(PictureWidth.init)
        let isSmall = width?.isSmall == true
        guard width?.isIcon != true else { return }
        let isHigher = entryRanks.claim(.image, isSmall ? 1 : rank)
        guard width.flatMap({ width in imageWidth.map { $0 < width } }) ?? isHigher else { return }
        (entry.image, entry.hasSmallImage, imageWidth) = (image, isSmall, width)
    }

    mutating func set(link: String, rank: UInt8, overEqual: Bool = false) {
        guard !link.isEmpty else { return }
        if isInEntry {
            if entryRanks.claim(.link, rank, overEqual: overEqual) { entry.link = link }
        } else if feedRanks.claim(.link, rank, overEqual: overEqual) {
            feed.link = link
        }
    }

    mutating func add(_ enclosure: Enclosure?) {
        if let enclosure, isInEntry { entry.enclosures.append(enclosure) }
    }

    mutating func add(media file: Enclosure) {
        if isInEntry { entry.media.append(file) }
    }

    mutating func add(_ link: Link, length: Int?) {
        // All relations that are used are shorter.
        switch link.rel.utf8.count > 20 ? "" : link.rel {
        case "enclosure": return add(Enclosure(url: link.href, type: link.type, length: length))
        case "image": set(image: link.href, rank: 2)
        case "alternate": set(link: link.href, rank: link.isWebPage ? 8 : 7)
        // RFC 4685, section 4.
        case "replies" where link.isWebPage: if isInEntry, entry.comments == nil { entry.comments = link.href }
        default: break
        }
        if isInEntry { entry.links.append(link) } else { feed.links.append(link) }
    }

    var linkCount: Int { isInEntry ? entry.links.count + entry.enclosures.count + entry.media.count : feed.links.count }

    mutating func add(category: Bytes, rank: UInt8) {
        let name = HTMLText.line(category.trimmed)
        let count = isInEntry ? entry.categories.count : feed.categories.count
        guard !name.isEmpty, count < FeedLimits.members,
            isInEntry
                ? categories.insert(Array(name.utf8)).inserted : feedCategories.insert(Array(name.utf8)).inserted
        else { return }
        if isInEntry { entry.categories.append(name) } else { feed.categories.append(name) }
    }
}

// MARK: - Values from text

extension FeedBuilder {
    /// Adds the text of an element. The text is not empty.
    mutating func add(text bytes: Bytes, _ meaning: Meaning, _ textKind: TextKind, in context: Context, base: Base?) {
        switch meaning.element {
        case .name: person.name = HTMLText.line(bytes)
        case .email: person.email = String(valid: bytes)
        case .uri where context == .person: person.url = address(bytes, base)
        case .uri:
            if feedRanks.claim(.image, 5) { feed.image = address(bytes, base) }
        case .hour:
            if let hour = Int(String(valid: bytes)), (0...24).contains(hour) { feed.skipHours.addOnce(hour % 24) }
        case .day where bytes.count < 20:
            if let day = Weekday(rawValue: String(valid: bytes).capitalized) { feed.skipDays.addOnce(day) }
        case .day: break
        case .title where context == .picture: if !isInEntry { feed.imageTitle = line(bytes, textKind) }
        case .title where context == .origin: origin.title = line(bytes, textKind)
        case .id where context == .origin: if origin.url == nil { origin.url = String(valid: bytes) }
        case .link: set(link: address(bytes, base), rank: meaning.rank, overEqual: true)
        case .atomLink:
            guard case (var link, let length)? = pendingLink else { return }
            link.href = address(bytes, base)
            add(link, length: length)
        case .image: set(image: address(bytes, base), rank: meaning.rank)
        case .language: set(language: String(valid: bytes), rank: meaning.rank)
        case .category: add(category: bytes, rank: meaning.rank)
        case .keywords:
            for word in bytes.split(separator: 0x2C) { add(category: Bytes(rebasing: word), rank: meaning.rank) }
        default:
            if isInEntry {
                addToEntry(bytes, meaning, textKind, base)
            } else {
                addToFeed(bytes, meaning, textKind, base)
            }
        }
    }

    private mutating func addToEntry(_ bytes: Bytes, _ meaning: Meaning, _ textKind: TextKind, _ base: Base?) {
        let rank = meaning.rank
        if feed.format != .atom { areTextsOnPage = base?.isDeclared == false }
        switch meaning.element {
        case .id: set(id: bytes, rank: rank, base: base)
        case .title: if entryRanks.claim(.title, rank, overEqual: true) { entry.title = line(bytes, textKind) }
        case .description, .subtitle:
            let summary = markup(bytes, textKind, base)
            if meaning.element == .subtitle { entry.subtitle = summary }
            if let summary, entryRanks.claim(.description, rank, overEqual: true) {
                entry.summary = summary
            }
        case .content, .body:
            if let content = markup(bytes, textKind, base), entryRanks.claim(.content, rank, overEqual: true) {
                entry.content = content
            }
        case .published, .date:
            if let reading = FeedDate.reading(bytes), entryRanks.claim(.published, rank, overEqual: true) {
                (entry.published, entry.publishedHasNoHour) = reading
            }
        case .updated:
            if let reading = FeedDate.reading(bytes), entryRanks.claim(.updated, rank, overEqual: true) {
                (entry.updated, entry.updatedHasNoHour) = reading
            }
        case .comments: entry.comments = address(bytes, base)
        case .duration: seconds = Self.seconds(bytes)
        case .originalLink:
            if entryRanks.claim(.original, rank, overEqual: true) { entry.originalLink = String(valid: bytes) }
        default: break
        }
    }

    /// Sets the duration of the files that do not state their own. Pictures have none.
    private mutating func setDuration(_ seconds: Int) {
        for index in entry.enclosures.indices where entry.enclosures[index].seconds == nil {
            if entry.enclosures[index].type?.hasPrefix("image/") != true { entry.enclosures[index].seconds = seconds }
        }
    }

    /// The seconds of `3180`, `53:00` or `0:53:00`.
    static func seconds(_ bytes: Bytes) -> Int? {
        let parts = bytes.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard parts.count <= 3 else { return nil }
        let total = parts.reduce(0 as Int?) { total, part in
            guard let total, let value = Double(String(decoding: part, as: UTF8.self).trimmingSpaces),
                (0..<1_000_000).contains(value)
            else { return nil }
            return total * 60 + Int(value)
        }
        return Enclosure.duration(total)
    }

    private mutating func addToFeed(_ bytes: Bytes, _ meaning: Meaning, _ textKind: TextKind, _ base: Base?) {
        let rank = meaning.rank
        switch meaning.element {
        case .id: feed.id = String(valid: bytes)
        case .title: if feedRanks.claim(.title, rank, overEqual: true) { feed.title = line(bytes, textKind) }
        case .description, .subtitle:
            if let text = markup(bytes, textKind, base), feedRanks.claim(.description, rank, overEqual: true) {
                feed.description = text.plain
            }
        case .published:
            if let date = FeedDate.parse(bytes), feedRanks.claim(.published, rank, overEqual: true) {
                feed.published = date
            }
        case .updated, .date:
            if let date = FeedDate.parse(bytes), feedRanks.claim(.updated, rank, overEqual: true) {
                feed.updated = date
            }
        case .icon: feed.icon = address(bytes, base)
        case .generator: feed.generator = HTMLText.line(bytes)
        case .copyright: feed.copyright = line(bytes, textKind)
        case .ttl: feed.ttl = Int(String(valid: bytes)).flatMap { $0 > 0 ? $0 : nil }
        case .updatePeriod: updatePeriod = String(valid: bytes)
        case .updateFrequency: updateFrequency = Int(String(valid: bytes)) ?? 1
        default: break
        }
    }

    private func address(_ bytes: Bytes, _ base: Base?) -> String {
        URIReference.resolve(String(valid: bytes), against: base?.value)
    }

    private func line(_ bytes: Bytes, _ textKind: TextKind) -> String {
        if textKind == .text && HTMLText.isPlainLine(bytes) { return String(valid: bytes) }
        if textKind == .html { return HTMLText.title(bytes) }
        guard let text = markup(bytes, textKind, nil) else { return "" }
        return text.kind == .text ? HTMLText.folded(text.value) : HTMLText.title(text.value)
    }

    /// Nil if the content is not text, for example a picture in base64.
    private func markup(_ bytes: Bytes, _ textKind: TextKind, _ base: Base?) -> Markup? {
        let base = base?.value
        return switch textKind {
        case .text: Markup(String(valid: bytes), kind: .text)
        case .html, .xhtml: Markup(String(valid: bytes), kind: .html, base: base)
        case .base64Text: Base64.text(bytes).map { Markup($0, kind: .text) }
        case .base64HTML: Base64.text(bytes).map { Markup($0, kind: .html, base: base) }
        }
    }
}

/// Decodes text in base64 (Atom 0.3, and Atom 1.0 content of other media types).
private enum Base64 {
    /// The decoded text. If it is not base64, the text itself; if the decoded bytes are not text, nil.
    static func text(_ bytes: Bytes) -> String? {
        guard let data = Data(base64Encoded: Data(bytes), options: .ignoreUnknownCharacters), !data.isEmpty else {
            return String(valid: bytes)
        }
        return String(validating: data, as: UTF8.self)
    }
}

extension Author {
    fileprivate var isEmpty: Bool { name == nil && email == nil && url == nil }

    fileprivate init(text: Bytes) {
        if !text.contains(where: { $0 == 0x40 || $0 == 0x28 }), HTMLText.isPlainLine(text) {
            self.init(name: String(valid: text))
        } else {
            self.init(mailbox: HTMLText.line(text))
        }
    }

    /// RSS `author`: `jane@example.com (Jane Doe)`, `Jane Doe <jane@example.com>`, either alone, or `jdoe (Jane Doe)`.
    init(mailbox: String) {
        let text = mailbox.utf8
        let open: String.Index? =
            switch text.last {
            case 0x29: text.firstIndex(of: 0x28)
            case 0x3E: text.firstIndex(of: 0x3C).flatMap { text[$0...].contains(0x40) ? $0 : nil }
            default: nil
            }
        let first = open.map { String(mailbox[..<$0]) } ?? mailbox
        let second = open.map { String(mailbox[text.index(after: $0)..<text.index(before: text.endIndex)]) }
        var parts = [first, second].compactMap { $0?.trimmingSpaces }
        // A word in small letters is a user name, if a whole name follows.
        if parts.count == 2, text.last == 0x29, parts[1].utf8.contains(0x20),
            parts[0].utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "-._".utf8.contains($0) })
        {
            parts.removeFirst()
        }
        for part in parts where !part.isEmpty {
            if part.utf8.contains(0x40), !part.utf8.contains(0x20), email == nil {
                email = part
            } else if name == nil {
                name = part
            }
        }
    }
}

extension Markup {
    /// Whether it is the whole of a text that is cut, such as `The harbour opens in…`.
    fileprivate func continues(_ cut: Markup) -> Bool {
        guard cut.mayBeCut, let beginning = HTMLText.folded(cut.plain).beforeEllipsis?.utf8 else { return false }
        let whole = HTMLText.folded(plain)
        return whole.beforeEllipsis == nil && whole.utf8.count > beginning.count && whole.utf8.starts(with: beginning)
    }

    /// Whether it has the dots of a cut, however they are written. Most texts have none, and their HTML is not read.
    private var mayBeCut: Bool {
        ["…", "..", "&hellip", "&mldr", "&#"].contains { value[...].firstRange(ofLiteral: $0) != nil }
    }
}

extension String {
    /// The text before the dots at its end; nil without them.
    fileprivate var beforeEllipsis: String? {
        let end = ["[…]", "[...]", "(...)", "(…)", "…", "..."].first(where: hasSuffix)
        return end.map { String(dropLast($0.count)).trimmingSpaces }
    }
}

extension [Author] {
    /// Adds a person, unless there are too many.
    fileprivate mutating func add(_ person: Author) {
        if count < FeedLimits.members { append(person) }
    }
}

extension Array where Element: Equatable {
    fileprivate mutating func addOnce(_ element: Element) {
        if !contains(element) { append(element) }
    }
}

extension Link {
    fileprivate var isWebPage: Bool {
        guard let type = type?.utf8 else { return true }
        return type.starts(with: "text/html".utf8) || type.starts(with: "application/xhtml".utf8)
    }
}

extension String {
    /// Whether it is an absolute `http` or `https` address.
    var isWebAddress: Bool { URIReference.scheme(of: self).map { $0 == "http" || $0 == "https" } ?? false }

    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst().lowercased() }
}
