import Addresses
import HTTP

/// Statuses of a Mastodon account.
struct Mastodon: ChatService {
    // https://docs.joinmastodon.org/user/posting/#text: 500 characters. The first two parts of a long story, such as
    // its title, leave room for an address.
    let limits = ChatLimits(block: 500, message: 500, text: 120)

    /// Mastodon counts visible characters, and an address as 23. Code points are never fewer than visible characters.
    func length(visible: String, markup: String) -> Int {
        // No text but an address contains this: `escaped` parts the two slashes.
        let addresses = markup.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init)
            .filter { $0.hasPrefix("https://") || $0.hasPrefix("http://") }
        return addresses.reduce(markup.unicodeScalars.count) { $0 + max(0, 23 - $1.unicodeScalars.count) }
    }

    /// A zero-width space after these characters prevents a mention (`@`), a hashtag (`#` and its full-width form), and a
    /// link (`https://`, `magnet:?`, `xmpp:`) or a custom emoji (`:name:`).
    func escaped(_ scalar: Unicode.Scalar) -> String? {
        "@＠#＃/:".unicodeScalars.contains(scalar) ? "\(scalar)\u{200B}" : nil
    }

    /// Mastodon takes an address with an unknown top-level domain for text. There, an `@` that follows neither a slash nor
    /// a letter, digit or `_` begins a mention (its `Account::MENTION_RE`).
    func address(_ url: String) -> String {
        var result = ""
        var last: Unicode.Scalar = " "
        for scalar in url.unicodeScalars {
            let mentions =
                scalar == "@" && last != "/" && last != "_" && !last.properties.isAlphabetic
                && last.properties.numericType == nil
            result += mentions ? "%40" : String(scalar)
            last = scalar
        }
        return result
    }

    func bold(_ text: String) -> String { text }

    func link(_ text: String, to url: String) -> String? { nil }

    /// https://docs.joinmastodon.org/methods/statuses/#create: a status with a key that the server knows is no second
    /// status.
    func request(for webhook: Webhook, at base: String, token: String?, messageID: String) -> ChatRequest {
        ChatRequest(
            url: WebAddress.appending("/api/v1/statuses", to: base), bearer: token,
            headers: [HTTPHeader("Idempotency-Key", messageID)])
    }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable { ["status": message.text] }
}
