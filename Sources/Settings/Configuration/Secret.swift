import Files
import Foundation
import HTTP
import Platform
import Texts
import Values

/// A key or a password. It appears as `<hidden>` wherever it is printed, dumped or encoded.
package struct Secret: Sendable, Hashable, Encodable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let value: String

    package init(_ value: String) { self.value = value }

    /// The secret itself, for the one place that sends it.
    package func reveal() -> String { value }

    package var description: String { "<hidden>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Where a secret can be read.
package enum SecretReference: Sendable, Hashable {
    case literal(Secret)
    case environment(String)
    case file(path: String)
    /// A program with its arguments. The program prints the secret.
    case command([String])
}

extension SecretReference {
    /// Where the value comes from, to be hashed. It contains a literal secret.
    var hashInput: String {
        switch self {
        case .literal(let secret): "literal \(secret.reveal())"
        case .environment(let name): "environment \(name)"
        case .file(let path): "file \(path)"
        case .command(let words): "command \(words.joined(separator: " "))"
        }
    }
}

/// Why a secret could not be read. The description is one line and never contains the secret.
package struct SecretError: Error, Equatable, CustomStringConvertible {
    package var description: String

    package init(description: String) { self.description = description }
}

extension SecretReference {
    /// Reads the secret: the first line of a file or of a command's output. From then on, no message shows it.
    package func resolve(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws(SecretError) -> Secret {
        switch self {
        case .literal(let secret):
            return secret
        case .environment(let name):
            guard let value = environment[name] else {
                throw SecretError(description: "the environment variable \(name) is not set")
            }
            return try firstLine(of: Array(value.utf8), from: "the environment variable \(name)")
        case .file(let path):
            return try firstLine(of: try Self.bytes(of: path), from: "the file '\(path)'")
        case .command(let arguments):
            let output: [UInt8]
            do {
                output = try await Command(
                    arguments: arguments, environment: environment.forCommands, timeout: 60, outputLimit: 65536,
                    usesTerminal: true
                ).run([])
            } catch {
                throw SecretError(description: "\(error)")
            }
            return try firstLine(of: output, from: "the output of '\(commandName(arguments))'")
        }
    }

    private static func bytes(of path: String) throws(SecretError) -> [UInt8] {
        let bytes: Data?
        do {
            bytes = try FileHandle.read(path, upTo: 65536)
        } catch {
            let exists = FileManager.default.fileExists(atPath: path)
            let reason = exists ? "cannot be read: \(errorText(of: error))" : "does not exist"
            throw SecretError(description: "the file '\(path)' \(reason)")
        }
        guard let bytes else { throw SecretError(description: "the file '\(path)' is longer than 64 KiB") }
        return Array(bytes)
    }

    /// What the user should know about a secret that can be read; nil if there is nothing.
    package var warning: String? {
        guard case .file(let path) = self,
            let mode = (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int,
            mode & 0o077 != 0
        else { return nil }
        return "the file '\(path)' can be read by others; run: chmod 600 '\(path)'"
    }

    private func firstLine(of bytes: [UInt8], from origin: String) throws(SecretError) -> Secret {
        let text = String(decoding: bytes, as: UTF8.self)
        let line = (text.split(whereSeparator: \.isNewline).first ?? "")
            .trimmingCharacters(in: .whitespaces.union(["\u{FEFF}"]))
        guard !line.isEmpty else { throw SecretError(description: "\(origin) is empty") }
        guard !line.hasControls else {
            throw SecretError(description: "\(origin) has a control character in it")
        }
        Redactor.current?.learn(line)
        return Secret(line)
    }
}

extension Configuration {
    /// All secrets that a run needs, each with the key that sets it.
    package var secrets: [(name: String, reference: SecretReference)] {
        usedKinds.flatMap { $0.secrets }
            + deliveries.enumerated().flatMap { $1.secrets(in: "deliver[\($0 + 1)]") }
            + (model?.secrets(in: "model") ?? []) + health.secrets
    }

    /// Says what is wrong with the value of a secret that should be an address; nil if nothing is.
    package var faultOfAddress: (Secret, SecretReference) -> String? {
        let ofCalendars = Set(calendars.map { $0.url })
        let others = Set(deliveries.compactMap { $0.destination.secretAddress } + health.secrets.map { $0.reference })
        return { secret, reference in
            if ofCalendars.contains(reference) { return CalendarAddress.fault(in: secret.reveal()) }
            return others.contains(reference) ? urlFault(secret.reveal(), schemes: ["https", "http"]) : nil
        }
    }
}

extension Configuration {
    /// Tells the redactor of this task the secrets in the configuration, and in the variables and files that it names, so
    /// that no message shows them. It learns those of commands and pipes when they are read (`SecretReference.resolve`).
    /// No earlier message can have these: a server repeats only what it was sent, and a run hides what it knows in all it
    /// stores.
    func tellSecrets(_ environment: [String: String]) {
        guard let redactor = Redactor.current else { return }
        for address in feeds.flatMap({ $0.command?.addresses ?? [$0.url] }) { redactor.learn(publicAddress: address) }
        for (name, reference) in secrets where !HTTPHeader.saysNothing(name) {
            if let secret = reference.known(environment, redactor) { redactor.learn(secret) }
        }
        for (auth, reference, isPublic) in logins {
            guard let password = reference.known(environment, redactor) else { continue }
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
    /// The secret, if it is known without running a command or reading what can be read only once.
    fileprivate func known(_ environment: [String: String], _ redactor: Redactor) -> String? {
        switch self {
        case .literal(let secret): secret.reveal()
        case .environment(let name): environment[name]
        case .file(let path):
            redactor.secret(inFile: path) {
                var status = stat()
                guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
                return (try? firstLine(of: Self.bytes(of: path), from: ""))?.reveal()
            }
        case .command: nil
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
