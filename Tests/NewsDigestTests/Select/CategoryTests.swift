import Testing

@testable import NewsDigest
@testable import Values

@Suite struct CategoryTests {
    @Test(arguments: [
        ("tech", "technology"), ("Sport", "sports"), ("biz", "business"), (" SCIENCE ", "science"),
        ("наука", "science"),
        ("концерты", "concert"), ("Афиша", "events"), ("world", "general"), ("theatre", "theater"),
    ]) func `a name is known in the forms that people write`(text: String, name: String) {
        #expect(Category(named: text)?.name == name)
    }

    @Test func `categories of events alone are told from those of both`() {
        #expect(Category("concert").isOnlyForEvents)
        #expect(Category.events.isOnlyForEvents)
        #expect(!Category("entertainment").isOnlyForEvents)
        #expect(!Category("technology").isOnlyForEvents)
    }
}
