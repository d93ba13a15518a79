import Files
import Foundation
import Texts
import Values

/// A digest as messages for a chat or push service, each within the service's documented limits.
///
/// Stored and sent as JSON Lines: one line is the body of one request, so that a retry repeats the very same bytes.
struct ChatMessages {
    private let digest: DigestView
    private let webhook: Webhook

    init(_ digest: Digest, for webhook: Webhook) {
        self.digest = DigestView(digest, RenderOptions()) { _ in nil }
        self.webhook = webhook
    }

    var jsonLines: [UInt8] {
        let messages = self.messages
        let lines = messages.enumerated().map { body(of: $1, number: $0 + 1, of: messages.count) }
        return Array(lines.joined(separator: Data([0x0A])))
    }
}

extension ChatMessages {
    /// A piece of text in the service's own markup.
    private struct Piece {
        var markup: String
        /// As the service counts it.
        var length: Int

        static func + (first: Self, second: Self) -> Self {
            Self(markup: first.markup + second.markup, length: first.length + second.length)
        }
    }

    /// A section, or what fits of it.
    private struct Block {
        var pieces: [Piece]

        var length: Int { pieces.reduce(0) { $0 + $1.length + 1 } }
        var markup: String { pieces.map(\.markup).joined(separator: "\n") }
    }

    private var limits: Webhook.Limits { webhook.service.limits }

    /// Blocks in order, as many to a message as it takes.
    private var messages: [[Block]] {
        var messages: [[Block]] = [[]]
        for block in blocks {
            let length = messages.last!.reduce(0) { $0 + $1.length + 1 }
            if length + block.length > limits.message || messages.last!.count == limits.blocks { messages.append([]) }
            messages[messages.count - 1].append(block)
        }
        return messages
    }

    private var blocks: [Block] {
        [Block(pieces: opening)]
            + digest.sections.flatMap { section in
                filled(section.stories.map(piece), under: bold(section.title))
            } + filled(closing, under: nil)
    }

    /// The pieces in as many blocks as they take, each under the heading.
    private func filled(_ pieces: [Piece], under heading: Piece?) -> [Block] {
        var blocks: [Block] = []
        for piece in pieces {
            if let last = blocks.last, last.length + piece.length + 1 <= limits.block {
                blocks[blocks.count - 1].pieces.append(piece)
            } else {
                blocks.append(Block(pieces: [heading, piece].compactMap { $0 }))
            }
        }
        return blocks
    }

    private var opening: [Piece] {
        // ntfy shows the title above the message.
        (webhook.service == .ntfy ? [] : [bold(digest.title)])
            + [digest.greeting, digest.date, digest.summaryLine, digest.period].compactMap { $0.map(plain) }
    }

    private var closing: [Piece] {
        (digest.failures.map(\.line) + [digest.recovered, digest.leftOver].compactMap { $0 }).map(plain)
    }

    private func piece(_ story: DigestView.StoryView) -> Piece {
        var details = [story.source]
        if story.hasAlso {
            var seen: Set<String> = []
            let names = story.also.map(\.source).filter { seen.insert($0).inserted }
            details.append("\(digest.words.alsoIn) \(names.joined(separator: ", "))")
        }
        if let event = story.event {
            let price = event.isFree ? digest.words.free : event.price
            details += [event.when, event.place, event.address, price, event.age].compactMap { $0 }
        }
        let after = plain(" — " + details.joined(separator: " · "))
        let linked = story.url.map { url in
            webhook.service == .ntfy
                ? plain("• " + story.title) + after + piece("\n" + url, markup: "\n" + url)
                : link(fitting(story.title), to: url) + after
        }
        // An address that is too long to stand beside its title is left out; the title stays.
        if let linked, linked.length < limits.block * 3 / 4 { return linked }
        return plain("• " + story.title) + after
    }

    private func plain(_ text: String) -> Piece {
        let text = fitting(text)
        return piece(text, markup: webhook.service.escaped(text))
    }

    private func bold(_ text: String) -> Piece {
        let text = fitting(text)
        return piece(text, markup: webhook.service.bold(webhook.service.escaped(text)))
    }

    private func link(_ text: String, to url: String) -> Piece {
        piece("• " + text, markup: "• " + webhook.service.link(text, to: url))
    }

    private func piece(_ visible: String, markup: String) -> Piece {
        Piece(markup: markup, length: webhook.service.length(visible: visible, markup: markup))
    }

    /// At most a sixth of a block, so that a heading and an entry always fit together. A single character can be long.
    private func fitting(_ text: String) -> String {
        // No service counts less than one for each scalar.
        var room = limits.block / 6
        var fitting = text.clipped(to: room)
        while length(of: fitting) > limits.block / 6, room > 0 {
            room -= max(1, room / 16)
            fitting = text.clipped(to: room)
        }
        return fitting
    }

    private func length(of text: String) -> Int {
        webhook.service.length(visible: text, markup: webhook.service.escaped(text))
    }

    private func body(of blocks: [Block], number: Int, of count: Int) -> Data {
        let title = fitting(digest.title) + (count > 1 ? " (\(number)/\(count))" : "")
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let text = blocks.map(\.markup).joined(separator: "\n\n")
        let body: any Encodable =
            switch webhook.service {
            case .slack: SlackMessage(text: webhook.service.escaped(title), sections: blocks.map(\.markup))
            case .discord: DiscordMessage(descriptions: blocks.map(\.markup))
            case .telegram: TelegramMessage(chat: webhook.chat ?? "", text: text, isQuiet: number > 1)
            case .ntfy: NtfyMessage(topic: webhook.topic ?? "", title: title, message: text)
            case .json: [String]()
            }
        return (try? encoder.encode(body)) ?? Data()
    }
}

extension Webhook {
    /// How much one message takes.
    struct Limits {
        /// Of the text of one block.
        var block: Int
        var blocks: Int
        /// Of all blocks together.
        var message: Int
    }
}

extension Webhook.Service {
    /// As documented by the services, or said by their maintainers where the documentation is silent.
    var limits: Webhook.Limits {
        switch self {
        // https://docs.slack.dev/reference/block-kit/blocks/section-block: 3,000 characters of text, and 50 blocks to a
        // message. More than some 13,000 in all are refused as msg_blocks_too_long; of 12,000 with some room for what
        // holds them speaks https://github.com/slackapi/bolt-js/issues/2509.
        case .slack: Webhook.Limits(block: 3000, blocks: 50, message: 12_000)
        // https://docs.discord.com/developers/resources/message#embed-limits: a description has 4,096 characters, all
        // ten embeds of a message together 6,000.
        case .discord: Webhook.Limits(block: 4096, blocks: 10, message: 6000)
        // https://core.telegram.org/bots/api#sendmessage: 4,096 characters after entities parsing.
        case .telegram: Webhook.Limits(block: 4096, blocks: .max, message: 4096)
        // https://docs.ntfy.sh/publish/#limitations: 4,096 bytes, of which the server takes the last for a sign that
        // there is more, and what is longer for an attachment. The JSON around it may have twice as many (error 41303),
        // the title 1 KB (error 40057, since v2.28).
        case .ntfy: Webhook.Limits(block: 4095, blocks: .max, message: 4095)
        case .json: Webhook.Limits(block: .max, blocks: .max, message: .max)
        }
    }

    /// What counts towards the limits.
    func length(visible: String, markup: String) -> Int {
        switch self {
        // UTF-16 code units, https://core.telegram.org/api/entities#entity-length
        case .telegram: visible.utf16.count
        // Bytes as JSON writes them, so that a text of quotes leaves room for the JSON around it.
        case .ntfy: markup.utf8.count + markup.utf8.count { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
        // Code points, https://github.com/discord/discord-api-docs/issues/1315
        case .discord: markup.unicodeScalars.count
        // Slack does not say; no other way to count characters gives more.
        case .slack, .json: markup.utf16.count
        }
    }

    /// The text so that the service shows it and finds no markup, mention or link in it.
    func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars { result += escape(scalar) ?? String(scalar) }
        return result
    }

    private func escape(_ scalar: Unicode.Scalar) -> String? {
        switch (self, scalar) {
        case (.slack, "&"), (.telegram, "&"): "&amp;"
        case (.slack, "<"), (.telegram, "<"): "&lt;"
        case (.slack, ">"), (.telegram, ">"): "&gt;"
        case (.telegram, "\""): "&quot;"
        // https://docs.slack.dev/messaging/formatting-message-text#escaping knows only the three above. A zero-width space
        // on either side keeps these from being markup.
        case (.slack, "*"), (.slack, "_"), (.slack, "~"), (.slack, "`"): "\u{200B}\(scalar)\u{200B}"
        case (.discord, _) where "\\*_~`|>#[]()-+.:<@".unicodeScalars.contains(scalar): "\\\(scalar)"
        default: nil
        }
    }

    /// - Parameter text: escaped already.
    func bold(_ text: String) -> String {
        switch self {
        case .slack: "*\(text)*"
        case .discord: "**\(text)**"
        case .telegram: "<b>\(text)</b>"
        case .ntfy, .json: text
        }
    }

    /// - Parameter url: percent-encoded, as `WebAddress` gives it.
    func link(_ text: String, to url: String) -> String {
        switch self {
        case .slack: "<\(url.replacing("&", with: "&amp;").replacing("|", with: "%7C"))|\(escaped(text))>"
        case .discord: "[\(escaped(text))](<\(url)>)"
        case .telegram: "<a href=\"\(escaped(url))\">\(escaped(text))</a>"
        // Plain text, with the address on a line of its own.
        case .ntfy, .json: text
        }
    }
}

/// The body for an incoming webhook of Slack, in blocks.
private struct SlackMessage: Encodable {
    struct Block: Encodable {
        struct Text: Encodable {
            var type = "mrkdwn"
            package var text: String
            /// Do not look for links, channels and names.
            var verbatim = true
        }

        var type = "section"
        package var text: Text
    }

    /// For notifications.
    package var text: String
    var blocks: [Block]
    var unfurlLinks = false
    var unfurlMedia = false

    init(text: String, sections: [String]) {
        self.text = text
        blocks = sections.map { Block(text: Block.Text(text: $0)) }
    }
}

/// The body for an incoming webhook of Discord.
private struct DiscordMessage: Encodable {
    struct Embed: Encodable {
        var description: String
    }

    struct Mentions: Encodable {
        var parse: [String] = []
    }

    var embeds: [Embed]
    var allowedMentions = Mentions()

    init(descriptions: [String]) { embeds = descriptions.map(Embed.init) }
}

/// The body of Telegram's `sendMessage`.
private struct TelegramMessage: Encodable {
    struct Preview: Encodable {
        var isDisabled = true
    }

    var chatID: String
    package var text: String
    var parseMode = "HTML"
    var linkPreviewOptions = Preview()
    /// Only the first part of a digest makes a sound.
    var disableNotification: Bool

    init(chat: String, text: String, isQuiet: Bool) {
        chatID = chat
        self.text = text
        disableNotification = isQuiet
    }
}

/// ntfy's JSON form of a message.
private struct NtfyMessage: Encodable {
    var topic: String
    var title: String
    var message: String
    var tags = ["newspaper"]
}
