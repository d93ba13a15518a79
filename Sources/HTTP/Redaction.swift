import Foundation

/// Hides what must not be seen: userinfo, the values of key-like query parameters, and a request's own secrets.
struct Redaction {
    static let hidden = "<hidden>"
    private static let secretHeaders: Set = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-auth-token", "api-key",
    ]
    private static let secretParameters: Set = [
        "apikey", "api_key", "api-key", "key", "token", "access_token", "auth", "auth_token", "password", "passwd",
        "pass", "pwd", "secret", "client_secret", "sig", "signature", "session", "sid",
    ]

    private let headerNames: Set<String>
    /// The longest first, so that a secret that holds another goes as a whole.
    private let secrets: [String]

    init(_ request: HTTPRequest) {
        let names = Self.secretHeaders.union(request.secretHeaders.map { $0.lowercased() })
        headerNames = names
        let values = request.headers
            .filter { names.contains($0.name.lowercased()) && !Hop.harmless.contains($0.name.lowercased()) }
            .flatMap { header in [header.value] + header.value.split(separator: " ").map(String.init) }
        // A short text, such as `1` or `Basic`, would blot out half of an answer.
        secrets = (request.secrets + values).filter { $0.utf8.count > 6 }.sorted { $0.utf8.count > $1.utf8.count }
    }

    /// Hides what is secret in any address.
    static let none = Redaction(HTTPRequest(url: "", configuredURL: nil))

    func isSecret(header name: String) -> Bool { headerNames.contains(name.lowercased()) }

    func header(_ header: HTTPHeader) -> HTTPHeader {
        HTTPHeader(header.name, isSecret(header: header.name) ? Self.hidden : text(header.value))
    }

    func text(_ text: String) -> String {
        secrets.reduce(text) { $0.replacingOccurrences(of: $1, with: Self.hidden) }
    }

    /// A reason whose text may quote an address or a header.
    func reason(_ reason: HTTPError.Reason) -> HTTPError.Reason {
        switch reason {
        case .invalidRequest(let why): .invalidRequest(text(why))
        case .network(let why): .network(text(why))
        case .interrupted(let why): .interrupted(text(why))
        case .malformedResponse(let why): .malformedResponse(text(why))
        default: reason
        }
    }

    func url(_ url: String) -> String {
        text(Self.withoutSecretParameters(Self.withoutUserinfo(url)))
    }

    func body(_ body: [UInt8]) -> [UInt8] {
        secrets.reduce(body) { body, secret in body.replacing(Array(secret.utf8), with: Array(Self.hidden.utf8)) }
    }

    static func withoutUserinfo(_ url: String) -> String {
        guard let start = url.range(of: "://")?.upperBound else { return url }
        let authority = url[start...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return String(url[..<start] + url[url.index(after: at)...])
    }

    private static func withoutSecretParameters(_ url: String) -> String {
        guard let mark = url.firstIndex(of: "?") else { return url }
        let query = url[url.index(after: mark)...].prefix { $0 != "#" }
        let parameters = query.split(separator: "&", omittingEmptySubsequences: false).map { parameter in
            let name = parameter.prefix { $0 != "=" }
            guard name.endIndex != parameter.endIndex, secretParameters.contains(name.lowercased()) else {
                return String(parameter)
            }
            return "\(name)=\(hidden)"
        }
        return String(url[...mark] + parameters.joined(separator: "&") + url[query.endIndex...])
    }
}
