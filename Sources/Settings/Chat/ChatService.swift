import Foundation
import HTTP

/// What one chat or push service needs for a message, for the request that posts it, and to read the answer.
///
/// To add one, add a file like `Slack.swift`, a case of `Webhook.Service`, and its answers in `settings` and `chat`.
package protocol ChatService: Sendable {
    var limits: ChatLimits { get }
    /// Whether the service itself shows the title above the message.
    var showsTitle: Bool { get }
    /// Whether a message itself opens the page of its digest (`ChatMessage.page`).
    var opensPage: Bool { get }

    /// The length that counts towards the limits.
    func length(visible: String, markup: String) -> Int
    /// The replacement for a character that would become markup, a mention or a link; nil if it needs none.
    func escaped(_ scalar: Unicode.Scalar) -> String?
    /// - Parameter text: text that is already escaped.
    func bold(_ text: String) -> String
    /// Nil if links are plain text. Then the address is on its own line.
    /// - Parameter url: a percent-encoded URL, as `safeURL` gives it.
    func link(_ text: String, to url: String) -> String?
    /// An address on its own line, where links are plain text.
    func address(_ url: String) -> String
    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable
    /// The request that posts a message, without its body.
    /// - Parameters:
    ///   - base: the address from the configuration.
    ///   - messageID: the same for each attempt to post the same message, and different for any other message.
    func request(for webhook: Webhook, at base: String, token: String?, messageID: String) -> ChatRequest
    /// What the body of an answer says.
    func answer(_ body: [UInt8]) -> ChatAnswer
}

/// The limits of one message.
package struct ChatLimits {
    /// The length of the text of one block.
    package var block: Int
    package var blocks = Int.max
    /// The length of all blocks together.
    package var message: Int
    /// The length of one part of a block, such as a title. A heading, a title and what is known about its story always
    /// fit together.
    package var text: Int

    /// - Parameter text: nil for a sixth of a block.
    init(block: Int, blocks: Int = .max, message: Int, text: Int? = nil) {
        self.block = block
        self.blocks = blocks
        self.message = message
        self.text = text ?? block / 6
    }
}

/// One message of a digest.
package struct ChatMessage {
    var title: String
    /// The blocks in the markup of the service.
    var blocks: [String]
    /// The message without markup, with each address on its own line.
    var plain: String
    /// Whether it is the first of its digest.
    var isFirst: Bool
    /// The address of the digest's page.
    var page: String?

    package init(title: String, blocks: [String], plain: String, isFirst: Bool, page: String? = nil) {
        (self.title, self.blocks, self.plain, self.isFirst, self.page) = (title, blocks, plain, isFirst, page)
    }

    var text: String { blocks.joined(separator: "\n\n") }
}

/// How a message is posted.
package struct ChatRequest {
    var method: HTTPRequest.Method
    var url: String
    var headers: [HTTPHeader]
    /// What is added to the message's JSON when it is sent, for services that want their keys there: no stored bytes have
    /// a secret.
    var added: [String: String] = [:]

    /// - Parameter bearer: the token for a header (RFC 6750, section 2.1); nil for none.
    init(_ method: HTTPRequest.Method = .post, url: String, bearer: String? = nil, headers: [HTTPHeader] = []) {
        self.method = method
        self.url = url
        self.headers = (bearer.map { [HTTPHeader("Authorization", "Bearer \($0)")] } ?? []) + headers
    }
}

/// What the body of an answer says.
package struct ChatAnswer {
    /// Why the message was refused, in the words of the service.
    var words: String?
    /// Whether the message was refused even if the status says that it was taken.
    var isRefusal = false
    /// The seconds until the service takes a message again.
    var wait: Double?
    /// What the user can change.
    var advice: String?
}

extension ChatAnswer {
    /// Reads the keys that most services use. An answer that is no JSON says nothing.
    init(json body: [UInt8]) {
        struct Usual: Decodable {
            var description: String?
            var message: String?
            var error: String?
            var retryAfter: Double?
        }
        let usual = Usual(snakeCase: body)
        self.init(words: usual?.description ?? usual?.message ?? usual?.error, wait: usual?.retryAfter)
    }
}

extension Decodable {
    /// The value of a body in JSON whose keys are in snake case; nil if it is none.
    init?(snakeCase body: [UInt8]) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        guard let value = try? decoder.decode(Self.self, from: Data(body)) else { return nil }
        self = value
    }
}

extension ChatService {
    package var showsTitle: Bool { false }

    package var opensPage: Bool { false }

    package func address(_ url: String) -> String { url }

    package func request(for webhook: Webhook, at base: String, token: String?, messageID: String) -> ChatRequest {
        ChatRequest(url: base)
    }

    package func answer(_ body: [UInt8]) -> ChatAnswer { ChatAnswer(json: body) }

    /// The address for a link in Markdown. A parenthesis, a bar or a backslash could end it.
    func linkTarget(_ url: String) -> String {
        let ends: [Character: String] = ["(": "%28", ")": "%29", "|": "%7C", "\\": "%5C"]
        return url.map { ends[$0] ?? String($0) }.joined()
    }

    /// The text, escaped so that the service finds no markup, mention or link in it.
    package func escaped(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.reduce(into: "") { result, index in
            let scalar = scalars[index]
            result += Self.isPlainColon(scalars, index) ? ":" : escaped(scalar) ?? String(scalar)
        }
    }

    /// A colon before a space and one within a time (`19:00`) begin neither a link nor an emoji.
    private static func isPlainColon(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
        guard scalars[index] == ":" else { return false }
        guard index + 1 < scalars.count, !scalars[index + 1].properties.isWhitespace else { return true }
        return index > 0 && [index - 1, index + 1].allSatisfy { scalars[$0].properties.numericType == .decimal }
    }
}

/// A service that shows a title above plain text.
protocol PlainChatService: ChatService {}

extension PlainChatService {
    var showsTitle: Bool { true }

    func length(visible: String, markup: String) -> Int { markup.utf8.count }

    func escaped(_ scalar: Unicode.Scalar) -> String? { nil }

    func bold(_ text: String) -> String { text }

    func link(_ text: String, to url: String) -> String? { nil }
}

/// A service that reads some of the tags of HTML.
protocol HTMLChatService: ChatService {}

extension HTMLChatService {
    func escaped(_ scalar: Unicode.Scalar) -> String? { escapedInHTML(scalar) }

    /// Only these characters, because a service that reads some of HTML need not know other entities.
    func escapedInHTML(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: nil
        }
    }

    func bold(_ text: String) -> String { "<b>\(text)</b>" }

    func link(_ text: String, to url: String) -> String? {
        let address = url.unicodeScalars.map { escapedInHTML($0) ?? String($0) }.joined()
        return "<a href=\"\(address)\">\(escaped(text))</a>"
    }
}

extension String {
    /// The bytes that the text takes in JSON, without the quotes around it.
    var bytesInJSON: Int { utf8.count + utf8.count { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C } }
}

extension Webhook.Service {
    /// Nil for a receiver of the digest's JSON.
    var chat: (any ChatService)? {
        switch self {
        case .slack: Slack()
        case .discord: Discord()
        case .telegram: Telegram()
        case .ntfy: Ntfy()
        case .mastodon: Mastodon()
        case .matrix: Matrix()
        case .teams: Teams()
        case .mattermost: Mattermost()
        case .rocketchat: RocketChat()
        case .gotify: Gotify()
        case .apprise: Apprise()
        case .pushover: Pushover()
        case .json: nil
        }
    }
}
