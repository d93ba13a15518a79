import Addresses

/// Incoming webhooks of Discord.
struct Discord: ChatService {
    // https://docs.discord.com/developers/resources/message#embed-limits: a description may have 4,096 characters, and
    // all ten embeds of a message together 6,000.
    let limits = ChatLimits(block: 4096, blocks: 10, message: 6000)

    /// Discord counts code points, https://github.com/discord/discord-api-docs/issues/1315
    func length(visible: String, markup: String) -> Int { markup.unicodeScalars.count }

    func escaped(_ scalar: Unicode.Scalar) -> String? {
        "\\*_~`|>#[]()-+.:<@".unicodeScalars.contains(scalar) ? "\\\(scalar)" : nil
    }

    func bold(_ text: String) -> String { "**\(text)**" }

    func link(_ text: String, to url: String) -> String? { "[\(escaped(text))](<\(url)>)" }

    /// Without `wait`, Discord answers before it has checked the message.
    func request(for webhook: Webhook, at base: String, token: String?, messageID: String) -> ChatRequest {
        ChatRequest(url: WebAddress.adding("wait", "true", to: base))
    }

    /// An answer with `errors` says which part is wrong in them; its `message` is "Invalid Form Body".
    func answer(_ body: [UInt8]) -> ChatAnswer {
        struct Faults: Decodable {
            /// Any JSON value.
            struct Anything: Decodable {
                init(from decoder: any Decoder) {}
            }

            var errors: Anything?
        }
        var answer = ChatAnswer(json: body)
        if Faults(snakeCase: body)?.errors != nil { answer.words = nil }
        return answer
    }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable {
        Body(embeds: message.blocks.map { ["description": $0] })
    }

    private struct Body: Encodable {
        var embeds: [[String: String]]
        var allowedMentions = ["parse": [String]()]
    }
}
