/// Groups of texts that are one article.
struct Articles {
    /// For each position, the first position of its group.
    let first: [Int]

    private static let mostCompared = 20
    private static let mostTitles = 12

    init(_ vectors: TermVectors, _ neighbours: Neighbours, _ rules: SameArticle) {
        let order = vectors.order
        var sets = DisjointSets(count: order.count)
        var likely: [Neighbours.Pair] = []
        for pair in Self.equalTitles(order, rules) + neighbours.close {
            switch rules.verdict(order[pair.a], order[pair.b]) {
            case .sure: sets.join(pair.a, pair.b)
            case .likely: likely.append(pair)
            case .different: break
            }
        }
        var members = Members(&sets, count: order.count)
        for pair in likely.sorted(by: { ($0.a, $0.b) < ($1.a, $1.b) }) {
            let (a, b) = (sets.root(of: pair.a), sets.root(of: pair.b))
            guard a != b, Self.agree(members[a], members[b], order, rules) else { continue }
            members.join(a, b)
            sets.join(a, b)
        }
        Self.joinAddresses(rules, order, &sets)
        first = order.indices.map { sets.root(of: $0) }
    }
}

extension Articles {
    /// Pairs of each text with the few texts before it that have the same title.
    private static func equalTitles(_ order: [Int], _ rules: SameArticle) -> [Neighbours.Pair] {
        let titled = order.indices.filter { rules.traits[order[$0]].prefixCount > 0 }
        return equal(titled, by: { rules.traits[order[$0]].title }).flatMap { positions in
            positions.indices.flatMap { later in
                positions[max(positions.startIndex, later - mostCompared)..<later].map {
                    .init(a: $0, b: positions[later])
                }
            }
        }
    }

    /// Whether every title of one group agrees with every title of the other. Otherwise "Fire", "Fire in Omsk" and
    /// "Fire in Tomsk" would become one article.
    private static func agree(_ a: [Int], _ b: [Int], _ order: [Int], _ rules: SameArticle) -> Bool {
        func titles(_ members: [Int]) -> [Int] {
            var seen: Set<UInt64> = []
            return members.map { order[$0] }.filter { seen.insert(rules.traits[$0].title).inserted }
        }
        let (x, y) = (titles(a), titles(b))
        guard x.count <= mostTitles, y.count <= mostTitles else { return false }
        return x.allSatisfy { a in y.allSatisfy { rules.verdict(a, $0) > .different } }
    }

    /// Joins texts with the same address, unless it is a site's front page or titles and texts differ too much. A source
    /// may give its items any address, so an address alone proves nothing.
    private static func joinAddresses(_ rules: SameArticle, _ order: [Int], _ sets: inout DisjointSets) {
        let addressed = order.indices.filter {
            let text = rules.texts.texts[order[$0]]
            return text.address != 0 && !text.isBareHost
        }
        for positions in equal(addressed, by: { rules.texts.texts[order[$0]].address }) {
            var unlike: [Int] = []
            for position in positions {
                if let other = unlike.first(where: { rules.mayBeOnePage(order[$0], order[position]) }) {
                    sets.join(other, position)
                } else if unlike.count < mostCompared {
                    unlike.append(position)
                }
            }
        }
    }

    /// The groups of two or more positions with an equal key, each in order.
    private static func equal(_ positions: [Int], by key: (Int) -> UInt64) -> [ArraySlice<Int>] {
        let keyed = positions.map { (key: key($0), position: $0) }
            .sorted { ($0.key, $0.position) < ($1.key, $1.position) }
        let sorted = keyed.map(\.position)
        var groups: [ArraySlice<Int>] = []
        var start = 0
        for end in sorted.indices.map({ $0 + 1 })
        where end == sorted.count || keyed[end].key != keyed[start].key {
            if end - start > 1 { groups.append(sorted[start..<end]) }
            start = end
        }
        return groups
    }
}

/// The members of each group, by its root.
private struct Members {
    private var lists: [Int: [Int]] = [:]

    init(_ sets: inout DisjointSets, count: Int) {
        for member in 0..<count {
            let root = sets.root(of: member)
            if root != member { lists[root, default: [root]].append(member) }
        }
    }

    subscript(root: Int) -> [Int] { lists[root] ?? [root] }

    mutating func join(_ a: Int, _ b: Int) {
        lists[min(a, b)] = self[a] + self[b]
        lists[max(a, b)] = nil
    }
}

/// Groups that can be joined but never split (union by least index, path halving).
package struct DisjointSets {
    private var parents: [Int]

    package init(count: Int) {
        parents = Array(0..<count)
    }

    package mutating func root(of member: Int) -> Int {
        var member = member
        while parents[member] != member {
            parents[member] = parents[parents[member]]
            member = parents[member]
        }
        return member
    }

    package mutating func join(_ a: Int, _ b: Int) {
        let a = root(of: a)
        let b = root(of: b)
        parents[max(a, b)] = min(a, b)
    }
}
