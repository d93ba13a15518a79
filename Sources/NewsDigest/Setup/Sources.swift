import Addresses
import FeedParser
import Files
import Foundation
import HTTP
import State
import Texts
import Values

/// The sources of one configuration, for the command `sources`, which shows and changes them.
package struct Sources: Sendable {
    package var configuration: Configuration
    var statePath: String
    var now: Date
    var environment: [String: String]

    package init(
        _ configuration: Configuration, statePath: String, now: Date,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.configuration = configuration
        self.statePath = statePath
        self.now = now
        self.environment = environment
    }

    /// The names of all configured feeds, for a shell's completion. Reads neither a secret nor the state.
    package var names: [String] { configuration.feeds.map { $0.name ?? $0.url } }

    /// The health of each source, and failures for sources whose secret is missing. Sends no request.
    package func health() async throws -> (health: [SourceHealth], failures: [Failure]) {
        let list = await SourceList(configuration, includesOff: true, environment: environment)
        let records = try State.open(statePath, .readOnly).records(of: list.sources.map(\.id))
        let hidden = Set(configuration.notShown.flatMap(\.sources))
        let off = Set(configuration.feeds.filter(\.isOff).map(\.sourceID))
        return (
            list.sources.map { source in
                let isHidden = [source.name, source.itemSource.shownAddress].contains(where: hidden.contains)
                return SourceHealth(
                    source, record: records[source.id], isShown: !isHidden, isOff: off.contains(source.id), now: now)
            }, list.failures
        )
    }

    /// Sends one request to each of the wanted sources, in the configuration's order.
    ///
    /// A feed that was gone (410) or backed off and answers again is requested again in the next runs. If a server asks
    /// to wait, the next runs wait.
    /// - Parameter wanted: names or addresses; empty for all.
    /// - Throws: `RunError.usage` for a source that is not configured.
    package func check(_ wanted: [String] = []) async throws -> (checks: [SourceCheck], failures: [Failure]) {
        let list = await SourceList(configuration, environment: environment)
        let state = try State.open(statePath, .readWrite)
        defer { state.close() }
        let records = try state.records(of: list.sources.map(\.id))
        let sources = try wanted.isEmpty ? list.sources : wanted.map { try source($0, among: list.sources, records) }
        let visit = try visit(state)
        let checks = await withTaskGroup(of: (Int, SourceCheck).self) { group in
            for (index, source) in sources.enumerated() {
                group.addTask { (index, await source.itemSource.check(on: visit)) }
            }
            return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
        try note(checks, in: state)
        return (checks, list.failures)
    }

    /// The names that `--category` and the configuration accept, with the present names of the services.
    package func categories() async throws -> (list: CategoryList, failures: [Failure]) {
        let list = await SourceList(configuration, environment: environment)
        let state = try State.open(statePath, .readWrite)
        defer { state.close() }
        let (groups, failures) = await (try visit(state)).categories(of: list.sources)
        var categories = CategoryList(configuration)
        categories.groups += groups
        return (categories, list.failures + failures)
    }

    /// The feeds at an address or on its page, and notices on feeds that were left out.
    /// - Throws: `RunError.usage` for a text that cannot be the address of a feed; `Failure` when there is no feed.
    package func find(_ address: String) async throws -> (feeds: [FoundFeed], notices: [String]) {
        let address = WebAddress.withoutFeedScheme(address)
        if address.lowercased().hasPrefix("file:") { return ([try findFeed(inFile: address)], []) }
        let client: HTTPClient
        do {
            client = try HTTPClient(configuration.network, environment: environment)
        } catch {
            throw Failure(.gather, address, "\(error)")
        }
        return try await findFeeds(at: address, over: client)
    }

    /// Adds feeds to the configuration file. The old text stays in `FILE.bak`.
    ///
    /// - Returns: the feeds that were added, without those that are there already; and notices.
    /// - Throws: `RunError.configuration` when there is no file or it cannot be edited; `RunError.usage` for a section
    ///   that is similar to a known one, because the configuration treats it as a mistake.
    package func add(_ feeds: [FoundFeed], category: String?) throws -> (added: [FoundFeed], notices: [String]) {
        if let category, let mistake = ownNames.mistake(in: self.category(category)) {
            throw RunError.usage("there is no section '\(category)'; \(mistake)")
        }
        return try add(feeds.map { ($0, category.map(self.category)) })
    }

    /// Removes a feed from the configuration file. The old text stays in `FILE.bak`.
    ///
    /// - Parameter wanted: the feed's name or address.
    /// - Returns: the feed's address.
    package func remove(_ wanted: String) throws -> String {
        try FeedBlocks.edit(file(), profile: configuration.profileName, environment: environment) { blocks in
            try remove(WebAddress.withoutFeedScheme(wanted), from: blocks)
        }
    }

    private func remove(_ wanted: String, from blocks: FeedBlocks) throws -> String {
        let feeds = configuration.feeds
        guard !blocks.namesNoSource else {
            throw RunError.usage(
                "\(blocks.file) names no source, so the built-in ones are used; add your own as [[feeds]]")
        }
        if feeds.contains(where: { $0.url == wanted }) {
            try blocks.write(try blocks.removing(url: wanted))
            return wanted
        }
        guard let feed = try feed(named: wanted) ?? feed(titled: wanted) else {
            let known = feeds.map(\.url) + feeds.compactMap(\.name)
            throw RunError.usage("no feed '\(wanted)' in \(blocks.file); \(suggestion(for: wanted, among: known))")
        }
        // Another entry may have the same address.
        try blocks.write(try blocks.removing(url: feed.url) { $0.name == feed.name })
        return feed.url
    }

    /// The feed with this name.
    /// - Throws: `RunError.usage` if feeds at several addresses have it.
    private func feed(named name: String) throws -> Configuration.Feed? {
        let found = configuration.feeds.filter { $0.name == name }
        let addresses = Set(found.map(\.url)).sorted()
        guard addresses.count < 2 else {
            throw RunError.usage(
                "\(addresses.count) feeds have the name '\(name)'; remove one by its address: "
                    + addresses.map(\.withoutUserInfo).joined(separator: ", "))
        }
        return found.first
    }

    /// The only feed without a name of its own that has this title, which `sources` shows. A state that cannot be read
    /// knows no titles.
    private func feed(titled title: String) -> Configuration.Feed? {
        let unnamed = configuration.feeds.filter { $0.name == nil }
        let records = try? State.open(statePath, .readOnly).records(of: unnamed.map(\.sourceID))
        let found = unnamed.filter { records?[$0.sourceID]?.title == title }
        return found.count == 1 ? found[0] : nil
    }

    /// Adds the feeds of an OPML file. Its folders become sections. A folder whose name is similar to that of a known
    /// section becomes that section.
    ///
    /// - Parameter takesPrivate: whether to add feeds at private and loopback addresses too. Another person may have
    ///   chosen these addresses.
    /// - Throws: `RunError.unusableInput` for a file that is no list, is cut, or has no feed.
    package func importOPML(_ path: String, takesPrivate: Bool = false) throws -> (
        added: [FoundFeed], notices: [String]
    ) {
        let list: OPML
        do {
            guard let data = try FileHandle.read(path, upTo: Self.longestList) else {
                throw RunError.unusableInput("\(path) is longer than \(Self.longestList >> 20) MiB, the limit")
            }
            let bytes = [UInt8](data)
            if bytes.allSatisfy({ $0 <= 0x20 }) { throw RunError.unusableInput("\(path) is empty") }
            list = try OPML(parsing: bytes).withoutFeedSchemes
            if let fault = MarkupFault(in: bytes) {
                throw RunError.unusableInput(
                    "\(path), line \(fault.line): \(fault.reason), so the file is cut or broken and nothing was imported; "
                        + "export it again or correct this line")
            }
        } catch FeedError.notAFeed {
            throw RunError.unusableInput("\(path): this is not an OPML file")
        } catch let error as FeedError {
            throw RunError.unusableInput("\(path): \(error)")
        } catch let error as RunError {
            throw error
        } catch {
            throw RunError.usage("\(path) cannot be read: \(errorText(of: error))")
        }
        for feed in list.feeds { Redactor.current?.learn(passwordIn: feed.url) }
        if list.feeds.isEmpty { throw RunError.unusableInput("\(path) names no feed") }
        let faults = list.feeds.map { urlFault(WebAddress.absolute($0.url) ?? $0.url, schemes: ["https", "http"]) }
        let unusable = zip(list.feeds, faults).compactMap { feed, fault in
            fault.map { "\(feed.url.withoutUserInfo) was left out: it \($0)" }
        }
        let usable = zip(list.feeds, faults).filter { $0.1 == nil }.map(\.0)
        let (feeds, refusals) = takesPrivate ? (usable, []) : allowed(of: usable)
        var sections: [String: String] = [:]
        var result = try add(
            feeds.compactMap { outline -> (FoundFeed, category: String?)? in
                guard let url = WebAddress.absolute(outline.url) else { return nil }
                let name = outline.folders.first.map { knownName(near: $0) ?? self.category($0) }
                // Folders whose names are equal as names of sections are one section. It has the name of the first.
                let section = name.map { sections[Category.folded($0), default: $0] }
                if let section { sections[Category.folded(section)] = section }
                return (FoundFeed(url: url, title: outline.title), section)
            })
        result.notices += Set(list.feeds.compactMap(\.folders.first)).sorted().compactMap { folder in
            knownName(near: folder).map { "the folder '\(folder)' became the section '\($0)'" }
        }
        result.notices += refusals + unusable
        return result
    }

    private static let longestList = 64 << 20

    /// The names of the feeds whose addresses contain a secret.
    package var feedsWithSecrets: [String] {
        configuration.feeds.filter { $0.url.withoutSecrets != $0.url }.map { $0.name ?? $0.url.withoutSecrets }
    }

    /// The feeds as an OPML document with a folder for each section.
    package func exportOPML() -> String {
        OPML(
            title: configuration.title?.cleanSentence ?? "newsdigest",
            feeds: configuration.feeds.map { feed in
                OPML.Outline(
                    title: feed.name?.cleanSentence, url: feed.url.withoutUserInfo,
                    folders: [feed.category].compactMap { $0?.cleanSentence })
            }
        ).document
    }
}

extension Sources {
    /// A visit to the sources. Requests to newsapi.org are counted in the state, as in a run.
    private func visit(_ state: State) throws -> Visit {
        let now = now
        return Visit(client: try HTTPClient(configuration.network, environment: environment), now: now) {
            account, limit in
            Allowance(next: try state.reserve(key: account, limit: limit, window: RequestQuota.window, now: now))
        }
    }

    private func add(_ feeds: [(FoundFeed, category: String?)]) throws -> (added: [FoundFeed], notices: [String]) {
        // Another process may change the file at the same time.
        try FeedBlocks.edit(file(), profile: configuration.profileName, environment: environment) { blocks in
            try add(feeds, to: blocks)
        }
    }

    private func add(
        _ feeds: [(FoundFeed, category: String?)], to blocks: FeedBlocks
    ) throws -> (added: [FoundFeed], notices: [String]) {
        var known = Set(blocks.namesNoSource ? [] : blocks.feeds.map { WebAddress.withoutScheme($0.url) })
        let new = feeds.filter { known.insert(WebAddress.withoutScheme($0.0.url)).inserted }
        guard !new.isEmpty else { return ([], []) }
        try blocks.write(
            try blocks.adding(
                new.map { FeedBlocks.NewFeed(url: $0.0.url, name: $0.0.name, category: $0.category) }))
        let notices =
            blocks.namesNoSource
            ? ["\(blocks.file) now names its own sources, so the built-in ones are no longer used"] : []
        return (new.map(\.0), notices + (try hiddenSections(of: new.map { $0.category })))
    }

    /// A sentence for each section of new feeds that the digest does not show.
    private func hiddenSections(of categories: [String?]) throws -> [String] {
        let edited = try Configuration(path: file(), environment: environment).profile(configuration.profileName)
        let sections = Set(categories.map { $0 ?? edited.sectionOfFeedsWithoutCategory() })
        return edited.notShown.filter { sections.contains($0.section) }.map(\.sentence)
    }

    private func file() throws -> String {
        if let file = configuration.file { return file }
        let usual = Paths(environment: environment).configuration
        throw RunError.configuration(
            file: usual, line: nil,
            reason: "does not exist, so the built-in sources are used; 'newsdigest init' writes a file with them"
        )
    }

    /// The section for a folder's name: a known section in any of its forms, or the name itself.
    private func category(_ folder: String) -> String {
        let name = folder.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return configuration.sectionNames.section(named: name)?.name ?? name
    }

    /// The feeds of a list that may be added, and a sentence for each feed that is left out. Any person may have chosen
    /// the addresses of a list. So a private or loopback address is left out, unless it is configured already.
    private func allowed(of outlines: [OPML.Outline]) -> (feeds: [OPML.Outline], refusals: [String]) {
        var policy = NetworkPolicy()
        policy.privateHosts = Set(configuration.network.privateHosts)
        let known = Set(configuration.feeds.map(\.url))
        var refusals: [String] = []
        let feeds = outlines.filter { outline in
            guard let url = WebAddress.absolute(outline.url), !known.contains(url),
                let objection = policy.objection(to: url, namedBy: nil)
            else { return true }
            refusals.append("\(outline.url) was left out: \(objection); --private also adds such addresses")
            return false
        }
        return (feeds, refusals)
    }

    /// The known section that a wrong name probably means. Nil for a name that a feed may have.
    private func knownName(near text: String) -> String? { ownNames.misspelt(category(text))?.name }

    /// The names that a feed is checked against, as in the configuration.
    private var ownNames: SectionNames { SectionNames(own: configuration.categories) }

    /// - Parameter records: what the state knows of the sources. A feed without a name of its own is also found by the
    ///   title that `sources` shows.
    private func source(
        _ wanted: String, among sources: [Source], _ records: [String: SourceRecord]
    ) throws -> Source {
        func shownName(_ source: Source) -> String {
            source.itemSource.shownName(records[source.id] ?? SourceRecord())
        }
        let named = sources.first {
            $0.id == wanted || $0.name == wanted || $0.itemSource.shownAddress == wanted || shownName($0) == wanted
        }
        if let named { return named }
        let known = sources.map(shownName) + configuration.feeds.map(\.url)
        throw RunError.usage("no source '\(wanted)'; \(suggestion(for: wanted, among: known))")
    }

    /// Stores what the answers say about when to request the sources again.
    private func note(_ checks: [SourceCheck], in state: State) throws {
        let records = try state.records(of: checks.map(\.sourceID))
        let changed = checks.compactMap { check -> Gathered? in
            var record = records[check.sourceID] ?? SourceRecord()
            if let pause = check.pause {
                record.waits(pause)
            } else {
                let isHeld = record.pausedSince != nil || record.backsOffUntil != nil || record.isAskedToWait
                guard check.failure == nil, isHeld else { return nil }
                if record.isAskedToWait { (record.nextAllowed, record.wait) = (nil, nil) }
                if record.pausedSince != nil { record.succeeded(at: now) } else { record.backsOffUntil = nil }
            }
            return Gathered(sourceID: check.sourceID, name: check.name, status: .notModified, record: record)
        }
        if !changed.isEmpty { _ = try state.remember(changed, now: now) }
    }
}

extension OPML {
    /// The list with `https:` and `http:` instead of `feed:`.
    fileprivate var withoutFeedSchemes: OPML {
        var list = self
        for index in feeds.indices { list.feeds[index].url = WebAddress.withoutFeedScheme(feeds[index].url) }
        return list
    }
}

extension FoundFeed {
    /// Its title as a name for the configuration: one line without characters that act.
    fileprivate var name: String? { title?.cleanLine.nonEmpty }
}
