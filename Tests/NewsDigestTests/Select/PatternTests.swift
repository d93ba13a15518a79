import Foundation
import Testing

@testable import Select
@testable import Settings
@testable import Texts
@testable import Values

@Suite struct PatternTests {
    private func matches(
        _ pattern: String, _ title: String, summary: String = "", url: String = "https://example.org/1",
        tag: String? = nil, reader: String = "en"
    ) throws
        -> Bool
    {
        var item = article(title, url: url)
        item.language = tag
        item.summary = summary
        item.author = "Joan Writer"
        item.tags = ["Open Data"]
        var search = PatternSearch()
        return search.first(of: [try Pattern(pattern)], in: FilteredText(item, reader: reader)) != nil
    }

    @Test(arguments: [
        ("новости", "Сводка новостей за день"), ("новость", "О новостях"), ("ёлка", "Елки и игрушки"),
        ("елка", "На ёлке зажгли огни"), ("гороскоп", "Гороскопы на неделю"), ("футбольный", "Футбольная лига"),
        ("battery", "New batteries charge faster"), ("hopping", "They hop and hopped"), ("chip", "CHIPS are back"),
        ("election", "Elections called"), ("open source", "An open-source engine"), ("crypto*", "Cryptocurrency falls"),
        ("крипто*", "Криптовалюта растёт"), ("Don't", "Dont look now"), ("ai", "AI rules"),
    ]) func `a word is found in its other forms`(pattern: String, title: String) throws {
        #expect(try matches(pattern, title))
    }

    @Test(arguments: [
        ("de", "Haus", "Neue Häuser am Hafen"), ("de", "Wahl", "Vor den Wahlen"), ("de", "Straße", "Sanierte Strassen"),
        ("fr", "élection", "Les élections de mai"), ("fr", "économie", "L’économie ralentit"),
        ("fr", "l'économie", "Relancer l’économie"), ("es", "elección", "Elecciones en mayo"),
        ("es", "político", "La crisis política"), ("pt", "notícia", "Todas as notícias"),
        ("pt", "jogo", "Os jogos de hoje"), ("it", "elezione", "Le elezioni di maggio"),
        ("it", "energia", "Il prezzo dell’energia"), ("it", "scuol*", "Nell'altra scuola"),
    ]) func `a word is found in its other forms in the language of the text`(
        tag: String, pattern: String, title: String
    )
        throws
    {
        #expect(try matches(pattern, title, tag: tag))
        #expect(try matches(pattern, title, reader: tag), "a text without a language is in the reader's")
        #expect(try matches(pattern, "«\(title)»", tag: "\(tag)-XX", reader: "ru"))
    }

    @Test func `what is too long for a word of a language is found as it is`() throws {
        let word = String(repeating: "häuser", count: 40)
        #expect(StemLanguage.german.stem(of: word) == word)
        #expect(try matches(word, "Neue \(word) am Hafen", tag: "de"))
    }

    @Test func `an English text stays English for a reader of another language`() throws {
        #expect(try matches("battery", "New batteries are in the shops", reader: "de"))
        #expect(try matches("battery", "Batteries", tag: "en", reader: "de"))
        #expect(try matches("Wahl", "Nach den Wahlen in Sachsen", tag: "en", reader: "de"), "the tag is a default")
        #expect(try !matches("Wahl", "Nach den Wahlen in Sachsen"))
        #expect(try matches("новость", "Сводка новостей", tag: "ru", reader: "de"))
    }

    @Test(arguments: [
        ("новости", "Новый год"), ("swift", "Swiftly done"), ("art", "Start of the party"),
        ("chip", "Chocolate cookies"),
        ("open source", "The source was open"), ("ai", "Said again"), ("кот", "Который час"),
    ]) func `another word is not found`(pattern: String, title: String) throws {
        #expect(try !matches(pattern, title))
    }

    @Test func `each field can be named, and all are searched otherwise`() throws {
        #expect(try matches("writer", "Plain"))
        #expect(try matches("daily", "Plain"))
        #expect(try matches("data", "Plain"))
        #expect(try matches("horoscope", "Plain", url: "https://example.org/horoscope/1"))
        #expect(
            try matches(
                "гороскоп", "Plain", url: "https://example.org/%D0%B3%D0%BE%D1%80%D0%BE%D1%81%D0%BA%D0%BE%D0%BF"))
        #expect(try matches("author:writer", "Plain"))
        #expect(try !matches("title:writer", "Plain"))
        #expect(try matches("text:hidden", "Plain", summary: "A hidden word"))
        #expect(try !matches("title:hidden", "Plain", summary: "A hidden word"))
        #expect(try matches("category:/^general/", "Plain"))
    }

    @Test func `a regular expression is searched for without regard to case`() throws {
        #expect(try matches(#"/\bgpus?\b/"#, "New GPU"))
        #expect(try matches("/^срочно/", "СРОЧНО: дождь"))
        #expect(try !matches(#"/\bgpu\b/"#, "Gpus"))
    }

    @Test func `an expression is found at the end of a long text, and searched for in any number of items`() throws {
        let pattern = try Pattern("/needle\\b/")
        var search = PatternSearch()
        var item = article("Plain", url: "https://example.org/1")
        item.summary = String(repeating: "hay ", count: 900) + "needle"
        #expect(search.first(of: [pattern], in: FilteredText(item)) == pattern)
        item.summary = String(repeating: "hay need ", count: 30)
        let text = FilteredText(item)
        for _ in 0..<1_000 { #expect(search.first(of: [pattern], in: text) == nil) }
        #expect(search.abandoned.isEmpty)
    }

    @Test(arguments: [
        ("/(a/", "'/(a/' is not a regular expression"), ("  ", "'  ' has no word to look for"),
        ("...", "'...' has no word to look for"),
    ]) func `a pattern that cannot be used is quoted`(pattern: String, reason: String) {
        let error = #expect(throws: InvalidPattern.self) { try Pattern(pattern) }
        #expect(error?.description == reason)
    }

    @Test func `a slow expression is given up, named and harms no other`() throws {
        let slow = try Pattern("/(a+)+$/")
        var rules = SelectionRules()
        rules.mute = [slow, try Pattern("horoscope")]
        let candidates = (0..<40).map { index in
            Candidate(
                id: "c\(index)",
                item: article(
                    index == 39 ? "Horoscope" : String(repeating: "a", count: 60) + "!\(index)",
                    url: "https://example.org/\(index)"),
                firstSeen: Date(timeIntervalSince1970: 1_795_219_200))
        }
        let clock = ContinuousClock()
        var selection: Selection?
        let time = clock.measure {
            selection = Selection(
                candidates: candidates, rules: rules, now: Date(timeIntervalSince1970: 1_795_222_800))
        }
        #expect(time < .seconds(20))
        #expect(
            selection?.failures == [
                Failure(.select, "/(a+)+$/", "takes too long and was skipped; write a simpler pattern")
            ])
        #expect(selection?.decisions["c39"] == .muted(by: "horoscope"))
    }

    @Test(arguments: [
        ("вагонов", "вагон"), ("важнейшими", "важн"), ("красивая", "красив"), ("бегавшая", "бега"), ("книгами", "книг"),
        ("caresses", "caress"), ("relational", "relat"), ("hopeful", "hope"), ("running", "run"), ("sky", "sky"),
        ("2026", "2026"), ("naïve", "naïve"),
    ]) func `stems are those of the published algorithms`(word: String, stem: String) {
        #expect(StemLanguage.english.stem(of: word) == stem)
    }
}
