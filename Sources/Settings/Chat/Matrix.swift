import Addresses
import Texts

/// Messages in a room of Matrix.
struct Matrix: HTMLChatService {
    // https://spec.matrix.org/v1.13/client-server-api/#size-limits: an event has at most 65,536 bytes. The rest is room
    // for what the servers add, such as the room, the sender, signatures and earlier events.
    let limits = ChatLimits(block: 56_000, message: 56_000)

    /// The event has the text with and without markup. Neither form of a part is longer than its markup; the line
    /// breaks around it take twelve bytes.
    func length(visible: String, markup: String) -> Int { 2 * markup.bytesInJSON + 12 }

    /// https://spec.matrix.org/v1.13/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid: a message with
    /// a transaction id that the server knows is no second message.
    func request(for webhook: Webhook, at base: String, token: String?, messageID: String) -> ChatRequest {
        let room = PercentEncoding.encoded(webhook.chat ?? "", keeping: PercentEncoding.unreserved)
        let id = PercentEncoding.encoded(messageID, keeping: PercentEncoding.unreserved)
        let path = "/_matrix/client/v3/rooms/\(room)/send/m.room.message/\(id)"
        return ChatRequest(.put, url: WebAddress.appending(path, to: base), bearer: token)
    }

    /// https://spec.matrix.org/v1.13/client-server-api/#standard-error-response; `retry_after_ms` is the older form of
    /// `Retry-After`.
    func answer(_ body: [UInt8]) -> ChatAnswer {
        struct Wait: Decodable {
            var retryAfterMs: Double?
        }
        var answer = ChatAnswer(json: body)
        answer.wait = Wait(snakeCase: body)?.retryAfterMs.map { $0 / 1000 }
        return answer
    }

    func body(_ message: ChatMessage, to webhook: Webhook) -> any Encodable {
        Body(
            msgtype: message.isFirst ? "m.text" : "m.notice", body: message.plain,
            formattedBody: message.text.replacing(literal: "\n", with: "<br>"))
    }

    private struct Body: Encodable {
        private enum CodingKeys: String, CodingKey {
            case msgtype, body, format, formattedBody
            case mentions = "m.mentions"
        }

        /// Only the first message of a digest notifies: `m.notice` does not.
        var msgtype: String
        var body: String
        var format = "org.matrix.custom.html"
        var formattedBody: String
        /// Nobody is mentioned, whatever the text contains (`m.mentions`).
        var mentions: [String: String] = [:]
    }
}
