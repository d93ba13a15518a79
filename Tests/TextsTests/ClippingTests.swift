import Foundation
import Testing

@testable import Texts

@Suite struct ClippingTests {
    @Test func `a text is cut where a sentence ends, else between words`() {
        let text = "The harbour opened. The first ship came in from Varnia at noon."
        #expect(text.clipped(to: 63) == text)
        #expect(text.clipped(to: 27) == "The harbour opened.")
        #expect(text.clipped(to: 50) == "The harbour opened. The first ship came in from…")
        #expect("He asked \"Who comes?\" and left again".clipped(to: 28) == "He asked \"Who comes?\"")
        #expect("word, and more".clipped(to: 6) == "word…")
        #expect("word more".clipped(to: 4) == "word…")
        #expect("anything".clipped(to: 0) == "…")
        #expect("بندرگاہ کھل گئی۔ پہلا جہاز دوپہر کو آیا".clipped(to: 20) == "بندرگاہ کھل گئی۔")
        #expect("هل فتح الميناء؟ وصلت السفينة".clipped(to: 20) == "هل فتح الميناء؟")
        #expect("They waited… and waited".clipped(to: 14) == "They waited…")
    }

    @Test(arguments: [
        ("“It rained here.", "”"), ("„Es regnet hier.", "“"), ("«Дождь идёт давно.", "»"), ("“It rained here.”", ""),
        ("« Il pleut depuis lundi.", " »"), ("»Es regnet« und «heute.", ""), ("“It ‘rained’ here.", "”"),
        ("“Sun.” “It rained here.", "”"), ("Bo writes \"It rained here.", "\""), ("\"Sun.\" It rained here.", ""),
        ("A 5\" pipe is broken here.", ""),
    ])
    func `a quotation that is open at the end of the sentence is closed, if there is room`(text: String, mark: String) {
        let length = text.unicodeScalars.count
        #expect((text + " Then the sun came.").clipped(to: length + 2) == text + mark)
        #expect((text + " Then the sun came.").clipped(to: length) == text)
    }

    @Test func `a full stop behind an abbreviation, a number or in a name ends no sentence`() {
        #expect("Mr. Brown and Dr. Smith meet again".clipped(to: 19) == "Mr. Brown and Dr…")
        #expect("It costs 12. 50 of them are sold".clipped(to: 14) == "It costs 12…")
        #expect("Visit example.org today or never".clipped(to: 19) == "Visit example.org…")
    }

    @Test func `a sentence does not end inside brackets`() {
        #expect("It rained here (incl. snow and hail)".clipped(to: 24) == "It rained here (incl…")
        #expect("It rained :( on them. Then the sun came".clipped(to: 24) == "It rained :( on them.")
        #expect("It (the rain) ended here. Then the sun came".clipped(to: 28) == "It (the rain) ended here.")
    }

    @Test func `a script without spaces is cut between two characters, whatever stands before`() {
        let text = "速報 " + String(repeating: "地震の情報が続いています", count: 100)
        let cut = text.clipped(to: 320)
        #expect(cut.hasSuffix("…"))
        #expect(cut.unicodeScalars.count == 321)
        #expect("東京で会議が開かれた。大阪でも開かれた。".clipped(to: 12) == "東京で会議が開かれた。")
        let thai = String(repeating: "ที่", count: 40)
        #expect(thai.clipped(to: 20) == String(repeating: "ที่", count: 6) + "…")
    }

    @Test func `a character is cut only when it alone is longer than any language needs`() {
        let family = "👩‍👩‍👧‍👦"
        #expect(String(repeating: family, count: 9).clipped(to: 20) == family + family + "…")
        let flags = String(repeating: "🇷🇺", count: 9)
        #expect(flags.clipped(to: 7) == "🇷🇺🇷🇺🇷🇺…")
        let monster = "a" + String(repeating: "\u{301}\u{323}", count: 500_000)
        #expect(monster.clipped(to: 300).unicodeScalars.count == 301)
    }

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
