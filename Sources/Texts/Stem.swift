/// The part of a word that all its forms have in common. So a filter for one form finds the others.
///
/// Russian uses the Snowball algorithm (snowballstem.org/algorithms/russian), English uses Porter's
/// (tartarus.org/martin/PorterStemmer). Words of other scripts are not changed.
package enum Stem {
    /// The stem of a folded word (`FoldedText.words`).
    package static func of(_ word: String) -> String {
        let letters = Array(word.unicodeScalars)
        if letters.allSatisfy({ $0 >= "а" && $0 <= "я" }) { return string(russian(letters)) }
        if letters.allSatisfy({ $0 >= "a" && $0 <= "z" }) { return string(English(letters).stem()) }
        return word
    }

    private static func string(_ letters: [Unicode.Scalar]) -> String { String(String.UnicodeScalarView(letters)) }
}

extension Stem {
    private typealias Ending = [Unicode.Scalar]

    private static let vowels = Set("аеиоуыэюя".unicodeScalars)

    private static func endings(_ list: String) -> [Ending] {
        list.split(separator: " ").map { Array($0.unicodeScalars) }.sorted { $0.count > $1.count }
    }

    // Endings in the second list of each pair count only after `а` or `я`.
    private static let gerunds = (endings("ив ивши ившись ыв ывши ывшись"), endings("в вши вшись"))
    private static let adjectives = endings(
        "ее ие ые ое ими ыми ей ий ый ой ем им ым ом его ого ему ому их ых ую юю ая яя ою ею")
    private static let participles = (endings("ивш ывш ующ"), endings("ем нн вш ющ щ"))
    private static let reflexives = endings("ся сь")
    private static let verbs = (
        endings(
            "ила ыла ена ейте уйте ите или ыли ей уй ил ыл им ым ен ило ыло ено ят ует уют ит ыт ены ить ыть ишь ую ю"),
        endings("ла на ете йте ли й л ем н ло но ет ют ны ть ешь нно")
    )
    private static let nouns = endings(
        "а ев ов ие ье е иями ями ами еи ии и ией ей ой ий й иям ям ием ем ам ом о у ах иях ях ы ь ию ью ю ия ья я")
    private static let superlatives = endings("ейш ейше")
    private static let derivations = endings("ост ость")

    private static func russian(_ word: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard let firstVowel = word.firstIndex(where: vowels.contains) else { return word }
        let rv = firstVowel + 1
        let r2 = region(word, after: region(word, after: 0))
        var stem = word
        if !drop(&stem, gerunds, from: rv) {
            _ = drop(&stem, reflexives, from: rv)
            if drop(&stem, adjectives, from: rv) {
                _ = drop(&stem, participles, from: rv)
            } else if !drop(&stem, verbs, from: rv) {
                _ = drop(&stem, nouns, from: rv)
            }
        }
        _ = drop(&stem, [["и"]], from: rv)
        _ = drop(&stem, derivations, from: r2)
        if drop(&stem, superlatives, from: rv) || stem.suffix(2) == ["н", "н"] {
            if stem.suffix(2) == ["н", "н"], stem.count - 2 >= rv { stem.removeLast() }
        } else {
            _ = drop(&stem, [["ь"]], from: rv)
        }
        return stem
    }

    /// The beginning of the region after the first consonant that follows a vowel.
    private static func region(_ word: [Unicode.Scalar], after start: Int) -> Int {
        var index = start
        while index + 1 < word.count {
            if vowels.contains(word[index]), !vowels.contains(word[index + 1]) { return index + 2 }
            index += 1
        }
        return word.count
    }

    private static func drop(_ word: inout [Unicode.Scalar], _ endings: [Ending], from region: Int) -> Bool {
        for ending in endings where word.count - ending.count >= region && word.suffix(ending.count) == ending[...] {
            word.removeLast(ending.count)
            return true
        }
        return false
    }

    private static func drop(
        _ word: inout [Unicode.Scalar], _ pair: (free: [Ending], bound: [Ending]), from region: Int
    ) -> Bool {
        // The longest ending of both lists is used, as in the published algorithm.
        let free = pair.free.first { word.count - $0.count >= region && word.suffix($0.count) == $0[...] }
        let bound = pair.bound.first { ending in
            let rest = word.count - ending.count
            return rest > region && word.suffix(ending.count) == ending[...]
                && (word[rest - 1] == "а" || word[rest - 1] == "я")
        }
        let length = max(free?.count ?? 0, bound?.count ?? 0)
        word.removeLast(length)
        return length > 0
    }
}

/// Porter's stemmer for one word.
private struct English {
    private var word: [Unicode.Scalar]

    init(_ word: [Unicode.Scalar]) {
        self.word = word
    }

    func stem() -> [Unicode.Scalar] {
        guard word.count > 2 else { return word }
        var copy = self
        copy.dropPlural()
        copy.dropPast()
        if copy.ends("y"), copy.hasVowel(before: copy.word.count - 1) { copy.replace("y", "i") }
        copy.replaceFirst(Self.longSuffixes) { $0 > 0 }
        copy.replaceFirst(Self.middleSuffixes) { $0 > 0 }
        copy.dropLast()
        copy.tidyEnd()
        return copy.word
    }

    private static let longSuffixes = [
        ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("abli", "able"),
        ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"),
        ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"),
        ("iviti", "ive"), ("biliti", "ble"),
    ]
    private static let middleSuffixes = [
        ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
    ]
    private static let lastSuffixes = [
        "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "al",
        "er", "ic", "ou",
    ]
}

extension English {
    private mutating func dropPlural() {
        if ends("sses") || ends("ies") {
            word.removeLast(2)
        } else if ends("s"), !ends("ss") {
            word.removeLast()
        }
    }

    private mutating func dropPast() {
        if ends("eed") {
            if measure(before: word.count - 3) > 0 { word.removeLast() }
            return
        }
        guard let suffix = ["ed", "ing"].first(where: { ends($0) && hasVowel(before: word.count - $0.count) }) else {
            return
        }
        word.removeLast(suffix.count)
        if ends("at") || ends("bl") || ends("iz") {
            word.append("e")
        } else if let last = word.last, isDouble, last != "l", last != "s", last != "z" {
            word.removeLast()
        } else if measure(before: word.count) == 1, endsConsonantVowelConsonant(word.count) {
            word.append("e")
        }
    }

    private mutating func replaceFirst(_ list: [(String, String)], where allowed: (Int) -> Bool) {
        guard let (suffix, new) = list.first(where: { ends($0.0) }) else { return }
        if allowed(measure(before: word.count - suffix.count)) { replace(suffix, new) }
    }

    private mutating func dropLast() {
        if ends("sion") || ends("tion") {
            if measure(before: word.count - 3) > 1 { word.removeLast(3) }
        } else if let suffix = Self.lastSuffixes.first(where: { ends($0) }) {
            if measure(before: word.count - suffix.count) > 1 { word.removeLast(suffix.count) }
        }
    }

    private mutating func tidyEnd() {
        if ends("e") {
            let measure = measure(before: word.count - 1)
            if measure > 1 || (measure == 1 && !endsConsonantVowelConsonant(word.count - 1)) { word.removeLast() }
        }
        if ends("ll"), measure(before: word.count) > 1 { word.removeLast() }
    }

    private mutating func replace(_ suffix: String, _ new: String) {
        word.removeLast(suffix.count)
        word += Array(new.unicodeScalars)
    }

    private func ends(_ suffix: String) -> Bool {
        word.count > suffix.count && word.suffix(suffix.unicodeScalars.count).elementsEqual(suffix.unicodeScalars)
    }

    private func isConsonant(_ index: Int) -> Bool {
        switch word[index] {
        case "a", "e", "i", "o", "u": false
        case "y": index == 0 || !isConsonant(index - 1)
        default: true
        }
    }

    private func hasVowel(before end: Int) -> Bool { (0..<end).contains { !isConsonant($0) } }

    /// The number of places where a consonant follows a vowel.
    private func measure(before end: Int) -> Int {
        guard end > 1 else { return 0 }
        return (1..<end).count { isConsonant($0) && !isConsonant($0 - 1) }
    }

    private var isDouble: Bool {
        let last = word.count - 1
        return last > 0 && word[last] == word[last - 1] && isConsonant(last)
    }

    private func endsConsonantVowelConsonant(_ end: Int) -> Bool {
        guard end > 2, isConsonant(end - 3), !isConsonant(end - 2), isConsonant(end - 1) else { return false }
        return word[end - 1] != "w" && word[end - 1] != "x" && word[end - 1] != "y"
    }
}
