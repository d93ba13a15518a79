/// How much two texts have in common that tells of one event.
///
/// A similarity is a share: one common word makes two short titles similar. The evidence is a sum of the rarities of all
/// common words. No word adds much more than another, so a rare name alone is not enough. Words that follow one another
/// in both titles ("monetary policy meeting") are one name. Numbers, words of time and negations ("don't") are no
/// evidence; numbers that differ speak against one event.
///
/// For two texts of one publisher, its name is no evidence either, and a word is the less the more of its other texts
/// have it ("Advisory", "Episode"). A form that a publisher fills in for each item is one word, and the same first half of
/// two titles is none.
final class Evidence {
    /// What is compared of a text besides its words. It is together in memory, because each pair needs another text.
    struct Text {
        /// The ranges in `TermVectors.bags` and `TermVectors.titles`.
        let bag: Range<Int32>
        let title: Range<Int32>
        /// As in `TermVectors.lengths`.
        let length: Float
        /// The number of the publisher.
        let publisher: Int32
        /// Seconds since 1970; `Int64.max` if unknown.
        let date: Int64
        /// The numbers of the title: one bit for each hash. A rare collision does no harm.
        let numbers: UInt64
        /// Whether the title has a negation.
        let isNegated: Bool
        /// The number of the title's words with a topic.
        let words: UInt8
    }

    /// By position. It is a plain buffer, so that the inner loops neither count references nor check for exclusive access.
    let texts: UnsafeMutableBufferPointer<Text>
    private let vectors: TermVectors
    /// For each publisher, the share of their worth that terms of its name, and those that its texts share, have left.
    private let habits: [[Int32: Float]]
    /// For each title term in `vectors.titles`, its place among the title's words with a topic.
    private let places: [Int16]
    /// For each term, the share of its rarity that is evidence. Numbers, words of time and negations are none.
    private let shares: [Float]
    /// The place of each term in the text at `marked`: 1 for the first word of the title, -1 and less for the words that
    /// only the summary has, 0 if it is not in the text.
    private let present: UnsafeMutableBufferPointer<Int16>
    private var marked: Int?

    /// A word of this rarity is in more than half of all texts, and no evidence.
    private static let commonRarity: Float = 0.5
    /// What the other words of a name add to its rarest word.
    private static let restOfName: Float = 0.2
    /// The greatest worth of one word: one rare name is no story.
    private static let mostWorth: Float = 3
    /// What is left of the evidence if both titles have numbers, but none in common.
    private static let otherNumbers: Float = 0.6
    /// The weights of a word that is in one of the titles, and of one that is in none.
    private static let oneTitle: Float = 0.8
    private static let noTitle: Float = 0.5
    /// What at least this share of a publisher's other texts have is no evidence for two of them.
    private static let habitual: Float = 0.4

    init(_ texts: NewsTexts, _ vectors: TermVectors) {
        self.vectors = vectors
        let publishers = Self.publishers(texts, vectors)
        habits = Self.habits(publishers, texts, vectors)
        let titles = Titles(texts, vectors)
        (places, shares) = (titles.places, titles.shares)
        self.texts = .allocate(capacity: vectors.order.count)
        for (position, text) in vectors.order.enumerated() {
            self.texts.initializeElement(
                at: position,
                to: Text(
                    bag: vectors.bounds[position]..<vectors.bounds[position + 1],
                    title: vectors.titleBounds[position]..<vectors.titleBounds[position + 1],
                    length: vectors.lengths[position], publisher: publishers[position],
                    date: texts.texts[text].published ?? .max, numbers: titles.numbers[position],
                    isNegated: titles.isNegated[position], words: titles.words[position]))
        }
        present = .allocate(capacity: vectors.termCount)
        present.initialize(repeating: 0)
    }

    deinit {
        texts.deallocate()
        present.deallocate()
    }

    /// Whether two positions are known to be of one publisher.
    func isOnePublisher(_ a: Int, _ b: Int) -> Bool {
        texts[a].publisher == texts[b].publisher && texts[a].publisher != Self.unknown
    }

    /// Whether the titles of two positions have numbers, but none in common.
    func haveOtherNumbers(_ a: Int, _ b: Int) -> Bool {
        texts[a].numbers != 0 && texts[b].numbers != 0 && texts[a].numbers & texts[b].numbers == 0
    }

    /// What two texts may be, judged by what they have in common: nothing, one story if other articles tell it too, one
    /// story, or one affair.
    enum Worth: UInt8 { case nothing, confirmedStory, story, affair }

    /// What the evidence for two texts is enough for. Two of one publisher need more of it. Pairs with the same `b` are
    /// compared one after another, and then `end` is called.
    func worth(_ a: Int, _ b: Int, _ limits: Neighbours.Limits) -> Worth {
        if marked != b { mark(b) }
        let isOne = isOnePublisher(a, b)
        let sum = sum(a, b, isOne ? habits[Int(texts[a].publisher)] : nil)
        if sum >= (isOne ? limits.ownAffairEvidence : limits.affairEvidence) { return .affair }
        if sum >= (isOne ? limits.ownEvidence : limits.evidence) { return .story }
        return !isOne && sum >= limits.confirmedEvidence ? .confirmedStory : .nothing
    }

    /// Ends the comparisons with one text.
    func end() {
        guard let position = marked else { return }
        for entry in vectors.bags[vectors.range(position)] { present[Int(entry.term)] = 0 }
        marked = nil
    }

    private func mark(_ position: Int) {
        end()
        for (place, entry) in vectors.bags[vectors.range(position)].enumerated() {
            present[Int(entry.term)] = -Int16(clamping: place + 1)
        }
        for index in vectors.titleRange(position) { present[Int(vectors.titles[index].term)] = places[index] }
        marked = position
    }

    /// - Parameter habits: those of the publisher of both; nil for two publishers.
    private func sum(_ a: Int, _ b: Int, _ habits: [Int32: Float]?) -> Float {
        let text = texts[a]
        var sum: Float = 0
        var name = Name(shortest: habits == nil ? 0 : min(text.words, texts[b].words))
        var form = Form()
        for index in text.bag {
            let entry = vectors.bags[Int(index)]
            let place = present[Int(entry.term)]
            guard place != 0 else { continue }
            let inTitle = text.title.lowerBound + (index - text.bag.lowerBound)
            let isInTitle = inTitle < text.title.upperBound
            let left = habits?[entry.term] ?? 1
            let worth = left * worth(entry, text.length, isInTitle)
            if isInTitle, place > 0 {
                sum += name.add(worth, at: (place, places[Int(inTitle)]))
            } else if isInTitle || place > 0 {
                sum += worth * Self.oneTitle
            } else if habits == nil {
                sum += worth * Self.noTitle
            } else {
                sum += form.add(worth * Self.noTitle, at: -place)
            }
        }
        return (sum + name.worth + form.words.worth) * (haveOtherNumbers(a, b) ? Self.otherNumbers : 1)
    }
}

extension Evidence {
    /// Words that count as one.
    private struct Words {
        private var rarest: Float = 0
        private var total: Float = 0

        var worth: Float { rarest + Evidence.restOfName * (total - rarest) }

        mutating func add(_ worth: Float) {
            rarest = max(rarest, worth)
            total += worth
        }
    }

    /// Words that follow one another in two titles.
    private struct Name {
        /// The number of words of the shorter title; 0 for two publishers.
        let shortest: UInt8
        private var last: (Int16, Int16) = (-1, -1)
        private var words = Words()
        private var isBeginning = false

        init(shortest: UInt8) { self.shortest = shortest }

        /// The same first half of two titles of one publisher is the pattern of a series, and worth nothing.
        var worth: Float {
            isBeginning && last.0 > 1 && 2 * last.0 >= shortest && last.0 < shortest ? 0 : words.worth
        }

        /// Adds a word. If it does not follow the last one, a new name begins, and the worth of the name before it is
        /// returned.
        mutating func add(_ worth: Float, at place: (Int16, Int16)) -> Float {
            var ended: Float = 0
            if place.0 != last.0 + 1 || place.1 != last.1 + 1 {
                ended = self.worth
                (words, isBeginning) = (Words(), place == (1, 1))
            }
            last = place
            words.add(worth)
            return ended
        }
    }

    /// Words that two summaries of one publisher have in the same order: a form that it fills in for each item.
    private struct Form {
        private(set) var words = Words()
        private var last: Int16 = 0

        /// Adds a word. If it stands before the last one in the other summary, a new form begins, and the worth of the form
        /// before it is returned.
        mutating func add(_ worth: Float, at place: Int16) -> Float {
            var ended: Float = 0
            if place < last {
                ended = words.worth
                words = Words()
            }
            last = place
            words.add(worth)
            return ended
        }
    }

    /// The number of a publisher without a name.
    private static let unknown: Int32 = 0

    private static func publishers(_ texts: NewsTexts, _ vectors: TermVectors) -> [Int32] {
        var numbers: [UInt64: Int32] = [0: unknown]
        return vectors.order.map { text in
            let publisher = texts.texts[text].publisher
            if let number = numbers[publisher] { return number }
            numbers[publisher] = Int32(numbers.count)
            return Int32(numbers.count - 1)
        }
    }

    private static func habits(_ publishers: [Int32], _ texts: NewsTexts, _ vectors: TermVectors) -> [[Int32: Float]] {
        var terms = HashIndex(capacity: vectors.termCount)
        for (term, prefix) in vectors.prefixes.enumerated() { _ = terms.insert(prefix, term) }
        var counts = Array(repeating: 0, count: vectors.termCount)
        let positions = Dictionary(grouping: publishers.indices) { publishers[$0] }
        return (0..<Int32(positions.count + 1)).map { publisher in
            guard publisher != unknown, let own = positions[publisher], own.count > 1 else { return [:] }
            let name = texts.texts[vectors.order[own[0]]].publisher
            let earlier = texts.earlier[name] ?? []
            let earlierTerms = earlier.flatMap { $0.prefixes.compactMap(terms.find) }
            let words = own.flatMap { vectors.bags[vectors.range($0)].map(\.term) }
            for term in words { counts[Int(term)] += 1 }
            for term in earlierTerms { counts[term] += 1 }
            // Two texts that have a word in common are not counted.
            let others = Float(own.count + earlier.count - 2)
            var habits: [Int32: Float] = [:]
            for term in words where counts[Int(term)] > 2 {
                habits[term] = max(0, 1 - Float(counts[Int(term)] - 2) / others / habitual)
                // Each term is calculated once.
                counts[Int(term)] = 0
            }
            for term in words { counts[Int(term)] = 0 }
            for term in earlierTerms { counts[term] = 0 }
            for prefix in texts.wordsOfNames[name] ?? [] {
                if let term = terms.find(prefix) { habits[Int32(term)] = 0 }
            }
            return habits
        }
    }

    /// How much rarer a word is than common words, within limits.
    private func worth(_ entry: TermVectors.WeightedTerm, _ length: Float, _ isInTitle: Bool) -> Float {
        let rarity = entry.weight * length / (isInTitle ? TermVectors.titleWeight : 1)
        return min(Self.mostWorth, max(0, rarity - Self.commonRarity)) * shares[Int(entry.term)]
    }
}

/// What the words of all titles say about the terms.
private struct Titles {
    private(set) var places: [Int16] = []
    private(set) var shares: [Float]
    /// For each position, as in `Evidence.Text`.
    private(set) var numbers: [UInt64]
    private(set) var isNegated: [Bool]
    private(set) var words: [UInt8]

    /// Stands for the share of a term that no title has shown so far.
    private static let unread: Float = -1
    /// The share of the rarity of one or two ideographs that is evidence: a name or a clause has several pairs.
    private static let ideographs: Float = 0.5

    init(_ texts: NewsTexts, _ vectors: TermVectors) {
        shares = Array(repeating: Self.unread, count: vectors.termCount)
        numbers = Array(repeating: 0, count: vectors.order.count)
        isNegated = Array(repeating: false, count: vectors.order.count)
        words = Array(repeating: 0, count: vectors.order.count)
        places.reserveCapacity(vectors.titles.count)
        for position in vectors.order.indices { read(position, texts, vectors) }
        for term in shares.indices where shares[term] == Self.unread { shares[term] = 1 }
    }

    /// Terms that no other text has are not in `vectors`.
    private mutating func read(_ position: Int, _ texts: NewsTexts, _ vectors: TermVectors) {
        let text = texts.texts[vectors.order[position]]
        let range = vectors.titleRange(position)
        var index = range.lowerBound
        var place: Int16 = 0
        for word in texts.words(of: text) {
            if word.kind.contains(.digit) { numbers[position] |= 1 << UInt64(word.hash & 63) }
            if word.kind.contains(.negation) { isNegated[position] = true }
            if word.prefix == 0 { continue }
            place += 1
            words[position] = UInt8(clamping: place)
            guard index < range.upperBound else { continue }
            let term = Int(vectors.titles[index].term)
            guard vectors.prefixes[term] == word.prefix else { continue }
            if shares[term] == Self.unread { shares[term] = Self.share(of: word, texts) }
            places.append(place)
            index += 1
        }
    }

    private static func share(of word: NewsTexts.Word, _ texts: NewsTexts) -> Float {
        if !word.kind.isDisjoint(with: [.digit, .time, .negation]) { return 0 }
        return LetterTable.script(of: texts.letters[Int(word.letters)]) == .ideograph ? ideographs : 1
    }
}
