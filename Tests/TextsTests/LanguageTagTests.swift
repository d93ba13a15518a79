import Testing
import Texts

@Suite struct LanguageTagTests {
    @Test(arguments: [
        ("ru", "ru"), ("ru-RU", "ru"), ("RU_ru", "ru"), ("eng", "en"), ("deu", "de"), ("ger", "de"), ("fre-CA", "fr"),
        ("English", "en"), ("hindi", "hi"), ("gsw", "gsw"), ("und", nil), ("mul", nil), ("", nil), ("x", nil),
        ("Nonsense", nil), ("e1", nil), ("ру", nil),
    ])
    func `a tag says a language with two or three letters, or in English`(tag: String, language: String?) {
        #expect(LanguageTag.known(tag) == language)
    }

    @Test(arguments: [
        ("en-GB", "en-GB"), ("zh-Hant-TW", "zh-Hant-TW"), ("eng", "en"), ("eng-GB", "en-GB"), ("he_IL", "he"),
        ("English", "en"), ("en-<b>", "en"), ("Language", nil),
    ])
    func `HTML gets a tag that is well-formed`(tag: String, written: String?) {
        #expect(LanguageTag.forHTML(tag) == written)
    }

    @Test func `the configuration takes codes only`() {
        #expect(LanguageTag.isPlausible("eng") && !LanguageTag.isPlausible("English"))
        #expect(!LanguageTag.isWellFormed("English") && LanguageTag.isWellFormed("en-GB"))
    }
}
