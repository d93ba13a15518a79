import Foundation

/// What one chat or push service needs for a message and for the request that posts it.
///
/// To add one, add a file like `Slack.swift` and a case of `Webhook.Service`.
protocol ChatService: Sendable {
    var limits: ChatLimits { get }
    /// The address for requests when the configuration names none. Nil if the configuration must name it; then the
    /// address is a secret.
    var standardURL: String? { get }
    /// The keys of `[[deliver]]` that it needs besides `url`.
    var requiredKeys: [DeliverKey] { get }
    /// Whether the service itself shows the title above the message.
    var showsTitle: Bool { get }

    /// The length that counts towards the limits.
    func length(visible: String, markup: String) -> Int
    /// The replacement for a character that would become markup, a mention or a link; nil if it needs none.
    func escaped(_ scalar: Unicode.Scalar) -> String?
    /// - Parameter text: text that is already escaped.
    func bold(_ text: String) -> String
    /// Nil if links are plain text. Then the address is on its own line.
    /// - Parameter url: a percent-encoded URL, as `SafeURL` gives it.
    func link(_ text: String, to url: String) -> String?
    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable
    /// The address of the request.
    /// - Parameter base: the address from the configuration.
    func address(_ base: String, token: String?) -> String
    /// Whether the address holds the key of the receiver.
    var isAddressSecret: Bool { get }
    /// Whether the body of an answer with status 200 can say that the message was refused (`"ok": false`).
    var refusesInBody: Bool { get }
    /// Whether the token goes into a header of the request, as a bearer token (RFC 6750).
    var takesBearerToken: Bool { get }
}

/// The limits of one message.
struct ChatLimits {
    /// The length of the text of one block.
    var block: Int
    var blocks = Int.max
    /// The length of all blocks together.
    var message: Int
}

/// One message of a digest, in the markup of its service.
struct ChatMessage {
    var title: String
    var blocks: [String]
    /// Whether it is the first of its digest.
    var isFirst: Bool

    var text: String { blocks.joined(separator: "\n\n") }
}

extension ChatService {
    var standardURL: String? { nil }
    var requiredKeys: [DeliverKey] { [] }
    var showsTitle: Bool { false }
    var isAddressSecret: Bool { true }
    var refusesInBody: Bool { false }
    var takesBearerToken: Bool { false }

    func address(_ base: String, token: String?) -> String { base }

    /// The text, escaped so that the service finds no markup, mention or link in it.
    func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars { result += escaped(scalar) ?? String(scalar) }
        return result
    }
}

extension Webhook.Service {
    /// Nil for a receiver of the digest's JSON.
    var chat: (any ChatService)? {
        switch self {
        case .slack: Slack()
        case .discord: Discord()
        case .telegram: Telegram()
        case .ntfy: Ntfy()
        case .json: nil
        }
    }
}
