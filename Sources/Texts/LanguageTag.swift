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
}
