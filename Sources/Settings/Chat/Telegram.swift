import Addresses
import Texts

/// Telegram's `sendMessage`.
struct Telegram: HTMLChatService {
    // https://core.telegram.org/bots/api#sendmessage: 4,096 characters after entities parsing.
    let limits = ChatLimits(block: 4096, message: 4096)

    /// Telegram counts UTF-16 code units, https://core.telegram.org/api/entities#entity-length
    ///
    /// It refuses a text of more than about 9,500 characters with its markup
    /// (https://github.com/tdlib/telegram-bot-api/issues/165), and ignores all links and bold texts after the hundredth. So
    /// long addresses and short links count as more than what is visible: no message has more than 8,192 characters, or 89
    /// links and bold texts.
    func length(visible: String, markup: String) -> Int {
        let shown = visible.utf16.count + markup.unicodeScalars.count { $0 == "\u{200B}" }
        let ends = markup[...].split(atLiteral: "</").count - 1
        return max(shown, (markup.utf16.count + 1) / 2, ends * 46)
    }

    /// Telegram itself makes links of mentions, hashtags, cashtags and commands
    /// (https://core.telegram.org/bots/api#messageentity). A zero-width space after their signs prevents this.
    func escaped(_ scalar: Unicode.Scalar) -> String? {
        "@#$/".unicodeScalars.contains(scalar) ? "\(scalar)\u{200B}" : escapedInHTML(scalar)
    }

    func request(for webhook: Webhook, at base: String, token: String?, messageID: String) -> ChatRequest {
        ChatRequest(url: WebAddress.appending("/bot\(token ?? "")/sendMessage", to: base))
    }

    /// https://core.telegram.org/bots/api#making-requests: `ok` says whether the message was taken, `description` why
    /// it was not.
    func answer(_ body: [UInt8]) -> ChatAnswer {
        guard let result = Result(snakeCase: body) else { return ChatAnswer() }
        return ChatAnswer(
            words: result.description, isRefusal: result.ok == false, wait: result.parameters?.retryAfter,
            advice: result.parameters?.migrateToChatId.map { "write chat = \"\($0)\"" })
    }

    private struct Result: Decodable {
        struct Parameters: Decodable {
            var retryAfter: Double?
            var migrateToChatId: Int?
        }

        var ok: Bool?
        var description: String?
        var parameters: Parameters?
    }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable {
        Body(chatID: webhook.chat ?? "", text: message.text, disableNotification: !message.isFirst)
    }

    private struct Body: Encodable {
        var chatID: String
        var text: String
        var parseMode = "HTML"
        var linkPreviewOptions = ["is_disabled": true]
        /// Only the first message of a digest makes a sound.
        var disableNotification: Bool
    }
}
