import Addresses
import Foundation
import Texts

/// The texts of many items. They are split into words once and stored in a few flat arrays.
///
/// An item needs about 400 bytes here. There are no strings: words are hashes.
public struct NewsTexts {
    /// One word of a title.
    struct Word {
        var hash: UInt32
        /// The hash of the first five letters; 0 for a word without a topic.
        var prefix: UInt32
        /// The index of its first letter in `letters`.
        var letters: UInt32
        var length: UInt8
        var gap: WordReader.Gap
        var kind: KnownWords.Kind
        var isBracketed: Bool
        var isCapital: Bool
    }

    /// The script of most words of a title.
    package enum Script { case cyrillic, latin, other }

    struct Text {
        /// The range in `words` of the title. After cleaning, it lacks what the publisher added to it.
        var title: Range<Int32> = 0..<0
        /// The range in `summaryWords`.
        var summary: Range<Int32> = 0..<0
        var summaryPrefixes: Range<Int32> = 0..<0
        /// Seconds since 1970; nil if unknown.
        var published: Int64?
        var language = TextLanguage.unknown
        var script = Script.other
        /// The hash of the address; 0 if there is none, or if other items of a source have it too.
        var address: UInt64 = 0
        var host: UInt64 = 0
        var isBareHost = false
        /// Whether other items of a source have the same address.
        var isOnSharedPage = false
        /// The hash of the publisher's name; 0 if it is not known.
        var publisher: UInt64 = 0
        /// The hash of the summary before it was cleaned; 0 if it is not known.
        var said: UInt64 = 0
        /// Whether the source cut off the title.
        var isTruncated = false
        /// The range in `names` with the letters of the publisher's name, and that with the main label of its host.
        var source: Range<Int32> = 0..<0
        var label: Range<Int32> = 0..<0
        var titleSubject = Subject()
        var summarySubject = Subject()
        var phrases: TitlePhrases.Kinds = []
        /// The hash of the id, title, summary and source. It decides the order when everything else is equal.
        var identity: UInt64 = 0
    }

    /// The numbers of words on grave and on light subjects, and the weights of all words in `WordImportance`.
    struct Subject {
        var grave: UInt8 = 0
        var light: UInt8 = 0
        var importance: Int32 = 0
    }

    var words: [Word] = []
    var letters: [UInt16] = []
    /// The hashes of words. The lowest bit says whether the word has a digit.
    var summaryWords: [UInt32] = []
    var summaryPrefixes: [UInt32] = []
    var names: [UInt16] = []
    var texts: [Text] = []
    /// The sentence vectors of texts by their indices in `texts`. Most texts have none.
    var vectors: [Int: SentenceVector] = [:]
    /// How often words occur on other days.
    var background: WordCounts

    let known = KnownWords.standard
    let importance = WordImportance.standard
    /// Whether `TextTraits` can be made of the texts. Grouping does not need what it takes.
    private let readsTraits: Bool
    private var sourceNames: [UInt64: Range<Int32>] = [:]
    /// For the hash of each publisher's name, the prefixes of its words.
    private(set) var wordsOfNames: [UInt64: [UInt32]] = [:]
    /// For the hash of each publisher's name, its earlier texts.
    private(set) var earlier: [UInt64: [TextWords]] = [:]
    private var hostLabels: [UInt64: Range<Int32>] = [:]

    /// The greatest number of words of a summary that are compared, and of different prefixes that are counted.
    static let longestSummary = 60
    private static let mostPrefixes = 30
    static let longestTitle = 80
    /// The greatest number of letters of a source's name that are used.
    private static let longestName = 200

    /// Makes an empty list. The library's own table tells how rare a word is on other days.
    public init() {
        self.init(background: .shipped)
    }

    /// Makes an empty list.
    ///
    /// - Parameters:
    ///   - background: how often words occur on other days.
    ///   - readsTraits: whether to read what `TextTraits` needs.
    package init(background: WordCounts, readsTraits: Bool = false) {
        self.background = background
        self.readsTraits = readsTraits
    }

    /// Adds an item.
    ///
    /// - Parameters:
    ///   - id: the id. It decides the order of texts that are otherwise equal.
    ///   - title: plain text or HTML.
    ///   - summary: plain text or HTML, or empty.
    ///   - url: the address of the item, or empty.
    ///   - source: the name of the publisher.
    ///   - published: seconds since 1970, or nil if unknown.
    ///   - publisher: the publisher, if it is another one than the source: a site with many feeds, or an item's own.
    ///   - language: the language tag that the source gives.
    ///   - vector: the sentence vector of title and summary, if a language model made one.
    public mutating func add(
        id: String, title: String, summary: String, url: String, source: String, publisher: String? = nil,
        published: Int64?, language: String? = nil, vector: SentenceVector? = nil
    ) {
        add(
            id: id, title: title, summary: summary, address: CanonicalURL(url), source: source, publisher: publisher,
            published: published, language: language, vector: vector)
    }

    /// Adds an item whose address is already parsed.
    ///
    /// - Parameters:
    ///   - saidSummary: the hash of the summary as the source wrote it, if `summary` was cleaned.
    ///   - isOnSharedPage: whether other items of a source have the same address.
    package mutating func add(
        id: String, title: String, summary: String, saidSummary: Int64? = nil, address: CanonicalURL?,
        isOnSharedPage: Bool = false,
        source: String, publisher: String? = nil, published: Int64?, language: String? = nil,
        vector: SentenceVector? = nil
    ) {
        vectors[texts.count] = vector
        let said = language.map { TextLanguage($0) } ?? .unknown
        var (id, title, summary, source) = (id, title, summary, source)
        id.withUTF8 { id in
            title.withUTF8 { title in
                summary.withUTF8 { summary in
                    source.withUTF8 { source in
                        add(
                            id: id, title: title, summary: summary, address: address, source: source,
                            published: published, said: said)
                        if let publisher { texts[texts.count - 1].publisher = Self.hash(publisher) }
                        if isOnSharedPage {
                            texts[texts.count - 1].address = 0
                            texts[texts.count - 1].isOnSharedPage = true
                        }
                        texts[texts.count - 1].said = UInt64(bitPattern: saidSummary ?? 0)
                    }
                }
            }
        }
    }

    /// Adds an item from texts in UTF-8.
    mutating func add(
        id: UnsafeBufferPointer<UInt8>, title: UnsafeBufferPointer<UInt8>, summary: UnsafeBufferPointer<UInt8>,
        address: CanonicalURL?, source: UnsafeBufferPointer<UInt8>, published: Int64?, said: TextLanguage = .unknown
    ) {
        var text = Text()
        var evidence = TextLanguage.Evidence()
        text.published = published
        text.identity = Self.hash(id, Self.hash(title, Self.hash(summary, Self.hash(source))))
        readTitle(title, &text, &evidence)
        text.script = evidence.script
        readSummary(summary, &text, &evidence)
        text.language = evidence.language(said: said)
        if let address { readAddress(address, &text) }
        text.publisher = source.isEmpty ? text.host : Self.hash(source)
        text.source = name(of: source)
        texts.append(text)
    }
}

/// The title of a text, and the different words of the whole text, as prefixes.
package struct TextWords: Sendable {
    package let title: String
    let prefixes: [UInt32]

    package init(title: String, summary: String) {
        self.title = title
        var prefixes: Set<UInt32> = []
        NewsTexts.eachWord(of: title, summary) { prefixes.insert($0.prefix) }
        self.prefixes = Array(prefixes)
    }
}

extension NewsTexts {
    /// Adds earlier texts of a publisher. They take no part in the grouping: they only tell which words many texts of
    /// this publisher have.
    package mutating func add(earlier texts: [TextWords], of publisher: String) {
        earlier[Self.hash(publisher), default: []] += texts
    }

    /// The words of a text's title.
    func words(of text: Text) -> ArraySlice<Word> { words[Int(text.title.lowerBound)..<Int(text.title.upperBound)] }

    func summaryWords(of text: Text) -> ArraySlice<UInt32> {
        summaryWords[Int(text.summary.lowerBound)..<Int(text.summary.upperBound)]
    }

    func summaryPrefixes(of text: Text) -> ArraySlice<UInt32> {
        summaryPrefixes[Int(text.summaryPrefixes.lowerBound)..<Int(text.summaryPrefixes.upperBound)]
    }

    /// Reads the words of a title and of a summary that are compared. The reader is at each in turn.
    static func eachWord(of title: String, _ summary: String, _ body: (WordReader) -> Void) {
        for (var text, longest) in [(title, longestTitle), (summary, longestSummary)] {
            text.withUTF8 { bytes in
                var reader = WordReader(bytes)
                var count = 0
                while count < longest, reader.next() {
                    body(reader)
                    count += 1
                }
            }
        }
    }

    /// For each prefix in the titles of these texts, the first word that has it. Words of summaries are not kept.
    func spellings(of indices: [Int]) -> [UInt32: String] {
        var spellings: [UInt32: String] = [:]
        for index in indices {
            let title = words(of: texts[index])
            for index in title.indices where title[index].prefix != 0 && spellings[title[index].prefix] == nil {
                spellings[title[index].prefix] = spelling(at: title[index...])
            }
        }
        return spellings
    }

    /// The word that begins there: of a script without spaces, a sign and the next ones of its script.
    private func spelling(at title: ArraySlice<Word>) -> String {
        func script(_ word: Word) -> LetterTable.Script? { LetterTable.script(of: letters[Int(word.letters)]) }
        let word = title[title.startIndex]
        let rest = title.dropFirst().prefix { script(word) != nil && script($0) == script(word) && $0.gap == .space }
        return ([word] + (script(word) == .katakana ? rest : rest.prefix(1))).reduce(into: "") { spelling, word in
            spelling += String(decoding: letters[Int(word.letters)...].prefix(Int(word.length)), as: UTF16.self)
        }
    }

    private mutating func readTitle(
        _ bytes: UnsafeBufferPointer<UInt8>, _ text: inout Text, _ evidence: inout TextLanguage.Evidence
    ) {
        let start = Int32(words.count)
        var reader = WordReader(bytes)
        while words.count - Int(start) < Self.longestTitle, reader.next() {
            if let last = words.last, words.count > start, addsNothing(reader.hash, behind: last) { continue }
            let kind = known.kind(of: reader.hash, hasDigit: reader.hasDigit)
            words.append(
                Word(
                    hash: reader.hash, prefix: kind.contains(.stop) ? 0 : reader.prefix,
                    letters: UInt32(letters.count), length: UInt8(reader.length), gap: reader.gap, kind: kind,
                    isBracketed: reader.isBracketed, isCapital: reader.isCapital))
            letters.append(contentsOf: reader.letters)
            evidence.add(reader.letters, kind)
            count(kind, prefix: reader.prefix, in: &text.titleSubject)
        }
        text.phrases = known.phrases.kinds(of: words[Int(start)...])
        text.title = start..<Int32(words.count)
        text.isTruncated = reader.isTruncated
    }

    private func count(_ kind: KnownWords.Kind, prefix: UInt32, in subject: inout Subject) {
        guard readsTraits else { return }
        let kind = known.subject(of: kind, prefix: prefix)
        if kind.contains(.grave) { subject.grave += 1 }
        if kind.contains(.light) { subject.light += 1 }
        subject.importance += importance.weight(of: prefix)
    }

    /// Whether a number or word adds nothing to the last word: "covid-19" means the same as "covid", and "1.5 percent"
    /// the same as "1.5%".
    private func addsNothing(_ hash: UInt32, behind last: Word) -> Bool {
        (hash == known.nineteen && known.covid.contains(last.hash))
            || (last.kind.contains(.digit) && known.percent.contains(hash))
    }

    private mutating func readSummary(
        _ bytes: UnsafeBufferPointer<UInt8>, _ text: inout Text, _ evidence: inout TextLanguage.Evidence
    ) {
        let start = summaryWords.count
        let prefixStart = summaryPrefixes.count
        var reader = WordReader(bytes)
        var prefixes: [UInt32] = []
        prefixes.reserveCapacity(Self.longestSummary)
        while summaryWords.count - start < Self.longestSummary, reader.next() {
            summaryWords.append(reader.hash & ~1 | (reader.hasDigit ? 1 : 0))
            let kind = known.kind(of: reader.hash, hasDigit: false)
            evidence.add(reader.letters, kind)
            prefixes.append(kind.contains(.stop) ? 0 : reader.prefix)
            count(kind, prefix: reader.prefix, in: &text.summarySubject)
        }
        dropFooter(from: start)
        for prefix in prefixes.prefix(summaryWords.count - start)
        where prefix != 0 && summaryPrefixes.count - prefixStart < Self.mostPrefixes
            && !summaryPrefixes[prefixStart...].contains(prefix)
        {
            summaryPrefixes.append(prefix)
        }
        text.summary = Int32(start)..<Int32(summaryWords.count)
        text.summaryPrefixes = Int32(prefixStart)..<Int32(summaryPrefixes.count)
    }

    /// Removes "The post … appeared first on …", "[+123 chars]" and "Read more".
    private mutating func dropFooter(from start: Int) {
        let appeared = known.appeared & ~1
        if let end = summaryWords[start...].lastIndex(of: appeared) {
            let post = known.post & ~1
            if let begin = summaryWords[start..<end].lastIndex(of: post) {
                summaryWords.removeSubrange(max(start, begin - 1)...)
            }
        }
        if let last = summaryWords.last, summaryWords.count - start > 2, last == known.chars,
            summaryWords[summaryWords.count - 2] & 1 == 1
        {
            summaryWords.removeLast(2)
        }
        while summaryWords.count > start, let last = summaryWords.last, known.readMore.contains(last) {
            summaryWords.removeLast()
        }
    }

    private mutating func readAddress(_ url: CanonicalURL, _ text: inout Text) {
        text.address = Self.hash(url.key)
        text.host = Self.hash(url.host)
        text.isBareHost = url.isBareHost
        text.label = label(of: url.host, hash: text.host)
    }

    /// The letters of a host's main label. Each label is stored once.
    private mutating func label(of host: String, hash: UInt64) -> Range<Int32> {
        if let known = hostLabels[hash] { return known }
        let start = Int32(names.count)
        if let label = Publisher.mainLabel(of: host), label.utf8.count >= 3 {
            names.append(contentsOf: label.utf8.lazy.filter { $0 != UInt8(ascii: "-") }.map(UInt16.init))
        }
        hostLabels[hash] = start..<Int32(names.count)
        return start..<Int32(names.count)
    }

    /// The letters of a source's name. Each name is stored once.
    private mutating func name(of source: UnsafeBufferPointer<UInt8>) -> Range<Int32> {
        guard !source.isEmpty else { return 0..<0 }
        let key = Self.hash(source)
        if let known = sourceNames[key] { return known }
        let start = Int32(names.count)
        var reader = WordReader(source)
        while names.count - Int(start) < Self.longestName, reader.next() {
            names.append(contentsOf: reader.letters)
            wordsOfNames[key, default: []].append(reader.prefix)
        }
        sourceNames[key] = start..<Int32(names.count)
        return start..<Int32(names.count)
    }

    private static func hash(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { hash($0) }
    }

    /// The hash of bytes. It reads eight bytes at a time in little-endian order.
    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ seed: UInt64 = StableHash.start) -> UInt64 {
        let raw = UnsafeRawBufferPointer(bytes)
        var hash = seed ^ UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            hash = mixed(hash ^ word)
            offset += 8
        }
        return max(1, mixed(StableHash.fnv1a(bytes, offset: offset, from: hash)))
    }
}
