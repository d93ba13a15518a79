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
        package var secrets: [(name: String, reference: SecretReference)] { secrets(in: "health") }
    }
}

extension Configuration.Health: KeyedSettings {
    package static let initial = Self()
    package static let keys: [Key<Self>] = [
        Key("ping", \.ping, .secret.address())
            .example(
                #""https://hc-ping.com/your-uuid""#, #""~/.config/newsdigest/ping.address""#,
                #"["pass", "show", "ping"]"#),
        Key("start", \.start, .reference.address())
            .example(#""https://status.example.org/api/push/token?status=up&msg=started""#),
        Key("success", \.success, .reference.address())
            .example(#""https://status.example.org/api/push/token?status=up""#),
        Key("failure", \.failure, .reference.address())
            .example(#""https://status.example.org/api/push/token?status=down""#),
        Key("method", \.method, .choice).note("or GET"),
    ]
}

/// `[metrics]`.
package struct MetricsTable: KeyedSettings {
    var file: String?

    package static let initial = Self()
    package static let keys: [Key<Self>] = [
        Key("file", \.file, .path).example(#""/var/lib/prometheus/node-exporter/newsdigest.prom""#)
    ]
}
