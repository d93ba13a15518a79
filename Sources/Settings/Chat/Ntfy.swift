/// ntfy, with its JSON form of a message.
struct Ntfy: PlainChatService {
    // https://docs.ntfy.sh/publish/#limitations: 4,096 bytes. The server takes a text of this length for the beginning
    // of a longer one, and makes it an attachment. The JSON around the text may have twice as many bytes (error 41303),
    // the title 1 KB (error 40057, since v2.28).
    let limits = ChatLimits(block: 4095, message: 4095)

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
