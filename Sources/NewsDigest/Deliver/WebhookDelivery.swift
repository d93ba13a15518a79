import Addresses
import Foundation
import HTTP
import Texts

/// Posts one message to a chat or push service, or a digest to a receiver of JSON.
struct WebhookDelivery {
    var webhook: Webhook
    /// The same for each attempt to post the same message.
    var messageID: String
    var timeout: TimeInterval
    var client: HTTPClient
    var environment: [String: String]

    func post(_ body: [UInt8]) async throws(DeliveryFailure) {
        let base = try await secret(webhook.url, environment).reveal()
        let token = try await self.token
        if webhook.service.settings.isAddressSecret { Redactor.current?.learn(address: base) }
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
        let token = token?.reveal()
        let post =
            webhook.service.chat?.request(for: webhook, at: base, token: token, messageID: messageID)
            ?? ChatRequest(url: base, bearer: token, headers: [HTTPHeader("Idempotency-Key", "\"\(messageID)\"")])
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
            let answer = service.chat?.answer(response.body) ?? ChatAnswer(json: response.body)
            // If the answer was cut off, its status still counts.
            guard !response.isSuccess || answer.isRefusal else { return nil }
            let text = answer.words.map(oneLine) ?? oneLine(response.beginning)
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
    /// The first words of the body. Secrets are hidden before the text is cut, because a part of a secret is not
    /// recognised.
    fileprivate var beginning: String {
        String(decoding: body.prefix(16384), as: UTF8.self).withoutSecrets.beginning(1000)
    }
}
