import Foundation

/// What a host allows to robots (RFC 9309): the rules of its `robots.txt` for `newsdigest`, else those for `*`.
package struct RobotsRules: Sendable {
    /// The rules, a line for each: `allow:` or `disallow:` and a pattern. The state keeps them in this form.
    package let text: String
    private let rules: [(pattern: [UInt8], allows: Bool)]

    /// No rules: everything is allowed.
    static let none = RobotsRules("")
    /// For a host whose rules cannot be read: nothing is allowed. The comment tells them from a file's rules, which have
    /// none.
    package static let closed = RobotsRules("disallow: / # could not be read")

    /// - Parameter text: rules as ``text``.
    package init(_ text: String) {
        self.text = text
        rules = text.split(separator: "\n").compactMap { line in
            let (name, value) = Self.record(line)
            return name == "allow" || name == "disallow" ? (Self.normalized(value), name == "allow") : nil
        }
    }

    /// - Parameter file: the content of a `robots.txt`. What is longer than 500 KiB is cut (RFC 9309, section 2.5), and
    ///   so is a byte order mark.
    init(file: [UInt8]) {
        var rules: [String: [String]] = [:]
        var (agents, hasRules): (Set<String>, Bool) = ([], false)
        let start = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let text = String(decoding: file.prefix(500 << 10).dropFirst(start), as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) {
            let (name, value) = Self.record(line)
            switch name {
            case "user-agent":
                if hasRules { (agents, hasRules) = ([], false) }
                agents.insert(
                    value.hasPrefix("*") ? "*" : value.prefix { $0.isLetter || "_-".contains($0) }.lowercased())
            case "allow", "disallow":
                hasRules = true
                // An empty pattern matches nothing.
                guard !value.isEmpty, value.utf8.count <= Self.longestPattern else { continue }
                for agent in agents where rules[agent, default: []].count < Self.mostRules {
                    rules[agent, default: []].append("\(name): \(value)")
                }
            default: break
            }
            for agent in agents { rules[agent] = rules[agent] ?? [] }
        }
        self.init((rules["newsdigest"] ?? rules["*"] ?? []).joined(separator: "\n"))
    }

    /// Whether the path, with its query, may be asked: the longest pattern that matches decides, and of two equal ones
    /// the one that allows (RFC 9309, section 2.2.2).
    func allow(_ path: String) -> Bool {
        let path = Self.normalized(path)
        let best = rules.filter { Self.matches($0.pattern, path) }.max {
            ($0.pattern.count, $0.allows ? 1 : 0) < ($1.pattern.count, $1.allows ? 1 : 0)
        }
        return best?.allows ?? true
    }

    private static let mostRules = 500
    /// In bytes.
    private static let longestPattern = 500
    private static let longestPath = 2000

    private static func record(_ line: Substring) -> (name: String, value: String) {
        let parts = line.prefix { $0 != "#" }.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return ("", "") }
        return (
            parts[0].trimmingCharacters(in: .whitespaces).lowercased(),
            parts[1].trimmingCharacters(in: .whitespaces)
        )
    }

    /// `*` stands for any characters, and `$` at the end for the end of the path.
    private static func matches(_ pattern: [UInt8], _ path: [UInt8]) -> Bool {
        let isWhole = pattern.last == UInt8(ascii: "$")
        let parts = (isWhole ? pattern.dropLast() : pattern[...])
            .split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
        guard path.starts(with: parts[0]) else { return false }
        var rest = path.dropFirst(parts[0].count)
        for part in parts.dropFirst() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        guard isWhole, let last = parts.last else { return true }
        return parts.count == 1 ? rest.isEmpty : path.reversed().starts(with: last.reversed())
    }

    /// The path with non-ASCII characters percent-encoded and hexadecimal digits in upper case, so that two spellings
    /// of one path are equal.
    private static func normalized(_ path: String) -> [UInt8] {
        var result: [UInt8] = []
        var digits = 0
        for byte in path.utf8.prefix(longestPath) {
            if digits > 0 {
                result.append(contentsOf: String(UnicodeScalar(byte)).uppercased().utf8)
                digits -= 1
            } else if byte >= 0x80 {
                result.append(contentsOf: "%\(String(byte, radix: 16, uppercase: true))".utf8)
            } else {
                result.append(byte)
                if byte == UInt8(ascii: "%") { digits = 2 }
            }
        }
        return result
    }
}
