import Dispatch
import Foundation
import Testing

@testable import NewsDigest
@testable import Platform

@Suite struct ThreadExecutorTests {
    private static func wait(for signal: DispatchSemaphore) { signal.wait() }

    /// If the steps waited on Swift's threads, the test would never end.
    @Test(.timeLimit(.minutes(1)))
    func `steps that wait hold up no other task`() async {
        let signal = DispatchSemaphore(value: 0)
        let steps = ProcessInfo.processInfo.activeProcessorCount + 2
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<steps {
                group.addTask(executorPreference: ThreadExecutor()) { Self.wait(for: signal) }
            }
            group.addTask {
                try? await Task.sleep(for: .milliseconds(100))
                for _ in 0..<steps { signal.signal() }
            }
        }
    }
}
