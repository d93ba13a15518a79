import Foundation
import TOMLKit
import Texts
import Values

/// One table of the configuration, read key by key. Every error names file, line and key.
package struct ConfigurationTable {
    let file: String
    /// The path of the table, such as `digest` or `feeds[2]`; empty for the top.
    let path: String
    let line: Int?
    private let entries: [String: TOMLNode]
    /// The home folder, for paths.
    let home: String
    /// The configured sections, for the names of sections.
    var own: Configuration.OwnCategories = [:]

    /// - Parameter known: the keys that the table may have: any other is an error.
    package init(_ node: TOMLNode, path: String = "", file: String, home: String = "", known: [String]) throws {
        guard case .table(let entries) = node.value else {
            let step = node.elements.isEmpty ? "" : ": write [\(path)]"
            throw RunError.configuration(
                file: file, line: node.line, reason: "'\(path)' is \(node.kind), and should be a table\(step)")
        }
        (self.file, self.path, self.entries, self.home) = (file, path, entries, home)
        line = node.line
        let unknown = entries.filter { !known.contains($0.key) }
        if let (key, node) = unknown.min(by: { ($0.value.line ?? 0, $0.key) < ($1.value.line ?? 0, $1.key) }) {
            let place = path.isEmpty ? "" : " in '\(path)'"
            let hint =
                misspelt(key, among: known).map { didYouMean($0) }
                ?? DeclaredTable.place(of: key, in: path).map { "it belongs to \($0)" }
                ?? suggestion(for: key, among: known)
            throw RunError.configuration(
                file: file, line: node.line, reason: "unknown key '\(key)'\(place); \(hint)")
        }
    }

    package func node(_ key: String) -> TOMLNode? { entries[key] }

    /// Nil if the table does not have the key.
    func value<Value>(_ key: String, _ type: KeyType<Value>) throws -> Value? {
        guard let node = type.endings.lazy.compactMap({ self.node(key + $0) }).first else {
            if type.isRequired { throw error(key, "is missing") }
            return nil
        }
        return try type.read(Entry(table: self, key: key, node: node))
    }

    /// A table in this table.
    func inner(_ node: TOMLNode, path: String, _ known: [String]) throws -> Self {
        var table = try Self(node, path: path, file: file, home: home, known: known)
        table.own = own
        return table
    }

    /// The error for a wrong value of `key`.
    func error(_ key: String, _ reason: String, at node: TOMLNode? = nil) -> RunError {
        error(name(key), reason, line: node?.line ?? self.node(key)?.line ?? line)
    }

    func error(_ name: String, _ reason: String, line: Int?) -> RunError {
        .configuration(file: file, line: line, reason: "'\(name)' \(reason)")
    }

    func name(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}

/// The value of a key, or one element of it.
struct Entry {
    let table: ConfigurationTable
    let key: String
    var node: TOMLNode

    /// The same key with an element of its value.
    func with(_ node: TOMLNode) -> Self { Self(table: table, key: key, node: node) }

    /// A member of its table.
    func member(_ name: String, _ node: TOMLNode) -> Self { Self(table: table, key: "\(key).\(name)", node: node) }

    func error(_ reason: String) -> RunError { table.error(key, reason, at: node) }

    func wrongType(_ expected: String) -> RunError { error("is \(node.kind), and should be \(expected)") }
}

/// A value of a TOML document, with its line.
package struct TOMLNode: Sendable, Equatable {
    package indirect enum Value: Sendable, Equatable {
        case string(String)
        case integer(Int)
        case double(Double)
        case boolean(Bool)
        /// A date or a time. No key accepts one.
        case moment
        case array([TOMLNode])
        case table([String: TOMLNode])
    }

    var value: Value
    var line: Int?
    /// The number of keys and elements before it in the document.
    var order: Int

    package init(value: Value, line: Int?, order: Int = 0) {
        (self.value, self.line, self.order) = (value, line, order)
    }

    /// Parses a document (TOML 1.0).
    ///
    /// - Throws: `RunError.configuration` with the line of the first error.
    package init(parsing text: String, file: String) throws {
        // The parser reads a C string and would stop at the zero byte without an error.
        if let nul = text.utf8.firstIndex(of: 0) {
            let line = text.utf8[..<nul].count { $0 == UInt8(ascii: "\n") } + 1
            throw RunError.configuration(file: file, line: line, reason: "a NUL byte: is this a text file?")
        }
        let table: TOMLTable
        let lines: TOMLLines
        do {
            lines = try TOMLLines(text) { quoted in
                (try? TOMLTable(string: "key = \(quoted)"))?["key"]?.string ?? quoted
            }
            table = try TOMLTable(string: text)
        } catch let fault as TOMLLines.Fault {
            throw RunError.configuration(file: file, line: fault.line, reason: "not valid TOML: \(fault.reason)")
        } catch let error as TOMLParseError {
            // A long number may be a key without its quotation marks.
            let reason = oneLine(error.description).replacing(/'[0-9A-Za-z_.+-]{9,}'/, with: "'…'")
            throw RunError.configuration(file: file, line: error.source.begin.line, reason: "not valid TOML: \(reason)")
        }
        self.init(table, path: [], lines: lines)
        line = nil
    }

    /// The kind of the value as TOML names it, for error messages.
    var kind: String {
        switch value {
        case .string: "a string"
        case .integer: "an integer"
        case .double: "a number"
        case .boolean: "true or false"
        case .moment: "a date or time"
        case .array: "an array"
        case .table: "a table"
        }
    }

    /// The nodes of an array; empty for any other value.
    var elements: [TOMLNode] {
        if case .array(let nodes) = value { nodes } else { [] }
    }

    /// The entries of a table; empty for any other value.
    package var entries: [String: TOMLNode] {
        if case .table(let entries) = value { entries } else { [:] }
    }

    /// This configuration, overwritten by the keys of a profile or reader. Tables are merged key by key and keep their
    /// places; any other value is replaced.
    func overlaid(with other: TOMLNode) -> TOMLNode { withTablesOfSections.merged(with: other.withTablesOfSections) }

    private func merged(with other: TOMLNode) -> TOMLNode {
        guard case .table(let mine) = value, case .table(let theirs) = other.value else { return other }
        let merged = mine.merging(theirs) { $0.merged(with: $1) }
        return TOMLNode(value: .table(merged), line: other.line ?? line, order: order)
    }

    /// This configuration with a table for each section: `city = "The city"` means `city = { title = "The city" }`.
    private var withTablesOfSections: TOMLNode {
        guard case .table(var entries) = value, var sections = entries["categories"],
            case .table(let nodes) = sections.value
        else { return self }
        let tables = nodes.mapValues { node in
            guard case .string = node.value else { return node }
            return TOMLNode(value: .table(["title": node]), line: node.line, order: node.order)
        }
        sections.value = .table(tables)
        entries["categories"] = sections
        return TOMLNode(value: .table(entries), line: line, order: order)
    }
}

extension TOMLNode {
    private init(_ value: any TOMLValueConvertible, path: [TOMLLines.Step], lines: TOMLLines) {
        switch value.type {
        case .table:
            let table = value.table ?? TOMLTable()
            let nodes = table.keys.map { key in
                (key, table[key].map { TOMLNode($0, path: path + [.key(key)], lines: lines) })
            }
            self.value = .table(Dictionary(uniqueKeysWithValues: nodes).compactMapValues(\.self))
        case .array:
            let elements = (value.array ?? TOMLArray()).enumerated()
            self.value = .array(elements.map { TOMLNode($1, path: path + [.index($0)], lines: lines) })
        case .string: self.value = .string(value.string ?? "")
        case .int: self.value = .integer(value.int ?? 0)
        case .double: self.value = .double(value.double ?? 0)
        case .bool: self.value = .boolean(value.bool ?? false)
        case .date, .time, .dateTime: self.value = .moment
        }
        (line, order) = (lines.lines[path], lines.orders[path] ?? 0)
    }
}

extension String {
    /// The text as a basic string (TOML 1.0, "String").
    package var inTOML: String {
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
    package var inTOML: String { "[" + map(\.inTOML).joined(separator: ", ") + "]" }
}
