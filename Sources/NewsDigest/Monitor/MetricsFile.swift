import Files
import Foundation
import Gather
import Texts
import Values

/// The numbers of the last run in the text format of Prometheus, for the textfile collector of node_exporter
/// (https://prometheus.io/docs/instrumenting/exposition_formats/).
struct MetricsFile {
    var path: String

    /// Replaces the file as a whole, so that a reader never sees half of it.
    /// - Returns: why the file cannot be written, as a sentence; nil if it was.
    func write(_ run: FinishedRun) -> String? {
        let success = run.isSuccess ? run.began.timeIntervalSince1970 : lastSuccess
        do {
            try FileReplacement(of: path).write(Array(Self.text(run, success: success).utf8))
            return nil
        } catch {
            return "metrics '\(path)': cannot be written: \(errorText(error.code))"
        }
    }

    /// - Parameter success: when the last successful run began, in seconds since 1970.
    static func text(_ run: FinishedRun, success: Double?) -> String {
        let numbers = run.numbers
        let classes = ["1xx", "2xx", "3xx", "4xx", "5xx"]
        let metrics = [
            Metric("build_info", "The version of the program.", [("version", version, 1)]),
            Metric("last_run_timestamp_seconds", "When the last run began.", run.began.timeIntervalSince1970),
            Metric("last_success_timestamp_seconds", "When the last run began that ended with status 0 or 1.", success),
            Metric("last_run_exit_status", "The exit status of the last run.", Double(run.status)),
            Metric("last_run_duration_seconds", "How long the last run took.", run.seconds),
            Metric(
                "last_run_stage_duration_seconds", "How long a stage of the last run took. Stages overlap.",
                Failure.Stage.allCases.map { ("stage", $0.rawValue, numbers.seconds[$0] ?? 0) }),
            Metric("last_run_items", "The items that the sources gave in the last run.", Double(numbers.items)),
            Metric(
                "last_run_stories", "The stories in the digests that the last run delivered.", Double(numbers.stories)),
            Metric("last_run_digests", "The digests that the last run delivered.", Double(numbers.digests)),
            Metric("last_run_readers", "The profiles that the last run served.", Double(numbers.readers)),
            Metric(
                "sources", "The sources by their state.",
                SourceHealth.Condition.allCases.map { ("state", $0.rawValue, Double(numbers.sources[$0] ?? 0)) }),
            Metric(
                "last_run_http_responses", "The answers of servers in the last run by the class of their status.",
                classes.map { ("class", $0, Double(run.responses[$0] ?? 0)) }),
            Metric("last_run_http_failures", "The requests of the last run without an answer.", Double(run.unanswered)),
            Metric(
                "last_run_http_received_bytes", "The bytes of the answers in the last run, decompressed.",
                Double(run.receivedBytes)),
            Metric(
                "newsapi_requests_left", "The requests to newsapi.org that are left in 24 hours.",
                numbers.quota.sorted { $0.key < $1.key }.map {
                    ("account", String($0.key.prefix(12)), Double($0.value))
                }),
            Metric(
                "pending_digests", "The digests that are not delivered to each of their destinations.",
                numbers.pending.map(Double.init)),
        ]
        return metrics.map(\.text).joined()
    }

    /// The value that the file has from an earlier run.
    private var lastSuccess: Double? {
        let bytes = (try? FileHandle.read(path, upTo: 1 << 20)) ?? nil
        let name = Metric.prefix + "last_success_timestamp_seconds "
        return String(decoding: bytes ?? Data(), as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(name) }
            .flatMap { Double($0.dropFirst(name.count)) }.flatMap { $0.isFinite ? $0 : nil }
    }
}

/// One metric with its samples. A metric without samples is not written.
private struct Metric {
    static let prefix = "newsdigest_"

    var name: String
    var help: String
    /// The labels are in braces, or empty.
    var samples: [(labels: String, value: Double)]

    init(_ name: String, _ help: String, _ samples: [(label: String, labelValue: String, value: Double)]) {
        self.name = Self.prefix + name
        self.help = help
        self.samples = samples.map { ("{\($0.label)=\"\(Self.escaped($0.labelValue))\"}", $0.value) }
    }

    init(_ name: String, _ help: String, _ value: Double?) {
        self.name = Self.prefix + name
        self.help = help
        samples = value.map { [("", $0)] } ?? []
    }

    var text: String {
        guard !samples.isEmpty else { return "" }
        let lines = samples.map { "\(name)\($0.labels) \(Self.number($0.value))\n" }
        return "# HELP \(name) \(help)\n# TYPE \(name) gauge\n" + lines.joined()
    }

    private static func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }

    private static func escaped(_ text: String) -> String {
        text.replacing(literal: "\\", with: "\\\\").replacing(literal: "\"", with: "\\\"")
            .replacing(literal: "\n", with: "\\n")
    }
}
