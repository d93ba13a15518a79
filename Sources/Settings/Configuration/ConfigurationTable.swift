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
            throw RunError.configuration(
                file: file, line: node.line, reason: "'\(path)' is \(node.kind), and should be a table")
        }
        (self.file, self.path, self.entries, self.home) = (file, path, entries, home)
        line = node.line
        let unknown = entries.filter { !known.contains($0.key) }
        if let (key, node) = unknown.min(by: { ($0.value.line ?? 0, $0.key) < ($1.value.line ?? 0, $1.key) }) {
            let place = path.isEmpty ? "" : " in '\(path)'"
            let hint = DeclaredTable.place(of: key).map { "it belongs to \($0)" } ?? suggestion(for: key, among: known)
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

    func error(_ reason: String) -> RunError { table.error(key, reason, at: node) }

    func wrongType(_ expected: String) -> RunError { error("is \(node.kind), and should be \(expected)") }
}
