import Languages
import Values

/// Distributes the slots of a digest: each shows one story. Each source of a section gets a fair share. A section with
/// more and better stories gets more slots. Better stories come first.
struct Slots {
    private let rules: SelectionRules
    private var order: [Category]
    private var chosen: [Category: [RankedStory]] = [:]
    private var leftOver: [Category: Int] = [:]
    private var caps: [String: Decision.Cap] = [:]

    init(_ stories: [RankedStory], rules: SelectionRules) {
        self.rules = rules
        order = rules.sections
        let sections = Dictionary(grouping: withinSourceLimits(stories)) { $0.lead.section }
        if order.isEmpty { order = Self.usualOrder(of: sections, named: rules.sectionOrder) }
        for category in order { chosen[category] = (sections[category] ?? []).filter(isFree) }
        let queues = order.map { category -> Queue in
            let rounds = Self.rounds((sections[category] ?? []).filter { !isFree($0) })
            let fair = rounds.flatMap { $0 }
            for story in fair.dropFirst(rules.maxPerSection) { caps[story.lead.id] = .section }
            return Queue(
                stories: RankedStory.led(Array(fair.prefix(rules.maxPerSection))), weight: Self.weight(of: rounds))
        }
        take(queues)
        for story in stories where story.lasts && caps[story.lead.id] != nil {
            leftOver[story.lead.section, default: 0] += 1
        }
    }

    /// The limit that kept a story out of the digest; nil for a story that is shown.
    func cap(of story: RankedStory) -> Decision.Cap? { caps[story.lead.id] }

    var shown: [RankedStory] { order.flatMap { chosen[$0] ?? [] } }

    func sections(language: Language) -> [Digest.Section] {
        orderShown.compactMap { category in
            guard let stories = chosen[category], !stories.isEmpty else { return nil }
            return Digest.Section(
                category: category.name,
                title: rules.titles[category.name]
                    ?? (stories.allSatisfy(\.lead.isInOwnSection) ? category.name : nil)
                        ?? language.title(ofCategory: category.name),
                stories: RankedStory.led(stories.sorted(by: RankedStory.inSection)).map(\.story),
                leftOver: leftOver[category] ?? 0)
        }
    }
}

extension Slots {
    /// The stories of a section that may be shown, the most important first.
    private struct Queue {
        var stories: [RankedStory]
        /// How many slots the section should get, compared with the others.
        var weight: Double
    }

    /// The order of the sections. Unless the profile names them, a section of pictures, recordings and entries of their
    /// own is not first, if another one has a story that may be first.
    private var orderShown: [Category] {
        let first = order.lazy.compactMap { chosen[$0] }.first { !$0.isEmpty }
        let index = order.firstIndex { chosen[$0]?.contains(where: \.mayBeFirst) == true }
        guard rules.sections.isEmpty, first?.allSatisfy(\.isNoNews) == true, let index else { return order }
        return order.beginning(at: index)
    }

    /// Whether a story takes no slot: an item that stands alone, unless the command line limits the digest.
    private func isFree(_ story: RankedStory) -> Bool { story.standsAlone && !rules.isLimited }

    /// Gives one slot to each section, and the others by the weights of the sections (the method of Sainte-Laguë),
    /// until the digest is full.
    private mutating func take(_ queues: [Queue]) {
        var taken = queues.map { _ in 0 }
        func claim(_ index: Int) -> Double {
            taken[index] == 0 ? .infinity : queues[index].weight / Double(2 * taken[index] + 1)
        }
        for _ in 0..<rules.maxItems {
            let open = queues.indices.filter { taken[$0] < queues[$0].stories.count }
            // Of equal claims, that of the first section counts.
            guard let next = open.max(by: { (claim($0), -$0) < (claim($1), -$1) }) else { break }
            taken[next] += 1
        }
        for (index, queue) in queues.enumerated() {
            chosen[order[index], default: []] += queue.stories.prefix(taken[index])
            for story in queue.stories.dropFirst(taken[index]) { caps[story.lead.id] = .digest }
        }
    }

    /// Removes the stories beyond their source's own limit.
    private mutating func withinSourceLimits(_ stories: [RankedStory]) -> [RankedStory] {
        var used: [String: Int] = [:]
        var within: [RankedStory] = []
        for story in stories.sorted(by: RankedStory.best) {
            let source = story.lead.item.sourceID
            if story.standsAlone {
                within.append(story)
            } else if let limit = rules.sources[source]?.limit, used[source, default: 0] >= limit {
                caps[story.lead.id] = .source
            } else {
                used[source, default: 0] += 1
                within.append(story)
            }
        }
        return within
    }

    /// The best story of each source, then the second best of each, and so on. In each round, better stories are first.
    ///
    /// Wherever the list is cut, each source gets its fair share, and the others get what a source does not use. A
    /// story that several publishers tell is in the first round and does not count for any source.
    private static func rounds(_ stories: [RankedStory]) -> [[RankedStory]] {
        var used: [String: Int] = [:]
        var rounds: [[RankedStory]] = []
        for story in stories.sorted(by: RankedStory.best) {
            let source = story.lead.item.followedName
            let round = story.publishers > 1 ? 0 : used[source, default: 0]
            if story.publishers == 1 { used[source] = round + 1 }
            if round == rounds.count { rounds.append([]) }
            rounds[round].append(story)
        }
        return rounds
    }

    /// The weight of a section: the sum of the scores of its stories. Each further story of one source counts less, so
    /// that a source with many items does not make its section the largest.
    private static func weight(of rounds: [[RankedStory]]) -> Double {
        rounds.enumerated().reduce(0) { weight, round in
            weight + round.element.reduce(0) { $0 + max(0.1, $1.score.total) } / Double(round.offset + 1).squareRoot()
        }
    }

    /// First top news, then the sections in the order of the configuration, then newsapi.org's other sections, then
    /// sections that a filter command named, the section with the best story first, then `other`, then events. The
    /// sections of single feeds are last.
    private static func usualOrder(of sections: [Category: [RankedStory]], named: [Category]) -> [Category] {
        func rank(_ category: Category) -> (Int, Int) {
            if sections[category]?.allSatisfy(\.lead.isInOwnSection) == true { return (6, 0) }
            if category == Category.newspaper[0] { return (0, 0) }
            if category == .other { return (4, 0) }
            let group = category.isOnlyForEvents ? 5 : 1
            if let index = named.firstIndex(of: category) { return (group, index) }
            if let index = Category.newspaper.firstIndex(of: category) { return (2, index) }
            return (max(3, group), named.count)
        }
        return sections.keys.sorted { a, b in
            if rank(a) != rank(b) { return rank(a) < rank(b) }
            guard let x = sections[a]?.min(by: RankedStory.best), let y = sections[b]?.min(by: RankedStory.best) else {
                return false
            }
            return RankedStory.best(x, y)
        }
    }
}

extension Array {
    /// The array with the element at this index before the others.
    func beginning(at index: Int) -> Self { [self[index]] + self[..<index] + self[(index + 1)...] }
}
