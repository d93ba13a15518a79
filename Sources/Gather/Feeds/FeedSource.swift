import Addresses
import FeedParser
import Files
import Foundation
import HTTP
import Platform
import Settings
import Texts
import Values

/// One RSS, Atom, RDF or JSON feed: on the web, in a file, or printed by a program.
package struct FeedSource: Sendable, Equatable {
    /// Its scheme is `http`, `https`, `file`, or `command` if a program prints it.
    package var url: String
    /// The program that prints it.
    var command: Configuration.FeedCommand?
    /// The configured name; nil for the feed's own title.
    var givenName: String?
    var category = "general"
    /// The greatest number of newest items that one run takes. The selection decides how many of them a digest shows.
    var limit = usualLimit
    /// The number of items that may be sent when the feed is read for the first time.
    var firstItems = Configuration.Feed.usualFirstItems
    /// Sent with each request. Values never appear in an error or a recording, and never leave the feed's host.
    var headers: [HTTPHeader] = []
    /// The language tag (BCP 47) that replaces the feed's own.
    var language: String?
    /// The sections of its items by their own tags.
    var sections = TagSections()
    /// `Configuration.Feed.headersID`.
    var headersID: String?

    /// The limit of a feed that sets no other.
    static let usualLimit = 200

    package var id: String { Configuration.Feed.sourceID(url: url, headersID: headersID) }

    /// The hash of an answer together with what decides how it is read, in hexadecimal digits: the same hash means the
    /// same items.
    func hash(of document: some ContiguousBytes, at url: String, charset: String?) -> String {
        StableHash.of(
            document,
            with: [
                Self.reading, url, charset, givenName, category, "\(limit) \(firstItems)", language,
                sections.description,
            ])
    }

    /// The version of parsing and cleaning. A change of what they make of an answer raises it, so that each answer is
    /// read once more.
    private static let reading = "5"

    /// The address without its secret parts.
    var shownURL: String { url.withoutUserInfo }

    /// The given name. Without one, the host or file until the feed's title is known.
    package var name: String { shownName(title: nil) }

    /// The given name, or else the feed's own title. Without both, the host, the file or the program.
    package func shownName(title: String?) -> String { givenName ?? title?.bounded(Bounds.name) ?? plainName }

    /// `WebAddress` reads only addresses of the web.
    package var path: String? { url.pathOfFileURL }

    private var plainName: String {
        if let command { return commandName(command.words) }
        let host = WebAddress.host(of: url)
        if host.isEmpty { return url.split(separator: "/").last.map(String.init) ?? url }
        return WebAddress.withoutPrefixes(host)
    }
}

extension FeedSource {
    package init(url: String) { self.url = url }

    /// The feed as far as its names need it.
    package init(_ feed: Configuration.Feed) {
        self.init(url: feed.url, command: feed.command, givenName: feed.shownName)
    }
}

extension FeedSource: ItemSource {
    package var section: String { category }
    package var host: String { WebAddress.host(of: url) }
    package var shownAddress: String { shownURL }
    package var isService: Bool { false }
    package var searchID: String { id }

    package func shownName(_ record: SourceRecord) -> String { shownName(title: record.title) }

    package func fetch(with fetcher: Fetcher, record: SourceRecord) async -> Gathered {
        await fetcher.fetch(self, record: record)
    }

    /// The items of the feed that contain the words.
    package func search(_ search: Search, with fetcher: Fetcher) async -> Gathered {
        var found = await fetcher.fetch(self, for: search)
        let title = found.record.title
        found.items = (found.items + found.past).filter(search.query.matches).map { applied(to: $0, title: title) }
        found.past = []
        return found
    }
}

extension FeedList: SourceMaker {
    package func sources(for request: SourceRequest) async -> SourceList {
        var list = SourceList()
        let unsorted = request.configuration.sectionOfFeedsWithoutCategory(among: request.sections)
        for feed in feeds where request.includesOff || !feed.isOff {
            guard request.wants(request.configuration.sections(of: feed, without: unsorted)) else { continue }
            do {
                list.sources.append(try await FeedSource(feed, in: feed.category ?? unsorted, for: request))
            } catch {
                let name = FeedSource(feed).name
                list.failures.append(Failure(.gather, name, "\(feed.url) was not requested: \(error)"))
            }
        }
        return list
    }
}

extension FeedSource {
    /// Reads the secrets for its headers.
    /// - Parameter section: the section for its items.
    fileprivate init(
        _ feed: Configuration.Feed, in section: String, for request: SourceRequest
    ) async throws(SecretError) {
        var headers: [HTTPHeader] = []
        for (name, value) in feed.headers.sorted(by: { $0.key < $1.key }) {
            let value = try await request.secret(value).reveal()
            headers.append(HTTPHeader(name, value))
        }
        if let auth = feed.auth {
            let password = try await request.secret(auth.password).reveal()
            let credentials = Data("\(auth.username):\(password)".utf8).base64EncodedString()
            headers.append(HTTPHeader("Authorization", "Basic \(credentials)"))
        }
        self.init(
            url: feed.url, command: feed.command, givenName: feed.shownName, category: section,
            limit: feed.isGrouped ? max(Self.usualLimit, feed.limit, feed.firstItems) : .max,
            firstItems: feed.firstItems, headers: headers,
            language: feed.language, sections: request.configuration.tagSections(of: feed), headersID: feed.headersID)
    }
}

extension FeedSource {
    package func check(with fetcher: Fetcher) async -> SourceCheck {
        if path == nil, command == nil { return await fetcher.check(self) }
        return SourceCheck(await fetcher.fetch(self, record: SourceRecord()))
    }
}

extension Fetcher {
    /// The request has no validators, so that the answer is complete.
    fileprivate func check(_ source: FeedSource) async -> SourceCheck {
        let request = HTTPRequest(source, record: SourceRecord(), now: now)
        let response: HTTPResponse
        do {
            response = try await client.send(request)
        } catch {
            let failure = Failure(.gather, source.name, "\(error)")
            return SourceCheck(sourceID: source.id, name: source.name, failure: failure, findings: [])
        }
        let gathered = Gathered(answer: response, to: request, from: source, by: self)
        var check = SourceCheck(gathered)
        guard gathered.failure == nil else { return check }
        check.findings += response.findings(isLimited: gathered.record.timeToLive != nil, now: now)
        check.findings += gathered.record.findings
        return check
    }
}

extension HTTPResponse {
    /// What the headers of a feed's answer allow and what they offer.
    /// - Parameter isLimited: whether the feed itself says how often it may be requested.
    fileprivate func findings(isLimited: Bool, now: Date) -> [String] {
        var findings: [String] = []
        if let permanentURL { findings.append("has moved for good to \(permanentURL); change it in the configuration") }
        let validators = ["ETag", "Last-Modified"].filter { headers[$0] != nil }
        findings.append(
            validators.isEmpty
                ? "sends no validators, so each request transfers all of it (\(body.count) bytes)"
                : "sends \(validators.joined(separator: " and ")), so a repeated request costs little")
        switch Freshness(headers, now: now).lifetime {
        case .none where isLimited: break
        case .none: findings.append("does not say how often it may be requested; each run requests it once")
        case .some(0): findings.append("may be requested in every run")
        case .some(let seconds):
            findings.append("may be requested again after \(SourceRecord.duration(seconds))")
        }
        return findings
    }
}

extension SourceRecord {
    /// What the feed itself says about when to request it.
    fileprivate var findings: [String] {
        var findings: [String] = []
        if let timeToLive { findings.append("says that it changes at most every \(timeToLive) minutes (ttl)") }
        if !skipHours.isEmpty {
            let hours = skipHours.sorted().map(String.init).joined(separator: ", ")
            findings.append("asks for no requests in the hours \(hours) GMT (skipHours)")
        }
        if !skipDays.isEmpty { findings.append("asks for no requests on \(skipDays.joined(separator: ", "))") }
        if let itemsADay { findings.append(Self.sentence(onItemsADay: itemsADay)) }
        return findings
    }

    /// - Parameter rate: the number of items a day in the last 7 days.
    private static func sentence(onItemsADay rate: Double) -> String {
        if rate == 0 { return "has published nothing in the last 7 days" }
        if rate < 1 { return "publishes \(Int((rate * 7).rounded()).counted("item")) a week" }
        return String(format: "publishes %.1f items a day", rate)
    }
}

extension FeedSource {
    /// The greatest number of commands that run at the same time.
    static let mostCommands = 4
}

extension Fetcher {
    /// What a command prints, from the command in its turn or from a recording.
    /// - Parameter url: the address of its feed.
    func output(of command: Configuration.FeedCommand, at url: String) async throws(HTTPError) -> [UInt8] {
        await commandSlots.wait()
        defer { commandSlots.signal() }
        let request = HTTPRequest(url: url, configuredURL: nil)
        return try await client.output(recordedAs: request) { () throws(HTTPError) in try await run(command) }
    }

    private func run(_ command: Configuration.FeedCommand) async throws(HTTPError) -> [UInt8] {
        let left = readingBudget.deadline.map { ContinuousClock.now.duration(to: $0) / .seconds(1) } ?? .infinity
        let program = "'\(commandName(command.words))'"
        guard left > 0 else { throw HTTPError(url: program, .outOfTime) }
        do throws(CommandError) {
            return try await Command(
                arguments: command.words, timeout: min(command.timeout, left),
                outputLimit: client.configuration.limits.maxBody, killsRest: true
            ).run([])
        } catch {
            throw HTTPError(url: program, reason(of: error, isCut: left < command.timeout, left: left))
        }
    }

    /// - Parameters:
    ///   - isCut: whether the run's deadline left the command less than its own time. If it left less than half of the
    ///     run's time, too, the command is not to blame, as with requests.
    ///   - left: the seconds until the deadline when the command began.
    private func reason(of error: CommandError, isCut: Bool, left: TimeInterval) -> HTTPError.Reason {
        switch error.reason {
        case _ where Task.isCancelled: return .cancelled
        case .timedOut where isCut:
            let whole = client.configuration.deadline.map { $0 / .seconds(1) } ?? 0
            return left < whole / 2 ? .outOfTime : .deadline
        case .timedOut(let seconds): return .timeout(.total, seconds: seconds)
        case .tooLong(let limit): return .bodyTooLarge(limit: limit)
        case .notFound, .notExecutable, .notStarted, .exited, .signalled: return .program(error.explanation)
        }
    }
}

extension Configuration.Feed {
    /// The given name as readers see it. Programs write the address as a name, which may have a key.
    fileprivate var shownName: String? { name.map { SecretParameters.hide(in: $0) } }
}
