import Addresses
import Foundation
import Grouping
import Settings
import Values

/// How stories are ordered.
struct Ranking {
    var rules: SelectionRules
    /// The candidates that did not fit into the last digest.
    var leftOver: Set<String>
    /// The boosts that items match, by the ids of the items.
    var boosts: [String: [String]] = [:]
    /// The reader's language, as a tag such as `en`.
    var language = "en"
    var now: Date
    /// Nil if nothing was learned about the reader.
    var taste: TasteScore?

    func rank(_ group: TellingGroup) -> RankedStory {
        let order = order(of: group).map { group.members[$0] }
        let lead = order[0]
        return RankedStory(
            lead: lead.entry,
            others: order.dropFirst().map {
                .init(
                    entry: $0.entry, isSameArticle: $0.article == lead.article, article: $0.article,
                    story: $0.story == lead.story ? nil : $0.story, reason: $0.reason)
            },
            score: score(group, lead: lead.entry), publishers: Set(group.members.map(\.entry.publisher)).count,
            next: lead.entry.item.event?.next(after: now)?.starts, earlier: group.earlier(than: lead.entry),
            lasts: lasts(group))
    }

    /// Whether a story that is not shown now can be in the next digest. With `leftovers = "drop"` the digest says how
    /// many did not fit, and not how many come next time.
    private func lasts(_ group: TellingGroup) -> Bool {
        if rules.since != nil || rules.leftovers == .drop { return true }
        return group.members.map(\.entry).contains { entry in
            entry.item.kind == .event
                || rules.newness.lasts(entry.candidate, sections: [entry.section.name], after: now)
        }
    }

    /// The lead, the other tellings of its story, then the other stories of the affair from the first to the last.
    private func order(of group: TellingGroup) -> [Int] {
        let tellings = Dictionary(grouping: group.members.indices) { group.members[$0].story }.values
        let headings = tellings.reduce(into: [:]) { $0.merge(self.headings(of: $1, in: group)) { first, _ in first } }
        let stories = tellings.map { $0.sorted { leads($0, before: $1, in: group, headings) } }
        guard let main = stories.min(by: { isMain($0, before: $1, in: group, headings) }) else { return [] }
        let others = stories.filter { $0[0] != main[0] }.sorted {
            Candidate.inOrder(group.members[$0[0]].entry.candidate, group.members[$1[0]].entry.candidate)
        }
        return main + others.flatMap { $0 }
    }

    /// Whether story `a` should lead the affair: first by the greatest weight of its sources, then by the numbers of
    /// its publishers and articles, then by its heading. If all are equal, the later story leads.
    private func isMain(_ a: [Int], before b: [Int], in group: TellingGroup, _ headings: [Int: Double]) -> Bool {
        func rank(_ story: [Int]) -> (Double, Int, Int, Double) {
            let articles = Set(story.map { group.members[$0].article }).count
            let publishers = Set(story.map { group.members[$0].entry.publisher }).count
            return (
                group.members[story[0]].entry.weight, min(articles, publishers), articles, headings[story[0]] ?? 0
            )
        }
        let (x, y) = (rank(a), rank(b))
        return x != y
            ? x > y : Candidate.inOrder(group.members[b[0]].entry.candidate, group.members[a[0]].entry.candidate)
    }

    /// Whether telling `a` should lead its story: an item that stands alone leads its copies. Otherwise first by the
    /// weight of its source, then by its heading. If both are equal, the earlier telling leads.
    private func leads(_ a: Int, before b: Int, in group: TellingGroup, _ headings: [Int: Double]) -> Bool {
        let (x, y) = (group.members[a].entry, group.members[b].entry)
        if x.standsAlone != y.standsAlone { return x.standsAlone }
        if x.weight != y.weight { return x.weight > y.weight }
        if headings[a] != headings[b] { return headings[a] ?? 0 > headings[b] ?? 0 }
        return Candidate.inOrder(x.candidate, y.candidate)
    }

    /// How good each telling is as the heading of its story.
    ///
    /// A good telling is similar to the others, has a text and a picture, and is late enough to know what the others
    /// know. In a story of few articles, the latest is often only a reaction, so the date matters little there.
    /// Round-ups, live pages, previews, opinions, quotations, questions, explanations and very short titles are bad. A
    /// telling that is not in the reader's language is worst.
    private func headings(of tellings: [Int], in group: TellingGroup) -> [Int: Double] {
        // A copy knows no more than its original article.
        var known: [Int: Date] = [:]
        for index in tellings {
            let member = group.members[index]
            known[member.article] = min(known[member.article] ?? .distantFuture, member.entry.candidate.date)
        }
        let first = known.values.min() ?? now
        let span = max(1, (known.values.max() ?? now).timeIntervalSince(first))
        let nearest = max(0.01, Double(tellings.map { group.members[$0].traits.likeness }.max() ?? 1))
        let lateness = known.count < 4 ? 0.05 : 0.2
        let areOwn = tellings.map { tellings.count == 1 || ItemFilter.isIn(language, group.members[$0].entry.item) }
        let isOneLanguage = Set(areOwn).count == 1
        return Dictionary(
            uniqueKeysWithValues: zip(tellings, areOwn).map { index, isOwn in
                let (entry, traits) = (group.members[index].entry, group.members[index].traits)
                let late = (known[group.members[index].article] ?? first).timeIntervalSince(first) / span
                let value =
                    0.5 * Double(traits.likeness) / nearest + lateness * late
                    + 0.2 * Double(entry.richness)
                let isForeign = !isOneLanguage && !isOwn
                let isPoor = traits.isPoorHeading || entry.isQuestion
                return (
                    index,
                    value - (isForeign ? 2 : 0) - (isPoor ? 0.6 : 0) - (entry.isQuotation ? 0.3 : 0)
                        - (entry.isScrap ? 0.3 : 0)
                )
            })
    }

    private func score(_ group: TellingGroup, lead: FilteredItem) -> Score {
        let entries = group.members.map(\.entry)
        let publishers = Set(entries.map(\.publisher)).count
        let articles = Set(group.members.map(\.article)).count
        // A copy counts less than another newsroom's own article.
        let newsrooms = min(publishers, articles)
        let tellers = Double(newsrooms) + 0.5 * Double(publishers - newsrooms)
        let boosts = self.boosts.isEmpty ? 0 : Set(entries.flatMap { self.boosts[$0.id] ?? [] }).count
        let position = entries.map(\.item.position).min() ?? 0
        let leads = rules.leftovers == .lead && entries.contains { leftOver.contains($0.id) }
        // With these inside the list, the compiler needs a second for it.
        let further: Double = log2(Double(1 + max(0, articles - publishers)))
        let growth: Double = log2(Double(1 + newcomers(in: group)))
        let place: Double = 0.1 / (1 + Double(max(0, position)) / 5)
        let parts: [Score.Part] = [
            Score.Part("waited", leads ? 2 : 0),
            Score.Part("publishers", log2(tellers)),
            Score.Part("articles", 0.45 * further),
            Score.Part("growing", 0.15 * growth),
            Score.Part("fresh", freshness(of: group)),
            Score.Part("place", place),
            Score.Part(Score.rare, rarity(of: lead)),
            Score.Part("weight", lead.weight > 0 ? log2(lead.weight) : -4),
            Score.Part("boost", 1.5 * Double(min(boosts, 2))),
            Score.Part("learned", taste?.value(of: lead) ?? 0),
        ]
        return Score(parts + (rules.isGeneralFirst ? importance(of: group) : []))
    }

    /// The number of publishers that began to tell the story within the last hours, after others. A story without
    /// others is only new, and does not grow.
    private func newcomers(in group: TellingGroup) -> Int {
        var first: [String: Date] = [:]
        for entry in group.members.map(\.entry) where entry.item.kind == .article {
            first[entry.publisher] = min(first[entry.publisher] ?? .distantFuture, entry.candidate.date)
        }
        let new = first.values.count { now.timeIntervalSince($0) <= Self.growth }
        return new < first.count ? new : 0
    }

    /// A publisher that began within this number of seconds makes a story grow.
    private static let growth: TimeInterval = 4 * 3600

    /// From 0.8 for a feed with very few items down to 0 for one with an item a day or more.
    private func rarity(of lead: FilteredItem) -> Double {
        guard lead.item.kind == .article, let rate = rules.itemsADay[lead.item.sourceID] else { return 0 }
        return 0.8 * max(0, 1 - rate)
    }

    /// Important and grave stories get more points; light stories, trifles, and stories that are only previews,
    /// opinions and reactions get fewer. The average of all tellings counts.
    private func importance(of group: TellingGroup) -> [Score.Part] {
        func average(_ value: (TextTraits) -> Double) -> Double {
            let average = group.members.reduce(0) { $0 + value($1.traits) } / Double(max(1, group.members.count))
            return (average * 100).rounded() / 100
        }
        return [
            .init("important", 0.7 * average(\.importance)),
            .init("grave", 0.15 * average(\.gravity)), .init("light", -0.175 * average(\.lightness)),
            .init("comment", -0.6 * average { $0.isPoorHeading ? 1 : 0 }),
            .init("trifle", -1.5 * average { $0.isTrifle ? 1 : 0 }),
        ]
    }

    /// From 0.3 for an article of this minute or an event that happens now, down to 0 at the age limit, two weeks ahead,
    /// or without a date.
    private func freshness(of group: TellingGroup) -> Double {
        let freshest = group.members.map(\.entry).map { entry in
            guard let event = entry.item.event else {
                return 1 - now.timeIntervalSince(entry.candidate.date) / max(1, rules.maxAge)
            }
            guard let starts = event.next(after: now)?.starts else { return 0 }
            return 1 - max(0, starts.timeIntervalSince(now)) / (14 * 86_400)
        }
        return Self.freshest * min(1, max(0, freshest.max() ?? 0))
    }

    private static let freshest = 0.3

    /// What an article loses in a day.
    static func freshnessOfDay(maxAge: TimeInterval) -> Double { freshest * min(1, 86_400 / max(1, maxAge)) }
}

extension Score {
    /// The name of the part for a feed with few items.
    fileprivate static let rare = "rare"
}

extension FilteredItem {
    /// Whether the article is something to see or to hear.
    fileprivate var isRecording: Bool {
        if item.audio != nil || item.video != nil { return true }
        guard let site = candidate.address.flatMap({ Publisher.mainLabel(of: $0.host) }) else { return false }
        return Self.sitesOfRecordings.contains(site)
    }

    private static let sitesOfRecordings: Set<String> = [
        "youtube", "youtu", "vimeo", "rutube", "dailymotion", "twitch", "tiktok", "soundcloud", "spotify",
    ]

    fileprivate var richness: Int { (item.image == nil ? 0 : 1) + (item.summary.isEmpty ? 0 : 1) }
    /// Whether the title asks something, or promises an explanation after a colon: `Harbour: why it is closed`.
    fileprivate var isQuestion: Bool {
        if item.title.utf8.contains(UInt8(ascii: "?")) { return true }
        guard let colon = item.title[...].lastRange(ofLiteral: ": ") else { return false }
        let word = item.title[colon.upperBound...].prefix { $0.isLetter }.lowercased()
        return Self.questionWords.contains(word)
    }

    private static let questionWords: Set<String> = [
        "how", "why", "what", "who", "when", "where", "как", "почему", "зачем", "что", "кто", "когда", "где", "сколько",
    ]

    fileprivate var isQuotation: Bool { item.title.first.map { "\"'«“„‘".contains($0) } ?? false }
    /// Whether the title has fewer than five words.
    fileprivate var isScrap: Bool { item.title.utf8.count { $0 == UInt8(ascii: " ") } < 4 }
}

/// A story with its lead and its score.
struct RankedStory {
    var lead: FilteredItem
    var others: [Other]
    var score: Score
    /// The number of publishers that tell the story.
    var publishers: Int
    /// When an event happens next; nil for an article and for an event that has begun.
    var next: Date?
    /// The sent stories that it continues, the latest first.
    var earlier: [Story.Earlier]
    /// Whether it can be in the next digest if it is not in this one.
    var lasts: Bool

    struct Other {
        var entry: FilteredItem
        /// Whether its article is the lead's.
        var isSameArticle: Bool
        /// The number of its article.
        var article: Int
        /// The number of its story; nil if it is the lead's.
        var story: Int?
        /// What joins it to its story.
        var reason: String
    }

    /// Whether one of its items stands alone.
    var standsAlone: Bool { lead.standsAlone }
    /// Whether it may be the first story: it has a text, and is no entry of a feed without groups and no recording.
    var mayBeFirst: Bool { isTold && !standsAlone && !lead.isRecording }
    /// Whether it is a picture without a text, a recording, or an entry of a feed without groups.
    var isNoNews: Bool { standsAlone || lead.isRecording || !hasText && lead.item.image != nil }

    /// Whether it is an article with a text.
    private var isTold: Bool { lead.item.kind == .article && hasText }

    private var hasText: Bool {
        !lead.item.summary.isEmpty || others.contains { $0.isSameArticle && !$0.entry.item.summary.isEmpty }
    }

    var ids: [String] { [lead.id] + others.map(\.entry.id) }

    /// Whether its score keeps it out of the digest. Events are ordered by their time, and an item that stands alone
    /// waits until it was shown; the least score is for the others.
    func isBelow(_ least: Double) -> Bool {
        least > 0 && lead.item.kind == .article && !standsAlone && score.total < least
    }

    /// The stories of one publisher, each with so few points for a rare feed that these lift it above no story of
    /// several publishers.
    static func withoutRareAboveSeveral(_ stories: [RankedStory]) -> [RankedStory] {
        let several = stories.filter { $0.publishers > 1 }.map(\.score.total).sorted()
        return stories.map { story in
            guard story.publishers == 1, let rare = story.score.parts.firstIndex(where: { $0.name == Score.rare }),
                let bound = several.first(where: { $0 > story.score.total - story.score.parts[rare].value }),
                story.score.total >= bound
            else { return story }
            var story = story
            story.score.parts[rare].value -= story.score.total - bound + 0.001
            return story
        }
    }

    var decisionsOfOthers: [String: Decision] {
        Dictionary(
            others.map { ($0.entry.id, decision(on: $0)) }, uniquingKeysWith: { first, _ in first })
    }

    private func decision(on other: Other) -> Decision {
        if other.isSameArticle { return .duplicate(of: lead.id) }
        return other.story == nil
            ? .sameStory(as: lead.id, because: other.reason) : .sameAffair(as: lead.id, because: other.reason)
    }

    /// The better story is first. Stories with equal scores have a fixed order.
    static func best(_ a: RankedStory, _ b: RankedStory) -> Bool {
        let (x, y) = (a.score.total, b.score.total)
        return x != y ? x > y : Candidate.inOrder(a.lead.candidate, b.lead.candidate)
    }

    /// The stories with the first one that may be first before the others; if there is none, the first one with a text.
    static func led(_ stories: [RankedStory]) -> [RankedStory] {
        let first = stories.firstIndex(where: \.mayBeFirst) ?? stories.firstIndex(where: \.isTold)
        return first.map(stories.beginning) ?? stories
    }

    /// Articles are first, by score. Then events that have begun, then those to come by their next time, then events
    /// without a date.
    static func inSection(_ a: RankedStory, _ b: RankedStory) -> Bool {
        guard a.lead.item.kind == .event, b.lead.item.kind == .event else {
            return a.lead.item.kind == b.lead.item.kind ? best(a, b) : a.lead.item.kind == .article
        }
        let (x, y) = (a.next ?? .distantFuture, b.next ?? .distantFuture)
        return x != y ? x < y : best(a, b)
    }

    /// What is listed once: an article of a publisher at an address or of a feed.
    private struct Listed: Hashable {
        let publisher: String
        let article: Int
        let place: String

        init(_ entry: FilteredItem, _ article: Int, at place: String) {
            (publisher, self.article, self.place) = (entry.item.source, article, place)
        }
    }

    var story: Story {
        let leadArticle = -1
        var seen: Set = [Listed(lead, leadArticle, at: lead.candidate.addressKey)]
        var carriers: Set = [Listed(lead, leadArticle, at: lead.item.sourceID)]
        var also: [Story.Telling] = []
        var first: [Int: String] = [:]
        var firstOfStory: [Int: String] = [:]
        for other in others {
            let entry = other.entry
            let number = other.isSameArticle ? leadArticle : other.article
            guard seen.insert(Listed(entry, number, at: entry.candidate.addressKey)).inserted else { continue }
            // Two items of one feed at two addresses are never hidden behind one another, however alike they are.
            let isFirstOfFeed = carriers.insert(Listed(entry, number, at: entry.item.sourceID)).inserted
            let article: String? =
                if !isFirstOfFeed {
                    entry.id
                } else if number == leadArticle {
                    nil
                } else {
                    first[number, default: entry.id]
                }
            if isFirstOfFeed, let article { first[number] = article }
            let story = other.story.map { firstOfStory[$0, default: entry.id] }
            if let number = other.story { firstOfStory[number] = story }
            also.append(
                .init(
                    id: entry.id, source: entry.item.source, title: entry.item.title, url: entry.candidate.shownURL,
                    isSameArticle: article == nil, article: article, story: story))
        }
        var story = Story(id: lead.id, item: lead.item, url: lead.candidate.shownURL, also: also, earlier: earlier)
        addFromCopies(to: &story)
        return story
    }

    /// Gives the story the picture and the summary of another publisher of the same article, if it has none.
    private func addFromCopies(to story: inout Story) {
        let copies = others.filter(\.isSameArticle).map(\.entry)
        if story.item.image == nil, let copy = copies.first(where: { $0.item.image != nil }) {
            story.item.image = copy.item.image
            story.pictureSource = copy.item.source
        }
        if story.item.summary.isEmpty, let copy = copies.first(where: { !$0.item.summary.isEmpty }) {
            story.item.summary = copy.item.summary
            story.summarySource = copy.item.source
        }
    }
}
