import ArgumentParser
import Foundation
import NewsDigest
import Texts
import Values

struct AskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Answer a question from the stored articles, with the sources.",
        discussion: """
            It looks for stored items with the rarer words of the question, and asks no source. If the configuration has \
            a [model], that writes an answer from them; without one, the sources are listed.
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("The question.", valueName: "words"))
    var question: [String]

    @Option(help: "The format: text or json.")
    var format: OutputFormat?

    @Option(path: "Write to this file; '-' is standard output.", name: .shortAndLong)
    var out: String?

    func run() async throws {
        let reader = try await common.reader()
        let run = Run([reader], statePath: try common.statePath, now: common.clock, report: Console().show)
        let asked = try await run.ask(question.joined(separator: " "))
        if let failure = asked.failure { complain("\(failure)") }
        let written = try format.isJSON(in: out) ? jsonText(of: asked) : lines(of: asked)
        try put(written, into: out, beside: reader, state: common.statePath)
    }

    private func lines(of asked: AskedQuestion) -> String {
        var lines = asked.answer.map { $0.components(separatedBy: "\n") + [""] } ?? []
        for (index, source) in asked.sources.enumerated() {
            let day = source.published.map { ", \($0.formatted(.iso8601.year().month().day()))" } ?? ""
            lines += ["[\(index + 1)] \(source.title)", "    \(source.source)\(day)", "    \(source.url)"]
        }
        if asked.sources.isEmpty { lines = ["Nothing that was gathered says anything about this."] }
        return lines.map { $0.cleanLineKeepingIndent + "\n" }.joined()
    }
}

extension String {
    fileprivate var cleanLineKeepingIndent: String { prefix { $0 == " " } + cleanLine }
}
