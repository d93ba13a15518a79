import Foundation
import HTTP
import Texts

extension Configuration {
    /// Tells the redactor of this task what is secret in the configuration and in the variables that it names, so that
    /// no sentence says it. Files and commands tell theirs when they are read (`SecretReference.resolve`).
    func tellSecrets(_ environment: [String: String]) {
        guard let redactor = Redactor.current else { return }
        for feed in feeds { redactor.learn(publicAddress: feed.url) }
        for (name, reference) in secrets where !HTTPHeader.saysNothing(name) {
            if let secret = reference.known(environment) { redactor.learn(secret) }
        }
        for (auth, reference, isPublic) in logins {
            guard let password = reference.known(environment) else { continue }
            redactor.learn(auth, Secret(password), isPublic: isPublic)
        }
    }

    /// User names and their passwords. The address that mails come from is a user name that all may know.
    private var logins: [(Auth, SecretReference, isPublic: Bool)] {
        let servers = deliveries.compactMap { delivery -> (Auth, SecretReference, Bool)? in
            guard case .smtp(let server) = delivery.destination, let auth = server.auth else { return nil }
            let addresses = [delivery.from, email].compactMap(\.self) + delivery.recipients
            return (auth, auth.password, addresses.map(envelopeAddress).contains(auth.username))
        }
        return feeds.compactMap { feed in feed.auth.map { ($0, $0.password, false) } } + servers
    }
}

extension Redactor {
    func learn(_ auth: Configuration.Auth, _ password: Secret, isPublic: Bool = false) {
        learn(user: auth.username, password: password.reveal(), isPublic: isPublic)
    }
}

extension SecretReference {
    /// The secret where it is at hand.
    fileprivate func known(_ environment: [String: String]) -> String? {
        switch self {
        case .literal(let secret): secret.reveal()
        case .environment(let name): environment[name]
        case .file, .command: nil
        }
    }
}

extension HTTPHeader {
    /// Whether a header's key in the configuration, such as `feeds[1].headers.Accept`, is one that holds no secret.
    fileprivate static func saysNothing(_ key: String) -> Bool {
        guard key.contains(".headers.") else { return false }
        let name = key.split(separator: ".").last?.lowercased() ?? ""
        return ["accept", "accept-language", "accept-charset", "user-agent", "referer"].contains(name)
    }
}
