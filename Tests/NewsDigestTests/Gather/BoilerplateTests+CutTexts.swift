import Testing

@testable import Gather
@testable import Values

/// Texts that their sources cut are completed, or say so.
extension BoilerplateTests {
    private static let long =
        "The old bridge carries trams again since Monday, ten years after the flood that broke two of its five arches. "
        + "The town paid for it with a loan."

    @Test func `a sentence that its source cut is completed from the text, or left out of a long summary`() {
        func summary(_ text: String, html: String?) -> String {
            var item = Self.item("Harbour news", text)
            item.html = html
            return [item].withoutBoilerplate[0].summary
        }
        let cut = Self.long + " Next year the trams will also go to the…"
        #expect(summary(cut, html: nil) == Self.long)
        let rest = "<p>\(Self.long) Next year the trams will also go to the harbour. Then they end there.</p>"
        #expect(summary(cut, html: rest) == Self.long + " Next year the trams will also go to the harbour.")
        // The source may cut inside a word.
        let inWord = Self.long + " Next year the trams will also go to the har…"
        #expect(summary(inWord, html: rest).hasSuffix("will also go to the harbour."))
        #expect(summary(cut, html: "<p>\(Self.long) Next year the trams will also go to the…</p>") == Self.long)
        // The cut may be soon after the beginning of a sentence.
        #expect(summary(Self.long + " Next year the trams…", html: rest).hasSuffix("will also go to the harbour."))
        // In a short summary, every word counts.
        #expect(summary(Self.news + " Next year it will…", html: nil) == Self.news + " Next year it will…")
    }

    @Test(arguments: [
        (" It has 14...", " It has 14 arches", ". They are new."),
        ("\n\nThree new trams…", "\n\nThree new trams come", ". Soon."),
        ("\n\n- A lower fare for all old members", "\n\n- A lower fare for all old members of the club", ""),
        (" And…", " And nobody knows why", ". It rained."),
    ])
    func `a sentence that was cut after a few words is completed`(cut: String, whole: String, rest: String) {
        var item = Self.item("Harbour news", Self.long + cut)
        let parts = (Self.long + whole + rest + "\n\n- A lower fare on Mondays").split(separator: "\n\n")
        item.html = parts.map { $0.hasPrefix("- ") ? "<ul><li>\($0.dropFirst(2))</li></ul>" : "<p>\($0)</p>" }.joined()
        let mark = whole.hasPrefix("\n\n- ") ? "" : "."
        #expect([item].withoutBoilerplate[0].summary == Self.long + whole + mark)
    }

    @Test func `a question before a cut stays`() {
        let text = "\(Self.news) Anna Lee asks how much all of it has cost the town? […]\n\nNobody in the town knows."
        let shown = "\(Self.news) Anna Lee asks how much all of it has cost the town?\n\nNobody in the town knows."
        #expect(Self.summary(text) == shown)
    }

    @Test func `a text that ends with a colon is marked as cut`() {
        #expect(Self.summary(Self.news + " Anna Lee has advice:") == Self.news + " Anna Lee has advice…")
        #expect(Self.summary("市長は次のように述べた：") == "市長は次のように述べた…")
    }

    @Test func `a text that its source cut says so`() {
        let words = "The harbour of Elsom was closed on Monday because of high water, and boats had to wait outside"
        let cut = (0..<4).map { String("\($0) \(words)".prefix(90)) }
        let items = zip(Self.topics, cut + ["Short", "It rained."]).map { Self.item($0, $1) }
        let texts = items.withoutBoilerplate.map(\.summary)
        #expect(texts.prefix(3).allSatisfy { $0.hasSuffix("boats had to wait…") })
        #expect(texts.suffix(2) == ["Short", "It rained."])
        #expect(Array(items.suffix(4)).withoutBoilerplate[0].summary == cut[2], "two may be chance")
    }

    @Test func `a text that was cut inside its last word loses that word, where three have the same length`() {
        let words = "harbour of Elsom was closed on Monday because of high water, and boats had to wait outside"
        let cut = ["A", "B", "C"].map { String("\($0) \(words)".prefix(86)) + "…" }
        let items = zip(Self.topics, cut + ["\(words)…", "It rained."]).map { Self.item($0, $1) }
        let texts = items.withoutBoilerplate.map(\.summary)
        #expect(texts.prefix(3).allSatisfy { $0.hasSuffix("boats had to wait…") })
        #expect(texts.suffix(2) == ["\(words)…", "It rained."])
        #expect(Array(items.suffix(4)).withoutBoilerplate[0].summary == cut[1], "two may be chance")
        let described = String((1...60).map { "word\($0)" }.joined(separator: " ").prefix(259)) + "…"
        #expect(Self.summary(described).hasSuffix("word38…"), "newsapi.org cuts after 259 characters")
    }

    @Test func `a sentence is not cut where it ends in reach`() {
        let words = "of Elsom was closed on Monday because of high water and many boats. It was"
        let items = ["Harbour", "Old dam", "New dam"].map { Self.item("\($0) closed", "The \($0) \(words)") }
        #expect(items.withoutBoilerplate[0].summary.hasSuffix("many boats."))
    }

    @Test(arguments: [
        ("Bridge opens after ten years", "Elsom Gazette Storm passes Quay News Choir sin…"),
        ("Bridge opens after ten years", "Elsom Gazette Storm passes the... Quay News Choir sin…"),
        ("Bridge opens, but can it stay open?", "Elsom Gazette Is it safe? Quay News Choir sin…"),
        ("Bridge opens after ten years", "Elsom Gazette Is it safe! Quay News Choir sings Elsom Radio"),
    ])
    func `a list of headlines is no summary where it was cut`(title: String, rest: String) {
        #expect(Self.summary("\(title) \(rest)", under: title).isEmpty)
    }

    @Test(arguments: [
        "Elsom Gazette readers pay for it. Nobody knows what it cos…", "Nobody knows. Is it safe? Quay News Choir sin…",
        "Elsom Gazette readers ask: is it safe?",
    ])
    func `prose after the title is no list of headlines`(rest: String) {
        let title = "Can the bridge open after ten years?"
        #expect(Self.summary("\(title) \(rest)", under: title) == rest)
    }

    @Test(arguments: [
        ("The list: [...]", "The list:…"), ("It was long and [&hellip;]", "It was long and…"),
        ("It was long and […]", "It was long and…"), ("It ended. […]", "It ended."),
        ("It ended… Read more »", "It ended…"),
        ("It was long,…", "It was long…"),
        ("It rained all day.\n\nThe first…", "It rained all day."),
        ("大桥从星期一开始恢复通车。 市民很高兴。...", "大桥从星期一开始恢复通车。 市民很高兴。"),
        ("橋がまた通れるようになりました。 本当？……", "橋がまた通れるようになりました。 本当？"),
    ])
    func `a cut sentence ends with one ellipsis, and a whole one with none`(text: String, expected: String) {
        #expect(Self.summary(text) == expected)
    }

    @Test func `the article stands in for an excerpt of which hardly anything is left`() {
        for excerpt in ["Yellow cards: Lee (10)…", "Continue reading", "Bridge opens"] {
            var item = Self.item("Bridge opens", excerpt)
            item.html = "<p>ELSOM — \(Self.news)</p><p>Nobody knows why.</p>"
            #expect([item].withoutBoilerplate[0].summary == "\(Self.news)\n\nNobody knows why.", "\(excerpt)")
        }
    }

    @Test func `a sentence of a script without spaces is completed from the article`() {
        var item = Self.item("港", "大桥从星期一开始恢复通车。市民说他们等了很久才等到这一天的到…")
        item.html = "<p>大桥从星期一开始恢复通车。市民说他们等了很久才等到这一天的到来。</p>"
        #expect([item].withoutBoilerplate[0].summary == "大桥从星期一开始恢复通车。市民说他们等了很久才等到这一天的到来。")
    }

    @Test func `a text that was cut without a sign is completed from the article`() {
        var item = Self.item("Harbour", "It rained. The old bridge carries trams again sin")
        item.html = "<p>It rained. \(Self.news)</p>"
        #expect([item].withoutBoilerplate[0].summary == "It rained. \(Self.news)")
        item.html = "<p>It rained.</p><p>The old bridge carries trams again sin</p><p>Nobody knows why.</p>"
        #expect([item].withoutBoilerplate[0].summary == item.summary)
        #expect(Self.summary("\(Self.news) After all,") == Self.news)
    }

    @Test func `a text is not completed from another sentence with the same last words`() {
        var item = Self.item("Harbour", "On Monday the town of Elsom opened an old tram and two new boats")
        item.html = "<p>After the opening of an old tram and two new boats, the town rests.</p>"
        #expect([item].withoutBoilerplate[0].summary == item.summary)
    }

    @Test func `of a cut title whose last words stand in the text alone, the whole title is said`() {
        let title = "On-31: Test of the harbour's old bridge failed: problem"
        let item = [Self.item(title + "…", title + " running trams")].withoutBoilerplate[0]
        #expect(item.title == title + " running trams")
        #expect(item.summary.isEmpty)
    }

    @Test func `a cut title that is a whole sentence takes no other one from the text`() {
        let item = [Self.item("The bridge opens....", "The bridge opens. It has ten arches.")].withoutBoilerplate[0]
        #expect(item.title == "The bridge opens")
        #expect(item.summary == "It has ten arches.")
    }

    @Test func `a text that was cut inside a quotation is completed`() {
        let rest = "harbour of Elsom was closed on Monday because of high water, and boats had to wait outside"
        let cut = ["A", "B", "C"].map { String("\($0) says: “The \(rest)".prefix(90)) + "…" }
        var items = zip(Self.topics, cut).map { Self.item($0, $1) }
        items[0].html = "<p>A says: “The \(rest) it.” Nobody knows why.</p><p>\(Self.news)</p>"
        #expect(items.withoutBoilerplate[0].summary == "A says: “The \(rest) it.”")
    }

    @Test func `a sentence is completed also where the excerpt joined it to the paragraph before`() {
        var item = Self.item("Harbour", "My ideas about it, which I found on the quay of the old harbour: When I see…")
        item.html =
            "<p>My ideas about it, which I found on the quay of the old harbour:</p><p>When I see trams, I take one of them. Then I read.</p>"
        #expect([item].withoutBoilerplate[0].summary.hasSuffix("When I see trams, I take one of them."))
    }
}
