import Texts

/// Settings that are read from one table of the configuration. Each key is declared once, in `keys`: how newsdigest
/// reads it, what `init` writes of it, and whether it is a secret.
package protocol KeyedSettings: Sendable {
    /// The settings of a table without keys. A key that is required has any value here.
    static var initial: Self { get }
    /// In the order in which they are read, and in which `init` writes them.
    static var keys: [Key<Self>] { get }
    /// The same, and those of other settings that are read from the same table.
    static var declared: [any DeclaredKey] { get }

    /// - Throws: `RunError.configuration` for a key that is missing or wrong.
    init(_ table: ConfigurationTable) throws
    /// Checks what several keys say together, and sets what no key alone decides.
    mutating func finish(_ table: ConfigurationTable) throws
}

extension KeyedSettings {
    package static var declared: [any DeclaredKey] { keys }
    package static var names: [String] { declared.flatMap(\.names) }

    package init(_ table: ConfigurationTable) throws {
        self = .initial
        for key in Self.keys { try key.read(&self, table) }
        try finish(table)
    }

    package mutating func finish(_ table: ConfigurationTable) throws {}

    /// The secrets that are set, each with its key.
    func secrets(in table: String) -> [(name: String, reference: SecretReference)] {
        Self.keys.flatMap { $0.secrets(self, "\(table).\($0.name)") }
    }

    /// The lines that `init` writes.
    /// - Parameters:
    ///   - names: the keys; none for all.
    ///   - others: keys that are left out.
    ///   - mark: `#` makes a comment of each default. An example always is one.
    ///   - values: what stands in place of some defaults and examples, with what stands before the key.
    package static func lines(
        _ names: String..., but others: [String] = [], mark: String = "",
        with values: [String: (mark: String, value: String)] = [:]
    ) -> String {
        keys.filter { (names.isEmpty || names.contains($0.name)) && !others.contains($0.name) }
            .flatMap { $0.lines(mark, values[$0.name]) }.joined(separator: "\n")
    }
}

/// A key, whatever its settings are.
package protocol DeclaredKey: Sendable {
    /// The name. A secret has two more, for a file and a command.
    var names: [String] { get }
    /// The least and the greatest value in words.
    var bounds: String? { get }
    var inner: InnerTable? { get }
    /// The default as TOML; nil if there is none.
    var usual: String? { get }
}

/// A key of a table.
package struct Key<Settings: KeyedSettings>: DeclaredKey {
    package let names: [String]
    package let bounds: String?
    package let inner: InnerTable?
    let read: @Sendable (inout Settings, ConfigurationTable) throws -> Void
    let secrets: @Sendable (Settings, String) -> [(name: String, reference: SecretReference)]
    private let show: @Sendable (Settings) -> String?
    private var examples: [String?] = []
    private var note = ""

    init<V: Sendable>(_ name: String, _ path: WritableKeyPath<Settings, V> & Sendable, _ type: KeyType<V>) {
        self.init(name, type, set: { $0[keyPath: path] = $1 }, get: { $0[keyPath: path] })
    }

    init<V: Sendable>(_ name: String, _ path: WritableKeyPath<Settings, V?> & Sendable, _ type: KeyType<V>) {
        self.init(name, type, set: { $0[keyPath: path] = $1 }, get: { $0[keyPath: path] })
    }

    /// A key that is read in its own way, or not with the others.
    init(
        _ name: String, set: @escaping @Sendable (inout Settings, ConfigurationTable) throws -> Void = { _, _ in },
        inner: InnerTable? = nil
    ) {
        (names, read, secrets, show, bounds, self.inner) = ([name], set, { _, _ in [] }, { _ in nil }, nil, inner)
    }

    private init<Value: Sendable>(
        _ name: String, _ type: KeyType<Value>,
        set: @escaping @Sendable (inout Settings, Value) -> Void, get: @escaping @Sendable (Settings) -> Value?
    ) {
        names = type.endings.map { name + $0 }
        read = { settings, table in if let value = try table.value(name, type) { set(&settings, value) } }
        secrets = { settings, path in get(settings).map { type.secrets($0, path) } ?? [] }
        show = { type.isRequired ? nil : get($0).flatMap(type.show) }
        (bounds, inner) = (type.bounds, type.inner)
    }

    /// - Parameters:
    ///   - values: what `init` writes as a comment, as TOML for each name, or nil for nothing; without values, the
    ///     default.
    ///   - note: the explanation in this line.
    func example(_ values: String?..., note: String = "") -> Self {
        var key = self.note(note)
        key.examples = values.isEmpty ? [usual] : values
        return key
    }

    /// - Parameter text: the explanation in the line that `init` writes.
    func note(_ text: String) -> Self {
        var key = self
        key.note = text
        return key
    }

    var name: String { names[0] }

    package var usual: String? { show(.initial) }

    fileprivate func lines(_ mark: String, _ own: (mark: String, value: String)?) -> [String] {
        if let own { return [line("\(own.mark)\(name) = \(own.value)")] }
        if examples.isEmpty { return usual.map { [line("\(mark)\(name) = \($0)")] } ?? [] }
        return zip(names, examples).compactMap { name, value in value.map { line("#\(name) = \($0)") } }
    }

    /// The explanations of a table stand below each other.
    private func line(_ text: String) -> String {
        let spaces = (text.count < 36 ? 36 : 52) - text.count
        return note.isEmpty ? text : text + String(repeating: " ", count: max(1, spaces)) + "# " + note
    }
}

/// The settings of a table that is the value of a key.
package struct InnerTable: Sendable {
    let settings: any KeyedSettings.Type
    /// Whether there are many tables, `[[key]]`.
    var isArray = false
    /// Whether the user names the tables, `[key.NAME]`.
    var isNamed = false
}

/// A table of the configuration.
package struct DeclaredTable: Sendable {
    /// Such as `newsapi.everything`; empty for the top of the file.
    package let name: String
    /// How the file begins the table, if only one table of the file has its keys.
    let header: String?
    package let keys: [any DeclaredKey]

    package static let all = tables(Configuration.self, "", header: "")

    private static func tables(_ settings: any KeyedSettings.Type, _ name: String, header: String?) -> [Self] {
        let keys = settings.declared
        return [Self(name: name, header: header, keys: keys)]
            + keys.flatMap { key -> [Self] in
                guard let inner = key.inner else { return [] }
                let name = (name.isEmpty ? "" : name + ".") + key.names[0]
                let isPlace = !inner.isNamed && header?.hasPrefix("[[") == false
                return tables(
                    inner.settings, inner.isNamed ? name + ".NAME" : name,
                    header: isPlace ? inner.isArray ? "[[\(name)]]" : "[\(name)]" : nil)
            }
    }

    /// Where in the file a key may stand that was written somewhere else; nil if no table has it, or several and not
    /// the top of the file.
    /// - Parameter path: the table in which it was written. A profile has tables of its own.
    static func place(of key: String, in path: String) -> String? {
        let places = all.filter { $0.header != nil && $0.keys.contains { $0.names.contains(key) } }
        if places.contains(where: \.name.isEmpty) { return "the top of the file, above the first [table]" }
        guard places.count == 1, let header = places[0].header else { return nil }
        let (name, isInProfile) = (places[0].name, path.hasPrefix("profiles."))
        guard isInProfile, !Configuration.keysOfNoProfile.contains(name) else { return header }
        return header.replacing(literal: name, with: "\(path).\(name)")
    }
}
