import Foundation
import TestServer

@testable import NewsDigest

/// Stands in for a chat or push service: refuses what the service's documentation says it refuses.
struct ChatServer {
    let service: Webhook.Service
    let server: TestServer

    /// - Parameter replies: given in the place of the service's own, by the number of the request from 0.
    init(_ service: Webhook.Service, replies: [Int: Reply] = [:]) throws {
        self.service = service
        let count = Counter()
        server = try TestServer { request in
            if let reply = replies[count.next()] { return reply }
            guard let message = Message(service, request.body) else {
                return .json(#"{"message": "not a message"}"#, status: 400)
            }
            if let fault = message.fault(at: request) { return fault }
            return service == .telegram ? .json(#"{"ok": true, "result": {}}"#) : .ok("ok")
        }
    }

    var webhook: Webhook {
        var webhook = Webhook(service: service, url: .literal(Secret(server.url(path))))
        webhook.token = service == .slack || service == .discord ? nil : .literal(Secret("123:s3cr3t-token"))
        webhook.chat = "@news"
        webhook.topic = "news"
        return webhook
    }

    private var path: String {
        switch service {
        case .slack: "/services/T000/B000/s3cr3t-path"
        case .discord: "/api/webhooks/1/s3cr3t-path"
        case .telegram, .ntfy: ""
        case .json: "/hook"
        }
    }

    /// What readers see, message by message.
    var shown: [String] { server.requests.compactMap { Message(service, $0.body)?.visible } }
}

/// One request as the service reads it.
private struct Message {
    private let service: Webhook.Service
    private let json: [String: Any]

    init?(_ service: Webhook.Service, _ body: [UInt8]) {
        guard let json = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else { return nil }
        self.service = service
        self.json = json
    }

    func fault(at request: Request) -> Reply? {
        switch service {
        case .slack: slackFault.map { .answer(400, body: Array($0.utf8)) }
        case .discord:
            discordFault(request.query).map {
                .json(
                    #"{"message": "Invalid Form Body", "code": 50035, "errors": {"embeds": {"_errors": ["\#($0)"]}}}"#,
                    status: 400)
            }
        case .telegram:
            telegramFault(request.path).map {
                .json(#"{"ok":false,"error_code":400,"description":"\#($0)"}"#, status: 400)
            }
        case .ntfy:
            ntfyFault(request).map { code, words in
                .json(#"{"code":\#(code),"http":\#(code / 100),"error":"\#(words)"}"#, status: code / 100)
            }
        case .json: nil
        }
    }

    /// The text without markup.
    var visible: String {
        switch service {
        case .slack:
            texts.map { text in
                unescaped(text.replacing(/<[^<>|]*\|([^<>]*)>/) { String($0.output.1) })
                    .replacingOccurrences(of: "\u{200B}", with: "")
            }.joined(separator: "\n")
        case .discord:
            texts.joined(separator: "\n").replacing(/\]\(<[^<>\s]*>\)/, with: "").replacing(/\n• \[/, with: "\n• ")
                .replacing(/\\(.)/) { String($0.output.1) }
        case .telegram: texts.map { unescaped($0.replacing(/<[^<>]*>/, with: "")) }.joined()
        case .ntfy, .json: texts.joined()
        }
    }

    private var texts: [String] {
        switch service {
        case .slack:
            (json["blocks"] as? [[String: Any]] ?? []).compactMap { ($0["text"] as? [String: Any])?["text"] as? String }
        case .discord: (json["embeds"] as? [[String: Any]] ?? []).compactMap { $0["description"] as? String }
        case .telegram: [json["text"] as? String ?? ""]
        case .ntfy: [json["message"] as? String ?? ""]
        case .json: []
        }
    }

    private var slackFault: String? {
        if texts.isEmpty || texts.count > 50 { return "invalid_blocks" }
        if texts.contains(where: { $0.isEmpty || $0.utf16.count > 3000 }) { return "invalid_blocks" }
        if texts.reduce(0, { $0 + $1.utf16.count }) > 13_000 { return "msg_blocks_too_long" }
        let bare = texts.joined().replacing(/<https?:[^<>|\s]*\|[^<>]*>/, with: "")
        if bare.contains(/[<>]/) || bare.contains(/&(?!amp;|lt;|gt;)/) { return "invalid_payload" }
        return json["text"] as? String == nil ? "no_text" : nil
    }

    private func discordFault(_ query: String) -> String? {
        if query != "wait=true" { return "does not say whether the message was taken" }
        if texts.isEmpty || texts.count > 10 { return "Invalid Form Body: embeds" }
        if texts.contains(where: { $0.isEmpty || $0.unicodeScalars.count > 4096 }) {
            return "Invalid Form Body: description"
        }
        if texts.reduce(0, { $0 + $1.unicodeScalars.count }) > 6000 { return "Embed size exceeds maximum size of 6000" }
        let mentions = (json["allowed_mentions"] as? [String: Any])?["parse"] as? [String]
        return mentions == [] ? nil : "would ping everyone"
    }

    private func telegramFault(_ path: String) -> String? {
        guard path == "/bot123:s3cr3t-token/sendMessage" else { return "Not Found" }
        guard json["chat_id"] as? String == "@news", json["parse_mode"] as? String == "HTML" else {
            return "Bad Request"
        }
        let bare = (texts[0] as String).replacing(/<\/?b>|<a href="https?:[^<>"]*">|<\/a>/, with: "")
        if bare.contains(/[<>]/) || bare.contains(/&(?!amp;|lt;|gt;|quot;)/) {
            return "Bad Request: can't parse entities"
        }
        if visible.isEmpty { return "Bad Request: message text is empty" }
        return visible.utf16.count > 4096 ? "Bad Request: message is too long" : nil
    }

    private func ntfyFault(_ request: Request) -> (code: Int, words: String)? {
        if request.body.count > 8192 { return (41303, "JSON body too large") }
        guard json["topic"] as? String == "news" else { return (40009, "topic invalid") }
        guard request.header("Authorization") == "Bearer 123:s3cr3t-token" else { return (40101, "unauthorized") }
        if (json["title"] as? String ?? "").utf8.count > 1024 { return (40057, "title too long") }
        return texts[0].utf8.count >= 4096 ? (40014, "would become an attachment") : nil
    }

    private func unescaped(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&amp;", with: "&")
    }
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
