import Foundation
import HTTP

/// What one chat or push service wants of a message, and of the request that posts it.
///
/// To add one, add a file like `Slack.swift` and a case of `Webhook.Service`.
protocol ChatService: Sendable {
    var limits: ChatLimits { get }
    /// Where to post to if the configuration names no address; nil if it must, and then the address is a secret.
    var standardURL: String? { get }
    /// The keys of `[[deliver]]` that it needs besides `url`.
    var requiredKeys: [DeliverKey] { get }
    /// Whether the service itself shows the title above the message.
    var showsTitle: Bool { get }

    /// What counts towards the limits.
    func length(visible: String, markup: String) -> Int
    /// What to write for a character that would be markup, a mention or a link; nil if it stays as it is.
    func escaped(_ scalar: Unicode.Scalar) -> String?
    /// - Parameter text: escaped already.
    func bold(_ text: String) -> String
    /// Nil if links are plain text, with the address on a line of its own.
    /// - Parameter url: percent-encoded, as `SafeURL` gives it.
    func link(_ text: String, to url: String) -> String?
    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable
    /// The address of the request.
    /// - Parameter base: of the configuration.
    func address(_ base: String, token: String?) -> String
    /// Whether the address holds the key of the receiver.
    var isAddressSecret: Bool { get }
    /// Whether the body of an answer with status 200 can say that the message was refused (`"ok": false`).
    var refusesInBody: Bool { get }
    /// Whether the token goes into a header of the request, as a bearer token (RFC 6750).
    var takesBearerToken: Bool { get }
}

/// How much one message takes.
struct ChatLimits {
    /// Of the text of one block.
    var block: Int
    var blocks = Int.max
    /// Of all blocks together.
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

    /// The text so that the service shows it and finds no markup, mention or link in it.
    func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars { result += escaped(scalar) ?? String(scalar) }
        return result
    }
}

extension Webhook.Service {
    /// Nil for a receiver of the digest's own JSON.
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
