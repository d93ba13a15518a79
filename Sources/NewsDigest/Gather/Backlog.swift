import Foundation
import Synchronization
import Values

/// The items that were read and that nobody has taken yet. While they are many, no other answer is read. So memory is
/// bounded however many feeds answer at the same time: by this number, and by one feed for each core.
final class Backlog: Sendable {
    private struct Line {
        var reading = 0
        var items = 0
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    static let most = 2_000
    private static let width = ProcessInfo.processInfo.activeProcessorCount
    private let line = Mutex(Line())

    /// Waits until an answer may be read.
    func enter() async {
        await withCheckedContinuation { continuation in
            change { $0.waiting.append(continuation) }
        }
    }

    /// An answer was read.
    func leave() { change { $0.reading -= 1 } }

    func add(_ items: Int) { change { $0.items += items } }

    /// Somebody has taken items out of the line.
    func took(_ items: Int) { change { $0.items -= items } }

    /// Nobody takes any more items, so nobody waits.
    func end() { change { $0.isOver = true } }

    private func change(_ body: (inout Line) -> Void) {
        let next = line.withLock { line -> [CheckedContinuation<Void, Never>] in
            body(&line)
            var next: [CheckedContinuation<Void, Never>] = []
            while !line.waiting.isEmpty, line.isOver || line.reading < Self.width && line.items < Self.most {
                line.reading += 1
                next.append(line.waiting.removeFirst())
            }
            return next
        }
        for continuation in next { continuation.resume() }
    }
}

extension Gathered {
    /// The number of its items that are in memory.
    var held: Int { items.count + past.count }
}
