import ArgumentParser
import Foundation
import NewsDigest

/// Plumbing: which items are the same article, which tell the same story.
struct GroupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group",
        abstract: "Group items: JSON lines in, their groups out.",
        discussion: """
            Each line of the input is an object with "id", "title", "summary", "url", "source" and "published" (empty \
            where unknown). Each line of the answer is {"id", "duplicate_of": id or null, "story": id}.
            """)

    @Option(
        help: .init(
            "Items of other days, as JSON lines with \"title\" and \"summary\": they say how rare each word is.",
            valueName: "file"))
    var background: String?

    func run() throws {
        var lines = GroupingLines()
        if let background { try read(background, into: &lines) }
        do {
            try lines.read(.standardInput)
        } catch let error as POSIXError {
            let reason = String(cString: strerror(error.code.rawValue))
            throw RunError.notAFeed("group: standard input cannot be read: \(reason)")
        }
        try onStandardOutput(lines.write)
    }

    private func read(_ background: String, into lines: inout GroupingLines) throws {
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: background))
            try lines.readBackground(file, named: "background '\(background)'")
        } catch let error as RunError {
            throw error
        } catch {
            throw RunError.notAFeed("group: background '\(background)' cannot be read: \(error.localizedDescription)")
        }
    }
}
