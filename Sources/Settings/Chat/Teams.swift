/// A workflow of Microsoft Teams that posts adaptive cards ("Post to a channel when a webhook request is received").
struct Teams: ChatService {
    // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook: a message
    // has at most 28 KB, with the JSON around the text.
    let limits = ChatLimits(block: 4_000, message: 20_000)

    func length(visible: String, markup: String) -> Int { markup.bytesInJSON }

    func escaped(_ scalar: Unicode.Scalar) -> String? {
        "\\*_~`|>#[]()-+.<".unicodeScalars.contains(scalar) ? "\\\(scalar)" : nil
    }

    func bold(_ text: String) -> String { "**\(text)**" }

    func link(_ text: String, to url: String) -> String? { "[\(escaped(text))](\(linkTarget(url)))" }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable {
        let card = Body.Card(body: message.blocks.map { .init(text: $0.replacing("\n", with: "\n\n")) })
        return Body(attachments: [
            ["contentType": .text("application/vnd.microsoft.card.adaptive"), "content": .card(card)]
        ])
    }

    private struct Body: Encodable {
        struct Card: Encodable {
            struct TextBlock: Encodable {
                var type = "TextBlock"
                var text: String
                var wrap = true
            }

            var type = "AdaptiveCard"
            var version = "1.4"
            var body: [TextBlock]
        }

        /// The keys of an attachment are in camel case, and those of a dictionary stay as they are.
        enum Value: Encodable {
            case text(String)
            case card(Card)

            func encode(to encoder: any Encoder) throws {
                switch self {
                case .text(let text): try text.encode(to: encoder)
                case .card(let card): try card.encode(to: encoder)
                }
            }
        }

        var type = "message"
        var attachments: [[String: Value]]
    }
}
