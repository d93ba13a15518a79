import Foundation

/// Tags of languages (BCP 47), the names of locales, and what feeds write in their place.
package enum LanguageTag {
    /// The primary language: `ru` of `ru-RU` and `RU_ru`, in small letters. A code of three letters and an English name
    /// become the code of two letters, if there is one: `eng` and `English`.
    package static func primary(_ tag: some StringProtocol) -> String {
        let language = first(of: tag)
        return language.utf8.count == 2 ? language : codes[language] ?? language
    }

    /// The primary language of a tag that says one; nil for any other text.
    package static func known(_ tag: String) -> String? {
        let language = primary(tag)
        return isPlausible(language) && !others.contains(language) ? language : nil
    }

    /// The tag as HTML takes it; nil if it says no language.
    package static func forHTML(_ tag: String) -> String? {
        guard let language = known(tag) else { return nil }
        let whole = language + tag.dropFirst(first(of: tag).count)
        return isWellFormed(whole) ? whole : language
    }

    /// Whether a tag begins with two or three letters, as every registered language does.
    package static func isPlausible(_ tag: some StringProtocol) -> Bool {
        let language = first(of: tag)
        return (2...3).contains(language.count) && language.allSatisfy { $0.isASCII && $0.isLetter }
    }

    /// Whether it has the form of a tag (RFC 5646, section 2.1), such as `ru` and `zh-Hant-TW`.
    package static func isWellFormed(_ tag: String) -> Bool {
        guard tag.utf8.count <= 35, isPlausible(tag) else { return false }
        return tag.split(separator: "-", omittingEmptySubsequences: false).allSatisfy {
            (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }

    private static func first(of tag: some StringProtocol) -> String {
        tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    }

    /// Codes of no language: undetermined, several, uncoded, and no words (ISO 639-2).
    private static let others: Set<String> = ["und", "mul", "mis", "zxx"]

    /// The codes of two letters by those of three (ISO 639-2) and by the English names.
    private static let codes: [String: String] = {
        let english = Locale(identifier: "en")
        var codes = librarians
        for code in Locale.LanguageCode.isoLanguageCodes where code.identifier.utf8.count == 2 {
            codes[code.identifier(.alpha3) ?? ""] = code.identifier
            codes[english.localizedString(forLanguageCode: code.identifier)?.lowercased() ?? ""] = code.identifier
        }
        codes[""] = nil
        return codes
    }()

    /// The older codes of three letters, which libraries use.
    private static let librarians = [
        "alb": "sq", "arm": "hy", "baq": "eu", "bur": "my", "chi": "zh", "cze": "cs", "dut": "nl", "fre": "fr",
        "geo": "ka", "ger": "de", "gre": "el", "ice": "is", "mac": "mk", "mao": "mi", "may": "ms", "per": "fa",
        "rum": "ro", "slo": "sk", "tib": "bo", "wel": "cy",
    ]
}
