/// Pushover: messages of an application to a user or a group.
struct Pushover: PlainChatService {
    // https://pushover.net/api#limits: 1,024 characters of text, 250 of a title.
    let limits = ChatLimits(block: 1024, message: 1024, text: 200)

    func length(visible: String, markup: String) -> Int { markup.utf16.count }

    func request(for webhook: Webhook, at base: String, token: String?, messageID: String) -> ChatRequest {
        let path = base.hasSuffix(".json") ? "" : (base.hasSuffix("/") ? "" : "/") + "1/messages.json"
        var request = ChatRequest(url: base + path)
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
        Body(title: message.title, message: message.text, url: message.page)
    }

    private struct Body: Encodable {
        var title: String
        var message: String
        /// What the message opens.
        var url: String?
    }
}
