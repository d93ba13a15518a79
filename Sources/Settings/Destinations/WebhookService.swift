extension Webhook {
    /// The receivers that `[[deliver]]` can name.
    enum Service: String, Sendable, CaseIterable {
        case slack, discord, telegram, ntfy, mastodon, matrix, teams, mattermost, rocketchat, gotify, apprise, pushover,
            json

        /// What `[[deliver]]` must say about the receiver.
        var settings: Settings {
            switch self {
            case .slack, .discord, .teams, .mattermost, .rocketchat, .json: Settings()
            case .gotify: Settings(keys: ["token"], isAddressSecret: false)
            case .apprise: Settings(keys: ["topic"])
            case .pushover: Settings(url: "https://api.pushover.net", keys: ["chat", "token"], isAddressSecret: false)
            case .telegram: Settings(url: "https://api.telegram.org", keys: ["chat", "token"], isAddressSecret: false)
            case .ntfy: Settings(url: "https://ntfy.sh", keys: ["topic"])
            case .mastodon: Settings(keys: ["token"], isAddressSecret: false)
            case .matrix: Settings(keys: ["chat", "token"], isAddressSecret: false)
            }
        }

        /// What is wrong with the configured `chat`; nil when nothing is wrong.
        func fault(inChat chat: String) -> String? {
            guard self == .matrix, !chat.hasPrefix("!") else { return nil }
            return "should be the internal id of a room, such as \"!abcdef:example.org\""
        }

        struct Settings {
            /// The address for requests when the configuration names none. Nil if the configuration must name it.
            var url: String?
            /// The keys that it needs besides `url`.
            var keys: [String] = []
            /// Whether the address holds the key of the receiver, and is a secret like it.
            var isAddressSecret = true
        }
    }
}
