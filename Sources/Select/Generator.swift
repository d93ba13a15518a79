import Foundation
import Grouping
import Platform
import Settings
import Synchronization
import Texts
import Values

/// What a program answered about the stories that it was given.
package struct WrittenSummaries: Sendable, Equatable {
    /// The texts by the ids of their stories.
    package var texts: [String: Story.Generated] = [:]
    /// The stories that the program need not be asked about again: those with a text, and those that it left without a
    /// text although it worked.
    package var settled: Set<String> = []
    /// Whether the program ended badly or printed nothing of use. Then it is not asked again in this run.
    package var hasFailed = false
    /// Whether it is a model whose service cannot be asked for anything else either.
    package var isDown = false
    package var failure: Failure?
}

extension Configuration.Generator {
    /// Gives the stories to the program and reads the summaries that it prints: lines with `id`, `summary` and perhaps
    /// `title`. If the program fails, nothing of its output is used. If it takes too long, the lines that it has
    /// printed until then are used.
    package func summaries(of stories: [StoryInput], language: String) async -> WrittenSummaries {
        let (output, error) = await run(
            stories.jsonLines, language, outputLimit: 65_536 + stories.count * Self.longestAnswer)
        if output == nil, let error {
            return WrittenSummaries(hasFailed: true, failure: failure("the feeds' own summaries stay: \(error)"))
        }
        let written = PrintedSummaries(output ?? [], about: Set(stories.map(\.id)))
        let isWorking = error == nil && !written.texts.isEmpty
        let reason = error.map { "\($0); \(written.texts.count) of \(stories.count) stories have its summary" }
        let fault = written.fault(of: stories.count, isComplete: error == nil)
        return WrittenSummaries(
            texts: written.texts, settled: isWorking ? Set(stories.map(\.id)) : Set(written.texts.keys),
            hasFailed: !isWorking, failure: (reason ?? fault).map(failure))
    }

    /// Gives the stories of a digest to the program and reads the text that it prints: plain text, or a line of JSON
    /// with `summary`.
    /// - Throws: a `Failure` that names the program.
    package func intro(to stories: [StoryInput], language: String) async throws(Failure) -> String {
        let (output, error) = await run(stories.jsonLines, language, outputLimit: 65_536)
        if let error { throw failure("the digest has no intro: \(error)") }
        let printed = String(decoding: output ?? [], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        do throws(GeneratedText.Unusable) {
            return try GeneratedText(Self.summary(in: printed) ?? printed, longest: GeneratedText.longestSummary).text
        } catch {
            throw failure("the digest has no intro: the output of '\(commandName(command))' \(error.reason)")
        }
    }

    /// A number that identifies the program with its arguments and the language of the reader.
    package func key(language: String) -> Int64 {
        let words =
            model.map { ["model", $0.url, $0.name] + (output == .summaries ? [] : [output.rawValue]) } ?? command
        return StableHash.hash((words + [language]).joined(separator: "\0"))
    }
}

extension Configuration.Generator {
    /// The greatest length of one line of an answer in bytes: a summary and a title with each character escaped.
    private static let longestAnswer = 65_536

    package func failure(_ reason: String) -> Failure { Failure(.select, name, reason) }

    /// Gives lines of JSON to the program.
    /// - Returns: what the program printed; nil if it failed. If it took too long, its whole lines and the error.
    private func run(
        _ lines: [UInt8], _ language: String, outputLimit: Int
    ) async -> (output: [UInt8]?, error: CommandError?) {
        let printed = Printed()
        var command = Command(arguments: self.command, timeout: timeout, outputLimit: outputLimit)
        command.environment["NEWSDIGEST_LANGUAGE"] = language
        command.onOutput = printed.append
        do {
            return (try await command.run(lines), nil)
        } catch {
            guard case .timedOut = error.reason, let lines = printed.lines else { return (nil, error) }
            return (lines, error)
        }
    }

    /// The `summary` of the first line of JSON that has one.
    private static func summary(in printed: String) -> String? {
        guard printed.hasPrefix("{") else { return nil }
        struct Line: Decodable { var summary: String }
        return printed.split(separator: "\n").lazy
            .compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)).summary }.first
    }
}

/// What a program has printed so far.
private final class Printed: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    @Sendable func append(_ part: [UInt8]) { bytes.withLock { $0 += part } }

    /// The complete lines; nil if there are none.
    var lines: [UInt8]? {
        bytes.withLock { bytes in bytes.lastIndex(of: 0x0A).map { Array(bytes[...$0]) } }
    }
}

/// The summaries that a program printed for stories.
private struct PrintedSummaries {
    private(set) var texts: [String: Story.Generated] = [:]
    private var mistakes: PrintedMistakes

    private struct Line: PrintedLine {
        static let needed = "an 'id' and a 'summary'"

        var id: String
        var summary: String
        var title: String?
    }

    init(_ output: [UInt8], about known: Set<String>) {
        let printed = PrintedLines<Line>(output, about: known)
        mistakes = printed.mistakes
        for line in printed.lines { read(line) }
    }

    private mutating func read(_ line: Line) {
        do throws(GeneratedText.Unusable) {
            let summary = try GeneratedText(line.summary, longest: GeneratedText.longestSummary).text
            texts[line.id] = Story.Generated(title: title(of: line), summary: summary)
        } catch {
            mistakes.note("the summary of '\(line.id)' \(error.reason)")
        }
    }

    /// The title, if there is one that can be shown.
    private mutating func title(of line: Line) -> String? {
        guard let title = line.title, !title.allSatisfy(\.isWhitespace) else { return nil }
        do throws(GeneratedText.Unusable) {
            return try GeneratedText(title, longest: GeneratedText.longestTitle).text.cleanLine
        } catch {
            mistakes.note("the title of '\(line.id)' \(error.reason)")
            return nil
        }
    }

    /// Why not everything could be used; nil if all is well.
    func fault(of count: Int, isComplete: Bool) -> String? {
        if let mistakes = mistakes.text { return "\(mistakes); the feeds' own texts stay in these places" }
        return isComplete && texts.isEmpty
            ? "it printed no summary for \(count.counted("story", "stories")); the feeds' own summaries stay"
            : nil
    }
}

/// A text that a program wrote for the reader: plain text, not empty and not too long.
struct GeneratedText {
    /// At most 1,000 characters for a summary or an intro, and 300 for a title.
    static let longestSummary = 1_000
    static let longestTitle = 300

    /// Without control characters and secrets, with an empty line between paragraphs.
    let text: String

    /// - Throws: what is wrong with the text, such as `contains markup`.
    init(_ raw: String, longest: Int) throws(Unusable) {
        // A character can have any number of scalars; sixteen are enough for every language and for emoji.
        let text = raw.utf8.count <= 64 * longest ? raw.streamSafe : nil
        guard let text, !text.exceeds(longest) else {
            throw Unusable(reason: "is longer than \(longest) characters")
        }
        guard !Self.hasMarkup(text) else { throw Unusable(reason: "contains markup") }
        self.text = text.cleanText.withoutSecrets
        guard !self.text.isEmpty else { throw Unusable(reason: "is empty") }
    }

    struct Unusable: Error, Equatable {
        var reason: String
    }

    /// Whether the text contains tags or character references of HTML, or Markdown: bold text, links, code fences,
    /// headings, lists.
    private static func hasMarkup(_ text: String) -> Bool {
        let marks =
            #/
            <[A-Za-z!?/] | &\#[0-9xX] | &(?:amp|lt|gt|quot|apos|nbsp|[lr][sd]quo|[lr]aquo|[mn]dash|hellip);
            | \*\* | \]\( | ```
            /#
        let lines = #/^[ \t]*(?:\#{1,6}|[-*+])[ ]/#.anchorsMatchLineEndings()
        return text.contains(marks.matchingSemantics(.unicodeScalar))
            || text.contains(lines.matchingSemantics(.unicodeScalar))
    }
}

extension String {
    /// Whether the text without the white space around it has more than this number of characters, or more than
    /// sixteen scalars for each of them.
    fileprivate func exceeds(_ longest: Int) -> Bool {
        let text = trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count > longest else { return false }
        return text.unicodeScalars.count > 16 * longest || text.count > longest
    }
}

/// What a program answered about the items that it was given.
package struct PrintedVectors: Sendable {
    /// The vectors by the ids of their items.
    package var vectors: [String: SentenceVector] = [:]
    /// Whether the program ended badly or printed nothing of use. Then it is not asked again in this run.
    package var hasFailed = false
    package var failure: Failure?
}

/// An item as a program for sentence vectors gets it, in one line of JSON.
package struct VectorJSON: Sendable, Equatable, Encodable {
    package var id: String
    var title: String
    var summary: String
    /// The language tag that the source gives; empty if it gives none.
    var language: String

    /// The hash of what the source said. Another hash means that the source changed it.
    package var version: Int64

    private enum CodingKeys: CodingKey { case id, title, summary, language }

    package init(_ item: Item, id: String) {
        self.id = id
        title = item.title.cleanLine
        summary = item.summary.cleanText
        language = item.language ?? ""
        version = StableHash.hash("\(item.wording.title)\0\(item.wording.text ?? 0)\0\(language)")
    }
}

extension Configuration.Generator {
    /// Gives the items to the program and reads the vectors that it prints: lines with `id` and `vector`. If it takes
    /// too long, the lines that it has printed until then are used. An item without a vector is compared by its words.
    package func vectors(of items: [VectorJSON]) async -> PrintedVectors {
        let longestAnswer = SentenceVector.mostDimensions * Self.longestNumber
        let (output, error) = await run(items.jsonLines, "", outputLimit: 65_536 + items.count * longestAnswer)
        var printed = PrintedVectors()
        let answers = PrintedLines<Line>(output ?? [], about: Set(items.map(\.id)))
        var mistakes = answers.mistakes
        for line in answers.lines {
            if let vector = SentenceVector(line.vector) {
                printed.vectors[line.id] = vector
            } else {
                let most = SentenceVector.mostDimensions
                mistakes.note("the vector of '\(line.id)' should have 1 to \(most) numbers, one of them not 0")
            }
        }
        printed.hasFailed = error != nil || printed.vectors.isEmpty
        let nothing = printed.vectors.isEmpty ? "it printed nothing" : nil
        if let reason = error.map({ "\($0)" }) ?? mistakes.text ?? nothing {
            let count = "\(printed.vectors.count) of \(items.count.counted("item has", "items have")) a vector"
            printed.failure = failure("\(reason); \(count); the others are compared by their words")
        }
        return printed
    }

    /// The greatest length of a number in JSON, with the comma.
    private static let longestNumber = 26

    private struct Line: PrintedLine {
        static let needed = "an 'id' and a 'vector'"

        static func kind(of key: String) -> String { key == "vector" ? "a list of numbers" : "a string" }

        var id: String
        var vector: [Float]
    }
}
