/// Decides whether two texts are the same article: copied by another publisher, published with a slightly different
/// title, or published again.
///
/// Precision matters most: an article that is merged by mistake is not shown. So a similarity alone decides nothing.
/// There are also rules for the order of words, for numbers and for summaries.
struct SameArticle {
    enum Verdict: Int, Comparable {
        case different
        /// Probably the same. Joins two groups only if all their titles agree.
        case likely
        case sure

        static func < (a: Verdict, b: Verdict) -> Bool { a.rawValue < b.rawValue }
    }

    /// The properties of one text, calculated once.
    struct Traits {
        /// Hashes of the title's words in order: of all words, of the words that are neither numbers nor words of time
        /// or of a series, and of the words with a meaning.
        var title: UInt64
        var skeleton: UInt64
        var content: UInt64
        /// The hash of the words with a meaning in any order, and their number.
        var contentSet: UInt64
        var contentCount: Int
        var numbers: UInt64
        /// The hash of those numbers that are next to a word of time or of a series; 0 if there are none.
        var dates: UInt64
        var prefixCount: Int
        /// The number of those prefixes that are not numbers.
        var wordPrefixCount: Int
        /// The hash of the title after its first colon, dash or bar, and the number of words after it. Both are 0
        /// unless one to three words are before that sign.
        var afterLabel: UInt64
        var wordsAfterLabel: Int
    }

    let texts: NewsTexts
    let traits: [Traits]

    /// Copies are published within this number of seconds.
    static let window: Int64 = 72 * 3600
    private static let nearlyOneDay: Int64 = 20 * 3600
    private static let fewPrefixes = 4
    /// With fewer words, equal summaries may be a phrase such as "Read the article".
    private static let shortestSummary = 5
    /// With fewer words, a summary is a label such as "Read more" and tells nothing.
    private static let fewestWords = 4

    init(_ texts: NewsTexts) {
        self.texts = texts
        traits = texts.texts.map { Self.traits(of: $0, texts) }
    }

    func verdict(_ a: Int, _ b: Int) -> Verdict {
        let (x, y) = (texts.texts[a], texts.texts[b])
        let apart = secondsApart(x, y)
        if let apart, apart > Self.window { return .different }
        if traits[a].title == traits[b].title { return equalTitles(a, b, apart, alikeness(x, y)) }
        if isLabelled(a, b) || isLabelled(b, a) { return .sure }
        if isPrefix(x, of: y) || isPrefix(y, of: x) { return .likely }
        guard traits[a].numbers == traits[b].numbers else { return .different }
        if sameContent(a, b) { return .sure }
        guard sharePrefixes(x, y) else { return .different }
        if let summaries = alikeness(x, y) {
            // A publisher gives the same text to warnings for two districts, and to a version for each system.
            if summaries >= 0.8, figuresAgree(x, y) { return arePages(x, y) && areApart(x, y) ? .different : .sure }
            if summaries < 0.2 { return .different }
        }
        return nearTitles(a, b)
    }

    /// Whether two texts with one address are one article: a fifth of all words of their titles are in both, or the
    /// summaries agree. Titles without words agree.
    func mayBeOnePage(_ a: Int, _ b: Int) -> Bool {
        let (x, y) = (texts.texts[a], texts.texts[b])
        let (first, second) = (prefixes(x), prefixes(y))
        let common = first.intersection(second).count
        return 5 * common >= first.union(second).count || agree(x, y)
    }

    /// Whether two summaries are one text as a whole. A source may copy the first sentence of another's article, and
    /// that makes the two no copies.
    private func agree(_ a: NewsTexts.Text, _ b: NewsTexts.Text) -> Bool {
        let (x, y) = (summary(a), summary(b))
        if x == y { return x.count >= Self.shortestSummary }
        guard let alikeness = alikeness(a, b) else { return false }
        let (shorter, longer) = (min(x.count, y.count) - 2, max(x.count, y.count) - 2)
        return alikeness * Float(shorter) >= 0.9 * Float(longer)
    }

    /// Whether the two texts are parts of one series, such as a column or a daily count. Parts of a series share their
    /// words but are never one story: quotations of the day, "day 3", the same title above other figures.
    func isColumn(_ a: Int, _ b: Int) -> Bool {
        let (x, y) = (texts.texts[a], texts.texts[b])
        let sameHost = isSameHost(x, y)
        let sameSkeleton = traits[a].skeleton == traits[b].skeleton
        if sameSkeleton, traits[a].numbers != traits[b].numbers {
            // If there are hardly any words besides the numbers, the numbers name the thing.
            if sameHost || traits[a].wordPrefixCount < Self.fewPrefixes { return true }
            // "Roundup for November 3" and "… for November 4", "part 2" and "part 3", whoever publishes them.
            if traits[a].dates != traits[b].dates, traits[a].dates != 0, traits[b].dates != 0 { return true }
        }
        if sameSkeleton || traits[a].title == traits[b].title {
            let few = x.title.count < 7
            if areTwoOfOneSource(x, y) { return true }
            if let summaries = alikeness(x, y) {
                if summaries >= 0.5, !figuresAgree(x, y) { return true }
                if summaries < 0.5, sameHost || few { return true }
            } else if traits[a].prefixCount < 3 || (sameHost && secondsApart(x, y) ?? 0 > Self.nearlyOneDay) {
                return true
            }
        }
        return min(traits[a].prefixCount, traits[b].prefixCount) < 3 && commonSummaryPrefixes(x, y) < 3
    }
}

extension SameArticle {
    private func equalTitles(_ a: Int, _ b: Int, _ apart: Int64?, _ summaries: Float?) -> Verdict {
        let (x, y) = (texts.texts[a], texts.texts[b])
        let sameHost = isSameHost(x, y)
        if areTwoOfOneSource(x, y) { return .different }
        guard let summaries else {
            if sameHost, haveOtherWords(x, y) { return .different }
            let haveAddresses = x.address != 0 && y.address != 0
            let mayHaveOtherPages = haveAddresses && x.address != y.address || x.isOnSharedPage || y.isOnSharedPage
            if isOneSource(x, y), mayHaveOtherPages { return .different }
            let mayBeOneAddress = haveAddresses && x.address == y.address
            if sameHost, !mayBeOneAddress, let apart, apart > Self.nearlyOneDay { return .different }
            return traits[a].prefixCount >= 4 ? .sure : .different
        }
        if summaries >= 0.5 { return summaries >= 0.97 || figuresAgree(x, y) ? .sure : .different }
        return !sameHost && x.title.count >= 7 ? .sure : .different
    }

    /// Whether `a` is the title `b` with a label before it ("Olympics: …").
    private func isLabelled(_ a: Int, _ b: Int) -> Bool {
        traits[a].wordsAfterLabel >= 6 && traits[a].afterLabel == traits[b].title && traits[b].prefixCount >= 6
    }

    private func isPrefix(_ a: NewsTexts.Text, of b: NewsTexts.Text) -> Bool {
        guard a.isTruncated, a.title.count >= 6, a.title.count < b.title.count else { return false }
        // The last word may be cut in two.
        let whole = a.title.count - 1
        return zip(words(a).prefix(whole), words(b)).allSatisfy { $0.hash == $1.hash }
            && letters(words(b)[words(b).startIndex + whole]).starts(with: letters(words(a)[words(a).endIndex - 1]))
    }

    /// Whether both have the same words with a meaning, in order or with two parts swapped ("X, Y" and "Y, X", "Tokyo:
    /// X, Y" and "Tokyo: Y, X").
    private func sameContent(_ a: Int, _ b: Int) -> Bool {
        guard traits[a].contentCount >= 6, traits[a].contentSet == traits[b].contentSet else { return false }
        if traits[a].content == traits[b].content { return true }
        let x = content(texts.texts[a])
        let y = content(texts.texts[b])
        let start = zip(x, y).prefix { $0 == $1 }.count
        return isTurned(x[...], y[...], least: 1) || isTurned(x.dropFirst(start), y.dropFirst(start), least: 3)
    }

    /// Whether `y` is `x` with its two parts swapped. Each part must have at least `least` words.
    private func isTurned(_ x: ArraySlice<UInt32>, _ y: ArraySlice<UInt32>, least: Int) -> Bool {
        guard x.count >= 2 * least else { return false }
        return (least...x.count - least).contains { first in
            x.dropFirst(first).elementsEqual(y.prefix(x.count - first))
                && x.prefix(first).elementsEqual(y.suffix(first))
        }
    }

    /// The verdict on titles of six words or more that differ in spelling, in stop words, or by one or two words that
    /// only one of them has.
    private func nearTitles(_ a: Int, _ b: Int) -> Verdict {
        let x = Array(words(texts.texts[a]))
        let y = Array(words(texts.texts[b]))
        guard min(x.count, y.count) >= 6, min(traits[a].prefixCount, traits[b].prefixCount) >= 6 else {
            return .different
        }
        // This is the greatest similarity that a longest common subsequence of these lengths can reach.
        guard 2 * Float(min(x.count, y.count)) / Float(x.count + y.count) >= 0.85 else { return .different }
        let (left, right) = outsideCommon(x, y)
        let common = x.count - left.count
        guard 2 * Float(common) / Float(x.count + y.count) >= 0.85 else { return .different }
        let rest = left + right
        if rest.contains(where: { !$0.kind.isDisjoint(with: [.digit, .negation, .another]) }) { return .different }
        let leftContent = left.filter { !$0.kind.contains(.stop) }
        let rightContent = right.filter { !$0.kind.contains(.stop) }
        // The same word at another position changes the meaning: "X beats Y" and "Y beats X".
        if leftContent.contains(where: { word in
            rightContent.contains { $0.prefix == word.prefix && $0.hash == word.hash }
        }) {
            return .different
        }
        let (unpaired, open) = withoutVariants(leftContent, rightContent)
        if !unpaired.isEmpty, !open.isEmpty { return .different }
        let extra = unpaired.count + open.count
        if extra == 0 { return .sure }
        return (extra == 1 && common >= 10) || (extra == 2 && common >= 14) ? .likely : .different
    }

    /// Whether two items of one source with one title are two things, such as warnings for two districts, judgments, or
    /// offers of work: they have no address in common, and in place of words of each text the other has other words. The
    /// same article, published again or updated, has more words or fewer, or another end where it was cut.
    private func areTwoOfOneSource(_ a: NewsTexts.Text, _ b: NewsTexts.Text) -> Bool {
        guard isOneSource(a, b), a.address == 0 || a.address != b.address else { return false }
        let (x, y) = (summary(a), summary(b))
        // Nothing but what was cleaned away, such as the day of a notice, may tell the two apart, or the day itself.
        if x == y, !x.isEmpty {
            return a.said != 0 && b.said != 0 && a.said != b.said || secondsApart(a, b) ?? 0 > Self.nearlyOneDay
        }
        return hasOwnWords(x, beside: y) && hasOwnWords(y, beside: x)
    }

    /// Whether a text has a word that the other lacks, and after it one that the other has.
    private func hasOwnWords(_ text: ArraySlice<UInt32>, beside other: ArraySlice<UInt32>) -> Bool {
        guard let last = text.lastIndex(where: other.contains) else { return false }
        return !text[..<last].allSatisfy(other.contains)
    }

    /// Whether two texts are different pages of one host.
    private func arePages(_ a: NewsTexts.Text, _ b: NewsTexts.Text) -> Bool {
        isSameHost(a, b) && a.address != 0 && b.address != 0 && a.address != b.address
    }

    /// Whether each of two titles has a word with a meaning that the other lacks.
    private func areApart(_ a: NewsTexts.Text, _ b: NewsTexts.Text) -> Bool {
        func hasMeaning(_ word: NewsTexts.Word) -> Bool { !word.kind.contains(.stop) }
        let (left, right) = withoutVariants(words(a).filter(hasMeaning), words(b).filter(hasMeaning))
        return !left.isEmpty && !right.isEmpty
    }

    /// The words of each list for which the other has no variant.
    private func withoutVariants(
        _ a: [NewsTexts.Word], _ b: [NewsTexts.Word]
    ) -> (a: [NewsTexts.Word], b: [NewsTexts.Word]) {
        var open = b
        let unpaired = a.filter { word in
            let match = open.firstIndex { word.hash == $0.hash || isVariant(word, $0) }
            if let match { open.remove(at: match) }
            return match == nil
        }
        return (unpaired, open)
    }

    /// Whether the two words are the same word in two spellings or in two forms.
    private func isVariant(_ a: NewsTexts.Word, _ b: NewsTexts.Word) -> Bool {
        let x = letters(a)
        let y = letters(b)
        if x.count >= 6, y.count >= 6, x.prefix(6) == y.prefix(6) { return true }
        // The first letter is hardly ever mistyped. Names that differ in it are different: Omsk and Tomsk.
        guard x.first == y.first else { return false }
        let shorter = min(x.count, y.count)
        let isOneLonger = abs(x.count - y.count) == 1
        guard isOneLonger || (x.count == y.count && shorter >= 5) else { return false }
        let start = zip(x, y).prefix { $0 == $1 }.count
        let end = zip(x.reversed(), y.reversed()).prefix { $0 == $1 }.count
        if isOneLonger { return shorter >= 3 && start + end >= shorter }
        if start + end >= shorter - 1 { return true }
        // Two neighbouring letters are swapped.
        return start + end == shorter - 2 && x[x.startIndex + start] == y[y.startIndex + start + 1]
            && x[x.startIndex + start + 1] == y[y.startIndex + start]
    }
}

extension SameArticle {
    private func words(_ text: NewsTexts.Text) -> ArraySlice<NewsTexts.Word> { texts.words(of: text) }

    private func prefixes(_ text: NewsTexts.Text) -> Set<UInt32> { Set(words(text).map(\.prefix)).subtracting([0]) }

    private func letters(_ word: NewsTexts.Word) -> ArraySlice<UInt16> {
        texts.letters[Int(word.letters)..<Int(word.letters) + Int(word.length)]
    }

    private func summary(_ text: NewsTexts.Text) -> ArraySlice<UInt32> { texts.summaryWords(of: text) }

    private func content(_ text: NewsTexts.Text) -> [UInt32] {
        words(text).filter { !$0.kind.contains(.stop) || $0.kind.contains(.negation) }.map(\.hash)
    }

    private func isSameHost(_ a: NewsTexts.Text, _ b: NewsTexts.Text) -> Bool {
        if a.host != 0, b.host != 0 { return a.host == b.host }
        return !a.source.isEmpty && a.source == b.source
    }

    private func isOneSource(_ a: NewsTexts.Text, _ b: NewsTexts.Text) -> Bool {
        isSameHost(a, b) && !a.source.isEmpty && a.source == b.source
    }

    private func secondsApart(_ a: NewsTexts.Text, _ b: NewsTexts.Text) -> Int64? {
        guard let x = a.published, let y = b.published else { return nil }
        return abs(x - y)
    }

    /// The share of the three-word sequences of the shorter summary that are also in the other one, which is cut to the
    /// same length. Nil when a summary is too short to compare.
    private func alikeness(_ a: NewsTexts.Text, _ b: NewsTexts.Text) -> Float? {
        let length = min(a.summary.count, b.summary.count)
        guard length >= 12 else { return nil }
        let (x, y) = (summary(a).prefix(length), summary(b).prefix(length))
        if x == y { return 1 }
        let theirs = runs(y)
        // A summary has 60 words at most, so a linear search is faster than hashing.
        let shared = runs(x).count { theirs.contains($0) }
        return Float(shared) / Float(length - 2)
    }

    /// Whether two summaries, short ones too, have less than half of the words of the shorter one in common.
    private func haveOtherWords(_ a: NewsTexts.Text, _ b: NewsTexts.Text) -> Bool {
        let (x, y) = (Set(summary(a)), Set(summary(b)))
        let shorter = min(x.count, y.count)
        return shorter >= Self.fewestWords && 2 * x.intersection(y).count < shorter
    }

    /// Each sequence of three words as one hash.
    private func runs(_ words: ArraySlice<UInt32>) -> [UInt32] {
        (words.startIndex..<words.endIndex - 2).map { mixed(mixed(words[$0]) &+ words[$0 + 1]) &+ words[$0 + 2] }
    }

    /// Whether the numbers in the summaries are the same, up to the length of the shorter one.
    private func figuresAgree(_ a: NewsTexts.Text, _ b: NewsTexts.Text) -> Bool {
        let length = min(a.summary.count, b.summary.count)
        let x = summary(a).filter { $0 & 1 == 1 }
        let y = summary(b).filter { $0 & 1 == 1 }
        let shared = min(x.count, y.count)
        guard x.prefix(shared) == y.prefix(shared) else { return false }
        return x.count == y.count || length < max(a.summary.count, b.summary.count)
    }

    /// Whether the titles have at least two prefixes in common, and at least a quarter of all their prefixes.
    private func sharePrefixes(_ a: NewsTexts.Text, _ b: NewsTexts.Text) -> Bool {
        let (x, y) = (words(a), words(b))
        let prefixes = x.count { $0.prefix != 0 } + y.count { $0.prefix != 0 }
        let common = x.count { word in word.prefix != 0 && y.contains { $0.prefix == word.prefix } }
        return common >= 2 && common * 4 >= prefixes - common
    }

    private func commonSummaryPrefixes(_ a: NewsTexts.Text, _ b: NewsTexts.Text) -> Int {
        texts.summaryPrefixes(of: a).count(where: texts.summaryPrefixes(of: b).contains)
    }

    /// The words of each title that are not in a longest common subsequence.
    private func outsideCommon(
        _ x: [NewsTexts.Word], _ y: [NewsTexts.Word]
    ) -> (left: [NewsTexts.Word], right: [NewsTexts.Word]) {
        let width = y.count + 1
        var lengths = [UInt8](repeating: 0, count: (x.count + 1) * width)
        for i in x.indices.reversed() {
            for j in y.indices.reversed() {
                lengths[i * width + j] =
                    x[i].hash == y[j].hash
                    ? lengths[(i + 1) * width + j + 1] + 1
                    : max(lengths[(i + 1) * width + j], lengths[i * width + j + 1])
            }
        }
        var (i, j) = (0, 0)
        var left: [NewsTexts.Word] = []
        var right: [NewsTexts.Word] = []
        while i < x.count, j < y.count {
            if x[i].hash == y[j].hash {
                i += 1
                j += 1
            } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
                left.append(x[i])
                i += 1
            } else {
                right.append(y[j])
                j += 1
            }
        }
        return (left + x[i...], right + y[j...])
    }

    private static func traits(of text: NewsTexts.Text, _ texts: NewsTexts) -> Traits {
        let range = texts.words(of: text).indices
        var traits = Traits(
            title: 1, skeleton: 1, content: 1, contentSet: 0, contentCount: 0, numbers: 0, dates: 0, prefixCount: 0,
            wordPrefixCount: 0, afterLabel: 0, wordsAfterLabel: 0)
        var label = 0
        func isTime(_ index: Int) -> Bool { range.contains(index) && texts.words[index].kind.contains(.time) }
        for index in range {
            let word = texts.words[index]
            let hash = UInt64(word.hash)
            let offset = index - range.lowerBound
            if label == 0, offset > 0, word.gap >= .colon { label = offset <= 3 ? offset : -1 }
            traits.title = mixed(traits.title ^ hash)
            if word.kind.isDisjoint(with: [.digit, .time]) { traits.skeleton = mixed(traits.skeleton ^ hash) }
            if word.kind.contains(.digit) { traits.numbers &+= mixed(hash) }
            if word.kind.contains(.digit), [index - 1, index + 1].contains(where: { isTime($0) }) {
                traits.dates &+= mixed(hash)
            }
            if !word.kind.contains(.stop) || word.kind.contains(.negation) {
                traits.content = mixed(traits.content ^ hash)
                traits.contentSet &+= mixed(hash)
                traits.contentCount += 1
            }
            if word.prefix != 0, !texts.words[range.lowerBound..<index].contains(where: { $0.prefix == word.prefix }) {
                traits.prefixCount += 1
                if !word.kind.contains(.digit) { traits.wordPrefixCount += 1 }
            }
        }
        if label > 0 {
            traits.afterLabel = texts.words[range.dropFirst(label)].reduce(1) { mixed($0 ^ UInt64($1.hash)) }
            traits.wordsAfterLabel = range.count - label
        }
        return traits
    }
}
