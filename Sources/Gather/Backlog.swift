import Foundation
import Synchronization
import Values

/// The items that were read and that nobody has taken yet. While they are many, no other answer is read. So memory is
/// bounded however many feeds answer at the same time: by this number, and by what is read at a time: one small answer
/// for each core, or a large one alone.
package final class Backlog: Sendable {
    private struct Line {
        var reading = 0
        /// The bytes of the answers that are read.
        var bytes = 0
        var items = 0
        var isOver = false
        var waiting: [(bytes: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Whether the first that waits may go on.
        func hasRoom(for bytes: Int) -> Bool {
            isOver || items < most && (reading == 0 || reading < width && self.bytes + bytes <= mostBytes)
        }
    }

    static let most = 2_000
    static let mostBytes = 4 << 20
    private static let width = ProcessInfo.processInfo.activeProcessorCount
    private let line = Mutex(Line())

    package init() {}

    /// Waits until an answer of so many bytes may be read.
    func enter(bytes: Int) async {
        await withCheckedContinuation { continuation in
            change { $0.waiting.append((bytes, continuation)) }
        }
    }

    /// An answer was read.
    func leave(bytes: Int) {
        change {
            $0.reading -= 1
            $0.bytes -= bytes
        }
    }

    func add(_ items: Int) { change { $0.items += items } }

    /// Somebody has taken items out of the line.
    package func took(_ items: Int) { change { $0.items -= items } }

    /// Nobody takes any more items, so nobody waits.
    package func end() { change { $0.isOver = true } }

    private func change(_ body: (inout Line) -> Void) {
        let next = line.withLock { line -> [CheckedContinuation<Void, Never>] in
            body(&line)
            var next: [CheckedContinuation<Void, Never>] = []
            while let first = line.waiting.first, line.hasRoom(for: first.bytes) {
                line.reading += 1
                line.bytes += first.bytes
                next.append(line.waiting.removeFirst().continuation)
            }
            return next
        }
        for continuation in next { continuation.resume() }
    }
}

extension Gathered {
    /// The number of its items that are in memory.
    package var held: Int { items.count + past.count }
}
