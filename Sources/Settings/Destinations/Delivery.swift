import Files
import Foundation
import Texts
import Values

/// One `[[deliver]]`: a destination and the format of the digest there.
package struct Delivery: Sendable, Equatable {
    /// The name in failure lines and in the state. It is unique among a profile's deliveries.
    package var name: String
    /// The name that others may have, too.
    fileprivate var commonName: String
    /// A hash that stays the same when other deliveries come, go or change places; nil for an output that no
    /// configuration names.
    package fileprivate(set) var mark: String?
    /// The name if others have the same: with the mark.
    package fileprivate(set) var markedName: String
    /// The name in earlier versions: with a number, by its place among those of the same name.
    package fileprivate(set) var placeName: String
    /// Whether only its place tells it from another of its name, which goes to the same place.
    package fileprivate(set) var isNumbered = false
    @AnyKind package var destination: any Destination
    package var format: Format
    /// The subject of a mail, which is a template for the digest; nil for the built-in one.
    package var subject: String?
    /// `From` of a mail.
    package var from: String?
    /// The people who get the mail. Each gets a mail of their own, except from a file or standard output.
    package var recipients: [String] = []
    /// Whether the recipient is the `email` of the profile or reader.
    package var isForEmail = false
    package var listID: String?
    package var listUnsubscribe: String?
    /// The key that signs each recipient's address for unsubscribing.
    package var unsubscribeSecret: SecretReference?
    package var viewOnline: OnlineAddress?
    /// The shortest time from one mail to the next in seconds (`rate`); nil for no limit.
    package var mailGap: TimeInterval?
    /// Whether a mail has the events as a calendar, too.
    package var hasCalendar = false
    /// The number of attempts in one run.
    package var attempts = 3
    /// The limit for one attempt.
    package var timeout: TimeInterval = 60

    init(name: String, destination: any Destination, format: Format) {
        (self.name, commonName, markedName, placeName) = (name, name, name, name)
        _destination = AnyKind(wrappedValue: destination)
        self.format = format
    }

    /// Whether each recipient gets a mail of their own: it is sent now, and not only written for somebody to send.
    package var isPerRecipient: Bool {
        destination.sendsMails || destination.command != nil && format == .eml && !recipients.isEmpty
    }

    /// Whether it is a file that also has what earlier digests showed.
    package var isRolling: Bool { destination.ownedPath != nil && Format.rolling.contains(format) }

    /// Whether it is a page of HTML, whose size is limited.
    package var isPage: Bool { [.html, .eml].contains(format) }

    /// The sender's address of a mail: `from`, or the account at the server, or this machine.
    package var sender: String {
        let username = destination.account?.username
        return from ?? (username?.contains("@") == true ? username : nil)
            ?? "newsdigest@\(ProcessInfo.processInfo.hostName)"
    }

    /// The name in the findings of `check`.
    package var title: String { "deliver '\(name)'" }

    /// What looks like a mistake, a sentence each.
    package var mistakes: [String] {
        let ofMail: [(String, Bool)] = [
            ("from", from != nil), ("subject", subject != nil), ("calendar", hasCalendar), ("list_id", listID != nil),
            ("list_unsubscribe", listUnsubscribe != nil), ("recipients", !recipients.isEmpty && !isForEmail),
            ("unsubscribe_secret", unsubscribeSecret != nil),
        ]
        let unused = format == .eml ? [] : ofMail.filter(\.1).map(\.0)
        let sameName =
            "another [[deliver]] has the same name and goes to the same place, so only their order tells them apart; "
            + "remove one, or write a different 'name' in each"
        let isLinked = if case .messages = destination.content { true } else { Self.linkedFormats.contains(format) }
        let online = viewOnline == nil || isLinked ? [] : [("view_online", "mails, messages and Atom")]
        return destination.mistakes + (isNumbered ? [sameName] : [])
            + (unused.map { ($0, "mails") } + online).map { key, use in
                "'\(key)' does nothing beside format = \"\(format.rawValue)\", because it is for \(use)"
            }
    }

    /// The formats that have the address of the digest's page.
    private static let linkedFormats: Set<Format> = [.eml, .atom, .atomDigests]

    /// The program that reads the digest; nil for another destination.
    package var program: Configuration.Program? {
        destination.command.map { Configuration.Program(name: title, command: $0, timeout: timeout) }
    }

    /// The same for a recap.
    package var forRecap: Delivery {
        guard let file = destination as? FileDestination, !isRolling else { return self }
        var delivery = self
        delivery.destination = FileDestination(path: OutputPath(written: file.path).forRecap)
        return delivery
    }

    /// The same with this format, if its `[[deliver]]` may have one.
    func written(as format: Format) -> Delivery {
        guard type(of: destination).shared.contains(where: { $0.names == Self.format.names }) else { return self }
        var delivery = self
        delivery.format = format
        return delivery
    }

    /// The destination of one digest: its path or address has the values of this digest.
    package func filled(for profile: String, at time: Date, in timeZone: String) -> Delivery {
        var delivery = self
        delivery.destination = destination.filled(for: profile, at: time, in: TimeZone(identifier: timeZone) ?? .gmt)
        return delivery
    }
}

// Names that tell deliveries apart.

extension [Delivery] {
    /// Gives a delivery a name of its own if others have the same.
    mutating func tellApart() {
        let common = map(\.name)
        let (counts, places) = (common.counts, common.numbered)
        for index in indices {
            self[index].commonName = common[index]
            self[index].placeName = places[index]
            let mark = self[index].hash
            self[index].mark = mark
            self[index].markedName = "\(common[index]) #\(mark)"
        }
        let names = map { counts[$0.commonName] == 1 ? $0.commonName : $0.markedName }
        let (all, numbered) = (names.counts, names.numbered)
        for index in indices {
            self[index].name = numbered[index]
            self[index].isNumbered = all[names[index]] != 1
            if counts[common[index]] != 1 { self[index].markedName = numbered[index] }
        }
    }

    /// The delivery for which these bytes were stored.
    package func first(for rendering: StoredRendering) -> Delivery? {
        let named = filter { $0.isStored(as: rendering.destination) }
        // Another one may have its name by now.
        return named.first { $0.hasPlace(of: rendering) } ?? first { $0.hasPlace(of: rendering) } ?? named.first
    }
}

extension Delivery {
    /// A hash of where the digest goes and as what. It is so short that many texts have the same one, so nobody learns a
    /// secret from it.
    fileprivate var hash: String {
        let kind = type(of: destination).name
        let parts = [kind, format.rawValue, destination.usualName] + recipients.sorted() + destination.distinction
        return String(Identity.id(of: parts.joined(separator: "\0")).prefix(6))
    }

    /// Whether the state has this delivery under this name.
    package func isStored(as name: String) -> Bool {
        DestinationName(self.name).isStored(as: name)
            || markedName != self.name && DestinationName(markedName).isStored(as: name)
    }

    /// Whether these bytes were stored for its place, perhaps under another name. An earlier version stored the name alone.
    package func hasPlace(of rendering: StoredRendering) -> Bool {
        if let mark = rendering.mark { return mark == self.mark }
        return DestinationName(placeName).isStored(as: rendering.destination)
    }

    /// Whether deliveries of the same name have been stored under this name.
    package func sharesName(with name: String) -> Bool { name == commonName || name.hasPrefix("\(commonName) ") }

    /// All names under which the state may have it.
    package var storedNames: Set<String> { [name, markedName, placeName] }
}

extension [String] {
    fileprivate var counts: [String: Int] { Dictionary(map { ($0, 1) }, uniquingKeysWith: +) }

    /// These names, each with a number after it if it is already in the list.
    fileprivate var numbered: [String] {
        var names: Set<String> = []
        var numbers: [String: Int] = [:]
        return map { name in
            var unique = name
            while !names.insert(unique).inserted {
                numbers[name, default: 1] += 1
                unique = "\(name) (\(numbers[name] ?? 0))"
            }
            return unique
        }
    }
}

/// Outputs that no configuration names: a file of the command line, or standard output. The state keeps their names.
extension Delivery {
    private static let standardOutputName = "standard output"

    package static func name(ofFile path: String) -> String { "file \(path)" }

    /// - Parameter path: nil for standard output.
    package init(output path: String?, format: Format) {
        if let path {
            // An absolute path, so that `resend` finds the file from any folder.
            let path = URL(filePath: path).path + (path.hasSuffix("/") ? "/" : "")
            self.init(name: Self.name(ofFile: path), destination: FileDestination(path: path), format: format)
        } else {
            self.init(name: Self.standardOutputName, destination: StandardOutput(), format: format)
        }
    }

    /// The output with this name; nil if no output has a name of this form, or if a part of its path is hidden.
    package init?(outputNamed name: String, format: Format) {
        if name.contains(Redactor.hidden) { return nil }
        let prefix = Self.name(ofFile: "")
        if name == Self.standardOutputName {
            self.init(output: nil, format: format)
        } else if name.hasPrefix(prefix) {
            let path = String(name.dropFirst(prefix.count))
            self.init(name: name, destination: FileDestination(path: path), format: format)
        } else {
            return nil
        }
    }
}

extension StoredRendering {
    /// Whether it is for an output that no configuration names.
    package var isForOutput: Bool { mark == nil && Delivery(outputNamed: destination, format: format) != nil }

    /// Whether a file has exactly these bytes, so that it was delivered there.
    package var isInFile: Bool {
        let delivery = Delivery(outputNamed: destination, format: format)
        // The size is that of a regular file: a pipe is not read.
        guard let file = delivery?.destination as? FileDestination, FileStamp(file.path)?.size == bytes.count else {
            return false
        }
        return (try? FileHandle.openedFile(file.path).readAll(upTo: bytes.count)) == bytes
    }
}

extension Delivery: KeyedSettings {
    package static let initial = Self(name: "", destination: StandardOutput(), format: .markdown)
    package static let keys: [Key<Self>] = [Key("to"), format] + ofAll + ofMail + [rate]
    /// With the keys of each kind of destination.
    package static let declared: [any DeclaredKey] = keys + kinds.flatMap { $0.declared }

    /// The keys that each destination may have besides `to`.
    private static let ofAll: [Key<Self>] = [
        Key("name", \.name, .line).example(#""mail""#, note: "the name in messages"),
        Key("timeout", \.timeout, .duration("1s", "1h")),
        Key("attempts", \.attempts, .integer(1...20)).note("the most attempts of one run, after temporary failures"),
    ]
    /// The keys of a destination that can get a mail.
    static let ofMail: [Key<Self>] = [
        Key("from", \.from, .address).example(#""News digest <anna@example.org>""#),
        Key(
            "recipients", \.recipients,
            .list(.string.checked { Mailbox($0) == nil ? "has \"\($0)\", which is not a mail address" : nil })
        )
        .example(#"["anna@example.org", "Boris <boris@example.org>"]"#),
        Key("subject", \.subject, .line).example(#""{{title}}: {{summaryLine}}""#, note: "a template"),
        Key("calendar", \.hasCalendar, .boolean).example("true", note: "the events as events.ics, too"),
        viewOnline,
        Key("list_id", \.listID, .line).example(#""news.example.org""#),
        Key("list_unsubscribe", \.listUnsubscribe, .unsubscribeLink)
            .example(#""https://example.org/u?r={{recipient}}&t={{token}}""#),
        Key("unsubscribe_secret", \.unsubscribeSecret, .secret)
            .example(
                #""env:UNSUBSCRIBE_SECRET"      # signs {{token}}; see docs/readers.md"#,
                #""~/.config/newsdigest/unsubscribe.secret""#, #"["pass", "show", "unsubscribe"]"#),
    ]
    static let viewOnline = Key<Self>(
        "view_online", \.viewOnline,
        KeyType<String>.webAddress(or: "{id} where the id of the digest belongs").map { text, _ in
            OnlineAddress(text: text)
        }
    )
    .example(
        #""https://example.org/news/"           # the pages of the digests; by default the base_url of a site"#)
    static let format = Key<Self>("format", \.format, .choice).example(#""eml""#)
    static let rate = Key<Self>("rate", \.mailGap, .gap)
        .example(#""600/m""#, note: "the most mails in a time: s, m, h, d")

    package init(_ table: ConfigurationTable) throws {
        let to = try table.value("to", .string.required) ?? ""
        guard let kind = Self.kinds.first(where: { $0.name == to }) else {
            throw table.error("to", "is \"\(to)\"; \(allowedValues(for: to, among: Self.kinds.map { $0.name }))")
        }
        let keys = Self.ofAll + kind.shared
        let allowed = ["to"] + kind.names + keys.flatMap(\.names)
        if let stray = Self.names.sorted().first(where: { table.node($0) != nil && !allowed.contains($0) }) {
            throw table.error(stray, "cannot be used with to = \"\(to)\"")
        }
        let destination = try kind.init(table)
        self.init(name: destination.usualName, destination: destination, format: destination.usualFormat)
        for key in keys { try key.read(&self, table) }
        if let listUnsubscribe, unsubscribeSecret == nil, UnsubscribeLink.names(in: listUnsubscribe).contains("token") {
            throw table.error("list_unsubscribe", "has {{token}}, which needs 'unsubscribe_secret'")
        }
    }

    func secrets(in table: String) -> [(name: String, reference: SecretReference)] {
        destination.secrets.map { ("\(table).\($0.key)", $0.reference) }
            + (unsubscribeSecret.map { [("\(table).unsubscribe_secret", $0)] } ?? [])
    }
}

extension KeyType<TimeInterval> {
    /// For how long earlier digests are kept, in seconds.
    static var kept: Self { duration("1d", "36500d") }

    /// The seconds from one mail to the next at a rate such as `600/m`.
    fileprivate static var gap: Self {
        KeyType<String>.string.map { text, entry in
            if let gap = TimeInterval(gapOfRate: text) { return gap }
            throw entry.error("is \"\(text)\"; write a number for each s, m, h or d, such as \"600/m\"")
        }
    }
}

extension KeyType<String> {
    /// An address for unsubscribing. Names in braces stand for the values of one recipient.
    fileprivate static var unsubscribeLink: Self {
        line.checked { text in
            if let unknown = UnsubscribeLink.names(in: text).first(where: { !UnsubscribeLink.names.contains($0) }) {
                return "has {{\(unknown)}}; \(allowedValues(for: unknown, among: UnsubscribeLink.names))"
            }
            return isWebOrMail(UnsubscribeLink.example(of: text))
                ? nil : "is \"\(text)\"; write https://…, http://… or mailto:…"
        }
    }

    /// A web address in which `{id}` and `{profile}` may stand.
    /// - Parameter form: what to write if nothing can be appended to it.
    static func webAddress(or form: String) -> Self {
        line.checked {
            let example = $0.replacing(literal: "{id}", with: "a").replacing(literal: "{profile}", with: "a")
            if !$0.contains("{id}"), let sign = $0.first(where: { "?#".contains($0) }) {
                return "has '\(sign)', so 'digests/ID.html' cannot be appended; write \(form)"
            }
            return urlFault(example, schemes: ["https", "http"])
        }
    }
}
