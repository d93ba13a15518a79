import Addresses
import Foundation
import HTTP

/// The API server of Apprise, which passes a message on to the services of a configuration that it keeps.
struct Apprise: PlainChatService {
    // Each service behind it has limits of its own, and Apprise splits what is too long for one.
    let limits = ChatLimits(block: 8_000, message: 16_000)

    func request(for webhook: Webhook, at base: String, token: String?, messageID: String) -> ChatRequest {
        let topic = PercentEncoding.encoded(webhook.topic ?? "", keeping: PercentEncoding.unreserved)
        return ChatRequest(url: WebAddress.appending("/notify/\(topic)", to: base), bearer: token)
    }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable {
        ["title": message.title, "body": message.text, "type": "info", "format": "text"]
    }
}

/// Messages of a Gotify server, with the token of an application.
struct Gotify: PlainChatService {
    // The server names no limit. A client shows a message as a whole, so it is not longer than one can read there.
    let limits = ChatLimits(block: 8_000, message: 16_000)
    let opensPage = true

    func request(for webhook: Webhook, at base: String, token: String?, messageID: String) -> ChatRequest {
        ChatRequest(
            url: WebAddress.appending("/message", to: base),
            headers: token.map { [HTTPHeader("X-Gotify-Key", $0)] } ?? [])
    }

    func answer(_ body: [UInt8]) -> ChatAnswer {
        struct Fault: Decodable { var errorDescription: String? }
        var answer = ChatAnswer(json: body)
        answer.words = Fault(snakeCase: body)?.errorDescription ?? answer.words
        return answer
    }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable {
        let click = message.page.map { ["client::notification": ["click": ["url": $0]]] }
        return Body(title: message.title, message: message.text, extras: click)
    }

    private struct Body: Encodable {
        var title: String
        var message: String
        var priority = 5
        /// https://gotify.net/docs/msgextras
        var extras: [String: [String: [String: String]]]?
    }
}

/// ntfy, with its JSON form of a message.
struct Ntfy: PlainChatService {
    // https://docs.ntfy.sh/publish/#limitations: 4,096 bytes. The server takes a text of this length for the beginning
    // of a longer one, and makes it an attachment. The JSON around the text may have twice as many bytes (error 41303),
    // the title 1 KB (error 40057, since v2.28).
    let limits = ChatLimits(block: 4095, message: 4095)
    let opensPage = true

    /// The bytes as JSON writes them, so that a text with many quotes leaves room for the JSON around it.
    func length(visible: String, markup: String) -> Int { markup.bytesInJSON }

    func request(for webhook: Webhook, at base: String, token: String?, messageID: String) -> ChatRequest {
        ChatRequest(url: base, bearer: token)
    }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable {
        Body(topic: webhook.topic ?? "", title: message.title, message: message.text, click: message.page)
    }

    private struct Body: Encodable {
        var topic: String
        var title: String
        var message: String
        /// What a tap on the notification opens.
        var click: String?
        var tags = ["newspaper"]
    }
}

/// Pushover: messages of an application to a user or a group.
struct Pushover: PlainChatService {
    // https://pushover.net/api#limits: 1,024 characters of text, 250 of a title.
    let limits = ChatLimits(block: 1024, message: 1024, text: 200)
    let opensPage = true

    func length(visible: String, markup: String) -> Int { markup.utf16.count }

    func request(for webhook: Webhook, at base: String, token: String?, messageID: String) -> ChatRequest {
        var request = ChatRequest(
            url: base.hasSuffix(".json") ? base : WebAddress.appending("/1/messages.json", to: base))
        request.added = ["token": token, "user": webhook.chat].compactMapValues(\.self)
        return request
    }

    func answer(_ body: [UInt8]) -> ChatAnswer {
        struct Faults: Decodable { var errors: [String]? }
        var answer = ChatAnswer(json: body)
        answer.words = Faults(snakeCase: body)?.errors?.joined(separator: "; ") ?? answer.words
        return answer
    }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable {
        ["title": message.title, "message": message.text, "url": message.page].compactMapValues(\.self)
    }
}
