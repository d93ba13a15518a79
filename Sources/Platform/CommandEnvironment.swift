import Foundation

extension [String: String] {
    /// The environment variables for the programs that the configuration names: all except secrets.
    ///
    /// A variable is a secret if the configuration uses it as one, if its name says so, or if it contains a proxy's
    /// password. `NEWSDIGEST_COMMAND_ENVIRONMENT` lists the names of variables that programs get in any case.
    package var forCommands: [String: String] {
        let listed = listedForCommands
        return filter { name, value in listed.contains(name) || !Self.isSecret(name, value) }
    }

    /// The names of the variables that programs get in any case.
    package var listedForCommands: Set<String> {
        Set(self["NEWSDIGEST_COMMAND_ENVIRONMENT", default: ""].split(separator: " ").map(String.init))
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

    /// Variables whose names look like secrets. They only say where secrets are stored.
    private static let harmless: Set = ["PASSWORD_STORE_DIR"]
}
