import Foundation
import Grouping
import InFlight
import State
import Texts
import Values

/// How common words are on other days. It is read when the first digest of a run needs it.
final class WordsOfOtherDays: Sendable {
    private let known = Once<WordCounts>()

    /// The counts that the program contains, and those of the state. The items of the run itself are not counted yet.
    func counts(in state: State, now: Date) throws -> WordCounts {
        try known.value {
            var counts = WordCounts.shipped
            for (language, tally) in try state.wordCounts(now: now) { counts.add(tally, language: language) }
            return counts
        }
    }
}

extension RunContext {
    func countWords(of items: [StoredItem]) -> [String: WordTally] {
        wordTallies(of: items.filter { quarantine.step(ofItem: $0.id) == nil })
    }
}

/// In how many items of each language each word occurs. Items in an unknown language are under "".
package func wordTallies(of items: [StoredItem]) -> [String: WordTally] {
    var texts = NewsTexts(background: WordCounts())
    for stored in items {
        InFlight.during(.grouping, of: Quarantine.subject(ofItem: stored.id)) {
            texts.add(
                id: "", title: stored.item.title, summary: stored.item.summary, address: nil, source: "",
                published: nil, language: stored.item.language)
        }
    }
    var counts = WordCounts()
    counts.add(texts)
    var tallies = counts.byLanguage
    let known = tallies.values.reduce(0) { $0 + $1.texts }
    if known < items.count { tallies[""] = WordTally(texts: items.count - known, occurrences: []) }
    return tallies
}
