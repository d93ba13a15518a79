import Foundation
import Texts
import Values

/// The address of a state on a PostgreSQL server: `postgresql://user@host/database?schema=news`.
///
/// Everything but `schema` is as libpq has it (PostgreSQL's documentation, section 34.1.1.2).
package struct ServerAddress: Sendable, Equatable {
    /// The address for libpq, without `schema`. It may contain a password.
    let connection: String
    /// The name of the schema that contains the tables.
    let schema: String
    /// The address without its password, for messages.
    package let name: String

    package let hasPassword: Bool

    /// Nil when the name of a state is not an address but the path of a file.
    /// - Throws: `RunError.configuration` when the address has a mistake.
    package init?(_ text: String) throws {
        guard Self.isAddress(text) else { return nil }
        guard ["postgresql://", "postgres://"].contains(where: { text.prefix($0.count).lowercased() == $0 }) else {
            Redactor.current?.learn(passwordIn: text)
            throw RunError.configuration(
                file: text, line: nil,
                reason: "a state is the path of a file, or an address that begins with postgresql://, such as "
                    + "postgresql://user@host/database")
        }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var parameters = parts.count > 1 ? parts[1].split(separator: "&").map(String.init) : []
        let schemas = parameters.filter { $0.hasPrefix("schema=") }.map { String($0.dropFirst("schema=".count)) }
        parameters.removeAll { $0.hasPrefix("schema=") }
        connection = Self.joined(String(parts[0]), parameters)
        schema = schemas.last ?? "newsdigest"
        let shown = parameters.filter { !$0.hasPrefix("password=") && !$0.hasPrefix("sslpassword=") }
        name = Self.joined(Self.withoutPassword(parts[0]), shown + schemas.suffix(1).map { "schema=\($0)" })
        let passwords = Self.passwords(parts[0], parameters)
        hasPassword = !passwords.isEmpty
        for password in passwords { Redactor.current?.learn(password) }
        guard schema.wholeMatch(of: /[a-z_][a-z0-9_]{0,62}/) != nil, !schema.hasPrefix("pg_") else {
            throw RunError.configuration(
                file: name, line: nil,
                reason: "the schema should be lower-case letters, digits and _, and not begin with a digit or 'pg_'")
        }
    }

    /// Whether the name of a state is an address and not a path. `init` refuses the addresses of other servers, and
    /// addresses with a mistake, such as `postgresql//…`. As a path, they would make folders that are named after the
    /// password.
    package static func isAddress(_ text: String) -> Bool {
        text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) != nil
            || text.prefixMatch(of: /postgres(ql)?(:|\/\/)/.ignoresCase()) != nil || text.holdsPassword
    }

    private static func joined(_ base: String, _ parameters: [String]) -> String {
        parameters.isEmpty ? base : base + "?" + parameters.joined(separator: "&")
    }

    /// The user and the password in front of the last `@` before the path.
    private static func userinfo(_ base: Substring) -> Range<Substring.Index>? {
        guard let scheme = base.firstRange(of: "://") else { return nil }
        let authority = base[scheme.upperBound...].prefix { $0 != "/" }
        return authority.lastIndex(of: "@").map { scheme.upperBound..<$0 }
    }

    private static func withoutPassword(_ base: Substring) -> String {
        guard let range = userinfo(base), let colon = base[range].firstIndex(of: ":") else { return String(base) }
        return String(base[..<colon] + base[range.upperBound...])
    }

    /// Each password as it is written and as it is meant.
    private static func passwords(_ base: Substring, _ parameters: [String]) -> [String] {
        var passwords = parameters.filter { $0.hasPrefix("password=") || $0.hasPrefix("sslpassword=") }
            .map { String($0.drop { $0 != "=" }.dropFirst()) }
        if let range = userinfo(base), let colon = base[range].firstIndex(of: ":") {
            passwords.append(String(base[base.index(after: colon)..<range.upperBound]))
        }
        return passwords.flatMap { [$0, $0.removingPercentEncoding ?? $0] }.filter { !$0.isEmpty }
    }
}
