import Foundation
import Testing

@testable import Cleaning

@Suite struct InvertedNamesTests {
    @Test(arguments: [
        ["dpa, Reuters", "Reuters, AP", "AP, AFP"], ["Reuters, Al Quay", "Tass, Reuters", "Efe, Elsom Post"],
        ["AP, Anna Lee", "AFP, Bo Day", "DPA, Cy Ames"], ["Anna, Bo", "Cy, Dee", "Eve, Flo"],
        ["Reuters, Anna Lee", "Reuters, Bo Day", "Reuters, Cy Ames"], ["Lee, Anna", "Anna, Bo M.", "Quay, Cy"],
        ["anna, bo m.", "cy, dee", "eve, flo"],
    ])
    func `agencies and first names are not turned round`(authors: [String]) {
        #expect(Self.spoken(authors) == authors)
    }

    @Test(arguments: [
        (["Lee, Anna", "Ames, Cy", "Quay, Di Ann"], ["Anna Lee", "Cy Ames", "Di Ann Quay"]),
        (["Lee, A.", "Ames, Cy", "Quay, Di"], ["A. Lee", "Cy Ames", "Di Quay"]),
        (["Lee, A. B.", "McAmes, Cy", "Quay, Bo van"], ["A. B. Lee", "Cy McAmes", "Bo van Quay"]),
        (
            ["agence, AFP", "Lee, Anna", "Ames, Cy", "Quay, Di Ann", "Quay, Di Ann, agence, AFP"],
            ["AFP agence", "Anna Lee", "Cy Ames", "Di Ann Quay", "Di Ann Quay, AFP agence"]
        ),
        (["van Day, Bo", "Lee, Anna, Ames, Cy", "Ли, Ян"], ["Bo van Day", "Anna Lee, Cy Ames", "Ян Ли"]),
        (["Lee, A."], ["A. Lee"]),
        (["Lee, A. B., van Day, C.-D., Ames, E.F.", "gazette"], ["A. B. Lee, C.-D. van Day, E.F. Ames", "gazette"]),
    ])
    func `names with the family name first are turned round`(authors: [String], spoken: [String]) {
        #expect(Self.spoken(authors) == spoken)
    }

    @Test func `a paper of many authors hides no form`() {
        let many = (0..<12).map { "Family\($0), \($0 == 11 ? "Cy" : "Given\($0)")" }.joined(separator: ", ")
        let spoken = (0..<12).map { "\($0 == 11 ? "Cy" : "Given\($0)") Family\($0)" }.joined(separator: ", ")
        #expect(Self.spoken([many, "Lee, Anna M.", "Cy, Di"]) == [spoken, "Anna M. Lee", "Di Cy"])
    }

    @Test(arguments: ["Anna Lee, M.D.", "Anna Lee, M.D., Bo Day, R.N.", "Lee, A.B.C, Day, B."])
    func `letters that are no initials are not turned round`(author: String) {
        #expect(Self.spoken([author]) == [author])
    }

    private static func spoken(_ authors: [String]) -> [String] {
        var profile = SourceProfile(nil, now: .now)
        return authors.map(InvertedNames(authors, &profile).spoken)
    }
}
