import Addresses
import Foundation
import Grouping
import InFlight
import Settings
import Texts
import Values

/// Returns the words of the newest texts of a source, without those of these items.
package typealias EarlierTexts = (_ source: String, _ items: Set<Int64>) throws -> [TextWords]

/// The entries that tell one story or belong to one affair, and the sent stories to which they belong.
struct TellingGroup {
    /// The entries. Those of a story are ordered by date.
    var members: [Member] = []
    var sent: [SentStory] = []

    struct Member {
        var entry: FilteredItem
        /// The number of its article.
        var article: Int
        /// The number of its story within the group.
        var story = 0
        /// The number of its affair. The group belongs to the lowest one.
        var affair: Int
        /// What joins it to its story, in English; empty if it is alone or an event.
        var reason = ""
        /// Whether the same article was already sent to the profile, and not only another one on the story.
        var isKnown = false
        /// What its words show; a default for events.
        var traits = TextTraits()
    }

    /// Groups articles by their words, and events by place and day. The order of the input does not matter.
    /// - Parameters:
    ///   - words: how common words are on other days. It is called if there is an article.
    ///   - earlier: returns the words of the newest texts of a source that are no entries.
    ///   - vectors: sentence vectors of the entries by their ids, as far as there are any.
    static func groups(
        of entries: [FilteredItem], sent: [SentStory], words: () throws -> WordCounts,
        earlier: EarlierTexts, vectors: [String: SentenceVector] = [:]
    ) rethrows -> [TellingGroup] {
        // In a run that finds nothing new, the tables for the comparison would take more time than everything else.
        if entries.isEmpty { return [] }
        let articles = entries.filter { $0.item.kind == .article }
        let events = entries.filter { $0.item.kind == .event }
        return try articleGroups(
            of: articles, sent: sent.filter { $0.kind == .article }, words: articles.isEmpty ? WordCounts() : words(),
            earlier: earlier, vectors: vectors)
            + eventGroups(of: events, sent: sent.filter { $0.kind == .event })
    }

    /// Joins the stories of each affair into one group. Events stay alone.
    static func affairs(_ stories: [TellingGroup]) -> [TellingGroup] {
        var indices: [Int: Int] = [:]
        var affairs: [TellingGroup] = []
        for story in stories {
            let affair = story.isEvent ? nil : story.members.map(\.affair).min()
            if let index = affair.flatMap({ indices[$0] }) {
                affairs[index].members += story.members
                affairs[index].sent += story.sent
            } else {
                if let affair { indices[affair] = affairs.count }
                affairs.append(story)
            }
        }
        return affairs
    }

    private var isEvent: Bool { members.first?.entry.item.kind == .event }

    /// The decision for a story that was sent; nil when there is something new to tell.
    func alreadySent(growth: Configuration.Growth) -> Decision? {
        guard let latest = sent.max(by: { ($0.sent, $0.digest, $0.id) < ($1.sent, $1.digest, $1.id) })
        else { return nil }
        let known = Set(sent.flatMap(\.publishers))
        // If a publisher of the sent story has another article now, this is a sequel, or it is another story that is
        // only similar. Both must be shown.
        guard members.allSatisfy({ $0.isKnown || !known.contains($0.entry.publisher) }) else { return nil }
        let new = Set(members.map(\.entry.publisher)).subtracting(known).count
        switch growth {
        case .always where new > 0: return nil
        case .publishers(let least) where new >= max(1, least): return nil
        case .never, .always, .publishers:
            return .alreadySent(digest: latest.digest, story: latest.id, newPublishers: new)
        }
    }
}

extension TellingGroup {
    /// The sent stories that an entry of the group continues, the latest first. A story is left out if its lead has the
    /// entry's id or address.
    func earlier(than entry: FilteredItem) -> [Story.Earlier] {
        let isOnSharedPage = entry.candidate.isOnSharedPage
        let others = sent.filter { story in
            let isOnPage = story.tellings.first?.address?.key == entry.candidate.addressKey
            return story.id != entry.id && (isOnSharedPage || !isOnPage)
        }
        let latest = others.sorted { ($1.sent, $1.digest, $1.id) < ($0.sent, $0.digest, $0.id) }
        return latest.prefix(Self.mostEarlier).compactMap { story in
            story.tellings.first.map {
                Story.Earlier(id: story.id, title: $0.title, url: $0.address?.clean ?? "", sent: story.sent)
            }
        }
    }

    /// The greatest number of sent stories that are named under a story.
    private static let mostEarlier = 5

    private static func articleGroups(
        of entries: [FilteredItem], sent: [SentStory], words: WordCounts, earlier: EarlierTexts,
        vectors: [String: SentenceVector]
    ) rethrows -> [TellingGroup] {
        var texts = NewsTexts(background: words, readsTraits: true)
        // These are in the comparison as tellings.
        let told = Set(sent.flatMap(\.tellings).map(\.title))
        for (source, own) in Dictionary(grouping: entries, by: \.item.sourceID) {
            let publishers = Set(own.map(\.publisher))
            guard let publisher = publishers.first, publishers.count == 1, mayShowHabits.contains(own.count) else {
                continue
            }
            let before = try earlier(source, Set(own.map(\.candidate.number))).filter { !told.contains($0.title) }
            texts.add(earlier: before, of: publisher)
        }
        for entry in entries {
            let item = entry.item
            InFlight.during(.grouping, of: Quarantine.subject(ofItem: entry.id)) {
                texts.add(
                    id: entry.id, title: item.title, summary: item.summary, saidSummary: item.wording.text,
                    address: entry.candidate.address, isOnSharedPage: entry.candidate.isOnSharedPage,
                    source: item.source, publisher: entry.publisher,
                    published: Int64(entry.candidate.date.timeIntervalSince1970), language: item.language,
                    vector: vectors[entry.id])
            }
        }
        var owners: [Int] = []
        for (index, story) in sent.enumerated() {
            for telling in story.tellings {
                texts.add(
                    id: story.digest, title: telling.title, summary: telling.summary, saidSummary: telling.said,
                    address: telling.address,
                    source: telling.source,
                    publisher: Publisher.name(source: telling.source, host: telling.address?.host),
                    published: Int64(story.date.timeIntervalSince1970))
                owners.append(index)
            }
        }
        let grouping = InFlight.during(.grouping) { Grouping(texts, explains: true) }
        let traits = entries.indices.map { TextTraits(texts, $0, likeness: likeness(grouping, $0)) }.relativeToLanguages
        let parted = PartedItems(
            grouping, entries, sources: sent.flatMap { story in story.tellings.map { _ in story.source } })
        let members = entries.indices.map {
            Member(
                entry: entries[$0], article: parted.article[$0], affair: parted.affair[$0],
                reason: reason(grouping, $0), traits: traits[$0])
        }
        return groups(of: members, sent: sent, owners: owners, article: parted.article, story: parted.story)
    }

    /// The numbers of a source's entries for which its earlier texts count. One entry has nothing to compare, and more
    /// show their habits by themselves.
    private static let mayShowHabits = 2..<12

    /// How similar a text is to the others of its story. One that only names or sentence vectors joined has no words in
    /// common with them.
    private static func likeness(_ grouping: Grouping, _ text: Int) -> Float {
        let isJoinedByWords = !grouping.commonWords[text].isEmpty || grouping.likeness[text] < 1
        return isJoinedByWords ? grouping.likeness[text] : 0
    }

    /// `likeness 0.41: storm 0.20, coast 0.11; vectors 0.93`: the average similarity to the others of the story, the
    /// words of titles that add most to it, and the similarity of two stories that sentence vectors joined.
    private static func reason(_ grouping: Grouping, _ text: Int) -> String {
        func short(_ value: Float) -> String { Double(value).twoDecimals }
        let words = grouping.commonWords[text].prefix(5).map { "\($0.word) \(short($0.weight))" }
        let byWords =
            words.isEmpty ? nil : "likeness \(short(grouping.likeness[text])): " + words.joined(separator: ", ")
        let byVectors = grouping.vectorLikeness[text].map { "vectors \(short($0))" }
        return [byWords, byVectors].compactMap(\.self).joined(separator: "; ")
    }

    /// Groups events. Events with the same address are the same, and so are events with the same place, the same title
    /// and a common day.
    private static func eventGroups(of entries: [FilteredItem], sent: [SentStory]) -> [TellingGroup] {
        let keys = entries.map(\.candidate.eventKeys) + sent.map(\.eventKeys)
        var sets = DisjointSets(count: keys.count)
        var seen: [String: Int] = [:]
        for (index, keys) in keys.enumerated() {
            for key in keys {
                if let other = seen[key] { sets.join(index, other) } else { seen[key] = index }
            }
        }
        let roots = keys.indices.map { sets.root(of: $0) }
        let members = entries.indices.map { Member(entry: entries[$0], article: roots[$0], affair: roots[$0]) }
        return groups(of: members, sent: sent, owners: Array(sent.indices), article: roots, story: roots)
    }

    /// - Parameters:
    ///   - members: those of all groups, each with what does not depend on its group.
    ///   - owners: for each text after those of the members, the sent story to which it belongs.
    private static func groups(
        of members: [Member], sent: [SentStory], owners: [Int], article: [Int], story: [Int]
    ) -> [TellingGroup] {
        let entries = members.map(\.entry)
        var sets = DisjointSets(count: entries.count + sent.count)
        var first: [Int: Int] = [:]
        for (text, story) in story.enumerated() {
            let node = text < entries.count ? text : entries.count + owners[text - entries.count]
            if let other = first[story] { sets.join(node, other) } else { first[story] = node }
        }
        var known = Set(article.dropFirst(entries.count))
        for index in joinByKeys(entries, sent, &sets) { known.insert(article[index]) }
        // What joined an item to a story in an earlier run, such as a third article, may be gone.
        let places = Dictionary(entries.indices.map { (entries[$0].candidate.number, $0) }) { first, _ in first }
        for (index, story) in sent.enumerated() {
            for entry in story.recognised.compactMap({ places[$0] }) { sets.join(entry, entries.count + index) }
        }
        var groups: [Int: TellingGroup] = [:]
        for (index, var member) in members.enumerated() {
            (member.story, member.isKnown) = (sets.root(of: index), known.contains(member.article))
            groups[member.story, default: TellingGroup()].members.append(member)
        }
        for (index, story) in sent.enumerated() {
            let root = sets.root(of: entries.count + index)
            let isKnown = groups[root]?.members.contains { story.isRemembered(for: $0.entry.candidate) } == true
            if isKnown { groups[root]?.sent.append(story) }
        }
        return groups.keys.sorted().compactMap { groups[$0] }
    }

    /// Joins entries to the sent stories with which they have a key in common.
    ///
    /// A title does not join an article to a story of its own publisher, because a column may have the same title every
    /// day. Grouping compares addresses together with titles and texts.
    ///
    /// - Returns: the entries that were joined.
    private static func joinByKeys(
        _ entries: [FilteredItem], _ sent: [SentStory], _ sets: inout DisjointSets
    ) -> Set<Int> {
        var joined: Set<Int> = []
        var stories: [Int64: [Int]] = [:]
        for (index, story) in sent.enumerated() {
            for key in story.keys { stories[key, default: []].append(index) }
        }
        for (index, entry) in entries.enumerated() {
            let keys = entry.candidate.storyKeys
            for key in keys.all {
                for story in stories[key] ?? [] where entry.mayBe(sent[story], isSameAddress: key == keys.address) {
                    sets.join(index, entries.count + story)
                    joined.insert(index)
                }
            }
        }
        return joined
    }
}

/// The numbers of the articles, stories and affairs in which items that stand alone have only copies beside them.
///
/// A copy is the same article in another source. Two items of one source never are one article.
private struct PartedItems {
    private(set) var article: [Int]
    private(set) var story: [Int]
    private(set) var affair: [Int]

    /// - Parameters:
    ///   - entries: the first texts of the grouping.
    ///   - sources: the source of the story of each of the other texts, which are tellings of sent stories.
    init(_ grouping: Grouping, _ entries: [FilteredItem], sources: [Int64]) {
        (article, story, affair) = (grouping.article, grouping.story, grouping.affair)
        let alone = entries.indices.filter { entries[$0].standsAlone }
        if alone.isEmpty { return }
        let texts = Dictionary(grouping: article.indices) { grouping.article[$0] }
        for (_, items) in Dictionary(grouping: alone, by: { grouping.article[$0] }).sorted(by: { $0.key < $1.key }) {
            part(items, copies: texts[grouping.article[items[0]]] ?? [], entries, sources)
        }
    }

    /// Gives each of these items of one article a number of its own. The first item of each source keeps the copies.
    private mutating func part(_ items: [Int], copies: [Int], _ entries: [FilteredItem], _ sources: [Int64]) {
        var counts: [String: Int] = [:]
        var firsts: Set<Int> = []
        for item in items where counts[entries[item].item.sourceID, default: 0] == 0 {
            counts[entries[item].item.sourceID] = 1
            firsts.insert(item)
        }
        let own = Set(firsts.map { entries[$0].item.sourceKey })
        let others = copies.filter { copy in
            copy < entries.count ? !entries[copy].standsAlone : !own.contains(sources[copy - entries.count])
        }
        set(firsts.sorted() + others)
        for item in items where !firsts.contains(item) { set([item]) }
    }

    /// Makes some texts one article, which is a story and an affair of its own.
    private mutating func set(_ texts: [Int]) {
        let number = article.count + texts[0]
        for text in texts { (article[text], story[text], affair[text]) = (number, number, number) }
    }
}

extension SentStory {
    /// Whether an item that tells this story is recognised: by its words if it was first seen soon after the story was
    /// sent, else only by a key, or if an earlier run recognised it.
    fileprivate func isRemembered(for candidate: Candidate) -> Bool {
        kind == .event || candidate.firstSeen.timeIntervalSince(sent) <= Self.memory
            || recognised.contains(candidate.number)
            || candidate.storyKeys.all.contains(where: keys.contains)
    }
}

extension FilteredItem {
    /// Whether an item belongs to a sent story with which it has the title, or the address, in common.
    ///
    /// Grouping compares addresses. An item that stands alone is one of them only if another source led the story.
    fileprivate func mayBe(_ story: SentStory, isSameAddress: Bool) -> Bool {
        guard story.publishers.contains(publisher) else { return !isSameAddress }
        guard isSameAddress, !standsAlone || story.source != item.sourceKey else { return false }
        return candidate.storyKeys.title.map(story.keys.contains) ?? false
    }
}
