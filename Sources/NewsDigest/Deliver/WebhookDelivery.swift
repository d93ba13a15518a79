import Addresses
import Foundation
import HTTP
import Texts

/// Posts one message to a chat or push service, or a digest to a receiver of JSON.
struct WebhookDelivery {
    var webhook: Webhook
    var digestID: String
    var timeout: TimeInterval
    var client: HTTPClient
    var environment: [String: String]

    func post(_ body: [UInt8]) async throws(DeliveryFailure) {
        let base = try await secret(webhook.url, environment).reveal()
        let token = try await self.token
        if webhook.service.chat?.isAddressSecret ?? true { Redactor.current?.learn(address: base) }
        if let fault = urlFault(base, schemes: ["https", "http"]) {
            throw DeliveryFailure("the URL of \(webhook.service.rawValue) \(fault)", retry: .nextRun)
        }
        let response: HTTPResponse
        do {
            response = try await client.send(request(body, base: base, token: token))
        } catch {
            guard !error.wasSent else { throw .unsure(oneLine("\(error)")) }
            throw DeliveryFailure(oneLine("\(error)"), retry: error.isTransient ? .soon : .nextRun)
        }
        if let rejection = Rejection(response, from: webhook.service) {
            let reason = "\(hostName(base)) \(rejection.reason)"
            throw rejection.isUnsure ? .unsure(reason) : DeliveryFailure(reason, retry: rejection.retry)
        }
    }
}

extension WebhookDelivery {
    private var token: Secret? {
        get async throws(DeliveryFailure) {
            guard let reference = webhook.token else { return nil }
            return try await secret(reference, environment)
        }
    }

    private func request(_ body: [UInt8], base: String, token: Secret?) -> HTTPRequest {
        var headers = [HTTPHeader("Content-Type", "application/json; charset=utf-8")]
        let chat = webhook.service.chat
        if let token, chat?.takesBearerToken ?? true {
            headers.append(HTTPHeader("Authorization", "Bearer \(token.reveal())"))
        }
        if chat == nil { headers.append(HTTPHeader("Idempotency-Key", "\"\(digestID)\"")) }
        let url = chat?.address(base, token: token?.reveal()) ?? base
        // The path of Slack and Discord addresses is a secret, like a password.
        let path = WebAddress.target(of: base)
        return HTTPRequest(
            .post, url: url, configuredURL: base, headers: headers, body: body,
            secrets: [path, token?.reveal()].compactMap { $0 }.filter { $0.count > 4 },
            limits: HTTPLimits(totalTimeout: .seconds(timeout), idleTimeout: .seconds(timeout), maxRedirects: 0))
    }

    private func hostName(_ url: String) -> String {
        let host = WebAddress.host(of: url)
        return host.isEmpty ? webhook.service.rawValue : host
    }
}

extension WebhookDelivery {
    /// Why a service did not accept a message.
    fileprivate struct Rejection {
        var reason: String
        var retry: DeliveryFailure.Retry
        /// Whether the message may have been accepted, because a gateway does not know it. Cloudflare sends 520 and
        /// 524.
        var isUnsure: Bool

        /// Nil when the service accepted the message.
        init?(_ response: HTTPResponse, from service: Webhook.Service) {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            let answer = try? decoder.decode(Answer.self, from: Data(response.body))
            // If the answer was cut off, its status still counts.
            let isTaken = response.isSuccess && (service.chat?.refusesInBody != true || answer?.ok != false)
            guard !isTaken else { return nil }
            // Discord's message is "Invalid Form Body". Its `errors` say which part is wrong.
            let words = answer?.errors == nil ? answer?.description ?? answer?.message ?? answer?.error : nil
            let text = words.map(oneLine) ?? oneLine(response.beginning)
            reason = "answered \(response.status)" + (text.isEmpty ? "" : ": \(text)")
            isUnsure = [502, 504, 520, 524].contains(response.status)
            let seconds = response.retryAfter?.date(from: Date()).timeIntervalSinceNow
            switch response.status {
            case 429, 503:
                let wait = answer?.retryAfter ?? answer?.parameters?.retryAfter ?? seconds
                retry = wait.map { .after(max(0, $0)) } ?? .soon
            case 408, 425, 500..<600: retry = .soon
            default: retry = .nextRun
            }
            if let chat = answer?.parameters?.migrateToChatId { reason += "; write chat = \"\(chat)\"" }
        }

        /// What the services say besides the status.
        ///
        /// Telegram sends a `description` (https://core.telegram.org/bots/api#making-requests), Discord a `message`
        /// (https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit), ntfy an `error`. Slack
        /// sends no JSON but a word such as `invalid_blocks`.
        private struct Answer: Decodable {
            /// Any JSON value.
            struct Anything: Decodable {
                init(from decoder: any Decoder) {}
            }

            struct Parameters: Decodable {
                var retryAfter: Double?
                var migrateToChatId: Int?
            }

            var ok: Bool?
            var description: String?
            var message: String?
            var error: String?
            var errors: Anything?
            var retryAfter: Double?
            var parameters: Parameters?
        }
    }
}

extension HTTPResponse {
    /// The first words of the body. Secrets are hidden before the text is cut, because a part of a secret is not
    /// recognised.
    fileprivate var beginning: String {
        String(String(decoding: body.prefix(16384), as: UTF8.self).withoutSecrets.prefix(1000))
    }
}
