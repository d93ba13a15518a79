import Addresses
import FeedParser
import Files
import Foundation
import Gather
import HTTP
import Platform
import Settings
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
        (self.configuration, self.statePath, self.now, self.environment) = (configuration, statePath, now, environment)
    }

    /// The names of all configured feeds, for a shell's completion. Reads neither a secret nor the state.
    package var names: [String] { configuration.feeds.map { $0.name ?? $0.url } }

    /// The health of each source, and failures for sources whose secret is missing. Sends no request.
    package func health() async throws -> (health: [SourceHealth], failures: [Failure]) {
        let list = await SourceList(configuration, includesOff: true, environment: environment)
        let records = try State.open(statePath, .readOnly).records(of: list.sources.map(\.id))
        let hidden = Set(configuration.notShown.flatMap(\.sources).map(\.id))
        let off = Set(configuration.usedKinds.flatMap { $0.idsOfOff(in: configuration) })
        return (
            list.sources.map { source in
                let isHidden = hidden.contains(source.id) || hidden.contains(source.name)
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
        let state = try State.open(statePath, .readWrite, patience: State.patience)
        defer { state.close() }
        let records = try state.records(of: list.sources.map(\.id))
        let sources = try wanted.isEmpty ? list.sources : wanted.map { try source($0, among: list.sources, records) }
        let fetcher = try fetcher(state)
        let checks = await sources.concurrentMap { await $0.check(with: fetcher) }
        try note(checks, in: state)
        return (checks, list.failures)
    }

    /// The names that `--category` and the configuration accept, with the present names of the services.
    package func categories() async throws -> (list: CategoryList, failures: [Failure]) {
        let list = await SourceList(configuration, environment: environment)
        let state = try State.open(statePath, .readWrite, patience: State.patience)
        defer { state.close() }
        let (groups, failures) = await (try fetcher(state)).categories(of: list.sources)
        var categories = CategoryList(configuration)
        categories.groups += groups
        return (categories, list.failures + failures)
    }

    /// The feeds at an address or on its page, and notices on feeds that were left out. The configured feed of this
    /// address is not asked.
    /// - Throws: `RunError.usage` for a text that cannot be the address of a feed; `Failure` when there is no feed.
    package func find(_ address: String) async throws -> (feeds: [FoundFeed], notices: [String]) {
        let address = WebAddress.withoutFeedScheme(address)
        let bare = WebAddress.withoutScheme(address)
        if let known = configuration.feeds.first(where: { WebAddress.withoutScheme($0.url) == bare }) {
            return ([FoundFeed(url: known.url, title: known.name)], [])
        }
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
        let section = try category.map(section)
        return try add(feeds.map { FeedBlocks.NewFeed(url: $0.url, name: $0.name, category: section) })
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
        let feed = try feed(wanted, in: blocks, to: "remove")
        // Another entry may have the same address.
        try blocks.write(
            try blocks.removing(url: feed.url) { wanted == feed.url || $0.name == feed.name })
        return feed.url
    }

    /// The feed with this address, or with this name in the list of `sources`.
    /// - Parameter deed: what is done with it, for the error.
    /// - Throws: `RunError.usage` if there is none, or feeds at several addresses have the name.
    func feed(_ wanted: String, in blocks: FeedBlocks, to deed: String) throws -> Configuration.Feed {
        let feeds = configuration.feeds
        guard !blocks.namesNoSource else {
            throw RunError.usage(
                "\(blocks.file) names no source, so the built-in ones are used; add your own as [[feeds]]")
        }
        guard
            let feed = try feeds.first(where: { $0.url == wanted }) ?? feed(named: wanted, to: deed)
                ?? feed(listedAs: wanted)
        else {
            let records = try? State.open(statePath, .readOnly).records(of: feeds.map(\.sourceID))
            let known = feeds.map { $0.name ?? records?[$0.sourceID]?.title ?? $0.url }
            throw RunError.usage(
                "no feed '\(wanted)' in \(blocks.file); \(suggestionOfFive(for: wanted, among: known))")
        }
        return feed
    }

    /// The feed with this name.
    /// - Throws: `RunError.usage` if feeds at several addresses have it.
    private func feed(named name: String, to deed: String) throws -> Configuration.Feed? {
        let found = configuration.feeds.filter { $0.name == name }
        let addresses = Set(found.map(\.url)).sorted()
        guard addresses.count < 2 else {
            throw RunError.usage(
                "\(addresses.count) feeds have the name '\(name)'; \(deed) one by its address: "
                    + addresses.map(\.withoutUserInfo).joined(separator: ", "))
        }
        return found.first
    }

    /// The only feed without a name of its own that `sources` lists under this name: its title, or its host or file until
    /// the title is known. A state that cannot be read knows no titles.
    private func feed(listedAs name: String) -> Configuration.Feed? {
        let unnamed = configuration.feeds.filter { $0.name == nil }
        let records = try? State.open(statePath, .readOnly).records(of: unnamed.map(\.sourceID))
        let found = unnamed.filter { FeedSource($0).shownName(title: records?[$0.sourceID]?.title) == name }
        return found.count == 1 ? found[0] : nil
    }

    /// The names of the feeds whose addresses contain a secret.
    package var feedsWithSecrets: [String] {
        configuration.feeds.filter { $0.url.withoutSecrets != $0.url }.map { $0.name ?? $0.url.withoutSecrets }
    }

    /// The names of the feeds that OPML cannot name, because a command prints them.
    package var commands: [String] { configuration.feeds.filter { $0.command != nil }.map { FeedSource($0).name } }

    /// The feeds as an OPML document with a folder for each section, without those that a command prints.
    ///
    /// A feed without a name of its own has the title that the state knows. A state that cannot be read knows none.
    package func exportOPML() -> String {
        let records = try? State.open(statePath, .readOnly).records(of: configuration.feeds.map(\.sourceID))
        return OPML(
            title: configuration.title?.cleanSentence ?? "newsdigest",
            feeds: configuration.feeds.filter { $0.command == nil }.map { feed in
                OPML.Outline(
                    title: (feed.name ?? records?[feed.sourceID]?.title)?.cleanSentence, url: feed.url.withoutUserInfo,
                    folders: [feed.category].compactMap { $0?.cleanSentence })
            }
        ).document
    }
}

extension Sources {
    /// Requests to newsapi.org are counted in the state, as in a run.
    private func fetcher(_ state: State) throws -> Fetcher {
        let now = now
        return Fetcher(client: try HTTPClient(configuration.network, environment: environment), now: now) {
            try state.allowance(for: $0, $1, now: now)
        }
    }

    /// Adds feeds to the file. Those that are there already are left out.
    /// - Parameter sections: the names of sections that the file gets too.
    func add(
        _ feeds: [FeedBlocks.NewFeed], defining sections: [String] = [], isDryRun: Bool = false
    ) throws -> (added: [FoundFeed], notices: [String]) {
        if feeds.isEmpty { return ([], []) }
        let file = try file()
        let isNew = !FileManager.default.fileExists(atPath: file)
        if isNew, isDryRun {
            let text = Configuration.initialText(.noFeeds)
            return try add(
                feeds, defining: sections, to: FeedBlocks(text, file: file, environment: environment), isNew: true,
                isDryRun: true)
        }
        if isNew { try Configuration.writeInitial(.noFeeds, to: file) }
        // Another process may change the file at the same time.
        return try FeedBlocks.edit(file, profile: configuration.profileName, environment: environment) { blocks in
            try add(feeds, defining: sections, to: blocks, isNew: isNew, isDryRun: isDryRun)
        }
    }

    private func add(
        _ feeds: [FeedBlocks.NewFeed], defining sections: [String], to blocks: FeedBlocks, isNew: Bool = false,
        isDryRun: Bool
    ) throws -> (added: [FoundFeed], notices: [String]) {
        var known = Set(blocks.namesNoSource ? [] : blocks.feeds.map { WebAddress.withoutScheme($0.url) })
        let new = feeds.filter { known.insert(WebAddress.withoutScheme($0.url)).inserted }
        guard !new.isEmpty else { return ([], []) }
        let edited = try blocks.adding(new, defining: sections.filter { name in new.contains { $0.category == name } })
        if !isDryRun { try blocks.write(edited) }
        let hasLostSources = blocks.namesNoSource && !isNew
        let notices =
            hasLostSources
            ? [
                "\(blocks.file) \(isDryRun ? "would name" : "now names") its own sources, so the built-in ones "
                    + "\(isDryRun ? "would no longer be" : "are no longer") used"
            ] : []
        let after = try Configuration(toml: edited, file: blocks.file, environment: environment)
            .profile(configuration.profileName)
        return (
            new.map { FoundFeed(url: $0.url, title: $0.name) },
            notices + [blocks.sharing].compactMap(\.self) + hiddenSections(of: new.map(\.category), in: after)
        )
    }

    /// A sentence for each section of new feeds that the digest does not show.
    private func hiddenSections(of categories: [String?], in edited: Configuration) -> [String] {
        let sections = Set(categories.map { $0 ?? edited.sectionOfFeedsWithoutCategory() })
        return edited.notShown.filter { sections.contains($0.section) }.map(\.sentence)
    }

    /// What a change of the feeds means for others, if the profile has no feeds of its own.
    package func sharing() throws -> String? {
        try FeedBlocks(of: file(), profile: configuration.profileName, environment: environment).sharing
    }

    func file() throws -> String {
        if let file = configuration.file { return file }
        let usual = Paths(environment: environment).configuration
        throw RunError.configuration(
            file: usual,
            reason: "does not exist, so the built-in sources are used; 'newsdigest init' writes a file with them"
        )
    }

    /// The section for a name that the user gives: a known section in any of its forms, or the name itself.
    func category(_ text: String) -> String {
        let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return configuration.sectionNames.section(named: name)?.name ?? name
    }

    /// - Throws: `RunError.usage` for a section that is similar to a known one, because the configuration treats it as a
    ///   mistake.
    func section(_ text: String) throws -> String {
        let section = category(text)
        if let mistake = ownNames.mistake(in: section) {
            throw RunError.usage("there is no section '\(text)'; \(mistake)")
        }
        return section
    }

    /// A sentence if the name that the user gave is another word for a built-in section, such as `gadgets`.
    package func remark(onSection text: String) -> String? {
        let section = category(text)
        guard configuration.categories[section] == nil, Category(named: text)?.name == section,
            !Category(section).isWritten(Category.folded(text))
        else { return nil }
        return "'\(text)' is another name of the section '\(section)'; define it under [categories] for one of its own"
    }

    /// The names that a feed is checked against, as in the configuration.
    var ownNames: SectionNames { SectionNames(own: configuration.categories) }

    /// - Parameter records: what the state knows of the sources. A feed without a name of its own is also found by the
    ///   title that `sources` shows.
    func source(
        _ wanted: String, among sources: [any ItemSource], _ records: [String: SourceRecord]
    ) throws -> any ItemSource {
        func shownName(_ source: any ItemSource) -> String {
            source.shownName(records[source.id] ?? SourceRecord())
        }
        let named = sources.first {
            $0.id == wanted || $0.name == wanted || $0.shownAddress == wanted || shownName($0) == wanted
        }
        if let named { return named }
        if configuration.feeds.contains(where: { $0.isOff && [$0.name, $0.sourceID].contains(wanted) }) {
            throw RunError.usage(
                "'\(wanted)' is switched off; 'newsdigest sources set … --on' switches it on")
        }
        let known = sources.map(shownName)
        throw RunError.usage("no source '\(wanted)'; \(suggestionOfFive(for: wanted, among: known))")
    }

    /// Stores what the answers say about when to request the sources again.
    private func note(_ checks: [SourceCheck], in state: State) throws {
        let records = try state.records(of: checks.map(\.sourceID))
        let changed = checks.compactMap { check -> Gathered? in
            var record = records[check.sourceID] ?? SourceRecord()
            if let pause = check.pause {
                record.waits(pause)
            } else {
                let isSkipped = record.pausedSince != nil || record.backsOffUntil != nil || record.isAskedToWait
                guard check.failure == nil, isSkipped else { return nil }
                if record.isAskedToWait { (record.nextAllowed, record.wait) = (nil, nil) }
                if record.pausedSince != nil { record.succeeded(at: now) } else { record.backsOffUntil = nil }
            }
            return Gathered(sourceID: check.sourceID, name: check.name, status: .notModified, record: record)
        }
        if !changed.isEmpty { _ = try state.remember(changed, now: now) }
    }
}

extension FoundFeed {
    /// Its title as a name for the configuration: one line without characters that act.
    fileprivate var name: String? { title?.cleanLine.nonEmpty }
}
