import Foundation
import Synchronization
import Testing
import Values

@Suite struct OnceTests {
    @Test func `each value is made once for all threads`() {
        let values = OnceForEach<Int, Int>()
        let made = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 64) { index in
            let value = values.value(for: index % 4) {
                made.withLock { $0 += 1 }
                return index % 4
            }
            #expect(value == index % 4)
        }
        #expect(made.withLock(\.self) == 4)
    }

    @Test func `a value that is being made delays no other`() {
        let values = OnceForEach<String, Int>()
        let value = values.value(for: "slow") { values.value(for: "quick") { 1 } + 1 }
        #expect(value == 2)
    }

    @Test func `what failed is made again`() {
        let value = Once<Int>()
        #expect(throws: CancellationError.self) { try value.value { throw CancellationError() } }
        #expect(value.value { 3 } == 3)
    }

    @Test func `only some values are kept in memory`() {
        let values = OnceForEach<Int, Int>(most: 2)
        #expect([1, 2, 3, 1].map { key in values.value(for: key) { 10 * key } } == [10, 20, 30, 10])
        #expect(values.value(for: 3) { 0 } == 30 && values.value(for: 2) { 0 } == 0)
    }
}
