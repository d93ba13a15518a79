/// Who gets the places of a digest: a fair share for each source of a section and for each section, and the better
/// story first.
struct Places {
    private let rules: SelectionRules
    private var order: [Category]
    private var chosen: [Category: [RankedStory]] = [:]
    private var leftOver: [Category: Int] = [:]
    private var caps: [String: Decision.Cap] = [:]

    init(_ stories: [RankedStory], rules: SelectionRules) {
        self.rules = rules
        order = rules.categories
        let sections = Dictionary(grouping: withinSourceLimits(stories)) { $0.lead.section }
        if order.isEmpty { order = Self.usualOrder(of: sections.keys) }
        let queues = order.map { category -> [RankedStory] in
            let fair = Self.shared(sections[category] ?? [])
            for story in fair.dropFirst(rules.maxPerSection) { caps[story.lead.id] = .section }
            return Array(fair.prefix(rules.maxPerSection))
        }
        take(queues)
        for story in stories where caps[story.lead.id] != nil { leftOver[story.lead.section, default: 0] += 1 }
    }

    /// Nil for a story that is shown.
    func cap(of story: RankedStory) -> Decision.Cap? { caps[story.lead.id] }

    var shown: [RankedStory] { order.flatMap { chosen[$0] ?? [] } }

    func sections(language: Language) -> [Digest.Section] {
        order.compactMap { category in
            guard let stories = chosen[category], !stories.isEmpty else { return nil }
            return Digest.Section(
                category: category.name,
                title: rules.titles[category.name] ?? language.title(ofCategory: category.name),
                stories: stories.sorted(by: RankedStory.inSection).map(\.story), leftOver: leftOver[category] ?? 0)
        }
    }
}

extension Places {
    /// One place to each section in turn, until the digest is full.
    private mutating func take(_ queues: [[RankedStory]]) {
        var free = rules.maxItems
        let longest = queues.map(\.count).max() ?? 0
        for round in 0..<longest {
            for (category, queue) in zip(order, queues) where round < queue.count {
                let story = queue[round]
                if free > 0 {
                    chosen[category, default: []].append(story)
                    free -= 1
                } else {
                    caps[story.lead.id] = .digest
                }
            }
        }
    }

    /// Drops what is over its source's own limit.
    private mutating func withinSourceLimits(_ stories: [RankedStory]) -> [RankedStory] {
        var used: [String: Int] = [:]
        var within: [RankedStory] = []
        for story in stories.sorted(by: RankedStory.best) {
            let source = story.lead.item.sourceID
            if let limit = rules.sources[source]?.limit, used[source, default: 0] >= limit {
                caps[story.lead.id] = .source
            } else {
                used[source, default: 0] += 1
                within.append(story)
            }
        }
        return within
    }

    /// The best of each source, then the second best of each, and so on; within such a round the better first.
    /// Cut anywhere, this gives each source its fair share, and what one does not use to the others.
    private static func shared(_ stories: [RankedStory]) -> [RankedStory] {
        var used: [String: Int] = [:]
        var rounds: [[RankedStory]] = []
        for story in stories.sorted(by: RankedStory.best) {
            let source = story.lead.item.source
            let round = used[source, default: 0]
            used[source] = round + 1
            if round == rounds.count { rounds.append([]) }
            rounds[round].append(story)
        }
        return rounds.flatMap { $0 }
    }

    /// newsapi.org's order, then the user's own by name, then events.
    private static func usualOrder(of categories: Dictionary<Category, [RankedStory]>.Keys) -> [Category] {
        func rank(_ category: Category) -> (Int, String) {
            if let place = Category.news.firstIndex(of: category) { return (place, "") }
            return (category.isOnlyForEvents ? 200 : 100, category.name)
        }
        return categories.sorted { rank($0) < rank($1) }
    }
}
