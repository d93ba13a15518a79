import Files
import Foundation
import Settings
import Texts
import Values

/// The `[[feeds]]` of a configuration file, or those of one of its profiles. They are added and removed as text, so
/// that the rest does not change.
///
/// After every edit, the result is read as a configuration again. It must differ from the old one only in its feeds.
struct FeedBlocks {
    /// The keys that a new block sets. All other keys keep their defaults.
    struct NewFeed: Equatable {
        var url: String
        /// The program that prints it, and its arguments.
        var command: [String]?
        var name: String?
        var category: String?
        var isOff = false
    }

    let file: String
    let text: String
    private let environment: [String: String]
    /// Whether the file names no source. Then the built-in sources are used, until the file names one of its own.
    let namesNoSource: Bool
    private let configuration: Configuration
    /// The profile with feeds of its own; nil for the feeds at the top of the file, which all other profiles share.
    private let owner: String?
    /// What an edit means for others, if the profile has no feeds of its own.
    let sharing: String?

    /// - Parameter profile: the profile whose feeds are edited; nil for the feeds at the top of the file.
    /// - Throws: `RunError.configuration` when the file cannot be read as a configuration.
    init(of file: String, profile: String? = nil, environment: [String: String]) throws {
        _ = try Configuration(contentsOf: file, environment: environment)
        let text = try String(contentsOf: URL(filePath: file), encoding: .utf8)
        try self.init(text, file: file, profile: profile, environment: environment)
    }

    /// - Parameter text: what the file contains, or will contain.
    init(_ text: String, file: String, profile: String? = nil, environment: [String: String]) throws {
        (self.file, self.text, self.environment) = (file, text, environment)
        configuration = try Configuration(toml: text, file: file, environment: environment)
        let document = try TOMLNode(parsing: text, file: file)
        let profiles = document.entries["profiles"]?.entries
        owner = profile.flatMap { profiles?[$0]?.entries["feeds"] == nil ? nil : $0 }
        sharing =
            owner == nil && profile.map { profiles?[$0] != nil } == true
            ? "profile '\(profile ?? "")' has no feeds of its own, so this changes the feeds of all profiles without their own"
            : nil
        namesNoSource =
            try owner == nil && ConfigurationTable(document, file: file, known: Configuration.names).namesNoSource
    }

    /// Reads a file and changes it, while no other process does the same.
    static func edit<Result>(
        _ file: String, profile: String?, environment: [String: String], _ change: (FeedBlocks) throws -> Result
    ) throws -> Result {
        try withLockedFolder(of: followingLinks(file) ?? file) {
            try change(FeedBlocks(of: file, profile: profile, environment: environment))
        }
    }

    /// The present feeds.
    var feeds: [Configuration.Feed] { feeds(of: configuration) }

    /// The text with these feeds added at its end.
    /// - Parameter sections: the names of sections that are added under `[categories]`.
    func adding(_ feeds: [NewFeed], defining sections: [String] = []) throws -> String {
        let prefix = owner.map { "profiles.\($0)." } ?? ""
        var lines = sections.flatMap { ["", "[\(prefix)categories.\($0.inTOML)]", "title = \($0.inTOML)"] }
        for feed in feeds {
            lines += ["", "[[\(prefix)feeds]]"]
            lines.append(feed.command.map { "command = \($0.inTOML)" } ?? "url = \(feed.url.inTOML)")
            if let name = feed.name { lines.append("name = \(name.inTOML)") }
            if let category = feed.category { lines.append("category = \(category.inTOML)") }
            if feed.isOff { lines.append("off = true") }
        }
        let isComplete = text.isEmpty || text.unicodeScalars.last == "\n"
        let edited = text + (isComplete ? "" : lineEnd) + lines.map { $0 + lineEnd }.joined()
        let isEmptyList = self.feeds(of: configuration).isEmpty && text.contains(/(?m)^\s*feeds\s*=\s*\[\s*\]/)
        let fault =
            isEmptyList ? "has 'feeds = []', which leaves no place for feeds; remove this line, and try again" : nil
        return try checked(edited, defining: sections, or: fault) { new in
            let added = self.feeds(of: new).suffix(feeds.count).map {
                NewFeed(
                    url: $0.url, command: $0.command?.words, name: $0.name, category: $0.category, isOff: $0.isOff)
            }
            return added == feeds
        }
    }

    /// The text with other values of some keys in the blocks of the feeds that are wanted in another form.
    /// - Parameters:
    ///   - values: the values as TOML; nil to remove the key.
    ///   - wanted: the feeds as they must be then.
    func setting(_ values: [String: String?], wanted: [Configuration.Feed]) throws -> String {
        let positions = try TOMLLines(text) { String($0.dropFirst().dropLast()) }
        let bytes = Array(text.utf8)
        var lines = lines.map { Optional(String($0)) }
        let end = lineEnd == "\r\n" ? "\r" : ""
        let known = feeds
        for index in known.indices where known[index] != wanted[index] {
            func line(_ key: String) -> Int? {
                positions.lines[path(ofFeeds: index) + [.key(key)]].map { $0 - 1 }
            }
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                let text = value.map { "\(key) = \($0)" }
                if let line = line(key), let end = positions.ends[path(ofFeeds: index) + [.key(key)]] {
                    // What is behind the value, such as a comment, stays.
                    let rest = String(decoding: bytes[end...].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
                    let comment = rest.drop(while: \.isWhitespace)
                    lines[line] = text.map { $0 + rest } ?? (comment.isEmpty ? nil : String(comment))
                } else if let text, let place = line("url") {
                    lines[place]? += "\n" + text + end
                } else if let text, let place = line("command") {
                    // A command may take several lines.
                    lines[place] = text + end + "\n" + (lines[place] ?? "")
                }
            }
        }
        return try checked(joined(lines.compactMap(\.self))) { feeds(of: $0) == wanted }
    }

    /// The text without the blocks of the feeds with this address.
    /// - Parameter isMeant: which of them are meant, if several have the address.
    func removing(url: String, where isMeant: (Configuration.Feed) -> Bool = { _ in true }) throws -> String {
        let known = feeds(of: configuration)
        let indices = known.indices.filter { known[$0].url == url && isMeant(known[$0]) }
        let fault =
            indices.count < known.count
            ? nil : "\(url) is its only feed; without it, newsdigest would use other feeds; edit the file by hand"
        var isGone = [Bool](repeating: false, count: lines.count)
        for range in try ranges(of: indices) { for line in range { isGone[line] = true } }
        let kept = lines.indices.filter { !isGone[$0] }.map { lines[$0] }
        return try checked(joined(kept), or: fault) { new in
            feeds(of: new) == known.filter { $0.url != url || !isMeant($0) }
        }
    }

    /// Replaces the file with the new text. The old text stays in `FILE.bak`.
    func write(_ edited: String) throws {
        let target = followingLinks(file) ?? file
        for (file, content) in [(target + ".bak", text), (target, edited)] {
            do {
                try FileReplacement(of: file, like: target).write(Array(content.utf8))
            } catch {
                throw RunError.configuration(file: file, reason: "cannot be written: \(errorText(error.code))")
            }
        }
    }
}

extension FeedBlocks {
    private func feeds(of configuration: Configuration) -> [Configuration.Feed] {
        owner.flatMap { configuration.profiles[$0] }?.feeds ?? configuration.feeds
    }

    private var lineEnd: String { text.contains("\r\n") ? "\r\n" : "\n" }

    private var lines: [Substring] {
        // A carriage return with a line feed is one Character, so the text is split at line feed scalars.
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(Substring.init)
    }

    private func joined(_ lines: [some StringProtocol]) -> String {
        let text = lines.joined(separator: "\n")
        // Without its line feed, a carriage return at the end would be no line end.
        return text.unicodeScalars.last == "\r" ? text + "\n" : text
    }

    private func path(ofFeeds index: Int) -> [TOMLLines.Step] {
        (owner.map { [.key("profiles"), .key($0)] } ?? []) + [.key("feeds"), .index(index)]
    }

    /// The lines of these feeds: from each header to the last key of its table, with the blank line that sets them apart.
    private func ranges(of indices: [Int]) throws -> [Range<Int>] {
        let lines = lines
        func isBlank(_ line: Int) -> Bool { lines.indices.contains(line) && lines[line].allSatisfy(\.isWhitespace) }
        return try TOMLLines(text) { String($0.dropFirst().dropLast()) }.headers.compactMap { header in
            guard indices.contains(where: { header.path.starts(with: path(ofFeeds: $0)) }) else { return nil }
            let (start, end) = (header.line - 1, header.last)
            if isBlank(start - 1) { return start - 1..<end }
            return start..<(start == 0 && isBlank(end) ? end + 1 : end)
        }
    }

    /// - Parameters:
    ///   - sections: the names of new sections.
    ///   - fault: what to say instead of the usual sentence.
    /// - Throws: `RunError.configuration` unless the feeds are as wanted and everything else is unchanged.
    private func checked(
        _ edited: String, defining sections: [String] = [], or fault: String? = nil,
        _ isWanted: (Configuration) -> Bool
    ) throws -> String {
        let new = try? Configuration(toml: edited, file: file, environment: environment)
        let old = configuration.defining(sections, in: owner).withoutFeeds
        guard let new, isWanted(new), new.withoutFeeds == old || namesNoSource else {
            throw RunError.configuration(
                file: file, reason: fault ?? "cannot be edited without changing more than feeds; edit it by hand")
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
        // It repeats what is compared here anyway, with its lines.
        copy.readerList?.base = TOMLNode(value: .table([:]), line: nil, order: 0)
        return copy
    }

    /// - Parameter owner: the profile that gets the sections; nil for the top of the file and so for all profiles.
    fileprivate func defining(_ sections: [String], in owner: String?) -> Configuration {
        var copy = self
        if owner == nil || owner == profileName {
            for name in sections { copy.categories[name] = OwnCategory(title: name) }
        }
        copy.profiles = profiles.mapValues { $0.defining(sections, in: owner) }
        return copy
    }
}
