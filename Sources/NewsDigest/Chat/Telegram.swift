/// Telegram's `sendMessage`.
struct Telegram: ChatService {
    // https://core.telegram.org/bots/api#sendmessage: 4,096 characters after entities parsing.
    let limits = ChatLimits(block: 4096, message: 4096)
    let standardURL: String? = "https://api.telegram.org"
    let requiredKeys: [DeliverKey] = [.chat, .token]
    let isAddressSecret = false
    let refusesInBody = true

    /// Telegram counts UTF-16 code units, https://core.telegram.org/api/entities#entity-length
    func length(visible: String, markup: String) -> Int { visible.utf16.count }

    func escaped(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: nil
        }
    }

    func bold(_ text: String) -> String { "<b>\(text)</b>" }

    func link(_ text: String, to url: String) -> String? { "<a href=\"\(escaped(url))\">\(escaped(text))</a>" }

    func address(_ base: String, token: String?) -> String {
        (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/bot\(token ?? "")/sendMessage"
    }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable {
        Body(chatID: webhook.chat ?? "", text: message.text, disableNotification: !message.isFirst)
    }

    private struct Body: Encodable {
        struct Preview: Encodable {
            var isDisabled = true
        }

        var chatID: String
        var text: String
        var parseMode = "HTML"
        var linkPreviewOptions = Preview()
        /// Only the first message of a digest makes a sound.
        var disableNotification: Bool
    }
}
