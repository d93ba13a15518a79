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
