import Testing

@testable import Texts

@Suite struct StreamSafeTests {
    @Test func `no letter keeps more than thirty marks, also where something invisible parts them`() {
        let marks = "\u{301}\u{323}"
        #expect(("a" + String(repeating: marks, count: 15) + "b").streamSafe.unicodeScalars.count == 32)
        #expect(("a" + String(repeating: marks, count: 16)).streamSafe.unicodeScalars.count == 31)
        for parting in ["\u{200B}", "\u{34F}", "\u{AD}", "\u{1B}", "\u{F73}", "\u{FF9E}", "\u{FE0F}"] {
            let text = "a" + String(repeating: String(repeating: marks, count: 10) + parting, count: 1000)
            #expect(text.streamSafe.cleanLine.unicodeScalars.count < 32)
        }
        for text in ["ё́ Ёлка", "Việt Nam — ngày", "ที่นี่", "हिन्दी समाचार", "👩‍👩‍👧‍👦🇷🇺", "שָׁלוֹם", "速報ですガ", "한국어 뉴스"] {
            #expect(Array(text.streamSafe.unicodeScalars) == Array(text.unicodeScalars))
        }
    }
}
