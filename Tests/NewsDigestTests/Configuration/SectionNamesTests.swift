import Testing

@testable import NewsDigest
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
        #expect(names.nearest(to: "tehc")?.name == "tech")
        #expect(SectionNames(own: [:]).section(named: "tech")?.name == "technology")
        #expect(SectionNames(own: [:]).nearest(to: "tehc")?.name == "technology")
    }

    @Test(arguments: [
        ("technolgy", "technology"), ("sprots", "sports"), ("concrt", "concert"), ("ches", "chess"),
        ("shcach", "chess"),
    ]) func `the nearest name is suggested for an unknown one`(text: String, name: String) throws {
        let names = try names("[categories.chess]\naliases = [\"schach\"]")
        #expect(names.section(named: text) == nil)
        #expect(names.suggestion(for: text) == "did you mean '\(name)'?")
    }

    @Test func `a name that is like no other gets the list of names`() throws {
        let names = try names("[categories]\nchess = \"Chess\"")
        #expect(names.nearest(to: "qqqqqqqq") == nil)
        #expect(
            names.suggestion(for: "qqqqqqqq")
                == "known: business, chess, entertainment, events, general, health, science, sports, technology")
    }
}
