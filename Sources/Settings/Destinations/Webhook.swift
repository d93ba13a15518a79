import Addresses
import Foundation
import HTTP
import Texts
import Values

/// A chat or push service, which gets the digest as messages, or a receiver of its JSON.
package struct Webhook: Destination {
    package static let name = "webhook"
    package static let initial = Self(service: .json, url: .literal(Secret("")))
    package static let keys: [Key<Self>] = [
        Key("service", \.service, .choice.required)
            .example(#""telegram""#, note: Service.allCases.map(\.rawValue).joined(separator: ", ")),
        Key("url", \.url, .secret.address())
            .example(
                #""env:SLACK_WEBHOOK"          # telegram and ntfy have a default"#,
                #""~/.config/newsdigest/slack.url""#, #"["pass", "show", "slack"]"#),
        Key("chat", \.chat, .line).example(#""@my_channel""#, note: "the chat or room, if the service needs one"),
        Key("token", \.token, .secret)
            .example(
                #""env:TELEGRAM_TOKEN"       # if the service or your server needs one"#,
                #""~/.config/newsdigest/telegram.token""#, #"["pass", "show", "telegram"]"#),
        Key("topic", \.topic, .line).example(#""anna-news""#),
    ]
    package static let shared = [Delivery.viewOnline]
    package static let example = """
        #[[deliver]]
        #to = "webhook"
        \(lines("service", "chat", "token"))

        #[[deliver]]
        #to = "webhook"
        #service = "slack"
        \(lines("url"))

        #[[deliver]]
        #to = "webhook"
        #service = "ntfy"
        \(lines("topic"))
        """

    var service: Service
    /// The address for requests. For some services it contains the key of the receiver.
    var url: SecretReference
    /// The token with which the service knows the sender.
    var token: SecretReference?
    /// The chat or room, such as Telegram's `@channel`.
    var chat: String?
    /// ntfy's topic.
    var topic: String?

    package mutating func finish(_ table: ConfigurationTable) throws {
        if url == Self.initial.url {
            guard let usual = service.settings.url else { throw table.error("url", "is missing") }
            url = .literal(Secret(usual))
        }
        let missing = ["token": token == nil, "chat": chat == nil, "topic": topic == nil]
        for key in service.settings.keys where missing[key] == true { throw table.error(key, "is missing") }
        if let chat, let fault = service.fault(inChat: chat) { throw table.error("chat", fault) }
    }

    package var usualName: String { [service.rawValue, chat ?? topic].compactMap(\.self).joined(separator: " ") }
    package var usualFormat: Format { .json }
    package var distinction: [String] { [url.hashInput, token?.hashInput ?? ""] }
    package var content: DestinationContent { service.chat.map { .messages($0, self) } ?? .digest }
    package var secrets: [(key: String, reference: SecretReference)] {
        (isURLSecret ? [("url", url)] : []) + (token.map { [("token", $0)] } ?? [])
    }

    package var secretAddress: SecretReference? { url }
    package var mistakes: [String] {
        let used = service.settings.keys + service.settings.optional
        return [("chat", chat != nil), ("token", token != nil), ("topic", topic != nil)]
            .filter { $1 && !used.contains($0) }
            .map { key, _ in "'\(key)' does nothing beside service = \"\(service.rawValue)\"" }
    }

    package func findings(as format: Format) -> [String] { [service.rawValue] }

    package func deliver(_ parcel: inout Parcel, by deliverer: Deliverer) async throws(DeliveryFailure) {
        let bodies = service.chat == nil ? [parcel.bytes[...]] : parcel.bytes.split(separator: 0x0A)
        var isFirst = true
        for (offset, body) in bodies.enumerated() {
            let part = "\(offset + 1)/\(bodies.count)"
            guard !parcel.accepted.contains(part) else { continue }
            // Slack and Telegram accept about one message a second.
            if !isFirst { try await deliverer.wait(1) }
            isFirst = false
            let id = service.chat == nil ? parcel.digestID : "\(parcel.digestID)-\(offset + 1)"
            try await post(Array(body), id: id, timeout: parcel.delivery.timeout, by: deliverer)
            try await parcel.accept(part)
        }
    }
}

extension Webhook {
    /// Whether the address is a secret of the user, or is read from where secrets are.
    private var isURLSecret: Bool {
        guard case .literal = url else { return true }
        return service.settings.isAddressSecret && service.settings.url == nil
    }

    /// Posts one message to a chat or push service, or a digest to a receiver of JSON.
    /// - Parameters:
    ///   - id: the same for each attempt to post the same message.
    ///   - timeout: in seconds.
    private func post(
        _ body: [UInt8], id: String, timeout: TimeInterval, by deliverer: Deliverer
    ) async throws(DeliveryFailure) {
        let client = try deliverer.newClient()
        let base = try await deliverer.secret(url).reveal()
        var key: String?
        if let token { key = try await deliverer.secret(token).reveal() }
        if service.settings.isAddressSecret { Redactor.current?.learn(address: base) }
        if let fault = urlFault(base, schemes: ["https", "http"]) {
            throw DeliveryFailure("the URL of \(service.rawValue) \(fault)", retry: .nextRun)
        }
        let response: HTTPResponse
        do {
            response = try await client.send(request(body, id: id, base: base, token: key, timeout: timeout))
        } catch {
            guard !error.wasSent else { throw .unsure(oneLine("\(error)")) }
            throw DeliveryFailure(oneLine("\(error)"), retry: error.isTransient ? .soon : .nextRun)
        }
        if let rejection = Rejection(response, from: service) {
            let reason = "\(hostName(base)) \(rejection.reason)"
            throw rejection.isUnsure ? .unsure(reason) : DeliveryFailure(reason, retry: rejection.retry)
        }
    }

    private func request(
        _ body: [UInt8], id: String, base: String, token: String?, timeout: TimeInterval
    ) -> HTTPRequest {
        let post =
            service.chat?.request(for: self, at: base, token: token, messageID: id)
            ?? ChatRequest(url: base, bearer: token, headers: [HTTPHeader("Idempotency-Key", "\"\(id)\"")])
        // The path of Slack and Discord addresses is a secret, like a password.
        let path = WebAddress.target(of: base)
        return HTTPRequest(
            post.method, url: post.url, configuredURL: base,
            headers: [HTTPHeader("Content-Type", "application/json; charset=utf-8")] + post.headers,
            body: post.added.isEmpty ? body : Self.adding(post.added, to: body),
            secrets: [path, token].compactMap { $0 }.filter { $0.count > 4 },
            limits: HTTPLimits(totalTimeout: .seconds(timeout), idleTimeout: .seconds(timeout), maxRedirects: 0))
    }

    private static func adding(_ values: [String: String], to body: [UInt8]) -> [UInt8] {
        let message = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        let all = (message ?? [:]).merging(values) { $1 }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        return (try? JSONSerialization.data(withJSONObject: all, options: options)).map(Array.init) ?? body
    }

    private func hostName(_ url: String) -> String {
        let host = WebAddress.host(of: url)
        return host.isEmpty ? service.rawValue : host
    }
}

extension Webhook {
    /// Why a service did not accept a message.
    fileprivate struct Rejection {
        var reason: String
        var retry: DeliveryFailure.Retry
        /// Whether the message may have been accepted, because a gateway does not know it. Cloudflare sends 520 and
        /// 524.
        var isUnsure: Bool

        /// Nil when the service accepted the message.
        init?(_ response: HTTPResponse, from service: Webhook.Service) {
            let answer = service.chat?.answer(response.body) ?? ChatAnswer(json: response.body)
            // If the answer was cut off, its status still counts. Not a chat service, but what stands before it, such as a
            // page to log in, answers with a page.
            let isPage = response.isSuccess && service.chat != nil && response.isPage
            guard !response.isSuccess || answer.isRefusal || isPage else { return nil }
            let text = isPage ? "a web page" : answer.words.map(oneLine) ?? oneLine(response.beginning)
            let details = [text.isEmpty ? "" : ": \(text)", answer.advice.map { "; \($0)" } ?? ""]
            reason = "answered \(response.status)" + details.joined()
            isUnsure = [502, 504, 520, 524].contains(response.status)
            let seconds = response.retryAfter?.date(from: Date()).timeIntervalSinceNow
            switch response.status {
            case 429, 503:
                retry = (answer.wait ?? seconds).map { .after(max(0, $0)) } ?? .soon
            case 408, 425, 500..<600: retry = .soon
            default: retry = .nextRun
            }
        }
    }
}

extension HTTPResponse {
    fileprivate var isPage: Bool {
        let start = String(decoding: body.prefix(200), as: UTF8.self).drop(while: \.isWhitespace).lowercased()
        return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    }

    /// The first words of the body. Secrets are hidden before the text is cut, because a part of a secret is not
    /// recognised.
    fileprivate var beginning: String {
        String(decoding: body.prefix(16384), as: UTF8.self).withoutSecrets.beginning(1000)
    }
}

extension Webhook {
    /// The receivers that `[[deliver]]` can name.
    enum Service: String, Sendable, CaseIterable {
        case slack, discord, telegram, ntfy, mastodon, matrix, teams, mattermost, rocketchat, gotify, apprise, pushover,
            json

        /// What `[[deliver]]` must say about the receiver.
        var settings: Settings {
            switch self {
            case .slack, .discord, .teams, .mattermost, .rocketchat: Settings()
            case .json: Settings(optional: ["token"])
            case .gotify: Settings(keys: ["token"], isAddressSecret: false)
            case .apprise: Settings(keys: ["topic"], optional: ["token"])
            case .pushover: Settings(url: "https://api.pushover.net", keys: ["chat", "token"], isAddressSecret: false)
            case .telegram: Settings(url: "https://api.telegram.org", keys: ["chat", "token"], isAddressSecret: false)
            case .ntfy: Settings(url: "https://ntfy.sh", keys: ["topic"], optional: ["token"])
            case .mastodon: Settings(keys: ["token"], isAddressSecret: false)
            case .matrix: Settings(keys: ["chat", "token"], isAddressSecret: false)
            }
        }

        /// What is wrong with the configured `chat`; nil when nothing is wrong.
        func fault(inChat chat: String) -> String? {
            guard self == .matrix, !chat.hasPrefix("!") else { return nil }
            return "should be the internal id of a room, such as \"!abcdef:example.org\""
        }

        struct Settings {
            /// The address for requests when the configuration names none. Nil if the configuration must name it.
            var url: String?
            /// The keys that it needs besides `url`.
            var keys: [String] = []
            /// The keys that it may have besides.
            var optional: [String] = []
            /// Whether the address holds the key of the receiver, and is a secret like it.
            var isAddressSecret = true
        }
    }
}
