import Testing

@testable import Gather
@testable import NewsDigest
@testable import Select
@testable import Settings
@testable import Values

@Suite struct SectionNamesTests {
    private func names(_ toml: String) throws -> SectionNames {
        try Configuration(toml: toml, file: "c.toml", environment: [:]).sectionNames
    }

    @Test(arguments: [
        ("Chess", "chess"), ("schach", "chess"), ("gardens", "gardens"), ("tech", "technology"), ("наука", "science"),
    ]) func `a section is found by its name, its alias, or a built-in form`(text: String, name: String) throws {
        let names = try names(
            """
            [[feeds]]
            url = "https://example.org/a"
            category = "gardens"
            [categories.chess]
            aliases = ["Schach"]
            """)
        #expect(names.section(named: text)?.name == name)
    }

    @Test func `the reader's own name goes before a built-in form`() throws {
        let names = try names("[categories]\ntech = \"Gadgets\"")
        #expect(names.section(named: "Tech")?.name == "tech")
        #expect(names.nearest(to: "tehc")?.section.name == "tech")
        #expect(SectionNames(own: [:]).section(named: "tech")?.name == "technology")
        #expect(SectionNames(own: [:]).nearest(to: "tehc")?.section.name == "technology")
    }

    @Test(arguments: [
        ("technolgy", "technology"), ("sprots", "sports"), ("concrt", "concert"), ("ches", "chess"),
        ("shcach", "schach"),
    ]) func `the nearest name is suggested for an unknown one`(text: String, name: String) throws {
        let names = try names("[categories.chess]\naliases = [\"schach\"]")
        #expect(names.section(named: text) == nil)
        let other = name == "schach" ? ", another name of 'chess'" : ""
        #expect(names.suggestion(for: text) == "did you mean '\(name)'\(other)?")
    }

    @Test func `a section is found by the title that a digest shows, if no other has it`() throws {
        let names = try names(
            """
            language = "ru"
            [[feeds]]
            url = "https://example.org/a"
            category = "Harbour News"
            [[feeds]]
            url = "https://example.org/b"
            category = "gardens"
            [categories]
            harbour = "Harbour news"
            one = "Same"
            two = "Same"
            melodies = "Music"
            """)
        #expect(names.others == ["gardens", "harbour"])
        #expect(names.section(named: "harbour news")?.name == "harbour")
        #expect(names.section(named: "Gardens")?.name == "gardens")
        #expect(names.section(named: "Фестивали")?.name == "festival")
        #expect(names.section(named: "same") == nil)
        #expect(names.section(named: "music")?.name == "entertainment")
        #expect(names.section(named: "") == nil)
    }

    @Test func `a built-in section keeps its title if only its aliases are configured`() throws {
        let configuration = try Configuration(
            toml: """
                language = "ru"
                [categories.technology]
                aliases = ["gizmo"]
                [categories.concert]
                from = ["gigs"]
                [categories.chess]
                aliases = ["schach"]
                """, file: "c.toml", environment: [:])
        #expect(SelectionRules(configuration, sections: []).titles == ["chess": "chess"])
        let rows = CategoryList(configuration).groups.flatMap(\.entries)
        let row = try #require(rows.first { $0.name == "technology" })
        #expect(row.title == "Технологии" && row.aliases?.prefix(2) == ["gizmo", "gadgets"])
    }

    @Test func `a name goes before an alias, and of several aliases that of the first section`() throws {
        let names = try names(
            """
            [categories]
            a = "A"
            [categories.b]
            aliases = ["A", "both", "tech"]
            [categories.c]
            aliases = ["Both"]
            """)
        #expect(names.section(named: "a")?.name == "a")
        #expect(names.section(named: "both")?.name == "b")
        #expect(names.section(named: "technology")?.name == "technology")
        #expect(names.shadowedAliases.map(\.alias) == ["A", "Both"])
        #expect(names.shadowedAliases.map(\.meant) == ["a", "b"])
    }

    @Test(arguments: [
        ("a = \"\"", "'categories.a' is empty"), ("a = \" \"", "'categories.a' is empty"),
        ("\"\" = \"B\"", "'categories' has a name that is empty"),
        ("\"a\\nb\" = \"B\"", "'categories' has a name that has a line break or another control character"),
        ("a = \"B\\nC\"", "'categories.a' has a line break or another control character"),
        ("a = { title = \"\" }", "'categories.a.title' is empty"),
    ]) func `a section has a name and a title of one line`(line: String, reason: String) throws {
        #expect(throws: RunError.configuration(file: "c.toml", line: 2, reason: reason)) {
            try names("[categories]\n\(line)")
        }
    }

    @Test func `a name that is like no other gets the list of names`() throws {
        let names = try names("[categories]\nchess = \"Chess\"")
        #expect(names.nearest(to: "qqqqqqqq") == nil)
        #expect(
            names.suggestion(for: "qqqqqqqq")
                == "known: business, chess, entertainment, events, general, health, other, science, sports, technology")
    }
}
