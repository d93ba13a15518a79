/// The known name that a mistyped one most likely means; nil when none is near.
///
/// Nearness is the Levenshtein distance, of which a third of the name's length is allowed.
public func nearestName(to name: String, among known: some Collection<String>) -> String? {
    let typed = Array(name.lowercased())
    return known.map { (name: $0, distance: distance(typed, Array($0.lowercased()))) }
        .filter { $0.distance <= max(1, max(typed.count, $0.name.count) / 3) }
        .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
}

private func distance(_ first: [Character], _ second: [Character]) -> Int {
    var row = Array(0...second.count)
    for (i, left) in first.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, right) in second.enumerated() {
            let substituted = diagonal + (left == right ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(substituted, row[j] + 1, diagonal + 1)
        }
    }
    return row[second.count]
}
