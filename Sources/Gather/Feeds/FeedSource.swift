import Addresses
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
        let reading = [
            Self.reading, url, charset, givenName, category, "\(limit) \(firstItems)", language, sections.description,
        ]
        let start = StableHash.fnv1a(reading.map { $0 ?? "" }.joined(separator: "\n").utf8)
        return String(document.withUnsafeBytes { StableHash.ofBlocks($0, from: start) }, radix: 16)
    }

    /// The version of parsing and cleaning. A change of what they make of an answer raises it, so that each answer is
    /// read once more.
    private static let reading = "2"

    /// The address without its secret parts.
    var shownURL: String { url.withoutUserInfo }

    /// The given name. Without one, the host or file until the feed's title is known.
    package var name: String { shownName(title: nil) }

    /// The given name, or else the feed's own title. Without both, the host, the file or the program.
    package func shownName(title: String?) -> String { givenName ?? title?.bounded(Bounds.name) ?? plainName }

    /// The path of the file, if the feed is a file. `WebAddress` reads only addresses of the web.
    package var path: String? {
        guard url.lowercased().hasPrefix("file:") else { return nil }
        return URL(string: url)?.path ?? String(url.dropFirst("file:".count))
    }

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
    package init(_ feed: Configuration.Feed) { self.init(url: feed.url, command: feed.command, givenName: feed.name) }
}

extension FeedSource: ItemSource {
    package var section: String { category }
    package var host: String { WebAddress.host(of: url) }
    package var shownAddress: String { shownURL }
    package var isService: Bool { false }
    package var searchID: String { id }

    package func shownName(_ record: SourceRecord) -> String { shownName(title: record.title) }

    package func ask(on visit: Visit, record: SourceRecord) async -> (Gathered, ClosedAccount?) {
        (await visit.ask(self, record: record), nil)
    }

    /// The items of the feed that contain the words.
    package func search(_ search: Search, on visit: Visit) async -> Gathered {
        var found = await visit.ask(self, for: search)
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
            url: feed.url, command: feed.command, givenName: feed.name, category: section,
            limit: feed.isGrouped ? max(Self.usualLimit, feed.limit, feed.firstItems) : .max,
            firstItems: feed.firstItems, headers: headers,
            language: feed.language, sections: request.configuration.tagSections(of: feed), headersID: feed.headersID)
    }
}
