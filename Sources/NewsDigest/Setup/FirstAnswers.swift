import Foundation
import Gather
import Languages
import Settings
import Texts
import Values

/// What a new user wants: the answers to the questions of `newsdigest init`.
package struct FirstAnswers: Sendable, Equatable {
    /// Where the digest goes.
    package enum Target: Sendable, Equatable {
        case standardOutput
        case file(path: String)
        /// By a mail server; without one, by the program sendmail.
        case mail(address: String, server: Server?)
    }

    /// A mail server, and how to reach it.
    package struct Server: Sendable, Equatable {
        package var host: String
        package var port: Int
        /// `starttls`, `tls` or `none`.
        package var security: String
        /// The user's name there; nil for a server that asks for none.
        package var username: String?
    }

    /// The language of the digest, as a tag such as `en`.
    package var language: String
    package var timeZone: String
    /// The city whose events are wanted; nil for none.
    package private(set) var city: KudaGoCity?
    /// The wanted sections in their order; empty for all.
    package private(set) var sections: [String] = []
    /// Words that rank stories higher.
    package private(set) var boost: [String] = []
    package var feeds: [OfferedFeed] = []
    /// It may name keys of services.
    package var environment: [String: String] = [:]
    package var target = Target.standardOutput

    /// - Parameters:
    ///   - language: one of `Language.codes`.
    ///   - timeZone: nil for that of the city, if it is a `KudaGoCity`, or else for the machine's.
    ///   - city: any city as a person writes it; nil or empty for none. The name of a city that is
    ///     no `KudaGoCity` ranks stories higher.
    ///   - interests: names of sections in any form, and other words.
    /// - Throws: `RunError.usage` for a word that cannot be searched.
    package init(
        language: String = "en", timeZone: String? = nil, city: String? = nil, interests: [String] = []
    ) throws {
        self.language = language
        self.timeZone = timeZone ?? TimeZone.machine
        let interests = interests.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
        for interest in interests {
            if let section = Self.section(named: interest) {
                if !sections.contains(section) { sections.append(section) }
            } else {
                try add(interest)
            }
        }
        if let city = city?.trimmingCharacters(in: .whitespacesAndNewlines), !city.isEmpty {
            self.city = KudaGoCity(named: city)
            if self.city == nil { try add(city) }
            if timeZone == nil, let zone = self.city?.zone { self.timeZone = zone }
        }
        feeds = OfferedFeed.all(language: language, sections: sections)
    }

    /// The names of the sections that may be wanted.
    package static let allSections = Category.news.map(\.name)

    /// The language of the user's locale (POSIX, `LANG`), if the digest has it; otherwise English.
    package static func language(ofLocale environment: [String: String]) -> String {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        return Language(code: locale ?? "en").code
    }

    /// Replaces the offered feeds.
    /// - Parameter addresses: `https:`, `http:` or `file:`.
    /// - Throws: `RunError.usage` for a text that is no such address.
    package mutating func use(_ addresses: [String]) throws {
        feeds = try addresses.map { address in
            if let fault = urlFault(address, schemes: ["https", "http", "file"]) {
                throw RunError.usage("'\(address)' \(fault)")
            }
            return OfferedFeed(name: "", category: sections.first ?? "general", url: address)
        }
    }

    /// Keeps the offered feeds that the user chose, and adds the user's own.
    /// - Parameter text: numbers of offered feeds, counted from 1, and addresses; all offered ones if it is empty.
    /// - Throws: like `use`, and `RunError.usage` for anything that is not the number of a feed.
    package mutating func choose(_ text: String) throws {
        let words = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
        let addresses = words.filter { $0.contains(":") }
        let numbers = words.filter { !$0.contains(":") }
        let chosen = !words.isEmpty && numbers.isEmpty ? [] : try feeds.numbered(numbers)
        try use(addresses)
        feeds = chosen + feeds
    }

    /// The wanted sections for which no feed was found.
    package var emptySections: [String] {
        sections.filter { section in !feeds.contains { $0.category == section } }
    }

    /// A section of news by a name that `Category` knows, or by its title in any language of the digest.
    private static func section(named text: String) -> String? {
        if let known = Category(named: text), Category.news.contains(known) { return known.name }
        let wanted = FoldedText.folded(text)
        return allSections.first { name in
            Language.all.contains { FoldedText.folded($0.title(ofCategory: name)) == wanted }
        }
    }

    private mutating func add(_ word: String) throws {
        do throws(InvalidPattern) {
            _ = try Pattern(word)
        } catch {
            throw RunError.usage("\(error)")
        }
        guard !word.hasControls else { throw RunError.usage("'\(word)' has a control character") }
        if !boost.contains(word) { boost.append(word) }
    }
}

extension FirstAnswers {
    /// The file of somebody who was not asked: all public feeds of the built-in configuration, and no events.
    package static var none: FirstAnswers { FirstAnswers() }

    /// The file of somebody who brings feeds from another program.
    static var noFeeds: FirstAnswers {
        var answers = none
        answers.feeds = []
        return answers
    }

    private init() {
        language = "en"
        timeZone = TimeZone.machine
        feeds = OfferedFeed.all(language: "en", sections: [])
    }

    var wishes: SourceWishes { (sections, city?.location, feeds, environment) }
}

extension FirstAnswers.Target {
    /// Reads where the digest should go: nothing or `stdout`, a mail address, or a path.
    /// - Parameter folder: the folder of a relative path.
    /// - Parameter server: the host, or `HOST:PORT`; nil or empty for none.
    /// - Throws: `RunError.usage` for a text with `@` that is no mail address, for another address, for a server that
    ///   is no host, and for a path with a control character or the ending of an unknown format.
    package init(_ text: String, server: String?, home: String, folder: String) throws {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.isEmpty || text == "stdout" {
            self = .standardOutput
        } else if text.contains("@"), !text.contains("/") {
            guard Mailbox(text)?.address == text else { throw RunError.usage("'\(text)' is not a mail address") }
            let server = server?.trimmingCharacters(in: .whitespacesAndNewlines)
            self = .mail(
                address: text, server: try server?.nonEmpty.map { try FirstAnswers.Server($0, username: text) })
        } else if text.holdsPassword || text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\/\//) != nil {
            throw RunError.usage(
                "the digest cannot go to '\(text)'; write stdout, the path of a file, or a mail address. "
                    + "[[deliver]] in the file can name other destinations")
        } else {
            guard !text.hasControls else { throw RunError.usage("the path has a control character") }
            if Format(path: text) == nil, let ending = text.firstMatch(of: /\.[A-Za-z0-9]{1,5}$/) {
                throw RunError.usage(
                    "newsdigest writes no '\(ending.0)'; use an ending such as .html, .md, .txt or .json")
            }
            self = .file(path: text.asPath(home: home, folder: folder))
        }
    }

    /// The `[[deliver]]` table of the file; empty for standard output, which needs none.
    var table: String {
        switch self {
        case .standardOutput: ""
        case .file(let path):
            """
            [[deliver]]
            to = "file"
            path = \(path.inTOML)

            """
        case .mail(let address, let server?):
            """
            [[deliver]]
            to = "smtp"
            host = \(server.host.inTOML)
            \(server.settings)from = \(address.inTOML)
            recipients = [\(address.inTOML)]

            """
        case .mail(let address, nil):
            """
            [[deliver]]
            to = "command"
            command = ["/usr/sbin/sendmail", "-t", "-i"]
            format = "eml"
            from = \(address.inTOML)
            recipients = [\(address.inTOML)]

            """
        }
    }
}

extension FirstAnswers.Server {
    package static let securities = MailServer.Security.allCases.map(\.rawValue)

    /// - Parameter text: the host, or `HOST:PORT`. The port 465 means TLS.
    /// - Throws: `RunError.usage` for a text that is no host.
    init(_ text: String, username: String) throws {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let port = parts.count == 2 ? Int(parts[1]) : nil
        let host = port == nil ? text : parts[0]
        guard host.isHostOfMail, !host.hasControls, !host.isEmpty else {
            throw RunError.usage("'\(text)' is not a host's name; write one such as smtp.example.org")
        }
        guard (1...65535).contains(port ?? 1) else {
            throw RunError.usage("'\(parts[1])' is not a port from 1 to 65535")
        }
        let security = port == MailServer.Security.tls.usualPort ? MailServer.Security.tls : .starttls
        self.init(host: host, port: port ?? security.usualPort, security: security.rawValue, username: username)
    }

    package static func usualPort(of security: String) -> Int? { MailServer.Security(rawValue: security)?.usualPort }

    /// The lines of `[[deliver]]` after the host. What has its usual value is left out.
    fileprivate var settings: String {
        var lines: [String] = []
        if port != Self.usualPort(of: security) { lines.append("port = \(port)") }
        if security != MailServer.Security.starttls.rawValue { lines.append("security = \(security.inTOML)") }
        if let username {
            lines.append("username = \(username.inTOML)")
            lines.append("password_file = \(MailServer.passwordFile.inTOML)   # its first line is the password")
        }
        return lines.map { $0 + "\n" }.joined()
    }
}

extension FirstAnswers {
    /// What the file will say, one line for each part.
    package var summary: [String] {
        let destination =
            switch target {
            case .standardOutput: "standard output"
            case .file(let path): path
            case .mail(let address, let server?):
                "\(address) by \(server.host):\(server.port) (\(server.security))"
            case .mail(let address, nil): "\(address) by the program sendmail"
            }
        let names = feeds.map { $0.name.isEmpty ? $0.url : $0.name }.joined(separator: ", ")
        return ["language \(language), time zone \(timeZone)"]
            + (feeds.isEmpty ? [] : ["\(feeds.count.counted("feed")): \(names)"])
            + (city.map { ["events in \($0.location)"] } ?? []) + ["the digest goes to \(destination)"]
    }
}
