import Testing

@testable import Gather
@testable import Values

/// One rule of the cleaning neither hides what another one removes, nor takes news with it.
@Suite struct CleaningOrderTests {
    private static let news = "The old bridge of the town carries trams again since Monday morning."
    private static func item(_ title: String, _ summary: String, html: String? = nil) -> Item {
        var item = Item(
            sourceID: "feed:a", source: "Elsom Gazette", url: "https://gazette.example/1", title: title,
            summary: summary, category: "general", language: "en")
        item.html = html
        return item
    }

    private static func cleaned(_ summary: String, html: String? = nil) -> Item {
        [item("Boats come home", summary, html: html)].withoutBoilerplate[0]
    }

    @Test(arguments: [
        "Sign up for our morning newsletter here.", "Visit gazette.example for more boats.",
        "Subscribe to our morning paper.",
    ])
    func `news after an invitation stays`(invitation: String) {
        #expect(Self.cleaned("\(invitation) \(Self.news)").summary == Self.news)
        #expect(Self.cleaned("\(Self.news)\n\n\(invitation)\n\nIt rained.").summary == "\(Self.news)\n\nIt rained.")
    }

    @Test func `what the article lends to an excerpt is decoded like the excerpt`() {
        let article = "<p>The old cafÃ© of the town stays open for a week in cafÃ© season, says &amp;Eacute;va Lee.</p>"
        let whole = "The old café of the town stays open for a week in café season, says Éva Lee."
        #expect(Self.cleaned("Continue reading", html: article).summary == whole)
        #expect(Self.cleaned("The old café of the town stays open for a week in…", html: article).summary == whole)
    }

    @Test(arguments: [
        "Storm closes the old harbour - Video - Elsom Gazette", "WATCH: UPDATE 2-Storm closes the old harbour",
        "UPDATE 2-WATCH: Storm closes the old harbour",
    ])
    func `a title loses all that its publisher adds, in every order`(title: String) {
        #expect([Self.item(title, "")].withoutBoilerplate[0].title == "Storm closes the old harbour")
    }

    @Test func `a tag does not hide other boilerplate`() {
        #expect(Self.cleaned("\(Self.news) Leave a reply #news #elsom").summary == Self.news)
    }

    @Test(arguments: [
        "Sponsored by:\n\n- Quay Shoes: Ten percent off\n\n- Elsom Tea: The best tea. Use code BRIDGE.",
        "The town in the social networks, also in short form: Elsom Shorts: https://gazette.example/s",
        "For boats that nobody owns any more, donate at the quay: https://gazette.example/s",
        "Read on to know how the town builds a small bridge of old boats.", "Elsom Boats & Ferries",
        "Visit our pages of the town for all details of the boats and their crews.", "The b",
        "The post Boats come home appeared first on Elsom Gazette.",
    ])
    func `boilerplate with many words goes from the end`(end: String) {
        #expect(Self.cleaned("\(Self.news)\n\n\(end)").summary == Self.news)
    }

    @Test func `a credit that ends with a full stop goes before a text`() {
        let summary = Self.cleaned("Image Source: Elsom Stock / Anna Lee / Quay Pictures. \(Self.news)").summary
        #expect(summary == Self.news)
    }

    @Test func `the host of a publisher goes from the end of a title`() {
        let item = Item(
            sourceID: "feed:a", source: "Elsom List", url: "https://www.quaynews.example/1",
            title: "Storm closes the harbour - quaynews.example", summary: "", category: "general")
        #expect([item].withoutBoilerplate[0].title == "Storm closes the harbour")
    }

    @Test func `no space stays between a link and a comma`() {
        #expect(
            Self.cleaned("The Strait of Elsom , further east, is old.").summary.hasPrefix(
                "The Strait of Elsom, further"))
    }
}
