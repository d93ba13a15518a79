import Texts

/// The language of a text, by the two letters of its code.
struct TextLanguage: Hashable, Comparable, Sendable {
    let code: UInt16

    static let unknown = TextLanguage(code: 0)
    /// A text in Latin letters whose words do not tell its language.
    static let unsure = TextLanguage(code: 1)
    static let english = TextLanguage("en")
    static let russian = TextLanguage("ru")
    static let chinese = TextLanguage("zh")
    static let japanese = TextLanguage("ja")
    static let korean = TextLanguage("ko")

    /// The language of a tag such as `en-GB`. Unknown if the tag does not begin with two letters.
    init(_ tag: some StringProtocol) {
        let letters = Array(LanguageTag.primary(tag).utf8)
        let isCode = letters.count == 2 && letters.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        code = isCode ? UInt16(letters[0]) << 8 | UInt16(letters[1]) : 0
    }

    init(code: UInt16) {
        self.code = code
    }

    /// The two letters; empty if the language is not known.
    var letters: String {
        guard isKnown else { return "" }
        return String(decoding: [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)], as: UTF8.self)
    }

    var isKnown: Bool { self != .unknown && self != .unsure }

    static func < (a: TextLanguage, b: TextLanguage) -> Bool { a.code < b.code }
}

extension TextLanguage {
    /// Finds the language of a text by its letters and its most common words.
    struct Evidence {
        private var english = 0
        private var others = 0
        private var latin = 0
        private var cyrillic = 0
        /// The number of words with a letter that Russian does not have.
        private var foreignCyrillic = 0
        /// The numbers of signs of Chinese and Japanese, of those of Japanese alone, and of Korean words.
        private var signs = 0
        private var kana = 0
        private var hangul = 0

        mutating func add(_ letters: ArraySlice<UInt16>, _ kind: KnownWords.Kind) {
            guard let first = letters.first else { return }
            if (0x430...0x4FF).contains(first) {
                cyrillic += 1
                if letters.contains(where: { $0 >= 0x450 }) { foreignCyrillic += 1 }
            } else if (0x61..<0x250).contains(first) {
                latin += 1
                if kind.contains(.english) {
                    english += 1
                } else if kind.contains(.stop) {
                    others += 1
                }
            } else if (0xAC00...0xD7A3).contains(first) {
                hangul += 1
            } else if let script = LetterTable.script(of: first) {
                signs += 1
                if script != .ideograph { kana += 1 }
            }
        }

        /// The language of a text most of whose words are in a script that one language has.
        private var languageOfScript: TextLanguage? {
            let others = latin + cyrillic
            return hangul > others ? .korean : signs <= others ? nil : kana * 8 > signs ? .japanese : .chinese
        }

        var script: NewsTexts.Script {
            cyrillic == latin ? .other : cyrillic > latin ? .cyrillic : .latin
        }

        /// Nil if the common words of English are not clearly more or fewer than those of other languages: some words,
        /// such as "as" and "in", are in several.
        var isEnglish: Bool? {
            english > others + 1 ? true : english < others ? false : nil
        }

        /// Whether a text with these letters cannot be in a language. The programs of publishers say `en` or `ru` if
        /// nobody sets the language, so only these two are doubted. Russian texts have many Latin names, and a short
        /// Russian title may have nothing else.
        func contradicts(_ said: TextLanguage) -> Bool {
            switch said {
            case .english: cyrillic > latin || languageOfScript != nil
            case .russian: latin >= 6 && cyrillic * 8 <= latin || languageOfScript != nil
            default: false
            }
        }

        /// - Parameter said: the language that the source gives. It is used unless the letters contradict it.
        func language(said: TextLanguage) -> TextLanguage {
            if said != .unknown, !contradicts(said) { return said }
            if let languageOfScript { return languageOfScript }
            if cyrillic > latin { return foreignCyrillic * 8 > cyrillic ? .unknown : .russian }
            if english == others { return latin > 0 ? .unsure : .unknown }
            return english > others ? .english : .unknown
        }
    }
}

extension NewsTexts {
    /// The script of a text whose letters contradict the language that its source gives; nil if they do not.
    package static func script(of title: String, _ summary: String, against tag: String) -> Script? {
        let said = TextLanguage(tag)
        guard said == .english || said == .russian else { return nil }
        let evidence = evidence(of: title, summary) { _ in [] }
        return evidence.contradicts(said) ? evidence.script : nil
    }

    /// Whether the most common words of a text are English; nil if they do not tell.
    package static func isEnglish(_ title: String, _ summary: String) -> Bool? {
        evidence(of: title, summary) { KnownWords.standard.kind(of: $0, hasDigit: false) }.isEnglish
    }

    private static func evidence(
        of title: String, _ summary: String, kind: (UInt32) -> KnownWords.Kind
    ) -> TextLanguage.Evidence {
        var evidence = TextLanguage.Evidence()
        eachWord(of: title, summary) { evidence.add($0.letters, kind($0.hash)) }
        return evidence
    }
}
