import CLibXML2

/// The meaning of an element of a feed, whatever its name and namespace are.
enum Element: UInt8 {
    // Structure.
    case rssRoot, rdfRoot, atomRoot, channel, entry
    // Elements that contain other elements.
    case person, picture, textInput, group, origin, skipHours, skipDays
    // Texts and addresses. Feed and entry have most of them in common.
    case title, description, subtitle, content, body, id, link, atomLink, published, updated, date
    case category, keywords, enclosure, image, icon, thumbnail, media
    case language, comments, duration, originalLink, generator, copyright
    case ttl, updatePeriod, updateFrequency, hour, day
    case name, email, uri
    /// An unknown element. It is skipped with its whole content.
    case other
}

/// The namespaces of feeds. A feed may bind any prefix to them.
enum Namespace: UInt8 {
    case rss, rdf, atom, dublinCore, dublinCoreTerms, content, media, itunes, googlePlay
    case syndication, feedburner, pheedo, xhtml, wfw, yandex

    /// The namespaces by URI, with the variants that real feeds use.
    static let uris: [(String, Namespace)] = [
        ("http://purl.org/rss/1.0/", .rss),
        ("http://my.netscape.com/rdf/simple/0.9/", .rss),
        ("http://channel.netscape.com/rdf/simple/0.9/", .rss),
        ("http://my.netscape.com/publish/formats/rss-0.91.dtd", .rss),
        ("http://backend.userland.com/rss", .rss),
        ("http://backend.userland.com/rss2", .rss),
        ("http://blogs.law.harvard.edu/tech/rss", .rss),
        ("http://cyber.law.harvard.edu/rss", .rss),
        ("http://www.w3.org/1999/02/22-rdf-syntax-ns#", .rdf),
        ("http://www.w3.org/2005/Atom", .atom),
        ("http://purl.org/atom/ns#", .atom),
        ("http://purl.org/net/rss1.1#", .rss),
        ("http://purl.org/dc/elements/1.1/", .dublinCore),
        ("http://purl.org/dc/elements/1.0/", .dublinCore),
        ("http://purl.org/dc/terms/", .dublinCoreTerms),
        ("http://dublincore.org/documents/dcmi-terms/", .dublinCoreTerms),
        ("http://purl.org/rss/1.0/modules/content/", .content),
        ("http://search.yahoo.com/mrss/", .media),
        ("http://www.itunes.com/dtds/podcast-1.0.dtd", .itunes),
        ("http://example.com/dtds/podcast-1.0.dtd", .itunes),
        ("http://www.google.com/schemas/play-podcasts/1.0", .googlePlay),
        ("http://purl.org/rss/1.0/modules/syndication/", .syndication),
        ("http://rssnamespace.org/feedburner/ext/1.0", .feedburner),
        ("http://www.pheedo.com/namespace/pheedo", .pheedo),
        ("http://www.w3.org/1999/xhtml", .xhtml),
        ("http://wellformedweb.org/CommentAPI/", .wfw),
        ("http://news.yandex.ru", .yandex),
    ]

    /// The namespaces by prefix, for feeds that use a prefix without binding it to a URI.
    static let prefixes: [(String, Namespace)] = [
        ("rdf", .rdf), ("atom", .atom), ("dc", .dublinCore), ("dcterms", .dublinCoreTerms), ("content", .content),
        ("media", .media), ("itunes", .itunes), ("googleplay", .googlePlay), ("sy", .syndication),
        ("feedburner", .feedburner), ("pheedo", .pheedo), ("xhtml", .xhtml), ("wfw", .wfw),
        ("yandex", .yandex),
    ]
}

/// The meaning of an element and its rank. Of several elements with the same meaning, the one with the highest rank is
/// kept.
struct Meaning {
    var element: Element
    var rank: UInt8

    static let other = Meaning(element: .other, rank: 0)
}

/// The meaning of each element in each namespace.
enum Vocabulary {
    static let table: [(Namespace, String, Element, rank: UInt8)] = [
        // RSS 0.90 to 2.0 and 1.0.
        (.rss, "rss", .rssRoot, 9),
        (.rss, "channel", .channel, 9),
        (.rss, "item", .entry, 9),
        (.rss, "title", .title, 9),
        (.rss, "link", .link, 9),
        (.rss, "description", .description, 9),
        (.rss, "guid", .id, 9),
        (.rss, "pubDate", .published, 9),
        (.rss, "lastBuildDate", .updated, 9),
        (.rss, "author", .person, 9),
        (.rss, "managingEditor", .person, 9),
        (.rss, "category", .category, 9),
        (.rss, "enclosure", .enclosure, 9),
        (.rss, "source", .origin, 9),
        (.rss, "comments", .comments, 9),
        (.rss, "language", .language, 9),
        (.rss, "image", .picture, 5),
        (.rss, "url", .uri, 9),
        (.rss, "textInput", .textInput, 9),
        (.rss, "generator", .generator, 9),
        (.rss, "copyright", .copyright, 9),
        (.rss, "ttl", .ttl, 9),
        (.rss, "skipHours", .skipHours, 9),
        (.rss, "hour", .hour, 9),
        (.rss, "skipDays", .skipDays, 9),
        (.rss, "day", .day, 9),
        (.rdf, "RDF", .rdfRoot, 9),
        // Atom 1.0 (RFC 4287) and 0.3.
        (.atom, "feed", .atomRoot, 9),
        (.atom, "entry", .entry, 9),
        (.atom, "title", .title, 7),
        (.atom, "subtitle", .description, 7),
        (.atom, "tagline", .description, 7),
        (.atom, "summary", .description, 7),
        (.atom, "content", .content, 7),
        (.atom, "id", .id, 7),
        (.atom, "link", .atomLink, 7),
        (.atom, "published", .published, 7),
        (.atom, "issued", .published, 7),
        (.atom, "created", .published, 6),
        (.atom, "updated", .updated, 7),
        (.atom, "modified", .updated, 7),
        (.atom, "author", .person, 7),
        (.atom, "name", .name, 7),
        (.atom, "email", .email, 7),
        (.atom, "uri", .uri, 7),
        (.atom, "url", .uri, 7),
        (.atom, "category", .category, 7),
        (.atom, "source", .origin, 7),
        (.atom, "logo", .image, 7),
        (.atom, "icon", .icon, 7),
        (.atom, "generator", .generator, 7),
        (.atom, "rights", .copyright, 7),
        (.atom, "copyright", .copyright, 7),
        // Modules of RSS 1.0 and Dublin Core.
        (.dublinCore, "title", .title, 5),
        (.dublinCore, "description", .description, 5),
        (.dublinCore, "creator", .person, 5),
        (.dublinCore, "author", .person, 5),
        (.dublinCore, "publisher", .person, 2),
        (.dublinCore, "date", .date, 5),
        (.dublinCore, "subject", .category, 5),
        (.dublinCore, "language", .language, 5),
        (.dublinCore, "rights", .copyright, 5),
        (.dublinCoreTerms, "creator", .person, 4),
        (.dublinCoreTerms, "created", .published, 4),
        (.dublinCoreTerms, "issued", .published, 5),
        (.dublinCoreTerms, "modified", .updated, 5),
        (.content, "encoded", .content, 9),
        (.content, "items", .group, 6),
        (.content, "item", .group, 6),
        (.rdf, "Bag", .group, 6),
        (.rdf, "li", .group, 6),
        (.rdf, "value", .content, 6),
        (.rss, "fullitem", .content, 8),
        (.yandex, "full-text", .content, 3),
        (.xhtml, "body", .body, 6),
        (.xhtml, "div", .body, 5),
        (.syndication, "updatePeriod", .updatePeriod, 5),
        (.syndication, "updateFrequency", .updateFrequency, 5),
        // Podcasts and media.
        (.itunes, "title", .title, 3),
        (.itunes, "author", .person, 3),
        (.itunes, "summary", .description, 3),
        (.itunes, "subtitle", .subtitle, 2),
        (.itunes, "image", .image, 9),
        (.itunes, "link", .atomLink, 3),
        (.itunes, "keywords", .keywords, 3),
        (.itunes, "duration", .duration, 3),
        (.googlePlay, "image", .image, 4),
        (.media, "group", .group, 5),
        (.media, "content", .media, 5),
        (.media, "thumbnail", .thumbnail, 6),
        (.media, "title", .title, 1),
        (.media, "description", .description, 1),
        (.media, "category", .category, 1),
        // Original addresses, if a proxy replaced them.
        (.feedburner, "origLink", .originalLink, 9),
        (.pheedo, "origLink", .originalLink, 8),
    ]

    /// The namespace of an element; nil if it is unknown. A prefix that is bound to nothing is looked up by its name.
    static func namespace(uri: String?, prefix: String?) -> Namespace? {
        if let uri { return uri.utf8.count > longest ? nil : byURI[folded(uri)] }
        return prefix.flatMap { $0.utf8.count > longest ? nil : byPrefix[$0.lowercased()] }
    }

    /// The namespace of a feed by the name of its root element, if the feed gives no known namespace.
    static func namespace(root name: String) -> Namespace? {
        switch name.utf8.count > longest ? "" : name.lowercased() {
        case "feed", "entry": .atom
        case "rss", "channel": .rss
        case "rdf": .rdf
        default: nil
        }
    }

    /// The meaning of a name. Case is ignored, because `pubdate` and `textinput` are common. Feeds mix the elements of
    /// RSS and Atom in one namespace, so each of these also has the elements of the other.
    static func meaning(_ name: String, in namespace: Namespace) -> Meaning {
        guard name.utf8.count <= longest else { return .other }
        let name = name.lowercased()
        if let meaning = meanings[namespace]?[name] { return meaning }
        switch namespace {
        case .rss: return meanings[.atom]?[name] ?? .other
        case .atom: return meanings[.rss]?[name] ?? .other
        default: return .other
        }
    }

    /// All known names and namespaces are shorter than this number of bytes. Longer ones are not compared.
    static let longest = 100

    private static let meanings: [Namespace: [String: Meaning]] = Dictionary(grouping: table, by: \.0).mapValues {
        rows in
        Dictionary(uniqueKeysWithValues: rows.map { ($0.1.lowercased(), Meaning(element: $0.2, rank: $0.rank)) })
    }

    private static let byURI = Dictionary(uniqueKeysWithValues: Namespace.uris.map { (folded($0.0), $0.1) })
    private static let byPrefix = Dictionary(uniqueKeysWithValues: Namespace.prefixes)

    /// The URI in lower case, with `http` for `https` and without the slash at its end. Feeds write it in all variants.
    private static func folded(_ uri: String) -> String {
        var folded = uri.lowercased()[...]
        if folded.hasPrefix("https://") { folded = "http://" + folded.dropFirst(8) }
        while folded.hasSuffix("/") { folded = folded.dropLast() }
        return String(folded)
    }
}

/// The meaning of each element name that occurred, found by the addresses of libxml2's interned strings.
struct MeaningCache {
    private struct Slot {
        var name: UnsafePointer<xmlChar>?
        var prefix: UnsafePointer<xmlChar>?
        var uri: UnsafePointer<xmlChar>?
        var meaning = Meaning.other
    }

    private var slots = [Slot](repeating: Slot(), count: 512)
    private var namespaces: [(uri: UnsafePointer<xmlChar>?, prefix: UnsafePointer<xmlChar>?, namespace: Namespace?)] =
        []
    private var root: (uri: UnsafePointer<xmlChar>?, namespace: Namespace)?

    var rootNamespace: Namespace? { root?.namespace }

    mutating func meaning(
        _ name: UnsafePointer<xmlChar>, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?
    ) -> Meaning {
        var index = slot(for: name, uri)
        for _ in 0..<8 {
            if slots[index].name == name, slots[index].uri == uri, slots[index].prefix == prefix {
                return slots[index].meaning
            }
            if slots[index].name == nil { break }
            index = (index + 1) & (slots.count - 1)
        }
        let text = String(beginning: name)
        var meaning = namespace(text, prefix, uri).map { Vocabulary.meaning(text, in: $0) } ?? .other
        // If the root has a namespace, an element without one has a lower rank.
        if uri == nil, prefix == nil, root?.uri != nil, meaning.rank > 0 { meaning.rank -= 1 }
        slots[index] = Slot(name: name, prefix: prefix, uri: uri, meaning: meaning)
        return meaning
    }

    private mutating func known(_ uri: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?) -> Namespace? {
        if let found = namespaces.first(where: { $0.uri == uri && $0.prefix == prefix }) { return found.namespace }
        let namespace = Vocabulary.namespace(
            uri: uri.map { String(beginning: $0) }, prefix: prefix.map { String(beginning: $0) })
        if namespaces.count < 32 { namespaces.append((uri, prefix, namespace)) }
        return namespace
    }

    private func slot(for name: UnsafePointer<xmlChar>, _ uri: UnsafePointer<xmlChar>?) -> Int {
        let mixed = (UInt(bitPattern: name) ^ UInt(bitPattern: uri) &* 31) &* 0x9E37_79B9_7F4A_7C15
        return Int(mixed >> 40) & (slots.count - 1)
    }

    /// The namespace of an element. An element without a namespace, or in the unknown namespace of the root, belongs to
    /// the vocabulary of the root.
    private mutating func namespace(_ name: String, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?)
        -> Namespace?
    {
        let known = known(uri, prefix)
        guard let root else {
            let namespace = known ?? Vocabulary.namespace(root: name)
            self.root = (uri, namespace == .rdf ? .rss : namespace ?? .rss)
            return namespace
        }
        return known ?? (uri == nil && prefix == nil || uri != nil && uri == root.uri ? root.namespace : nil)
    }
}

extension String {
    /// The beginning of a C string. It is long enough to show that a longer name has no meaning.
    fileprivate init(beginning text: UnsafePointer<xmlChar>) {
        let count = (0...Vocabulary.longest).first { text[$0] == 0 } ?? Vocabulary.longest + 1
        self.init(decoding: Bytes(start: text, count: count), as: UTF8.self)
    }
}
