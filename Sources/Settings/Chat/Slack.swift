import Texts

/// Incoming webhooks of Slack, in blocks.
struct Slack: ChatService {
    // https://docs.slack.dev/reference/block-kit/blocks/section-block: 3,000 characters of text, and 50 blocks in a
    // message. Slack refuses more than about 13,000 characters in all as msg_blocks_too_long.
    // https://github.com/slackapi/bolt-js/issues/2509 names 12,000 with some room for the markup of the blocks.
    let limits = ChatLimits(block: 3000, blocks: 50, message: 12_000)

    /// Slack does not say how it counts. No other way to count characters gives a greater number.
    func length(visible: String, markup: String) -> Int { markup.utf16.count }

    func escaped(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        // At the beginning of a line it would be a quotation.
        case ">": "\u{200B}&gt;"
        // https://docs.slack.dev/messaging/formatting-message-text#escaping knows only the three characters above. A
        // zero-width space on each side prevents these characters from being markup or an emoji (`:name:`).
        case "*", "_", "~", "`", ":": "\u{200B}\(scalar)\u{200B}"
        default: nil
        }
    }

    func bold(_ text: String) -> String { "*\(text)*" }

    func link(_ text: String, to url: String) -> String? {
        "<\(url.replacing(literal: "&", with: "&amp;").replacing(literal: "|", with: "%7C"))|\(escaped(text))>"
    }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable {
        Body(text: escaped(message.title), blocks: message.blocks.map { Body.Block(text: Body.Block.Text(text: $0)) })
    }

    private struct Body: Encodable {
        struct Block: Encodable {
            struct Text: Encodable {
                var type = "mrkdwn"
                var text: String
                /// Slack must not look for links, channels and names.
                var verbatim = true
            }

            var type = "section"
            var text: Text
        }

        /// The text for notifications.
        var text: String
        var blocks: [Block]
        var unfurlLinks = false
        var unfurlMedia = false
    }
}

/// A service that takes Slack's form with text in Markdown.
protocol MarkdownHook: ChatService {}

extension MarkdownHook {
    func length(visible: String, markup: String) -> Int { markup.utf16.count }

    func bold(_ text: String) -> String { "**\(text)**" }

    func link(_ text: String, to url: String) -> String? { "[\(escaped(text))](\(linkTarget(url)))" }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable { ["text": message.text] }
}

/// Incoming webhooks of Mattermost.
struct Mattermost: MarkdownHook {
    // https://developers.mattermost.com/integrate/webhooks/incoming/: a post has at most 16,383 characters.
    let limits = ChatLimits(block: 16_000, message: 16_000)

    func escaped(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        // A zero-width space keeps a mention, an emoji or a hashtag from being read, and a backslash from escaping what
        // follows it.
        case "@", ":", "#", "\\": "\(scalar)\u{200B}"
        // No backslash takes away the meaning of this one: `<anna@host.example>` is a link even with invisible signs.
        case "<": "‹"
        case ">": "›"
        case _ where "*_~`|[]()-+.".unicodeScalars.contains(scalar): "\\\(scalar)"
        default: nil
        }
    }
}

/// Incoming webhooks of Rocket.Chat. The text of a link knows no backslash
/// (https://github.com/RocketChat/Rocket.Chat/blob/develop/packages/message-parser/src/grammar.pegjs), so signs that
/// would be markup in spite of invisible ones become signs that look like them.
struct RocketChat: MarkdownHook {
    // https://docs.rocket.chat: "Maximum Message Size" of a new server is 5,000 characters.
    let limits = ChatLimits(block: 5_000, message: 5_000)

    func escaped(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "*": "∗"
        case "_": "ˍ"
        case "~": "∼"
        case "`": "ˋ"
        case "<": "‹"
        case ">": "›"
        case "(", ")", "[": "\u{200B}\(scalar)"
        case _ where "@:#\\.-+|".unicodeScalars.contains(scalar): "\(scalar)\u{200B}"
        default: nil
        }
    }
}
