import Foundation
import HTTP
import Settings
import Values

/// The sources of one profile, and failures for sources whose secret is missing.
package struct SourceList: Sendable {
    package var sources: [any ItemSource] = []
    package var failures: [Failure] = []

    /// - Parameters:
    ///   - kinds: the only kinds to use; empty for all kinds in the configuration.
    ///   - sections: the wanted sections in their order; empty for all. A source without a wanted section is not
    ///     requested.
    ///   - isExplicit: whether the sections were named for this run. Then newsapi.org is requested for each wanted
    ///     section that it has, and not only for the configured ones.
    ///   - isReplay: whether the answers come from a recording. Then no secret is needed.
    ///   - includesOff: whether feeds and calendars that are switched off are in the list.
    package init(
        _ configuration: Configuration, kinds: [SourceKind] = [], sections: [Category] = [],
        isExplicit: Bool = false, isReplay: Bool = false, includesOff: Bool = false,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async {
        var configuration = configuration
        if !includesOff {
            configuration.feeds.removeAll(where: \.isOff)
            configuration.calendars.removeAll(where: \.isOff)
        }
        for kind in configuration.sources where kinds.isEmpty || kinds.contains(kind) {
            switch kind {
            case .newsapi:
                let api = configuration.newsapi ?? (kinds.contains(.newsapi) ? Configuration.NewsAPI() : nil)
                if let api { await add(api, for: sections, isExplicit, isReplay, environment) }
            case .feeds: await add(feedsOf: configuration, for: sections, isReplay, environment)
            case .kudago: if let city = configuration.kudago { add(city, for: sections) }
            case .calendars: await add(calendarsOf: configuration, for: sections, isReplay, environment)
            }
        }
    }
}

extension SourceList {
    private mutating func add(
        _ api: Configuration.NewsAPI, for sections: [Category], _ isExplicit: Bool, _ isReplay: Bool,
        _ environment: [String: String]
    ) async {
        let configured = api.categories.map { Category($0) }
        let asked = (configured.isEmpty || isExplicit ? Category.news : configured).filter {
            sections.isEmpty || sections.contains($0)
        }
        let searches = api.everything.filter { search in
            sections.isEmpty || sections.contains { $0.name == search.category }
        }
        guard !asked.isEmpty || !api.sources.isEmpty || !searches.isEmpty else { return }
        let key: Secret
        do {
            key = try await api.key.resolve(isReplay: isReplay, environment: environment)
        } catch {
            failures.append(Failure(.gather, "newsapi.org", "no key: \(error); set it, or key_file under [newsapi]"))
            return
        }
        let base = NewsAPISource(
            baseURL: api.baseURL, key: key, sources: api.sources, query: api.query, language: api.language,
            limit: api.maxResults, dailyRequests: api.dailyRequests)
        for search in searches { sources.append(NewsAPISource(search, as: base)) }
        // newsapi.org refuses `sources` together with a category or a country.
        guard api.sources.isEmpty else { return sources.append(base) }
        for category in asked {
            var source = base
            source.category = category.name
            source.country = api.country
            source.section = category.name
            source.name = "newsapi.org \(category.name)"
            sources.append(source)
        }
    }

    private mutating func add(
        feedsOf configuration: Configuration, for sections: [Category], _ isReplay: Bool,
        _ environment: [String: String]
    ) async {
        let unsorted = configuration.sectionOfFeedsWithoutCategory(among: sections)
        for feed in configuration.feeds {
            let names = configuration.sections(of: feed, without: unsorted)
            guard sections.isEmpty || sections.contains(where: { names.contains($0.name) }) else { continue }
            do {
                sources.append(
                    try await FeedSource(feed, in: feed.category ?? unsorted, of: configuration, isReplay, environment))
            } catch {
                let name = FeedSource(feed).name
                failures.append(Failure(.gather, name, "\(feed.url) was not requested: \(error)"))
            }
        }
    }

    private mutating func add(_ city: Configuration.KudaGo, for sections: [Category]) {
        // KudaGo's own `other` stays with the events.
        let slugs = sections.filter { $0 != .other && Category.kudago.contains($0) }
        let wantsAll = sections.isEmpty || sections.contains(.events)
        guard wantsAll || slugs.contains(where: \.isOnlyForEvents) else { return }
        let events = KudaGoSource(
            baseURL: city.baseURL, location: city.location,
            categories: wantsAll ? city.categories : slugs.map(\.name), tags: city.tags, days: city.days,
            freeOnly: city.freeOnly, language: city.language, maxPrice: city.maxPrice, age: city.age,
            limit: city.limit)
        sources.append(events)
        guard city.eventsOfTheDay else { return }
        var picks = events
        picks.selection = .eventsOfTheDay
        picks.name = "KudaGo's events of the day"
        sources.append(picks)
    }

    private mutating func add(
        calendarsOf configuration: Configuration, for sections: [Category], _ isReplay: Bool,
        _ environment: [String: String]
    ) async {
        for calendar in configuration.calendars {
            let names = configuration.sections(of: calendar)
            guard sections.isEmpty || sections.contains(where: { names.contains($0.name) }) else { continue }
            var source = CalendarSource(
                id: calendar.sourceID(in: configuration.timeZone), url: "", givenName: calendar.name,
                category: calendar.category, days: calendar.days,
                zone: TimeZone(identifier: configuration.timeZone) ?? .gmt)
            do {
                source.url = try await calendar.url.address(isReplay: isReplay, environment: environment)
                sources.append(source)
            } catch {
                failures.append(Failure(.gather, source.name, "was not requested: \(error)"))
            }
        }
    }
}

extension NewsAPISource {
    /// - Parameter base: the source whose key, plan and limit the search uses.
    fileprivate init(_ search: Configuration.Everything, as base: NewsAPISource) {
        self.init(
            .everything, baseURL: base.baseURL, key: base.key, sources: search.sources, query: search.query,
            language: search.language, searchIn: search.searchIn.map(\.rawValue), domains: search.domains,
            excludeDomains: search.excludeDomains, sortBy: search.sortBy.rawValue,
            limit: search.maxResults ?? base.limit, dailyRequests: base.dailyRequests, section: search.category,
            name: search.name ?? "newsapi.org "
                + (search.query ?? (search.sources + search.domains).joined(separator: ", ")))
    }
}

extension FeedSource {
    /// Reads the secrets for its headers.
    /// - Parameter section: the section for its items.
    fileprivate init(
        _ feed: Configuration.Feed, in section: String, of configuration: Configuration, _ isReplay: Bool,
        _ environment: [String: String]
    ) async throws(SecretError) {
        var headers: [HTTPHeader] = []
        for (name, value) in feed.headers.sorted(by: { $0.key < $1.key }) {
            let value = try await value.resolve(isReplay: isReplay, environment: environment).reveal()
            headers.append(HTTPHeader(name, value))
        }
        if let auth = feed.auth {
            let password = try await auth.password.resolve(isReplay: isReplay, environment: environment).reveal()
            let credentials = Data("\(auth.username):\(password)".utf8).base64EncodedString()
            headers.append(HTTPHeader("Authorization", "Basic \(credentials)"))
        }
        self.init(
            url: feed.url, command: feed.command, givenName: feed.name, category: section,
            limit: feed.isGrouped ? max(Self.usualLimit, feed.limit, feed.firstItems) : .max,
            firstItems: feed.firstItems, headers: headers,
            language: feed.language, sections: configuration.tagSections(of: feed), headersID: feed.headersID)
    }
}

extension SecretReference {
    /// The secret. In a replay no server gets it, so any text takes its place.
    fileprivate func resolve(
        isReplay: Bool, environment: [String: String]
    ) async throws(SecretError) -> Secret {
        isReplay ? Secret("replay") : try await resolve(environment: environment)
    }

    /// The address of a calendar. A replay finds the answer without it, unless it is that of a file.
    fileprivate func address(isReplay: Bool, environment: [String: String]) async throws(SecretError) -> String {
        if isReplay, case .file = self { return "" }
        if isReplay, case .command = self { return "" }
        let text = CalendarAddress.requested(try await resolve(environment: environment).reveal())
        if let fault = CalendarAddress.fault(in: text) { throw SecretError(description: "its address \(fault)") }
        return text
    }
}
