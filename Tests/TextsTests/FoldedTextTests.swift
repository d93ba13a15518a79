import Testing

@testable import Texts

@Suite struct FoldedTextTests {
    @Test(arguments: [
        ("Apple’s  new chip — 3,000 cores!", ["apples", "new", "chip", "3", "000", "cores"]),
        ("Ёлка «Снегурочка»: №5 и Йод", ["елка", "снегурочка", "no5", "и", "йод"]),
        ("Çà et là, naïve CAFÉ", ["çà", "et", "là", "naïve", "café"]),
        ("cafe\u{301} ﬁne ２０２６ 漢字", ["café", "fine", "2026", "漢字"]),
        ("", []), (" … — ", []),
    ])
    func `words are folded`(text: String, words: [String]) {
        #expect(FoldedText.words(of: text) == words)
        #expect(FoldedText.folded(text) == words.joined(separator: " "))
    }

    @Test func `usual letters fold the same beside unusual ones`() {
        let scalars = (UInt32(1)..<0x600).map(\.self) + (0x2000..<0x2200).map(\.self)
        for scalar in scalars.compactMap(Unicode.Scalar.init) {
            let text = "A\(scalar)B \(scalar)"
            #expect(FoldedText.words(of: text) + ["漢"] == FoldedText.words(of: "\(text) 漢"), "U+\(scalar.value)")
        }
    }
}
