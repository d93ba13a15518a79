import Testing

@testable import NewsDigest
@testable import Values

@Suite struct CategoryTests {
    @Test(arguments: [
        ("tech", "technology"), ("Sport", "sports"), ("biz", "business"), (" SCIENCE ", "science"),
        ("наука", "science"),
        ("концерты", "concert"), ("Афиша", "events"), ("world", "general"), ("theatre", "theater"), ("chess", "chess"),
    ]) func `a name is known in the forms that people write`(text: String, name: String) {
        #expect(Category(named: text, own: ["chess"])?.name == name)
    }

    @Test func `the reader's own name goes before a synonym`() {
        #expect(Category(named: "culture", own: ["Culture"])?.name == "Culture")
        #expect(Category(named: "culture")?.name == "entertainment")
    }

    @Test(arguments: [("technolgy", "technology"), ("sprots", "sports"), ("concrt", "concert"), ("ches", "chess")])
    func `the nearest name is suggested for an unknown one`(text: String, name: String) {
        #expect(Category(named: text, own: ["chess"]) == nil)
        #expect(Category.nearest(to: text, own: ["chess"]) == name)
    }

    @Test func `nothing is suggested for what is like no name`() {
        #expect(Category.nearest(to: "qqqqqqqq") == nil)
    }

    @Test func `categories of events alone are told from those of both`() {
        #expect(Category("concert").isOnlyForEvents)
        #expect(Category.events.isOnlyForEvents)
        #expect(!Category("entertainment").isOnlyForEvents)
        #expect(!Category("technology").isOnlyForEvents)
    }
}
