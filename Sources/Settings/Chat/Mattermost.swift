/// Incoming webhooks of Mattermost, and those of Rocket.Chat: both take Slack's form with text in Markdown.
struct Mattermost: ChatService {
    let limits: ChatLimits

    // https://developers.mattermost.com/integrate/webhooks/incoming/: a post has at most 16,383 characters.
    static let mattermost = Mattermost(limits: ChatLimits(block: 16_000, message: 16_000))
    // https://docs.rocket.chat: "Maximum Message Size" of a new server is 5,000 characters.
    static let rocketChat = Mattermost(limits: ChatLimits(block: 5_000, message: 5_000))

    func length(visible: String, markup: String) -> Int { markup.utf16.count }

    func escaped(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        // A zero-width space keeps a mention or an emoji from being read.
        case "@", ":": "\(scalar)\u{200B}"
        case _ where "\\*_~`|>#[]()-+.<".unicodeScalars.contains(scalar): "\\\(scalar)"
        default: nil
        }
    }

    func bold(_ text: String) -> String { "**\(text)**" }

    func link(_ text: String, to url: String) -> String? { "[\(escaped(text))](<\(url)>)" }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable { Body(text: message.text) }

    private struct Body: Encodable {
        var text: String
    }
}
