import Foundation
import Texts
import Values

extension Subscriptions {
    /// - Parameter files: an sfeedrc and files of items. Such a file has the name of its feed.
    init(sfeed files: [ImportFile]) {
        for file in files where file.kind == .sfeedConfiguration {
            for line in file.lines { take(sfeed: line.text, at: "\(file.path), line \(line.number)") }
        }
        // sfeed_update writes `_` for each `/` of a name.
        let names = feeds.map { ($0.name?.replacing(literal: "/", with: "_") ?? "", $0.url) }
        let addresses = Dictionary(names, uniquingKeysWith: { first, _ in first })
        for file in files where file.kind == .sfeedItems {
            guard let address = addresses[file.name] else { continue }
            shown += file.lines.compactMap { ShownItem(sfeed: $0.text, feed: address) }
        }
    }

    /// Reads a line `feed NAME ADDRESS …` of the shell script (sfeedrc(5)).
    private mutating func take(sfeed line: String, at place: String) {
        let words = Self.words(shell: line)
        guard words.first == "feed", words.count > 1 else { return }
        guard words.count > 2, !words[2].contains("$"), !words[2].contains("`") else {
            let fault = words.count > 2 ? "its address is made by the shell" : "it has no address"
            return leftOut.append("\(place): '\(words[1])' was left out: \(fault)")
        }
        feeds.append(Feed(url: words[2], name: words[1], place: place))
    }

    /// The words of a line of a shell script up to a comment.
    private static func words(shell line: String) -> [String] {
        var words: [String] = []
        var rest = line[...]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let first = rest.first, first != "#" else { return words }
            var word = ""
            while let next = rest.first, !next.isWhitespace, next != ";" {
                switch next {
                case "\"": word += rest.removeQuoted(escape: "\\")
                case "'": word += rest.removeQuoted(escape: nil)
                case "\\":
                    word += rest.dropFirst().prefix(1)
                    rest = rest.dropFirst(2)
                default: word.append(rest.removeFirst())
                }
            }
            words.append(word)
            if rest.first == ";" { return words }
        }
    }
}

extension ShownItem {
    /// A line of an sfeed file: time, title, address, content, its type, id, author, enclosure and categories (sfeed(5)).
    fileprivate init?(sfeed line: String, feed: String) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count > 5 else { return nil }
        self.init(
            feed: feed, id: fields[5].nonEmpty, link: fields[2], title: fields[1],
            published: TimeInterval(fields[0]).map { Date(timeIntervalSince1970: $0) })
    }
}
