import Testing

@testable import Texts

@Suite struct SentencesTests {
    @Test(arguments: [
        ("Offen bis zum 14. Januar 2027. Dann nicht.", ["Offen bis zum 14. Januar 2027.", "Dann nicht."]),
        ("A plan, c. 1935. It was lost.", ["A plan, c. 1935.", "It was lost."]),
        ("Handbook, Vol. 2 is here. Vol. 3 is not.", ["Handbook, Vol. 2 is here.", "Vol. 3 is not."]),
        ("They won 14. The others lost.", ["They won 14.", "The others lost."]),
        ("Был 2020 г. Он прошёл.", ["Был 2020 г.", "Он прошёл."]),
    ])
    func `a number or an abbreviation before a number ends no sentence`(text: String, sentences: [String]) {
        #expect(text.sentences.map(\.text) == sentences)
    }

    @Test func `a text has sentences, and each knows its place in its paragraph`() {
        let sentences =
            "It rained. The U.S. team, led by Mr. Ames, won 3.5 points!\nNo end here\n\nLast (“so it is.”) One"
            .sentences
        #expect(
            sentences.map(\.text) == [
                "It rained.", "The U.S. team, led by Mr. Ames, won 3.5 points!", "No end here", "Last (“so it is.”)",
                "One",
            ])
        #expect(sentences.map(\.isClosed) == [true, true, false, true, false])
        #expect(sentences.map(\.isParagraph) == [false, false, true, false, false])
        #expect(
            sentences.text
                == "It rained. The U.S. team, led by Mr. Ames, won 3.5 points!\n\nNo end here\n\nLast (“so it is.”) One"
        )
        #expect("Video: https://example.org/watch?v=1 The number rose".sentences.count == 2)
        #expect("".sentences == [] && "...".sentences.count == 1)
    }

    @Test func `paragraphs on one line do not run into each other`() {
        #expect(["Rain today", "Sun tomorrow."].onOneLine == "Rain today · Sun tomorrow.")
        #expect(["It rained.", "Then not."].onOneLine == "It rained. Then not.")
        #expect(["With:", "- one", "- two"].onOneLine == "With: one · two")
        #expect(["a line that was", "broken in two"].onOneLine == "a line that was broken in two")
        #expect(["anna: Rain", "bo: Sun"].onOneLine == "anna: Rain · bo: Sun")
        #expect(["At 7.0.3", "iPhone"].onOneLine == "At 7.0.3 · iPhone")
        #expect(["Rain (in Elsom)", "Sun (it is hot.)", "Wind"].onOneLine == "Rain (in Elsom) · Sun (it is hot.) Wind")
        #expect(["朋友上传，", "原盒原图"].onOneLine == "朋友上传，原盒原图")
        #expect([].onOneLine == "" && ["- "].onOneLine == "")
    }

    @Test func `sentences that were joined get a space between them, and names with a dot stay`() {
        #expect(
            "It rained.The sun came. See Node.js or U.S.A. now!Yes it is on Mail.Ru".withSpacesBetweenSentences
                == "It rained. The sun came. See Node.js or U.S.A. now! Yes it is on Mail.Ru")
        #expect(
            "It rains in Elsom.On Monday the Яндекс.Такси stops.".withSpacesBetweenSentences
                == "It rains in Elsom. On Monday the Яндекс.Такси stops.")
        let code = "Use crypto.GenerateBytes, call fmt.Println(1) and see system.Out.flush"
        #expect(code.withSpacesBetweenSentences == code)
        #expect("It rains...The sun…Came. A...Z".withSpacesBetweenSentences == "It rains... The sun… Came. A...Z")
        #expect("See Elsom MAX.Sun FC won.- Rain".withSpacesBetweenSentences == "See Elsom MAX.Sun FC won. - Rain")
        #expect(
            "It is on TV3 MAX.Harbour FC won. ASP.Net and NASA.Gov stay".withSpacesBetweenSentences
                == "It is on TV3 MAX. Harbour FC won. ASP.Net and NASA.Gov stay")
    }

    @Test func `a text is cut by what its characters say`() {
        let chinese = String(repeating: "新闻", count: 200)
        #expect(chinese.clipped(toColumns: 320).unicodeScalars.count == 161)
        let russian = String(repeating: "новость ", count: 100)
        #expect(russian.clipped(toColumns: 320).unicodeScalars.count > 300)
        let hindi = String(repeating: "की ", count: 200)
        #expect(hindi.clipped(toColumns: 320).unicodeScalars.count > 320)
        #expect(String(repeating: "\u{301}", count: 100_000).clipped(toColumns: 320).unicodeScalars.count <= 1281)
        #expect("short".clipped(toColumns: 320) == "short")
    }

    @Test func `columns line up in a terminal, where a Chinese character takes two and a mark none`() {
        let rows = [["速報", "a"], ["e\u{301}", "b"], ["long", "c", "d"]]
        #expect(rows.aligned == ["速報  a", "e\u{301}     b", "long  c  d"])
    }
}
