import Foundation
import Synchronization

/// Knows the secrets in use, and hides them in every sentence that is printed, stored or sent.
///
/// `current` is the redactor of the present task, or else that of the process. After it has learned a secret,
/// `cleanSentence` hides this secret. A thread that no task started has only the redactor of the process.
package final class Redactor: Sendable {
    @TaskLocal package static var ofTask: Redactor?
    private static let ofProcess = Mutex<Redactor?>(nil)

    package static var current: Redactor? { ofTask ?? ofProcess.withLock(\.self) }

    /// Makes this redactor the one of all threads of the process.
    package func serveProcess() { Self.ofProcess.withLock { $0 = self } }

    /// The text that replaces a secret.
    package static let hidden = "<hidden>"

    private let known = Mutex(SecretIndex())
    private let files = Mutex<[String: String?]>([:])

    package init() {}

    /// Learns a key, a password, a token or a header's value. Of an address, it learns the secret parts.
    package func learn(_ secret: String) {
        if secret.contains("://") { return learn(address: secret) }
        let words = secret.split(separator: " ").map(String.init)
        // After `Bearer …`, a server may repeat only the token.
        insert([secret] + (words.count > 1 ? words.filter { $0.utf8.count >= Self.longWord } : []))
    }

    /// The secret in a file, which is read only once: the deliveries of many readers may name it.
    package func secret(inFile path: String, _ read: () -> String?) -> String? {
        files.withLock { files in
            if let known = files[path] { return known }
            let secret = read()
            files[path] = .some(secret)
            return secret
        }
    }

    /// Learns a user name and its password, both alone and in the combined forms of basic authentication and SMTP.
    /// - Parameter isPublic: whether the name is no secret, such as the sender address of mails.
    package func learn(user: String, password: String, isPublic: Bool = false) {
        // A shorter name is too often a normal word of the sentence.
        if !isPublic, user.utf8.count >= 5 { insert([user]) }
        // Each part of a secret is hidden. The end of the name may be the host's too: anna@example.org at
        // smtp.example.org:587.
        let end = user.suffix(7)
        insert([password, "\(end):\(password)", "\(end)\0\(password)"])
    }

    /// Learns the secret parts of a receiver's address: user, password, path and the values of the query.
    package func learn(address: String) {
        learn(userinfoOf: address)
        let parts = AddressParts(address[...])
        // Without a scheme, the host is at the beginning of the path.
        let path = parts.authority.isEmpty ? parts.path.drop { $0 != "/" } : parts.path
        insert([String(path)].filter { $0.utf8.count > 4 })
        insert(path.split(separator: "/").map(String.init).filter(Self.looksLikeToken))
        // The pages of a script have their query in the fragment.
        let parameters = address[path.endIndex...].split { "?&#".contains($0) }
        insert(parameters.compactMap { $0.split(separator: "=", maxSplits: 1).dropFirst().first }.map(String.init))
    }

    /// Learns the secret parts of a proxy's address, even if the address is not valid.
    package func learn(proxyAddress address: String) {
        learn(userinfoOf: address, upToLastAt: true)
    }

    /// Learns the secret parts of the address of a feed or a page. Its path is not secret.
    package func learn(publicAddress address: String) {
        learn(userinfoOf: address)
        insert(SecretParameters.values(in: address))
    }

    /// Learns the passwords of a text that may be an address. `SecretParameters` finds them in a sentence too, but not
    /// if they have a space or a quotation mark, which ends an address there.
    package func learn(passwordIn text: String) {
        let bytes = Array(text.utf8)
        for range in SecretParameters.userInfo(in: bytes, isAddress: true) {
            let userInfo = String(decoding: bytes[range], as: UTF8.self)
            let parts = userInfo.split(separator: ":", maxSplits: 1).map(String.init)
            // A sentence such as `Anna: a letter to boris@example.org` is no address.
            guard parts.count == 2, !parts[0].contains(where: \.isWhitespace), parts[1].first?.isWhitespace != true
            else { continue }
            insert([userInfo, parts[1]])
        }
    }

    /// The text with `<hidden>` instead of secrets.
    package func hide(in text: String) -> String { index.hide(in: text) }

    /// Stands for the secrets that are known. It is short, so that nobody can guess a secret by it: one in 65,536 other
    /// sets of secrets has the same mark.
    package var mark: String { String(index.sum >> 48, radix: 16) }

    package var index: SecretIndex { known.withLock(\.self) }
}

extension Redactor {
    private static let longWord = 7

    private func insert(_ secrets: [String]) {
        known.withLock { for secret in secrets { $0.insert(secret) } }
    }

    private func learn(userinfoOf address: String, upToLastAt: Bool = false) {
        guard let range = address.utf8.userInfo(upToLastAt: upToLastAt), !range.isEmpty else { return }
        let userinfo = String(address[range])
        let parts = userinfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        insert([userinfo])
        learn(user: parts[0], password: parts.count > 1 ? parts[1] : "")
    }

    /// Whether the part looks like a token and not like a word such as `webhooks`.
    private static func looksLikeToken(_ part: String) -> Bool {
        let isWord = part.utf8.allSatisfy { (0x61...0x7A).contains($0) }
        return part.utf8.count >= (isWord ? 16 : 8)
    }
}

extension SecretIndex {
    package func hide(in text: String) -> String {
        let bytes = Array(text.utf8)
        let ranges = ranges(in: bytes)
        return ranges.isEmpty ? text : String(decoding: bytes.replacing(ranges, with: Redactor.hidden), as: UTF8.self)
    }
}

extension String {
    /// The text in a form that may be printed or stored, whether it is from a server, a feed, a program or a user. It
    /// is one line without active characters and without secrets.
    package var cleanSentence: String { onOneLine.withoutSecrets }

    /// The text as a message for people: as `cleanSentence`, and without long random values in addresses, which may be
    /// secrets.
    package var cleanMessage: String { RandomValues.hide(in: cleanSentence) }

    /// The text without known secrets, and without parameter values whose names say that they are secret.
    package var withoutSecrets: String { SecretParameters.hide(in: Redactor.current?.hide(in: self) ?? self) }

    /// Whether the text is an address with a user and a password.
    package var holdsPassword: Bool {
        let bytes = Array(utf8)
        return SecretParameters.userInfo(in: bytes, isAddress: true).contains { bytes[$0].contains(UInt8(ascii: ":")) }
    }
}

/// The last lines of the output of a program or a server, as one line of at most 400 characters that is safe to print.
package func oneLine(_ bytes: [UInt8]) -> String { oneLine(String(decoding: bytes, as: UTF8.self)) }

/// Secrets are hidden before the text is cut, because a part of a secret is not recognised.
package func oneLine(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map {
        String($0).onOneLine.trimmingCharacters(in: .whitespaces)
    }
    let joined = lines.filter { !$0.isEmpty }.joined(separator: "; ").withoutSecrets
    return joined.count > 400 ? "…" + joined.suffix(400) : joined
}
