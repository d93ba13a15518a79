import Foundation
import Testing

@Suite(.ownThread) struct ExtractTests {
    private let page = """
        <html lang=en><head><title>Ferry is late at the quay</title></head><body><nav><a href=/>Home</a></nav>
        <article><p>The ferry was late, as the tide was low, and the passengers waited in the rain.</p>
        <p>Read <a href=tides>the tides</a> before you go, said the clerk, who had none.</p></article></body></html>
        """

    private func object(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `the article of a page is printed as JSON, from a file and from standard input`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write(page, to: "page.html")
        let result = try binary.run("extract", "page.html", "--url", "https://quay.example/news/1")
        #expect(result.status == 0 && result.stderr == "")
        let article = try object(result.stdout)
        #expect(Set(article.keys) == ["title", "byline", "published", "language", "image", "html", "text"])
        #expect(article["title"] as? String == "Ferry is late at the quay")
        #expect(article["byline"] is NSNull)
        #expect(article["language"] as? String == "en")
        #expect((article["html"] as? String)?.contains(#"href="https://quay.example/news/tides""#) == true)
        #expect((article["text"] as? String)?.hasPrefix("The ferry was late") == true)
        let piped = try binary.run(["extract", "-", "--url", "https://quay.example/news/1"], input: page)
        #expect(piped.stdout == result.stdout)
    }

    @Test func `dates are in ISO 8601`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let head = "<meta property=article:published_time content='Fri, 20 Nov 2026 08:00:00 +0300'>"
        let result = try binary.run(["extract", "-"], input: head + page)
        #expect(try object(result.stdout)["published"] as? String == "2026-11-20T05:00:00Z")
    }

    @Test func `a title that the page does not have is null`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try binary.run(
            ["extract", "-"], input: "<p>The ferry was late, as the tide was low, and the passengers waited.</p>")
        #expect(try object(result.stdout)["title"] is NSNull)
    }

    @Test(arguments: ["", "<html><body></body></html>", "<script>x</script>"])
    func `a page without an article has status 65 and one line`(page: String) throws {
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write(page, to: "page.html")
        let result = try binary.run("extract", "page.html", "--url", "https://quay.example/")
        #expect(result.stderr == "newsdigest: extract 'page.html': the page has no article\n")
        #expect(result.stdout == "" && result.status == 65)
    }

    @Test func `what cannot be read is named`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let absent = try binary.run("extract", "absent.html")
        #expect(absent.stderr == "newsdigest: extract 'absent.html': cannot be read: No such file or directory\n")
        #expect(absent.status == 65)
        try binary.write(page, to: "page.html")
        for address in ["quay", "file:///etc/passwd", "https://", "https://ann:tide@quay.example/"] {
            let result = try binary.run("extract", "page.html", "--url", address)
            #expect(result.status == 64 && result.stdout == "")
            #expect(!result.stderr.contains("tide"))
        }
    }
}
