import Foundation
import Synchronization
import Testing

@testable import Gather

/// A number that several tasks change.
private final class Count: Sendable {
    let value = Mutex(0)
}

@Suite struct BacklogTests {
    @Test func `no answer is read while many items are in the backlog`() async throws {
        let backlog = Backlog()
        await backlog.enter(bytes: 1000)
        backlog.leave(bytes: 1000)
        backlog.add(Backlog.most)
        let entered = Count()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                await backlog.enter(bytes: 1000)
                entered.value.withLock { $0 += 1 }
                backlog.leave(bytes: 1000)
            }
            try await Task.sleep(for: .milliseconds(50))
            #expect(entered.value.withLock { $0 } == 0)
            backlog.remove(1)
            try await group.waitForAll()
        }
        #expect(entered.value.withLock { $0 } == 1)
    }

    @Test func `a large answer is read alone, and nothing that came later goes before it`() async {
        let backlog = Backlog()
        let sizes = [1000, Backlog.mostBytes, 1000, Backlog.mostBytes + 1, 1000]
        let (bytes, most) = (Count(), Count())
        await withTaskGroup(of: Void.self) { group in
            for size in sizes + sizes + sizes {
                group.addTask {
                    await backlog.enter(bytes: size)
                    let reading = bytes.value.withLock { bytes in
                        bytes += size
                        return bytes
                    }
                    most.value.withLock { $0 = max($0, reading) }
                    await Task.yield()
                    bytes.value.withLock { $0 -= size }
                    backlog.leave(bytes: size)
                }
            }
        }
        #expect(most.value.withLock { $0 } == Backlog.mostBytes + 1)
    }

    @Test func `one answer for each core is read at a time, and none waits when nobody takes items any more`() async {
        let backlog = Backlog()
        let (reading, most) = (Count(), Count())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    await backlog.enter(bytes: 1000)
                    let count = reading.value.withLock { reading in
                        reading += 1
                        return reading
                    }
                    most.value.withLock { $0 = max($0, count) }
                    await Task.yield()
                    reading.value.withLock { $0 -= 1 }
                    backlog.leave(bytes: 1000)
                }
            }
        }
        #expect(most.value.withLock { $0 } <= ProcessInfo.processInfo.activeProcessorCount)
        backlog.add(2 * Backlog.most)
        backlog.end()
        await backlog.enter(bytes: 1000)
    }
}
