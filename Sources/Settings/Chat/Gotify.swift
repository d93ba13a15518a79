import Foundation
import HTTP

/// Messages of a Gotify server, with the token of an application.
struct Gotify: PlainChatService {
    // The server names no limit. A client shows a message as a whole, so it is not longer than one can read there.
    let limits = ChatLimits(block: 8_000, message: 16_000)

    func request(for webhook: Webhook, at base: String, token: String?, messageID: String) -> ChatRequest {
        ChatRequest(
            url: base + (base.hasSuffix("/") ? "" : "/") + "message",
            headers: token.map { [HTTPHeader("X-Gotify-Key", $0)] } ?? [])
    }

    func answer(_ body: [UInt8]) -> ChatAnswer {
        struct Fault: Decodable { var errorDescription: String? }
        var answer = ChatAnswer(json: body)
        answer.words = (try? JSONDecoder().decode(Fault.self, from: Data(body)))?.errorDescription ?? answer.words
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
