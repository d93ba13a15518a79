/// A list of feeds as feed readers exchange it (OPML 2.0, "Subscription lists").
public struct OPML: Sendable, Equatable {
    public struct Outline: Sendable, Equatable {
        public var title: String?
        /// `xmlUrl`, as written.
        public var url: String
        /// The titles of the folders it stands in, outermost first.
        public var folders: [String]

        public init(title: String? = nil, url: String, folders: [String] = []) {
            self.title = title
            self.url = url
            self.folders = folders
        }
    }

    public var title: String?
    public var feeds: [Outline]

    public init(title: String? = nil, feeds: [Outline]) {
        self.title = title
        self.feeds = feeds
    }

    /// Reads a list as leniently as a web page: what is not well-formed costs no more than its own outline.
    ///
    /// - Throws: `FeedError.notAFeed` for a document that is no OPML, `FeedError.limit` for one beyond
    ///   ``FeedLimits/markup``.
    public init(parsing bytes: [UInt8], charset: String? = nil) throws(FeedError) {
        guard bytes.count <= FeedLimits.markup else {
            throw .limit("a list of more than \(FeedLimits.markup) bytes")
        }
        let events = bytes.withUnsafeBufferPointer { document in
            TextEncoding.withValidUTF8(document, charset: charset) { MarkupEvent.events(in: $0) }
        }
        guard events.contains(where: { if case .start("opml", _) = $0 { true } else { false } }) else {
            let root = events.lazy.compactMap { if case .start(let name, _) = $0 { name } else { nil } }.first
            throw .notAFeed(root: root)
        }
        self.init(feeds: [])
        read(events)
    }

    /// The list as a document in UTF-8, its folders inside one another.
    public var document: String {
        let head = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<opml version="2.0">"#,
            "  <head><title>\(HTMLText.escape(title ?? ""))</title></head>", "  <body>",
        ]
        return (head + Self.lines(for: feeds, depth: 0) + ["  </body>", "</opml>", ""]).joined(separator: "\n")
    }
}

extension OPML {
    private mutating func read(_ events: [MarkupEvent]) {
        var name: [UInt8]?
        /// For each open outline whether it is a folder.
        var open: [Bool] = []
        var folders: [String] = []
        for event in events {
            switch event {
            case .start("title", _): if title == nil { name = [] }
            case .end("title"):
                if let name { title = HTMLText.folded(String(decoding: name, as: UTF8.self)) }
                name = nil
            case .text(let text): name?.append(contentsOf: text.utf8)
            case .start("outline", let attributes):
                let folder = add(attributes, folders: folders)
                open.append(folder != nil)
                if let folder { folders.append(folder) }
            case .end("outline"): if open.popLast() ?? false { folders.removeLast() }
            case .start, .end: break
            }
        }
    }

    /// - Returns: the name of the folder that begins here; nil for a feed.
    private mutating func add(_ attributes: [String: String], folders: [String]) -> String? {
        let name = (attributes["title"] ?? attributes["text"]).map(HTMLText.folded).flatMap { $0.isEmpty ? nil : $0 }
        guard let url = attributes["xmlurl"]?.trimmingSpaces, !url.isEmpty else { return name }
        feeds.append(Outline(title: name, url: url, folders: folders))
        return nil
    }

    /// What a folder holds: its own feeds, then the folders in it, each where it is first named.
    private static func lines(for feeds: [Outline], depth: Int) -> [String] {
        let indent = String(repeating: "  ", count: depth + 2)
        var lines: [String] = []
        var names: [String] = []
        var folders: [String: [Outline]] = [:]
        for feed in feeds {
            guard depth < feed.folders.count else {
                lines.append(indent + element(for: feed))
                continue
            }
            let name = feed.folders[depth]
            if folders[name] == nil { names.append(name) }
            folders[name, default: []].append(feed)
        }
        for name in names {
            lines.append(#"\#(indent)<outline text="\#(HTMLText.escape(name))">"#)
            lines += Self.lines(for: folders[name, default: []], depth: depth + 1)
            lines.append(indent + "</outline>")
        }
        return lines
    }

    private static func element(for feed: Outline) -> String {
        let title = HTMLText.escape(feed.title ?? feed.url)
        return #"<outline type="rss" text="\#(title)" title="\#(title)" xmlUrl="\#(HTMLText.escape(feed.url))"/>"#
    }
}
