import Foundation
import Synchronization
import Testing

@testable import NewsDigest

@Suite struct BacklogTests {
    @Test func `no answer is read while many items are in the backlog`() async throws {
        let backlog = Backlog()
        await backlog.enter()
        backlog.leave()
        backlog.add(Backlog.most)
        let hasEntered = Mutex(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await backlog.enter()
                hasEntered.withLock { $0 = true }
                backlog.leave()
            }
            try await Task.sleep(for: .milliseconds(50))
            #expect(!hasEntered.withLock { $0 })
            backlog.took(1)
            try await group.waitForAll()
        }
        #expect(hasEntered.withLock { $0 })
    }

    @Test func `one answer for each core is read at a time, and none waits when nobody takes items any more`() async {
        let backlog = Backlog()
        let reading = Mutex(0)
        let most = Mutex(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    await backlog.enter()
                    let count = reading.withLock { reading in
                        reading += 1
                        return reading
                    }
                    most.withLock { $0 = max($0, count) }
                    await Task.yield()
                    reading.withLock { $0 -= 1 }
                    backlog.leave()
                }
            }
        }
        #expect(most.withLock { $0 } <= ProcessInfo.processInfo.activeProcessorCount)
        backlog.add(2 * Backlog.most)
        backlog.end()
        await backlog.enter()
    }
}
