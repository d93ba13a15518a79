import Foundation
import Gather
import HTTP
import Settings
import Texts
import Values

/// What the monitoring of one run needs: it tells others that the run began and how it ended.
package struct RunMonitor: Sendable {
    private let began: Date
    private let clock = ContinuousClock.now
    private let statistics: RunStatistics
    private let metrics: MetricsFile?
    private let health: HealthPing?
    private let starting: Task<Void, Never>?
    private let report: @Sendable (RunMessage) -> Void

    /// Begins to monitor a run. The service hears of the beginning while the run works.
    init(
        _ statistics: RunStatistics, began: Date, as configuration: Configuration, environment: [String: String],
        report: @escaping @Sendable (RunMessage) -> Void
    ) async {
        self.began = began
        self.statistics = statistics
        self.report = report
        metrics = configuration.metricsFile.map(MetricsFile.init(path:))
        let health = await HealthPing(configuration, environment: environment, report: report)
        self.health = health
        starting = health.map { health in Task { await health.send(.start) } }
    }

    /// Writes the metrics, and then tells the service how the run ended. Neither changes how the run ends.
    /// - Parameters:
    ///   - status: the exit status.
    ///   - lines: what the run reported on standard error.
    package func end(status: Int32, lines: [String]) async {
        let run = FinishedRun(
            began: began, status: status, seconds: (ContinuousClock.now - clock) / .seconds(1),
            numbers: statistics.numbers, responses: statistics.traffic.responses,
            unanswered: statistics.traffic.unanswered, receivedBytes: statistics.traffic.receivedBytes)
        report(.ended(run))
        if let fault = metrics?.write(run) { report(.notice(fault)) }
        await starting?.value
        await health?.send(run.isSuccess ? .success : .failure, lines: lines)
    }
}

/// What a run tells its user.
package enum RunMessage: Sendable {
    case failure(Failure)
    /// A message that the user should read, but not a failure.
    case notice(String)
    /// A message for users who want to know what each stage did.
    case detail(String)
    case gathering(GatherProgress, done: Int, of: Int)
    case gathered
    /// The run is over. Only a monitored run has this message.
    case ended(FinishedRun)
}

/// A run in numbers.
package struct FinishedRun: Sendable {
    var began: Date
    package var status: Int32
    /// How long it took.
    package var seconds: Double
    var numbers: RunStatistics.Numbers
    /// The answers of servers by the class of their status, such as `2xx`.
    var responses: [String: Int]
    /// The requests that got no answer.
    var unanswered: Int
    var receivedBytes: Int

    package var items: Int { numbers.items }
    package var stories: Int { numbers.stories }
    package var digests: Int { numbers.digests }

    /// Whether the run did its work: status 1 is as 0, but a source is broken.
    var isSuccess: Bool { status == 0 || status == 1 }

    /// The run as one sentence.
    package var summary: String {
        "the run ended with status \(status) after \(String(format: "%.1f", seconds)) s: \(items.counted("item")), "
            + "\(stories.counted("story", "stories")), \(digests.counted("digest"))"
    }
}

/// Tells systemd what the service does, for `systemctl status` (sd_notify(3)).
package struct ServiceStatus: Sendable {
    /// The path of systemd's socket. A leading `@` stands for the NUL of an abstract socket.
    private let path: String

    /// Nil if systemd does not wait for messages.
    package init?(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@"),
            path.utf8.count < 108
        else { return nil }
        self.path = path
    }

    /// Sends one line. A message that does not arrive is lost: it is only for people who look.
    package func show(_ line: String) {
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { field in
            field.copyBytes(from: path.utf8)
            if path.hasPrefix("@") { field[0] = 0 }
        }
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path)! + path.utf8.count
        let message = Array("STATUS=\(line)\n".utf8)
        _ = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(socket, message, message.count, Int32(MSG_DONTWAIT), $0, socklen_t(length))
            }
        }
    }
}
