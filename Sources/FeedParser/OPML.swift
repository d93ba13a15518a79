/// A list of feeds in the format that feed readers exchange (OPML 2.0, "Subscription lists").
public struct OPML: Sendable, Equatable {
    /// One feed of the list.
    public struct Outline: Sendable, Equatable {
        /// The title of the feed.
        public var title: String?
        /// The value of `xmlUrl`, as written.
        public var url: String
        /// The titles of the folders that contain the feed, the outermost first.
        public var folders: [String]

        /// Makes an outline from its parts.
        public init(title: String? = nil, url: String, folders: [String] = []) {
            self.title = title
            self.url = url
            self.folders = folders
        }
    }

    /// The title of the list.
    public var title: String?
    /// The feeds in their order.
    public var feeds: [Outline]

    /// Makes a list from its parts.
    public init(title: String? = nil, feeds: [Outline]) {
        self.title = title
        self.feeds = feeds
    }

    /// Reads a list with the HTML parser. An error in the list affects only the outline that contains it.
    ///
    /// - Throws: `FeedError.notAFeed` for a document that is not OPML, `FeedError.limit` for one beyond
    ///   ``FeedLimits/markup`` or ``FeedLimits/outlines``.
    public init(parsing bytes: [UInt8], charset: String? = nil) throws(FeedError) {
        guard bytes.count <= FeedLimits.markup else {
            throw .limit("a list of more than \(FeedLimits.markup) bytes")
        }
        var reading = Reading()
        bytes.withUnsafeBufferPointer { document in
            TextEncoding.withValidUTF8(document, charset: charset) { MarkupEvent.read($0) { reading.handle($0) } }
        }
        guard reading.isOPML else { throw .notAFeed(root: reading.root) }
        guard reading.list.feeds.count <= FeedLimits.outlines else {
            throw .limit("a list of more than \(FeedLimits.outlines) feeds")
        }
        self = reading.list
    }

    /// The list as a document in UTF-8, with nested folders.
    public var document: String {
        let head = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<opml version="2.0">"#,
            "  <head><title>\(HTMLText.escape(title ?? ""))</title></head>", "  <body>",
        ]
        return (head + Self.lines(for: feeds, depth: 0) + ["  </body>", "</opml>", ""]).joined(separator: "\n")
    }
}

extension OPML {
    /// A list while it is read.
    private struct Reading {
        private(set) var list = OPML(feeds: [])
        private(set) var root: String?
        private(set) var isOPML = false
        private var name: [UInt8]?
        /// For each open outline, whether it is a folder.
        private var open: [Bool] = []
        private var folders: [String] = []

        mutating func handle(_ event: MarkupEvent) {
            if case .start(let element, _) = event {
                root = root ?? element
                isOPML = isOPML || element == "opml"
            }
            switch event {
            case .start("title", _): if list.title == nil { name = [] }
            case .end("title"):
                if let name { list.title = HTMLText.folded(String(decoding: name, as: UTF8.self)) }
                name = nil
            case .text(let text): name?.append(contentsOf: text.utf8)
            case .start("outline", let attributes):
                let folder = add(attributes)
                open.append(folder != nil)
                if let folder { folders.append(folder) }
            case .end("outline"): if open.popLast() ?? false { folders.removeLast() }
            case .start, .end: break
            }
        }

        /// - Returns: the name of the folder that begins here; nil for a feed.
        private mutating func add(_ attributes: [String: String]) -> String? {
            let name = (attributes["title"] ?? attributes["text"]).map(HTMLText.folded)
                .flatMap { $0.isEmpty ? nil : $0 }
            guard let url = attributes["xmlurl"]?.trimmingSpaces, !url.isEmpty else { return name }
            if list.feeds.count <= FeedLimits.outlines {
                list.feeds.append(Outline(title: name, url: url, folders: folders))
            }
            return nil
        }
    }

    /// The lines of a folder: first its own feeds, then the folders in it, in the order in which they are first named.
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
