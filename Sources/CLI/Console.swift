import Foundation
import Gather
import NewsDigest
import Platform
import Synchronization
import Texts
import Values

/// Standard error, for a person at a terminal or for a log of cron.
final class Console: Sendable {
    private struct Shown {
        /// The progress line. It is drawn only on a terminal.
        var progress: Progress?
        var said: [String] = []
    }

    private let format: OutputFormat
    private let isVerbose: Bool
    /// Whether a person reads the lines, and not a log.
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let status = ServiceStatus()
    private let shown: Mutex<Shown>

    init(format: OutputFormat = .text, isVerbose: Bool = false) {
        self.format = format
        self.isVerbose = isVerbose
        let hasCursor = isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
        shown = Mutex(Shown(progress: hasCursor && format == .text ? Progress() : nil))
    }

    func show(_ event: RunMessage) {
        shown.withLock { shown in
            switch event {
            case .failure(let failure): write(&shown, .failure, "\(failure)") { $0.tell(failure) }
            case .notice(let sentence): write(&shown, .notice, sentence)
            case .detail(let sentence): if isVerbose { write(&shown, .detail, sentence) }
            case .ended(let run): if isVerbose { write(&shown, .detail, run.summary) { $0.tell(run) } }
            case .gathering(let step, let done, let total):
                shown.progress?.draw(step, done: done, of: total)
                if case .finished = step { status?.show("\(done) of \(total) sources have answered") }
            case .gathered:
                shown.progress?.clear()
                status?.show("selecting and delivering")
            }
        }
    }
}

extension Console {
    /// The failures and notices that were printed, each as one line. Of very many, these are the first.
    var lines: [String] { shown.withLock(\.said) }

    /// Prints a line that only a person at a terminal needs. In a log it would be noise.
    func tell(_ sentence: String) {
        if isTerminal { shown.withLock { write(&$0, .notice, sentence) } }
    }

    private static let mostLines = 200

    /// Prints the line with which a run ends when it cannot continue.
    func end(_ error: RunError) { shown.withLock { write(&$0, .error, "\(error)") } }

    private func write(
        _ shown: inout Shown, _ level: LogLine.Level, _ sentence: String,
        _ details: (inout LogLine) -> Void = { _ in }
    ) {
        shown.progress?.clear()
        if level != .detail, shown.said.count < Self.mostLines { shown.said.append(sentence.cleanMessage) }
        switch format {
        case .text: complain(sentence)
        case .json:
            var line = LogLine(time: Date(), level: level, message: sentence.cleanMessage)
            details(&line)
            line.put()
        }
    }
}

/// One event as a line of JSON. docs/log.schema.json describes it.
private struct LogLine: Encodable {
    enum Level: String, Encodable { case detail, notice, failure, error }

    var time: Date
    var level: Level
    var message: String
    /// Of a failure.
    var stage: Failure.Stage?
    var subject: String?
    var reason: String?
    /// Of the end of a run.
    var status: Int32?
    var seconds: Double?
    var items: Int?
    var stories: Int?
    var digests: Int?

    mutating func tell(_ failure: Failure) {
        (stage, subject, reason) = (failure.stage, failure.subject, failure.reason)
    }

    mutating func tell(_ run: FinishedRun) {
        (status, seconds) = (run.status, run.seconds)
        (items, stories, digests) = (run.items, run.stories, run.digests)
    }

    func put() {
        guard let data = try? JSONEncoder.sorted().encode(self) else { return }
        putError(data + Data("\n".utf8))
    }
}

/// One line on the terminal: a bar, the number of sources that have answered, and the host that takes longest.
private struct Progress {
    private var waiting: [(id: String, host: String)] = []
    private var isDrawn = false
    /// A line that the terminal breaks could not be drawn again in its place.
    private let columns = (Screen(descriptor: STDERR_FILENO)?.width ?? 80) - 1

    mutating func draw(_ step: GatherProgress, done: Int, of total: Int) {
        switch step {
        case .started(let id, let host): waiting.append((id, host))
        case .finished(let id, _): waiting.removeAll { $0.id == id }
        }
        let width = max(0, min(24, columns - 24))
        let filled = total == 0 ? width : width * done / total
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        let host = waiting.first.map { "  \($0.host)" } ?? ""
        let line = "[\(bar)] \(done)/\(total)\(host.onOneLine.prefix(40))"
        put("\r\(line.cut(toColumns: columns))\u{1B}[K")
        isDrawn = true
    }

    mutating func clear() {
        if isDrawn { put("\r\u{1B}[K") }
        isDrawn = false
    }

    private func put(_ text: String) { putError(Data(text.utf8)) }
}

/// Asks a person at the terminal whether to do something that cannot be undone.
/// - Parameters:
///   - deed: what is done, such as `remove 3 saved items`.
///   - effect: the same as a sentence, for the error without a terminal.
/// - Throws: `RunError.usage` without a terminal.
func isConfirmed(_ deed: String, _ effect: String) throws -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
        throw RunError.usage("\(effect); without a terminal, confirm this with --yes")
    }
    return Interview().confirms("\(deed.prefix(1).uppercased())\(deed.dropFirst())?", otherwise: false)
}

/// The lines of a table with aligned columns. The last column is not padded. No text can break out of its cell.
func table(_ rows: [[String]]) -> [String] {
    rows.map { $0.map(\.cleanSentence) }.aligned
}

/// Prints a table and lines after it. On a terminal, all of it fits the width.
/// - Parameter kept: see `aligned(within:keeping:)`.
func printTable(_ rows: [[String]], keeping kept: Int = 1, remarks: [String] = []) throws {
    let width = Screen()?.width
    let remarks = remarks.map(\.cleanSentence)
    let table = rows.map { $0.map(\.cleanSentence) }.aligned(within: width, keeping: kept)
    try printOut(lines: table + (width.map { width in remarks.flatMap { $0.lines(ofColumns: width) } } ?? remarks))
}

/// Prints a value as JSON, without the users and passwords of addresses in it. The same value always gives the same
/// text.
func printJSON(_ value: some Encodable) throws { try printOut(jsonText(of: value)) }

func jsonText(of value: some Encodable) throws -> String {
    SecretParameters.replacingUserInfo(in: try JSONEncoder.indentedText(of: value), with: Redactor.hidden)
}
