import Addresses

/// The API server of Apprise, which passes a message on to the services of a configuration that it keeps.
struct Apprise: PlainChatService {
    // Each service behind it has limits of its own, and Apprise splits what is too long for one.
    let limits = ChatLimits(block: 8_000, message: 16_000)

    func request(for webhook: Webhook, at base: String, token: String?, messageID: String) -> ChatRequest {
        let topic = PercentEncoding.encoded(webhook.topic ?? "", keeping: PercentEncoding.unreserved)
        return ChatRequest(url: base + (base.hasSuffix("/") ? "" : "/") + "notify/" + topic, bearer: token)
    }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable {
        Body(title: message.title, body: message.text)
    }

    private struct Body: Encodable {
        var title: String
        var body: String
        var type = "info"
        var format = "text"
    }
}
