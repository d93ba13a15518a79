import Foundation
import TestServer
import TestSupport
import Testing

/// Digests and saved items as e-books.
@Suite(.ownThread) struct BookTests {
    private let world: World

    init() throws {
        world = try World("sources = [\"feeds\"]") { _ in }
        let server = world.server
        let text = String(
            repeating: "<p>The ferry to Elsom left late, said the clerk, because the tide was low.</p>", count: 5)
        world.change {
            $0.feeds["/feed"] = .ok(
                """
                <rss version="2.0"><channel><title>Quay</title><item><title>Ferry news</title>
                <link>\(server.url("/ferry"))</link><description>The ferry to Elsom left late …</description>
                <pubDate>Sat, 21 Nov 2026 06:00:00 GMT</pubDate></item></channel></rss>
                """, type: "application/rss+xml")
            $0.feeds["/ferry"] = .ok("<title>Ferry</title><article>\(text)</article>", type: "text/html")
        }
        try world.configure("sources = [\"feeds\"]\n[digest]\nfull_text = \"show\"")
    }

    private func chapter(of book: String) throws -> String {
        let files = try filesOfZIP(Data(contentsOf: URL(filePath: world.binary.path(book))))
        return String(decoding: try #require(files.first { $0.name == "EPUB/section-1.xhtml" }).bytes, as: UTF8.self)
    }

    @Test func `a digest is written as a book with the articles of its stories`() throws {
        defer { world.end() }
        #expect(try world.run("--out", world.binary.path("d.epub")).status == 0)
        #expect(try chapter(of: "d.epub").components(separatedBy: "the tide was low.").count == 6)
        let piped = try world.shell("--out - --format epub --include-sent | cat | head -c 2")
        #expect(piped.stdout == "PK" && piped.stderr == "")
    }

    @Test func `saved items are written as a book, and pages that no run asked are asked once`() throws {
        defer { world.end() }
        #expect(try world.run("save", world.server.url("/ferry")).status == 0)
        for _ in 1...2 {
            #expect(try world.run("saved", "--format", "epub", "-o", world.binary.path("saved.epub")).stderr == "")
            #expect(try chapter(of: "saved.epub").contains("the tide was low."))
        }
        #expect(world.server.paths.count { $0 == "/ferry" } == 1)
        #expect(try world.run("saved", "--out", world.binary.path("saved.html")).status == 0)
        #expect(try world.binary.read("saved.html").contains("<html"))
        #expect(try world.binary.read("saved.html").contains("/ferry"))
    }

    @Test func `a book of nothing is not written`() throws {
        defer { world.end() }
        let nothing = try world.run("saved", "--format", "epub", "-o", world.binary.path("saved.epub"))
        #expect(nothing.status == 0 && nothing.stderr.contains("nothing is saved"))
        #expect(!world.binary.exists("saved.epub"))
    }
}
