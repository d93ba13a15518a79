import Foundation
import HTTP
import Texts

/// Why newsapi.org gave no articles.
enum NewsAPIFault: Error, Equatable {
    /// The service's own word: status, code and message of its error answer.
    case refused(status: Int, code: String, message: String, retryAfter: RetryAfter?)
    /// A status without an answer that could be read.
    case status(Int, RetryAfter?)
    /// Not what the service's documentation promises.
    case unreadable(String)
    case transport(HTTPError)
    /// The quota ledger cannot be written.
    case ledger(String)

    /// More results than the plan gives: the end of the pages.
    var isEndOfResults: Bool {
        if case .refused(_, "maximumResultsReached", _, _) = self { true } else { false }
    }

    /// Nothing else will be answered for this key either.
    var concernsAccount: Bool {
        switch self {
        case .refused(let status, let code, _, _):
            status == 401 || status == 429 || code.hasPrefix("apiKey") || code == "rateLimited"
        case .status(let status, _): status == 401 || status == 429
        case .transport(let error):
            if case .hostStopped = error.reason { true } else { error.unreachableHost != nil }
        case .unreadable, .ledger: false
        }
    }

    var unreachableHost: String? {
        if case .transport(let error) = self { error.unreachableHost } else { nil }
    }

    /// When to ask again, for an answer that says to slow down.
    func retry(from now: Date) -> Date? {
        switch self {
        case .refused(429, _, _, let after), .refused(_, "rateLimited", _, let after),
            .refused(_, "apiKeyExhausted", _, let after), .status(429, let after):
            after.pause(from: now)
        case .status(503, let after?): Optional(after).pause(from: now)
        case .transport(let error): error.retry(from: now)
        case .refused, .status, .unreadable, .ledger: nil
        }
    }

    /// The fact, then the next step.
    func sentence(url: String, key: Secret) -> String {
        switch self {
        case .refused(let status, let code, let message, _):
            "\(url) answered \(status) \(Self.oneLine(code, hiding: key)): "
                + Self.step(status, code, Self.oneLine(message, hiding: key))
        case .status(let status, _): "\(url) answered \(status)"
        case .unreadable(let why): "\(url) \(why)"
        case .transport(let error): "\(error)"
        case .ledger(let why): "\(url) was not requested, because the request could not be counted: \(why)"
        }
    }

    private static func step(_ status: Int, _ code: String, _ message: String) -> String {
        switch (status, code) {
        case (_, "apiKeyMissing"): "it got no key; set NEWSAPI_KEY, or key_file under [newsapi]"
        case (_, "apiKeyInvalid"):
            "it does not know the key; check NEWSAPI_KEY or key_file against https://newsapi.org/account"
        case (_, "apiKeyDisabled"): "the key was disabled; see https://newsapi.org/account"
        case (_, "apiKeyExhausted"):
            "the key has no requests left; wait, or ask for fewer categories and pages under [newsapi]"
        case (_, "rateLimited"):
            "too many requests (\(message)); set daily_requests under [newsapi] to what the plan allows"
        case (_, "parametersMissing"):
            "the query is too broad; set categories, country, sources or query under [newsapi]"
        case (_, "parametersIncompatible"): "sources do not go with country or categories; remove one under [newsapi]"
        case (426, "parameterInvalid"): "the plan does not reach that far back; ask for a shorter time (\(message))"
        case (_, "parameterInvalid"): "it does not accept a setting under [newsapi] (\(message))"
        case (_, "pageCannotBeLessThanOne"): "pages count from 1 (\(message))"
        case (_, "sourcesTooMany"): "a query takes 20 sources at most; name fewer under [newsapi]"
        case (_, "sourceDoesNotExist"):
            "there is no such source; `newsdigest categories --online` lists them (\(message))"
        case (_, "maximumResultsReached"): "the plan gives no more results of this query"
        case (_, "userAgentMissing"): "the request's User-Agent was lost on its way; a proxy may remove it"
        case (_, "corsNotAllowed"): "the plan takes no requests from browsers; a proxy may add an Origin header"
        case (_, "unexpectedError"): "the service has a fault; the next run tries again"
        default: message.isEmpty ? "see https://newsapi.org/docs/errors" : message
        }
    }

    /// A server's text, bounded, and without the key should it be echoed.
    private static func oneLine(_ text: String, hiding key: Secret) -> String {
        let redactor = Redactor()
        redactor.learn(key.reveal())
        return String(redactor.hide(in: text.cleanSentence).prefix(240)).trimmingCharacters(in: .whitespaces)
    }
}

extension HTTPError {
    /// The end of the pause of a host that answered 429 to someone else's request.
    func retry(from now: Date) -> Date? {
        guard case .hostStopped(let after) = reason else { return nil }
        return after.pause(from: now)
    }
}

extension RetryAfter? {
    /// The end of the pause a server asks for: between a minute and a week, and an hour when it does not say.
    func pause(from now: Date) -> Date {
        let asked = self?.date(from: now) ?? now.addingTimeInterval(3600)
        return min(max(asked, now.addingTimeInterval(60)), now.addingTimeInterval(7 * 86_400))
    }
}
