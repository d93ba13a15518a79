/// The candidate that `name` most likely means; nil when no candidate is near.
///
/// A candidate is near if there is at most one edit for three letters, so none for a code of two. Case is ignored.
package func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    let name = Array(name.lowercased())
    func most(_ candidate: String) -> Int { max(name.count, candidate.count) / 3 }
    // Lengths that differ more need more edits. A name may be very long, and then nothing is compared with it.
    let ranked = candidates.filter { abs($0.count - name.count) <= most($0) }
        .map { (candidate: $0, distance: editDistance(name, Array($0.lowercased()))) }
    guard let best = ranked.min(by: { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }),
        best.distance <= most(best.candidate)
    else { return nil }
    return best.candidate
}

/// The candidate of which `name` is a misspelling; nil when it may well be a name of its own.
///
/// This is stricter than `nearest`, because nobody is asked. Both names begin with the same letter. Names of five
/// letters differ by a missing letter, an added one or two swapped ones; names of six letters also by another letter;
/// and names of ten letters by two edits.
package func misspelt(_ name: String, among candidates: some Sequence<String>) -> String? {
    let letters = Array(name.lowercased())
    return nearest(
        to: name,
        among: candidates.filter { candidate in
            let other = Array(candidate.lowercased())
            let length = min(letters.count, other.count)
            guard letters.first == other.first, length >= 5 else { return false }
            let isReplaced = letters.count == other.count && letters.sorted() != other.sorted()
            return editDistance(letters, other) <= (length >= 10 ? 2 : length == 5 && isReplaced ? 0 : 1)
        })
}

/// The text `did you mean 'title'?`, or the list of known names when no name is near.
package func suggestion(for name: String, among candidates: some Sequence<String>) -> String {
    if let nearest = nearest(to: name, among: candidates) { return didYouMean(nearest) }
    let known = candidates.sorted().joined(separator: ", ")
    return known.isEmpty ? "none is known" : "known: \(known)"
}

/// The text `did you mean 'title'?`, or the five names that are most like `name`: first those that contain it.
package func suggestionOfFive(for name: String, among candidates: some Sequence<String>) -> String {
    let folded = name.lowercased().beginning(100)
    let distances = Set(candidates).map { candidate in
        let other = candidate.lowercased()
        let isPart = !folded.isEmpty && other.contains(folded)
        return (candidate, isPart: isPart, distance: editDistance(Array(folded), Array(other)))
    }
    guard distances.count > 5, distances.contains(where: \.isPart) || nearest(to: name, among: candidates) == nil else {
        return suggestion(for: name, among: candidates)
    }
    let ranked = distances.sorted { ($0.isPart ? 0 : 1, $0.distance, $0.0) < ($1.isPart ? 0 : 1, $1.distance, $1.0) }
    return "the nearest are: " + ranked.prefix(5).map(\.0).joined(separator: ", ")
}

/// The text `; did you mean 'title'?` after a sentence; empty when no name is near.
package func hint(for name: String, among candidates: some Sequence<String>) -> String {
    nearest(to: name, among: candidates).map { "; " + didYouMean($0) } ?? ""
}

/// The question whether a near name was meant.
/// - Parameter name: the name of the thing that has the near name too.
package func didYouMean(_ nearest: String, for name: String? = nil) -> String {
    "did you mean '\(nearest)'\(name.map { ", another name of '\($0)'" } ?? "")?"
}

/// The name that was most likely meant, and then all allowed values.
package func allowedValues(for name: String, among candidates: some Sequence<String>) -> String {
    let near = nearest(to: name, among: candidates).map { didYouMean($0) + " " } ?? ""
    return "\(near)known: \(candidates.sorted().joined(separator: ", "))"
}

/// The number of insertions, deletions, replacements and swaps of neighbours that turn one text into the other (optimal
/// string alignment).
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

extension Int {
    /// The number with its noun, for messages in English: `1 feed`, `2 feeds`.
    ///
    /// - Parameter plural: the noun in the plural; nil if it only gets an `s`.
    package func counted(_ noun: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}

/// The text as one word of a shell command. It is quoted if a shell would treat any of its characters specially.
package func shellWord(_ text: String) -> String {
    let isPlain =
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-=+@:,%".contains($0)) }
    return isPlain ? text : quoted(text)
}

/// The text in quotes, whatever it contains.
package func quoted(_ text: String) -> String { "'" + text.replacing(literal: "'", with: "'\\''") + "'" }
