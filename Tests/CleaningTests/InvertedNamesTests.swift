import Testing

@testable import Cleaning

@Suite struct InvertedNamesTests {
    @Test(arguments: [
        ("Lee, A.", "A. Lee"), ("Lee, A., Ames, C.", "A. Lee, C. Ames"),
        ("Lee, A. B., van Day, C.-D., Ames, E.F.", "A. B. Lee, C.-D. van Day, E.F. Ames"),
    ])
    func `family names before initials are turned round`(author: String, spoken: String) {
        #expect(author.spokenNames == spoken)
    }

    @Test(arguments: [
        "Anna Lee, M.D.", "Anna Lee, M.D., Bo Day, R.N.", "Lee, A.B.C, Day, B.", "gazette", "AP, AFP",
        "Anna Lee, Bo Day",
        "Lee, A., Ames", "",
    ])
    func `letters that are no initials are not turned round`(author: String) {
        #expect(author.spokenNames == author)
    }
}
