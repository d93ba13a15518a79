import Foundation
import NewsDigest
import Texts
import Values

/// Standard error, for a person at a terminal or for a log of cron.
final class Console: @unchecked Sendable {
    private let format: LogFormat
    private let isVerbose: Bool
    private let lock = NSLock()
    /// The progress line. It is drawn only on a terminal.
    private var progress: Progress?

    init(format: LogFormat = .text, isVerbose: Bool = false) {
        self.format = format
        self.isVerbose = isVerbose
        let isTerminal = isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
        progress = isTerminal && format == .text ? Progress() : nil
    }

    func show(_ event: Run.Event) {
        lock.withLock {
            switch event {
            case .failure(let failure): write("failure", "\(failure)", failure)
            case .notice(let sentence): write("notice", sentence)
            case .detail(let sentence): if isVerbose { write("detail", sentence) }
            case .gathering(let step, let done, let total): progress?.draw(step, done: done, of: total)
            case .gathered: progress?.clear()
            }
        }
    }
}

extension Console {
    /// Prints the line with which a run ends when it cannot continue.
    func end(_ error: RunError) { lock.withLock { write("error", "\(error)") } }

    private func write(_ level: String, _ sentence: String, _ failure: Failure? = nil) {
        progress?.clear()
        switch format {
        case .text: complain(sentence)
        case .json:
            var line = ["level": level, "message": sentence.cleanSentence]
            if let failure {
                line["stage"] = failure.stage.rawValue
                line["subject"] = failure.subject
                line["reason"] = failure.reason
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            guard let data = try? encoder.encode(line) else { return }
            putError(data + Data("\n".utf8))
        }
    }
}

/// One line on the terminal: a bar, the number of sources that have answered, and the host that takes longest.
private struct Progress {
    private var waiting: [(id: String, host: String)] = []
    private var isDrawn = false

    mutating func draw(_ step: GatherProgress, done: Int, of total: Int) {
        switch step {
        case .started(let id, let host): waiting.append((id, host))
        case .finished(let id, _): waiting.removeAll { $0.id == id }
        }
        let width = 24
        let filled = total == 0 ? width : width * done / total
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
        let host = waiting.first.map { "  \($0.host)" } ?? ""
        put("\r[\(bar)] \(done)/\(total)\(host.onOneLine.prefix(40))\u{1B}[K")
        isDrawn = true
    }

    mutating func clear() {
        if isDrawn { put("\r\u{1B}[K") }
        isDrawn = false
    }

    private func put(_ text: String) { putError(Data(text.utf8)) }
}
