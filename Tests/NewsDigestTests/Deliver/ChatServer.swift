import Foundation
import TestServer

@testable import Settings

/// A chat or push service as its documentation describes it.
protocol ChatStandIn: Sendable {
    typealias JSON = [String: Any]

    var service: Webhook.Service { get }
    /// The path of the webhook's address.
    var path: String { get }
    var token: String? { get }
    var chat: String { get }
    /// The number of stories that need several messages.
    var manyStories: Int { get }
    /// What the service answers to a message that it takes.
    var taken: Reply { get }
    /// Answers that ask to wait for about seven seconds.
    var busy: [Reply] { get }
    /// Answers that refuse a message for good, and what newsdigest says about them.
    var refusals: [(reply: Reply, reason: String)] { get }

    /// The texts of a message, with their markup.
    func texts(_ message: JSON) -> [String]
    /// What readers see of these texts.
    func visible(_ texts: [String]) -> String
    /// The service's answer to a message that breaks its rules; nil for one that it takes.
    func refusal(of message: JSON, in request: Request) -> Reply?
    /// What the service knows a repeated message by; nil if it knows none.
    func messageID(of request: Request) -> String?
}

extension ChatStandIn {
    var path: String { "" }
    var token: String? { "123:s3cr3t-token" }
    var chat: String { "@news" }
    var manyStories: Int { 50 }
    var taken: Reply { .ok("ok") }
    var busy: [Reply] { [] }

    func visible(_ texts: [String]) -> String { texts.joined() }
    func messageID(of request: Request) -> String? { nil }

    fileprivate func hasBearer(_ request: Request) -> Bool {
        token != nil && request.header("Authorization") == token.map { "Bearer \($0)" }
    }

    /// The text as readers take it: without invisible signs, and with the signs for which those that look like them stand.
    fileprivate func withoutLookAlikes(_ text: String) -> String {
        let signs: [Character: Character] = ["‹": "<", "›": ">", "∗": "*", "ˍ": "_", "∼": "~", "ˋ": "`"]
        return String(text.replacing("\u{200B}", with: "").map { signs[$0] ?? $0 })
    }

    fileprivate func withoutReferences(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&amp;", with: "&")
    }
}

extension Webhook.Service {
    /// Those that show messages to people.
    static let chats = allCases.filter { $0.chat != nil }

    var standIn: any ChatStandIn {
        switch self {
        case .slack: SlackStandIn()
        case .discord: DiscordStandIn()
        case .telegram: TelegramStandIn()
        case .ntfy: NtfyStandIn()
        case .mastodon: MastodonStandIn()
        case .matrix: MatrixStandIn()
        case .teams: TeamsStandIn()
        case .mattermost: MattermostStandIn()
        case .rocketchat: RocketChatStandIn()
        case .gotify: GotifyStandIn()
        case .apprise: AppriseStandIn()
        case .pushover: PushoverStandIn()
        case .json: JSONStandIn()
        }
    }
}

/// Stands in for a chat or push service: refuses what the service's documentation says it refuses.
struct ChatServer {
    let standIn: any ChatStandIn
    let server: TestServer

    /// - Parameter replies: given in the place of the service's own, by the number of the request from 0.
    init(_ service: Webhook.Service, replies: [Int: Reply] = [:]) throws {
        let standIn = service.standIn
        self.standIn = standIn
        let count = Counter()
        server = try TestServer { request in
            if let reply = replies[count.next()] { return reply }
            guard let message = Self.json(request) else {
                return .json(#"{"message": "not a message"}"#, status: 400)
            }
            return standIn.refusal(of: message, in: request) ?? standIn.taken
        }
    }

    var webhook: Webhook {
        var webhook = Webhook(service: standIn.service, url: .literal(Secret(server.url(standIn.path))))
        webhook.token = standIn.token.map { .literal(Secret($0)) }
        webhook.chat = standIn.chat
        webhook.topic = "news"
        return webhook
    }

    /// What readers see, message by message.
    var shown: [String] { server.requests.compactMap(Self.json).map { standIn.visible(standIn.texts($0)) } }

    private static func json(_ request: Request) -> ChatStandIn.JSON? {
        try? JSONSerialization.jsonObject(with: Data(request.body)) as? ChatStandIn.JSON
    }
}

private struct SlackStandIn: ChatStandIn {
    let service = Webhook.Service.slack
    let path = "/services/T000/B000/s3cr3t-path"
    let token: String? = nil
    let manyStories = 300
    let busy = [Reply.answer(429, [("Retry-After", "7")], body: Array("rate_limited".utf8))]

    // https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks
    var refusals: [(reply: Reply, reason: String)] {
        [(404, "no_service"), (400, "invalid_payload"), (403, "action_prohibited"), (410, "channel_is_archived")].map {
            (.answer($0, body: Array($1.utf8)), "127.0.0.1 answered \($0): \($1)")
        }
    }

    func texts(_ message: JSON) -> [String] {
        (message["blocks"] as? [JSON] ?? []).compactMap { ($0["text"] as? JSON)?["text"] as? String }
    }

    func visible(_ texts: [String]) -> String {
        texts.map { text in
            withoutReferences(text.replacing(/<[^<>|]*\|([^<>]*)>/) { String($0.output.1) })
                .replacingOccurrences(of: "\u{200B}", with: "")
        }.joined(separator: "\n")
    }

    func refusal(of message: JSON, in request: Request) -> Reply? {
        fault(in: message).map { .answer(400, body: Array($0.utf8)) }
    }

    private func fault(in message: JSON) -> String? {
        let texts = texts(message)
        if texts.isEmpty || texts.count > 50 { return "invalid_blocks" }
        if texts.contains(where: { $0.isEmpty || $0.utf16.count > 3000 }) { return "invalid_blocks" }
        if texts.reduce(0, { $0 + $1.utf16.count }) > 13_000 { return "msg_blocks_too_long" }
        let bare = texts.joined().replacing(/<https?:[^<>|\s]*\|[^<>]*>/, with: "")
        if bare.contains(/[<>]/) || bare.contains(/&(?!amp;|lt;|gt;)/) { return "invalid_payload" }
        return message["text"] as? String == nil ? "no_text" : nil
    }
}

private struct DiscordStandIn: ChatStandIn {
    let service = Webhook.Service.discord
    let path = "/api/webhooks/1/s3cr3t-path"
    let token: String? = nil
    let busy = [
        Reply.json(#"{"message": "You are being rate limited.", "retry_after": 7.25, "global": false}"#, status: 429),
        // A ban by Discord's gatekeeper, which does not speak JSON.
        .answer(429, [("Retry-After", "7")], body: Array("<html>error 1015</html>".utf8)),
    ]
    let refusals: [(reply: Reply, reason: String)] = [
        (
            .json(#"{"message": "Invalid Form Body", "errors": {"embeds": ["0"]}}"#, status: 400),
            #"127.0.0.1 answered 400: {"message": "Invalid Form Body", "errors": {"embeds": ["0"]}}"#
        ),
        (.json(#"{"message": "Unknown Webhook"}"#, status: 404), "127.0.0.1 answered 404: Unknown Webhook"),
    ]

    func texts(_ message: JSON) -> [String] {
        (message["embeds"] as? [JSON] ?? []).compactMap { $0["description"] as? String }
    }

    func visible(_ texts: [String]) -> String {
        texts.joined(separator: "\n").replacing(/\]\(<[^<>\s]*>\)/, with: "").replacing(/\n• \[/, with: "\n• ")
            .replacing(/\\(.)/) { String($0.output.1) }
    }

    func refusal(of message: JSON, in request: Request) -> Reply? {
        fault(in: message, request.query).map {
            .json(
                #"{"message": "Invalid Form Body", "code": 50035, "errors": {"embeds": {"_errors": ["\#($0)"]}}}"#,
                status: 400)
        }
    }

    private func fault(in message: JSON, _ query: String) -> String? {
        let texts = texts(message)
        if query != "wait=true" { return "does not say whether the message was taken" }
        if texts.isEmpty || texts.count > 10 { return "Invalid Form Body: embeds" }
        if texts.contains(where: { $0.isEmpty || $0.unicodeScalars.count > 4096 }) {
            return "Invalid Form Body: description"
        }
        if texts.reduce(0, { $0 + $1.unicodeScalars.count }) > 6000 { return "Embed size exceeds maximum size of 6000" }
        let mentions = (message["allowed_mentions"] as? JSON)?["parse"] as? [String]
        return mentions == [] ? nil : "would ping everyone"
    }
}

private struct TelegramStandIn: ChatStandIn {
    let service = Webhook.Service.telegram
    let taken = Reply.json(#"{"ok": true, "result": {}}"#)
    let busy = [
        Reply.json(
            #"{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 7","parameters":{"retry_after":7}}"#,
            status: 429)
    ]
    let refusals: [(reply: Reply, reason: String)] = [
        (
            .json(#"{"ok":false,"error_code":401,"description":"Unauthorized"}"#, status: 401),
            "127.0.0.1 answered 401: Unauthorized"
        ),
        (
            .json(#"{"ok":false,"description":"Forbidden: bot was kicked"}"#, status: 403),
            "127.0.0.1 answered 403: Forbidden: bot was kicked"
        ),
        (
            .json(#"{"ok":false,"description":"upgraded","parameters":{"migrate_to_chat_id":-100}}"#, status: 400),
            "127.0.0.1 answered 400: upgraded; write chat = \"-100\""
        ),
        (.json(#"{"ok":false,"description":"no"}"#), "127.0.0.1 answered 200: no"),
    ]

    func texts(_ message: JSON) -> [String] { [message["text"] as? String ?? ""] }

    func visible(_ texts: [String]) -> String {
        parsed(texts).replacingOccurrences(of: "\u{200B}", with: "")
    }

    private func parsed(_ texts: [String]) -> String {
        texts.map { withoutReferences($0.replacing(/<[^<>]*>/, with: "")) }.joined()
    }

    func refusal(of message: JSON, in request: Request) -> Reply? {
        fault(in: message, request.path).map {
            .json(#"{"ok":false,"error_code":400,"description":"\#($0)"}"#, status: 400)
        }
    }

    private func fault(in message: JSON, _ path: String) -> String? {
        let texts = texts(message)
        guard path == "/bot123:s3cr3t-token/sendMessage" else { return "Not Found" }
        guard message["chat_id"] as? String == "@news", message["parse_mode"] as? String == "HTML" else {
            return "Bad Request"
        }
        let bare = texts[0].replacing(/<\/?b>|<a href="https?:[^<>"]*">|<\/a>/, with: "")
        if bare.contains(/[<>]/) || bare.contains(/&(?!amp;|lt;|gt;|quot;)/) {
            return "Bad Request: can't parse entities"
        }
        if visible(texts).isEmpty { return "Bad Request: message text is empty" }
        // https://core.telegram.org/bots/api#messageentity: it makes links of them without being asked.
        if parsed(texts).contains(/(?:^|\s)[@#$\/]\w/) { return "would link or mention" }
        // https://github.com/tdlib/telegram-bot-api/issues/165: about 9,500 characters with the markup. It ignores what
        // follows the hundredth entity.
        if texts[0].utf16.count > 9500 { return "Bad Request: ENTITIES_TOO_LONG" }
        if texts[0].components(separatedBy: "</").count > 101 { return "would not link everything" }
        return parsed(texts).utf16.count > 4096 ? "Bad Request: message is too long" : nil
    }
}

private struct NtfyStandIn: ChatStandIn {
    let service = Webhook.Service.ntfy
    let busy = [Reply.answer(429, [("Retry-After", "7")])]
    let refusals: [(reply: Reply, reason: String)] = [
        (.json(#"{"code":40301,"error":"forbidden"}"#, status: 403), "127.0.0.1 answered 403: forbidden")
    ]

    func texts(_ message: JSON) -> [String] { [message["message"] as? String ?? ""] }

    func refusal(of message: JSON, in request: Request) -> Reply? {
        fault(in: message, request).map { code, words in
            .json(#"{"code":\#(code),"http":\#(code / 100),"error":"\#(words)"}"#, status: code / 100)
        }
    }

    private func fault(in message: JSON, _ request: Request) -> (code: Int, words: String)? {
        if request.body.count > 8192 { return (41303, "JSON body too large") }
        guard message["topic"] as? String == "news" else { return (40009, "topic invalid") }
        guard hasBearer(request) else { return (40101, "unauthorized") }
        if (message["title"] as? String ?? "").utf8.count > 1024 { return (40057, "title too long") }
        return texts(message)[0].utf8.count >= 4096 ? (40014, "would become an attachment") : nil
    }
}

private struct MastodonStandIn: ChatStandIn {
    let service = Webhook.Service.mastodon
    let taken = Reply.json(#"{"id": "103254962155278888", "visibility": "public"}"#)
    let busy = [Reply.answer(429, [("Retry-After", "7")], body: Array(#"{"error": "Too many requests"}"#.utf8))]
    let refusals: [(reply: Reply, reason: String)] = [
        (
            .json(#"{"error": "The access token is invalid"}"#, status: 401),
            "127.0.0.1 answered 401: The access token is invalid"
        ),
        (
            .json(#"{"error": "Validation failed: Text character limit of 500 exceeded"}"#, status: 422),
            "127.0.0.1 answered 422: Validation failed: Text character limit of 500 exceeded"
        ),
    ]

    func texts(_ message: JSON) -> [String] { [message["status"] as? String ?? ""] }

    func visible(_ texts: [String]) -> String { texts.joined().replacingOccurrences(of: "\u{200B}", with: "") }

    func messageID(of request: Request) -> String? { request.header("Idempotency-Key") }

    func refusal(of message: JSON, in request: Request) -> Reply? {
        fault(in: message, request).map { status, words in .json(#"{"error": "\#(words)"}"#, status: status) }
    }

    // https://github.com/mastodon/mastodon/blob/main/app/validators/status_length_validator.rb: visible characters, and
    // 23 for an address.
    private func fault(in message: JSON, _ request: Request) -> (status: Int, words: String)? {
        guard request.method == "POST", request.path == "/api/v1/statuses" else { return (404, "Record not found") }
        guard hasBearer(request) else { return (401, "The access token is invalid") }
        guard messageID(of: request)?.isEmpty == false else { return (400, "could be a second status") }
        let text = texts(message)[0]
        if text.isEmpty { return (422, "Validation failed: Text can't be blank") }
        let counted = text.replacing(/https?:\/\/\S+/, with: String(repeating: "x", count: 23))
        if counted.count > 500 { return (422, "Validation failed: Text character limit of 500 exceeded") }
        // Only an address on its own line is a link; nothing in a title mentions anybody.
        if text.contains(/(?:^|[^\n\s])https?:\/\/|[^\n]https?:\/\/|[#＃]\w|(?:^|[^\/\w])@\w|magnet:\?|xmpp:\w/) {
            return (422, "would link or mention")
        }
        return nil
    }
}

private struct MatrixStandIn: ChatStandIn {
    let service = Webhook.Service.matrix
    let chat = "!n/ws:example.org"
    let manyStories = 300
    let taken = Reply.json(#"{"event_id": "$YUwRidLecu:example.org"}"#)
    let busy = [
        Reply.json(#"{"errcode": "M_LIMIT_EXCEEDED", "error": "Too many", "retry_after_ms": 7000}"#, status: 429),
        .answer(429, [("Retry-After", "7")], body: Array(#"{"errcode": "M_LIMIT_EXCEEDED"}"#.utf8)),
    ]
    let refusals: [(reply: Reply, reason: String)] = [
        (
            .json(#"{"errcode": "M_UNKNOWN_TOKEN", "error": "Unrecognised access token"}"#, status: 401),
            "127.0.0.1 answered 401: Unrecognised access token"
        ),
        (
            .json(#"{"errcode": "M_FORBIDDEN", "error": "User not in the room"}"#, status: 403),
            "127.0.0.1 answered 403: User not in the room"
        ),
        (
            .json(#"{"errcode": "M_TOO_LARGE", "error": "event too large"}"#, status: 413),
            "127.0.0.1 answered 413: event too large"
        ),
    ]

    func texts(_ message: JSON) -> [String] { [message["formatted_body"] as? String ?? ""] }

    func visible(_ texts: [String]) -> String {
        withoutReferences(texts.joined().replacing("<br>", with: "\n").replacing(/<[^<>]*>/, with: ""))
    }

    func messageID(of request: Request) -> String? { request.path.split(separator: "/").last.map(String.init) }

    func refusal(of message: JSON, in request: Request) -> Reply? {
        fault(in: message, request).map { status, code in
            .json(#"{"errcode": "\#(code)", "error": "\#(code)"}"#, status: status)
        }
    }

    private func fault(in message: JSON, _ request: Request) -> (status: Int, code: String)? {
        guard hasBearer(request) else { return (401, "M_MISSING_TOKEN") }
        // The room is one part of the path, so its slash is encoded.
        let start = "/_matrix/client/v3/rooms/%21n%2Fws%3Aexample.org/send/m.room.message/"
        guard request.method == "PUT", request.path.hasPrefix(start), request.path.count > start.count else {
            return (404, "M_UNRECOGNIZED")
        }
        if request.body.count > 64_000 { return (413, "M_TOO_LARGE") }
        guard let plain = message["body"] as? String, ["m.text", "m.notice"].contains(message["msgtype"] as? String),
            message["format"] as? String == "org.matrix.custom.html", message["m.mentions"] as? JSON != nil
        else { return (400, "M_BAD_JSON") }
        let html = texts(message)[0]
        let bare = html.replacing(/<\/?b>|<br>|<a href="https?:[^<>"]*">|<\/a>/, with: "")
        if bare.contains(/[<>]/) || bare.contains(/&(?!amp;|lt;|gt;|quot;)/) { return (400, "M_INVALID_PARAM") }
        // Those who read the text without markup find every address.
        let addresses = html.matches(of: /href="([^"]*)"/).map { withoutReferences(String($0.output.1)) }
        let lines = Set(plain.split(separator: "\n").map(String.init))
        return addresses.allSatisfy(lines.contains) ? nil : (400, "M_BAD_JSON")
    }
}

private struct JSONStandIn: ChatStandIn {
    let service = Webhook.Service.json
    let path = "/hook"
    let refusals: [(reply: Reply, reason: String)] = [(.redirect(to: "/elsewhere"), "127.0.0.1 answered 302")]

    func texts(_ message: JSON) -> [String] { [] }
    func refusal(of message: JSON, in request: Request) -> Reply? { nil }
}

/// Counts across the threads of a server.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0

    /// The count so far, from 0.
    @discardableResult
    func next() -> Int {
        lock.withLock {
            value += 1
            return value - 1
        }
    }

    var count: Int { lock.withLock { value } }
}

/// A service that takes Slack's form with text in Markdown.
private protocol MarkdownHookStandIn: ChatStandIn {
    /// The greatest length of a text, in UTF-16 code units.
    var longest: Int { get }

    /// Whether a text has a link without a text of its own, or a mention.
    func linksOrMentions(_ text: String) -> Bool
}

extension MarkdownHookStandIn {
    var path: String { "/hooks/s3cr3t-path" }
    var token: String? { nil }
    var manyStories: Int { 300 }
    var busy: [Reply] { [.answer(429, [("Retry-After", "7")])] }
    var refusals: [(reply: Reply, reason: String)] {
        [(.json(#"{"message": "Invalid webhook"}"#, status: 400), "127.0.0.1 answered 400: Invalid webhook")]
    }

    func texts(_ message: JSON) -> [String] { [message["text"] as? String ?? ""] }

    func refusal(of message: JSON, in request: Request) -> Reply? {
        let text = texts(message)[0]
        let words =
            text.isEmpty
            ? "No text"
            : text.utf16.count > longest
                ? "Text is too long" : linksOrMentions(text) ? "would link or mention" : nil
        return words.map { .json(#"{"message": "\#($0)"}"#, status: 400) }
    }
}

private struct MattermostStandIn: MarkdownHookStandIn {
    let service = Webhook.Service.mattermost
    let longest = 16_383

    func visible(_ texts: [String]) -> String {
        // https://github.com/mattermost/marked: a link's address ends at the first parenthesis that closes none, and a
        // backslash before any other sign is shown.
        withoutLookAlikes(
            texts.joined(separator: "\n").replacing(/\[((?:\\.|[^\[\]\\])*)\]\(https?:[^()\s]*\)/) { $0.output.1 }
                .replacing(/\\([`*{}\[\]()#+\-.!_>|~]|\\(?![A-Za-z0-9_]))/) { $0.output.1 })
    }

    func linksOrMentions(_ text: String) -> Bool {
        text.contains(/[@#]\w|<[A-Za-z\/!3]|<[^ >]+(?:@|:\/)[^ >]+>/)
    }
}

private struct RocketChatStandIn: MarkdownHookStandIn {
    let service = Webhook.Service.rocketchat
    let longest = 5_000

    /// https://github.com/RocketChat/Rocket.Chat/blob/develop/packages/message-parser/src/grammar.pegjs: an address in
    /// `<>` is none, no backslash keeps the text of a link or a bold text from being markup, and two signs of one kind
    /// in a line are always markup.
    func visible(_ texts: [String]) -> String {
        withoutLookAlikes(
            texts.joined(separator: "\n").replacing(/\[([^\n]*?)\]\(https?:[^()<>|\\\s]*\)/) { $0.output.1 }
                .replacing(/\*\*([^*\n]+)\*\*/) { $0.output.1 }.replacing(/\*([^*\n]+)\*/) { $0.output.1 }
                .replacing(/_([^_\n]+)_/) { $0.output.1 }.replacing(/~([^~\n]+)~/) { $0.output.1 }
                .replacing(/`([^`\n]+)`/) { $0.output.1 })
    }

    func linksOrMentions(_ text: String) -> Bool {
        text.replacing(/\]\(https?:[^()<>|\\\s]*\)/, with: "")
            .contains(/[@#]\w|\]\(|<|\|\||:\w+:|\w\.[a-z]{2}|\+\d{5}/)
    }
}

private struct TeamsStandIn: ChatStandIn {
    let service = Webhook.Service.teams
    let path = "/workflows/s3cr3t-path"
    let token: String? = nil
    let manyStories = 300
    let busy = [Reply.answer(429, [("Retry-After", "7")])]
    let refusals: [(reply: Reply, reason: String)] = [
        (
            .json(#"{"error": {"message": "x"}, "message": "Bad card"}"#, status: 400),
            #"127.0.0.1 answered 400: {"error": {"message": "x"}, "message": "Bad card"}"#
        )
    ]

    func texts(_ message: JSON) -> [String] {
        let contents = (message["attachments"] as? [JSON] ?? []).compactMap { $0["content"] as? JSON }
        return contents.flatMap { $0["body"] as? [JSON] ?? [] }.compactMap { $0["text"] as? String }
    }

    func visible(_ texts: [String]) -> String {
        texts.joined(separator: "\n").replacing(/\]\(https?:[^()\s]*\)/, with: "").replacing(/\n• \[/, with: "\n• ")
            .replacing(/\\(.)/) { String($0.output.1) }
    }

    func refusal(of message: JSON, in request: Request) -> Reply? {
        let attachment = (message["attachments"] as? [JSON])?.first
        let isCard =
            message["type"] as? String == "message"
            && attachment?["contentType"] as? String == "application/vnd.microsoft.card.adaptive"
            && (attachment?["content"] as? JSON)?["type"] as? String == "AdaptiveCard"
        return isCard && !texts(message).isEmpty && request.body.count <= 28_000
            ? nil : .json(#"{"message": "Bad card"}"#, status: 400)
    }
}

private struct GotifyStandIn: ChatStandIn {
    let service = Webhook.Service.gotify
    let manyStories = 300
    let taken = Reply.json(#"{"id": 25, "appid": 5}"#)
    let busy = [Reply.answer(429, [("Retry-After", "7")])]
    let refusals: [(reply: Reply, reason: String)] = [
        (
            .json(
                #"{"error": "Unauthorized", "errorCode": 401, "errorDescription": "you need to provide a token"}"#,
                status: 401),
            "127.0.0.1 answered 401: you need to provide a token"
        )
    ]

    func texts(_ message: JSON) -> [String] { [message["message"] as? String ?? ""] }

    func refusal(of message: JSON, in request: Request) -> Reply? {
        guard request.path == "/message", request.header("X-Gotify-Key") == token else {
            return .json(#"{"error": "Unauthorized", "errorDescription": "no token"}"#, status: 401)
        }
        return texts(message)[0].isEmpty || message["title"] as? String == nil
            ? .json(#"{"errorDescription": "Field 'message' is required"}"#, status: 400) : nil
    }
}

private struct AppriseStandIn: ChatStandIn {
    let service = Webhook.Service.apprise
    let manyStories = 300
    let busy = [Reply.answer(429, [("Retry-After", "7")])]
    let refusals: [(reply: Reply, reason: String)] = [
        (.json(#"{"error": "Could not find the key"}"#, status: 424), "127.0.0.1 answered 424: Could not find the key")
    ]

    func texts(_ message: JSON) -> [String] { [message["body"] as? String ?? ""] }

    func refusal(of message: JSON, in request: Request) -> Reply? {
        request.path == "/notify/news" && !texts(message)[0].isEmpty && message["title"] as? String != nil
            ? nil : .json(#"{"error": "The payload was not complete"}"#, status: 400)
    }
}

private struct PushoverStandIn: ChatStandIn {
    let service = Webhook.Service.pushover
    let chat = "uQiRzpo4DXghDmr9QzzfQu27cmVRsG"
    let taken = Reply.json(#"{"status": 1, "request": "647d2300-702c-4b38-8b2f-d56326ae460b"}"#)
    let busy = [Reply.answer(429, [("Retry-After", "7")])]
    let refusals: [(reply: Reply, reason: String)] = [
        (
            .json(#"{"status": 0, "errors": ["user identifier is invalid"]}"#, status: 400),
            "127.0.0.1 answered 400: user identifier is invalid"
        )
    ]

    func texts(_ message: JSON) -> [String] { [message["message"] as? String ?? ""] }

    func refusal(of message: JSON, in request: Request) -> Reply? {
        let text = texts(message)[0]
        let fault =
            request.path != "/1/messages.json"
            ? "not found"
            : message["token"] as? String != token || message["user"] as? String != chat
                ? "token is invalid"
                : text.isEmpty || text.utf16.count > 1024
                    ? "message is too long"
                    : (message["title"] as? String ?? "").utf16.count > 250 ? "title is too long" : nil
        return fault.map { .json(#"{"status": 0, "errors": ["\#($0)"]}"#, status: 400) }
    }
}
