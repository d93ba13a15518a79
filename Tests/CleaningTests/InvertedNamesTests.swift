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
    ])
    func `names with the family name first are turned round`(authors: [String], spoken: [String]) {
        #expect(Self.spoken(authors) == spoken)
    }

    private static func spoken(_ authors: [String]) -> [String] {
        var profile = SourceProfile(nil, now: .now)
        return authors.map(InvertedNames(authors, &profile).spoken)
    }
}
