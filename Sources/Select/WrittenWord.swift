import Foundation
import Grouping
import Texts

/// A word of a text, without what an apostrophe or a hyphen joins to it.
struct WrittenWord {
    /// As it is written.
    let text: String
    /// Without case and accents.
    let bare: String
    let isCapital: Bool
    /// Whether it begins a sentence, so that every word would have a capital there.
    let isFirst: Bool
    /// Whether an apostrophe follows it. In Turkish, names have one before their endings.
    let hasEnding: Bool
    /// Whether only a space is between it and the word before it.
    let follows: Bool

    /// "BaFin" is a name in every language.
    fileprivate var hasInnerCapital: Bool {
        text.dropFirst().contains { $0.isUppercase } && text.contains { $0.isLowercase }
    }

    var isAcronym: Bool { text.count > 1 && text == text.uppercased() && text != text.lowercased() }
}

extension String {
    /// All words, also those without a capital, in order.
    var writtenWords: [WrittenWord] {
        var words: [WrittenWord] = []
        var end = startIndex
        for range in ranges(of: /[\p{L}\p{M}\p{N}]+/) {
            let text = String(self[range])
            let gap = self[end..<range.lowerBound]
            let next = range.upperBound < endIndex ? self[range.upperBound] : " "
            words.append(
                WrittenWord(
                    text: text, bare: FoldedText.bareWords(of: text).joined(),
                    isCapital: text.count > 1 && text.first?.isUppercase == true,
                    isFirst: words.isEmpty && !gap.contains { "“„«\"".contains($0) }
                        || gap.contains { ".:!?".contains($0) },
                    hasEnding: next == "’" || next == "'", follows: gap == " "))
            end = range.upperBound
        }
        return words
    }
}

extension [WrittenWord] {
    /// Whether a word with a capital is a name, as far as its place tells.
    func isName(at index: Int, _ language: String, _ isTranslated: Bool) -> Bool {
        let word = self[index]
        if word.isAcronym || word.hasInnerCapital { return true }
        if MonthNames.month(word.text) != nil { return false }
        if word.isFirst {
            // The tellings have a noun in another language in any form.
            if isTranslated { return false }
            if language == "en" { return !word.bare.hasCommonEnding && !CommonWords.isEnglish(word.bare) }
            return language == "tr" && word.hasEnding || isSubject(index, language)
        }
        guard language == "de", index > 0 else { return true }
        // Every German noun has a capital. A name follows another one, or a word that has a name after it.
        let before = self[index - 1]
        guard word.follows else { return false }
        let isLast = index + 1 == count || !self[index + 1].isCapital || !self[index + 1].follows
        guard isLast else { return false }
        if CapitalizedWords.beforeGermanNames.contains(before.bare) { return !word.bare.hasNounEnding }
        if before.isFirst, before.bare.count < 4 || before.bare.hasAdjectiveEnding { return false }
        return before.isCapital && !CapitalizedWords.measures.contains(before.bare)
    }

    /// Whether a verb or "and" follows the first word of a sentence. Romance nouns have an article there.
    private func isSubject(_ index: Int, _ language: String) -> Bool {
        guard let verbs = CapitalizedWords.verbs[language], self[index].text.count > 3, index + 1 < count,
            self[index + 1].follows
        else {
            return false
        }
        let next = self[index + 1].text
        return !CapitalizedWords.subjects.contains(self[index].bare)
            && (verbs.contains(next) || next.count > 3 && ["ó", "ò", "ou", "á", "à"].contains { next.hasSuffix($0) }
                || language == "fr" && next.hasSuffix("ra"))
    }
}

extension String {
    /// An ending of English words that may begin a sentence.
    fileprivate var hasCommonEnding: Bool { ["s", "ed", "ing", "ly"].contains { hasSuffix($0) } }

    /// As articles have it too.
    fileprivate var hasAdjectiveEnding: Bool {
        ["e", "er", "en", "es", "em", "as", "im", "am", "ein", "zum"].contains { hasSuffix($0) }
    }

    fileprivate var hasNounEnding: Bool {
        ["ung", "heit", "keit", "schaft", "tion", "tat", "nis", "ment", "tum", "ngen"].contains { hasSuffix($0) }
    }
}

/// Words that have a capital and are no names.
enum CapitalizedWords {
    /// Offices, bodies, times and parts of the world: whole words, and beginnings of at least five letters.
    static func contains(_ bare: String) -> Bool {
        words.contains(bare) || beginnings.contains { bare.hasPrefix($0) }
    }

    /// In German, a noun after one of these is no name.
    static let measures = list(
        """
        euro dollar prozent millionen milliarden million milliarde kilometer meter zentimeter tonnen tonne liter kilo \
        kilogramm uhr franken rubel lira barrel hektar quadratmeter stunden minuten tage tagen jahre jahren jahr ende \
        nach seit drei vier funf acht zehn zwei zwolf mehr rund fast viel uber durch trotz beim auch doch noch \
        kein sein ihr anfang mitte hunderte hunderten tausende tausenden dutzende dutzenden
        """)

    /// In German, a word with a capital after one of these is a name.
    static let beforeGermanNames = list(
        "in aus nach bei von sagte sagt erklarte teilte berichtete kritisierte nannte laut gegen")

    /// Pronouns and adverbs before a verb.
    static let subjects = list(
        """
        tambien ayer hoy ella el ello esto eso este esta ese esa todo todos nadie quien nada asi ya aqui ellos no \
        ahora se lo le les \
        elle il on cela ca hier tout rien personne qui ceci ils elles ce ceux ne y si en ieri oggi lui lei questo questa \
        tutto nessuno chi non si ontem hoje ele ela isso isto tudo ninguem quem nao tambem ja
        """)

    /// Forms of verbs and what stands before them.
    static let verbs = [
        "es": list("ha han fue es era lo le la se no y cree dijo dice pide quiere tiene"),
        "fr": list("a ont est sera était avait va ne n et aura doit veut dit"),
        "it": list("ha hanno è sarà aveva vuole si ed e"),
        "pt": list("foi é tem disse quer será e"),
    ]

    private static let words = list(
        """
        dr mr mrs ms prof sir lord lady king queen prince princess pope herr frau mme mlle senor senora don dona san \
        north south east west northern southern eastern western central great new sea lake river mount cape bay gulf \
        street avenue road square bridge airport station park house hall church tower \
        prime chief vice deputy first foreign interior home defence defense finance labour labor health justice state \
        court cour supreme high bank party union council office army navy police news union league cup world nation \
        premier vali mali maliye bakan baskan yuce merkez bati dogu kuzey guney genel milli yerli il ilce adalar adasi \
        monday tuesday wednesday thursday friday saturday sunday christmas easter internet god \
        pazar pazartesi sali carsamba persembe cuma cumartesi lunes martes miercoles jueves viernes sabado domingo \
        etat etats mer ile mar rio lago isla gobierno estado corte tribunal ministro ley liga copa \
        президент премьер министр правительство дума совет союз верховный
        """)

    private static let beginnings = list(
        """
        minist parlam parlem parliam presid gobiern govern gouvern nation nacion federa univers polic senat \
        congr commis comis republ instit depart agenc agenz assembl chamber chancel secret direct general admin \
        transport interior exterior econom hacienda finan cultur kultur turism travail trabaj sante salud salut educ \
        agric \
        bakan meclis basbak baskan mahkem belediye universite cumhur maliye bolgesi valili komisyon parti muste \
        governor mayor judge depute deput constit democr republi socialist conserv liberal catholic christian muslim \
        islam jewish olymp champion internat
        """)

    private static func list(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }
}

/// The language of a text by its most common words and by the letters that no other one has.
struct WrittenLanguage {
    /// Two letters.
    let code: String

    /// Nil if the text does not tell.
    /// - Parameter expected: the language that a few words of another one do not change.
    init?(_ text: String, expected: String? = nil) {
        let words = text.lowercased().split { !$0.isLetter }
        var counts = Self.marks.mapValues { marks in
            words.count { marks.words.contains($0) || $0.contains { marks.letters.contains($0) } }
        }
        if let expected { counts[expected, default: 0] += 3 }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard sorted[0].value > sorted[1].value else { return nil }
        code = sorted[0].key
    }

    private static let marks: [String: (words: Set<Substring>, letters: Set<Character>)] = [
        "de": ("der die das und den mit von dem ein eine im nach wurde auf sich ist für bei zu nicht am", "ß"),
        "en": ("the of and to for with was that by from on at has have will after its his an as they be", ""),
        "es": ("el los las y una con por para se un al del su tras es más como sus ha lo", "ñ"),
        "fr": ("le les des du et dans une pour sur est au qui aux un ont été sont plus avec selon", "èêœù"),
        "it": ("il di che e per della una gli nel sono del è ha con alla dopo più i un anche", ""),
        "pt": ("o os as do da dos das em uma com não e um no na ao mais foi são após", "ãõ"),
        "ru": ("и в на не что по из за от был года с о для после это его как", "ыэъё"),
        "tr": ("ve bir bu için ile kadar göre iki sonra olan oldu en gibi yeni dedi kişi yüzde daha çok", "ığş"),
        "uk": ("і та на що з у від до за був про після як", "іїєґ"),
    ].mapValues { (Set($0.0.split(separator: " ")), Set($0.1)) }
}
