/// Groups of texts that are one article.
struct Articles {
    /// For each position, the first position of its group.
    let first: [Int]

    private static let mostCompared = 20
    private static let mostTitles = 12

    init(_ texts: NewsTexts, _ vectors: TermVectors, _ neighbours: Neighbours, _ rules: SameArticle) {
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
        Self.joinAddresses(texts, order, &sets)
        first = order.indices.map { sets.root(of: $0) }
    }
}

extension Articles {
    /// Pairs of each text with the few texts before it that have the same title.
    private static func equalTitles(_ order: [Int], _ rules: SameArticle) -> [Neighbours.Pair] {
        var byTitle: [UInt64: [Int]] = [:]
        for (position, text) in order.enumerated() where rules.traits[text].stemCount > 0 {
            byTitle[rules.traits[text].title, default: []].append(position)
        }
        return byTitle.values.flatMap { positions in
            positions.indices.flatMap { later in
                positions[max(0, later - mostCompared)..<later].map { .init(a: $0, b: positions[later]) }
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

    /// Joins texts with the same address, unless it is a site's front page or the titles differ too much.
    private static func joinAddresses(_ texts: NewsTexts, _ order: [Int], _ sets: inout DisjointSets) {
        var byAddress: [UInt64: [Int]] = [:]
        for (position, text) in order.enumerated() where texts.texts[text].address != 0 && !texts.texts[text].isBareHost
        {
            byAddress[texts.texts[text].address, default: []].append(position)
        }
        for positions in byAddress.values where positions.count > 1 {
            let stems = positions.map { position in
                let title = texts.texts[order[position]].title
                return Set(texts.words[Int(title.lowerBound)..<Int(title.upperBound)].map(\.stem)).subtracting([0])
            }
            let isOne = stems.indices.dropFirst().allSatisfy { index in
                let common = stems[index].intersection(stems[0]).count
                let all = stems[index].count + stems[0].count - common
                return all == 0 || Float(common) / Float(all) >= 0.2
            }
            guard isOne else { continue }
            for position in positions.dropFirst() { sets.join(positions[0], position) }
        }
    }
}

/// The members of each group, by its root.
struct Members {
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
