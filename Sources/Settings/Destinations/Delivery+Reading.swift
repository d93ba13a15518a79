import Files
import Foundation
import Texts
import Values

/// A key of `[[deliver]]`. Each kind of destination lists those that it may have (`Destination.keys`).
package struct DeliverKey: RawRepresentable, CaseIterable, Hashable, ExpressibleByStringLiteral {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package init(stringLiteral text: String) { rawValue = text }

    package static let allCases = Delivery.kinds.reduce(ofAll) { $0.union($1.keys) }.sorted {
        $0.rawValue < $1.rawValue
    }
    static let ofAll: Set<DeliverKey> = ["to", "name", "attempts", "timeout"]
    /// The keys of a destination that can get a mail.
    static let ofMail: Set<DeliverKey> = [
        "view_online", "calendar", "from", "recipients", "subject", "list_id", "list_unsubscribe", "unsubscribe_secret",
        "unsubscribe_secret_file", "unsubscribe_secret_command",
    ]
}

extension Delivery {
    init(_ table: ConfigurationTable<DeliverKey>, home: String) throws {
        let to = try table.require("to", try table.string("to"))
        guard let kind = Self.kinds.first(where: { $0.name == to }) else {
            throw table.error("to", "is \"\(to)\"; \(allowedValues(for: to, among: Self.kinds.map { $0.name }))")
        }
        let allowed = kind.keys.union(DeliverKey.ofAll)
        if let stray = DeliverKey.allCases.first(where: { table.node($0) != nil && !allowed.contains($0) }) {
            throw table.error(stray, "cannot be used with to = \"\(to)\"")
        }
        let destination = try kind.init(table, home: home)
        let format = try table.choice("format") ?? destination.usualFormat
        let name = try table.line("name") ?? destination.usualName
        self.init(name: name, destination: destination, format: format)
        attempts = try table.integer("attempts", in: 1...20) ?? attempts
        timeout = try table.duration("timeout", from: "1s", to: "1h") ?? timeout
        recipients = try table.addresses("recipients") ?? recipients
        subject = try table.line("subject")
        from = try table.address("from")
        listID = try table.line("list_id")
        unsubscribeSecret = try table.secret(
            "unsubscribe_secret", file: "unsubscribe_secret_file", command: "unsubscribe_secret_command", home: home)
        listUnsubscribe = try table.unsubscribeLink("list_unsubscribe", isSigned: unsubscribeSecret != nil)
        mailGap = try table.gap("rate")
        hasCalendar = try table.boolean("calendar") ?? hasCalendar
        viewOnline = try table.webAddress("view_online").map(OnlineAddress.init)
    }
}

extension ConfigurationTable<DeliverKey> {
    /// For how long earlier digests are kept, in seconds.
    func kept() throws -> TimeInterval? { try duration("keep", from: "1d", to: "36500d") }

    /// A web address in which `{id}` and `{profile}` may stand.
    func webAddress(_ key: DeliverKey) throws -> String? {
        guard let address = try line(key) else { return nil }
        let example = address.replacing(literal: "{id}", with: "a").replacing(literal: "{profile}", with: "a")
        if let fault = urlFault(example, schemes: ["https", "http"]) { throw error(key, fault) }
        return address
    }
}
