import Addresses
import Files
import Foundation
import Texts
import Values

/// One table of the configuration, read key by key. Every error names file, line and key.
///
/// `Key` lists the keys that the table may have: anything else is an error.
package struct ConfigurationTable<Key: RawRepresentable<String> & CaseIterable> {
    let file: String
    /// The path of the table, such as `digest` or `feeds[2]`; empty for the top.
    let path: String
    let line: Int?
    private let entries: [String: TOMLNode]

    package init(_ node: TOMLNode, path: String, file: String, keys: Key.Type = Key.self) throws {
        guard case .table(let entries) = node.value else {
            throw RunError.configuration(
                file: file, line: node.line, reason: "'\(path)' is \(node.kind), and should be a table")
        }
        (self.file, self.path, self.entries) = (file, path, entries)
        line = node.line
        let known = Key.allCases.map(\.rawValue)
        let unknown = entries.filter { !known.contains($0.key) }
        if let (key, node) = unknown.min(by: { ($0.value.line ?? 0, $0.key) < ($1.value.line ?? 0, $1.key) }) {
            let place = path.isEmpty ? "" : " in '\(path)'"
            let hint = KeyPlace.of(key).map { "it belongs to \($0)" } ?? suggestion(for: key, among: known)
            throw RunError.configuration(
                file: file, line: node.line, reason: "unknown key '\(key)'\(place); \(hint)")
        }
    }

    func node(_ key: Key) -> TOMLNode? { entries[key.rawValue] }

    /// The error for a wrong value of `key`.
    func error(_ key: Key, _ reason: String, at node: TOMLNode? = nil) -> RunError {
        error(name(key), reason, line: node?.line ?? self.node(key)?.line ?? line)
    }

    func error(_ name: String, _ reason: String, line: Int?) -> RunError {
        .configuration(file: file, line: line, reason: "'\(name)' \(reason)")
    }

    func name(_ key: Key) -> String { path.isEmpty ? key.rawValue : "\(path).\(key.rawValue)" }

    func require<Value>(_ key: Key, _ value: Value?) throws -> Value {
        guard let value else { throw error(key, "is missing") }
        return value
    }
}

extension ConfigurationTable {
    func string(_ key: Key) throws -> String? {
        try node(key).map { try string($0, of: key) }
    }

    /// A string that is not empty and has no line break or other control character.
    func line(_ key: Key) throws -> String? {
        guard let text = try string(key) else { return nil }
        if let fault = lineFault(text) { throw error(key, fault) }
        return text
    }

    /// What is wrong with a text that should be one line.
    func lineFault(_ text: String) -> String? {
        if text.allSatisfy(\.isWhitespace) { return "is empty" }
        return text.hasControls ? "has a line break or another control character" : nil
    }

    func boolean(_ key: Key) throws -> Bool? {
        guard let node = node(key) else { return nil }
        guard case .boolean(let value) = node.value else { throw wrongType(key, node, "true or false") }
        return value
    }

    func integer(_ key: Key, in range: ClosedRange<Int>) throws -> Int? {
        guard let node = node(key) else { return nil }
        guard case .integer(let value) = node.value else { throw wrongType(key, node, "an integer") }
        guard range.contains(value) else {
            throw error(key, "is \(value), and should be from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    func number(_ key: Key, in range: ClosedRange<Double>) throws -> Double? {
        guard let node = node(key) else { return nil }
        let value: Double
        switch node.value {
        case .integer(let integer): value = Double(integer)
        case .double(let double): value = double
        default: throw wrongType(key, node, "a number")
        }
        guard range.contains(value) else {
            throw error(key, "is \(value), and should be from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// Seconds from a string such as `48h`, `7d` or `1h30m`.
    func duration(_ key: Key, from low: String, to high: String) throws -> TimeInterval? {
        guard let node = node(key) else { return nil }
        guard case .string(let text) = node.value, let seconds = TimeInterval(duration: text) else {
            throw error(key, "should be a duration such as \"48h\", \"7d\" or \"30m\"")
        }
        let lowest = TimeInterval(duration: low) ?? 0
        let highest = TimeInterval(duration: high) ?? .infinity
        guard (lowest...highest).contains(seconds) else {
            throw error(key, "is \"\(text)\", and should be from \(low) to \(high)")
        }
        return seconds
    }

    /// Bytes from an integer or a string such as `100kB` or `5MiB`.
    func bytes(_ key: Key, in range: ClosedRange<Int>) throws -> Int? {
        guard let node = node(key) else { return nil }
        let value: Int?
        switch node.value {
        case .integer(let integer): value = integer
        case .string(let text): value = Int(byteCount: text)
        default: value = nil
        }
        guard let value else { throw error(key, "should be a number of bytes, such as 100_000 or \"5MiB\"") }
        guard range.contains(value) else {
            throw error(key, "is \(value) bytes, and should be from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    func strings(_ key: Key) throws -> [String]? {
        guard let node = node(key) else { return nil }
        guard case .array(let nodes) = node.value else { throw wrongType(key, node, "an array of strings") }
        return try nodes.map { try string($0, of: key) }
    }

    /// The strings of an array, each transformed.
    func each<Value>(_ key: Key, _ transform: (String, TOMLNode) throws -> Value) throws -> [Value]? {
        guard let node = node(key), let texts = try strings(key), case .array(let nodes) = node.value else {
            return nil
        }
        return try zip(texts, nodes).map(transform)
    }

    func choice<Value: RawRepresentable<String> & CaseIterable>(_ key: Key) throws -> Value? {
        try node(key).map { try choice(key, $0) }
    }

    func choices<Value: RawRepresentable<String> & CaseIterable>(_ key: Key) throws -> [Value]? {
        guard let node = node(key) else { return nil }
        guard case .array(let nodes) = node.value else { throw wrongType(key, node, "an array of strings") }
        return try nodes.map { try choice(key, $0) }
    }

    /// An absolute URL with one of these schemes. It has a host, except with `file:`, and never a password.
    /// - Parameter secrets: where a user name and a password belong.
    func url(
        _ key: Key, schemes: [String] = ["https", "http"], secrets: String = "the keys for them"
    ) throws -> String? {
        guard let text = try string(key).map(WebAddress.withoutFeedScheme) else { return nil }
        if let fault = urlFault(text, schemes: schemes, secrets: secrets) { throw error(key, fault) }
        return text
    }

    func strings(_ key: Key, named noun: String) throws -> [String: String]? {
        try nodes(key)?.mapValues { node in
            guard case .string(let text) = node.value else { throw wrongType(key, node, noun) }
            Redactor.current?.learn(passwordIn: text)
            return text
        }
    }

    /// The entries of a table whose keys the user chooses.
    func nodes(_ key: Key) throws -> [String: TOMLNode]? {
        guard let node = node(key) else { return nil }
        guard case .table(let entries) = node.value else { throw wrongType(key, node, "a table") }
        return entries
    }

    func table<Inner>(_ key: Key, keys: Inner.Type) throws -> ConfigurationTable<Inner>? {
        try node(key).map { try ConfigurationTable<Inner>($0, path: name(key), file: file) }
    }

    /// An array of tables, `[[key]]`.
    func tables<Inner>(_ key: Key, keys: Inner.Type) throws -> [ConfigurationTable<Inner>]? {
        guard let node = node(key) else { return nil }
        guard case .array(let nodes) = node.value else {
            throw wrongType(key, node, "an array of tables: write [[\(name(key))]]")
        }
        return try nodes.enumerated().map {
            try ConfigurationTable<Inner>($1, path: "\(name(key))[\($0 + 1)]", file: file)
        }
    }

    /// A path. `~` is the home folder. A relative path starts at the configuration's folder.
    func path(_ key: Key, home: String) throws -> String? {
        try line(key).map { $0.asPath(home: home, folder: file.folderOfPath) }
    }
}

extension ConfigurationTable {
    private func wrongType(_ key: Key, _ node: TOMLNode, _ expected: String) -> RunError {
        error(key, "is \(node.kind), and should be \(expected)", at: node)
    }

    private func string(_ node: TOMLNode, of key: Key) throws -> String {
        guard case .string(let text) = node.value else { throw wrongType(key, node, "a string") }
        Redactor.current?.learn(passwordIn: text)
        return text
    }

    private func choice<Value: RawRepresentable<String> & CaseIterable>(_ key: Key, _ node: TOMLNode) throws -> Value {
        let text = try string(node, of: key)
        guard let value = Value(rawValue: text) else {
            let known = Value.allCases.map(\.rawValue)
            throw error(key, "is \"\(text)\"; \(allowedValues(for: text, among: known))", at: node)
        }
        return value
    }
}
