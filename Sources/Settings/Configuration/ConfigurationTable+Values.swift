import Foundation
import Languages
import Texts
import Values

extension ConfigurationTable {
    /// A secret from the key itself (with `env:NAME`, from the environment), from a file or from a command's output.
    func secret(_ key: Key, file: Key, command: Key, home: String) throws -> SecretReference? {
        let given = [key, file, command].filter { node($0) != nil }
        guard given.count < 2 else { throw error(given[1], "and '\(name(given[0]))' exclude each other") }
        if let path = try path(file, home: home) { return .file(path: path) }
        if let command = try self.command(command) { return .command(command) }
        return try line(key).map { try reference($0, of: key) }
    }

    /// Either `env:NAME` or the secret itself.
    func reference(_ text: String, of key: Key) throws -> SecretReference {
        guard text.hasPrefix("env:") else { return .literal(Secret(text)) }
        let variable = text.dropFirst("env:".count)
        guard !variable.isEmpty, variable.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
            throw error(key, "names no environment variable; write \"env:NAME\"")
        }
        return .environment(String(variable))
    }

    /// A program and its arguments. No shell is used unless it is named: `["sh", "-c", "…"]`.
    func command(_ key: Key) throws -> [String]? {
        guard let command = try strings(key) else { return nil }
        guard let program = command.first, !program.isEmpty else {
            throw error(key, "should be a program and its arguments, such as [\"msmtp\", \"-t\"]")
        }
        guard !command.contains(where: { $0.contains("\0") }) else { throw error(key, "has a NUL in it") }
        return command
    }

    /// Words or `/regular expressions/`.
    func patterns(_ key: Key) throws -> [Pattern]? {
        try each(key) { text, node in
            do throws(InvalidPattern) {
                return try Pattern(text)
            } catch {
                throw self.error(key, "has '\(error.pattern)', which \(error.reason)", at: node)
            }
        }
    }

    /// A field of an HTTP request (RFC 9110, section 5).
    func header(_ key: Key, _ field: String, _ value: String) throws -> SecretReference {
        let symbols = "!#$%&'*+-.^_`|~"
        guard !field.isEmpty, field.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || symbols.contains($0)) })
        else { throw error(key, "has '\(field)', which is not the name of a header") }
        guard !value.hasControls else {
            throw error(key, "has a line break or another control character in '\(field)'")
        }
        return try reference(value, of: key)
    }

    /// A mail address, with or without a name: `anna@example.org` or `Anna <anna@example.org>`.
    func address(_ key: Key) throws -> String? {
        guard let text = try line(key) else { return nil }
        guard Mailbox(text) != nil else { throw error(key, "is \"\(text)\", which is not a mail address") }
        return text
    }

    /// A web or mail address for the header `User-Agent`, which contains it in parentheses.
    func contact(_ key: Key) throws -> String? {
        guard let text = try line(key) else { return nil }
        guard isWebOrMail(text) else { throw error(key, "is \"\(text)\"; write https://… or mailto:…") }
        let forbidden = "()\\ ".unicodeScalars
        if let other = text.unicodeScalars.first(where: { !$0.isASCII || forbidden.contains($0) }) {
            let code = String(format: "U+%04X", other.value)
            throw error(
                key,
                "has '\(other)' (\(code)), which the header User-Agent cannot contain here; write a host as xn--…, and "
                    + "other characters as %…")
        }
        return text
    }

    /// An address for unsubscribing. Names in braces stand for the values of one recipient.
    func unsubscribeLink(_ key: Key, isSigned: Bool) throws -> String? {
        guard let text = try line(key) else { return nil }
        let names = UnsubscribeLink.names(in: text)
        if let unknown = names.first(where: { !UnsubscribeLink.names.contains($0) }) {
            throw error(key, "has {{\(unknown)}}; \(allowedValues(for: unknown, among: UnsubscribeLink.names))")
        }
        guard isSigned || !names.contains("token") else {
            throw error(key, "has {{token}}, which needs 'unsubscribe_secret'")
        }
        guard isWebOrMail(UnsubscribeLink.example(of: text)) else {
            throw error(key, "is \"\(text)\"; write https://… or mailto:…")
        }
        return text
    }

    /// The seconds from one mail to the next at a rate such as `600/m`.
    func gap(_ key: Key) throws -> TimeInterval? {
        guard let text = try string(key) else { return nil }
        guard let gap = TimeInterval(gapOfRate: text) else {
            throw error(key, "is \"\(text)\"; write a number for each s, m, h or d, such as \"600/m\"")
        }
        return gap
    }

    func addresses(_ key: Key) throws -> [String]? {
        let addresses = try strings(key)
        for text in addresses ?? [] where Mailbox(text) == nil {
            throw error(key, "has \"\(text)\", which is not a mail address")
        }
        return addresses
    }

    func letters(_ key: Key, count: Int) throws -> String? {
        guard let text = try string(key) else { return nil }
        guard text.count == count, text.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            throw error(key, "is \"\(text)\", and should be \(count) letters")
        }
        return text.lowercased()
    }

    /// A section of the digest: a built-in one, a configured one, or a new one. A new name that looks like a typing
    /// mistake is an error.
    func section(_ text: String, of key: Key, own: Configuration.OwnCategories) throws -> String {
        let names = SectionNames(own: own)
        if let section = names.section(named: text) { return section.name }
        guard names.misspelt(text) != nil, let mistake = names.mistake(in: text) else { return text }
        throw error(key, "has \"\(text)\"; \(mistake)")
    }

    func digestLanguage(_ key: Key) throws -> String? {
        guard let text = try string(key) else { return nil }
        let known = Language.all.map(\.code)
        guard known.contains(text) else {
            throw error(key, "is \"\(text)\"; \(allowedValues(for: text, among: known))")
        }
        return text
    }

    func timeZone(_ key: Key) throws -> String? {
        guard let text = try string(key) else { return nil }
        guard TimeZone(identifier: text) != nil else {
            let hint = hint(for: text, among: TimeZone.knownTimeZoneIdentifiers)
            let advice = hint.isEmpty ? ", such as \"Europe/Moscow\"" : hint
            throw error(key, "is \"\(text)\", which is not a time zone\(advice)")
        }
        return text
    }

    func fullText(_ key: Key) throws -> Configuration.FullText? {
        switch node(key)?.value {
        case nil: nil
        case .boolean(let isShown): isShown ? .shown : .off
        case .string("show"): .kept
        default: throw error(key, "should be true, false or \"show\": for 'newsdigest show', but not in the digest")
        }
    }

    /// `[categories]`: a name and its title, or a name and a table.
    func ownCategories(_ key: Key) throws -> Configuration.OwnCategories {
        var categories: Configuration.OwnCategories = [:]
        for (name, node) in try nodes(key) ?? [:] {
            let path = "\(self.name(key)).\(name)"
            if let fault = lineFault(name) { throw error(key, "has a name that \(fault)", at: node) }
            if case .string(let title) = node.value {
                if let fault = lineFault(title) { throw error(path, fault, line: node.line) }
                categories[name] = Configuration.OwnCategory(title: title)
            } else {
                guard case .table = node.value else {
                    throw RunError.configuration(
                        file: file, line: node.line,
                        reason: "'\(path)' is \(node.kind), and should be a title or a table")
                }
                categories[name] = try Configuration.OwnCategory(
                    ConfigurationTable<CategoryKey>(node, path: path, file: file), name: name)
            }
        }
        return categories
    }
}
