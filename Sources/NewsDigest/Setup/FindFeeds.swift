import Addresses
import FeedParser
import Files
import Foundation
import Gather
import HTTP
import Settings
import Texts
import Values

/// A feed at the address that a person gave, or a feed to which the page there links.
package struct FoundFeed: Sendable, Equatable {
    package var url: String
    package var title: String?

    init(url: String, title: String? = nil) {
        self.url = url
        self.title = title?.bounded(Bounds.name)
    }
}

/// Looks for feeds: first at the address itself, then at the links on its page, then at the usual places of its host.
///
/// - Parameter address: the address of a feed or of a web page. Without a scheme, `https` is used.
/// - Returns: the feeds, and notices on feeds that were left out.
/// - Throws: `RunError.usage` for a text that is no address; `Failure` when the address does not answer or leads to no
///   feed.
func findFeeds(
    at address: String, over client: HTTPClient
) async throws -> (feeds: [FoundFeed], notices: [String]) {
    let (url, response) = try await page(at: address, over: client)
    if let feed = response.feed { return ([FoundFeed(url: response.permanentURL ?? url, title: feed.title)], []) }
    if isCalendar(response.body) { throw Failure(.gather, address, calendarStep) }

    let named = FeedDiscovery.feeds(inPage: response.body, url: response.url, charset: response.charset)
    var feeds: [FoundFeed] = []
    var refusals: [String] = []
    for feed in named {
        if let objection = client.configuration.network.objection(to: feed.url, namedBy: response.url) {
            refusals.append(refusal(of: feed.url, because: objection))
        } else {
            feeds.append(FoundFeed(url: feed.url, title: feed.title))
        }
    }
    if !feeds.isEmpty { return (feeds, refusals) }
    if !refusals.isEmpty { throw Failure(.gather, address, refusals.joined(separator: "; ")) }
    for path in usualPaths {
        guard let guess = WebAddress.absolute(path, base: response.url) else { continue }
        let answer = try? await client.send(HTTPRequest(url: guess, configuredURL: url))
        if let feed = answer?.feed { return ([FoundFeed(url: answer?.permanentURL ?? guess, title: feed.title)], []) }
    }
    throw Failure(.gather, address, "links to no feed, and none is at the usual places; give the feed's own address")
}

/// The feed in a file.
/// - Parameter address: begins with `file:`.
func findFeed(inFile address: String) throws -> FoundFeed {
    if let fault = urlFault(address, schemes: ["file"]) { throw RunError.usage("'\(address)' \(fault)") }
    let path = FeedSource(url: address).path ?? ""
    do {
        let longest = Gathered.longestReading
        guard let bytes = try FileHandle.read(path, upTo: Gathered.maxFile, within: longest) else {
            throw Failure(.gather, address, "is larger than the limit of \(Gathered.maxFile) bytes")
        }
        if isCalendar(bytes) { throw Failure(.gather, address, calendarStep) }
        return FoundFeed(url: address, title: try Feed(parsing: [UInt8](bytes), url: address).title)
    } catch let error as FeedError {
        throw Failure(.gather, address, "\(error)")
    } catch let error as Failure {
        throw error
    } catch {
        throw Failure(.gather, address, "cannot be read: \(errorText(of: error))")
    }
}

/// The notice on a feed that was left out. The author of a page or a list must not be able to choose addresses on a
/// private network.
private func refusal(of url: String, because objection: String) -> String {
    let command = WebAddress.absolute(url).map { "; to add it, run: newsdigest sources add \(shellWord($0))" }
    return "\(url) was left out: \(objection)\(command ?? "")"
}

/// Fetches the address that a person typed. Without a scheme, `https` is tried first, then `http`.
private func page(at address: String, over client: HTTPClient) async throws -> (String, HTTPResponse) {
    var failure: Failure?
    if address.prefixMatch(of: /webcals?:/.ignoresCase()) != nil {
        throw RunError.usage("'\(address)' \(calendarStep)")
    }
    // `https:/example.org` has a scheme too. No host has this name.
    let hasScheme = address.contains("://") || address.prefixMatch(of: /https?:/.ignoresCase()) != nil
    // A path in a home folder begins with `~`, and no host does.
    let guesses = address.hasPrefix("~") ? [] : ["https://\(address)", "http://\(address)"]
    for candidate in hasScheme ? [address] : guesses {
        guard let url = WebAddress.absolute(candidate) else { continue }
        // The configuration would refuse it after the request.
        if let fault = urlFault(url, schemes: ["https", "http"]) { throw RunError.usage("'\(address)' \(fault)") }
        do throws(HTTPError) {
            let response = try await client.send(HTTPRequest(url: url, configuredURL: url))
            if response.isSuccess { return (url, response) }
            failure = Failure(.gather, address, "\(response.shownURL) answered \(response.status)")
            break
        } catch {
            failure = Failure(.gather, address, "\(error)")
        }
    }
    throw failure
        ?? RunError.usage(
            "'\(address)' is not a web address; give one such as https://example.org. A feed in a file is a 'url' such as "
                + "file:///srv/feed.xml under [[feeds]]")
}

private let calendarStep = "is a calendar and no feed; write it as 'url' under [[calendars]]"

private func isCalendar(_ document: some Sequence<UInt8>) -> Bool {
    document.drop { $0 <= UInt8(ascii: " ") }.starts(with: "BEGIN:VCALENDAR".utf8)
}

private let usualPaths = ["/feed", "/rss.xml", "/atom.xml", "/feed.xml", "/index.xml", "/rss"]

extension HTTPResponse {
    /// The feed in the body, if the body is a feed.
    fileprivate var feed: Feed? {
        guard isSuccess else { return nil }
        return try? Feed(parsing: body, url: url, charset: charset)
    }
}
