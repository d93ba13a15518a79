import TestSupport
import Testing

@testable import Texts

/// A search for bytes: a combining mark behind a sign does not make it another one.
@Suite struct LiteralTests {
    @Test(arguments: [
        ("a/b//c", "a-b--c"), ("/\u{301}", "-\u{301}"), ("\r\n/", "\r\n-"), ("/", "-"), ("", ""), ("abc", "abc"),
        ("🇷🇺/🇷", "🇷🇺-🇷"),
    ])
    func `each occurrence is replaced`(text: String, replaced: String) {
        #expect(Array(text.replacing(literal: "/", with: "-").unicodeScalars) == Array(replaced.unicodeScalars))
    }

    @Test func `a line break inside a character is one too`() {
        #expect("a\r\nb".replacing(literal: "\n", with: "|") == "a\r|b")
    }

    @Test func `a mark behind a quotation mark does not open a shell's quotes`() {
        #expect(Array(quoted("a'\u{301}b").unicodeScalars) == Array("'a'\\''\u{301}b'".unicodeScalars))
    }

    /// Flags are the characters whose ends take longest to find.
    @Test func `the work grows with the text`() {
        func flags(_ count: Int) -> String { String(repeating: "🇷", count: count) }
        let growth = Work.growth(of: flags) { _ = $0.replacing(literal: "/", with: "-") }
        #expect(growth.isLinear, "\(growth)")
    }
}
