/// Tags of languages (BCP 47), and the names of locales.
package enum LanguageTag {
    /// The primary language: `ru` of `ru-RU` and `RU_ru`, in small letters.
    package static func primary(_ tag: some StringProtocol) -> String {
        tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    }
}
