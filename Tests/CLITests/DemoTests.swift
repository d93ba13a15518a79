import Foundation
import Testing

/// The bundled recording, as `make demo` runs it.
@Suite(.ownThread) struct DemoTests {
    static let demo = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../demo").standardized

    private func run(_ binary: Binary, _ arguments: String...) throws -> Binary.Result {
        try binary.run(
            arguments + [
                "--config", Self.demo.appending(path: "config.toml").path, "--replay",
                Self.demo.appending(path: "recording").path, "--state", binary.path("state.sqlite"),
            ])
    }

    @Test func `the demo writes a complete page and is silent about the one source that is down for now`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try run(binary, "--out", binary.path("digest.html"))
        #expect(result.status == 0)
        #expect(result.stderr == "")
        let page = try binary.read("digest.html")
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.contains("Anna"))
        #expect(!page.contains("<script"))
        #expect(!page.contains("<img src=x"))
    }

    @Test func `the demo names the source that is down if it is asked to`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let said = try run(binary, "--out", binary.path("digest.html"), "--verbose").stderr
        #expect(
            said.contains("newsdigest: gather 'Lighthouse Daily': https://lighthousedaily.example/rss.xml answered 503")
        )
    }

    @Test func `standard output has a title, a tab and a clean link for each item`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let result = try run(binary, "--out", binary.path("digest.html"))
        #expect(result.lines.count > 10)
        for line in result.lines {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
            #expect(columns.count == 2)
            #expect(columns.last?.hasPrefix("https://") == true)
            #expect(!line.contains("utm_") && !line.contains("at_medium"))
        }
    }

    @Test func `an article that came by API and by feed stands once and names both`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let digest = try JSONSerialization.jsonObject(with: run(binary, "--format", "json").bytes) as? [String: Any]
        let sections = digest?["sections"] as? [[String: Any]] ?? []
        let stories = sections.flatMap { $0["stories"] as? [[String: Any]] ?? [] }
        let batteries = stories.filter { ($0["title"] as? String)?.contains("thousand fast charges") == true }
        #expect(batteries.count == 1)
        let also = batteries.first?["also"] as? [[String: Any]] ?? []
        #expect(also.contains { $0["source"] as? String == "Circuit Weekly" })
    }

    @Test func `the same replay gives the same bytes`() throws {
        let first = try Binary()
        let second = try Binary()
        defer {
            first.remove()
            second.remove()
        }
        for format in ["html", "markdown", "json", "text", "eml"] {
            let a = try run(first, "--format", format, "--dry-run")
            let b = try run(second, "--format", format, "--dry-run")
            #expect(a.status == 0)
            #expect(!a.bytes.isEmpty)
            #expect(a.bytes == b.bytes)
        }
    }

    @Test func `a second run has nothing new and touches no file`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        try #expect(run(binary, "--out", binary.path("digest.html")).status == 0)
        try FileManager.default.removeItem(atPath: binary.path("digest.html"))
        let again = try run(binary, "--out", binary.path("digest.html"))
        #expect(again.status == 0)
        #expect(again.stdout == "")
        #expect(!binary.exists("digest.html"))
        let all = try run(binary, "--out", binary.path("digest.html"), "--include-sent")
        #expect(all.lines.count > 10)
    }

    @Test func `a dry run leaves no trace`() throws {
        let binary = try Binary()
        defer { binary.remove() }
        let dry = try run(binary, "--dry-run")
        #expect(dry.stdout.contains("thousand fast charges"))
        #expect(!binary.exists("state.sqlite"))
        try #expect(FileManager.default.contentsOfDirectory(atPath: binary.home.path).isEmpty)
    }
}
