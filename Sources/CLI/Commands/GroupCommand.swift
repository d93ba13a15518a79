import ArgumentParser
import Files
import Foundation
import Grouping
import NewsDigest
import Values

/// A command for scripts: which items are the same article, and which tell the same story.
struct GroupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "group",
        abstract: "Read items as JSON lines and print their groups.",
        discussion: """
            Each line of the input is an object with "id", "title", "summary", "url", "source" and "published" (empty \
            if unknown). Each line of the output is {"id", "duplicate_of": id or null, "story": id, "affair": id}. An \
            affair is several stories that belong together.
            """)

    @Option(
        help: .init(
            "Items of other days, as JSON lines with \"title\" and \"summary\". They show how rare a word is.",
            valueName: "file"), completion: .file())
    var background: String?

    @Option(
        help: .init(
            """
            Sentence vectors of the items, as JSON lines with "id" and "vector". The program of 'vectors' under \
            [grouping] prints such lines.
            """, valueName: "file"), completion: .file())
    var vectors: String?

    @Flag(
        help: """
            Also print how similar each item is to its story ("likeness"), and which words make them similar ("words").
            """)
    var explain = false

    func run() throws {
        var lines = GroupingLines()
        if let background {
            try read(("background", background), "a JSON object") { try lines.readBackground($0.readSome) }
        }
        try read(nil, "an item as a JSON object with an id") { try lines.read($0.readSome) }
        if let vectors {
            try read(("vectors", vectors), "a JSON object with an id and a vector") {
                try lines.readVectors($0.readSome)
            }
        }
        try onStandardOutput { output in try lines.write(explains: explain) { try output.write(contentsOf: $0) } }
    }

    /// - Parameter option: the option that names a file, and this file; nil for standard input.
    private func read(
        _ option: (name: String, file: String)?, _ expected: String, _ read: (FileHandle) throws -> Void
    ) throws {
        let place = option.map { "\($0.name) '\($0.file)'" }
        do {
            try read(option.map { try FileHandle(forReadingFrom: URL(filePath: $0.file)) } ?? .standardInput)
        } catch let error as GroupingLines.InvalidLine {
            throw RunError.unusableInput(
                "group: \(place.map { "\($0), " } ?? "")line \(error.number) is not \(expected)")
        } catch {
            throw RunError.unusableInput("group: \(place ?? "standard input") cannot be read: \(errorText(of: error))")
        }
    }
}
