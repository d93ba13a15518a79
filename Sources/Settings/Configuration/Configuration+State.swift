import Foundation
import State
import Values

extension Configuration {
    /// The path of the state, or its address: from `--state`, from `NEWSDIGEST_STATE`, or from the configuration;
    /// otherwise the user's own state.
    /// - Parameters:
    ///   - option: the value of `--state`.
    ///   - path: the value of `--config`.
    /// - Throws: `RunError.configuration`.
    package static func stateName(
        option: String?, configuration path: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> String {
        try option ?? stateName(in: environment)
            ?? Configuration(path: path, environment: environment).state ?? Paths(environment: environment).state
    }

    /// The same for a configuration that was read already.
    package func stateName(
        option: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String {
        option ?? Self.stateName(in: environment) ?? state ?? Paths(environment: environment).state
    }

    private static func stateName(in environment: [String: String]) -> String? {
        guard let variable = environment["NEWSDIGEST_STATE"], !variable.isEmpty else { return nil }
        let isAddress = ServerAddress.isAddress(variable)
        return isAddress ? variable : variable.asPath(home: Paths(environment: environment).home, folder: ".")
    }
}

extension KeyType<String> {
    /// The path of a state, or its address. An address may contain a password, which is then known as a secret.
    static var state: Self {
        line.map { text, entry in
            guard ServerAddress.isAddress(text) else { return try path.read(entry) }
            do {
                _ = try ServerAddress(text)
            } catch RunError.configuration(_, _, let reason) {
                throw entry.error(reason)
            }
            return text
        }
    }
}
