import Foundation
import Testing

@Suite(.ownThread) struct ParseTests {
    private let feed = "<rss><channel><title>Quay</title><item><title>Tide</title></item></channel></rss>"

    @Test func `a feed is printed as one document`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write(feed, to: "quay.xml")
        let document = "{\"items\":[{\"title\":\"Tide\"}],\"kind\":\"rss\",\"feed\":{\"title\":\"Quay\"}}\n"
        let result = try binary.run("parse", "--json", "quay.xml")
        #expect(result.stdout == document)
        #expect(result.stderr == "")
        #expect(result.status == 0)
        #expect(try binary.run(["parse", "--json", "-"], input: feed).stdout == document)
    }

    @Test func `the name of a file is printed without characters that act on a terminal`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let name = "quay\u{9B}31m\u{202E}\u{E0061}.xml"
        try binary.write(feed, to: name)
        let result = try binary.run("parse", "--json", name, "absent\u{202E}")
        #expect(result.stdout.contains(#""file":"quay\u009b31m\u202e\udb40\udc61.xml""#))
        #expect(
            !(result.stdout + result.stderr).unicodeScalars.contains {
                "\u{9B}\u{202E}\u{E0061}".unicodeScalars.contains($0)
            })
        let first = try JSONSerialization.jsonObject(with: Data(result.lines[0].utf8)) as? [String: Any]
        #expect(first?["file"] as? String == name)
    }

    @Test func `of several files each has a line, also those that are no feed or no file`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        try binary.write(feed, to: "quay.xml")
        try binary.write("", to: "empty")
        try binary.write("<html></html>", to: "page.html")
        let result = try binary.run("parse", "--json", "absent", "empty", "page.html", ".", "quay.xml")
        let lines = try result.lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(lines.map { $0?["file"] as? String } == ["absent", "empty", "page.html", ".", "quay.xml"])
        #expect(
            lines.map { $0?["error"] as? String } == [
                "cannot be read: No such file or directory", "the document is empty",
                "this is a web page, not a feed; look for the feeds it links to", "cannot be read: Is a directory", nil,
            ])
        #expect(result.stderr == "newsdigest: parse: 4 of 5 files could not be read as a feed\n")
        #expect(result.status == 65)
    }

    @Test(arguments: [
        ("absent", "cannot be read: No such file or directory"), (".", "cannot be read: Is a directory"),
        ("/dev/null", "the document is empty"),
    ])
    func `a file that cannot be read is named`(path: String, reason: String) throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try binary.run("parse", "--json", path)
        #expect(result.stderr == "newsdigest: parse '\(path)': \(reason)\n")
        #expect(result.stdout == "")
        #expect(result.status == 65)
    }

    @Test func `a reader that leaves is no error, a full disk is one`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let item = "<item><description>\(String(repeating: "tide ", count: 200))</description></item>"
        try binary.write(
            "<rss><channel>\(String(repeating: item, count: 2000))</channel></rss>", to: "long.xml")
        let left = try binary.shell(
            "$newsdigest parse --json long.xml long.xml | head -c 10; echo \" ${PIPESTATUS[0]}\"")
        #expect(left.stdout == "{\"file\":\"l 0\n")
        #expect(left.stderr == "")
        let full = try binary.shell("$newsdigest parse --json long.xml > /dev/full")
        #expect(full.stderr == "newsdigest: deliver 'standard output': cannot be written: No space left on device\n")
        #expect(full.status == 73)
    }
}
