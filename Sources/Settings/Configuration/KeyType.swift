import Addresses
import Foundation
import Texts
import Values

/// How the value of a key is read, checked and written.
struct KeyType<Value: Sendable>: Sendable {
    /// The value as TOML; nil if it says nothing.
    var show: @Sendable (Value) -> String? = { _ in nil }
    /// The least and the greatest value in words.
    var bounds: String?
    /// What is appended to the name for each of its keys.
    var endings = [""]
    var isRequired = false
    var inner: InnerTable?
    /// The secrets in a value, each with its key.
    var secrets: @Sendable (Value, String) -> [(name: String, reference: SecretReference)] = { _, _ in [] }
    var read: @Sendable (Entry) throws -> Value

    var required: Self {
        var type = self
        type.isRequired = true
        return type
    }

    /// - Parameter fault: what is wrong with a value; nil when nothing is wrong.
    func checked(_ fault: @escaping @Sendable (Value) -> String?) -> Self {
        var type = self
        type.read = { [read] entry in
            let value = try read(entry)
            if let fault = fault(value) { throw entry.error(fault) }
            return value
        }
        return type
    }

    func map<New>(
        show: @escaping @Sendable (New) -> String? = { _ in nil },
        _ transform: @escaping @Sendable (Value, Entry) throws -> New
    ) -> KeyType<New> {
        KeyType<New>(show: show, bounds: bounds, endings: endings, isRequired: isRequired, inner: inner) {
            [read] in try transform(read($0), $0)
        }
    }
}

extension KeyType {
    /// A value that TOML itself has.
    /// - Parameter kind: what a message calls such a value.
    private static func plain(
        _ kind: String, show: @escaping @Sendable (Value) -> String? = { "\($0)" },
        _ value: @escaping @Sendable (TOMLNode.Value) -> Value?
    ) -> Self {
        Self(show: show) { entry in
            if let value = value(entry.node.value) { return value }
            throw entry.wrongType(kind)
        }
    }
}

extension KeyType<Bool> {
    static var boolean: Self { plain("true or false") { if case .boolean(let value) = $0 { value } else { nil } } }
}

extension KeyType<Int> {
    static func integer(_ range: ClosedRange<Int>) -> Self {
        plain("an integer") { if case .integer(let value) = $0 { value } else { nil } }.within(range)
    }

    /// Bytes from an integer or a string such as `100kB` or `5MiB`.
    static func bytes(_ range: ClosedRange<Int>) -> Self {
        Self(show: \.asBytes) { entry in
            switch entry.node.value {
            case .integer(let integer): return integer
            case .string(let text): if let bytes = Int(byteCount: text) { return bytes }
            default: break
            }
            throw entry.error("should be a number of bytes, such as 100_000 or \"5MiB\"")
        }.within(range, " bytes")
    }
}

extension KeyType<Double> {
    static func number(_ range: ClosedRange<Double>) -> Self {
        plain("a number") { value in
            switch value {
            case .integer(let integer): Double(integer)
            case .double(let double): double
            default: nil
            }
        }.within(range)
    }

    /// Seconds from a string such as `48h`, `7d` or `1h30m`.
    static func duration(_ low: String, _ high: String) -> Self {
        Self(show: \.asDuration.inTOML, bounds: "from \(low) to \(high)") { entry in
            guard case .string(let text) = entry.node.value, let seconds = TimeInterval(duration: text) else {
                throw entry.error("should be a duration from \"\(low)\" to \"\(high)\"")
            }
            let lowest = TimeInterval(duration: low) ?? 0
            let highest = TimeInterval(duration: high) ?? .infinity
            guard (lowest...highest).contains(seconds) else {
                throw entry.error("is \"\(text)\", and should be from \(low) to \(high)")
            }
            return seconds
        }
    }
}

extension KeyType where Value: Comparable {
    fileprivate func within(_ range: ClosedRange<Value>, _ unit: String = "") -> Self {
        let bounds = "from \(range.lowerBound) to \(range.upperBound)"
        var type = checked { range.contains($0) ? nil : "is \($0)\(unit), and should be \(bounds)" }
        type.bounds = bounds
        return type
    }
}

extension KeyType<String> {
    static var string: Self {
        Self(show: \.inTOML) { entry in
            guard case .string(let text) = entry.node.value else { throw entry.wrongType("a string") }
            Redactor.current?.learn(passwordIn: text)
            return text
        }
    }

    /// A string that is not empty and has no line break or other control character.
    static var line: Self { string.checked(lineFault) }

    /// What is wrong with a text that should be one line.
    @Sendable static func lineFault(_ text: String) -> String? {
        if text.allSatisfy(\.isWhitespace) { return "is empty" }
        return text.hasControls ? "has a line break or another control character" : nil
    }

    /// A path. `~` is the home folder. A relative path starts at the configuration's folder.
    static var path: Self { line.map { $0.asPath(home: $1.table.home, folder: $1.table.file.folderOfPath) } }

    /// An absolute URL with one of these schemes. It has a host, except with `file:`, and never a password.
    /// - Parameter secrets: where a user name and a password belong.
    static func url(_ schemes: [String] = ["https", "http"], secrets: String = "the keys for them") -> Self {
        string.map(show: \.inTOML) { text, _ in WebAddress.withoutFeedScheme(text) }
            .checked { urlFault($0, schemes: schemes, secrets: secrets) }
    }

    /// A mail address, with or without a name: `anna@example.org` or `Anna <anna@example.org>`.
    static var address: Self {
        line.checked { Mailbox($0) == nil ? "is \"\($0)\", which is not a mail address" : nil }
    }

    static func letters(_ count: Int) -> Self {
        string.checked { text in
            let isRight = text.count == count && text.allSatisfy { $0.isASCII && $0.isLetter }
            return isRight ? nil : "is \"\(text)\", and should be \(count) letters"
        }.map(show: \.inTOML) { text, _ in text.lowercased() }
    }

    static var section: Self {
        line.map(show: \.inTOML) { try $1.section($0) }
    }

    /// The code of a language.
    /// - Parameter verb: what a message says of a value that is none.
    static func language(_ verb: String) -> Self {
        string.checked {
            LanguageTag.isPlausible($0)
                ? nil : "\(verb) \"\($0)\"; write the code of the language, such as \"en\""
        }
    }
}

extension KeyType {
    /// An array.
    static func list<Element>(_ type: KeyType<Element>) -> Self where Value == [Element] {
        Self(
            show: { $0.isEmpty ? nil : "[\($0.compactMap(type.show).joined(separator: ", "))]" },
            read: { entry in
                guard case .array(let nodes) = entry.node.value else { throw entry.wrongType("an array of strings") }
                return try nodes.map { try type.read(entry.with($0)) }
            })
    }

    /// An array of tables, `[[key]]`.
    static func tables<Inner: KeyedSettings>() -> Self where Value == [Inner] {
        Self(inner: InnerTable(settings: Inner.self, isArray: true)) { entry in
            let name = entry.table.name(entry.key)
            guard case .array(let nodes) = entry.node.value else {
                throw entry.wrongType("an array of tables: write [[\(name)]]")
            }
            return try nodes.enumerated().map {
                try Inner(entry.table.inner($1, path: "\(name)[\($0 + 1)]", Inner.names))
            }
        }
    }
}

extension KeyType where Value: KeyedSettings {
    static var table: Self {
        Self(
            inner: InnerTable(settings: Value.self), secrets: { $0.secrets(in: $1) },
            read: { entry in
                try Value(entry.table.inner(entry.node, path: entry.table.name(entry.key), Value.names))
            })
    }
}

extension KeyType where Value: RawRepresentable<String> & CaseIterable {
    static var choice: Self {
        KeyType<String>.string.map(show: \.rawValue.inTOML) { text, entry in
            if let value = Value(rawValue: text) { return value }
            throw entry.error("is \"\(text)\"; \(allowedValues(for: text, among: Value.allCases.map(\.rawValue)))")
        }
    }
}

extension KeyType<[String]> {
    static var strings: Self { list(.string) }

    /// A program and its arguments. No shell is used unless it is named: `["sh", "-c", "…"]`.
    static var command: Self {
        strings.checked { command in
            guard command.first?.isEmpty == false else {
                return "should be a program and its arguments, such as [\"msmtp\", \"-t\"]"
            }
            return command.contains { $0.contains("\0") } ? "has a NUL in it" : nil
        }
    }
}

extension KeyType<[String: TOMLNode]> {
    /// The entries of a table whose keys the user chooses.
    static var nodes: Self {
        plain("a table", show: { _ in nil }, { if case .table(let entries) = $0 { entries } else { nil } })
    }
}

extension KeyType<[Pattern]> {
    /// Words or `/regular expressions/`.
    static var patterns: Self {
        list(
            KeyType<String>.string.map { text, entry in
                do throws(InvalidPattern) {
                    return try Pattern(text)
                } catch {
                    throw entry.error("has '\(error.pattern)', which \(error.reason)")
                }
            })
    }
}

extension KeyType<SecretReference> {
    /// Either `env:NAME` or the secret itself.
    static var reference: Self {
        var type = KeyType<String>.line.map(
            show: { if case .environment(let name) = $0 { "env:\(name)".inTOML } else { nil } },
            { try $1.reference($0) })
        type.secrets = { [($1, $0)] }
        return type
    }

    /// The same, or the path of a file with the secret, or a command that prints it.
    static var secret: Self {
        var type = reference
        type.endings = ["", "_file", "_command"]
        type.read = { [type] entry in
            let (table, keys) = (entry.table, type.endings.map { entry.key + $0 })
            let given = keys.filter { table.node($0) != nil }
            guard given.count < 2 else {
                throw table.error(given[1], "and '\(table.name(given[0]))' exclude each other")
            }
            if let path = try table.value(keys[1], .path) { return .file(path: path) }
            if let command = try table.value(keys[2], .command) { return .command(command) }
            return try type.read(entry)
        }
        return type
    }

    /// - Parameter fault: what is wrong with an address that is in the configuration itself.
    func address(
        _ fault: @escaping @Sendable (String) -> String? = { urlFault($0, schemes: ["https", "http"]) }
    ) -> Self {
        checked { if case .literal(let text) = $0 { fault(text.reveal()) } else { nil } }
    }
}

extension Entry {
    /// A section of the digest: a built-in one, a configured one, or a new one. A new name that looks like a typing
    /// mistake is an error.
    func section(_ text: String) throws -> String {
        let names = SectionNames(own: table.own)
        if let section = names.section(named: text) { return section.name }
        guard names.misspelt(text) != nil, let mistake = names.mistake(in: text) else { return text }
        throw error("has \"\(text)\"; \(mistake)")
    }

    func reference(_ text: String) throws -> SecretReference {
        guard text.hasPrefix("env:") else { return .literal(Secret(text)) }
        let variable = text.dropFirst("env:".count)
        guard !variable.isEmpty, variable.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
            throw error("names no environment variable; write \"env:NAME\"")
        }
        return .environment(String(variable))
    }
}

extension KeyType<Configuration.FullText> {
    static var fullText: Self {
        Self(
            show: { $0 == .kept ? "show".inTOML : "\($0 == .shown)" },
            read: { entry in
                switch entry.node.value {
                case .boolean(let isShown): isShown ? .shown : .off
                case .string("show"): .kept
                default:
                    throw entry.error("should be true, false or \"show\": for 'newsdigest show', but not in the digest")
                }
            })
    }
}

extension Int {
    /// Bytes as a configuration has them: `5MiB` in quotes, or `100_000`.
    fileprivate var asBytes: String {
        if self % (1 << 20) == 0 { return "\(self >> 20)MiB".inTOML }
        return self % 1000 == 0 ? "\(self / 1000)_000" : "\(self)"
    }
}

extension TimeInterval {
    /// Seconds as people write them: `90s`, `2m`, `48h`, `90d`.
    fileprivate var asDuration: String {
        for (unit, seconds, least) in [("d", 86_400.0, 3.0), ("h", 3600, 2), ("m", 60, 2)] {
            if self >= least * seconds, truncatingRemainder(dividingBy: seconds) == 0 {
                return "\(Int(self / seconds))\(unit)"
            }
        }
        return self == rounded() ? "\(Int(self))s" : "\(self)s"
    }
}
