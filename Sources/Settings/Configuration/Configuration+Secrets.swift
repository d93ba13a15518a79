import Foundation
import HTTP
import Texts
import Values

extension Configuration {
    /// All secrets that a run needs, each with the key that sets it.
    package var secrets: [(name: String, reference: SecretReference)] {
        usedKinds.flatMap { $0.secrets }
            + deliveries.enumerated().flatMap { $1.secrets(in: "deliver[\($0 + 1)]") }
            + (model?.secrets(in: "model") ?? []) + health.secrets
    }
}

extension Configuration {
    /// Tells the redactor of this task the secrets in the configuration and in the variables that it names, so that no
    /// message shows them. It learns secrets from files and commands when they are read (`SecretReference.resolve`).
    func tellSecrets(_ environment: [String: String]) {
        guard let redactor = Redactor.current else { return }
        for address in feeds.flatMap({ $0.command?.addresses ?? [$0.url] }) { redactor.learn(publicAddress: address) }
        for (name, reference) in secrets where !HTTPHeader.saysNothing(name) {
            if let secret = reference.known(environment) { redactor.learn(secret) }
        }
        for (auth, reference, isPublic) in logins {
            guard let password = reference.known(environment) else { continue }
            redactor.learn(auth, Secret(password), isPublic: isPublic)
        }
    }

    /// User names and their passwords. A user name that is also the sender address of mails is public.
    private var logins: [(Auth, SecretReference, isPublic: Bool)] {
        let servers = deliveries.compactMap { delivery -> (Auth, SecretReference, Bool)? in
            guard let auth = delivery.destination.account else { return nil }
            let addresses = [delivery.from, email].compactMap(\.self) + delivery.recipients
            return (auth, auth.password, addresses.map(Mailbox.address(in:)).contains(auth.username))
        }
        return feeds.compactMap { feed in feed.auth.map { ($0, $0.password, false) } } + servers
    }
}

extension Configuration.FeedCommand {
    /// The addresses in its words. A part without one, such as `--token=…`, is the query of an address.
    package var addresses: [String] {
        words.flatMap { word in
            word.split { $0.isWhitespace || "\"'".contains($0) }.map { $0.contains("://") ? String($0) : "?\($0)" }
        }
    }
}

extension Redactor {
    func learn(_ auth: Configuration.Auth, _ password: Secret, isPublic: Bool = false) {
        learn(user: auth.username, password: password.reveal(), isPublic: isPublic)
    }
}

extension SecretReference {
    /// The secret, if it is known without reading a file or running a command.
    fileprivate func known(_ environment: [String: String]) -> String? {
        switch self {
        case .literal(let secret): secret.reveal()
        case .environment(let name): environment[name]
        case .file, .command: nil
        }
    }
}

extension HTTPHeader {
    /// Whether this header's key in the configuration, such as `feeds[1].headers.Accept`, holds no secret.
    fileprivate static func saysNothing(_ key: String) -> Bool {
        guard key.contains(".headers.") else { return false }
        let name = key.split(separator: ".").last?.lowercased() ?? ""
        return ["accept", "accept-language", "accept-charset", "user-agent", "referer"].contains(name)
    }
}
