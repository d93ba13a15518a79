/// The candidate that `name` was most likely meant to be; nil when none is close.
///
/// Close is at most one edit in three letters, counted without regard to case.
package func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    let name = Array(name.lowercased())
    let ranked = candidates.map { (candidate: $0, distance: editDistance(name, Array($0.lowercased()))) }
    guard let best = ranked.min(by: { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }),
        best.distance <= max(1, max(name.count, best.candidate.count) / 3)
    else { return nil }
    return best.candidate
}

/// `did you mean 'title'?`, or the list of what is known when nothing is close.
package func suggestion(for name: String, among candidates: some Sequence<String>) -> String {
    if let nearest = nearest(to: name, among: candidates) { return "did you mean '\(nearest)'?" }
    return "known: \(candidates.sorted().joined(separator: ", "))"
}

/// All values that are allowed, after the one that was most likely meant.
package func allowedValues(for name: String, among candidates: some Sequence<String>) -> String {
    let near = nearest(to: name, among: candidates).map { "did you mean '\($0)'? " } ?? ""
    return "\(near)known: \(candidates.sorted().joined(separator: ", "))"
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one into the other
/// (optimal string alignment).
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        beforeLast = last
        last = row
    }
    return last[b.count]
}
