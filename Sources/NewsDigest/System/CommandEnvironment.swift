import Foundation
import HTTP

extension [String: String] {
    /// The variables that a program gets which the configuration names: all but those that hold secrets. A secret is
    /// what the configuration reads as one, what the name of its variable says is one, and a proxy's password.
    /// `NEWSDIGEST_COMMAND_ENVIRONMENT` lists the names of those that a program is to have all the same.
    var forCommands: [String: String] {
        let listed = Set(self["NEWSDIGEST_COMMAND_ENVIRONMENT", default: ""].split(separator: " ").map(String.init))
        return filter { name, value in listed.contains(name) || !Self.isSecret(name, value) }
    }

    private static func isSecret(_ name: String, _ value: String) -> Bool {
        if harmless.contains(name) { return false }
        let words = name.uppercased().split { !$0.isLetter }
        return words.contains { word in secretWords.contains { word.hasSuffix($0) } }
            || value.contains("@") && value.contains("://") || value.withoutSecrets != value
    }

    private static let secretWords = [
        "KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASS", "PASSPHRASE", "CREDENTIAL", "CREDENTIALS", "COOKIE",
        "WEBHOOK", "SECRETS", "TOKENS", "KEYS",
    ]

    /// Named as if they were secrets; they are only where to ask for one.
    private static let harmless: Set = ["PASSWORD_STORE_DIR"]
}
