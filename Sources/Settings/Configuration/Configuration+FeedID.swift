import Platform
import Texts
import Values

extension Configuration.Feed {
    /// Its address. That of a command begins with `command:` and has its name, or else its program and the beginning of
    /// a hash of its words.
    package var url: String {
        switch origin {
        case .url(let url): url
        case .command(let command):
            "command:" + (name ?? "\(commandName(command.words))-\(command.words.shortHash)").withoutAt
        }
    }

    /// Nil for a feed with an address.
    package var command: Configuration.FeedCommand? { if case .command(let command) = origin { command } else { nil } }

    /// The id of its source in the state.
    package var sourceID: String { Self.sourceID(url: url, headersID: headersID) }

    package static func sourceID(url: String, headersID: String?) -> String {
        SourceKind.feeds.sourcePrefix + url.withoutUserInfo + (headersID.map { " as \($0)" } ?? "")
    }

    /// Distinguishes sources with the same address and different headers; nil without headers. It is the beginning of a
    /// hash of the headers as they are configured, so that it reveals no secret.
    package var headersID: String? {
        guard !headers.isEmpty || auth != nil else { return nil }
        var parts = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.origin)" }
        if let auth { parts.append("\(auth.username): \(auth.password.origin)") }
        return parts.shortHash
    }
}

extension [String] {
    /// The beginning of a hash, so that it reveals no secret.
    fileprivate var shortHash: String { String(Identity.id(of: joined(separator: "\n")).prefix(7)) }
}

extension String {
    /// What stands before an `@` would count as a user and a password.
    fileprivate var withoutAt: String { replacing(literal: "@", with: "%40") }
}

/// The commands of feeds by their addresses. Commands with one name are one source, so they must be equal: otherwise a
/// reader would get what the command of another prints.
struct FeedCommands: Sendable, Equatable {
    private var words: [String: [String]] = [:]

    /// - Returns: what is wrong with a name that another command has; nil if the commands of these feeds are taken.
    mutating func objection(to feeds: [Configuration.Feed]) -> String? {
        for feed in feeds {
            guard let command = feed.command else { continue }
            guard words[feed.url, default: command.words] == command.words else {
                return "two feeds have the name '\(feed.name ?? feed.url)' and different commands, and a command is "
                    + "known by its name; give one of them another name"
            }
            words[feed.url] = command.words
        }
        return nil
    }
}

extension Configuration.Calendar {
    /// The id of its source in the state. It is made of where the address is written, so that it tells nothing about it,
    /// and of the time zone, in which some of its times are.
    package func sourceID(in timeZone: String) -> String {
        "\(SourceKind.calendars.sourcePrefix)\(Identity.id(of: url.origin)):\(timeZone)"
    }
}

extension SecretReference {
    /// Where the value comes from, as a text for a hash.
    fileprivate var origin: String {
        switch self {
        case .literal(let secret): "literal \(secret.reveal())"
        case .environment(let name): "environment \(name)"
        case .file(let path): "file \(path)"
        case .command(let words): "command \(words.joined(separator: " "))"
        }
    }
}
