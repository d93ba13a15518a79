import Testing

@testable import Texts

@Suite struct NearestNameTests {
    private let known = ["title", "name", "language"]

    @Test func `a sentence about an unknown name asks whether the nearest one was meant`() {
        #expect(suggestion(for: "titel", among: known) == "did you mean 'title'?")
        #expect(hint(for: "titel", among: known) == "; did you mean 'title'?")
        #expect(allowedValues(for: "titel", among: known) == "did you mean 'title'? known: language, name, title")
    }

    @Test func `a very long name costs no time`() {
        let long = String(repeating: "title", count: 20_000)
        #expect(suggestion(for: long, among: known) == "known: language, name, title")
        #expect(suggestionOfFive(for: long, among: (0..<6).map { "name \($0)" }).hasPrefix("the nearest are: name 0"))
    }

    @Test func `no name is suggested that is far away`() {
        #expect(hint(for: "ar", among: ["fr", "tr"]) == "")
        #expect(suggestion(for: "qwerty", among: known) == "known: language, name, title")
        #expect(hint(for: "qwerty", among: known) == "")
        #expect(allowedValues(for: "qwerty", among: known) == "known: language, name, title")
    }
}
