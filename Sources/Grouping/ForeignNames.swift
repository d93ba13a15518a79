/// Finds texts in Cyrillic and in Latin letters that tell one story, by their names, places, numbers and subjects.
///
/// A name is compared by its consonants, so that "Зеленский" and "Zelenskyy" are equal. Places that other languages
/// call differently, and the commonest subjects of news, are in a table. Precision matters most: at least three of
/// these must agree, two of them names, places or numbers, one of these two rare and not in the table, and most of those
/// of the Cyrillic title.
struct ForeignNames {
    /// Pairs of positions that tell one story, those with most in common first: a text in Cyrillic letters and one in
    /// Latin letters.
    private(set) var pairs: [Neighbours.Pair] = []

    /// Texts are compared if they were published within this number of seconds.
    private static let window: Int64 = 24 * 3600
    /// A key that more texts have than this says nothing.
    private static let mostTexts = 200
    /// A key that this number of texts have, or a fiftieth of all, is still rare.
    private static let fewTexts = 8
    private static let leastShared = 3
    private static let leastNames = 2
    private static let leastShare: Float = 0.6

    /// A name, a place, a number or a subject.
    private struct Key: Hashable {
        var hash: UInt32
        var kind: ForeignKeys.Kind
    }

    /// What two texts have in common.
    private struct Shared {
        var all = 0
        var names = 0
        var rare = 0
    }

    init(_ texts: NewsTexts, _ order: [Int]) {
        let scripts = order.map { texts.texts[$0].script }
        guard scripts.contains(.cyrillic), scripts.contains(.latin) else { return }
        let reader = ForeignKeys(texts)
        var found: [(Int, Neighbours.Pair)] = []
        var latin: [Key: [Int]] = [:]
        for position in order.indices where scripts[position] == .latin {
            for key in Self.keys(reader, order[position]) { latin[key, default: []].append(position) }
        }
        for position in order.indices where scripts[position] == .cyrillic {
            let keys = Self.keys(reader, order[position])
            guard keys.count >= Self.leastShared else { continue }
            var shared: [Int: Shared] = [:]
            for key in keys {
                let positions = latin[key] ?? []
                guard positions.count <= Self.mostTexts else { continue }
                let isRare = key.kind == .name && positions.count <= max(Self.fewTexts, order.count / 50)
                for other in positions {
                    shared[other, default: Shared()].all += 1
                    if key.kind != .subject { shared[other]?.names += 1 }
                    if isRare { shared[other]?.rare += 1 }
                }
            }
            for (other, count) in shared.sorted(by: { $0.key < $1.key })
            where count.all >= Self.leastShared && count.names >= Self.leastNames && count.rare > 0
                && Float(count.all) >= Self.leastShare * Float(keys.count)
                && Self.areNear(texts.texts[order[position]], texts.texts[order[other]])
            {
                found.append((-count.all, .init(a: position, b: other)))
            }
        }
        pairs = found.sorted { ($0.0, $0.1.a, $0.1.b) < ($1.0, $1.1.a, $1.1.b) }.map(\.1)
    }

    /// The first positions of two stories for each pair. A story has one partner at most, so that nothing joins through
    /// a story in another script.
    func stories(_ sets: DisjointSets) -> [Neighbours.Pair] {
        var sets = sets
        var partners: [Int: Int] = [:]
        return pairs.compactMap { pair in
            let (a, b) = (sets.root(of: pair.a), sets.root(of: pair.b))
            guard a != b, partners[a, default: b] == b, partners[b, default: a] == a else { return nil }
            (partners[a], partners[b]) = (b, a)
            return .init(a: a, b: b)
        }
    }

    private static func keys(_ reader: ForeignKeys, _ text: Int) -> Set<Key> {
        Set(reader.keys(of: text).map { Key(hash: $0.hash, kind: $0.kind) })
    }

    private static func areNear(_ a: NewsTexts.Text, _ b: NewsTexts.Text) -> Bool {
        guard let x = a.published, let y = b.published else { return false }
        return abs(x - y) <= window
    }
}

/// The keys of titles.
private struct ForeignKeys {
    enum Kind { case name, place, subject }

    private let texts: NewsTexts
    /// The key of each known word of both languages, by the first five letters.
    private let known: [UInt32: (hash: UInt32, kind: Kind)]

    init(_ texts: NewsTexts) {
        self.texts = texts
        known = Self.known
    }

    func keys(of text: Int) -> [(hash: UInt32, kind: Kind)] {
        let title = texts.texts[text].title
        return (Int(title.lowerBound)..<Int(title.upperBound)).compactMap { key(of: texts.words[$0]) }
    }

    private func key(of word: NewsTexts.Word) -> (hash: UInt32, kind: Kind)? {
        if word.kind.contains(.digit) { return word.length > 1 ? (word.hash, .name) : nil }
        guard word.stem != 0 else { return nil }
        if let known = known[word.stem] { return known }
        guard word.isCapital, word.length >= 4 else { return nil }
        let letters = texts.letters[Int(word.letters)..<Int(word.letters) + Int(word.length)]
        return Self.consonants(of: letters).map { ($0, .name) }
    }

    /// The hash of a name's first letter and its consonants. Nil if there are fewer than three letters.
    private static func consonants(of letters: ArraySlice<UInt16>) -> UInt32? {
        var sounds: [UInt8] = []
        var rest = letters
        while let letter = rest.popFirst() {
            for sound in sound(letter, before: rest.first) {
                let isVowel = "aeiouy".utf8.contains(sound)
                if isVowel ? sounds.isEmpty : sounds.last != sound {
                    sounds.append(sound == UInt8(ascii: "y") ? UInt8(ascii: "i") : sound)
                }
            }
        }
        // Endings of Russian cases are vowels or a last consonant such as "м" in "Зеленским".
        guard sounds.count >= 3 else { return nil }
        return mixed(sounds.prefix(5).reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 })
    }

    private static func sound(_ letter: UInt16, before next: UInt16?) -> [UInt8] {
        switch letter {
        case 0x430..<0x450: cyrillic[Int(letter - 0x430)]
        case UInt16(UInt8(ascii: "c")): latinC(next)
        case UInt16(UInt8(ascii: "h")), UInt16(UInt8(ascii: "j")): []
        case UInt16(UInt8(ascii: "q")): [UInt8(ascii: "k")]
        case UInt16(UInt8(ascii: "w")): [UInt8(ascii: "v")]
        case UInt16(UInt8(ascii: "x")): Array("ks".utf8)
        case UInt16(UInt8(ascii: "z")): [UInt8(ascii: "s")]
        case 0x61...0x7A: [UInt8(letter)]
        default: []
        }
    }

    private static func latinC(_ next: UInt16?) -> [UInt8] {
        guard let next, let sign = Unicode.Scalar(next) else { return [UInt8(ascii: "k")] }
        return "eiyh".unicodeScalars.contains(sign) ? [UInt8(ascii: "s")] : [UInt8(ascii: "k")]
    }

    /// The sounds of а to я. Sibilants count as one, because languages write them in many ways.
    private static let cyrillic: [[UInt8]] = [
        "a", "b", "v", "g", "d", "e", "s", "s", "i", "", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "",
        "ts",
        "s", "s", "s", "", "y", "", "e", "u", "a",
    ].map { Array($0.utf8) }

    private static let known: [UInt32: (hash: UInt32, kind: Kind)] = {
        var known: [UInt32: (hash: UInt32, kind: Kind)] = [:]
        for (list, kind) in [(places, Kind.place), (subjects, .subject)] {
            for line in list.split(separator: "\n") {
                let stems = line.split(separator: " ").map { KnownWords.stem($0, .standard) }
                for stem in stems { known[stem] = (mixed(stems[0] &+ 1), kind) }
            }
        }
        return known
    }()

    /// A line has all names of one place or body.
    private static let places = """
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
