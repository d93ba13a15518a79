import Files
import Foundation
import Texts
import Values

enum DeliverKey: String, CaseIterable {
    case to, name, format, path, command, timeout, attempts
    case from, recipients, subject
    case listID = "list_id"
    case listUnsubscribe = "list_unsubscribe"
    case unsubscribeSecret = "unsubscribe_secret"
    case unsubscribeSecretFile = "unsubscribe_secret_file"
    case unsubscribeSecretCommand = "unsubscribe_secret_command"
    case rate
    case host, port, security, username, password
    case passwordFile = "password_file"
    case passwordCommand = "password_command"
    case service, url, chat, topic, token
    case baseURL = "base_url"
    case keep
    case viewOnline = "view_online"
    case calendar
    case urlFile = "url_file"
    case urlCommand = "url_command"
    case tokenFile = "token_file"
    case tokenCommand = "token_command"

    /// The keys that have a meaning for this destination.
    static func keys(for kind: DestinationKind) -> Set<DeliverKey> {
        let mail: Set<DeliverKey> = [
            .viewOnline, .calendar, .from, .recipients, .subject, .listID, .listUnsubscribe, .unsubscribeSecret,
            .unsubscribeSecretFile,
            .unsubscribeSecretCommand,
        ]
        let common: Set<DeliverKey> = [.to, .name, .attempts, .timeout]
        switch kind {
        case .file: return common.union(mail).union([.format, .path, .keep])
        case .site: return common.union([.path, .baseURL, .keep])
        case .stdout: return common.union(mail).union([.format])
        case .command: return common.union(mail).union([.format, .command])
        case .smtp:
            return common.union(mail).union([
                .host, .port, .security, .username, .password, .passwordFile, .passwordCommand, .rate,
            ])
        case .webhook:
            return common.union([
                .service, .url, .urlFile, .urlCommand, .token, .tokenFile, .tokenCommand, .chat, .topic, .viewOnline,
            ])
        }
    }
}

enum DestinationKind: String, CaseIterable { case file, site, stdout, command, smtp, webhook }

extension Delivery {
    init(_ table: ConfigurationTable<DeliverKey>, home: String) throws {
        let kind: DestinationKind = try table.require(.to, try table.choice(.to))
        let allowed = DeliverKey.keys(for: kind)
        if let stray = DeliverKey.allCases.first(where: { table.node($0) != nil && !allowed.contains($0) }) {
            throw table.error(stray, "cannot be used with to = \"\(kind.rawValue)\"")
        }
        let (destination, usualName, usualFormat) = try Self.defaults(kind, table, home: home)
        var (name, format) = (usualName, usualFormat)
        format = try table.choice(.format) ?? format
        name = try table.line(.name) ?? name
        self.init(name: name, destination: destination, format: format)
        attempts = try table.integer(.attempts, in: 1...20) ?? attempts
        timeout = try table.duration(.timeout, from: "1s", to: "1h") ?? timeout
        recipients = try table.addresses(.recipients) ?? recipients
        subject = try table.line(.subject)
        from = try table.address(.from)
        listID = try table.line(.listID)
        unsubscribeSecret = try table.secret(
            .unsubscribeSecret, file: .unsubscribeSecretFile, command: .unsubscribeSecretCommand, home: home)
        listUnsubscribe = try table.unsubscribeLink(.listUnsubscribe, isSigned: unsubscribeSecret != nil)
        mailGap = try table.gap(.rate)
        if isRolling, format != .ics {
            keep = try table.kept()
        } else if case .file = destination, table.node(.keep) != nil {
            throw table.error(.keep, "is for the formats atom and atom-digests, whose file has earlier digests too")
        }
        hasCalendar = try table.boolean(.calendar) ?? hasCalendar
        viewOnline = try table.webAddress(.viewOnline).map(OnlineAddress.init)
    }

    /// The destination, with its name and format where the table has none.
    private static func defaults(
        _ kind: DestinationKind, _ table: ConfigurationTable<DeliverKey>, home: String
    ) throws -> (Destination, name: String, Format) {
        switch kind {
        case .file:
            let path = try table.require(.path, try table.path(.path, home: home))
            return (.file(path: path), name(ofFile: path), Format(path: path) ?? .html)
        case .site:
            let path = try table.require(.path, try table.path(.path, home: home))
            let site = Site(path: path, baseURL: try table.webAddress(.baseURL), keep: try table.kept())
            return (.site(site), "site \(path)", .html)
        case .stdout:
            return (.standardOutput, "stdout", .markdown)
        case .command:
            let command = try table.require(.command, try table.command(.command))
            return (.command(command), "command \(commandName(command))", .markdown)
        case .smtp:
            let server = try MailServer(table, home: home)
            return (.smtp(server), "smtp \(server.host)", .eml)
        case .webhook:
            let webhook = try Webhook(table, home: home)
            return (.webhook(webhook), [webhook.service.rawValue, webhook.chat ?? webhook.topic].compacted(), .json)
        }
    }
}

extension ConfigurationTable<DeliverKey> {
    fileprivate func kept() throws -> TimeInterval? { try duration(.keep, from: "1d", to: "36500d") }

    fileprivate func webAddress(_ key: DeliverKey) throws -> String? {
        guard let address = try line(key) else { return nil }
        let example = address.replacing(literal: "{id}", with: "a").replacing(literal: "{profile}", with: "a")
        if let fault = urlFault(example, schemes: ["https", "http"]) { throw error(key, fault) }
        return address
    }
}

extension MailServer {
    init(_ table: ConfigurationTable<DeliverKey>, home: String) throws {
        let host = try table.require(.host, try table.line(.host))
        guard host.isHostOfMail else { throw table.error(.host, "is not a host's name") }
        let security: Security = try table.choice(.security) ?? .starttls
        let port = try table.integer(.port, in: 1...65535) ?? security.usualPort
        self.init(host: host, port: port, security: security)
        guard let username = try table.line(.username) else { return }
        let password = try table.secret(.password, file: .passwordFile, command: .passwordCommand, home: home)
        auth = Configuration.Auth(username: username, password: try table.require(.password, password))
        guard security != .none else {
            throw table.error(.security, "is \"none\", which would send the password without encryption")
        }
    }
}

extension Webhook {
    init(_ table: ConfigurationTable<DeliverKey>, home: String) throws {
        let service: Service = try table.require(.service, try table.choice(.service))
        var url = try table.secret(.url, file: .urlFile, command: .urlCommand, home: home)
        if case .literal(let text) = url, let fault = urlFault(text.reveal(), schemes: ["https", "http"]) {
            throw table.error(.url, fault)
        }
        if let standard = service.settings.url { url = url ?? .literal(Secret(standard)) }
        self.init(service: service, url: try table.require(.url, url))
        token = try table.secret(.token, file: .tokenFile, command: .tokenCommand, home: home)
        chat = try table.line(.chat)
        topic = try table.line(.topic)
        let missing: [DeliverKey: Bool] = [.token: token == nil, .chat: chat == nil, .topic: topic == nil]
        for key in service.settings.keys where missing[key] == true { throw table.error(key, "is missing") }
        if let chat, let fault = service.fault(inChat: chat) { throw table.error(.chat, fault) }
    }
}

extension [String?] {
    /// The texts that are not nil, with a space between.
    fileprivate func compacted() -> String { compactMap { $0 }.joined(separator: " ") }
}
