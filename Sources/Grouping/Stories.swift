/// Groups of articles that tell one story, and groups of stories that belong to one affair.
struct Stories {
    /// For each position, the first position of its story.
    let first: [Int]
    /// For each position, the first position of its affair.
    let affair: [Int]
    /// For each position, its average similarity to the others that words joined to its story; 1 if there are none.
    let likeness: [Float]
    /// How similar two stories are that sentence vectors joined. The key is one position in each of these stories: the
    /// first one with a vector.
    let vectorLikeness: [Int: Float]
    /// For each position, what its terms add to the likeness. Empty unless `explains` is true.
    let fractions: [[(term: Int, fraction: Float)]]

    /// Two groups become one story only if their texts are similar on average. Otherwise a chain of accidental
    /// similarities could join all news of a day. Round-ups and live pages are similar to many stories. Each joins one
    /// story at the end, so that they join no stories to one another.
    ///
    /// - Parameter explains: whether `fractions` is needed.
    init(
        _ vectors: TermVectors, _ neighbours: Neighbours, _ articles: Articles, _ rules: SameArticle,
        _ evidence: Evidence, _ limits: Neighbours.Limits, explains: Bool = false
    ) {
        let count = vectors.order.count
        var groups = Groups(vectors, articles, rules, evidence, limits)
        groups.joinStories(neighbours.edges)
        let hosts = groups.roundups(neighbours.edges)
        let own = Self.roots(groups.sets, [:], [], count)
        var likeness = [Float](repeating: 1, count: count)
        var fractions: [[(term: Int, fraction: Float)]] = explains ? Array(repeating: [], count: count) : []
        for position in own.indices {
            let host = hosts[articles.first[position]]
            let group = host ?? own[position]
            guard host != nil || groups.clusters.size(group) > 1 else { continue }
            likeness[position] = groups.clusters.likeness(of: position, in: group, isMember: host == nil)
            if explains {
                fractions[position] = groups.clusters.fractions(of: position, in: group, isMember: host == nil)
            }
        }
        self.likeness = likeness
        self.fractions = fractions
        let foreign = ForeignNames(rules.texts, vectors.order).pairs.partners(in: groups.sets)
        let alike = AlikeVectors(
            rules.texts, vectors.order, groups.sets, article: articles.first, mayJoin: groups.mayJoin)
        let others = foreign + alike.pairs.partners(in: groups.sets)
        let first = Self.roots(groups.sets, hosts, others, count)
        self.first = first
        vectorLikeness = Dictionary(
            zip(alike.pairs, alike.likeness).flatMap { pair, likeness in
                first[pair.a] == first[pair.b] ? [(pair.a, likeness), (pair.b, likeness)] : []
            }, uniquingKeysWith: max)
        groups.joinAffairs(neighbours.edges)
        groups.joinAffairs(neighbours.faintEdges)
        affair = Self.roots(groups.sets, hosts, others, count)
    }

    private static func roots(
        _ sets: DisjointSets, _ hosts: [Int: Int], _ pairs: [Neighbours.Pair], _ count: Int
    ) -> [Int] {
        var sets = sets
        for pair in pairs { sets.join(pair.a, pair.b) }
        for (roundup, host) in hosts { sets.join(roundup, host) }
        return (0..<count).map { sets.root(of: $0) }
    }
}

/// The groups while they grow.
private struct Groups {
    private(set) var sets: DisjointSets
    private(set) var clusters: Clusters
    private let vectors: TermVectors
    private let articles: Articles
    private let rules: SameArticle
    private let evidence: Evidence
    private let limits: Neighbours.Limits
    /// For each position, whether all texts of its article are round-ups or live pages.
    private var isRoundup: [Bool]
    /// For the first position of each group, whether it has several articles. Copies are one article.
    private var hasSeveral: [Bool]
    /// Pairs of groups that were not similar enough, and what they had in common at that time.
    private var different: [UInt64: Clusters.Comparison] = [:]

    init(
        _ vectors: TermVectors, _ articles: Articles, _ rules: SameArticle, _ evidence: Evidence,
        _ limits: Neighbours.Limits
    ) {
        (self.vectors, self.articles, self.rules) = (vectors, articles, rules)
        (self.evidence, self.limits) = (evidence, limits)
        let count = vectors.order.count
        sets = DisjointSets(count: count)
        clusters = Clusters(vectors)
        hasSeveral = Array(repeating: false, count: count)
        isRoundup = vectors.order.map { rules.texts.texts[$0].phrases.contains(.roundup) }
        for position in 0..<count where articles.first[position] != position {
            clusters.join(articles.first[position], position)
            sets.join(articles.first[position], position)
            isRoundup[articles.first[position]] = isRoundup[articles.first[position]] && isRoundup[position]
        }
        for position in 0..<count { isRoundup[position] = isRoundup[articles.first[position]] }
    }

    /// Uses the edges in order, the strongest first.
    mutating func joinStories(_ edges: [UInt64]) {
        for edge in edges {
            let pair = Neighbours.pair(of: edge)
            guard !isRoundup[pair.a], !isRoundup[pair.b] else { continue }
            let (a, b) = (sets.root(of: pair.a), sets.root(of: pair.b))
            guard a != b else { continue }
            guard hasSeveral[a] || hasSeveral[b] || Neighbours.worth(of: edge) != .confirmedStory else { continue }
            let areGroups = clusters.size(a) > 1 || clusters.size(b) > 1
            let cohesion = evidence.isOnePublisher(pair.a, pair.b) ? limits.ownCohesion : limits.cohesion
            guard !areGroups || areAlike(a, b, { $0.average >= cohesion }), !isColumn(pair) else { continue }
            join(a, b)
        }
    }

    /// For each round-up, the first story whose texts are similar enough to it.
    func roundups(_ edges: [UInt64]) -> [Int: Int] {
        var sets = sets
        var hosts: [Int: Int] = [:]
        for edge in edges where Neighbours.worth(of: edge) != .confirmedStory {
            let pair = Neighbours.pair(of: edge)
            guard isRoundup[pair.a] != isRoundup[pair.b], !isColumn(pair) else { continue }
            let roundup = articles.first[isRoundup[pair.a] ? pair.a : pair.b]
            let story = sets.root(of: isRoundup[pair.a] ? pair.b : pair.a)
            if hosts[roundup] == nil, clusters.similarity(roundup, story).average >= limits.roundup {
                hosts[roundup] = story
            }
        }
        return hosts
    }

    mutating func joinAffairs(_ edges: [UInt64]) {
        for edge in edges where Neighbours.worth(of: edge) == .affair {
            let pair = Neighbours.pair(of: edge)
            guard !isRoundup[pair.a], !isRoundup[pair.b] else { continue }
            let (a, b) = (sets.root(of: pair.a), sets.root(of: pair.b))
            guard a != b else { continue }
            let isAffair = areAlike(a, b) { [limits] in
                $0.average >= limits.affairCohesion && $0.common >= limits.affairLikeness
            }
            if isAffair, !isColumn(pair) { join(a, b) }
        }
    }

    /// Whether two groups pass the test. Many edges may join the same two groups, so the last comparison is kept. If
    /// what was added since then cannot change the answer, the groups are not compared again.
    private mutating func areAlike(_ a: Int, _ b: Int, _ test: ((average: Float, common: Float)) -> Bool) -> Bool {
        let (a, b) = (min(a, b), max(a, b))
        guard clusters.size(a) > 1, clusters.size(b) > 1 else { return test(clusters.similarity(a, b)) }
        let key = UInt64(a) << 32 | UInt64(b)
        if let last = different[key], !test(clusters.mostSimilarity(a, b, since: last)) { return false }
        let comparison = clusters.comparison(a, b)
        let isAlike = test(clusters.similarity(a, b, comparison))
        if !isAlike { different[key] = comparison }
        return isAlike
    }

    private mutating func join(_ a: Int, _ b: Int) {
        clusters.join(min(a, b), max(a, b))
        sets.join(a, b)
        hasSeveral[sets.root(of: a)] = true
    }

    /// Whether two positions may be in one story, even if they have no words in common. Two of one publisher must have.
    func mayJoin(_ pair: Neighbours.Pair) -> Bool {
        !isRoundup[pair.a] && !isRoundup[pair.b] && !isColumn(pair)
            && (!evidence.isOnePublisher(pair.a, pair.b) || isEvident(pair))
    }

    private func isEvident(_ pair: Neighbours.Pair) -> Bool {
        defer { evidence.end() }
        return [.story, .affair].contains(evidence.worth(pair.a, pair.b, limits))
    }

    private func isColumn(_ pair: Neighbours.Pair) -> Bool {
        rules.isColumn(vectors.order[pair.a], vectors.order[pair.b])
    }
}
