import Addresses
import Cleaning
import FeedParser
import Files
import Foundation
import HTTP
import InFlight
import Platform
import Settings
import Values

extension Fetcher {
    func fetch(_ source: FeedSource, record: SourceRecord) async -> Gathered {
        var gathered = Gathered(source, record: record)
        if let path = source.path {
            await read(bytes: FileStamp(path)?.size ?? 0) { gathered.read(fileAt: path, of: source, by: self) }
        } else if let command = source.command {
            do throws(HTTPError) {
                let output = try await output(of: command, at: source.url)
                await read(bytes: output.count) { gathered.read(output, of: command, source, by: self) }
            } catch {
                gathered.fail(error, now: now)
            }
        } else if let since = record.pausedSince {
            gathered.status = .paused(since: since)
        } else if let until = record.waiting(at: now) {
            gathered.wait(until: until, now: now)
        } else {
            let request = HTTPRequest(source, record: record, now: now)
            do throws(HTTPError) {
                let response = try await client.send(request)
                await read(bytes: response.body.count) {
                    gathered.receive(response, to: request, of: source, by: self)
                }
            } catch {
                gathered.fail(error, now: now)
            }
        }
        return gathered
    }
}

extension HTTPRequest {
    /// Requests the feed at its present address, with the validators that let the server answer "nothing new".
    init(_ source: FeedSource, record: SourceRecord, now: Date) {
        let url = record.believedMove ?? source.url
        let staysOnHost = WebAddress.host(of: url) == WebAddress.host(of: source.url)
        let feedHeaders = staysOnHost ? source.headers : []
        self.init(
            url: url, configuredURL: source.url,
            headers: [HTTPHeader("Accept", Self.feedTypes)] + feedHeaders + record.conditions(at: now),
            secretHeaders: Set(feedHeaders.map(\.name)), lastSent: record.lastSent(at: now))
        self.source = Quarantine.subject(ofSource: source.id)
    }

    private static let feedTypes =
        "application/atom+xml, application/rss+xml, application/rdf+xml;q=0.9, application/feed+json;q=0.9, "
        + "application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, */*;q=0.1"
}

extension Gathered {
    /// The result of this answer as the first one of its source.
    init(answer: HTTPResponse, to request: HTTPRequest, from source: FeedSource, by fetcher: Fetcher) {
        self.init(source)
        receive(answer, to: request, of: source, by: fetcher)
    }

    fileprivate mutating func receive(
        _ response: HTTPResponse, to request: HTTPRequest, of source: FeedSource, by fetcher: Fetcher
    ) {
        let now = fetcher.now
        let isConditional = request.headers.contains { $0.name.hasPrefix("If-") }
        switch response.status {
        case 304 where isConditional:
            status = .notModified
            record.remember(notModified: response, at: now)
            reportMove()
        case 200..<300:
            read(
                response.body, at: response.url, named: response.shownURL, response: response, of: source, by: fetcher)
        default:
            fail(response, of: "feed", at: response.shownURL, step: Self.step(response.status), now: now)
        }
    }

    fileprivate mutating func fail(_ error: HTTPError, now: Date) {
        if postpone(after: error, now: now) { return }
        unreachableHost = error.unreachableHost
        fail("\(error)", error.cause, now)
    }

    fileprivate mutating func read(fileAt path: String, of source: FeedSource, by fetcher: Fetcher) {
        guard let bytes = bytes(ofFileAt: path, named: path, now: fetcher.now) else { return }
        read(bytes, at: URL(filePath: path).absoluteString, named: path, of: source, by: fetcher)
    }

    /// Reads what a command printed.
    fileprivate mutating func read(
        _ output: [UInt8], of command: Configuration.FeedCommand, _ source: FeedSource, by fetcher: Fetcher
    ) {
        let program = "'\(commandName(command.words))'"
        guard !output.isEmpty else { return fail("\(program) printed nothing", .unreadable, fetcher.now) }
        read(output, at: source.url, named: "the output of \(program)", of: source, by: fetcher)
    }

    /// - Parameters:
    ///   - shown: how a failure names the document.
    ///   - response: nil if no server sent the document. Then it has no validators.
    private mutating func read(
        _ document: some ContiguousBytes, at url: String, named shown: String, response: HTTPResponse? = nil,
        of source: FeedSource, by fetcher: Fetcher
    ) {
        let now = fetcher.now
        do throws(FeedError) {
            let cut = try parse(document, at: url, charset: response?.charset, of: source, by: fetcher)
            if cut == .insideEntry {
                return fail("\(shown): the XML breaks off inside an item", .unreadable, now)
            }
            switch (response, status) {
            case (let response?, .notModified): record.remember(notModified: response, at: now)
            case (let response?, _): record.remember(body: response, isWhole: cut == nil, at: now)
            case (nil, _):
                if status == .fresh { record.lastBody = now }
                record.succeeded(isWhole: cut == nil, at: now)
            }
            reportMove()
        } catch FeedError.tooSlow where fetcher.readingBudget.isOutOfTime {
            status = .unasked
        } catch {
            let step = response != nil && error == .webPage ? " with 'newsdigest sources add URL'" : ""
            fail("\(shown): \(error)\(step)", .unreadable, now)
        }
    }

    /// Reads a document, unless it is the one that was read last. If the document exceeds a limit or its reading share,
    /// the items before that point are used.
    /// - Returns: where the document ended too early; nil for a whole one.
    private mutating func parse(
        _ document: some ContiguousBytes, at url: String, charset: String?, of source: FeedSource, by fetcher: Fetcher
    ) throws(FeedError) -> Feed.Cut? {
        let now = fetcher.now
        let answer = source.hash(of: document, at: url, charset: charset)
        guard !record.isLast(answer, at: now) else {
            status = .notModified
            return nil
        }
        record.lastAnswer = nil
        return try InFlight.during(.reading, ofSource: sourceID) { () throws(FeedError) in
            var newest = NewestEntries(record)
            let isOver = fetcher.readingBudget.begin()
            do throws(FeedError) {
                // A relative address is resolved against this one, and reaches the readers.
                let base = url.withoutSecretParameters
                let feed = try Feed.stream(document, url: base, charset: charset, until: isOver) { newest.add($0) }
                remember(feed, newest, OwnAddresses(source, feed, at: url), of: source, now: now)
                name = source.shownName(record)
                makeItems(of: newest, in: feed, at: url, of: source, now: now)
                // A later request must get what an answer that broke off does not have.
                record.lastAnswer = feed.cut == nil ? answer : nil
                return feed.cut
            } catch {
                if newest.count > 0 { makeItems(of: newest, in: Feed(format: .rss), at: url, of: source, now: now) }
                throw error
            }
        }
    }

    private mutating func remember(
        _ feed: Feed, _ newest: NewestEntries, _ own: OwnAddresses, of source: FeedSource, now: Date
    ) {
        if let title = feed.title {
            record.title = title.asSourceName(of: feed.link ?? source.url, feed: source.url, claims: feed.claimedNames)
                .map(own.shownText)
        }
        record.timeToLive = feed.ttl
        record.skipHours = feed.skipHours
        record.skipDays = feed.skipDays.map(\.rawValue)
        record.itemsADay = newest.itemsADay(at: now)
        newest.remember(in: &record)
    }

    private mutating func makeItems(
        of newest: NewestEntries, in feed: Feed, at url: String, of source: FeedSource, now: Date
    ) {
        let isNew = record.started == nil
        var reader = EntryReader(source, feed, at: url, name: name)
        var read: [Item] = []
        var unusable = newest.emptyCount
        for placed in newest.ranked(isNew: isNew) where isNew || read.count < source.limit {
            if let item = reader.item(placed.entry, at: placed.position) { read.append(item) } else { unusable += 1 }
        }
        reportLosses(reader.passed, unusable: unusable, leftOut: newest.leftOut)
        let start = Set(read.prefix(isNew ? min(source.firstItems, source.limit) : source.limit).map(\.position))
        var profile = SourceProfile(record.profile, now: now)
        let all = reader.withoutRepeatedPictures(read).withoutMidnights(&profile)
        // A feed may have thousands of items that no digest will ever show. Only the newest of them are cleaned.
        let newest = all.prefix(isNew ? Self.mostCleaned : all.count).sorted { $0.position < $1.position }
            .withoutBoilerplate(&profile, articles: reader.articles).withNamesBeforeBareTitles(title: feed.title)
        record.profile = profile.lines
        let past = newest.filter { !start.contains($0.position) } + all.dropFirst(newest.count)
        let title = record.title
        items = newest.filter { start.contains($0.position) }.map { source.named($0, title: title) }
        self.past = past.sorted { $0.position < $1.position }.map { source.named($0.withoutHTML, title: title) }
    }

    private mutating func reportLosses(_ passed: Set<HTMLLimit>, unusable: Int, leftOut: Int) {
        var losses = HTMLLimit.allCases.filter(passed.contains).map { (name: $0.rawValue, sentence: "\($0)") }
        if unusable > 0 {
            let entries = unusable.counted("entry has", "entries have")
            losses.append(("entry", "\(entries) no address, or neither a title nor a text, and cannot be shown"))
        }
        if leftOut > 0 {
            let most = NewestEntries.most
            losses.append(("entries", "has more than \(most) entries; the \(leftOut) oldest of them are left out"))
        }
        report(losses: losses)
    }

    private mutating func reportMove() {
        guard let moved = record.moved, moved.sightings == SourceRecord.sightingsToBelieve else { return }
        notices.append(
            "has moved to \(moved.to) and is requested there from now on; change it in the configuration")
        record.moved?.sightings += 1
    }

    private static func step(_ status: Int) -> String {
        switch status {
        case 401, 403: "; it may need a key in the feed's headers"
        case 404: "; 'newsdigest sources add' finds the feeds of a web page"
        default: ""
        }
    }

    /// The greatest number of items that are cleaned of the first answer. `first_items` is no greater.
    private static let mostCleaned = 1000
}

extension SourceRecord {
    /// The new address that is requested instead of the configured one.
    var believedMove: String? {
        moved.flatMap { $0.sightings >= Self.sightingsToBelieve ? $0.to : nil }
    }
}

extension Item {
    /// The item without its HTML, for items that are never shown.
    fileprivate var withoutHTML: Item {
        var copy = self
        copy.html = nil
        return copy
    }
}

extension NewestEntries {
    /// The average number of entries a day in the last week, or since the oldest entry if that is newer.
    fileprivate func itemsADay(at now: Date) -> Double? {
        let ages = kept.compactMap(\.date).map { now.timeIntervalSince($0) / 86_400 }.filter { $0 >= 0 }
        guard let oldest = ages.max() else { return nil }
        return Double(ages.count { $0 <= 7 }) / min(7, max(1, oldest))
    }
}

extension [Item] {
    /// The items without an hour, if each came out at midnight, and at least three in this answer or an earlier one:
    /// their source tells only days.
    fileprivate func withoutMidnights(_ profile: inout SourceProfile) -> [Item] {
        let times = compactMap(\.published)
        let midnights = times.count { $0.timeIntervalSince1970.remainder(dividingBy: 86_400) == 0 }
        let tellsDays = profile.has(.onlyDays, midnights, in: times.count, least: 3, share: 1)
        guard tellsDays, midnights == times.count else { return self }
        return map { item in
            var item = item
            if item.published != nil { item.isPublishedOnDay = true }
            return item
        }
    }
}
