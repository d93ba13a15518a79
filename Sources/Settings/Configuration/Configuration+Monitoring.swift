import Foundation

extension Configuration {
    /// The addresses of a monitoring service that waits for news of each run. They contain secrets.
    package struct Health: Sendable, Equatable {
        /// The address for all signals; `/start` and `/fail` are appended.
        package var ping: SecretReference?
        /// The addresses that replace those made from `ping`.
        package var start: SecretReference?
        package var success: SecretReference?
        package var failure: SecretReference?
        package var method = Method.post

        package enum Method: String, Sendable, CaseIterable {
            case post = "POST"
            case get = "GET"
        }

        /// All addresses, each with its key.
        package var secrets: [(name: String, reference: SecretReference)] {
            [("ping", ping), ("start", start), ("success", success), ("failure", failure)].compactMap { key, secret in
                secret.map { ("health.\(key)", $0) }
            }
        }
    }
}

enum HealthKey: String, CaseIterable {
    case ping, start, success, failure, method
    case pingFile = "ping_file"
    case pingCommand = "ping_command"
}

enum MetricsKey: String, CaseIterable { case file }

extension Configuration.Health {
    init(_ table: ConfigurationTable<HealthKey>, home: String) throws {
        self.init()
        ping = try table.secret(.ping, file: .pingFile, command: .pingCommand, home: home)
        start = try table.line(.start).map { try table.reference($0, of: .start) }
        success = try table.line(.success).map { try table.reference($0, of: .success) }
        failure = try table.line(.failure).map { try table.reference($0, of: .failure) }
        method = try table.choice(.method) ?? method
        for (key, secret) in [(HealthKey.ping, ping), (.start, start), (.success, success), (.failure, failure)] {
            if case .literal(let text) = secret, let fault = urlFault(text.reveal(), schemes: ["https", "http"]) {
                throw table.error(key, fault)
            }
        }
    }
}
