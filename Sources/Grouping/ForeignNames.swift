/// Finds texts in Cyrillic and in Latin letters that tell one story, by their names, places, numbers and subjects.
///
/// A name is compared by its consonants, so that "Зеленский" and "Zelenskyy" are equal. A table has the places that
/// have different names in other languages, and the most common subjects of news. Precision matters most:
///
/// * The titles have at least three names, places, numbers or subjects in common. These are at least 60 % of those in
///   the Cyrillic title.
/// * At least two of them are names, places or numbers, and one is a rare name or number that is not in the table.
struct ForeignNames {
    /// Pairs of positions that tell one story: a text in Cyrillic letters, then one in Latin letters. The pairs with
    /// most in common are first.
    private(set) var pairs: [Neighbours.Pair] = []

    /// Texts are compared if they were published within this number of seconds.
    private static let window: Int64 = 24 * 3600
    /// A key is ignored if more Latin texts than this have it.
    private static let mostTexts = 200
    /// A key is rare if at most this number of Latin texts have it, or at most as many as a fiftieth of all texts.
    private static let fewTexts = 8
    private static let leastShared = 3
    private static let leastNames = 2
    private static let leastShare: Float = 0.6

    /// What two texts have in common.
    private struct Shared {
        var all: Int32 = 0
        var names: Int32 = 0
        var rare: Int32 = 0
    }

    init(_ texts: NewsTexts, _ order: [Int]) {
        let scripts = order.map { texts.texts[$0].script }
        guard scripts.contains(.cyrillic), scripts.contains(.latin) else { return }
        let reader = ForeignKeys(texts)
        let latin = KeyLists(order.indices.lazy.filter { scripts[$0] == .latin }) { position, keys in
            reader.keys(of: order[position], in: &keys)
        }
        let dates = order.map { texts.texts[$0].published }
        var shared = Array(repeating: Shared(), count: order.count)
        var found: [(all: Int32, pair: Neighbours.Pair)] = []
        var keys: [ForeignKeys.Key] = []
        var touched: [Int32] = []
        for position in order.indices where scripts[position] == .cyrillic {
            guard let date = dates[position] else { continue }
            reader.keys(of: order[position], in: &keys)
            guard keys.count >= Self.leastShared else { continue }
            Self.compare(keys, with: latin, mostRare: max(Self.fewTexts, order.count / 50), &shared, &touched)
            for other in touched {
                let count = shared[Int(other)]
                shared[Int(other)] = Shared()
                guard count.all >= Self.leastShared, count.names >= Self.leastNames,
                    Float(count.all) >= Self.leastShare * Float(keys.count),
                    let otherDate = dates[Int(other)], abs(date - otherDate) <= Self.window
                else { continue }
                found.append((count.all, .init(a: position, b: Int(other))))
            }
            touched.removeAll(keepingCapacity: true)
        }
        pairs = found.sorted { ($1.all, $0.pair.a, $0.pair.b) < ($0.all, $1.pair.a, $1.pair.b) }.map(\.pair)
    }

    /// Counts what each Latin text has in common with these keys. Texts without a rare name in common are left out.
    private static func compare(
        _ keys: [ForeignKeys.Key], with latin: KeyLists, mostRare: Int, _ shared: inout [Shared],
        _ touched: inout [Int32]
    ) {
        let lists = keys.map { ($0.kind, latin.positions(of: $0)) }.filter { $0.1.count <= mostTexts }
        for (kind, positions) in lists where kind == .name && positions.count <= mostRare {
            for other in positions {
                if shared[Int(other)].all == 0 { touched.append(other) }
                shared[Int(other)].all += 1
                shared[Int(other)].names += 1
                shared[Int(other)].rare += 1
            }
        }
        for (kind, positions) in lists where kind != .name || positions.count > mostRare {
            for other in positions where shared[Int(other)].rare > 0 {
                shared[Int(other)].all += 1
                if kind != .subject { shared[Int(other)].names += 1 }
            }
        }
    }
}

extension [Neighbours.Pair] {
    /// For each pair, the first positions of its two stories. A story keeps only the first partner that it gets, so
    /// that pairs, which are weak evidence, do not join long chains of stories.
    func partners(in sets: DisjointSets) -> [Neighbours.Pair] {
        var sets = sets
        var partners: [Int: Int] = [:]
        return compactMap { pair in
            let (a, b) = (sets.root(of: pair.a), sets.root(of: pair.b))
            guard a != b, partners[a, default: b] == b, partners[b, default: a] == a else { return nil }
            (partners[a], partners[b]) = (b, a)
            return .init(a: a, b: b)
        }
    }
}

/// The positions of texts by key.
private struct KeyLists {
    private var index = HashIndex(capacity: 1 << 12)
    /// The list of key number `n` is in `starts[n]..<starts[n + 1]`.
    private var starts: [Int32] = [0]
    private var positions: [Int32] = []

    /// - Parameter read: replaces the list with the keys of a text, each once.
    init(_ texts: some Sequence<Int>, _ read: (Int, inout [ForeignKeys.Key]) -> Void) {
        var pairs: [(key: Int32, position: Int32)] = []
        var counts: [Int32] = []
        var keys: [ForeignKeys.Key] = []
        for position in texts {
            read(position, &keys)
            for key in keys {
                let number = index.insert(key.value, counts.count)
                if number == counts.count { counts.append(0) }
                counts[number] += 1
                pairs.append((Int32(number), Int32(position)))
            }
        }
        for count in counts { starts.append((starts.last ?? 0) + count) }
        positions = Array(repeating: 0, count: pairs.count)
        var next = starts
        for pair in pairs {
            positions[Int(next[Int(pair.key)])] = pair.position
            next[Int(pair.key)] += 1
        }
    }

    func positions(of key: ForeignKeys.Key) -> ArraySlice<Int32> {
        guard let number = index.find(key.value) else { return [] }
        return positions[Int(starts[number])..<Int(starts[number + 1])]
    }
}

/// The keys of titles.
struct ForeignKeys {
    enum Kind: UInt32 { case name, place, subject }

    /// A name, a place, a number or a subject.
    struct Key: Equatable {
        /// 30 bits of a hash and the kind.
        let value: UInt32

        init(_ hash: UInt32, _ kind: Kind) {
            value = hash & 0x3FFF_FFFF | (kind.rawValue << 30)
        }

        var kind: Kind { Kind(rawValue: value >> 30) ?? .name }
    }

    private let texts: NewsTexts

    init(_ texts: NewsTexts) {
        self.texts = texts
    }

    /// Replaces `keys` with those of a text, each once.
    func keys(of text: Int, in keys: inout [Key]) {
        keys.removeAll(keepingCapacity: true)
        for word in texts.words(of: texts.texts[text]) {
            guard let key = key(of: word), !keys.contains(key) else { continue }
            keys.append(key)
        }
    }

    private func key(of word: NewsTexts.Word) -> Key? {
        if word.kind.contains(.digit) { return word.length > 1 ? Key(word.hash, .name) : nil }
        guard word.prefix != 0 else { return nil }
        if let known = Self.known.index.find(word.prefix) { return Self.known.keys[known] }
        guard word.isCapital, word.length >= 4 else { return nil }
        let first = Int(word.letters)
        return consonants(first..<first + Int(word.length)).map { Key($0, .name) }
    }

    /// The hash of a name's first letter and its first consonants. Nil if these are fewer than three.
    private func consonants(_ letters: Range<Int>) -> UInt32? {
        var consonants = Consonants()
        NameSounds.each(of: texts.letters[letters]) { consonants.add($0) }
        return consonants.hash
    }

    /// The known words of both languages. `index` has the index in `keys` by the prefix of each word.
    private static let known: (index: HashIndex, keys: [Key]) = {
        var index = HashIndex(capacity: 512)
        var keys: [Key] = []
        for (list, kind) in [(places, Kind.place), (subjects, .subject)] {
            for line in list.split(separator: "\n") {
                let prefixes = line.split(separator: " ").map { KnownWords.hashes(of: $0).prefix }
                for prefix in prefixes { _ = index.insert(prefix, keys.count) }
                keys.append(Key(mixed(prefixes[0] &+ 1), kind))
            }
        }
        return (index, keys)
    }()

    /// A line has all names of one place or body.
    static let places = """
        сша us usa
        россия россии россию россией рф russia russian russians
        москва москве moscow
        украина украины украине украину ukraine ukrainian
        киев киева киеве kyiv kiev
        великобритания британия британии британский britain british uk
        лондон london
        германия германии germany german
        берлин berlin
        франция франции france french
        париж париже paris
        китай китая китае кнр china chinese
        пекин beijing
        япония японии japan japanese
        индия индии india indian
        израиль израиля израиле israel israeli
        турция турции turkey turkish türkiye
        иран ирана iran iranian
        сирия сирии syria syrian
        грузия грузии georgia georgian
        польша польши poland polish
        европа европы europe european
        евросоюз ес eu
        нато nato
        оон un
        мвф imf
        воз who
        вашингтон вашингтоне washington
        белоруссия белоруссии беларусь belarus
        испания испании spain spanish
        италия италии italy italian
        корея кореи korea korean
        мексика мексики mexico mexican
        австралия австралии australia australian
        """

    /// A line has the words of one subject.
    private static let subjects = """
        землетрясение earthquake quake
        выборы выборах election elections vote
        президент president presidential
        премьер prime premier
        парламент parliament
        суд суда court
        санкции sanctions
        удар удары strike strikes attack
        дрон беспилотник drone drones
        пожар fire fires wildfire
        взрыв explosion blast
        переговоры talks negotiations
        перемирие прекращение ceasefire truce
        протест протесты protest protests
        вакцина vaccine vaccines
        коронавирус covid coronavirus
        погибли погиб погибших killed dead deaths dies died
        самолет plane aircraft jet
        ядерный ядерное nuclear
        нефть нефти oil
        газ gas
        саммит summit
        космос космический space spacecraft
        запуск запустил запустила launch launches launched
        отставка отставку resign resigns resignation
        арест арестован задержан arrest arrested detained
        паром ferry
        мост bridge
        наводнение flood floods
        ураган hurricane storm
        """
}

/// A name by its first letter and the consonants after it, at most five in all.
private struct Consonants {
    private var count = 0
    private var last: UInt8 = 0
    private var state = FNV32.start

    private static let most = 5
    private static let least = 3

    /// Nil if there are too few.
    var hash: UInt32? { count < Self.least ? nil : mixed(state) }

    /// Adds a sound. Vowels after the first letter do not count, and nothing after the fifth sound, because the endings
    /// of Russian cases are such sounds: "Зеленский", "Зеленским".
    mutating func add(_ sound: UInt8) {
        guard sound != 0, count < Self.most, NameSounds.isVowel(sound) ? count == 0 : sound != last else { return }
        last = sound == UInt8(ascii: "y") ? UInt8(ascii: "i") : sound
        state = FNV32.adding(UInt32(last), to: state)
        count += 1
    }
}

/// What Cyrillic and Latin spellings of a name have in common: its first letter and the consonants after it.
package struct NameSounds: Sendable {
    private let sounds: [UInt8]

    /// - Parameter name: one word.
    package init(_ name: String) {
        let letters = name.unicodeScalars.map { LetterTable.standard.fold($0.value) }
        var sounds: [UInt8] = []
        Self.each(of: letters.filter { $0 > LetterTable.skipped }[...]) { sound in
            guard sound != 0, Self.isVowel(sound) ? sounds.isEmpty : sound != sounds.last else { return }
            sounds.append(sound == UInt8(ascii: "y") ? UInt8(ascii: "i") : sound)
        }
        self.sounds = sounds
    }

    /// The number of sounds. Names with fewer than two cannot be compared.
    package var count: Int { sounds.count }

    package func isEqual(to other: NameSounds) -> Bool { sounds == other.sounds }

    /// Whether both may be spellings of one name: one has a sound more at its end, as an ending of a case is, or one of
    /// at least four sounds differs.
    package func isLike(_ other: NameSounds) -> Bool {
        let (short, long) = count < other.count ? (sounds, other.sounds) : (other.sounds, sounds)
        guard short.count >= 2, long.count <= short.count + 1 else { return false }
        if long.starts(with: short) { return true }
        let start = zip(short, long).prefix { $0 == $1 }.count
        let end = zip(short.reversed(), long.reversed()).prefix { $0 == $1 }.count
        return long.count >= 4 && min(start + end, short.count) >= long.count - 1
    }

    /// Names of places and bodies, in all spellings of one on a line.
    package static var places: [[Substring]] {
        ForeignKeys.places.split(separator: "\n").map { $0.split(separator: " ") }
    }

    static func each(of letters: ArraySlice<UInt16>, _ body: (UInt8) -> Void) {
        for index in letters.indices {
            let next = index + 1 < letters.endIndex ? letters[index + 1] : 0
            let (first, second) = sounds(letters[index], before: next)
            body(first)
            body(second)
        }
    }

    /// The one or two sounds of a letter; 0 is no sound.
    private static func sounds(_ letter: UInt16, before next: UInt16) -> (UInt8, UInt8) {
        switch letter {
        case 0x430..<0x450: cyrillic[Int(letter - 0x430)]
        case UInt16(UInt8(ascii: "c")): (isSoft(next) ? UInt8(ascii: "s") : UInt8(ascii: "k"), 0)
        case UInt16(UInt8(ascii: "k")) where next == UInt16(UInt8(ascii: "h")): (0, 0)
        case UInt16(UInt8(ascii: "h")), UInt16(UInt8(ascii: "j")): (0, 0)
        case UInt16(UInt8(ascii: "q")): (UInt8(ascii: "k"), 0)
        case UInt16(UInt8(ascii: "w")): (UInt8(ascii: "v"), 0)
        case UInt16(UInt8(ascii: "x")): (UInt8(ascii: "k"), UInt8(ascii: "s"))
        case UInt16(UInt8(ascii: "z")): (UInt8(ascii: "s"), 0)
        case 0x61...0x7A: (UInt8(letter), 0)
        default: (0, 0)
        }
    }

    /// Whether a `c` before this letter is a sibilant.
    private static func isSoft(_ letter: UInt16) -> Bool { "eiyh".utf16.contains(letter) }

    /// The sounds of а to я. Sibilants count as one, because languages write them in many ways.
    private static let cyrillic: [(UInt8, UInt8)] = [
        "a", "b", "v", "g", "d", "e", "s", "s", "i", "", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "",
        "ts",
        "s", "s", "s", "", "y", "", "e", "u", "a",
    ].map { ($0.utf8.first ?? 0, $0.utf8.dropFirst().first ?? 0) }

    static func isVowel(_ sound: UInt8) -> Bool {
        switch sound {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"),
            UInt8(ascii: "y"):
            true
        default: false
        }
    }
}
