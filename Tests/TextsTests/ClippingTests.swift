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

    @Test func `a quotation is closed after the sign of a cut`() {
        #expect("He says: “The old harbour opens on Monday”".clipped(to: 30) == "He says: “The old harbour…”")
        #expect("Он сказал: «Старая гавань откроется завтра»".clipped(to: 30) == "Он сказал: «Старая гавань…»")
        #expect("“The harbour opens” is the sign over it".clipped(to: 31) == "“The harbour opens” is the sign…")
    }

    @Test func `a full stop behind an abbreviation, a number or in a name ends no sentence`() {
        #expect("Mr. Brown and Dr. Smith meet again".clipped(to: 19) == "Mr. Brown and Dr…")
        #expect("It costs 12. 50 of them are sold".clipped(to: 14) == "It costs 12…")
        #expect("Visit example.org today or never".clipped(to: 19) == "Visit example.org…")
    }

    @Test(arguments: [
        (
            "Rain fell in Elsom all day long. It was far too wet. The boats stay in", 60,
            "Rain fell in Elsom all day long. It was far too wet."
        ),
        (
            "They sail to Elsom in the rain, as they did on the third of Nov. 5 boats", 65,
            "They sail to Elsom in the rain, as they did on the third of Nov…"
        ),
        (
            "The boats that sail at night, e.g. Anna and Quay, are in the harbour", 42,
            "The boats that sail at night, e.g. Anna…"
        ),
        (
            "They look at the old boats of the fair at alt.quay. – a part of it", 62,
            "They look at the old boats of the fair at alt.quay…"
        ),
        ("Лодка стоит в гавани с 2019 г. Она старая и больше не выходит", 44, "Лодка стоит в гавани с 2019 г."),
    ])
    func `a short word may end a sentence, and an abbreviation does not`(text: String, length: Int, cut: String) {
        #expect(text.clipped(to: length) == cut)
    }

    @Test func `the number of an item in a list ends no sentence`() {
        let text = "Trams run again.\n\n3. The third boat of the old town sails to the harbour"
        #expect(text.clipped(to: 21) == "Trams run again.")
        #expect(text.sentences.map(\.text).last == "3. The third boat of the old town sails to the harbour")
    }

    @Test func `one or two words after a colon or a dash are left out`() {
        let text = "The people of Elsom hold on to their old boats"
        for mark in [":", ";", " –"] {
            #expect("\(text)\(mark) Almost all of them".clipped(to: 56) == "\(text)…")
            #expect("\(text)\(mark) Almost all of them".clipped(to: 59) == "\(text)…")
        }
        #expect("\(text): Almost all of them stay".clipped(to: 67) == "\(text): Almost all of them…")
    }

    @Test func `short words that connect what follows are left out before a cut`() {
        #expect(
            "The boats of Elsom carry the mail to the old harbour".clipped(to: 42)
                == "The boats of Elsom carry the mail…")
        #expect(
            "El puerto de Elsom abre con el izado y colocación".clipped(to: 40)
                == "El puerto de Elsom abre con el izado…")
        #expect("The boats do as we do in it".clipped(to: 22) == "The boats do…")
        #expect(
            "The boats of Elsom carry the NBC home".clipped(to: 34) == "The boats of Elsom carry the NBC…")
    }

    @Test func `a script without spaces is cut at a comma in the last third`() {
        #expect("大桥今天恢复通车，市民们等了很久才等到，因为洪水".clipped(to: 22) == "大桥今天恢复通车，市民们等了很久才等到…")
        #expect("大桥，今天恢复通车市民们等了很久才等到因为洪水".clipped(to: 21) == "大桥，今天恢复通车市民们等了很久才等到因为…")
    }

    @Test func `a text in columns is whole, or loses more than its last words`() {
        let sentence = "The boats of the old harbour sail on and on"
        let text = String(repeating: sentence + " and ", count: 7) + "home"
        #expect(text.clipped(toColumns: 340) == text)
        let cut = text.clipped(toColumns: 336)
        #expect(cut.hasSuffix("…") && cut.unicodeScalars.count <= 336 * 9 / 10 + 1 && cut.unicodeScalars.count > 280)
        let quoted = "“" + text.dropLast(4) + "home”"
        #expect(quoted.clipped(toColumns: 336).unicodeScalars.count <= 336 * 9 / 10 + 1)
        #expect(quoted.clipped(toColumns: 336).hasSuffix("…”"))
        let long = text + " " + text
        #expect(long.clipped(toColumns: 336).unicodeScalars.count > 315)
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

    @Test func `Thai, Chinese and Japanese have no spaces between words, and Korean has`() {
        #expect("กลาวの。ー".unicodeScalars.allSatisfy { $0.isOfScriptWithoutSpaces })
        #expect(!"한국aя🚋 —".unicodeScalars.contains { $0.isOfScriptWithoutSpaces })
    }
}
