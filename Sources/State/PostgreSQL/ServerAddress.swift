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
        let parts = Parts(text)
        for password in parts.passwords { Redactor.current?.learn(password) }
        guard ["postgresql://", "postgres://"].contains(where: { text.prefix($0.count).lowercased() == $0 }) else {
            Redactor.current?.learn(passwordIn: text)
            let beforePassword = text.firstRange(of: Self.passwordKey).map { String(text[..<$0.lowerBound]) }
            throw RunError.configuration(
                file: beforePassword ?? parts.shown(parts.parameters),
                reason: "should be the path of a file, or an address that begins with postgresql://, such as "
                    + "postgresql://host/database")
        }
        if let wrong = parts.wrongPort {
            // Who copies an example writes "port". Any other word may be a password.
            if wrong.lowercased() != "port" { Redactor.current?.learn(String(wrong)) }
            throw RunError.configuration(
                file: String(parts.rest[..<wrong.startIndex]) + "…",
                reason: "has a port that is no number; write @ and the host after a user and a password")
        }
        let schemas = parts.parameters.filter { $0.hasPrefix("schema=") }
        let parameters = parts.parameters.filter { !$0.hasPrefix("schema=") }
        connection = parts.escaped(parameters)
        schema = schemas.last.map { String($0.dropFirst("schema=".count)) } ?? "newsdigest"
        name = parts.shown(parameters + schemas.suffix(1))
        hasPassword = !parts.passwords.isEmpty
        guard schema.wholeMatch(of: /[a-z_][a-z0-9_]{0,62}/) != nil, !schema.hasPrefix("pg_") else {
            throw RunError.configuration(
                file: name,
                reason: "the schema should be lower-case letters, digits and _, and not begin with a digit or 'pg_'")
        }
    }

    /// Whether the name of a state is an address and not a path. `init` refuses the addresses of other servers, and
    /// addresses with a mistake, such as `postgresql//…`. As a path, they would make folders that are named after the
    /// password.
    package static func isAddress(_ text: String) -> Bool {
        // Most paths have none of these signs. To make a `Regex` for each reader's is dear.
        guard text.utf8.contains(where: ":=".utf8.contains) || text[...].firstRange(ofLiteral: "//") != nil else {
            return false
        }
        return text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) != nil
            || text.prefixMatch(of: /postgres(ql)?(:|\/\/)/.ignoresCase()) != nil || text.holdsPassword
            || text.contains(passwordKey)
    }

    /// A password in libpq's other form of addresses: `host=db user=anna password=…`. A `Regex` is not `Sendable`, so
    /// each use makes one.
    private static var passwordKey: some RegexComponent<Substring> { /(?:^|\s)\w*password\s*=/.ignoresCase() }

    /// The parts of an address, whether it is right or wrong.
    private struct Parts {
        /// What is before the user: the scheme and the slashes.
        var beginning = ""
        var user = ""
        var password: String?
        /// What is between the `@` and the parameters. Without a user, all that is before the parameters.
        var rest: String
        var parameters: [String] = []

        /// People write passwords with `/` and `?`. So the user and the password are found first.
        init(_ text: String) {
            rest = text
            if let range = text.userInfo {
                let login = text[range].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                beginning = String(text[..<range.lowerBound])
                user = String(login[0])
                password = login.count > 1 ? String(login[1]) : nil
                rest = String(text[range.upperBound...])
            }
            let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count > 1 else { return }
            rest = String(parts[0])
            parameters = parts[1].split(separator: "&").map(String.init)
        }

        /// What stands where the port of the first host should be, if that is no number: the password, if the host lacks
        /// (`postgresql://anna:password/news`).
        var wrongPort: Substring? {
            let hosts = rest[...].split(atLiteral: "://").last ?? rest[...]
            guard let colon = hosts.firstIndex(where: { ":/[".contains($0) }), hosts[colon] == ":" else { return nil }
            let port = hosts[colon...].dropFirst().prefix { !",/".contains($0) }
            return port.utf8.areDigits ? nil : port
        }

        /// Each password as it is written and as it is meant, and its parts: libpq ends an address at a slash.
        var passwords: [String] {
            let values = parameters.filter(Self.isSecret).map { String($0.drop { $0 != "=" }.dropFirst()) }
            let all = values + [password].compactMap(\.self)
            return Set(
                all + all.compactMap(\.removingPercentEncoding)
                    + all.flatMap { $0.split { "/?#".contains($0) }.map(String.init) }
            )
            .filter { !$0.isEmpty }
        }

        /// The address without its passwords.
        func shown(_ parameters: [String]) -> String {
            beginning + user + Self.query(of: rest, parameters.filter { !Self.isSecret($0) })
        }

        /// The address for libpq.
        func escaped(_ parameters: [String]) -> String {
            let password = password.map { password in
                ":"
                    + ["/": "%2F", "?": "%3F", "#": "%23", "@": "%40"].reduce(password) {
                        $0.replacing(literal: $1.key, with: $1.value)
                    }
            }
            return beginning + user + (password ?? "") + Self.query(of: rest, parameters)
        }

        private static func isSecret(_ parameter: String) -> Bool {
            let name = parameter.prefix { $0 != "=" }
            return SecretParameters.holdsSecret(String(name).removingPercentEncoding ?? String(name))
        }

        private static func query(of base: String, _ parameters: [String]) -> String {
            parameters.isEmpty ? base : base + "?" + parameters.joined(separator: "&")
        }
    }
}
