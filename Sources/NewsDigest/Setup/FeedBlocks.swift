import Files
import Foundation
import Texts
import Values

/// The `[[feeds]]` of a configuration file. They are added and removed as text, so that the rest does not change.
///
/// After every edit, the result is read as a configuration again. It must differ from the old one only in its feeds.
struct FeedBlocks {
    /// The keys that a new block sets. All other keys keep their defaults.
    struct NewFeed: Equatable {
        var url: String
        var name: String?
        var category: String?
    }

    let file: String
    let text: String
    private let environment: [String: String]
    /// Whether the file names no source. Then the built-in sources are used, until the file names one of its own.
    let namesNoSource: Bool
    private let configuration: Configuration

    /// - Throws: `RunError.configuration` when the file cannot be read as a configuration.
    init(of file: String, environment: [String: String]) throws {
        self.file = file
        self.environment = environment
        configuration = try Configuration(contentsOf: file, environment: environment)
        text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
        namesNoSource =
            try ConfigurationTable<RootKey>(TOMLNode(parsing: text, file: file), path: "", file: file).namesNoSource
    }

    /// The text with these feeds added at its end.
    func adding(_ feeds: [NewFeed]) throws -> String {
        var lines: [String] = []
        for feed in feeds {
            lines += ["", "[[feeds]]", "url = \(feed.url.inTOML)"]
            if let name = feed.name { lines.append("name = \(name.inTOML)") }
            if let category = feed.category { lines.append("category = \(category.inTOML)") }
        }
        let isComplete = text.isEmpty || text.unicodeScalars.last == "\n"
        let edited = text + (isComplete ? "" : lineEnd) + lines.map { $0 + lineEnd }.joined()
        return try checked(edited) { new in
            let added = new.feeds.suffix(feeds.count).map { NewFeed(url: $0.url, name: $0.name, category: $0.category) }
            let wanted = feeds.map { NewFeed(url: $0.url, name: $0.name, category: $0.category ?? "general") }
            return added == wanted
        }
    }

    /// The text without the blocks of the feeds with this address.
    func removing(url: String) throws -> String {
        let indices = configuration.feeds.indices.filter { configuration.feeds[$0].url == url }
        var isGone = [Bool](repeating: false, count: lines.count + 1)
        for range in try ranges(of: indices) { for line in range { isGone[line] = true } }
        let kept = lines.indices.filter { !isGone[$0] }.map { lines[$0] }
        return try checked(kept.joined(separator: "\n")) { new in
            new.feeds.map(\.url) == configuration.feeds.map(\.url).filter { $0 != url }
        }
    }

    /// Replaces the file with the new text. The old text stays in `FILE.bak`.
    func write(_ edited: String) throws {
        let target = followingLinks(file) ?? file
        for (file, content) in [(target + ".bak", text), (target, edited)] {
            do {
                try FileReplacement(of: file, like: target).write(Array(content.utf8))
            } catch {
                throw RunError.configuration(
                    file: file, line: nil, reason: "cannot be written: \(errorText(error.code))")
            }
        }
    }
}

extension FeedBlocks {
    private var lineEnd: String { text.contains("\r\n") ? "\r\n" : "\n" }

    private var lines: [Substring] {
        // A carriage return with a line feed is one Character, so the text is split at line feed scalars.
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Substring.init)
    }

    /// The lines of these feeds: from each header to the next header of another table, without the comments before that
    /// header.
    private func ranges(of indices: [Int]) throws -> [Range<Int>] {
        let headers = try TOMLLines(text) { String($0.dropFirst().dropLast()) }.headers
        return headers.indices.compactMap { position in
            let path = headers[position].path
            guard indices.contains(where: { path.starts(with: [.key("feeds"), .index($0)]) }) else { return nil }
            let start = headers[position].line - 1
            guard position + 1 < headers.count else { return start..<lines.count }
            var end = headers[position + 1].line - 1
            while end - 1 > start, lines[end - 1].drop(while: \.isWhitespace).first == "#" { end -= 1 }
            return start..<end
        }
    }

    /// - Throws: `RunError.configuration` unless the feeds are as wanted and everything else is unchanged.
    private func checked(_ edited: String, _ isWanted: (Configuration) -> Bool) throws -> String {
        let new = try? Configuration(toml: edited, file: file, environment: environment)
        guard let new, isWanted(new), new.withoutFeeds == configuration.withoutFeeds || namesNoSource else {
            throw RunError.configuration(
                file: file, line: nil, reason: "cannot be edited without changing more than feeds; edit it by hand")
        }
        return edited
    }
}

extension Configuration {
    fileprivate var withoutFeeds: Configuration {
        var copy = self
        copy.feeds = []
        copy.sectionOrder = []
        copy.profiles = profiles.mapValues(\.withoutFeeds)
        return copy
    }
}

extension String {
    /// The text as a basic string (TOML 1.0, "String").
    var inTOML: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                quoted += "\\u" + String(format: "%04X", scalar.value)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension [String] {
    /// The texts as an array (TOML 1.0, "Array").
    var inTOML: String { "[" + map(\.inTOML).joined(separator: ", ") + "]" }
}
