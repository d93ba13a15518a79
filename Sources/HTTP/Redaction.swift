import Foundation
import Texts

/// Hides the secrets in one request: its userinfo, the values of parameters that look like keys, its own secrets, and
/// all secrets that the run knows.
struct Redaction {
    /// The replacement in a body. It has no brackets, which might make the body invalid for a replay.
    private static let hiddenInBody = "hidden"
    private static let secretHeaders: Set = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-auth-token", "api-key",
    ]

    private let headerNames: Set<String>
    private var alias: String?
    private var own = SecretIndex()
    private let known = Redactor.current?.index ?? SecretIndex()

    init(_ request: HTTPRequest) {
        let names = Self.secretHeaders.union(request.secretHeaders.map { $0.lowercased() })
        headerNames = names
        alias = request.alias
        let values = request.headers
            .filter { names.contains($0.name.lowercased()) && !Hop.harmless.contains($0.name.lowercased()) }
            .flatMap { header in [header.value] + header.value.split(separator: " ").map(String.init) }
        // A short text, such as `1` or `Basic`, would hide half of an answer.
        for secret in request.secrets + values where secret.utf8.count > 6 { own.insert(secret) }
        for value in SecretParameters.values(in: request.url) { own.insert(value) }
    }

    init(_ message: SMTPMessage) {
        headerNames = Self.secretHeaders
        guard let credentials = message.credentials else { return }
        let redactor = Redactor()
        redactor.learn(
            user: credentials.user, password: credentials.password, isPublic: message.names(credentials.user))
        own = redactor.index
    }

    func isSecret(header name: String) -> Bool { headerNames.contains(name.lowercased()) }

    func header(_ header: HTTPHeader) -> HTTPHeader {
        HTTPHeader(header.name, isSecret(header: header.name) ? Redactor.hidden : text(header.value))
    }

    func text(_ text: String) -> String { SecretParameters.hide(in: own.hide(in: known.hide(in: text))) }

    /// A reason without secrets. Its text may quote an address or a header.
    func reason(_ reason: HTTPError.Reason) -> HTTPError.Reason {
        switch reason {
        case .invalidRequest(let why): .invalidRequest(text(why))
        case .unresolvedHost(let host): .unresolvedHost(text(host))
        case .network(let why): .network(text(why))
        case .interrupted(let why): .interrupted(text(why))
        case .tls(let why): .tls(text(why))
        case .malformedResponse(let why): .malformedResponse(text(why))
        case .refusedRedirect(let target, let why): .refusedRedirect(to: url(target), text(why))
        case .forbiddenAddress(let why): .forbiddenAddress(text(why))
        case .program(let why): .program(text(why))
        default: reason
        }
    }

    /// The key by which a replay finds an exchange. A replay may know fewer secrets, so only the secrets in the request
    /// itself are hidden.
    func key(_ url: String) -> String {
        alias ?? SecretParameters.hide(in: own.hide(in: url.withoutUserInfo))
    }

    func url(_ url: String) -> String { known.hide(in: key(url)) }

    func body(_ body: [UInt8]) -> [UInt8] {
        let ranges = own.ranges(in: body) + known.ranges(in: body) + SecretParameters.ranges(inBody: body)
        return body.replacing(ranges.merged, with: Self.hiddenInBody)
    }
}

// MARK: - Mail

extension SMTPMessage {
    /// Whether the user name is also an address in the envelope, which is not secret.
    fileprivate func names(_ user: String) -> Bool { sender == user || recipients.contains(user) }
}

extension Redaction {
    func error(_ error: SMTPError) -> SMTPError {
        var redacted = error
        redacted.reason = reason(error.reason)
        return redacted
    }

    func receipt(_ receipt: SMTPReceipt) -> SMTPReceipt {
        SMTPReceipt(accepted: receipt.accepted, refused: receipt.refused.map(refusal), reply: text(receipt.reply))
    }

    private func reason(_ reason: SMTPError.Reason) -> SMTPError.Reason {
        switch reason {
        case .transport(let reason): .transport(self.reason(reason))
        case .noTLS: .noTLS
        case .authentication(let reply): .authentication(self.reply(reply))
        case .refused(let reply): .refused(self.reply(reply))
        case .allRecipients(let refusals): .allRecipients(refusals.map(refusal))
        }
    }

    private func refusal(_ refusal: SMTPReceipt.Refusal) -> SMTPReceipt.Refusal {
        SMTPReceipt.Refusal(recipient: refusal.recipient, reply: reply(refusal.reply))
    }

    private func reply(_ reply: SMTPReply) -> SMTPReply { SMTPReply(code: reply.code, text: text(reply.text)) }
}
