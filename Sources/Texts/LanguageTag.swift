/// Tags of languages (BCP 47), and the names of locales.
package enum LanguageTag {
    /// The primary language: `ru` of `ru-RU` and `RU_ru`, in small letters.
    package static func primary(_ tag: some StringProtocol) -> String {
        tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    }

    /// Whether a tag begins with two or three letters, as every registered language does.
    package static func isPlausible(_ tag: some StringProtocol) -> Bool {
        let language = primary(tag)
        return (2...3).contains(language.count) && language.allSatisfy { $0.isASCII && $0.isLetter }
    }

    /// Whether it has the form of a tag (RFC 5646, section 2.1), such as `ru` and `zh-Hant-TW`.
    package static func isWellFormed(_ tag: String) -> Bool {
        guard tag.utf8.count <= 35 else { return false }
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        return (2...8).contains(parts[0].count) && parts[0].allSatisfy(\.isLetter)
            && parts.allSatisfy {
                (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }
}
