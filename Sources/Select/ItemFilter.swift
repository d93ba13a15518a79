import Addresses
import Foundation
import Grouping
import Settings
import Texts
import Values

/// The filters, in the order in which a person would give the reasons.
package struct ItemFilter {
    private let rules: SelectionRules
    private let now: Date
    /// The reader's language, as a tag such as `en`.
    private let language: String
    private let hasPatterns: Bool
    private var search = PatternSearch()
    /// The boosts that items match, as they are written in the configuration, by the ids of the items.
    private(set) var boosts: [String: [String]] = [:]

    enum Verdict: Sendable {
        case kept(FilteredItem)
        case out(Decision)
    }

    init(rules: SelectionRules, language: String, now: Date) {
        self.rules = rules
        self.language = language
        self.now = now
        let own = rules.sources.values.contains { !$0.include.isEmpty || !$0.exclude.isEmpty }
        hasPatterns = own || ![rules.include, rules.exclude, rules.mute, rules.boost].allSatisfy(\.isEmpty)
    }

    /// What the rules say of a candidate, without their patterns.
    func sort(_ candidate: Candidate) -> Verdict {
        let item = candidate.item
        let source = rules.sources[item.sourceID] ?? .init()
        let standsAlone = rules.newness.standsAlone(candidate)
        let sections = sections(for: item, source, hasOwn: standsAlone && source.hasOwnSection)
        guard let section = sections.first(where: isWanted) else { return .out(.otherCategory(sections[0].name)) }
        if let decision = item.kind == .event
            ? objection(toEvent: candidate, source) : outOfTime(article: candidate, sections)
        {
            return .out(decision)
        }
        if let language = unwantedLanguage(of: item) { return .out(.otherLanguage(language)) }
        return .kept(
            FilteredItem(
                candidate: candidate, section: section, weight: source.weight,
                publisher: Publisher.name(source: item.publisherName, host: candidate.address?.host),
                standsAlone: standsAlone)
        )
    }

    /// Why the patterns keep an item out; nil if they do not. Then its boosts are noted.
    mutating func objection(to entry: FilteredItem, _ shared: SharedSelection) -> Decision? {
        guard hasPatterns else { return nil }
        let source = rules.sources[entry.item.sourceID] ?? .init()
        let text = shared.text(of: entry, hasNoCategory: source.hasNoCategory, reader: language)
        for wanted in [source.include, rules.include] where !wanted.isEmpty {
            if search.first(of: wanted, in: text) == nil { return .notIncluded }
        }
        if let pattern = search.first(of: source.exclude + rules.exclude, in: text) {
            return .excluded(by: "\(pattern)")
        }
        if let pattern = search.first(of: rules.mute, in: text) { return .muted(by: "\(pattern)") }
        let boosts = search.all(of: rules.boost, in: text)
        if !boosts.isEmpty { self.boosts[entry.id] = boosts.map(\.description) }
        return nil
    }

    var failures: [Failure] {
        search.abandoned.sorted { $0.description < $1.description }.map {
            Failure(.select, $0.description, "takes too long and was skipped; write a simpler pattern")
        }
    }
}

extension ItemFilter {
    /// The sections that an item may belong to, the best first. Never empty.
    ///
    /// The tables of tags come first. Without a match in them, an article belongs to its own category, and so does an event
    /// of a calendar. Another event belongs to `events`. If the profile names its sections, a category that is only for events comes before `events`, and
    /// the event's other categories come after it. KudaGo's own category `other` is no section: it stays with the events.
    /// - Parameter hasOwn: whether an item without a category has a section with the name of its source.
    private func sections(for item: Item, _ source: SelectionRules.SourceRules, hasOwn: Bool) -> [Category] {
        let tags = item.tags.map(Category.folded)
        let mapped = (source.tagSections ?? rules.tagSections).sections(of: item.tags).map { Category($0) }
        let own = hasOwn ? [Category(item.followedName)] : []
        guard item.kind == .event, !item.isKnownByIDAlone else {
            return mapped.isEmpty ? own + [Category(item.category)] : mapped
        }
        guard !rules.sections.isEmpty else { return mapped + [.events] }
        let named = ([item.category] + tags).map { Category($0) }.filter { $0 != .events }
        let others = named.filter { !$0.isOnlyForEvents && $0 != .other }
        return mapped + named.filter(\.isOnlyForEvents) + [.events] + others
    }

    private func isWanted(_ section: Category) -> Bool {
        rules.sections.isEmpty || rules.sections.contains(section)
    }

    private func outOfTime(article: Candidate, _ sections: [Category]) -> Decision? {
        if let since = rules.since { return article.date < since ? .beforeSince(article.date) : nil }
        return rules.newness.tooOld(article, sections: sections.map(\.name), at: now)
    }

    /// A reader who was sent an event learns of its change at once.
    private func objection(toEvent candidate: Candidate, _ source: SelectionRules.SourceRules) -> Decision? {
        guard let event = candidate.item.event else { return nil }
        if !candidate.wasSent, let key = rules.events?.objection(to: event) { return .excluded(by: key) }
        if event.occurrences.isEmpty { return nil }
        guard let next = event.next(after: now) else {
            return candidate.stored.told?.next(after: now) == nil ? .eventOver : nil
        }
        if candidate.wasSent { return nil }
        if event.isCancelled { return .eventCancelled }
        if let horizon = source.eventHorizon ?? rules.eventHorizon, let starts = next.starts,
            starts.timeIntervalSince(now) > horizon
        {
            return .eventLater(starts)
        }
        return nil
    }

    /// The language of an unwanted article. Events have the language of their city and are not filtered. An article
    /// whose language is not known is judged by its script.
    private func unwantedLanguage(of item: Item) -> String? {
        guard !rules.languages.isEmpty, item.kind == .article else { return nil }
        let wanted = rules.languages.map(LanguageTag.primary)
        switch Self.language(of: item) {
        case .said(let tag): return wanted.contains(LanguageTag.primary(tag)) ? nil : tag
        case .cyrillic: return wanted.contains(where: Self.cyrillic.contains) ? nil : "Cyrillic"
        case .other: return wanted.contains { !Self.cyrillic.contains($0) } ? nil : "another script"
        }
    }

    /// Whether an item is in this language. An item whose language is not known is judged by its script.
    package static func isIn(_ language: String, _ item: Item) -> Bool {
        let wanted = LanguageTag.primary(language)
        return switch Self.language(of: item) {
        case .said(let tag): LanguageTag.primary(tag) == wanted
        case .cyrillic: cyrillic.contains(wanted)
        case .other: !cyrillic.contains(wanted)
        }
    }

    private enum KnownLanguage {
        /// The tag that the source gives.
        case said(String)
        /// Only the script is known.
        case cyrillic, other
    }

    private static func language(of item: Item) -> KnownLanguage {
        guard let tag = item.language, LanguageTag.known(tag) != nil else {
            return isMostlyCyrillic(item.title) ? .cyrillic : .other
        }
        return switch NewsTexts.script(of: item.title, item.summary, against: tag) {
        case nil: .said(tag)
        case .cyrillic: .cyrillic
        case .latin, .other: .other
        }
    }

    private static let cyrillic: Set<String> = ["ru", "uk", "be", "bg", "sr", "mk", "kk", "ky", "mn", "tg"]

    private static func isMostlyCyrillic(_ text: String) -> Bool {
        // These bytes begin the letters of the Cyrillic blocks. Few other texts have them.
        guard text.utf8.contains(where: { 0xD0...0xD4 ~= $0 }) else { return false }
        let letters = text.unicodeScalars.filter(\.properties.isAlphabetic)
        return letters.count { (0x400...0x52F).contains($0.value) } * 2 > letters.count
    }
}

/// A candidate that passed the filters. It is a class, because it is large, never changes, and is in several lists.
final class FilteredItem: Sendable {
    let candidate: Candidate
    let section: Category
    let weight: Double
    let publisher: String
    /// Whether it is an entry of its own, to which limits do not apply.
    let standsAlone: Bool
    private let madeWords = OnceForEach<String, Set<String>>()

    init(
        candidate: Candidate, section: Category, weight: Double, publisher: String, standsAlone: Bool = false
    ) {
        self.candidate = candidate
        self.section = section
        self.weight = weight
        self.publisher = publisher
        self.standsAlone = standsAlone
    }

    var id: String { candidate.id }
    var item: Item { candidate.item }

    /// The words of the title by which a taste goes, for a reader of this language.
    func titleWords(reader language: String) -> Set<String> {
        madeWords.value(for: language) { Taste.words(of: item, reader: language) }
    }

    /// Whether its section is that of its source alone.
    var isInOwnSection: Bool { standsAlone && section.name == item.followedName && section.name != item.category }
}
