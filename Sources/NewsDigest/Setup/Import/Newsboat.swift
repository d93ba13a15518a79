import State
import Texts
import Values

extension Subscriptions {
    /// - Parameter file: newsboat's list of feeds or its cache.
    init(newsboat file: ImportFile) throws {
        if file.kind == .newsboatCache {
            shown = try NewsboatCache.readItems(file.path)
        } else {
            for line in file.lines { take(newsboat: line.text, at: "\(file.path), line \(line.number)") }
        }
    }

    /// Reads a line: an address and tags, in which `~Name` names the feed and `!` hides it in newsboat's list
    /// (newsboat(1), "First Steps"). A feed has one section, so only its first tag counts.
    private mutating func take(newsboat line: String, at place: String) {
        let words = Self.words(newsboat: line)
        guard let address = words.first else { return }
        if let kind = ["query", "filter"].first(where: { address.hasPrefix($0 + ":") }) {
            leftOut.append("\(place): '\(kind):' was left out, because newsdigest reads only feeds and commands")
            return
        }
        var feed = Feed(url: address, place: place)
        if address.hasPrefix("exec:") {
            // newsboat gives the rest to the shell too.
            feed.command = ["/bin/sh", "-c", String(address.dropFirst("exec:".count))]
        }
        feed.name = words.dropFirst().first { $0.hasPrefix("~") }.map { String($0.dropFirst()) }
        feed.folder = words.dropFirst().first { tag in
            !tag.hasPrefix("~") && !tag.hasPrefix("!") && !tag.allSatisfy(\.isWhitespace)
        }
        feeds.append(feed)
    }

    /// The words of a line. A word in double quotes may have spaces, and a backslash before a quotation mark. A word
    /// that begins with `#` begins a comment.
    private static func words(newsboat line: String) -> [String] {
        var words: [String] = []
        var rest = line[...]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let first = rest.first, first != "#" else { return words }
            if first == "\"" {
                words.append(rest.removeQuoted(escape: "\\"))
            } else {
                let word = rest.prefix { !$0.isWhitespace }
                words.append(String(word))
                rest = rest[word.endIndex...]
            }
        }
    }
}

extension Substring {
    /// Removes the quoted text at the beginning.
    /// - Parameter escape: the character before one that means itself; nil for none.
    /// - Returns: the text between the quotation marks.
    mutating func removeQuoted(escape: Character?) -> String {
        guard let quote = popFirst() else { return "" }
        var text = ""
        while let next = popFirst(), next != quote {
            if next == escape, let escaped = popFirst() { text.append(escaped) } else { text.append(next) }
        }
        return text
    }
}
