import Foundation

/// How stories are ordered.
struct Ranking {
    var rules: SelectionRules
    var previous: Date?
    var now: Date

    func rank(_ group: TellingGroup) -> RankedStory {
        let order = group.entries.indices.sorted { leads($0, before: $1, in: group) }
        let lead = group.entries[order[0]]
        return RankedStory(
            lead: lead, others: order.dropFirst().map { group.entries[$0] },
            isSameArticle: order.dropFirst().map { group.articles[$0] == group.articles[order[0]] },
            articles: order.dropFirst().map { group.articles[$0] },
            score: score(group, lead: lead), next: lead.item.event?.next(after: now)?.starts)
    }

    /// Who tells the story to the reader: the weightiest source, then who has it with a picture and a text, then
    /// who had it first.
    private func leads(_ a: Int, before b: Int, in group: TellingGroup) -> Bool {
        let (a, b) = (group.entries[a], group.entries[b])
        if a.weight != b.weight { return a.weight > b.weight }
        if a.richness != b.richness { return a.richness > b.richness }
        return Candidate.inOrder(a.candidate, b.candidate)
    }

    private func score(_ group: TellingGroup, lead: Entry) -> Score {
        let publishers = Set(group.entries.map(\.publisher)).count
        let boosts = Set(group.entries.flatMap(\.boosts)).count
        let place = group.entries.map(\.item.position).min() ?? 0
        let waited = previous.map { previous in group.entries.contains { $0.candidate.firstSeen <= previous } } ?? false
        return Score([
            .init("waited", waited ? 2 : 0),
            .init("publishers", log2(Double(publishers))),
            .init("fresh", freshness(of: group)),
            .init("place", 0.5 / (1 + Double(max(0, place)) / 5)),
            .init("weight", lead.weight > 0 ? log2(lead.weight) : -4),
            .init("boost", 1.5 * Double(min(boosts, 2))),
        ])
    }

    /// From 0.5 for what is of this minute, or happens now, down to 0 at the age limit, or two weeks ahead.
    private func freshness(of group: TellingGroup) -> Double {
        let freshest = group.entries.map { entry in
            guard let event = entry.item.event else {
                return 1 - now.timeIntervalSince(entry.candidate.date) / max(1, rules.maxAge)
            }
            let starts = event.next(after: now)?.starts ?? now
            return 1 - max(0, starts.timeIntervalSince(now)) / (14 * 86_400)
        }
        return 0.5 * min(1, max(0, freshest.max() ?? 0))
    }
}

extension Entry {
    fileprivate var richness: Int { (item.image == nil ? 0 : 1) + (item.summary.isEmpty ? 0 : 1) }
}

/// A story with its lead and its score.
struct RankedStory {
    var lead: Entry
    var others: [Entry]
    var isSameArticle: [Bool]
    /// The number of the article that each of the others is.
    var articles: [Int]
    var score: Score
    /// When an event happens next; nil for an article and for what has begun.
    var next: Date?

    var ids: [String] { [lead.id] + others.map(\.id) }

    var decisionsOfOthers: [String: Decision] {
        Dictionary(
            zip(others, isSameArticle).map { entry, isSame in
                (entry.id, isSame ? .duplicate(of: lead.id) : .sameStory(as: lead.id))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The better one first; equal scores in a fixed order.
    static func best(_ a: RankedStory, _ b: RankedStory) -> Bool {
        let (x, y) = (a.score.total, b.score.total)
        return x != y ? x > y : Candidate.inOrder(a.lead.candidate, b.lead.candidate)
    }

    /// Events by when they happen next, after what has no date; articles by score.
    static func inSection(_ a: RankedStory, _ b: RankedStory) -> Bool {
        guard a.lead.item.kind == .event, b.lead.item.kind == .event else {
            return a.lead.item.kind == b.lead.item.kind ? best(a, b) : a.lead.item.kind == .article
        }
        let (x, y) = (a.next ?? .distantPast, b.next ?? .distantPast)
        return x != y ? x < y : best(a, b)
    }

    var story: Story {
        var seen: Set<String> = ["\(lead.item.source)\n\(lead.urlKey)"]
        var also: [Story.Telling] = []
        var first: [Int: String] = [:]
        for (index, entry) in others.enumerated()
        where seen.insert("\(entry.item.source)\n\(entry.urlKey)").inserted {
            let article = isSameArticle[index] ? nil : first[articles[index], default: entry.id]
            if let article { first[articles[index]] = article }
            also.append(
                .init(
                    id: entry.id, source: entry.item.source, title: entry.item.title, url: entry.shownURL,
                    isSameArticle: isSameArticle[index], article: article))
        }
        return Story(id: lead.id, item: lead.item, url: lead.shownURL, also: also)
    }
}
