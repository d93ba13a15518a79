import Foundation
import Testing

@testable import Grouping

/// Titles and summaries that are made to crash or to stall what compares them.
@Suite struct HostileWordsTests {
    @Test func `an ampersand that is escaped a hundred thousand times over is one ampersand`() {
        let title = "Fish &" + String(repeating: "amp;", count: 131_072) + " chips"
        #expect(words(of: title) == words(of: "Fish & chips"))
        #expect(words(of: "Fish &amp;amp;quot;chips") == words(of: "Fish \"chips"))
    }

    @Test func `a sign that begins no tag is looked at once`() {
        let title = "Fish " + String(repeating: "<a", count: 300_000) + " chips"
        #expect(words(of: title).first == words(of: "Fish").first)
    }

    private func words(of text: String) -> [UInt32] {
        var text = text
        return text.withUTF8 { bytes in
            var reader = WordReader(bytes)
            var words: [UInt32] = []
            while reader.next() { words.append(reader.hash) }
            return words
        }
    }
}
